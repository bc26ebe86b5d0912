"""What the tests of this folder say: dynasties and emperors, tournaments, and whole battles in a line."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from core import clock
from dynasty.catalog import assets, emblems
from dynasty.models import Account, Dynasty, Emperor, Engagement, User
from dynasty.services import chronicle, emperors, founding, reputation, treasury
from dynasty.services.treasury import Payment
from tests import quick_founding
from tournaments.domain import terms
from tournaments.models import Entry, Round, Tournament
from tournaments.services import announcements, entries, lifecycle, orders, rounds

HOUR = timedelta(hours=1)
TERMS: dict[str, dict[str, Any]] = {
    "training": {},
    "gift": {"prize": {"gold": 100}},
    "honour": {"stake": 10},
    "conquer": {},
    "death": {},
}


def found(name: str, **fields: Any) -> Dynasty:
    """Create a dynasty of a new user."""
    user = User.objects.create_user(f"{name.lower()}@example.org", "a long password")
    return quick_founding.found(user, name, **fields)


def house(name: str) -> Dynasty:
    return founding.found_house(name=name, motto="", emblem=emblems.DEFAULT)


def born(dynasty: Dynasty, name: str, points: int = 0) -> Emperor:
    """Create an emperor at court, with some reputation."""
    emperor = emperors.raise_emperor(dynasty=dynasty, name=name, gender="w", birth_date=date(1400, 1, 1))
    if points:
        reputation.award(emperor=emperor, points=points, cause="won", place="", key=f"test:{emperor.code}")
    return emperor


def proven(dynasty: Dynasty) -> Dynasty:
    """Create a dynasty that fought a serious battle once, and so may hold serious tournaments."""
    chronicle.record(key=f"test:fought:{dynasty.code}", kind="fought", public=True, at=clock.now(),
                     mentions=[(dynasty, None)])  # fmt: skip
    return dynasty


def announce(type: str = "gift", organiser: Dynasty | None = None, seats: int = 2, **changes: Any) -> Tournament:
    """Announce a tournament of the scripted game that starts in an hour; `terms` are added to those of the type.

    One that allows bets starts as soon as it is full, unless `terms` say a window.
    """
    if changes.pop("proven", True) and organiser is not None:
        proven(organiser)
    data = changes.pop("terms", {})
    at_once = {"betting_window": 0} if data.get("betting") else {}
    agreed = terms.read(TERMS[type] | at_once | data)
    wanted = {
        "title": "The Test Cup",
        "game": "scripted",
        "field": "stage",
        "rules": {},
        "round_seconds": 60,
        "starts_at": clock.now() + HOUR,
    }
    return announcements.announce(organiser=organiser, type=type, seats=seats, terms=agreed, **wanted | changes)


def enter(tournament: Tournament, emperor: Emperor, seat: str, **more: Any) -> Entry:
    return entries.enter(tournament=tournament, dynasty=emperor.dynasty, emperor=emperor, seat=seat, **more)


def begin(type: str, *points: int, **changes: Any) -> tuple[Tournament, list[Emperor]]:
    """Begin a tournament of dynasties Aa, Bb, … with an emperor each, with that much reputation."""
    tournament = announce(type, seats=len(points), **changes)
    names = [letter.upper() + letter * 2 for letter in "abcdefgh"[: len(points)]]
    fighters = [born(found(name), name, each) for name, each in zip(names, points, strict=True)]
    for seat, emperor in zip("abcdefgh", fighters, strict=False):
        enter(tournament, emperor, seat)
    return start(tournament), fighters


def start(tournament: Tournament) -> Tournament:
    """Start an announced tournament; where a site runs, its own worker may have been first."""
    lifecycle.start(tournament_id=tournament.pk)
    begun: Tournament = again(tournament)
    assert begun.status == Tournament.Status.RUNNING
    return begun


def again(row: Any) -> Any:
    """Return the row as it is in the database now."""
    return type(row).objects.get(pk=row.pk)


def order(tournament: Tournament, seat: str, text: str, **more: Any) -> dict[str, Any]:
    return orders.give_order(
        tournament_id=tournament.pk, round_no=again(tournament).round_no, seat=seat, text=text, **more
    )


def play(tournament: Tournament, *each: Mapping[str, str]) -> Tournament:
    """Play rounds: the orders of each by seat; a seat that is not named holds."""
    for wanted in each:
        number = again(tournament).round_no
        current = Round.objects.get(tournament=tournament, closed_at=None)
        for seat in sorted({*current.state["seats"]} - {*current.state["fallen"]} - {*wanted}):
            order(tournament, seat, "-")
        for seat, text in wanted.items():
            order(tournament, seat, text)
        is_closed = rounds.close_round(tournament_id=tournament.pk, round_no=number)
        assert is_closed or Round.objects.get(tournament=tournament, number=number).closed_at  # or the site did it
    return again(tournament)


def has(emperor: Emperor) -> int:
    """Return its reputation."""
    return treasury.get_reputation_account(emperor).balance


def gold(dynasty: Dynasty, asset: str = "gold") -> int:
    return treasury.get_wallet(dynasty, asset).balance


def endow(dynasty: Dynasty, asset: str, amount: int) -> None:
    treasury.move(
        [
            Payment(
                f"test:{dynasty.code}:{asset}",
                treasury.get_treasury(asset),
                treasury.get_wallet(dynasty, asset),
                asset,
                amount,
                "correction",
            )
        ]
    )


def at_court(emperor: Emperor) -> bool:
    return not Engagement.objects.filter(emperor=emperor).exists()


def log_bet(dynasty: Dynasty, number: int, returned: int, result: str = "") -> None:
    """Write into a dynasty's log that a bet of 100 gold was settled, one of five battles after another."""
    chronicle.record(
        key=f"bet:test:{dynasty.code}:{number}:settled",
        kind="bet_settled",
        public=False,
        at=clock.now(),
        mentions=[(dynasty, None)],
        place=f"t{number % 5}",
        facts={
            "amount": 100,
            "asset": "gold",
            "returned": returned,
            "result": result or ("won" if returned else "lost"),
            "seat": "a",
            "title": "The Cup",
        },
    )


def sum_escrows() -> int:
    """Return everything that any escrow holds."""
    return sum(Account.objects.filter(purpose="escrow").values_list("balance", flat=True))


def books_balance() -> bool:
    """Return whether every asset adds up to zero over all accounts."""
    sums: dict[str, int] = dict.fromkeys([*assets.ASSETS, assets.REPUTATION], 0)
    for asset, balance in Account.objects.values_list("asset", "balance"):
        sums[asset] = sums.get(asset, 0) + balance
    return not any(sums.values())
