"""What the log keeps of a finished battle: where, against whom, and how it ended for each."""

from dynasty.models import Emperor
from dynasty.services import chronicle
from tournaments.domain import games, settlement
from tournaments.domain.settlement import Seat
from tournaments.models import Tournament
from tournaments.services.settlement.finished_battles import FinishedBattle


def mark_fought(finished: FinishedBattle) -> None:
    """Hold the emperors, and note that they have fought a serious battle."""
    ids = [finished.emperor(seat).pk for seat in finished.entries]
    locked = list(Emperor.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))
    Emperor.objects.filter(pk__in=[emperor.pk for emperor in locked]).update(fought_at=finished.tournament.ended_at)


def record_battle(finished: FinishedBattle) -> None:
    """Record one public event for each emperor. The caller holds the tournament's lock."""
    tournament = finished.tournament
    for seat in finished.battle.seats:
        chronicle.record(
            key=f"fought:{tournament.code}:{seat.letter}",
            kind="fought",
            public=True,
            at=tournament.ended_at or tournament.announced_at,
            mentions=[(finished.dynasty(seat.letter), finished.emperor(seat.letter))],
            facts=build_facts(finished, seat),
            place=tournament.code,
        )


def build_facts(finished: FinishedBattle, seat: Seat) -> dict[str, object]:
    """Return the numbers and names of one emperor's battle."""
    others = [letter for letter in finished.entries if letter != seat.letter]
    return {
        "emperor": finished.emperor(seat.letter).name,
        "title": finished.tournament.title,
        "field": finished.tournament.field,
        "where": get_field_title(finished.tournament),
        "type": finished.tournament.type,
        "against": ", ".join(format_name(finished, letter) for letter in others),
        "winners": [format_name(finished, letter) for letter in finished.battle.winners],
        "result": settlement.get_result(finished.battle, seat, finished.resigned),
    }


def get_field_title(tournament: Tournament) -> str:
    """Return the title of the battlefield, to be translated when it is read."""
    return games.GAMES[tournament.game].field_words(tournament.field)[0]


def format_name(finished: FinishedBattle, letter: str) -> str:
    """Return an emperor and its dynasty, as battle records write them."""
    return f"{finished.dynasty(letter).name}: {finished.emperor(letter).name}"
