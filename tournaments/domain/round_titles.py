"""Titles of rounds: the round of play, and whose turn it is in it.

A step is one submission of everybody who is to act. In the games in turns a round has several; elsewhere it is one.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from core.json_types import ReadOnlyJson
from core.sentences import fill

if TYPE_CHECKING:
    from tournaments.models import Tournament


def find_step(tournament: "Tournament", fields: ReadOnlyJson) -> int:
    """Return the step for which something is meant; 0 where none of the round that it names is open.

    `fields` has `step`, or else `round`: then it is meant for whatever step of that round is open.
    """
    if fields.get("step"):
        return int(fields["step"])
    number = int(fields["round"])
    if tournament.round_no == tournament.game_round:
        return number
    return tournament.round_no if number == tournament.game_round else 0


def format_title(number: int, turn: str, names: Mapping[str, str]) -> str:
    """Return the title of a round; `turn` is a seat, or blank where all act at once."""
    values = {"round": number, "seat": names.get(turn, turn.upper())}
    if not number:
        return fill(_("Placing armies: %(seat)s’s turn"), values) if turn else _("Placing armies")
    return fill(_("Round %(round)s: %(seat)s’s turn"), values) if turn else fill(_("Round %(round)s"), values)


def format_report_title(number: int, turn: str, names: Mapping[str, str]) -> str:
    """Return the heading over what happened in a round."""
    values = {"number": number, "seat": names.get(turn, turn.upper())}
    if not number:
        return (fill(_("What happened when %(seat)s placed armies"), values) if turn
                else _("What happened while armies were placed"))  # fmt: skip
    return (fill(_("What happened in round %(number)s, in %(seat)s’s turn"), values) if turn
            else fill(_("What happened in round %(number)s"), values))  # fmt: skip
