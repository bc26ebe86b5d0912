// Descriptions of tiles and pieces, for screen readers and panels.
import { fill, gettext } from "../../core/i18n.js";

/** @typedef {import("./types.js").Position} Position */

/**
 * Return the description of a piece.
 * @param {import("./types.js").Piece} piece @param {string} you the reader's seat
 */
export function pieceText(piece, you) {
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

/** Return the description of an item. @param {string} item `treasure` or `chest a` */
export function itemText(item) {
  const [name, seat] = item.split(" ");
  return name === "chest"
    ? fill(gettext("chest of %(seat)s"), { seat: (seat ?? "").toUpperCase() })
    : gettext("treasure");
}

/**
 * Return the description of a tile: what stands and lies there, and what it means for the reader.
 * @param {string} tile
 * @param {Position} position
 * @param {{you: string, legal: import("./types.js").Legal, selected: string, danger?: Map<string, string[]> | null,
 *   isSetup?: boolean}} view `isSetup`: pieces are set up, so that legal orders do not matter
 */
export function tileText(tile, position, { you, legal, selected, danger, isSetup }) {
  const piece = position.pieces.find((one) => one.tile === tile);
  const parts = [tile, piece ? pieceText(piece, you) : gettext("empty")];
  const item = position.items?.[tile];
  if (item) parts.push(itemText(item));
  const targets = Object.entries(position.targets ?? {})
    .filter(([, tiles]) => tiles.includes(tile))
    .map(([seat]) => seat.toUpperCase());
  if (targets.length) parts.push(fill(gettext("target of %(seats)s"), { seats: targets.join(", ") }));
  if (tile === position.throne) parts.push(gettext("throne"));
  if (tile === selected) parts.push(gettext("selected"));
  if (isSetup) return parts.join(", ");
  if (selected && legal[selected]?.includes(tile))
    parts.push(fill(gettext("%(piece)s can go here"), { piece: selected }));
  else if (legal[tile]?.length) parts.push(fill(gettext("can go to %(tiles)s"), { tiles: legal[tile].join(", ") }));
  const seats = danger?.get(tile);
  if (seats) parts.push(fill(gettext("in reach of %(seats)s"), { seats: seats.join(", ").toUpperCase() }));
  return parts.join(", ");
}
