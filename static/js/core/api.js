// Asking the server for what is new: one question at a time, and once more where something happened meanwhile.

/**
 * A function that asks there, and shows what it hears. While somebody is busy with what it would replace, it asks nothing.
 * @param {string} address @param {(html: string) => void} show @param {() => boolean} busy
 */
export function asking(address, show, busy = () => false) {
  let underWay = false,
    again = false;

  return async function ask() {
    if (busy()) return;
    if (underWay) {
      again = true;
      return;
    }
    underWay = true;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      if (answer.ok) show(await answer.text());
    } catch {
      // The line tells us when there is something again.
    } finally {
      underWay = false;
      if (again) {
        again = false;
        ask();
      }
    }
  };
}
