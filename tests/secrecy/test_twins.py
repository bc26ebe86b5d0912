"""Orders, changes of orders and standing orders: before the close nobody else can tell one world from its twin.

TWINS=1000 TWINS_SEED=7 python -m pytest tests/secrecy/test_twins.py -k sweep
"""

import logging
import os
from random import Random
from typing import Any

import pytest
from django.test import Client

from battlefield import game
from dynasty.models import Dynasty
from tests import factories, sweeps
from tests.secrecy import twins
from tests.secrecy.twins import Battle, Observation, Secret, begin, differing, looks, observe
from tournaments.models import Round, SealedOrder
from tournaments.presenters import battle_state
from tournaments.realtime import consumers
from tournaments.selectors import events
from tournaments.services import chat, orders, standing_orders

pytestmark = pytest.mark.django_db
MANY = int(os.environ.get("TWINS", "4"))
SEED = int(os.environ.get("TWINS_SEED", "1"))
LOOKS = 40
"""How many of the things that can be asked each pair of the sweep asks."""
OPENING = [("C3-C4", "C5-C4"), ("B3-B4", "D5-D4")]


def give(*texts: str) -> Secret:
    """Order one after the other."""

    def act(battle: Battle) -> None:
        for text in texts:
            factories.order(battle.tournament, "a", text, dynasty=battle.owner)

    return act


def stand(*texts: str) -> Secret:
    """Put standing orders under seal."""

    def act(battle: Battle) -> None:
        standing_orders.set_orders(tournament_id=battle.tournament.pk, dynasty=battle.owner, texts=list(texts))

    return act


SECRETS = {
    "another order": (give("B3-B4"), give("D3-D4")),
    "another piece, another length": (give("-"), give("A2-A3")),
    "an order changed three times": (give("B3-B4"), give("-", "D3-D4", "A2-A3", "B3-B4")),
    "the same order sent again": (give("B3-B4"), give("B3-B4", "B3-B4")),
    "another standing order": (stand("B3-B4"), stand("D3-D4", "A2-A3")),
}


def live(monkeypatch: pytest.MonkeyPatch, secret: Secret, part: slice = slice(None), place: str = "") -> Observation:
    """Return what others see of a world with this secret, by some of the ways to look at it.

    `place`: what the addresses hold.
    """
    with monkeypatch.context() as patched, twins.world(patched) as world:
        battle = begin(world, "emperors", "duel-2", OPENING[:1])
        world.again("the secret")
        world.overheard.clear()
        secret(battle)
        return observe(battle, [each for each in looks(battle) if place in each[2]][part])


@pytest.mark.sweep
@pytest.mark.parametrize(("number", "name"), list(enumerate(SECRETS)))
def test_nobody_can_tell(monkeypatch: pytest.MonkeyPatch, number: int, name: str) -> None:
    """Look for each secret in every fifth place, so that each place is looked at for one of them."""
    part = sweeps.part(len(SECRETS), number)
    one, other = (live(monkeypatch, secret, part) for secret in SECRETS[name])
    assert len(one) > sweeps.count(60, 300)
    assert sum(body.startswith(b"200") for body in one.values()) > len(one) / 2
    assert differing(one, other) == []


def say(*texts: str) -> Secret:
    """Let a spectator talk to everybody."""

    def act(battle: Battle) -> None:
        for text in texts:
            chat.post(
                tournament=battle.tournament, dynasty=Dynasty.objects.get(name="Valois"), room="public", text=text
            )

    return act


@pytest.mark.parametrize("lines", [("Beware of C4", "All is well"), ("Beware of C4",)], ids=["another word", "a word"])
def test_who_fights_cannot_tell_what_spectators_say(monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...]) -> None:
    """Hide from players even whether spectators say anything; everybody else can read it."""
    one, other = (listen_in(monkeypatch, say(*texts)) for texts in ((lines[0],), lines[1:]))
    found = {name.partition(" ")[0] for name in differing(one, other)}
    assert {"nobody", "bettor", "watcher", "program"} <= found and not found & {"owner", "opponent", "sockets"}


def listen_in(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> Observation:
    """Return what the two fighters see of a world with this secret, what wakes their sockets, and the others' talk."""
    with monkeypatch.context() as patched, twins.world(patched) as world:
        battle = begin(world, "emperors", "duel-2", OPENING[:1])
        users = {"owner": battle.owner.user_id, "opponent": Dynasty.objects.get(name="Qing").user_id}
        battle.viewers["owner"] = Client()
        battle.viewers["owner"].force_login(battle.owner.user)
        world.again("the secret")
        secret(battle)
        heard = [consumers.list_streams(battle.tournament.code, user) for user in users.values()]
        heads = [events.get_heads(names) for names in heard]
        wanted = [each for each in looks(battle) if each[1] == "GET"]
        others = [each for each in wanted if each[0] not in users and each[2].endswith("/talk/")]
        return observe(battle, [*(each for each in wanted if each[0] in users), *others]) | {
            "sockets": repr(heads).encode()
        }


def test_the_recorder_sees_what_there_is_to_see(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell a pair apart in which one seat has not ordered, since that is announced to everybody."""
    one, other = (live(monkeypatch, secret, place="/tournament/") for secret in (give("B3-B4"), give()))
    found = differing(one, other)
    assert "events" in found and "overheard" in found
    for who in ("nobody", "opponent", "bettor", "watcher", "staff", "program"):
        assert any(name.startswith(f"{who} GET") for name in found)


def test_leaks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant how often the order was changed in the public state, and the order in a line of the log."""
    build, tell = battle_state.build_battle_state, orders.publish_order

    def talkative(given: orders.IncomingOrder, sealed: SealedOrder, **more: Any) -> None:
        logging.getLogger("tournaments").warning("order %s", given.text)
        tell(given, sealed, **more)

    leaky = lambda *given, **named: build(*given, **named) | {"changes": changes()}  # noqa: E731
    monkeypatch.setattr(battle_state, "build_battle_state", leaky)
    monkeypatch.setattr(orders, "publish_order", talkative)
    one, other = (live(monkeypatch, give(*texts), slice(60)) for texts in (["B3-B4"], ["D3-D4", "B3-B4"]))
    found = differing(one, other)
    assert "overheard" in found and any(name.startswith("nobody GET") for name in found)


def changes() -> int:
    return SealedOrder.objects.get().version


@pytest.mark.parametrize("number", range(MANY))
def test_sweep(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Draw secrets at a random moment of a random battle, looked at in random ways."""
    luck = Random(f"{SEED} {number}")
    opening = luck.randrange(3)
    one, other = (random_secret(luck) for _ in range(2))
    wanted = None
    collected = []
    for secret in (one, other):
        with monkeypatch.context() as patched, twins.world(patched) as world:
            battle = begin(world, "emperors", "duel-2", OPENING[:opening])
            wanted = wanted or luck.sample(looks(battle), LOOKS)
            world.again("the secret")
            world.overheard.clear()
            secret(battle)
            collected.append(observe(battle, wanted))
    assert differing(*collected) == []


def random_secret(luck: Random) -> Secret:
    """Draw an order, after up to four others; sometimes with standing orders besides."""
    draws, standing_too = [luck.random() for _ in range(luck.randint(1, 5))], luck.random() < 0.3

    def act(battle: Battle) -> None:
        state = Round.objects.get(tournament=battle.tournament, closed_at=None).state
        legal = game.legal(game.read(state), "a")
        choices = [f"{origin}-{goal}" for origin, goals in sorted(legal.items()) for goal in sorted(goals)]
        texts = [choices[int(draw * len(choices))] for draw in draws]
        give(*texts)(battle)
        if standing_too:
            stand(*texts[:2])(battle)

    return act
