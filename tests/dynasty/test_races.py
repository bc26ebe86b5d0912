"""What must hold when many do it at once: threads with connections of their own, on any database."""

import threading
from collections import Counter
from collections.abc import Callable
from datetime import date

import pytest
from django.db import connection

from core.errors import DomainError
from dynasty.catalog import emblems
from dynasty.catalog.assets import REPUTATION
from dynasty.models import Account, Dynasty, Emperor, Engagement, Reign, StreamEvent, Transfer, User
from dynasty.selectors import integrity
from dynasty.services import emperors, event_streams, founding, reputation, treasury
from tests.patience import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.races]
THREADS = 8


def race(work: Callable[[int], object], threads: int = THREADS) -> Counter[str]:
    """Let all threads start at once; how often each ended well (ok) or was refused (by code)."""
    gate, ends = threading.Barrier(threads), Counter[str]()

    def run(number: int) -> None:
        try:
            gate.wait()
            work(number)
            ends["ok"] += 1
        except DomainError as raised:
            ends[raised.code] += 1
        except Exception as error:
            ends[repr(error)] += 1
        finally:
            connection.close()

    crowd = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join(PATIENCE)
    return ends


def test_the_whole_wealth_is_spent_once(found) -> None:
    purse, pot = treasury.get_wallet(found(), "gold"), treasury.get_escrow("pot:abc", "gold")

    def spend(number: int) -> None:
        treasury.transfer(key=f"all:{number}", debit=purse, credit=pot, asset="gold", amount=1_000, cause="fee")

    assert race(spend) == {"ok": 1, "not_enough": THREADS - 1}
    assert Account.objects.get(pk=purse.pk).balance == 0
    assert integrity.find_differences() == []


def test_wallets_never_fall_below_zero_whoever_pays_whom(found) -> None:
    purses = [treasury.get_wallet(found(), "gold") for _ in range(3)]

    def trade(number: int) -> None:
        for step in range(12):
            debit, credit = purses[(number + step) % 3], purses[(number + step * 2 + 1) % 3]
            if debit != credit:
                try:
                    treasury.transfer(
                        key=f"{number}:{step}", debit=debit, credit=credit, asset="gold", amount=170, cause="trade"
                    )
                except DomainError as error:
                    assert error.code == "not_enough"

    assert race(trade) == {"ok": THREADS}
    assert sum(Account.objects.get(pk=purse.pk).balance for purse in purses) == 3_000
    assert integrity.find_differences() == []


def test_one_key_moves_once(found) -> None:
    purse, pot = treasury.get_wallet(found(), "gold"), treasury.get_escrow("pot:abc", "gold")
    ends = race(
        lambda number: treasury.transfer(key="prize", debit=purse, credit=pot, asset="gold", amount=10, cause="fee")
    )
    assert ends == {"ok": THREADS}
    assert Transfer.objects.filter(key="prize").count() == 1
    assert Account.objects.get(pk=pot.pk).balance == 10


def test_one_name_is_founded_once(db) -> None:
    users = [User.objects.create_user(f"u{number}@example.org") for number in range(THREADS)]
    ends = race(
        lambda number: founding.found_dynasty(
            user=users[number], name="House Aurelia", motto="", emblem=emblems.DEFAULT
        )
    )
    assert ends == {"ok": 1, "name_taken": THREADS - 1}
    assert integrity.find_differences() == []


def test_a_user_founds_once(db) -> None:
    user = User.objects.create_user("u@example.org")
    ends = race(
        lambda number: founding.found_dynasty(
            user=user, name=f"House {'abcdefgh'[number]}", motto="", emblem=emblems.DEFAULT
        )
    )
    assert ends == {"ok": 1, "has_dynasty": THREADS - 1}
    assert Dynasty.objects.count() == 1


def test_an_emperor_goes_to_one_place(found, born) -> None:
    livia = born(found())
    ends = race(lambda number: emperors.engage(emperor=livia, kind="entered", place=f"p{number}"))
    assert ends == {"ok": 1, "not_at_court": THREADS - 1}
    assert Engagement.objects.count() == 1


def test_one_name_at_court(found) -> None:
    dynasty = found()
    ends = race(
        lambda number: emperors.raise_emperor(dynasty=dynasty, name="Livia", gender="w", birth_date=date(1400, 1, 1))
    )
    assert ends == {"ok": 1, "name_taken": THREADS - 1}
    assert Emperor.objects.count() == 1


def test_reputation_championship_and_standings_survive_a_crowd(found, born) -> None:
    people = [born(found(), fought=True) for _ in range(4)]

    def rise_and_fall(number: int) -> None:
        for step in range(6):
            emperor = people[(number + step) % 4]
            points = (number * 7 + step * 5) % 23 - 6
            reputation.award(emperor=emperor, points=points, cause="won", place="abc", key=f"{number}:{step}")

    assert race(rise_and_fall) == {"ok": THREADS}
    assert integrity.find_differences() == []
    assert Reign.objects.filter(until=None).count() == 1
    assert not Account.objects.filter(asset=REPUTATION, purpose="reputation", balance__lt=0).exists()


def test_streams_have_no_gaps(db) -> None:
    ends = race(
        lambda number: [event_streams.publish_event("battle:abc", f"{number}:{n}", "news", {}) for n in range(5)]
    )
    assert ends == {"ok": THREADS}
    numbers = sorted(StreamEvent.objects.values_list("number", flat=True))
    assert numbers == list(range(1, THREADS * 5 + 1))


def test_standings_are_right_however_emperors_and_points_cross(found, born) -> None:
    houses = [found() for _ in range(3)]
    people = [born(houses[number % 3], fought=True) for number in range(6)]
    for number, emperor in enumerate(people):
        reputation.award(emperor=emperor, points=60, cause="won", place="abc", key=f"start:{number}")

    def cross(number: int) -> None:
        for step in range(5):
            one, other = people[(number + step) % 6], people[(number + step * 2 + 1) % 6]
            if number % 3 == 0 and one != other:
                reputation.hand_over(victim=one, heir=other, points=7, place="abc", key=f"h:{number}:{step}")
            elif number % 3 == 1:
                emperors.change_dynasty(emperor=one, to=houses[step % 3])
            else:
                reputation.award(emperor=one, points=-25, cause="fell", place="abc", key=f"f:{number}:{step}")

    assert race(cross) == {"ok": THREADS}
    assert integrity.find_differences() == []
    assert Reign.objects.filter(until=None).count() == 1
