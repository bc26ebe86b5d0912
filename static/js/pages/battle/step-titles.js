// Where in a battle something belongs, in words: the round of play, and whose turn it is in it. The counterpart of
// tournaments/steps.py.
import { fill, gettext } from "../../core/i18n.js";

/**
 * @typedef {{number?: number, round?: number, turn?: string}} Step
 *   `number`: its place in the record; `round`: the round of play, 0 while armies are placed
 */

/** @param {Step} step */
const roundOf = ({ round, number }) => round ?? number ?? 0;

/** A round as a heading says it. @param {Step} step @param {Record<string, string>} names */
export function title(step, names) {
  const said = { round: roundOf(step), seat: step.turn ? (names[step.turn] ?? step.turn.toUpperCase()) : "" };
  if (!said.round) return fill(said.seat ? gettext("Placing armies: %(seat)s’s turn") : gettext("Placing armies"), said);
  return fill(said.seat ? gettext("Round %(round)s: %(seat)s’s turn") : gettext("Round %(round)s"), said);
}

/** The heading over what happened. @param {Step} step @param {Record<string, string>} names */
export function toldTitle(step, names) {
  const said = { number: roundOf(step), seat: step.turn ? (names[step.turn] ?? step.turn.toUpperCase()) : "" };
  if (!said.number)
    return fill(
      said.seat ? gettext("What happened when %(seat)s placed armies") : gettext("What happened while armies were placed"),
      said,
    );
  return fill(
    said.seat
      ? gettext("What happened in round %(number)s, in %(seat)s’s turn")
      : gettext("What happened in round %(number)s"),
    said,
  );
}
