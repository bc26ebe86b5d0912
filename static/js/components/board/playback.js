// Shows the frames of a round one after the other, and lets a reader stop, step and hurry.

/** How long a frame stays, in milliseconds at normal speed. @type {Record<string, number>} */
const STAY = {
  opening: 500,
  orders: 1500,
  march: 1000,
  fixed: 500,
  conflict: 1300,
  spring: 1000,
  take: 1300,
  push: 900,
  reckoning: 1200,
  ending: 300,
};

export class Film {
  /**
   * @param {import("./types.js").Frame[]} frames
   * @param {(frame: import("./types.js").Frame, place: number) => void} show
   * @param {() => void} ended called when it has played to its end
   */
  constructor(frames, show, ended) {
    this.frames = frames;
    this.show = show;
    this.ended = ended;
    this.place = 0;
    this.speed = 1;
    this.timer = 0;
  }

  get playing() {
    return this.timer !== 0;
  }

  play() {
    if (this.place >= this.frames.length - 1) this.place = 0;
    this.seek(this.place);
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    const stay = STAY[this.frames[this.place].step] ?? 1000;
    this.timer = window.setTimeout(() => this.next(), stay / this.speed);
  }

  next() {
    if (this.place >= this.frames.length - 1) {
      this.pause();
      this.ended();
      return;
    }
    this.seek(this.place + 1);
    this.wait();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.seek(this.place + by);
  }

  /** @param {number} place */
  seek(place) {
    this.place = Math.min(this.frames.length - 1, Math.max(0, place));
    this.show(this.frames[this.place], this.place);
  }
}
