"""House dynasties: a past, battles of all types, bets and offers, through the same services and books as everybody."""

import itertools
import random
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef
from django.test import Client

from benchmarks import climb
from core import clock, send_queue
from dynasty.catalog import assets, keys
from dynasty.models import Dynasty, Erasure, Event, Mention, Offer, Reign, Standing, Transfer
from dynasty.selectors import integrity as books
from dynasty.services import chronicle, offers, treasury
from tests import factories
from tests.factories import again, born, endow, found, gold, proven
from tournaments import tasks
from tournaments.models import Bet, Entry, Round, Tournament
from tournaments.selectors import bets as bets_selectors
from tournaments.selectors import world_chronicle
from tournaments.services import bets, condensing, house_players, lifecycle, retention, task_queue, world
from tournaments.services import integrity as world_integrity
from tournaments.services.houses import betting, circuit, history, market

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def past(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """Play a short past once for all of these tests; what each of them adds is undone at its end."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch, transaction.atomic():
        patch.setattr(history, "BATTLES", 6)
        yield history.play_history()
        transaction.set_rollback(True)


def test_the_past_is_fought_and_booked(past: int) -> None:
    assert 4 <= past <= 6, "houses without reputation cannot stake any"
    assert Tournament.objects.filter(status="finished").count() == Tournament.objects.count() == past
    assert Standing.objects.filter(dynasty__house=True).count() == 24
    assert Reign.objects.get(until=None).dynasty == Standing.objects.order_by("-reputation").first().dynasty
    assert books.find_differences() == [] and world_integrity.verify() == [] and factories.books_balance()
    assert not factories.sum_escrows() and not Round.objects.filter(closed_at=None).exists()
    opened = clock.now()
    for tournament in Tournament.objects.all():
        assert opened - timedelta(weeks=3) <= tournament.announced_at < tournament.ended_at < opened
    assert Event.objects.filter(kind="founded", at__lt=opened - timedelta(weeks=2)).count() == 24
    assert history.play_history() == 0, "a world has one past"


def test_battles_of_the_past_replay_and_prove_themselves(past: int) -> None:
    for tournament in Tournament.objects.all():
        rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
        assert [each.number for each in rounds] == list(range(1, tournament.round_no + 1))
        assert all(each.digest and each.seals.keys() == dict(each.orders).keys() for each in rounds)
        assert all(before.closed_at == after.opened_at for before, after in itertools.pairwise(rounds))
    assert world_integrity.replay_next().battles and not Tournament.objects.filter(status="halted").exists()


def test_one_battle_of_each_type_is_always_open(past: int) -> None:
    for house in Dynasty.objects.filter(house=True)[:9]:
        born(house, "Rich", 50)  # so that enough of them can stake honour
    assert circuit.begin_battles() == 5 and circuit.hold_battles() == 1 and circuit.hold_battles() == 0
    waiting = Tournament.objects.get(status="announced")
    assert waiting.type == "gift" and waiting.terms["betting"], "there is always one to bet on"
    running = Tournament.objects.filter(status="running")
    assert sorted(running.values_list("type", flat=True)) == ["conquer", "death", "gift", "honour", "training"]
    assert all(each.entries.count() == each.seats for each in running)


def test_a_new_world_looked_at_after_a_minute(past: int, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for house in Dynasty.objects.filter(house=True)[:9]:
        born(house, "Rich", 50)  # so that enough of them can stake honour after so short a past
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: None)
    done = world.seed()
    assert (done["opened"], market.open_market(world.OPENING_OFFERS)) == (12, 0)
    opened = clock.now()
    for second in range(0, 61, 10):
        with clock.freeze(opened + timedelta(seconds=second)):
            tasks.sweep(), tasks.tend_world()
    with clock.freeze(opened + timedelta(minutes=1)):
        page = client.get("/").content.decode()
        ranking = client.get("/ranking/").content.decode()
        offered = client.get("/market/").content.decode()
    live = Tournament.objects.filter(status="running")
    assert {"training", "gift", "honour", "conquer", "death"} == set(live.values_list("type", flat=True))
    shown = re.search(r'data-battle="(\w+)"\s+data-status="running"', page)
    assert shown and live.filter(code=shown[1]).exists() and "live, round 2" in page
    champion = Reign.objects.get(until=None).dynasty
    assert champion.name in page and "The throne is empty" not in page
    told = world_chronicle.find_headline_day()
    assert told and told.news and f"/chronicle/{told.day}/" in page and "A quiet day" not in page
    ranked = Dynasty.objects.filter(house=True, standing__reputation__gt=0).values_list("code", flat=True)
    assert len(ranked) >= 9 and sum(f"/dynasty/{code}/" in ranking for code in ranked) >= 9
    assert offered.count("/market/offer/") >= 12 <= Offer.objects.filter(status="open").count()
    for status in ("announced", "running"):
        bettors = Bet.objects.filter(tournament__status=status, tournament__type="gift").values("dynasty").distinct()
        assert bettors.count() >= betting.BETTORS
    assert factories.books_balance()


def test_one_prize_battle_is_always_fought_with_bets_of_several_while_the_next_takes_bets(
    past: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let time pass until a second battle is fought: whenever one ends, the next begins and another is announced."""
    monkeypatch.setattr(circuit, "CIRCUITS", [each for each in circuit.CIRCUITS if each.follows])
    monkeypatch.setattr(house_players, "get_level", lambda house, game: "greedy")
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: None)
    circuit.announce_followers(), world.place_first_bets(), circuit.begin_battles()
    start, fought = clock.now(), set()
    for step in range(1_000):
        if len(fought) == 2:
            break
        with clock.freeze(start + timedelta(seconds=16 * step)):
            tasks.sweep(), circuit.hold_battles(), betting.place_bets()
            live = Tournament.objects.get(type="gift", status="running")
            waiting = Tournament.objects.get(type="gift", status="announced")
            bettors = Bet.objects.filter(tournament=live).values("dynasty").distinct().count()
            assert bettors >= 2, f"{live} has bets of {bettors} after {step} steps"
            assert waiting.terms["betting"] and waiting.seats - waiting.entries.count() == 1
            assert bets_selectors.get_start(waiting) > clock.now() + timedelta(minutes=5), "it can be bet on for long"
            fought.add(live.pk)
    assert len(fought) == 2
    assert factories.books_balance()


def test_the_end_of_a_battle_asks_for_the_next_at_once(
    past: int, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: asked.append(task))
    monkeypatch.setattr(send_queue, "send_later", lambda send, *arguments: send(*arguments))
    tournament, _fighters = factories.begin("gift", 0, 0)
    Tournament.objects.filter(pk=tournament.pk).update(organiser=None)
    with django_capture_on_commit_callbacks(execute=True):
        factories.play(tournament, {"a": "win"})
    assert "hold_battles" in asked and tasks.hold_battles() > 0
    assert circuit.query_waiting(circuit.CIRCUITS[0]).count() == 1


def test_a_person_can_take_the_seat_that_is_free_and_another_battle_is_announced(past: int) -> None:
    circuit.announce_followers()
    waiting = Tournament.objects.get(type="gift", status="announced")
    factories.enter(waiting, born(found("Ming"), "Livia"), lifecycle.list_free_seats(waiting)[0])
    assert lifecycle.start(tournament_id=waiting.pk) and circuit.hold_battles() >= 1
    assert circuit.query_waiting(circuit.CIRCUITS[0]).exclude(pk=waiting.pk).count() == 1


def test_a_newcomer_finds_a_battle_and_fights_houses_in_it(past: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: None)
    climb.climb("greedy", seed=1, began=clock.now(), hours=0.1)
    fought = list(Entry.objects.filter(dynasty__name="House of the Newcomer"))
    assert fought
    for entry in fought:
        assert Entry.objects.filter(tournament=entry.tournament, dynasty__house=True).exists()
    seats = {entry.tournament_id: entry.seat for entry in fought}
    closed = Round.objects.filter(tournament__in=seats).exclude(closed_at=None)
    assert any(dict(each.orders).get(seats[each.tournament_id]) for each in closed)
    assert factories.books_balance()


def test_houses_bet_a_little_on_what_people_fight(past: int) -> None:
    tournament = factories.announce("gift", terms={"betting": True, "houses": False})
    for seat, name in zip("ab", ("Ming", "Qing"), strict=True):
        factories.enter(tournament, born(found(name), name), seat)
    veterans = {bet.dynasty for _time in range(5) if betting.place_bets() for bet in Bet.objects.all()}
    assert len(veterans) == Bet.objects.count() <= betting.BETTORS and all(each.house for each in veterans)
    assert veterans, "some of the houses have fought and can bet"
    for bet in Bet.objects.all():
        assert bet.amount <= 250 and factories.books_balance()


def test_a_house_has_only_so_many_bets_a_day(past: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(betting, "DAILY_BETS", 0)
    tournament = factories.announce("gift", terms={"betting": True, "houses": False})
    for seat, name in zip("ab", ("Ming", "Qing"), strict=True):
        factories.enter(tournament, born(found(name), name), seat)
    assert betting.place_bets() == 0


def test_offers_stand_around_fair_prices(past: int) -> None:
    for minute in range(40):
        with clock.freeze(clock.now() + timedelta(minutes=minute)):
            market.make_offer()
    standing = list(Offer.objects.filter(status="open"))
    assert 5 <= len(standing) <= market.STANDING
    for offer in standing:
        gives, asks = (
            sum(part.amount * market.VALUES[part.asset] for part in offer.parts.filter(side=side))
            for side in ("gives", "asks")
        )
        assert 0.4 <= gives / asks <= 2
    assert max(Offer.objects.filter(giver=each).count() for each in Dynasty.objects.all()) <= market.OFFERS_OF_HOUSE


def test_old_offers_are_withdrawn(past: int) -> None:
    assert market.make_offer() == 1 and market.withdraw_old() == 0
    with clock.freeze(clock.now() + market.OFFER_AGE + timedelta(hours=1)):
        assert market.withdraw_old() == 1
    assert not factories.sum_escrows()


def test_a_house_accepts_what_suits_it_and_nothing_else(past: int) -> None:
    ming = proven(found("Ming"))
    dear = offers.create(dynasty=ming, gives={"copper": 100}, asks={"gold": 50})
    assert market.accept_offer() == 0
    fair = offers.create(dynasty=ming, gives={"copper": 1_000}, asks={"gold": 20})
    assert market.accept_offer() == 1
    assert (again(fair).status, again(dear).status) == ("accepted", "open") and gold(ming) == 1_020
    assert again(fair).taker.house and factories.books_balance()


def test_what_no_person_takes_for_half_a_day_houses_trade_with_each_other(
    past: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    giver = house_players.query_veterans().first()
    offer = offers.create(dynasty=giver, gives={"gold": 20}, asks={"copper": 300})
    with clock.freeze(clock.now() + market.PEOPLE_FIRST - timedelta(minutes=1)):
        assert market.accept_offer() == 0, "people come first"
    with clock.freeze(clock.now() + market.PEOPLE_FIRST + timedelta(minutes=1)):
        monkeypatch.setattr(market, "DAILY_SWAPS", 0)
        assert market.accept_offer() == 0
        monkeypatch.setattr(market, "DAILY_SWAPS", 1)
        assert market.accept_offer() == 1 and market.count_swaps() == 1
    assert again(offer).taker.house and again(offer).taker != giver and factories.books_balance()


def test_offers_that_suit_nobody_keep_no_other_waiting(past: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(market, "STANDING", 2)
    ming = proven(found("Ming"))
    for _each in range(4):
        offers.create(dynasty=ming, gives={"copper": 100}, asks={"gold": 50})
    offers.create(dynasty=ming, gives={"copper": 1_000}, asks={"gold": 20})
    accepted = 0
    for minute in range(20):
        with clock.freeze(clock.now() + timedelta(minutes=minute)):
            accepted += market.accept_offer()
    assert accepted == 1


def test_houses_bet_against_each_other(past: int) -> None:
    tournament = factories.announce("gift", terms={"betting": True, "houses": False})
    for seat, name in zip("ab", ("Ming", "Qing"), strict=True):
        factories.enter(tournament, born(found(name), name), seat)
    for _turn in range(2):
        assert betting.place_bets() == 1
    (pool,) = bets_selectors.get_pools(tournament).values()
    assert set(pool["seats"]) == {"a", "b"}


def test_houses_that_can_send_an_emperor_are_found_at_once(past: int, django_assert_num_queries: Any) -> None:
    houses = list(Dynasty.objects.filter(house=True))
    with django_assert_num_queries(1):
        able = house_players.list_able(houses, 20)
    luck = random.Random(1)
    assert 0 < len(able) < len(houses)
    assert able == {each.pk for each in houses if house_players.find_or_raise_emperor(each, luck, least=20)}
    assert house_players.list_able(houses, 0) == {each.pk for each in houses}


def test_houses_buy_keys_that_they_can_afford(past: int) -> None:
    bought = 0
    for minute in range(20):
        with clock.freeze(clock.now() + timedelta(minutes=minute)):
            bought += market.buy_key()
    assert bought and Transfer.objects.filter(cause="bought").exists()


def test_beyond_a_few_houses_buy_keys_of_what_came_above_their_grants(past: int) -> None:
    houses = list(Dynasty.objects.filter(house=True))
    for name in keys.KEYS:
        for house in houses[: market.KEY_HOLDERS]:
            endow(house, keys.get_asset(name), 1)
    for house in houses[market.KEY_HOLDERS :]:
        for asset in assets.get_grants():
            hold(house, asset, assets.get_grants()[asset])
    assert buy_keys() == 0, "each has its grant and no more"
    rich = houses[-1]
    for asset, amount in assets.get_grants().items():
        endow(rich, asset, amount)
    assert buy_keys() > 0
    assert all(gold(rich, asset) >= amount for asset, amount in assets.get_grants().items())


def buy_keys() -> int:
    """Let houses buy keys for some minutes; return how many were bought."""
    now, bought = clock.now(), 0
    for minute in range(40):
        with clock.freeze(now + timedelta(minutes=minute)):
            bought += market.buy_key()
    return bought


def hold(house: Dynasty, asset: str, amount: int) -> None:
    """Leave a house so much of an asset."""
    wallet, chest = treasury.get_wallet(house, asset), treasury.get_treasury(asset)
    ends = (wallet, chest) if wallet.balance > amount else (chest, wallet)
    if wallet.balance != amount:
        treasury.transfer(
            key=f"test:hold:{house.code}:{asset}",
            debit=ends[0],
            credit=ends[1],
            asset=asset,
            amount=abs(wallet.balance - amount),
            cause="correction",
        )


def test_houses_that_bought_more_keys_use_them_up_among_themselves(past: int) -> None:
    honour = next(each for each in circuit.CIRCUITS if each.locked)
    houses = list(Dynasty.objects.filter(house=True))
    for house in houses:
        born(house, "Rich", 50)
    for house in houses[: market.KEY_HOLDERS]:
        endow(house, "key:iron", 1)
    opened = circuit.try_to_announce(honour, betting_seconds=90)
    assert opened is not None and not opened.terms["key"], "so few are kept for battles with people"
    for house in houses[market.KEY_HOLDERS :]:
        endow(house, "key:iron", 1)
    locked = circuit.try_to_announce(honour, betting_seconds=0, level="random")
    assert locked is not None and (locked.terms["key"], locked.terms["key_consumed"]) == ("iron", True)
    fighters = [each.dynasty for each in locked.entries.select_related("dynasty")]
    assert len(fighters) == locked.seats and all(gold(each, "key:iron") == 0 for each in fighters)
    history.fight_out(tournament_id=locked.pk)
    used = Transfer.objects.filter(cause="key_used", place=locked.code, credit__purpose="treasury")
    assert sum(used.values_list("amount", flat=True)) == locked.seats
    assert factories.books_balance() and world_integrity.verify() == []


def list_events_of_houses() -> list[int]:
    of_people = Mention.objects.filter(event=OuterRef("pk"), dynasty__house=False)
    return list(Event.objects.filter(~Exists(of_people)).values_list("pk", flat=True))


def test_old_events_of_houses_alone_are_erased_and_others_stay(past: int) -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0)
    factories.play(tournament, {"a": "win"})
    people = Event.objects.filter(mentions__dynasty__house=False).distinct().count()
    erasures = Erasure.objects.count()
    with clock.freeze(clock.now() + timedelta(days=100)):
        assert retention.forget_house_events() == 0, "no day was condensed yet"
        with pytest.raises(DatabaseError, match="is written once"), transaction.atomic():
            chronicle.erase_events_of_houses(list_events_of_houses())
        condensing.condense_until(clock.get_midnight(clock.now()))
        transfers = Transfer.objects.count()
    assert retention.forget_house_events() == 0, "they are young"
    with clock.freeze(clock.now() + timedelta(days=100)):
        assert retention.forget_house_events() > 0
        assert retention.forget_house_events() == 0
    assert Event.objects.filter(mentions__dynasty__house=False).distinct().count() == people
    assert Transfer.objects.count() == transfers and books.find_differences() == []
    left = set(Mention.objects.filter(dynasty__house=True).values_list("kind", flat=True))
    assert left and not left & set(retention.FORGOTTEN_KINDS)
    assert Erasure.objects.count() == erasures, "no row for each event that is gone"


def test_bets_of_people_keep_a_battle_of_houses(past: int) -> None:
    circuit.hold_battles()
    tournament = Tournament.objects.filter(status="announced", type="gift").first()
    bettor = born(found("Yuan"), "Kublai")
    bets.place_bet(tournament=tournament, dynasty=bettor.dynasty, emperor=bettor, seat="a", asset="gold", amount=5)
    assert tournament not in retention.query_without_people()
