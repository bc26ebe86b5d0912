// What happens in a frame, in words. The pieces are named by the tiles on which they stood before the round.
import { fill, gettext } from "../../core/i18n.js";

/**
 * @typedef {import("./types.js").Round} Round
 * @typedef {import("./types.js").Step} Step
 */

/** One sentence for each kind of step. @type {Record<string, (step: Step) => string>} */
const SENTENCES = {
  ordered: (step) => fill(gettext("%(seat)s orders %(piece)s to %(to)s."), named(step)),
  held: (step) => fill(gettext("%(seat)s holds."), named(step)),
  fixed: (step) => fill(gettext("%(piece)s settles on %(at)s."), named(step)),
  conflict: (step) =>
    fill(
      step.keeps
        ? gettext("Conflict on %(at)s between %(pieces)s; %(keeps)s keeps the tile.")
        : gettext("Conflict on %(at)s between %(pieces)s."),
      named(step),
    ),
  sprung: (step) => fill(gettext("%(piece)s springs back to %(to)s."), named(step)),
  home: (step) => fill(gettext("%(piece)s is home on %(at)s."), named(step)),
  took: (step) =>
    fill(
      step.emperor
        ? gettext("%(piece)s of %(seat)s takes the Emperor of %(from_seat)s on %(at)s.")
        : gettext("%(piece)s of %(seat)s takes the pawn of %(from_seat)s on %(at)s."),
      named(step),
    ),
  pushed: (step) => fill(gettext("The pawn is pushed from %(from)s to %(to)s."), named(step)),
  experience: (step) => fill(gettext("%(piece)s now has experience %(experience)s."), named(step)),
  abdicated: (step) => fill(gettext("%(seat)s abdicates."), named(step)),
  fell: (step) => fill(gettext("%(seat)s has fallen."), named(step)),
  vanished: (step) => fill(gettext("What was left of %(seat)s leaves the board."), named(step)),
  collected: (step) => fill(gettext("%(seat)s collects what lay on %(at)s."), named(step)),
};

/** @param {Step} step @returns {Record<string, string | number>} */
function named({
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

/** @param {string} scene @param {Round} round @param {Step[]} steps */
export function caption(scene, round, steps) {
  const number = { number: round.number };
  if (scene === "opening") return fill(gettext("Round %(number)s opens."), number);
  if (scene === "march") return gettext("All pieces march at once.");
  if (scene === "ending") return fill(gettext("Round %(number)s is over."), number);
  return steps.map((step) => SENTENCES[step.kind]?.(step) ?? "").join(" ");
}
