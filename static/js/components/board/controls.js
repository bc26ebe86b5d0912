// The buttons under the board: zoom, and for a film play, step, speed and a slider through its frames.
import { fill, gettext } from "../../core/i18n.js";

const SPEEDS = [0.5, 1, 2, 4];

/** @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} children */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export class Controls {
  /** @param {import("./board.js").BattleBoard} board */
  constructor(board) {
    this.board = board;
    this.play = this.button("play", gettext("Play"), () => this.toggle());
    this.slider = /** @type {HTMLInputElement} */ (
      make("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": gettext("Steps of the round") })
    );
    this.speed = this.button("", gettext("Speed"), () => this.faster());
    this.caption = make("p", { class: "board-caption", "aria-live": "polite" });
    this.film = make(
      "div",
      { class: "board-film", role: "group", "aria-label": gettext("The round, step by step") },
      this.button("step-back", gettext("Step back"), () => this.board.film?.step(-1)),
      this.play,
      this.button("step-forward", gettext("Step on"), () => this.board.film?.step(1)),
      this.slider,
      this.speed,
    );
    const zoom = make(
      "div",
      { class: "board-zoom", role: "group", "aria-label": gettext("Zoom") },
      this.button("zoom-out", gettext("Smaller"), () => this.board.lens?.set(this.board.lens.zoom / 1.35)),
      this.button("zoom-in", gettext("Larger"), () => this.board.lens?.set(this.board.lens.zoom * 1.35)),
    );
    this.element = make("div", { class: "board-controls" }, this.film, zoom, this.caption);
    this.slider.addEventListener("input", () =>
      this.board.film?.step(Number(this.slider.value) - (this.board.film?.place ?? 0)),
    );
    this.update();
  }

  /** @param {string} icon @param {string} words @param {() => void} act */
  button(icon, words, act) {
    const button = make("button", { type: "button", class: "tool", "aria-label": words, title: words });
    if (icon) setIcon(button, this.board.getAttribute("icons") ?? "", icon);
    button.addEventListener("click", act);
    return button;
  }

  toggle() {
    const { film } = this.board;
    if (film?.playing) film.pause();
    else film?.play();
    this.update();
  }

  faster() {
    const { film } = this.board;
    if (film) film.speed = SPEEDS[(SPEEDS.indexOf(film.speed) + 1) % SPEEDS.length];
    this.update();
  }

  /** Say how the film stands; without one there is nothing to play. */
  update() {
    const { film } = this.board;
    this.film.hidden = !film;
    this.caption.hidden = !film;
    if (!film) return;
    const words = film.playing ? gettext("Pause") : gettext("Play");
    if (this.play.title !== words) {
      Object.assign(this.play, { title: words, ariaLabel: words });
      setIcon(this.play, this.board.getAttribute("icons") ?? "", film.playing ? "pause" : "play");
    }
    this.speed.textContent = `${film.speed === 0.5 ? "½" : film.speed}×`;
    this.slider.max = String(film.frames.length - 1);
    this.slider.value = String(film.place);
    const text = film.frames[film.place].caption;
    this.slider.setAttribute(
      "aria-valuetext",
      fill(gettext("Step %(step)s of %(steps)s: %(words)s"), {
        step: film.place + 1,
        steps: film.frames.length,
        words: text,
      }),
    );
    if (this.caption.textContent !== text) this.caption.textContent = text;
  }
}

/** @param {HTMLElement} button @param {string} icons @param {string} name */
function setIcon(button, icons, name) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${icons}#${name}`);
  drawing.append(use);
  button.replaceChildren(drawing);
}
