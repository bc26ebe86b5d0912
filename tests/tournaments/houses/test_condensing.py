"""Condensing: sums replace old transfers of houses, and no balance, no reputation and nothing of a person changes."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from core import clock
from dynasty.domain import condensing as sums
from dynasty.domain.transfer_reasons import CONDENSED
from dynasty.models import Account, CondensedDay, Dynasty, Emperor, Transfer, TreasuryDay
from dynasty.selectors import integrity, standings, transfers
from dynasty.selectors import treasury as treasury_selectors
from dynasty.services import emperors, offers, reputation, treasury
from tests import factories
from tests.dynasty.test_races import race
from tests.tournaments import scripted
from tournaments.domain import games
from tournaments.models import Tournament
from tournaments.selectors import battle_results
from tournaments.services import bets, condensing, lifecycle, retention
from tournaments.services import integrity as world_integrity

pytestmark = pytest.mark.django_db(transaction=True)
MONTHS = timedelta(days=70)


@pytest.fixture(autouse=True)
def scripted_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, scripted.NAME, scripted)


def fight(type: str, fighters: list[Emperor], bettors: list[Emperor], orders: dict[str, str]) -> Tournament:
    """Let emperors of houses or people fight, and others bet on them; the first order decides."""
    tournament = factories.announce(type, seats=len(fighters), terms={"betting": True, "houses": True})
    for number, emperor in enumerate(bettors):
        bets.place_bet(
            tournament=tournament,
            dynasty=emperor.dynasty,
            emperor=emperor,
            seat="ab"[number % 2],
            asset="gold",
            amount=7 + number,
        )
    for seat, emperor in zip("abc", fighters, strict=False):
        factories.enter(tournament, emperor, seat)
    if factories.again(tournament).status == "announced":
        lifecycle.start(tournament_id=tournament.pk)
    factories.play(tournament, orders)
    if factories.again(tournament).status == "running":
        factories.play(tournament, {"a": "win"})
    return factories.again(tournament)


def trade(giver: Dynasty, taker: Dynasty) -> None:
    offers.accept(offer=offers.create(dynasty=giver, gives={"copper": 50}, asks={"silver": 3}), dynasty=taker)


class Past:
    """Two months ago: houses and two people fought, bet and traded; the house battles were forgotten since."""

    def __init__(self) -> None:
        self.houses = [factories.proven(factories.house(name)) for name in ("Oriel", "Quillon", "Rookwood", "Marisol")]
        self.people = [factories.proven(factories.found(name)) for name in ("Ada", "Bob")]
        self.heirs = {each.pk: factories.born(each, "Heir") for each in (*self.houses, *self.people)}
        self.begun = clock.now()
        one, two, three, four = (self.heirs[each.pk] for each in self.houses)
        ada, bo = (self.heirs[each.pk] for each in self.people)
        for day in range(3):
            with clock.freeze(self.begun + timedelta(days=day)):
                fight("gift", [one, two], [three, four], {"a": "win"})
                fight("honour" if day else "gift", [two, one], [three, four], {"a": "win"})
                fight("gift", [three, four], [one, ada], {"b": "win"})
                fight("gift", [ada, one], [two, bo], {"a": "win"})
                trade(self.houses[day], self.houses[3])
                trade(self.houses[day], self.people[0])
                reputation.award(emperor=four, points=-1, cause="whispers", place="", key=f"whispers:{day}")
        with clock.freeze(self.begun + MONTHS):
            while retention.forget_old():
                pass
            for tournament in retention.query_without_people().filter(status="finished"):
                retention.delete_tournament(tournament.pk)

    def condense(self) -> int:
        with clock.freeze(self.begun + MONTHS):
            return condensing.condense_due()


@pytest.fixture
def past() -> Past:
    return Past()


def read_figures(past: Past) -> dict[str, Any]:
    """Return everything that must stay: balances, standings, the treasury's books, and what is a person's."""
    every = transfers.Filter()
    wallets = Account.objects.exclude(purpose="escrow").order_by("pk")
    return {
        "balances": list(wallets.values_list("purpose", "ref", "asset", "balance")),
        "held": list(Account.objects.filter(balance__gt=0, purpose="escrow").values_list("ref", "asset", "balance")),
        "days": list(TreasuryDay.objects.order_by("pk").values()),
        "books": treasury_selectors.build_books().sheets,
        "wealth of people": [transfers.export(each, every) for each in past.people],
        "curves of people": [standings.get_reputation_curve(each) for each in past.people],
        "ends of curves": [standings.get_reputation_curve(each)[-1][1] for each in past.houses],
        "standings": [Dynasty.objects.get(pk=each.pk).standing.reputation for each in past.houses],
        "results": [
            [result.reputation for result in battle_results.build_results(each, list(each.rounds.order_by("number")))]
            for each in Tournament.objects.filter(status="finished").order_by("pk")
        ],
    }


@pytest.mark.races
def test_condensing_changes_no_balance_no_reputation_and_nothing_of_a_person(past: Past) -> None:
    before, count = read_figures(past), Transfer.objects.count()
    replaced = past.condense()
    assert replaced > 30 and Transfer.objects.count() <= count - 20
    there = {f"bets:{each.code}" for each in Tournament.objects.all()}
    bet_on = set(Account.objects.filter(ref__startswith="bets:").values_list("ref", flat=True))
    assert bet_on and bet_on <= there, "escrows go with their transfers"
    assert read_figures(past) == before
    assert integrity.find_differences() == [] and world_integrity.verify() == []
    assert past.condense() == 0
    assert CondensedDay.objects.count() == 3


def test_every_transfer_that_was_replaced_can_be_read(past: Past, capsys: pytest.CaptureFixture[str]) -> None:
    fields = ("id", "key", "debit_id", "credit_id", "asset", "amount", "cause", "place", "at")
    before = {str(row[0]): list(row[1:]) for row in Transfer.objects.values_list(*fields)}
    replaced = past.condense()
    gone = before.keys() - {str(pk) for pk in Transfer.objects.values_list("pk", flat=True)}
    call_command("books", condensed=True)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    read = {line["id"]: [*list(line.values())[1:-1], datetime.fromisoformat(line["at"])] for line in lines}
    assert len(lines) == len(gone) == replaced > 30
    assert read == {pk: before[pk] for pk in gone}


def test_what_is_young_or_of_a_battle_that_is_still_there_stays(past: Past) -> None:
    there = {each.code for each in Tournament.objects.all()}
    kept = set(Transfer.objects.filter(place__in=there).values_list("pk", flat=True))
    with clock.freeze(past.begun + timedelta(days=29)):
        assert condensing.condense_due() == 0
    past.condense()
    assert there and kept == set(Transfer.objects.filter(place__in=there).values_list("pk", flat=True))
    assert not Transfer.objects.exclude(place__in=[*there, ""]).exists()


def test_later_days_join_the_sums_and_an_account_keeps_one_in_and_one_out(past: Past) -> None:
    past.condense()
    marisol, oriel = past.houses[3], past.houses[0]
    before = Transfer.objects.filter(cause=CONDENSED).count()
    with clock.freeze(past.begun + MONTHS):
        for _trade in range(4):
            trade(marisol, oriel)
    with clock.freeze(past.begun + 2 * MONTHS):
        assert condensing.condense_due() == 12
    sums_now = Transfer.objects.filter(cause=CONDENSED)
    assert sums_now.count() <= before + 4, "no more than a sum in and one out of the wallets that had none"
    sides = [(each.debit_id, each.credit_id) for each in sums_now.exclude(asset="reputation")]
    assert len(sides) == len(set(sides))
    assert integrity.find_differences() == []


def test_an_escrow_that_still_holds_something_waits(past: Past) -> None:
    with clock.freeze(past.begun + timedelta(days=4)):
        offer = offers.create(dynasty=past.houses[0], gives={"gold": 5}, asks={"silver": 30})
    for day in range(1, 6):
        condensing.condense_until(clock.get_midnight(past.begun) + timedelta(days=day))
    assert CondensedDay.objects.count() == 5
    assert Transfer.objects.filter(key__startswith=f"offer:{offer.code}").count() == 1
    with clock.freeze(past.begun + timedelta(days=6)):
        offers.withdraw(offer=offer, dynasty=past.houses[0])
    past.condense()
    assert not Transfer.objects.filter(key__startswith=f"offer:{offer.code}").exists()
    assert not Account.objects.filter(ref=f"offer:{offer.code}").exists()
    assert integrity.find_differences() == []


def test_a_captive_of_a_person_keeps_its_history(past: Past) -> None:
    heir = past.heirs[past.houses[0].pk]
    with clock.freeze(past.begun + timedelta(days=10)):
        emperors.change_dynasty(emperor=heir, to=past.people[0])
    curve = standings.get_reputation_curve(past.people[0])
    own = Transfer.objects.filter(credit__emperor=heir).count()
    past.condense()
    assert own and own == Transfer.objects.filter(credit__emperor=heir).count()
    assert standings.get_reputation_curve(past.people[0]) == curve
    assert integrity.find_differences() == []


def plant(sql: str, *values: object) -> None:
    """Change a row behind the back of the triggers, as damage to a disk would."""
    table = sql.split()[1]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        else:
            cursor.execute(f"DROP TRIGGER {table}_is_final")
        cursor.execute(sql, values)
        if connection.vendor == "postgresql":
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def plant_in_a_sum() -> None:
    wallet = Account.objects.filter(purpose="wallet", credits__cause=CONDENSED).order_by("pk")[0]
    plant("UPDATE dynasty_transfer SET amount = amount + 1 WHERE cause = %s AND credit_id = %s", CONDENSED, wallet.pk)


def plant_in_the_count() -> None:
    plant("UPDATE dynasty_condensedday SET transfers = transfers + 1")


def plant_in_the_treasury_s_part() -> None:
    plant("UPDATE dynasty_condensedday SET treasury = '[]'")


def plant_in_a_day() -> None:
    day = TreasuryDay.objects.filter(account__asset="reputation").order_by("pk")[0]
    TreasuryDay.objects.filter(pk=day.pk).update(minted=day.minted + 1)


def plant_in_a_packed_transfer() -> None:
    day = CondensedDay.objects.order_by("until")[0]
    lines = sums.unpack(day.packed, day.records)
    packed, _records = sums.pack([replace(lines[0], amount=lines[0].amount + 1), *lines[1:]])
    plant("UPDATE dynasty_condensedday SET packed = %s WHERE id = %s", packed, day.pk)


def plant_by_losing_a_day() -> None:
    plant("UPDATE dynasty_condensedday SET packed = %s", b"")


ERRORS = [
    plant_in_a_sum,
    plant_in_the_count,
    plant_in_the_treasury_s_part,
    plant_in_a_day,
    plant_in_a_packed_transfer,
    plant_by_losing_a_day,
]


def test_books_find_every_planted_error(past: Past) -> None:
    past.condense()
    assert integrity.find_differences() == []
    overlooked = []
    for plant_error in ERRORS:
        with transaction.atomic():
            plant_error()
            found = [each for each in integrity.find_differences() if not each.what.startswith("guard of")]
            overlooked += [plant_error.__name__] if not found else []
            transaction.set_rollback(True)
    assert overlooked == []
    assert integrity.find_differences() == [], "and nothing else: each error was taken back"


@pytest.mark.races
def test_the_database_deletes_no_transfer_of_a_person(past: Past) -> None:
    past.condense()
    ada = past.people[0]
    heir = past.heirs[ada.pk]
    rows = Transfer.objects.filter(debit__dynasty=ada) | Transfer.objects.filter(credit__dynasty=ada)
    own = rows | Transfer.objects.filter(credit__emperor=heir)
    for pk in own.values_list("pk", flat=True):
        with pytest.raises(DatabaseError, match="is written once"), transaction.atomic():
            Transfer.objects.filter(pk=pk)._raw_delete("default")


@pytest.mark.races
def test_the_database_deletes_nothing_that_is_younger_than_what_was_condensed(past: Past) -> None:
    past.condense()
    with clock.freeze(past.begun + MONTHS):
        trade(past.houses[0], past.houses[1])
        young = Transfer.objects.order_by("-at").values_list("pk", flat=True)[0]
    with pytest.raises(DatabaseError, match="is written once"), transaction.atomic():
        Transfer.objects.filter(pk=young)._raw_delete("default")


@pytest.mark.races
def test_two_workers_condense_a_day_once_while_houses_trade(past: Past) -> None:
    until = clock.get_midnight(past.begun) + timedelta(days=1)
    counts: list[int] = []

    def work(number: int) -> None:
        if number % 2:
            trade(past.houses[number % 3], past.houses[3])
        else:
            counts.append(condensing.condense_until(until))

    before = treasury.get_treasury("reputation").balance
    ends = race(work, 6)
    assert ends["ok"] >= 3 and not [end for end in ends if "Error(" in end], ends
    assert sorted(map(bool, counts)) == [False] * (len(counts) - 1) + [True]
    assert CondensedDay.objects.count() == 1
    assert before == treasury.get_treasury("reputation").balance
    assert integrity.find_differences() == []


def test_sums_are_split_at_the_moments_that_are_read_off() -> None:
    def line(number: int, amount: int, day: int) -> sums.Line:
        at = datetime(2031, 1, day, tzinfo=clock.now().tzinfo)
        return sums.Line(str(number), "k", 1, 2, "gold", amount, "trade", "", at)

    lines = [line(1, 5, 1), line(2, 7, 2), line(3, 11, 3)]
    found = sums.sum_accounts(lines, {2}, {2: [lines[1].at]})
    assert [[(each.amount, each.incoming, each.at.day) for each in part] for part in found.values()] == [
        [(12, True, 2)],
        [(11, True, 3)],
    ]
