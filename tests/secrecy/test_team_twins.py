"""Teams in fog: what a seat does out of the other team's sight, and what its mates write, nobody else can tell.

Two worlds differ in the orders of seat a far from the other team, and in letters between a and its mate c. The mate
sees the difference, and everybody else the same, byte by byte, for as many of the same queries.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from dynasty.models import Dynasty
from tests import factories
from tests.secrecy import twins
from tests.secrecy.twins import Battle, Observation, differing, looks, observe
from tournaments.domain import games
from tournaments.models import Message
from tournaments.realtime import public_snapshot
from tournaments.selectors import battles, chat
from tournaments.services.negotiation import letters

pytestmark = pytest.mark.django_db
ORDERS = (
    (("place A1 2", "place G7 2", "place G1 2", "place A7 2"),) * 2,
    (("build A1 2; attack A1 B1 1", "-", "-", "-"), ("build A1 1; guard A1", "-", "-", "-")),
    (("-", "-", "build G1 1", "-"), ("attack A1 A2 2", "-", "build G1 1", "-")),
)
"""By round: what all seats order in the one way and in the other."""
EVERY_OTHER = slice(None, None, 2)


def begin(made: twins.World, fog: str) -> Battle:
    """Return a battle of two teams in fog: Ming (a) and Qing (c) against Tudor (b) and Song (d)."""
    rules = games.GAMES["campaign.skirmish"].read_rules({"fog": fog, "teams": "two"})
    terms = {"stake": 10, "negotiation": "secret"}
    tournament = factories.announce(
        "honour", seats=4, game="campaign.skirmish", field="grid7x7/D4", rules=rules, terms=terms
    )
    houses = [factories.found(name) for name in ("Ming", "Tudor", "Bourbon", "Valois", "Qing", "Song")]
    for seat, house in zip("abcd", (houses[0], houses[1], houses[4], houses[5]), strict=True):
        factories.enter(tournament, factories.born(house, f"{house.name} I", points=20), seat)
    factories.lifecycle.start(tournament_id=tournament.pk)
    return Battle(made, factories.again(tournament), houses[0], twins.viewers(houses[:4]))


@contextmanager
def fought(monkeypatch: pytest.MonkeyPatch, way: int, fog: str) -> Iterator[Battle]:
    """Yield a battle in which seat a and its mate went one of the two ways."""
    with monkeypatch.context() as patched, twins.world(patched) as world:
        patched.setattr(twins, "own_streams", list_streams_of_team)
        battle = begin(world, fog)
        for number, ways in enumerate(ORDERS):
            for seat, text in zip("abcd", ways[way], strict=True):
                world.again(f"{number} {seat}")
                factories.order(battle.tournament, seat, text)
            battle.close()
        world.again("the letter")
        world.overheard.clear()
        if way:
            letters.write(tournament=battle.tournament, dynasty=battle.owner, to=["c"], text="I take A2")
        yield battle


def list_streams_of_team(battle: Battle) -> tuple[str, ...]:
    code = battle.tournament.code
    mate = Dynasty.objects.get(name="Qing").code
    return (f"seat:{code}:a", f"seat:{code}:c", f"dynasty:{battle.owner.code}", f"dynasty:{mate}")


def look(
    monkeypatch: pytest.MonkeyPatch, way: int, fog: str = "on", part: slice = EVERY_OTHER
) -> tuple[Observation, dict[str, Any]]:
    """Return what everybody outside of the team sees, and the state of the mate."""
    with fought(monkeypatch, way, fog) as battle:
        found = observe(battle, looks(battle)[part])
        battle.world.again("frame")
        found["frame"] = public_snapshot.write_frame(battle.tournament.code, "en")[1].encode()
        mate = Dynasty.objects.get(name="Qing")
        state = battles.build_battle_state(factories.again(battle.tournament), mate, since=0)
        return found, dict(state["position"])


def test_the_other_team_and_spectators_cannot_tell_and_the_mate_can(monkeypatch: pytest.MonkeyPatch) -> None:
    (one, mate), (other, mate_then) = (look(monkeypatch, way) for way in (0, 1))
    assert differing(one, other) == []
    assert sum(body.startswith(b"200") for body in one.values()) > len(one) / 3
    assert mate["pieces"] != mate_then["pieces"], "a team sees together"


def test_without_fog_everybody_can(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (look(monkeypatch, way, "off", slice(None, None, 9))[0] for way in (0, 1))
    assert "frame" in differing(one, other)


def test_a_question_more_to_the_database_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a talk that counts the letters of others before it leaves them out: it shows nothing, and takes longer."""
    list_talks = chat.list_talks

    def count_and_list(*given: Any, **named: Any) -> Any:
        if Message.objects.filter(room=Message.Room.PARLEY).exists():
            Message.objects.count()
        return list_talks(*given, **named)

    monkeypatch.setattr(chat, "list_talks", count_and_list)
    monkeypatch.setitem(
        globals(), "looks", lambda battle: [("opponent", "GET", f"/tournament/{battle.tournament.code}/talk")]
    )
    one, other = (look(monkeypatch, way)[0] for way in (0, 1))
    (name,) = differing(one, other)
    shown = [found[name].partition(b" queries")[0].rpartition(b"\n")[0] for found in (one, other)]
    assert shown[0] == shown[1] and shown[0].startswith(b"200")
