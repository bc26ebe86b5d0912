// A study: a round is an address. Its page is fetched, its parts replace those of this page, and the board or the map
// plays it.

/** @typedef {import("../components/board/types.js").Round} Round */

export class StudyPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.board = /** @type {import("../components/board/board.js").BattleBoard} */ (
      /** @type {unknown} */ (root.querySelector("battle-board, battle-map"))
    );
    this.number = this.readData().number;
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("keydown", (event) => this.press(event));
    addEventListener("popstate", () => this.load(location.href, false));
    addEventListener("beforeunload", (event) => {
      if (this.isChanged) event.preventDefault();
    });
  }

  readData() {
    return JSON.parse(document.getElementById("study-data")?.textContent ?? "{}");
  }

  get form() {
    return /** @type {HTMLFormElement | null} */ (this.root.querySelector("[data-study-comment]"));
  }

  /** Whether the comment was written and is not saved. */
  get isChanged() {
    const field = this.form?.querySelector("textarea");
    return Boolean(field && field.value !== field.defaultValue);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const link = event.target instanceof Element ? event.target.closest("a[data-study-link]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!link.ariaDisabled) this.go(link.href);
  }

  /**
   * Step through the rounds with the arrow keys; on the board itself, where they move the focus, with the page keys.
   * @param {KeyboardEvent} event
   */
  press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("input, textarea, select, dialog[open]")) return;
    const keys = at?.closest("battle-board, .map-frame") ? ["PageUp", "PageDown"] : ["ArrowLeft", "ArrowRight"];
    const step = keys.indexOf(event.key);
    if (step < 0) return;
    event.preventDefault();
    const link = this.root.querySelector(`[data-step="${step ? 1 : -1}"]:not([aria-disabled])`);
    if (link instanceof HTMLAnchorElement) this.go(link.href);
  }

  /** Go to a round; what was written about this one is saved first. @param {string} address */
  async go(address) {
    if (this.isChanged && this.form && !(await this.send(this.form, null))) return;
    this.load(address);
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    if (event.target !== this.form || !this.form) return;
    event.preventDefault();
    this.send(this.form, event.submitter);
  }

  /**
   * Send the comment and show the page that comes back; return whether it was saved.
   * @param {HTMLFormElement} form @param {HTMLElement | null} button
   */
  async send(form, button) {
    try {
      const response = await fetch(form.action, { method: "POST", body: new FormData(form, button) });
      if (!(await this.show(response))) return false;
      const [saved, words] = [this.root.querySelector("[data-study-saved]"), this.root.dataset.savedWords];
      if (response.ok && saved) saved.textContent = words ?? "";
      return response.ok;
    } catch {
      form.submit();
      return false;
    }
  }

  /** Load a round into this page. @param {string} address @param {boolean} isNew not one of the history */
  async load(address, isNew = true) {
    try {
      const response = await fetch(address, { headers: { Accept: "text/html" } });
      if ((await this.show(response)) && isNew) history.pushState(null, "", address);
    } catch {
      location.assign(address);
    }
  }

  /**
   * Replace the parts of this page by those of a response, and show its round on the board.
   * @param {Response} response
   */
  async show(response) {
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.querySelector("[data-study]")) {
      location.assign(response.url);
      return false;
    }
    const focused = document.activeElement?.closest("[data-study-part]") ? document.activeElement : null;
    for (const fresh of page.querySelectorAll("[data-study-part]")) {
      const name = fresh.getAttribute("data-study-part");
      this.root.querySelector(`[data-study-part=${name}]`)?.replaceChildren(...fresh.childNodes);
    }
    this.restoreFocus(focused);
    const { position, rounds, number } = this.readData();
    if (number !== this.number) this.showRound(position, rounds[0] ?? null, number === this.number + 1);
    this.number = number;
    this.root.querySelector(".study-rounds [aria-current]")?.scrollIntoView({ block: "nearest" });
    return true;
  }

  /** Put the focus where it was before its element was replaced. @param {Element | null} focused */
  restoreFocus(focused) {
    if (!focused || focused.isConnected) return;
    const step = focused.getAttribute("data-step");
    const label = focused.getAttribute("aria-label");
    const same = focused.id
      ? document.getElementById(focused.id)
      : this.root.querySelector(step ? `[data-step="${step}"]` : `[aria-label="${label}"]`);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }

  /**
   * Show a round: the next one is played, of others one sees the end.
   * @param {import("../components/board/types.js").Position} position
   * @param {Round | null} last @param {boolean} isNext
   */
  showRound(position, last, isNext) {
    if (this.board.playback) this.board.goLive();
    this.board.update({ position, you: null, last });
    if (last && isNext) this.board.play(last);
    else if (last) this.board.show(last);
  }
}

const root = document.querySelector("[data-study]");
if (root instanceof HTMLElement) new StudyPage(root);
