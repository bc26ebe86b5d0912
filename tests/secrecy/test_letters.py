"""A message between two seats: nobody else can tell a world with it from its twin without it, to the byte."""

from collections.abc import Callable

import pytest

from dynasty.models import Dynasty
from tests import factories, sweeps
from tests.secrecy import twins
from tests.secrecy.twins import Battle, Observation, World, differing, looks, observe
from tournaments.models import Treaty
from tournaments.realtime import consumers
from tournaments.selectors import events
from tournaments.services import bets, chat, rounds
from tournaments.services.events import publish_to_battle
from tournaments.services.negotiation import letters, treaties

pytestmark = pytest.mark.django_db


def begin(made: World, mode: str) -> Battle:
    """Return a battle of four, of which Ming (a) and Qing (b) write to one another; Tudor (c) and others look on."""
    tournament = factories.announce(
        "honour", seats=4, game="emperors", field="cross-4", terms={"stake": 10, "betting": True, "negotiation": mode}
    )
    houses = [factories.found(name) for name in ("Ming", "Tudor", "Bourbon", "Valois", "Qing", "Song")]
    emperors = [factories.born(house, f"{house.name} I", points=20) for house in houses]
    ming, tudor, bourbon, _valois, qing, song = emperors
    for seat, emperor in zip("abcd", (ming, qing, tudor, song), strict=True):
        if seat == "d":
            bets.place_bet(tournament=tournament, dynasty=houses[2], emperor=bourbon, seat="a", asset="gold", amount=50)
        factories.enter(tournament, emperor, seat)
    factories.lifecycle.start(tournament_id=tournament.pk)
    return Battle(made, factories.again(tournament), houses[0], twins.viewers(houses[:4]))


def write(battle: Battle) -> None:
    """Let Ming write to Qing, who answers, and staff hear of neither."""
    for name, to in (("Ming", "b"), ("Qing", "a")):
        dynasty = Dynasty.objects.get(name=name)
        letters.write(tournament=battle.tournament, dynasty=dynasty, to=[to], text=f"{name} will take C4")


def be_silent(battle: Battle) -> None:
    """Write nothing."""


def look(
    monkeypatch: pytest.MonkeyPatch, secret: Callable[[Battle], None], mode: str, part: slice = slice(None)
) -> Observation:
    with monkeypatch.context() as patched, twins.world(patched) as world:
        patched.setattr(twins, "own_streams", list_streams_of_both)
        battle = begin(world, mode)
        world.again("the secret")
        world.overheard.clear()
        secret(battle)
        found = observe(battle, looks(battle)[part])
        users = [Dynasty.objects.get(name=name).user_id for name in ("Tudor", "Valois")]
        names = [consumers.list_streams(battle.tournament.code, user) for user in (*users, None)]
        return found | {"sockets": repr([events.get_heads(each) for each in names]).encode()}


def list_streams_of_both(battle: Battle) -> tuple[str, ...]:
    code = battle.tournament.code
    qing = Dynasty.objects.get(name="Qing").code
    return (f"seat:{code}:a", f"seat:{code}:b", f"dynasty:{battle.owner.code}", f"dynasty:{qing}")


@pytest.mark.sweep
@pytest.mark.parametrize(("first", "mode"), list(enumerate(["revealed", "secret", "secret"])))
def test_nobody_else_can_tell(monkeypatch: pytest.MonkeyPatch, first: int, mode: str) -> None:
    one, other = (look(monkeypatch, secret, mode, sweeps.part(4, first)) for secret in (write, be_silent))
    assert sum(body.startswith(b"200") for body in one.values()) > len(one) / 3
    assert differing(one, other) == []


def test_the_twins_tell_a_public_one(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (look(monkeypatch, secret, "public", sweeps.part(8)) for secret in (write, be_silent))
    assert "sockets" in differing(one, other)


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Point the spectators of a battle to a secret message."""
    monkeypatch.setattr(chat.chat, "list_streams_of_message", lambda message: [f"talk:{message.tournament.code}"])
    one, other = (look(monkeypatch, secret, "secret", slice(12)) for secret in (write, be_silent))
    assert {"events", "overheard", "sockets"} <= set(differing(one, other))


def promise(battle: Battle) -> None:
    """Let Ming and Qing conclude a treaty with stakes, and Qing decline another."""
    tournament, (ming, qing) = battle.tournament, [Dynasty.objects.get(name=name) for name in ("Ming", "Qing")]
    for act in (treaties.accept, treaties.decline):
        made = treaties.propose(
            tournament=tournament, dynasty=ming, kind="peace", to=["b"], until=3, asset="gold", amount=7
        )
        act(tournament=tournament, dynasty=qing, code=made.code)


@pytest.mark.sweep
@pytest.mark.parametrize("first", [0, 3])
def test_nobody_else_can_tell_that_there_is_a_treaty(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    one, other = (look(monkeypatch, secret, "secret", sweeps.part(5, first)) for secret in (promise, be_silent))
    assert differing(one, other) == []


def play_round(battle: Battle) -> None:
    """Let all four order, and close the round."""
    battle.world.again("the round")
    for seat in "abcd":
        factories.order(battle.tournament, seat, "-")
    assert rounds.close_round(tournament_id=battle.tournament.pk, round_no=1)


def promise_and_play(battle: Battle) -> None:
    """Let one treaty be concluded, one declined, one withdrawn and one wait for its answer, while a round closes."""
    promise(battle)
    tournament, ming = battle.tournament, Dynasty.objects.get(name="Ming")
    withdrawn = treaties.propose(
        tournament=tournament, dynasty=ming, kind="peace", to=["b"], until=2, asset="gold", amount=3
    )
    treaties.decline(tournament=tournament, dynasty=ming, code=withdrawn.code)
    treaties.propose(tournament=tournament, dynasty=ming, kind="peace", to=["b"], until=4, asset="gold", amount=2)
    play_round(battle)


@pytest.mark.sweep
def test_nobody_else_can_tell_while_rounds_close(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (look(monkeypatch, secret, "secret", sweeps.part(5, 1)) for secret in (promise_and_play, play_round))
    assert differing(one, other) == []


def test_a_leak_of_a_treaty_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell the spectators of a battle that somebody has proposed a treaty."""

    def tell_all(treaty: Treaty) -> None:
        publish_to_battle(treaty.tournament, f"treaty:{treaty.code}", "treaty")

    monkeypatch.setattr(treaties, "publish", tell_all)
    one, other = (look(monkeypatch, secret, "secret", slice(12)) for secret in (promise, be_silent))
    assert {"events", "overheard", "sockets"} <= set(differing(one, other))
