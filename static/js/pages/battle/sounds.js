// The sounds of a battle, synthesized by the browser.

/**
 * Frequencies in hertz, one after the other, and the shape of the wave.
 * @type {Record<string, [number[], OscillatorType]>}
 */
const TUNES = {
  sealed: [[660, 880], "sine"],
  march: [[196, 220], "triangle"],
  conflict: [[233, 175], "sawtooth"],
  spring: [[392, 294], "triangle"],
  take: [[523, 392, 330], "square"],
  fall: [[330, 247, 165, 110], "triangle"],
  reckoning: [[523, 659], "sine"],
};
/** How a phone shakes, in milliseconds on and off. @type {Record<string, number[]>} */
const SHAKES = { sealed: [15], conflict: [30], take: [40], fall: [90, 50, 180] };
const NOTE_LENGTH = 0.09;
const VOLUME = 0.05;

/** @type {AudioContext | null} */
let context = null;

/** Play a sound, if there is one of this name. @param {string} name */
export function play(name) {
  const tune = TUNES[name];
  if (!tune) return;
  if (SHAKES[name]) navigator.vibrate?.(SHAKES[name]);
  context ??= new AudioContext();
  const [notes, type] = tune;
  const start = context.currentTime;
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.setValueAtTime(VOLUME, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_LENGTH * (notes.length + 1));
  const oscillator = context.createOscillator();
  oscillator.type = type;
  notes.forEach((note, at) => oscillator.frequency.setValueAtTime(note, start + at * NOTE_LENGTH));
  oscillator.connect(volume);
  oscillator.start(start);
  oscillator.stop(start + NOTE_LENGTH * (notes.length + 1));
}
