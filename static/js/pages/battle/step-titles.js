// Titles of steps: the round of play, and whose turn it is in it. The server writes the same ones.
import { fill, gettext } from "../../core/i18n.js";

/**
 * @typedef {{number?: number, round?: number, turn?: string}} Step
 *   `number`: its number in the record; `round`: the round of play, 0 while armies are placed
 */

/** @param {Step} step */
const roundOf = ({ round, number }) => round ?? number ?? 0;

/** Return the title of a step. @param {Step} step @param {Record<string, string>} names */
export function stepTitle(step, names) {
  const values = { round: roundOf(step), seat: step.turn ? (names[step.turn] ?? step.turn.toUpperCase()) : "" };
  if (!values.round)
    return fill(values.seat ? gettext("Placing armies: %(seat)s’s turn") : gettext("Placing armies"), values);
  return fill(values.seat ? gettext("Round %(round)s: %(seat)s’s turn") : gettext("Round %(round)s"), values);
}

/** Return the title of the list of events of a step. @param {Step} step @param {Record<string, string>} names */
export function eventsTitle(step, names) {
  const values = { number: roundOf(step), seat: step.turn ? (names[step.turn] ?? step.turn.toUpperCase()) : "" };
  if (!values.number)
    return fill(
      values.seat
        ? gettext("What happened when %(seat)s placed armies")
        : gettext("What happened while armies were placed"),
      values,
    );
  return fill(
    values.seat
      ? gettext("What happened in round %(number)s, in %(seat)s’s turn")
      : gettext("What happened in round %(number)s"),
    values,
  );
}
