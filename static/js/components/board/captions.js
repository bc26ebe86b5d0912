// Sentences about what happens in a frame. Pieces are named by the tiles on which they stood before the round.
import { fill, gettext } from "../../core/i18n.js";

/**
 * @typedef {import("./types.js").Round} Round
 * @typedef {import("./types.js").Step} Step
 */

/** A sentence for each kind of step. @type {Record<string, (step: Step) => string>} */
const SENTENCES = {
  ordered: (step) => fill(gettext("%(seat)s orders %(piece)s to %(to)s."), placeholders(step)),
  held: (step) => fill(gettext("%(seat)s holds."), placeholders(step)),
  fixed: (step) => fill(gettext("%(piece)s settles on %(at)s."), placeholders(step)),
  conflict: (step) =>
    fill(
      step.keeps
        ? gettext("Conflict on %(at)s between %(pieces)s; %(keeps)s keeps the tile.")
        : gettext("Conflict on %(at)s between %(pieces)s."),
      placeholders(step),
    ),
  sprung: (step) => fill(gettext("%(piece)s springs back to %(to)s."), placeholders(step)),
  home: (step) => fill(gettext("%(piece)s is home on %(at)s."), placeholders(step)),
  took: (step) =>
    fill(
      step.emperor
        ? gettext("%(piece)s of %(seat)s takes the Emperor of %(from_seat)s on %(at)s.")
        : gettext("%(piece)s of %(seat)s takes the pawn of %(from_seat)s on %(at)s."),
      placeholders(step),
    ),
  pushed: (step) => fill(gettext("The pawn is pushed from %(from)s to %(to)s."), placeholders(step)),
  experience: (step) => fill(gettext("%(piece)s now has experience %(experience)s."), placeholders(step)),
  abdicated: (step) => fill(gettext("%(seat)s abdicates."), placeholders(step)),
  fell: (step) => fill(gettext("%(seat)s has fallen."), placeholders(step)),
  vanished: (step) => fill(gettext("What was left of %(seat)s leaves the board."), placeholders(step)),
  collected: (step) => fill(gettext("%(seat)s collects what lay on %(at)s."), placeholders(step)),
};

/**
 * Return the values for the placeholders of a sentence.
 * @param {Step} step @returns {Record<string, string | number>}
 */
function placeholders({
  piece = "",
  at = "",
  to = "",
  from = "",
  seat = "",
  from_seat = "",
  pieces = [],
  keeps,
  experience = 1,
}) {
  return {
    piece,
    at,
    to,
    from,
    experience,
    seat: seat.toUpperCase(),
    from_seat: from_seat.toUpperCase(),
    pieces: pieces.join(", "),
    keeps: keeps ?? "",
  };
}

/** Return the caption of a frame. @param {string} kind of the frame @param {Round} round @param {Step[]} steps */
export function caption(kind, round, steps) {
  const number = { number: round.number };
  if (kind === "opening") return fill(gettext("Round %(number)s opens."), number);
  if (kind === "march") return gettext("All pieces march at once.");
  if (kind === "ending") return fill(gettext("Round %(number)s is over."), number);
  return steps.map((step) => SENTENCES[step.kind]?.(step) ?? "").join(" ");
}
