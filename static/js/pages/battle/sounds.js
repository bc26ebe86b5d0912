// The few sounds of a battle, made by the browser itself: there are no files.

/** Frequencies in hertz, one after the other, and the shape of the wave. @type {Record<string, [number[], OscillatorType]>} */
const TUNES = {
  sealed: [[660, 880], "sine"],
  march: [[196, 220], "triangle"],
  conflict: [[233, 175], "sawtooth"],
  spring: [[392, 294], "triangle"],
  take: [[523, 392, 330], "square"],
  reckoning: [[523, 659], "sine"],
};
const NOTE = 0.09;
const LOUDNESS = 0.05;

/** @type {AudioContext | null} */
let context = null;

/** @param {string} name what happens; most frames are silent */
export function play(name) {
  const tune = TUNES[name];
  if (!tune) return;
  context ??= new AudioContext();
  const [notes, type] = tune;
  const start = context.currentTime;
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + NOTE * (notes.length + 1));
  const voice = context.createOscillator();
  voice.type = type;
  notes.forEach((note, at) => voice.frequency.setValueAtTime(note, start + at * NOTE));
  voice.connect(volume);
  voice.start(start);
  voice.stop(start + NOTE * (notes.length + 1));
}
