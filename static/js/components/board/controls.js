// The controls under the board: zoom, and for a round play, step, speed and a slider through its frames.
import { fill, gettext } from "../../core/i18n.js";

const SPEEDS = [0.5, 1, 2, 4];

/**
 * Return a new element.
 * @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} children
 */
function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The controls of a board. */
export class Controls {
  /** @param {import("./board.js").BattleBoard} board */
  constructor(board) {
    this.board = board;
    this.playButton = this.button("play", gettext("Play"), () => this.togglePlay());
    this.slider = /** @type {HTMLInputElement} */ (
      html("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": gettext("Steps of the round") })
    );
    this.speedButton = this.button("", gettext("Speed"), () => this.changeSpeed());
    this.caption = html("p", { class: "board-caption", "aria-live": "polite" });
    this.group = html(
      "div",
      { class: "board-film", role: "group", "aria-label": gettext("The round, step by step") },
      this.button("step-back", gettext("Step back"), () => this.board.playback?.step(-1)),
      this.playButton,
      this.button("step-forward", gettext("Step on"), () => this.board.playback?.step(1)),
      this.slider,
      this.speedButton,
    );
    this.zoom = html(
      "div",
      { class: "board-zoom", role: "group", "aria-label": gettext("Zoom") },
      this.button("zoom-out", gettext("Smaller"), () => this.board.zoom?.set(this.board.zoom.factor / 1.35)),
      this.button("zoom-in", gettext("Larger"), () => this.board.zoom?.set(this.board.zoom.factor * 1.35)),
    );
    this.element = html("div", { class: "board-controls" }, this.group, this.zoom, this.caption);
    this.slider.addEventListener("input", () =>
      this.board.playback?.step(Number(this.slider.value) - (this.board.playback?.index ?? 0)),
    );
    this.update();
  }

  /** @param {string} icon @param {string} label @param {() => void} onClick */
  button(icon, label, onClick) {
    const button = html("button", { type: "button", class: "tool", "aria-label": label, title: label });
    if (icon) setIcon(button, this.board.getAttribute("icons") ?? "", icon);
    button.addEventListener("click", onClick);
    return button;
  }

  togglePlay() {
    const { playback } = this.board;
    if (playback?.isPlaying) playback.pause();
    else playback?.play();
    this.update();
  }

  changeSpeed() {
    const { playback } = this.board;
    if (playback) playback.speed = SPEEDS[(SPEEDS.indexOf(playback.speed) + 1) % SPEEDS.length];
    this.update();
  }

  /** Show the state of the playback; without one there are no controls for it. */
  update() {
    const { playback } = this.board;
    this.group.hidden = !playback;
    this.caption.hidden = !playback;
    if (!playback) return;
    const label = playback.isPlaying ? gettext("Pause") : gettext("Play");
    if (this.playButton.title !== label) {
      Object.assign(this.playButton, { title: label, ariaLabel: label });
      setIcon(this.playButton, this.board.getAttribute("icons") ?? "", playback.isPlaying ? "pause" : "play");
    }
    const speed = `${playback.speed === 0.5 ? "½" : playback.speed}×`;
    Object.assign(this.speedButton, { textContent: speed, ariaLabel: `${gettext("Speed")}: ${speed}` });
    this.slider.max = String(playback.frames.length - 1);
    this.slider.value = String(playback.index);
    const text = playback.frames[playback.index].caption;
    this.slider.setAttribute(
      "aria-valuetext",
      fill(gettext("Step %(step)s of %(steps)s: %(words)s"), {
        step: playback.index + 1,
        steps: playback.frames.length,
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
