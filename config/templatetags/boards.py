"""A battle's position as a table: what is read aloud, and played from where there is no script."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from battlefield.tiles import letters

register = template.Library()
Position = dict[str, Any]


@register.simple_tag
def board_data(position: Position, seats: list[Any] | None = None, you: dict[str, Any] | None = None,
               rounds: list[Any] | None = None) -> dict[str, Any]:
    """What <battle-board> reads when the page opens."""
    return {"position": position, "seats": seats or [], "you": you or None, "rounds": rounds or []}


@register.simple_tag
def board_columns(position: Position) -> list[str]:
    return [letters(column) for column in range(position["columns"])]


@register.simple_tag
def board_rows(position: Position) -> list[dict[str, Any]]:
    """Rows from the top, each with one cell a column; a cell off the board has no tile."""
    tiles = set(position["tiles"])
    pieces = {piece["tile"]: piece for piece in position["pieces"]}
    items = position.get("items") or {}
    columns = board_columns(position)
    return [
        {"number": row, "cells": [cell(f"{column}{row}", tiles, pieces, items) for column in columns]}
        for row in range(1, position["rows"] + 1)
    ]


@register.simple_tag
def legal_orders(you: dict[str, Any] | None) -> list[str]:
    """Every order that may be given, in notation."""
    legal = (you or {}).get("legal") or {}
    return [f"{origin}-{to}" for origin, destinations in legal.items() for to in destinations if isinstance(to, str)]


def cell(tile: str, tiles: set[str], pieces: dict[str, Any], items: dict[str, str]) -> dict[str, Any]:
    if tile not in tiles:
        return {"tile": ""}
    piece, item = pieces.get(tile), items.get(tile, "")
    words = [piece_words(piece) if piece else "", item_words(item) if item else ""]
    return {"tile": tile, "piece": piece, "item": item, "words": ", ".join(filter(None, words))}


def piece_words(piece: dict[str, Any]) -> str:
    named = {"seat": piece["seat"].upper(), "experience": piece["experience"]}
    if piece["kind"] == "emperor":
        return _("Emperor of %(seat)s, range %(experience)s") % named
    return _("pawn of %(seat)s, experience %(experience)s") % named


def item_words(item: str) -> str:
    name, _space, owner = item.partition(" ")
    return _("chest of %(seat)s") % {"seat": owner.upper()} if name == "chest" else _("treasure")
