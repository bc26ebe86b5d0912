"""Entering, withdrawing, announcing and calling off: every refusal, and everything given back."""

from datetime import timedelta
from typing import Any

import pytest

from core import clock
from core.errors import DomainError
from dynasty.models import Event
from dynasty.services import emperors, key_shop
from tests import factories
from tests.factories import announce, at_court, born, endow, enter, found, gold, has, order
from tournaments.domain.contract import hash_contract
from tournaments.models import Entry, Presence, Tournament
from tournaments.services import announcements, bets, entries, house_players, lifecycle

pytestmark = pytest.mark.django_db


def error_code(call: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(DomainError) as caught:
        call(*args, **more)
    assert str(caught.value), "a refusal says why"
    return caught.value.code


def test_entering_takes_a_seat_and_the_emperor_from_court() -> None:
    emperor, tournament = born(found("Ming"), "Yongle"), announce()
    entry = enter(tournament, emperor, "b")
    assert (entry.seat, entry.name, entry.player) == ("b", "Yongle", "")
    assert emperor.engagement.place == tournament.code
    assert Presence.objects.get(tournament=tournament).role == "player"
    assert Event.objects.get(kind="entered").facts["emperor"] == "Yongle"


def test_entering_a_training_is_not_logged() -> None:
    before = Event.objects.count()
    emperor = born(found("Ming"), "Yongle")
    own = Event.objects.count() - before
    enter(announce("training"), emperor, "a")
    assert Event.objects.count() - before == own


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("dead", "not_your_emperor"),
        ("stranger", "not_your_emperor"),
        ("elsewhere", "not_at_court"),
        ("taken", "seat_taken"),
        ("unknown seat", "no_such_seat"),
        ("beyond seats", "no_such_seat"),
        ("twice", "one_seat"),
        ("bettor", "you_bet_here"),
        ("not open yet", "not_open"),
        ("too late", "not_open"),
        ("running", "not_announced"),
        ("poor reputation", "too_little_reputation"),
        ("stake", "too_little_reputation"),
        ("house", "no_houses"),
        ("program", "no_programs"),
        ("uninvited", "not_invited"),
        ("no key", "no_key"),
        ("poor", "not_enough"),
        ("small chest", "bad_chest"),
        ("large chest", "bad_chest"),
        ("chest unasked", "bad_chest"),
    ],
)
def test_refusals(case: str, code: str) -> None:  # noqa: PLR0912 - one a row
    """Check that each of them leaves everything as it was."""
    dynasty, other = found("Ming"), found("Qing")
    emperor, rival = born(dynasty, "Yongle", 9), born(other, "Kangxi", 50)
    changes: dict[str, dict[str, Any]] = {
        "house": {"type": "conquer"},
        "stake": {"type": "honour"},
        "poor reputation": {"terms": {"minimum_reputation": 10}},
        "program": {"terms": {"programs": False}},
        "uninvited": {"terms": {"invited": ["abc"]}},
        "no key": {"terms": {"key": "iron"}},
        "poor": {"type": "conquer", "terms": {"fee": {"gold": 1_001}}},
        "small chest": {"terms": {"chests": {}}},
        "large chest": {"terms": {"chests": {}}},
        "bettor": {"terms": {"betting": True}},
        "not open yet": {"opens_at": clock.now() + timedelta(minutes=30)},
    }
    tournament = announce(**changes.get(case, {}))
    data: dict[str, Any] = {"tournament": tournament, "dynasty": dynasty, "emperor": emperor, "seat": "a"}
    at = clock.now()
    match case:
        case "dead":
            emperors.retire(emperor=emperor)
            emperor.died_at = at
        case "stranger":
            data["emperor"] = rival
        case "elsewhere":
            enter(announce(), emperor, "a")
        case "taken":
            enter(tournament, rival, "a")
        case "unknown seat":
            data["seat"] = "z"
        case "beyond seats":
            data["seat"] = "c"
        case "twice":
            enter(tournament, born(dynasty, "Hongwu"), "b")
        case "bettor":
            enter(tournament, rival, "b")
            bets.place_bet(
                tournament=tournament,
                dynasty=dynasty,
                emperor=born(dynasty, "Hongwu"),
                seat="b",
                asset="gold",
                amount=1,
            )
        case "too late":
            at += factories.HOUR
        case "running":
            for each, seat in ((rival, "a"), (born(found("Yuan"), "Kublai"), "b")):
                enter(tournament, each, seat)
            lifecycle.start(tournament_id=tournament.pk)
        case "house":
            data["dynasty"] = factories.house("Oriel")
            data["emperor"] = born(data["dynasty"], "Sunniva")
        case "program":
            dynasty.program = True
        case "small chest":
            data["chest"] = 99
        case "large chest":
            data["chest"] = 1_001
        case "chest unasked":
            data["chest"] = 100
    wealth, seats = gold(dynasty), Entry.objects.count()
    with clock.freeze(at):
        assert error_code(entries.enter, **data) == code
    assert (gold(dynasty), Entry.objects.count()) == (wealth, seats)


def test_what_entering_costs_comes_back_with_withdrawing() -> None:
    dynasty = found("Ming")
    endow(dynasty, "key:iron", 1)
    emperor = born(dynasty, "Yongle", 10)
    terms = {"fee": {"gold": 30, "silver": 5}, "key": "iron", "key_consumed": True, "chests": {}}
    tournament = announce("honour", terms=terms)
    enter(tournament, emperor, "a", chest=120)
    assert (gold(dynasty), gold(dynasty, "silver"), gold(dynasty, "key:iron")) == (850, 4_995, 0)
    entries.withdraw(tournament=tournament, dynasty=dynasty)
    assert (gold(dynasty), gold(dynasty, "silver"), gold(dynasty, "key:iron")) == (1_000, 5_000, 1)
    assert at_court(emperor) and not Presence.objects.exists() and not Entry.objects.exists()
    enter(tournament, emperor, "b", chest=100)
    assert gold(dynasty) == 870 and factories.books_balance()


def test_withdrawing_needs_a_seat_and_an_announced_tournament() -> None:
    tournament, fighters = factories.begin("gift", 0, 0)
    assert error_code(entries.withdraw, tournament=tournament, dynasty=fighters[0].dynasty) == "not_announced"
    assert error_code(entries.withdraw, tournament=announce(), dynasty=fighters[0].dynasty) == "not_entered"


def test_withdrawing_gives_back_bets_on_the_seat() -> None:
    tournament = announce(terms={"betting": True})
    emperor, bettor = born(found("Ming"), "Yongle"), born(found("Qing"), "Kangxi")
    enter(tournament, emperor, "a")
    bets.place_bet(tournament=tournament, dynasty=bettor.dynasty, emperor=bettor, seat="a", asset="gold", amount=40)
    assert gold(bettor.dynasty) == 960
    entries.withdraw(tournament=tournament, dynasty=emperor.dynasty)
    assert gold(bettor.dynasty) == 1_000 and not tournament.bets.exists()


def test_calling_off_gives_everything_back() -> None:
    organiser, rich = found("Yuan"), found("Ming")
    giver = born(organiser, "Kublai", 30)
    tournament = announce(
        organiser=organiser,
        terms={"prize": {"gold": 200, "reputation": 20}, "giver": giver.code, "betting": True, "chests": {}},
    )
    assert (gold(organiser), has(giver), at_court(giver)) == (800, 10, True)
    emperor, bettor = born(rich, "Yongle"), born(found("Qing"), "Kangxi")
    enter(tournament, emperor, "a", chest=500)
    bets.place_bet(
        tournament=tournament, dynasty=bettor.dynasty, emperor=bettor, seat="a", asset="copper", amount=2_000
    )
    assert error_code(announcements.cancel, tournament=tournament, by=rich) == "not_yours"
    announcements.cancel(tournament=tournament, by=organiser)
    assert (gold(organiser), has(giver), gold(rich), gold(bettor.dynasty, "copper")) == (1_000, 30, 1_000, 20_000)
    assert at_court(emperor) and at_court(bettor) and not factories.sum_escrows() and factories.books_balance()
    assert factories.again(tournament).why == "called_off"
    assert error_code(announcements.cancel, tournament=tournament, by=organiser) == "not_announced"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"title": "ab"}, "title_length"),
        ({"title": "x" * 61}, "title_length"),
        ({"title": "a\u202eb c"}, "title_characters"),
        ({"seats": 1}, "bad_seats"),
        ({"seats": 9}, "too_many_seats"),
        ({"seats": 17}, "bad_seats"),
        ({"least_seats": 3}, "bad_seats"),
        ({"round_seconds": 9}, "bad_round_time"),
        ({"round_seconds": 604_801}, "bad_round_time"),
        ({"starts_at": -1}, "bad_times"),
        ({"starts_at": 61 * 24 * 60}, "bad_times"),
        ({"opens_at": 61}, "bad_times"),
        ({"game": "chess"}, "no_such_game"),
        ({"field": "moon"}, "no_such_field"),
        ({"rules": {"gravity": 0}}, "unknown-rule"),
        ({"terms": {"fill": "genius"}}, "no_such_level"),
        ({"type": "honour", "terms": {"stake": 0}}, "honour_needs_stake"),
        ({"field": "bare stage", "terms": {"chests": {}}}, "no_chests_here"),
        ({"terms": {"prize": {"reputation": 5}}}, "bad_giver"),
        ({"terms": {"prize": {"gold": 1_001}}}, "not_enough"),
        ({"terms": {"prize": {"reputation": 5}, "giver": "nobody"}}, "bad_giver"),
    ],
)
def test_announcements_that_are_refused(changes: dict[str, Any], code: str) -> None:
    for time in {"starts_at", "opens_at"} & set(changes):
        changes = changes | {time: clock.now() + timedelta(minutes=changes[time])}
    assert error_code(announce, organiser=found("Ming"), **changes) == code
    assert not Tournament.objects.exists() and not factories.sum_escrows()


def test_reputation_is_given_only_by_ones_own_emperor_that_has_it_and_is_at_court() -> None:
    organiser = found("Ming")
    poor, away, stranger = born(organiser, "Yongle", 4), born(organiser, "Hongwu", 9), born(found("Qing"), "Kangxi", 9)
    enter(announce(), away, "a")
    for giver, code in ((poor, "too_little_reputation"), (away, "not_at_court"), (stranger, "bad_giver")):
        terms = {"prize": {"reputation": 5}, "giver": giver.code}
        assert error_code(announce, organiser=organiser, terms=terms) == code
        assert has(giver) in (4, 9)


def test_a_dynasty_can_have_so_many_open_tournaments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcements, "OPEN_TOURNAMENTS", 2)
    organiser = found("Ming")
    first, _second = announce("conquer", organiser), announce("conquer", organiser)
    assert error_code(announce, "conquer", organiser) == "too_many_open"
    announcements.cancel(tournament=first, by=organiser)
    announce("conquer", organiser)


def test_the_contract_covers_everything_announced() -> None:
    tournament = announce("honour", terms={"fee": {"gold": 5}})
    assert tournament.contract == hash_contract(factories.again(tournament))
    for name, value in (
        ("title", "Other"),
        ("seats", 3),
        ("round_seconds", 61),
        ("terms", {}),
        ("rules", {}),
        ("seed", "x"),
        ("starts_at", tournament.starts_at + timedelta(milliseconds=1)),
    ):
        changed = factories.again(tournament)
        setattr(changed, name, value)
        assert hash_contract(changed) != tournament.contract, name


def test_starting_when_full_or_due_or_not_at_all() -> None:
    full, due, few = announce(), announce(seats=3), announce("honour", seats=3)
    for tournament, count in ((full, 2), (due, 2), (few, 1)):
        for seat in "ab"[:count]:
            enter(tournament, born(found(f"D{tournament.pk}{seat}x"), "Ada", 10), seat)
    assert lifecycle.start_due() == 1 and factories.again(full).status == "running"
    with clock.freeze(clock.now() + factories.HOUR):
        assert lifecycle.start_due() == 2
    assert factories.again(due).status == "running" and factories.again(due).round_no == 1
    assert (factories.again(few).status, factories.again(few).why) == ("cancelled", "too_few")
    assert at_court(Entry.objects.get(tournament=few).emperor)
    assert not lifecycle.start(tournament_id=full.pk) and not lifecycle.start(tournament_id=few.pk)


def test_the_last_seat_asks_for_the_start(scripted_game: list, django_capture_on_commit_callbacks: Any) -> None:
    tournament = announce()
    with django_capture_on_commit_callbacks(execute=True):
        enter(tournament, born(found("Ming"), "Yongle"), "a")
    assert not scripted_game
    with django_capture_on_commit_callbacks(execute=True):
        enter(tournament, born(found("Qing"), "Kangxi"), "b")
    assert scripted_game == [("start", {"tournament_id": tournament.pk})]


def test_free_seats_are_filled_with_computers_where_the_terms_say_so() -> None:
    factories.house("Oriel"), factories.house("Quillon")
    tournament = announce("training", seats=3, terms={"fill": "greedy"})
    enter(tournament, born(found("Ming"), "Yongle"), "b")
    with clock.freeze(clock.now() + factories.HOUR):
        assert lifecycle.start_due() == 1
    assert dict(Entry.objects.values_list("seat", "player")) == {"a": "greedy", "b": "", "c": "greedy"}
    assert error_code(order, tournament, "a", "win", dynasty=found("Qing")) == "not_your_seat"


def test_houses_need_what_everybody_needs_but_an_invitation() -> None:
    rich, poor = factories.house("Oriel"), factories.house("Quillon")
    for dynasty in (rich, poor):
        born(dynasty, "Sunniva", 5)
    key_shop.buy_keys(dynasty=rich, name="iron")
    terms = {"fill": "greedy", "minimum_reputation": 5, "key": "iron", "chests": {}, "invited": ["x"]}
    tournament = announce("gift", terms=terms)
    assert house_players.seat_house(tournament, "a", "greedy").dynasty == rich
    assert house_players.seat_house(tournament, "b", "greedy") is None, "the other one has no key"
    key_shop.buy_keys(dynasty=poor, name="iron")
    with clock.freeze(clock.now() + factories.HOUR):
        assert lifecycle.start_due() == 1
    assert 200 <= factories.sum_escrows() <= 602, "two chests and two keys"
    assert factories.play(tournament, {"a": "loot b"}, {"a": "win"}).status == "finished"
    assert gold(rich) > 1_000 > gold(poor) and gold(rich) + gold(poor) == 2_100
    assert gold(rich, "key:iron") == gold(poor, "key:iron") == 1, "keys that are not used up come back"
    assert not factories.sum_escrows() and factories.books_balance()


def test_a_game_that_cannot_be_played_by_so_few_is_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = announce(seats=3)
    emperor = born(found("Ming"), "Yongle")
    enter(tournament, emperor, "a"), enter(tournament, born(found("Qing"), "Kangxi"), "b")

    def unfit(*args: Any, **more: Any) -> None:
        raise ValueError("three are needed")

    monkeypatch.setattr("tests.tournaments.scripted.initial", unfit)
    with clock.freeze(clock.now() + factories.HOUR):
        assert lifecycle.start_due() == 1
    assert factories.again(tournament).why == "unplayable" and at_court(emperor)
