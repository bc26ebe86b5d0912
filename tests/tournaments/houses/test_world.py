"""The world that is seeded: always something on, and never more than it can hold."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from core import clock
from core.errors import DomainError
from dynasty.models import Dynasty, Emperor, Engagement, Event, Stream, StreamEvent, Transfer
from dynasty.services import key_shop
from players import PLAYERS
from tests import factories
from tests.factories import again, born, found, order
from tournaments import tasks
from tournaments.domain import games, world_seed
from tournaments.models import Bet, Entry, Presence, Round, SealedOrder, Tournament
from tournaments.services import bets, computer_players, house_players, lifecycle, retention, rounds, world
from tournaments.services.houses import circuit

pytestmark = pytest.mark.django_db
TABLES = (
    Tournament,
    Entry,
    Presence,
    Round,
    SealedOrder,
    Bet,
    Emperor,
    Engagement,
    Event,
    Transfer,
    Stream,
    StreamEvent,
)


def census() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in TABLES}


def states(type: str) -> Counter[str]:
    return Counter(Tournament.objects.filter(type=type).values_list("status", flat=True))


def live(seconds: int, step: float = 2) -> None:
    """Let the site run for so long: the sweep at every step, the world tended as often."""
    now = clock.now()
    for tick in range(int(seconds / step)):
        with clock.freeze(now + timedelta(seconds=step * (tick + 1))):
            tasks.sweep(), tasks.tend_world()


@pytest.fixture
def no_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the past of a new world out, which takes some seconds."""
    monkeypatch.setattr(world.houses_history, "play_history", lambda: 0)


def test_seeding_offers_everything_at_once_and_again_nothing_new(
    no_past: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.market, "trade", lambda: 0)  # one offer at each call
    world.seed()
    assert states("gift") == {"running": 1, "announced": 4} and states("training") == {"running": 1, "announced": 2}
    assert states("conquer") == states("death") == {"running": 1}
    assert not states("honour"), "nobody has a reputation to stake yet"
    waiting = Tournament.objects.filter(type="training", status="announced")
    assert sorted(waiting.values_list("game", flat=True))[1] == world.BOARD_GAME
    before = census()
    world.seed()
    assert census() == before and Dynasty.objects.filter(house=True).count() == len(world_seed.HOUSES) == 24
    for tournament in Tournament.objects.filter(status="announced", terms__key="", terms__betting=False):
        assert tournament.seats - tournament.entries.count() == 1


def test_a_prize_tournament_waits_for_a_player_and_starts_with_it(no_past: None) -> None:
    world.seed()
    waiting = Tournament.objects.filter(type="gift", status="announced", terms__key="", terms__betting=False).first()
    factories.enter(waiting, born(found("Ming"), "Livia"), lifecycle.list_free_seats(waiting)[0])
    tasks.sweep()
    assert again(waiting).status == "running"
    world.tend()
    assert world.query_own("gift", "announced").filter(terms__key="", terms__betting=False).count() == 2


def test_a_prize_tournament_for_which_nobody_comes_is_forgotten(no_past: None) -> None:
    world.seed()
    waiting = Tournament.objects.filter(type="gift", status="announced", terms__key="", terms__betting=False).first()
    with clock.freeze(waiting.starts_at + timedelta(seconds=1)):
        assert lifecycle.start(tournament_id=waiting.pk) and again(waiting).status == "cancelled"
        assert retention.forget_old() >= 1
    assert not Tournament.objects.filter(pk=waiting.pk).exists()


def test_one_tournament_always_asks_for_a_key(no_past: None) -> None:
    world.seed()
    locked = Tournament.objects.exclude(terms__key="").get()
    assert locked.type == "gift" and locked.status == "announced" and world.announce_locked() == 0
    livia, seat = born(found("Ming"), "Livia"), lifecycle.list_free_seats(locked)[0]
    with pytest.raises(DomainError) as refusal:
        factories.enter(locked, livia, seat)
    assert refusal.value.code == "no_key"
    key_shop.buy_keys(dynasty=livia.dynasty, name=locked.terms["key"])
    assert factories.enter(locked, livia, seat).emperor == livia
    with clock.freeze(locked.starts_at + timedelta(seconds=1)):
        assert lifecycle.start(tournament_id=locked.pk) and world.announce_locked() == 1
    for _setup, lock in world_seed.LOCKED:
        world.read({"prize": world_seed.PRIZES[0], **lock})


def test_a_site_that_was_never_seeded_is_left_alone() -> None:
    world.tend(), tasks.sweep()
    assert not Tournament.objects.exists() and not Dynasty.objects.exists()


def test_every_setup_can_be_played() -> None:
    locked = [setup for setup, _lock in world_seed.LOCKED]
    for setup in (*world_seed.GIFTS, *world_seed.CIRCUIT, *locked, *world_seed.TRAININGS, *world_seed.CAMPAIGNS):
        game = games.GAMES[setup.game]
        rules = game.presets()[setup.preset][2] | (world_seed.SHORTENED if setup.game == world.BOARD_GAME else {})
        letters = game.seats_of(setup.field)[: setup.seats]
        assert len(letters) == setup.seats and setup.field in game.field_names(), setup
        assert game.to_act(game.initial(setup.field, letters, game.read_rules(rules), "x", chests=False)), setup
    assert {*world.LEVELS, *world.EASY_LEVELS} <= set(PLAYERS)
    for prize in world_seed.PRIZES:
        world.read({"prize": prize})


def test_houses_have_names_of_their_own() -> None:
    house_players.found_houses()
    assert len({house.name for house in world_seed.HOUSES} | {house.motto for house in world_seed.HOUSES}) == 48
    assert len({house.emblem for house in world_seed.HOUSES}) == 24
    assert {house.level for house in world_seed.HOUSES} <= set(PLAYERS)
    tournament = factories.announce("gift", seats=8)
    for seat in "abcdefgh":
        house_players.seat_house(tournament, seat, "random")
    assert len(set(Entry.objects.values_list("dynasty", flat=True))) == 8


@pytest.mark.slow
def test_the_world_goes_on_by_itself(no_past: None) -> None:
    world.seed()
    live(200)
    there = circuit.count_battles()
    for type in ("gift", "conquer", "death"):
        assert sum(there[type, status] for status in (circuit.ANNOUNCED, *circuit.UNDER_WAY)) >= 1, type
    assert Bet.objects.exists() or states("gift")["finished"] == 0
    assert not Tournament.objects.filter(status="halted").exists()
    assert factories.books_balance()


def test_battles_among_computers_can_be_watched_and_those_with_people_are_quick() -> None:
    house_players.found_houses()
    circuit.begin_battles()
    watched = Tournament.objects.get(type="gift")
    Tournament.objects.exclude(pk=watched.pk).delete()
    current = Round.objects.get(tournament=watched)
    late = (current.computers_at - current.opened_at) / (current.deadline - current.opened_at)
    assert late == pytest.approx(0.8)
    assert computer_players.play_due() == 0
    with clock.freeze(current.computers_at):
        assert computer_players.play_due() == 1 and rounds.sweep() == 1
    training = factories.announce("training", seats=4, terms={"fill": "greedy"}, game="emperors", field="cross-4",
                              round_seconds=600)  # fmt: skip
    factories.enter(training, born(found("Ming"), "Yongle"), "a")
    lifecycle.fill_seats(training, lifecycle.list_free_seats(training))
    lifecycle.start(tournament_id=training.pk)
    training = again(training)
    assert training.status == "running" and training.entries.count() == 4
    assert computer_players.play_due() == 1
    assert Round.objects.get(tournament=training, closed_at=None).ready == ["b", "c", "d"]
    factories.order(training, "a", "-")
    assert rounds.sweep() == 1 and again(training).round_no == 2


def test_the_house_waits_in_a_training_for_one_more_and_then_it_starts(no_past: None) -> None:
    world.seed()
    training = Tournament.objects.get(type="training", game=world.BOARD_GAME, status="announced")
    dynasty = found("Ming")
    factories.enter(training, born(dynasty, "Yongle"), lifecycle.list_free_seats(training)[0])
    tasks.sweep()
    assert again(training).status == "running"
    world.tend()
    assert states("training") == {"running": 2, "announced": 2}


def test_a_computer_that_fails_holds(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    house_players.found_houses()
    circuit.try_to_announce(circuit.CIRCUITS[0], betting_seconds=0)

    def fails(*args: Any) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setattr(computer_players.players, "choose", fails)
    with clock.freeze(Round.objects.get().computers_at):
        assert sum(computer_players.play_due() for _call in range(8)) == 1, (
            "in one call, or in several on a busy machine"
        )
        assert rounds.sweep() == 1
    assert all(text == "-" for _seat, text in Round.objects.get(number=1).orders)
    assert "failed" in caplog.text


def test_computers_that_think_long_do_not_keep_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do in the next call what one call leaves undone, seat by seat."""
    house_players.found_houses()
    tournament = circuit.try_to_announce(circuit.CIRCUITS[0], betting_seconds=0)
    seconds = iter(range(0, 10_000, 3))
    monkeypatch.setattr(computer_players.time, "monotonic", lambda: float(next(seconds)))
    with clock.freeze(Round.objects.get().computers_at):
        calls = [computer_players.play_due() for _call in range(12)]
    assert calls.count(1) == 1 and calls.index(1) > 0
    assert len(Round.objects.get().ready) == tournament.entries.count()


def house_battle(number: int) -> Tournament:
    """Play a battle of the scripted game among houses, from announcement to end."""
    tournament = factories.announce("gift", terms={"prize": {"gold": 10}, "fill": "random"}, title=f"Battle {number}")
    for seat in "ab":
        house_players.seat_house(tournament, seat, "random")
    lifecycle.start(tournament_id=tournament.pk)
    order(tournament, "a", "win"), order(tournament, "b", "-")
    assert rounds.close_round(tournament_id=tournament.pk, round_no=1)
    return again(tournament)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_many_battles_of_the_houses_leave_the_tables_bounded() -> None:
    house_players.found_houses()
    now, counts = clock.now(), []
    for number in range(85):
        with clock.freeze(now + timedelta(hours=number)):
            house_battle(number)
            retention.forget_old()
        if number in (60, 84):
            counts.append(census())
    courts = counts[1].pop("Emperor")
    growing = ("Transfer", "Event", "Emperor")  # transfers stay for good, events of houses for HOUSE_EVENT_AGE
    first, last = ({name: each[name] for name in each if name not in growing} for each in counts)
    assert first == last, "nothing else grows any more"
    assert courts <= house_players.COURT_SIZE * Dynasty.objects.filter(house=True).count()
    assert counts[1]["Tournament"] == retention.MAX_HOUSE_BATTLES, "the newest are kept, however old"


def test_the_newest_house_battles_are_kept_however_old() -> None:
    house_players.found_houses()
    kept = [house_battle(number) for number in range(3)]
    with clock.freeze(clock.now() + timedelta(days=30)):
        assert retention.forget_old() == 0
    assert Tournament.objects.count() == len(kept)


def test_battles_that_concern_people_are_never_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MAX_HOUSE_BATTLES", 0)
    house_players.found_houses()
    house_battle(1)
    fought, _fighters = factories.begin("gift", 0, 0)
    factories.play(fought, {"a": "win"})
    watched = factories.announce("gift", terms={"betting": True})
    for seat in "ab":
        house_players.seat_house(watched, seat, "random")
    bettor = born(found("Yuan"), "Kublai")
    bets.place_bet(tournament=watched, dynasty=bettor.dynasty, emperor=bettor, seat="a", asset="gold", amount=5)
    lifecycle.start(tournament_id=watched.pk)
    factories.play(watched, {"a": "win"})
    with clock.freeze(clock.now() + timedelta(days=400)):
        assert retention.forget_old() == 1
    assert set(Tournament.objects.values_list("pk", flat=True)) == {fought.pk, watched.pk}


def test_training_is_forgotten_after_a_week() -> None:
    tournament, _fighters = factories.begin("training", 0, 0)
    factories.play(tournament, {"a": "win"})
    with clock.freeze(clock.now() + timedelta(days=6)):
        assert retention.forget_old() == 0
    with clock.freeze(clock.now() + timedelta(days=8)):
        assert tasks.nightly()["forgotten"] == 1
    assert not Tournament.objects.exists() and not Stream.objects.filter(name__contains=tournament.code).exists()


def test_tasks_can_be_repeated_at_will(no_past: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world.market, "trade", lambda: 0)
    world.seed()
    tasks.sweep(), tasks.tend_world(), tasks.nightly()
    assert tasks.forget() == dict.fromkeys(("forgotten", "abandoned", "unsought", "left", "followed", "moot"), 0)
    before = census()
    for _time in range(3):
        tasks.sweep(), tasks.tend_world(), tasks.nightly(), tasks.play(), tasks.forget()
        tasks.close_round(Tournament.objects.filter(status="running").first().pk, 1)
        tasks.start(Tournament.objects.filter(status="announced").first().pk)
    assert census() == before
