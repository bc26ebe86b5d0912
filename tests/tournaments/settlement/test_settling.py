"""What a battle does, type by type and fate by fate. Each row: who had what, what happened, who has what."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battlefield import fields
from core import clock
from dynasty.domain import event_types
from dynasty.models import Dynasty, Emperor, Event, Mention, Reign
from tests import factories
from tests.factories import again, gold, has, order, play
from tournaments.models import Entry, Presence
from tournaments.services import rounds

pytestmark = pytest.mark.django_db

# What emperors a, b, c had, the rounds, and what they have then. "†": dead; "15>a": it serves a's dynasty now.
MATRIX = {
    "training, won": ("training", (9, 9, 9), ["a win"], "9 9 9"),
    "training, taken": ("training", (9, 9, 9), ["a seize b, c take a", "a win"], "9 9 9"),
    "gift, won": ("gift", (0, 5, 9), ["a win"], "20 7 11"),
    "gift, taken": ("gift", (0, 5, 9), ["a seize b", "a win"], "30 5 11"),
    "gift, abdicated": ("gift", (0, 5, 9), ["b abdicate", "a win"], "20 5 11"),
    "gift, draw": ("gift", (0, 5, 9), ["a draw, b draw"], "7 12 11"),
    "gift, pawns": ("gift", (0, 5, 9), ["c take a", "c take b", "a win"], "20 7 13"),
    "honour, won": ("honour", (10, 20, 30), ["a win"], "50 12 22"),
    "honour, fell": ("honour", (10, 20, 30), ["a seize b", "a win"], "60 5 22"),
    "honour, fell with nothing left": ("honour", (20, 10, 30), ["a seize b", "a win"], "70 0 22"),
    "honour, two winners": ("honour", (10, 20, 30), ["a win, c win"], "35 12 55"),
    "honour, draw of two": ("honour", (10, 20, 30), ["a draw, b draw"], "22 32 22"),
    "honour, draw of all": ("honour", (10, 20, 30), ["a draw, b draw, c draw"], "17 27 37"),
    "honour, abdicated": ("honour", (10, 20, 30), ["c abdicate", "a win"], "50 12 15"),
    "conquer, taken": ("conquer", (10, 20, 30), ["a seize b", "a win"], "40 15>a 32"),
    "conquer, who was taken later keeps its captives' captor": (
        "conquer",
        (10, 20, 30),
        ["a seize b", "c seize a"],
        "15>c 15>a 60",
    ),
    "conquer, both in one round": ("conquer", (10, 20, 30), ["a seize b, b seize a"], "15>b 25>a 50"),
    "conquer, nobody taken": ("conquer", (10, 20, 30), ["a win"], "30 22 32"),
    "death, taken": ("death", (10, 20, 30), ["a seize b", "a win"], "60 † 32"),
    "death, a killer is killed": ("death", (10, 20, 30), ["a seize b", "c seize a"], "† † 90"),
    "death, killed while killing": ("death", (10, 20, 30), ["a seize b, c seize a"], "† † 70"),
    "death, each other": ("death", (10, 20, 30), ["a seize b, b seize a"], "† † 50"),
    "death, nobody taken": ("death", (10, 20, 30), ["b win"], "12 40 32"),
}


def read_round(text: str) -> dict[str, str]:
    """Read `a seize b, c win` as orders by seat."""
    return {part.strip()[0]: part.strip()[2:] for part in text.split(",")}


def describe(fighters: list[Emperor], homes: dict[int, str]) -> str:
    """Describe how the emperors stand, as the table writes it."""
    words = []
    for seat, before in zip("abc", fighters, strict=True):
        now = again(before)
        moved = "" if homes[now.dynasty_id] == seat else f">{homes[now.dynasty_id]}"
        words.append("†" if now.died_at else f"{has(now)}{moved}")
    return " ".join(words)


@pytest.mark.parametrize("case", MATRIX)
def test_reputation_and_fates(case: str) -> None:
    type, points, happened, expected = MATRIX[case]
    tournament, fighters = factories.begin(type, *points)
    homes = {fighter.dynasty_id: seat for seat, fighter in zip("abc", fighters, strict=True)}
    ended = play(tournament, *map(read_round, happened))
    assert ended.status == "finished"
    assert describe(fighters, homes) == expected
    assert all(factories.at_court(fighter) for fighter in fighters)
    assert factories.books_balance() and not factories.sum_escrows()


WEALTH = {
    "a prize for one": ("gift", {"prize": {"gold": 100}}, ["a win"], (1_100, 1_000, 1_000)),
    "a prize for two": ("gift", {"prize": {"gold": 101}}, ["b win, c win"], (1_000, 1_051, 1_050)),
    "a prize in a draw": ("gift", {"prize": {"gold": 100}}, ["a draw, b draw, c draw"], (1_034, 1_033, 1_033)),
    "a pot": ("honour", {"fee": {"gold": 50}}, ["a win"], (1_100, 950, 950)),
    "a pot for the last one": ("death", {"fee": {"gold": 50}}, ["c seize a, b seize c"], (950, 1_100, 950)),
    "a pot in a draw": ("conquer", {"fee": {"gold": 50}}, ["a draw, b draw"], (1_025, 1_025, 950)),
}


@pytest.mark.parametrize("case", WEALTH)
def test_wealth(case: str) -> None:
    type, terms, happened, expected = WEALTH[case]
    tournament, fighters = factories.begin(type, 20, 20, 20, terms=terms)
    dynasties = [fighter.dynasty for fighter in fighters]
    play(tournament, *map(read_round, happened))
    assert tuple(map(gold, dynasties)) == expected
    assert factories.books_balance() and not factories.sum_escrows()


def test_a_dynasty_pays_the_prize_that_it_put_up_and_the_house_takes_nothing() -> None:
    organiser = factories.found("Yuan")
    giver = factories.born(organiser, "Kublai", 50)
    prize = {"prize": {"gold": 300, "ruby": 2, "reputation": 31}, "giver": giver.code}
    factories.endow(organiser, "ruby", 2)
    tournament, (first, second) = factories.begin("gift", 0, 0, organiser=organiser, terms=prize)
    assert (gold(organiser), gold(organiser, "ruby"), has(giver)) == (700, 0, 19)
    play(tournament, {"a": "win", "b": "win"})
    assert (gold(first.dynasty), gold(second.dynasty), gold(first.dynasty, "ruby")) == (1_150, 1_150, 1)
    assert (has(first), has(second), has(giver)) == (36, 35, 19)


def test_a_house_wins_like_any_other_dynasty() -> None:
    oriel, quillon = factories.house("Oriel"), factories.house("Quillon")
    tournament = factories.announce("gift", terms={"prize": {"gold": 100}})
    fighters = [factories.born(house, "Sunniva") for house in (oriel, quillon)]
    for seat, emperor in zip("ab", fighters, strict=True):
        factories.enter(tournament, emperor, seat, player="random")
    factories.lifecycle.start(tournament_id=tournament.pk)
    play(tournament, {"a": "seize b"})
    assert again(tournament).outcome["winners"] == ["a"]
    assert (gold(oriel), gold(quillon), has(fighters[0]), has(fighters[1])) == (1_100, 1_000, 15, 0)
    assert Reign.objects.get(until=None).dynasty == oriel
    assert Event.objects.filter(kind="fought").count() == 2


def test_chests() -> None:
    tournament = factories.announce("honour", seats=3, terms={"stake": 1, "chests": {}})
    fighters = [factories.born(factories.found(name), name, 50) for name in ("Ming", "Qing", "Yuan")]
    for seat, fighter, content in zip("abc", fighters, (200, 900, 500), strict=True):
        factories.enter(tournament, fighter, seat, chest=content)
    factories.lifecycle.start(tournament_id=tournament.pk)
    ended = play(tournament, {"a": "loot b"}, {"b": "loot a"}, {"c": "win"})
    assert [gold(each.dynasty) for each in fighters] == [1_000 - 200 + 900, 1_000 - 900 + 200, 1_000]
    stake = {"a": -1, "b": -1, "c": 2}
    assert [has(each) for each in fighters] == [
        50 + stake["a"] + 2 - 10,
        50 + stake["b"] + 2 + 10,
        50 + stake["c"] + 20,
    ]
    assert factories.books_balance() and not factories.sum_escrows() and ended.status == "finished"
    assert not Event.objects.filter(kind="wealth", public=True).exists()


@pytest.mark.parametrize(
    ("type", "fates", "happens", "expected"),
    [
        ("death", None, ["a seize b"], (50 - 10 + 50 + 10 + 10 + 20, 0, 52)),
        ("death", None, ["a seize b", "c seize a"], (0, 0, 50 + 100 + 10 + 10 + 20)),
        ("conquer", None, ["a seize b"], (50 - 10 + 10 + 20, 50 + 10 - 5, 52)),
        ("conquer", {"pawn": "dies", "emperor": "robbed"}, ["a seize b"], (50 - 10 + 50 + 10 + 20, 0 + 10 - 5, 52)),
    ],
)
def test_the_generous_owner_has_its_points_also_when_its_emperor_died(
    type: str, fates: Any, happens: list[str], expected: tuple[int, int, int]
) -> None:
    """Fill b's chest most and a's least: b's 10 points go to the heir of its Emperor."""
    tournament = factories.announce(type, seats=3, terms={"chests": {}} | ({"fates": fates} if fates else {}))
    fighters = [factories.born(factories.found(name), name, 50) for name in ("Ming", "Qing", "Yuan")]
    for seat, fighter, content in zip("abc", fighters, (200, 900, 100), strict=True):
        factories.enter(tournament, fighter, seat, chest=content)
    factories.lifecycle.start(tournament_id=tournament.pk)
    ended = play(tournament, {"a": "loot b"}, {"c": "loot a"}, *map(read_round, happens))
    ended = ended if ended.status == "finished" else play(tournament, {"a": "win"})
    assert ended.status == "finished" and factories.books_balance()
    assert tuple(map(has, fighters)) == expected


@pytest.mark.parametrize("field", fields.FIELDS)
def test_every_shipped_battlefield_takes_chests(field: str) -> None:
    seats = len(fields.load(field).seats)
    wanted = {"game": "emperors", "field": field, "terms": {"chests": {}}}
    assert factories.announce("conquer", seats=seats, **wanted).terms["chests"]
    assert factories.announce("conquer", seats=2, **wanted).pk, "whatever seats take part"


def test_keys_that_are_used_up_go_to_the_treasury() -> None:
    tournament = factories.announce("conquer", terms={"key": "iron", "key_consumed": True})
    for seat, name in zip("ab", ("Ming", "Qing"), strict=True):
        dynasty = factories.found(name)
        factories.endow(dynasty, "key:iron", 1)
        factories.enter(tournament, factories.born(dynasty, name), seat)
    factories.lifecycle.start(tournament_id=tournament.pk)
    play(tournament, {"a": "win"})
    assert factories.treasury.get_treasury("key:iron").balance == 0 and not factories.sum_escrows()


def test_missed_deadlines_cost_reputation() -> None:
    tournament, fighters = factories.begin("conquer", 30, 30)
    for number in range(1, 5):
        if number == 4:
            order(tournament, "a", "win")
        current = rounds.Round.objects.get(closed_at=None)
        with clock.freeze(current.deadline):
            assert rounds.close_round(tournament_id=tournament.pk, round_no=number)
    assert [has(each) for each in fighters] == [30 + 20 - 3, 30 + 2 - 4]


def test_the_log_says_where_against_whom_and_who_won() -> None:
    tournament, (first, second, third) = factories.begin("honour", 10, 10, 10)
    play(tournament, {"a": "seize b", "c": "abdicate"})
    events = {event.facts["emperor"]: event for event in Event.objects.filter(kind="fought")}
    assert {name: event.facts["result"] for name, event in events.items()} == {
        "Aaa": "won",
        "Bbb": "fell",
        "Ccc": "abdicated",
    }
    assert events["Bbb"].facts["winners"] == ["Aaa: Aaa"] and events["Bbb"].facts["field"] == "stage"
    assert events["Bbb"].facts["against"] == "Aaa: Aaa, Ccc: Ccc" and events["Bbb"].public
    assert (
        event_types.format_sentence("fought", events["Aaa"].facts)
        == "Aaa won “The Test Cup” on stage against Bbb: Bbb, Ccc: Ccc."
    )
    assert all(again(each).fought_at == again(tournament).ended_at for each in (first, second, third))
    causes = set(Event.objects.filter(kind="reputation", place=tournament.code).values_list("facts__cause", flat=True))
    assert causes == {"honour_pot", "honour_stake", "won", "took_emperors", "fell"}
    fell = Event.objects.filter(kind="reputation", place=tournament.code, facts__cause="fell")
    assert {event.facts["points"] for event in fell} == {0}, "nothing was left to lose by falling, and that is told"


def kinds_of(dynasty: Dynasty, emperor: Emperor) -> set[str]:
    """Return what the log of a dynasty says of an emperor."""
    return set(Mention.objects.filter(dynasty=dynasty, emperor=emperor).values_list("kind", flat=True))


def test_an_emperor_that_was_taken_is_told_of_in_both_logs() -> None:
    tournament, (taker, taken) = factories.begin("conquer", 10, 20)
    play(tournament, {"a": "seize b"})
    assert "joined" in kinds_of(taker.dynasty, taken) and "left" in kinds_of(taken.dynasty, taken)
    assert "fought" in kinds_of(taken.dynasty, taken) and "fought" not in kinds_of(taker.dynasty, taken)


def test_who_dies_in_its_first_battle_is_remembered() -> None:
    tournament, (killer, killed) = factories.begin("death", 0, 0)
    play(tournament, {"a": "seize b"})
    assert again(killed).died_at and Event.objects.get(kind="died").facts["by"] == "Aaa"
    assert Entry.objects.get(seat="b").emperor == killed and has(killer) == 30


def test_the_champion_changes_with_the_battle() -> None:
    tournament, (first, second) = factories.begin("conquer", 40, 30)
    assert Reign.objects.get(until=None).dynasty == first.dynasty
    play(tournament, {"b": "seize a"})
    assert Reign.objects.get(until=None).dynasty == second.dynasty


def test_of_a_training_no_trace_ties_an_emperor_to_it() -> None:
    from tests.tournaments.test_rounds import snapshot

    fighters = [factories.born(factories.found(name), name, 9) for name in ("Ming", "Qing")]
    before = snapshot()
    tournament = factories.announce("training")
    for seat, fighter in zip("ab", fighters, strict=True):
        factories.enter(tournament, fighter, seat)
    factories.lifecycle.start(tournament_id=tournament.pk)
    play(tournament, {"a": "take b"}, {"a": "seize b"})
    after = snapshot()
    untouched = set(before) - {"Tournament", "Round", "Entry", "Stream", "StreamEvent"}
    assert {name: after[name] for name in untouched} == {name: before[name] for name in untouched}
    assert list(Entry.objects.values_list("dynasty", "emperor", "name")) == [(None, None, "")] * 2
    assert not Presence.objects.exists()
    kept = "".join(str(after[name]) for name in ("Tournament", "Round", "Entry", "Stream", "StreamEvent"))
    for fighter in fighters:
        assert fighter.name not in kept and fighter.code not in kept and fighter.dynasty.code not in kept


def test_settling_asks_the_database_a_bounded_number_of_questions(django_assert_max_num_queries: Any) -> None:
    tournament, _fighters = factories.begin("conquer", *[10] * 8, terms={"fee": {"gold": 5}})
    for seat in "bcdefgh":
        order(tournament, seat, "-")
    order(tournament, "a", "win")
    with django_assert_max_num_queries(400):
        assert rounds.close_round(tournament_id=tournament.pk, round_no=1)


def test_settling_reads_the_rounds_once() -> None:
    tournament, _fighters = factories.begin("conquer", 10, 20)
    for seat, text in (("a", "win"), ("b", "-")):
        order(tournament, seat, text)
    with CaptureQueriesContext(connection) as queries:
        assert rounds.close_round(tournament_id=tournament.pk, round_no=1)
    asked = [str(each["sql"]) for each in queries]
    assert len([sql for sql in asked if '"closed_at" IS NULL)' in sql and '"events"' in sql]) == 1


def test_a_round_in_the_middle_is_cheap(django_assert_max_num_queries: Any) -> None:
    tournament, _fighters = factories.begin("gift", *[0] * 8)
    for seat in "abcdefgh":
        order(tournament, seat, "-")
    with django_assert_max_num_queries(26):  # eight of them tell eight players that it is their turn
        assert rounds.close_round(tournament_id=tournament.pk, round_no=1)


def test_a_battle_lasts_until_it_is_over() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, rules={"last": 3})
    ended = play(tournament, {}, {}, {})
    assert ended.outcome == {"winners": ["a", "b"], "draw": True, "by": "over"}
    assert ended.ended_at - ended.started_at < timedelta(minutes=1)
