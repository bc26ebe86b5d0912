// Requests to the server.

/**
 * Return a function that fetches a part of the page and shows it. One request runs at a time; calls in the meantime
 * lead
 * to one more. Nothing is fetched while `isBusy`, as the reader is working with what would be replaced.
 * @param {string} address @param {(html: string) => void} show @param {() => boolean} isBusy
 */
export function createRefresher(address, show, isBusy = () => false) {
  let isRunning = false,
    isPending = false;

  return async function refresh() {
    if (isBusy()) return;
    if (isRunning) {
      isPending = true;
      return;
    }
    isRunning = true;
    try {
      const response = await fetch(address, { headers: { Accept: "text/html" } });
      if (response.ok) show(await response.text());
    } catch {
      // The connection calls again when there is something new.
    } finally {
      isRunning = false;
      if (isPending) {
        isPending = false;
        refresh();
      }
    }
  };
}
