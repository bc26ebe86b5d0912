// The line to the server. A message is a pointer ("this stream has come so far"), or a heartbeat with all of them;
// whatever is new, the page asks for. With the pointer to a battle may come what everybody sees of it, which a page that
// shows no more than that need not ask for. Without a socket it asks every two seconds.

const POLL = 2000,
  SILENCE = 25_000,
  LONGEST_WAIT = 15_000;

export class Link {
  /**
   * `quiet`: without a socket nothing is asked. Whatever stream has grown, the document hears of it by a `stream` event,
   * or by a `table` event with the word for how the table stands, where that came along.
   * @param {string} address @param {(how: string, state?: import("../pages/battle/types.js").BattleState) => void} news
   * @param {{quiet?: boolean}} how
   */
  constructor(address, news, { quiet = false } = {}) {
    this.quiet = quiet;
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${address}`;
    this.news = news;
    /** @type {Record<string, number>} */
    this.heads = {};
    this.tries = 0;
    this.closed = false;
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.closed) this.news(this.alive ? "live" : "polling");
    });
  }

  get alive() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    if (this.closed || this.alive || this.socket?.readyState === WebSocket.CONNECTING) return;
    try {
      this.socket = new WebSocket(this.address);
    } catch {
      this.poll();
      return;
    }
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("message", ({ data }) => this.read(JSON.parse(data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  opened() {
    this.tries = 0;
    clearInterval(this.poller);
    this.poller = undefined;
    this.listen();
    this.news("live");
  }

  /**
   * @param {{stream?: string, head?: number, heads?: Record<string, number>, table?: string,
   *   state?: import("../pages/battle/types.js").BattleState}} message
   */
  read(message) {
    this.listen();
    const heads = message.heads ?? (message.stream ? { [message.stream]: message.head ?? 0 } : {});
    const grown = Object.entries(heads)
      .filter(([stream, head]) => head > (this.heads[stream] ?? -1))
      .map(([stream]) => stream);
    for (const [stream, head] of Object.entries(heads)) this.heads[stream] = Math.max(head, this.heads[stream] ?? -1);
    for (const stream of grown)
      document.dispatchEvent(
        message.table ? new CustomEvent("table", { detail: message.table }) : new CustomEvent("stream", { detail: stream }),
      );
    if (grown.some((stream) => /^(battle|seat):/.test(stream))) this.news("live", message.state);
  }

  /** A line that says nothing for long is dead, whatever the browser believes. */
  listen() {
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.socket?.close(), SILENCE);
  }

  lost() {
    clearTimeout(this.silence);
    if (this.closed) return;
    this.poll();
    this.tries += 1;
    setTimeout(() => this.open(), Math.min(LONGEST_WAIT, 500 * 2 ** this.tries) * (0.75 + Math.random() / 2));
  }

  poll() {
    if (this.poller || this.quiet) return;
    this.news("polling");
    this.poller = window.setInterval(() => {
      if (!document.hidden) this.news("polling");
    }, POLL);
  }

  close() {
    this.closed = true;
    clearInterval(this.poller);
    clearTimeout(this.silence);
    this.socket?.close();
  }
}
