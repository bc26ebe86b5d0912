// The WebSocket connection of a page, with polling while there is no socket.
//
// A message names a stream and how far it has come, or is a heartbeat with all streams; the page then fetches what is
// new. A message about a battle may bring the public state along, so that a page that shows no more need not fetch it.

const POLL_INTERVAL = 2000,
  SILENCE_TIMEOUT = 25_000,
  MAX_DELAY = 15_000;

/** @template State what a message may bring along */
export class Connection {
  /**
   * Dispatch on the document, for each stream that has grown, a `stream` event with its name, or a `votes` event with
   * the version of the players' votes and absences where the message carries it; `note` and `you` events for what a
   * room says of people; and a `socket-closed` event with the reason of each close.
   * @param {string} address path of the socket
   * @param {(status: "live" | "polling", state?: State) => void} onChange called when a battle or seat has changed, and
   *   every two seconds while there is no socket
   * @param {{polls?: boolean}} options `polls: false`: do not call `onChange` without a socket
   */
  constructor(address, onChange, { polls = true } = {}) {
    this.polls = polls;
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${address}`;
    this.onChange = onChange;
    /** How far each stream had come when it was last heard of. @type {Record<string, number>} */
    this.heads = {};
    this.attempts = 0;
    this.isClosed = false;
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.isClosed) this.onChange(this.isOpen ? "live" : "polling");
    });
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Open the socket, unless it is open, opening or closed for good. */
  open() {
    if (this.isClosed || this.isOpen || this.socket?.readyState === WebSocket.CONNECTING) return;
    try {
      this.socket = new WebSocket(this.address);
    } catch {
      this.startPolling();
      return;
    }
    this.socket.addEventListener("open", () => this.onOpen());
    this.socket.addEventListener("message", ({ data }) => this.onMessage(JSON.parse(data)));
    this.socket.addEventListener("close", ({ code }) => this.onClose(code));
  }

  onOpen() {
    this.attempts = 0;
    clearInterval(this.pollTimer);
    this.pollTimer = undefined;
    this.restartSilenceTimer();
    this.onChange("live");
  }

  /**
   * @param {{stream?: string, head?: number, heads?: Record<string, number>, table?: string, state?: State,
   *   spectators?: number, note?: object, you?: object}} message
   */
  onMessage(message) {
    this.restartSilenceTimer();
    if (message.spectators !== undefined)
      document.dispatchEvent(new CustomEvent("spectators", { detail: message.spectators }));
    for (const name of /** @type {const} */ (["note", "you"]))
      if (message[name]) document.dispatchEvent(new CustomEvent(name, { detail: message[name] }));
    const heads = message.heads ?? (message.stream ? { [message.stream]: message.head ?? 0 } : {});
    const grown = Object.entries(heads)
      .filter(([stream, head]) => head > (this.heads[stream] ?? -1))
      .map(([stream]) => stream);
    for (const [stream, head] of Object.entries(heads)) this.heads[stream] = Math.max(head, this.heads[stream] ?? -1);
    for (const stream of grown)
      document.dispatchEvent(
        message.table
          ? new CustomEvent("votes", { detail: message.table })
          : new CustomEvent("stream", { detail: stream }),
      );
    if (grown.some((stream) => /^(battle|seat):/.test(stream))) this.onChange("live", message.state);
  }

  /** Close a socket on which nothing arrives for long: it is dead, even if the browser does not know. */
  restartSilenceTimer() {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = window.setTimeout(() => this.socket?.close(), SILENCE_TIMEOUT);
  }

  /** Send a message, if the socket is open. @param {object} message */
  send(message) {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  /**
   * Poll, and try to open the socket again after a delay that grows with each attempt.
   * @param {number} code the reason, as the server gives it
   */
  onClose(code) {
    clearTimeout(this.silenceTimer);
    document.dispatchEvent(new CustomEvent("socket-closed", { detail: code }));
    if (this.isClosed) return;
    this.startPolling();
    this.attempts += 1;
    setTimeout(() => this.open(), Math.min(MAX_DELAY, 500 * 2 ** this.attempts) * (0.75 + Math.random() / 2));
  }

  startPolling() {
    if (this.pollTimer || !this.polls) return;
    this.onChange("polling");
    this.pollTimer = window.setInterval(() => {
      if (!document.hidden) this.onChange("polling");
    }, POLL_INTERVAL);
  }

  /** Close the connection for good. */
  close() {
    this.isClosed = true;
    clearInterval(this.pollTimer);
    clearTimeout(this.silenceTimer);
    this.socket?.close();
  }
}
