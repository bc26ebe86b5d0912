"""The matrix: what becomes of an Emperor in each type of tournament, and what is written of it.

It is always the Emperor of b, with a reputation of 20, between those of a (10) and c (30). Gift has a prize of 90 gold,
honour a stake of 10, and honour, conquest and death a fee of 40 gold. Each row says its reputation afterwards, what its
first dynasty gained or lost in gold, whom it serves, whether it lives, and the public and the private log of it.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from core import clock
from core.errors import DomainError
from dynasty.models import Emperor, Event, Mention
from tests import factories, sweeps
from tests.factories import again, gold, has, order, play
from tests.tournaments.test_rounds import snapshot
from tournaments.models import Entry, Presence, Round, Tournament
from tournaments.services import lifecycle, retention, rounds

pytestmark = pytest.mark.django_db

FATES = {
    "won": ["b win"],
    "drew": ["a draw, b draw"],
    "survived": ["a win"],
    "fell": ["b fall", "a win"],
    "killed its taker at once": ["a seize b, b seize a"],
    "killed, and was killed later": ["b seize a", "c seize b"],
    "abdicated": ["b abdicate", "a win"],
    "slept": ["…", "…", "…", "… a win"],
}
"""The rounds of the scripted game that make it so; where dots are, b gives no order."""

REAL_FATES = {
    "was taken by a pawn": ["C3-C4", "C4-C6", "C6-C7"],
    "was taken by an Emperor": ["C3-C4", "C1-C3", "C4-D4", "C3-C4", "C4-C7"],
}
"""The same on a real board, the duelling ground: what a orders, while b holds."""

MATRIX = """
type     | fate                         | reputation | gold | serves | life  | public log                                                                     | private log
training | won                          | 20         | 0    | b      | lives | -                                                                              | -
training | drew                         | 20         | 0    | b      | lives | -                                                                              | -
training | survived                     | 20         | 0    | b      | lives | -                                                                              | -
training | fell                         | 20         | 0    | b      | lives | -                                                                              | -
training | was taken by a pawn          | 20         | 0    | b      | lives | -                                                                              | -
training | was taken by an Emperor      | 20         | 0    | b      | lives | -                                                                              | -
training | killed its taker at once     | 20         | 0    | b      | lives | -                                                                              | -
training | killed, and was killed later | 20         | 0    | b      | lives | -                                                                              | -
training | abdicated                    | 20         | 0    | b      | lives | -                                                                              | -
training | slept                        | 20         | 0    | b      | lives | -                                                                              | -

gift     | won                          | 40         | 90   | b      | lives | entered, +20 won, fought (won)                                                 | +90 prize
gift     | drew                         | 27         | 45   | b      | lives | entered, +5 shared_draw, +2 survived, fought (draw)                            | +45 prize
gift     | survived                     | 22         | 0    | b      | lives | entered, +2 survived, fought (survived)                                        | -
gift     | fell                         | 20         | 0    | b      | lives | entered, fought (fell)                                                         | -
gift     | was taken by a pawn          | 20         | 0    | b      | lives | entered, fought (fell)                                                         | -
gift     | was taken by an Emperor      | 20         | 0    | b      | lives | entered, fought (fell)                                                         | -
gift     | killed its taker at once     | 30         | 0    | b      | lives | entered, +10 took_emperors, fought (fell)                                      | -
gift     | killed, and was killed later | 30         | 0    | b      | lives | entered, +10 took_emperors, fought (fell)                                      | -
gift     | abdicated                    | 20         | 0    | b      | lives | entered, fought (abdicated)                                                    | -
gift     | slept                        | 22         | 0    | b      | lives | entered, +2 survived, fought (survived)                                        | -

honour   | won                          | 60         | 80   | b      | lives | entered, +20 honour_pot, +20 won, fought (won)                                 | -40 fee, +120 pot
honour   | drew                         | 32         | 20   | b      | lives | entered, +5 honour_pot, +5 shared_draw, +2 survived, fought (draw)             | -40 fee, +60 pot
honour   | survived                     | 12         | -40  | b      | lives | entered, -10 honour_stake, +2 survived, fought (survived)                      | -40 fee
honour   | fell                         | 5          | -40  | b      | lives | entered, -10 honour_stake, -5 fell, fought (fell)                              | -40 fee
honour   | was taken by a pawn          | 5          | -40  | b      | lives | entered, -10 honour_stake, -5 fell, fought (fell)                              | -40 fee
honour   | was taken by an Emperor      | 5          | -40  | b      | lives | entered, -10 honour_stake, -5 fell, fought (fell)                              | -40 fee
honour   | killed its taker at once     | 15         | -40  | b      | lives | entered, -10 honour_stake, +10 took_emperors, -5 fell, fought (fell)           | -40 fee
honour   | killed, and was killed later | 15         | -40  | b      | lives | entered, -10 honour_stake, +10 took_emperors, -5 fell, fought (fell)           | -40 fee
honour   | abdicated                    | 5          | -40  | b      | lives | entered, -10 honour_stake, -5 fell, fought (abdicated)                         | -40 fee
honour   | slept                        | 9          | -40  | b      | lives | entered, -10 honour_stake, +2 survived, -3 missed_deadlines, fought (survived) | -40 fee

conquer  | won                          | 40         | 80   | b      | lives | entered, +20 won, fought (won)                                                 | -40 fee, +120 pot
conquer  | drew                         | 27         | 20   | b      | lives | entered, +5 shared_draw, +2 survived, fought (draw)                            | -40 fee, +60 pot
conquer  | survived                     | 22         | -40  | b      | lives | entered, +2 survived, fought (survived)                                        | -40 fee
conquer  | fell                         | 15         | -40  | b      | lives | entered, -5 fell, fought (fell)                                                | -40 fee
conquer  | was taken by a pawn          | 15         | -40  | a      | lives | entered, -5 fell, fought (fell), left, joined                                  | -40 fee
conquer  | was taken by an Emperor      | 15         | -40  | a      | lives | entered, -5 fell, fought (fell), left, joined                                  | -40 fee
conquer  | killed its taker at once     | 25         | -40  | a      | lives | entered, +10 took_emperors, -5 fell, fought (fell), left, joined               | -40 fee
conquer  | killed, and was killed later | 25         | -40  | c      | lives | entered, +10 took_emperors, -5 fell, fought (fell), left, joined               | -40 fee
conquer  | abdicated                    | no way out | -    | -      | -     | -                                                                              | -
conquer  | slept                        | 19         | -40  | b      | lives | entered, +2 survived, -3 missed_deadlines, fought (survived)                   | -40 fee

death    | won                          | 40         | 80   | b      | lives | entered, +20 won, fought (won)                                                 | -40 fee, +120 pot
death    | drew                         | 27         | 20   | b      | lives | entered, +5 shared_draw, +2 survived, fought (draw)                            | -40 fee, +60 pot
death    | survived                     | 22         | -40  | b      | lives | entered, +2 survived, fought (survived)                                        | -40 fee
death    | fell                         | 15         | -40  | b      | lives | entered, -5 fell, fought (fell)                                                | -40 fee
death    | was taken by a pawn          | 0          | -40  | b      | dies  | entered, -20 was_killed, fought (fell), died                                   | -40 fee
death    | was taken by an Emperor      | 0          | -40  | b      | dies  | entered, -20 was_killed, fought (fell), died                                   | -40 fee
death    | killed its taker at once     | 10         | -40  | b      | dies  | entered, -20 was_killed, +10 killed, fought (fell), died                       | -40 fee
death    | killed, and was killed later | 0          | -40  | b      | dies  | entered, +10 killed, -30 was_killed, fought (fell), died                       | -40 fee
death    | abdicated                    | no way out | -    | -      | -     | -                                                                              | -
death    | slept                        | 19         | -40  | b      | lives | entered, +2 survived, -3 missed_deadlines, fought (survived)                   | -40 fee
"""  # noqa: E501 - a table is read across


def read_table(text: str) -> Iterator[dict[str, str]]:
    """Return the rows below the first line, by its words."""
    head, *rows = ([cell.strip() for cell in line.split("|")] for line in text.splitlines() if line)
    return (dict(zip(head, row, strict=True)) for row in rows)


ROWS = list(read_table(MATRIX))
TERMS: dict[str, dict[str, Any]] = {
    "training": {},
    "gift": {"prize": {"gold": 90}},
    "honour": {"stake": 10, "fee": {"gold": 40}},
    "conquer": {"fee": {"gold": 40}},
    "death": {"fee": {"gold": 40}},
}


def live(tournament: Tournament, happens: list[str]) -> Tournament:
    for each in happens:
        if each.startswith("…"):
            sleep(tournament, each[1:].strip() or "a -")
        else:
            play(tournament, {part.strip()[0]: part.strip()[2:] for part in each.split(",")})
    return again(tournament)


def sleep(tournament: Tournament, a: str) -> None:
    """Play a round in which c holds and b sends nothing: the deadline passes, or the others no longer wait for it."""
    order(tournament, "a", a[2:])
    order(tournament, "c", "-")
    current = Round.objects.get(tournament=tournament, closed_at=None)
    with clock.freeze(current.ready_at or current.deadline):
        assert rounds.close_round(tournament_id=tournament.pk, round_no=current.number)


def fight(type: str, fate: str) -> tuple[Tournament, list[Emperor]]:
    if fate in REAL_FATES:
        tournament, fighters = factories.begin(type, 10, 20, game="emperors", field="old-duel-2", terms=TERMS[type])
        return live(tournament, [f"a {text}" for text in REAL_FATES[fate]]), fighters
    tournament, fighters = factories.begin(type, 10, 20, 30, terms=TERMS[type])
    return live(tournament, FATES[fate]), fighters


def read_off(type: str, fate: str) -> dict[str, str]:
    """Return a row of the table, from what the world looks like afterwards."""
    tournament, fighters = fight(type, fate)
    assert tournament.status == "finished" and factories.books_balance() and not factories.sum_escrows()
    homes = {fighter.dynasty_id: seat for seat, fighter in zip("abc", fighters, strict=False)}
    before, now = fighters[1], again(fighters[1])
    return {
        "type": type, "fate": fate, "reputation": str(has(now)), "gold": str(gold(before.dynasty) - 1_000),
        "serves": homes[now.dynasty_id], "life": "dies" if now.died_at else "lives",
        "public log": public_log(tournament, now), "private log": private_log(tournament, before),
    }  # fmt: skip


def public_log(tournament: Tournament, emperor: Emperor) -> str:
    """Return what everybody can read of this Emperor and this tournament, in order."""
    found = Event.objects.filter(mentions__emperor=emperor, place=tournament.code, public=True)
    return ", ".join(name_event(event) for event in found.distinct().order_by("pk")) or "-"


def name_event(event: Event) -> str:
    if event.kind == "reputation":
        return f"{event.facts['points']:+d} {event.facts['cause']}"
    return f"{event.kind} ({event.facts['result']})" if event.kind == "fought" else event.kind


def private_log(tournament: Tournament, emperor: Emperor) -> str:
    """Return what only its first dynasty can read of this tournament."""
    found = Mention.objects.filter(dynasty=emperor.birthplace, public=False, event__place=tournament.code)
    return ", ".join(f"{each.event.facts['amount']:+d} {each.event.facts['cause']}"
                     for each in found.select_related("event").order_by("pk")) or "-"  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['type']}, {row['fate']}")
def test_what_becomes_of_an_emperor(row: dict[str, str]) -> None:
    if row["reputation"] == "no way out":
        with pytest.raises(DomainError) as error:
            fight(row["type"], row["fate"])
        assert error.value.code == "no_way_out"
    else:
        assert read_off(row["type"], row["fate"]) == row


def test_the_matrix_is_whole() -> None:
    assert [(row["type"], row["fate"]) for row in ROWS] == [
        (type, fate) for type in TERMS for fate in dict.fromkeys(row["fate"] for row in ROWS)
    ]
    assert {row["fate"] for row in ROWS} == {*FATES, *REAL_FATES}


def test_conquest_is_for_good_and_both_logs_tell_of_it() -> None:
    _first, fighters = fight("conquer", "killed, and was killed later")
    a, b, c = (fighter.dynasty for fighter in fighters)
    assert [again(fighter).dynasty for fighter in fighters] == [b, c, c]
    assert [again(fighter).birthplace for fighter in fighters] == [a, b, c]
    mentions = {(each.dynasty_id, each.kind) for each in Mention.objects.filter(emperor=fighters[1], public=True)}
    assert {(b.pk, "left"), (c.pk, "joined"), (b.pk, "fought")} <= mentions and (c.pk, "fought") not in mentions


def test_death_hands_on_what_a_killer_had_by_then() -> None:
    _tournament, fighters = fight("death", "killed, and was killed later")
    assert [bool(again(fighter).died_at) for fighter in fighters] == [True, True, False]
    assert has(fighters[2]) == 30 + (20 + 10) + 20 + 10  # with b's went a's; it won, and took one Emperor
    (death,) = Event.objects.filter(kind="died", mentions__emperor=fighters[1]).distinct()
    assert death.facts["by"] == "Ccc"


@pytest.mark.sweep
def test_many_trainings_leave_nothing() -> None:
    """Compare every table with what it was, once the boards themselves are deleted, which are nobody's."""
    fighters = [factories.born(factories.found(name), name, 20) for name in ("Ming", "Qing", "Yuan")]
    before = snapshot()
    for number in range(sweeps.count(24, 100)):
        train(fighters, list(FATES.values())[number % len(FATES)])
        if number == 0:
            assert_nobody_is_named(fighters)
    with clock.freeze(clock.now() + timedelta(days=30)):
        while retention.forget_old():
            pass
    after = snapshot()
    assert {name: after[name] for name in before if after[name] != before[name]} == {}


def train(fighters: list[Emperor], happens: list[str]) -> None:
    tournament = factories.announce("training", seats=3)
    for seat, fighter in zip("abc", fighters, strict=True):
        factories.enter(tournament, fighter, seat)
    lifecycle.start(tournament_id=tournament.pk)
    assert live(again(tournament), happens).status == "finished"


def assert_nobody_is_named(fighters: list[Emperor]) -> None:
    """Allow the board and its rounds to stay a while, without a word of who played."""
    assert not Presence.objects.exists()
    assert set(Entry.objects.values_list("dynasty", "emperor", "name")) == {(None, None, "")}
    kept = str(snapshot()["Tournament"]) + str(snapshot()["Round"]) + str(snapshot()["StreamEvent"])
    assert not any(fighter.name in kept or fighter.code in kept or fighter.dynasty.code in kept for fighter in fighters)
