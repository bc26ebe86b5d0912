// Plays the frames of a round.

/** How long a frame is shown, in milliseconds at normal speed. @type {Record<string, number>} */
const DURATIONS = {
  opening: 500,
  orders: 1500,
  march: 1000,
  fixed: 500,
  conflict: 1300,
  spring: 1000,
  take: 1300,
  fall: 2400,
  push: 900,
  reckoning: 1200,
  ending: 300,
};

/** Shows frames one after the other; can be paused, stepped through and sped up. */
export class Playback {
  /**
   * @param {import("./types.js").Frame[]} frames
   * @param {(frame: import("./types.js").Frame, index: number) => void} onFrame shows a frame
   * @param {() => void} onEnd called after the last frame
   */
  constructor(frames, onFrame, onEnd) {
    this.frames = frames;
    this.onFrame = onFrame;
    this.onEnd = onEnd;
    this.index = 0;
    this.speed = 1;
    this.timer = 0;
  }

  get isPlaying() {
    return this.timer !== 0;
  }

  /** Whether it is neither at its start nor at its end. */
  get isMidway() {
    return this.index > 0 && this.index < this.frames.length - 1;
  }

  /** Play from the frame that is shown, or from the start after the last one. */
  play() {
    if (this.index >= this.frames.length - 1) this.index = 0;
    this.seek(this.index);
    this.schedule();
  }

  schedule() {
    clearTimeout(this.timer);
    const duration = DURATIONS[this.frames[this.index].step] ?? 1000;
    this.timer = window.setTimeout(() => this.next(), duration / this.speed);
  }

  next() {
    if (this.index >= this.frames.length - 1) {
      this.pause();
      this.onEnd();
      return;
    }
    this.seek(this.index + 1);
    this.schedule();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Pause, and show a frame some steps on or back. @param {number} by */
  step(by) {
    this.pause();
    this.seek(this.index + by);
  }

  /** Show a frame. @param {number} index that is beyond an end means the frame there */
  seek(index) {
    this.index = Math.min(this.frames.length - 1, Math.max(0, index));
    this.onFrame(this.frames[this.index], this.index);
  }
}
