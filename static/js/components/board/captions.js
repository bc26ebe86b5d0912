// Sentences about what happens in a frame. Pieces are named by the tiles on which they stood before the round, except
// by their experience, which they gain where they ended.
import { fill, gettext } from "../../core/i18n.js";

/**
 * @typedef {import("./types.js").Round} Round
 * @typedef {import("./types.js").Step} Step
 */

/** @typedef {Record<string, string | number>} Values what fills the placeholders of a sentence */

/** A sentence for each kind of step. @type {Record<string, (values: Values, step: Step) => string>} */
const SENTENCES = {
  ordered: (values) => fill(gettext("%(seat)s orders %(piece)s to %(to)s."), values),
  held: (values) => fill(gettext("%(seat)s holds."), values),
  fixed: (values) => fill(gettext("%(piece)s ends on %(at)s."), values),
  conflict: (values, step) =>
    fill(
      step.keeps
        ? gettext("Collision on %(at)s between %(pieces)s; %(keeps)s keeps the tile.")
        : gettext("Collision on %(at)s between %(pieces)s."),
      values,
    ),
  sprung: (values) => fill(gettext("%(piece)s springs back to %(to)s."), values),
  home: (values) => fill(gettext("%(piece)s is back home on %(at)s."), values),
  took: (values, step) =>
    fill(
      step.emperor
        ? gettext("%(seat)s’s piece from %(piece)s captures %(from_seat)s’s Emperor on %(at)s.")
        : gettext("%(seat)s’s piece from %(piece)s captures %(from_seat)s’s pawn on %(at)s."),
      values,
    ),
  pushed: (values) => fill(gettext("The pawn is pushed from %(from)s to %(to)s."), values),
  experience: (values) => fill(gettext("The pawn on %(at)s now has experience %(experience)s."), values),
  abdicated: (values) => fill(gettext("%(seat)s resigns."), values),
  fell: (values) => fill(gettext("%(seat)s has fallen."), values),
  vanished: (values) => fill(gettext("What was left of %(seat)s leaves the board."), values),
  reigned: (values) => fill(gettext("%(seat)s holds the throne on %(at)s. Rounds in a row: %(rounds)s."), values),
  collected: (values) => fill(gettext("%(seat)s collects what lay on %(at)s."), values),
};

/** What is said instead to the reader of their own orders. @type {typeof SENTENCES} */
const OWN = {
  ordered: (values) => fill(gettext("You order %(piece)s to %(to)s."), values),
  held: () => gettext("You hold."),
};

/**
 * Return what fills the placeholders of the sentence of a step.
 * @param {Step} step @param {Record<string, string>} names @returns {Values}
 */
function readValues(step, names) {
  const { piece = "", at = "", to = "", from = "", pieces = [], experience = 1, rounds = 1 } = step;
  const [seat, from_seat] = [step.seat ?? "", step.from_seat ?? ""].map((each) => names[each] ?? each.toUpperCase());
  return { piece, at, to, from, experience, rounds, seat, from_seat, pieces: joinAll(pieces), keeps: step.keeps ?? "" };
}

/** Return tiles as a sentence lists them: "A1, B2 and C3". @param {string[]} tiles */
function joinAll(tiles) {
  return new Intl.ListFormat(document.documentElement.lang || "en", { type: "conjunction" }).format(tiles);
}

/**
 * Return the caption of a frame.
 * @param {string} kind of the frame @param {Round} round @param {Step[]} steps
 * @param {Record<string, string>} names who sits where
 * @param {string} [own] the reader's seat
 */
export function caption(kind, round, steps, names, own) {
  const number = { number: round.number };
  if (kind === "opening") return fill(gettext("Round %(number)s opens."), number);
  if (kind === "march") return gettext("All pieces march at once.");
  if (kind === "ending") return fill(gettext("Round %(number)s is over."), number);
  return steps
    .map((step) => {
      const sentence = (step.seat === own && OWN[step.kind]) || SENTENCES[step.kind];
      return sentence?.(readValues(step, names), step) ?? "";
    })
    .join(" ");
}
