"""The end of a series around its reader: how far it came, what it fought, and the battle that decided."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.sentences import fill
from tournaments.domain import games
from tournaments.models import Series, SeriesEntry, Tournament
from tournaments.selectors.series import SeriesRound, Standing


@dataclass(frozen=True)
class SeriesEnding:
    """What a finished series says to a reader who took part."""

    mood: str
    """won or lost: which picture it gets."""
    title: str
    text: str


def describe_ending(
    series: Series, own: SeriesEntry | None, standings: list[Standing], rounds: list[SeriesRound]
) -> SeriesEnding | None:
    """Return how a series ended for a reader; None while it goes on, and for one who did not stay in it."""
    if series.status != Series.Status.FINISHED or own is None or own.left_at is not None:
        return None
    text = describe_tables(own, rounds)
    return SeriesEnding("won" if own.champion else "lost", describe_place(own, standings), text)


def describe_place(own: SeriesEntry, standings: list[Standing]) -> str:
    """Return how far the reader came."""
    if own.champion:
        return _("You won the series")
    if own.out_in:
        return fill(_("You were out in round %(round)s"), {"round": own.out_in})
    place = next(line.place for line in standings if line.entry.pk == own.pk)
    return fill(_("You came to place %(place)s of %(players)s"), {"place": place, "players": len(standings)})


def describe_tables(own: SeriesEntry, rounds: list[SeriesRound]) -> str:
    """Return at how many tables the reader fought, and how many it won."""
    seats = [seat for each in rounds for table in each.tables for seat in table.seats]
    places = [seat.place for seat in seats if seat.code == own.dynasty.code and seat.place is not None]
    sentence = ngettext(
        "You had a seat at %(tables)s table, and won %(won)s.",
        "You had a seat at %(tables)s tables, and won %(won)s.",
        len(places),
    )
    return fill(sentence, {"tables": len(places), "won": places.count(1)})


def find_deciding_battle(series: Series, rounds: list[SeriesRound]) -> str:
    """Return the code of the battle on a board that decided a knock-out, which has a card; blank without one."""
    if series.status != Series.Status.FINISHED or series.format != Series.Format.KNOCKOUT or not rounds:
        return ""
    tournament = rounds[-1].tables[-1].tournament
    if (
        tournament is None
        or tournament.status != Tournament.Status.FINISHED
        or games.GAMES[tournament.game].VIEW != "board"
    ):
        return ""
    return tournament.code
