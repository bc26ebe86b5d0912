"""A battle's position as a table: what is read aloud, and played from where there is no script."""

from functools import lru_cache
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from battlefield.tiles import Tile, letters
from config.templatetags.components import piece as draw_piece
from core.numbers import format_number
from core.sentences import fill

register = template.Library()
Position = dict[str, Any]
NO_TILE = SafeString("<td></td>")
"""The cell of a place off the board."""


@register.filter
def with_code(text: str) -> SafeString:
    """Return a sentence whose words between backticks stand as code."""
    parts = text.split("`")
    return SafeString("".join(f"<code>{escape(part)}</code>" if place % 2 else escape(part)
                              for place, part in enumerate(parts)))  # fmt: skip


@register.filter
def without_code(text: str) -> str:
    """Return a sentence without its backticks, for where there is room for words alone."""
    return text.replace("`", "")


@register.simple_tag
def board_data(
    position: Position,
    seats: list[Any] | None = None,
    you: dict[str, Any] | None = None,
    rounds: list[Any] | None = None,
) -> dict[str, Any]:
    """Return what <battle-board> reads when the page opens."""
    return {"position": position, "seats": seats or [], "you": you or None, "rounds": rounds or []}


@register.simple_tag
def board_columns(position: Position) -> list[str]:
    return [letters(column) for column in range(position["columns"])]


@register.simple_tag
def board_rows(position: Position) -> list[dict[str, Any]]:
    """Return the rows from the top, each with one cell a column, written out."""
    tiles = set(position["tiles"])
    pieces = {each["tile"]: (each["seat"], each["kind"], each["experience"]) for each in position["pieces"]}
    items, throne = position.get("items") or {}, position.get("throne")
    columns, shown_in = board_columns(position), (get_language(), staticfiles_storage.url("images/pieces.svg"))
    return [
        {
            "number": row,
            "cells": [
                write_cell(tile, pieces.get(tile), items.get(tile, ""), tile == throne, shown_in)
                if tile in tiles
                else NO_TILE
                for column in columns
                for tile in (f"{column}{row}",)
            ],
        }
        for row in range(1, position["rows"] + 1)
    ]


@register.simple_tag
def legal_orders(you: dict[str, Any] | None) -> list[str]:
    """Return every legal order in notation."""
    legal = (you or {}).get("legal") or {}
    return [f"{origin}-{to}" for origin, destinations in legal.items() for to in destinations if isinstance(to, str)]


@register.filter
def goals(legal: dict[str, list[str]]) -> list[str]:
    """Return every tile that one of a seat's pieces could go to, each once."""
    return list(dict.fromkeys(tile for tiles in legal.values() for tile in tiles))


@lru_cache(maxsize=4_096)
def write_cell(
    tile: str, piece: tuple[str, str, int] | None, item: str, is_throne: bool, shown_in: tuple[str | None, str]
) -> SafeString:
    """Return the cell of a tile; most are shown again and again, in one battle or another.

    `piece`: seat, kind and experience. `shown_in`: the active language, and the address of the drawings.
    """
    words = (
        describe_piece(*piece) if piece else "",
        describe_item(item) if item else "",
        _("throne") if is_throne else "",
    )
    text, mark = ", ".join(filter(None, words)), ""
    if piece:
        seat, kind, experience = piece
        worth = f'<span class="worth" aria-hidden="true">{format_number(experience)}</span>'
        mark = f"{draw_piece(seat, kind)}{worth}"
    hidden = f'<span class="hidden-text">{escape(text)}</span>' if text else ""
    return SafeString(f'<td data-tile="{tile}">{mark}{hidden}</td>')


def describe_piece(seat: str, kind: str, experience: int) -> str:
    named = {"seat": seat.upper(), "experience": experience}
    if kind == "emperor":
        return fill(_("Emperor of %(seat)s, range %(experience)s"), named)
    return fill(_("pawn of %(seat)s, experience %(experience)s"), named)


def describe_item(item: str) -> str:
    name, _space, owner = item.partition(" ")
    return fill(_("chest of %(seat)s"), {"seat": owner.upper()}) if name == "chest" else _("treasure")


@register.simple_tag
def small_board(position: Position) -> dict[str, Any]:
    """Return a board as a few shapes, a tile one unit wide: one path for the ground, items, and pieces.

    Numbers are text here: in a template they would get the comma of the reader's language.
    """
    tiles = [Tile.read(name) for name in position["tiles"]]
    ground = "".join(f"M{tile.column + 0.04:g} {tile.row + 0.04:g}h.92v.92h-.92z" for tile in tiles)
    marks = [{"seat": item.partition(" ")[2], "x": f"{place.column + 0.25:g}", "y": f"{place.row + 0.25:g}"}
             for name, item in (position.get("items") or {}).items() for place in (Tile.read(name),)]  # fmt: skip
    pieces = [{"seat": piece["seat"], "x": f"{place.column + 0.5:g}", "y": f"{place.row + 0.5:g}",
               "r": "0.42" if piece["kind"] == "emperor" else "0.28"}
              for piece in position["pieces"] for place in (Tile.read(piece["tile"]),)]  # fmt: skip
    throne = Tile.read(position["throne"]) if position.get("throne") else None
    seat = {"x": f"{throne.column + 0.5:g}", "y": f"{throne.row + 0.5:g}"} if throne else None
    return {"ground": ground, "marks": marks, "pieces": pieces, "throne": seat}
