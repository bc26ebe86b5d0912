"""Fog of war: two battles that differ out of a seat's sight are the same to it and to all spectators, byte by byte.

The owner of seat a plays a few rounds in one of two ways far from seat b; whoever else looks must not tell which.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from core.errors import DomainError
from tests import factories, sweeps
from tests.secrecy import twins
from tests.secrecy.twins import Battle, Observation, begin, differing, looks, observe
from tournaments.domain import games
from tournaments.domain.absence_policy import FIRST_DRAW_ROUND
from tournaments.models import Round
from tournaments.realtime import public_snapshot
from tournaments.selectors import battles
from tournaments.services import orders, votes

pytestmark = pytest.mark.django_db
Rounds = tuple[tuple[str, str], ...]
ELSEWHERE = ("/watch/", "/chronicle/", "/search/?q=cup", "/api/v1/tournaments/?status=running")
MORE = (
    "?round=1",
    "?round=2",
    "proof",
    "round/3",
    "round/1.png",
    "card.png",
    "lab",
    "lab?round=1",
    "play-on?round=1",
    "review",
    "table",
    "treaties",
    "embedded",
)
"""Parts of a battle's address besides those that all twins are asked for."""

SKIRMISH: tuple[Rounds, ...] = (
    (("place A1 2", "place G7 2"), ("build A1 2; attack A1 B1 1", "build G7 2"), ("-", "attack G7 F7 2")),
    (("place A1 2", "place G7 2"), ("build A1 1; guard A1", "build G7 2"), ("attack A1 A2 2", "attack G7 F7 2")),
)
"""One way takes a field more in the first round and lets the next one pass; the other builds less and spreads later."""
SIMULTANEOUS: tuple[Rounds, ...] = (
    (("colonize alaska 5; colonize alberta 4", "colonize siam 4"), ("reinforce alaska 3", "reinforce siam 2")),
    (("colonize alaska 9", "colonize siam 4"), ("colonize peru 1", "reinforce siam 2")),
)
GAMES: dict[str, tuple[str, tuple[Rounds, ...]]] = {
    "campaign.skirmish": ("grid7x7/D4", SKIRMISH),
    "campaign.simultaneous": ("world", SIMULTANEOUS),
}
every_game = pytest.mark.parametrize("game", GAMES)


@contextmanager
def fought(monkeypatch: pytest.MonkeyPatch, game: str, way: int, fog: str = "on") -> Iterator[Battle]:
    """Yield a battle of a world of its own, played one of the two ways."""
    field, ways = GAMES[game]
    with monkeypatch.context() as patched, twins.world(patched) as world:
        battle = begin(world, game, field, [], rules=games.GAMES[game].read_rules({"fog": fog}))
        for number, given in enumerate(ways[way]):
            for seat, text in zip("ab", given, strict=True):
                world.again(f"{number} {seat}")
                factories.order(battle.tournament, seat, text)
            battle.close()
        yield battle


def look(
    monkeypatch: pytest.MonkeyPatch, game: str, way: int, fog: str = "on", part: slice = slice(None)
) -> Observation:
    """Return what others see of a battle, by some of the ways to look at it."""
    with fought(monkeypatch, game, way, fog) as battle:
        code = battle.tournament.code
        more = [(who, "GET", f"/tournament/{code}/{part}") for who in battle.viewers for part in MORE]
        more += [(who, "GET", address) for who in battle.viewers for address in ELSEWHERE]
        found = observe(battle, [*looks(battle), *more, *list_own_asks(battle)][part])
        battle.world.again("frame")
        return found | {"frame": public_snapshot.write_frame(code, "en")[1].encode()} | give_orders(battle)


def list_own_asks(battle: Battle) -> list[tuple[str, str, str]]:
    """Return what the opponent may ask of its own seat."""
    return [("opponent", "GET", f"/tournament/{battle.tournament.code}/state?since={number}") for number in (0, 1, 9)]


def give_orders(battle: Battle) -> Observation:
    """Return the answers to orders and drafts of seat b, good and bad, for places in and out of its sight."""
    code, number = battle.tournament.code, battle.number
    game = games.GAMES[battle.tournament.game]
    current = Round.objects.get(tournament=battle.tournament, closed_at=None)
    names = list(game.read(current.state).board)
    texts = [f"{verb} {name} 2" for verb in ("colonize", "reinforce", "build", "guard") for name in names]
    texts += [f"{verb} {one} {other} 1" for verb in ("attack", "move") for one in names for other in names]
    found = {text: answer(battle, current, text) for text in texts}
    for text in [*texts[:4], *texts[30:40], *texts[-4:]]:  # more would be too many for a minute
        for part, body in (
            ("draft", {"order": text, "round": factories.again(battle.tournament).game_round}),
            ("order", {"order": text, "step": number}),
        ):
            name = f"{part} {text}"
            battle.world.again(name)
            client = battle.viewers["opponent"]
            response = client.post(
                f"/tournament/{code}/{part}",
                json.dumps(body),
                content_type="application/json",
                headers={"Accept": "application/json"},
            )
            found[name] = f"{response.status_code} ".encode() + response.getvalue()
    return found


def answer(battle: Battle, current: Round, text: str) -> bytes:
    """Return what becomes of an order of seat b: how it would be stored, or why it is refused."""
    try:
        return orders.check_order(battle.tournament, current, "b", text).encode()
    except DomainError as refused:
        return f"{refused.code} {refused}".encode()


@pytest.mark.sweep
@every_game
def test_nobody_else_can_tell_two_battles_apart_that_differ_in_the_fog(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    part = sweeps.part(4, list(GAMES).index(game))
    one, other = (look(monkeypatch, game, way, part=part) for way in (0, 1))
    assert differing(one, other) == []
    assert len(one) > 1000 and sum(body.startswith(b"200") for body in one.values()) > 80


@every_game
def test_without_fog_everybody_can(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    one, other = (look(monkeypatch, game, way, fog="off", part=sweeps.part(8)) for way in (0, 1))
    found = differing(one, other)
    for who in ("nobody", "opponent", "bettor", "watcher", "staff", "program"):
        assert any(name.startswith(f"{who} GET") for name in found)


def build_state(battle: Battle, dynasty: Any = None) -> dict[str, Any]:
    tournament = factories.again(battle.tournament)
    return dict(battles.build_battle_state(tournament, dynasty, since=0))


@every_game
def test_the_owner_sees_its_own_and_spectators_nothing(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    with fought(monkeypatch, game, 0) as battle:
        own, public = build_state(battle, battle.owner), build_state(battle)
        assert {piece["seat"] for piece in own["position"]["pieces"]} == {"a"} and public["position"]["pieces"] == []
        assert len(public["position"]["unseen"]) > len(own["position"]["unseen"]) > 0
        assert [seat["pieces"] for seat in own["seats"]][1] is None and own["seats"][0]["pieces"] >= 1
        assert [seat["pieces"] for seat in public["seats"]] == [None, None]
        for each in own["rounds"]:
            assert {seat for seat, _order in each["orders"]} == {"a"} == set(each["seals"])
            assert each["digest"] == ""
        for each in public["rounds"]:
            assert each["orders"] == [] and each["seals"] == {}
            assert each["before"]["pieces"] == each["after"]["pieces"] == []


@every_game
def test_everything_is_revealed_at_the_end(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    with fought(monkeypatch, game, 0) as battle:
        while factories.again(battle.tournament).game_round < FIRST_DRAW_ROUND:
            for seat in "ab":
                factories.order(battle.tournament, seat, "nop")
            battle.close()
        for seat in "ab":
            dynasty = factories.again(battle.tournament).entries.get(seat=seat).dynasty
            votes.agree(tournament_id=battle.tournament.pk, round_no=battle.number, dynasty=dynasty, what="draw")
        shown = build_state(battle)
        assert shown["tournament"]["status"] == "finished"
        assert {piece["seat"] for piece in shown["position"]["pieces"]} == {"a", "b"}
        assert all(len(each["orders"]) == 2 == len(each["seals"]) and each["digest"] for each in shown["rounds"])
        assert "unseen" not in shown["position"] and all("unseen" not in each["before"] for each in shown["rounds"])
        code = battle.tournament.code
        assert battle.viewers["nobody"].get(f"/tournament/{code}/record").status_code == 200
        assert battle.viewers["nobody"].get(f"/tournament/{code}/proof.json").json()["rounds"]
