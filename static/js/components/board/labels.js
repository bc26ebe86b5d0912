// What a tile is, in words: for screen readers, and for whoever wants it told.
import { fill, gettext } from "../../core/i18n.js";

/** @typedef {import("./types.js").Position} Position */

/** @param {import("./types.js").Piece} piece @param {string} you */
export function pieceWords(piece, you) {
  const values = { seat: piece.seat.toUpperCase(), experience: piece.experience };
  if (piece.kind === "emperor")
    return fill(
      piece.seat === you
        ? gettext("your Emperor, range %(experience)s")
        : gettext("Emperor of %(seat)s, range %(experience)s"),
      values,
    );
  return fill(
    piece.seat === you
      ? gettext("your pawn, experience %(experience)s")
      : gettext("pawn of %(seat)s, experience %(experience)s"),
    values,
  );
}

/** @param {string} item `treasure` or `chest a` */
export function itemWords(item) {
  const [name, seat] = item.split(" ");
  return name === "chest"
    ? fill(gettext("chest of %(seat)s"), { seat: (seat ?? "").toUpperCase() })
    : gettext("treasure");
}

/**
 * @param {string} tile
 * @param {Position} position
 * @param {{you: string, legal: import("./types.js").Legal, selected: string, danger?: Map<string, string[]> | null,
 *   arranged?: boolean}} view `arranged`: pieces are set up, so that what they may be ordered to does not matter
 */
export function tileWords(tile, position, { you, legal, selected, danger, arranged }) {
  const piece = position.pieces.find((one) => one.tile === tile);
  const words = [tile, piece ? pieceWords(piece, you) : gettext("empty")];
  const item = position.items?.[tile];
  if (item) words.push(itemWords(item));
  const aims = Object.entries(position.targets ?? {})
    .filter(([, tiles]) => tiles.includes(tile))
    .map(([seat]) => seat.toUpperCase());
  if (aims.length) words.push(fill(gettext("target of %(seats)s"), { seats: aims.join(", ") }));
  if (tile === selected) words.push(gettext("selected"));
  if (arranged) return words.join(", ");
  if (selected && legal[selected]?.includes(tile))
    words.push(fill(gettext("%(piece)s can go here"), { piece: selected }));
  else if (legal[tile]?.length) words.push(fill(gettext("can go to %(tiles)s"), { tiles: legal[tile].join(", ") }));
  const comers = danger?.get(tile);
  if (comers) words.push(fill(gettext("in reach of %(seats)s"), { seats: comers.join(", ").toUpperCase() }));
  return words.join(", ");
}
