"""Two anonymous battles that differ only in who sits where: nobody else can tell one from the other, to the byte."""

from collections.abc import Sequence
from typing import Any

import pytest

from dynasty.models import Dynasty, User
from tests import factories, sweeps
from tests.secrecy import twins
from tests.secrecy.twins import Battle, Observation, World, differing, looks, observe
from tournaments.realtime import consumers, public_snapshot
from tournaments.selectors import events
from tournaments.services import chat, moderation
from tournaments.services.negotiation import letters, treaties

pytestmark = pytest.mark.django_db
NAMES = ("Ming", "Qing", "Tudor", "Valois", "Song", "Bourbon")
HIDDEN = ("Ming", "Song")
"""Those who change places."""
MOMENTS = ("entered", "fought")
TERMS = {"negotiation": "secret", "anonymous": True, "rated": True, "minimum_reputation": 5}


def begin(made: World, seated: Sequence[str], **terms: Any) -> Battle:
    """Return a battle of these dynasties on a to d, of which the first writes, promises and plays."""
    houses = [factories.found(name) for name in NAMES]
    emperors = {each.name: factories.born(each, f"{each.name} I", points=20 + 7 * at) for at, each in enumerate(houses)}
    organiser = houses[3]
    tournament = factories.announce(
        "conquer", organiser, seats=4, game="emperors", field="cross-4", round_seconds=86_400, terms=TERMS | terms
    )
    chat.mute(dynasty=houses[1], author=houses[0])
    for seat, name in zip("abcd", seated, strict=True):
        factories.enter(tournament, emperors[name], seat)
    battle = Battle(made, factories.again(tournament), houses[0], twins.viewers(houses[:4]))
    battle.viewers.pop("staff")
    return battle


def fight(battle: Battle, seated: Sequence[str]) -> None:
    """Begin the battle and play a round of it, with a message, a proposal and a silence."""
    tournament, first = battle.tournament, Dynasty.objects.get(name=seated[0])
    factories.lifecycle.start(tournament_id=tournament.pk)
    battle.tournament = tournament = factories.again(tournament)
    letters.write(tournament=tournament, dynasty=first, to=["b"], text="I take C4")
    treaties.propose(tournament=tournament, dynasty=first, kind="peace", to=["b"], until=3, asset="gold", amount=7)
    staff = User.objects.get(email="staff@example.org")
    moderation.silence(user=staff, dynasty=Dynasty.objects.get(name="Ming"), days=1, reason="a test of silence")
    for seat in "abcd":
        factories.order(factories.again(tournament), seat, "-")
    battle.close()


def look(monkeypatch: pytest.MonkeyPatch, seated: Sequence[str], moment: str, **terms: Any) -> Observation:
    with monkeypatch.context() as patched, twins.world(patched) as world:
        patched.setattr(twins, "own_streams", list_own_streams)
        battle = begin(world, seated, **terms)
        if moment == "fought":
            fight(battle, seated)
        wanted = looks(battle)
        wanted += [(who, method, move(battle, address)) for who, method, address in wanted if move(battle, address)]
        found = observe(battle, wanted[sweeps.part(5 if terms else 4, MOMENTS.index(moment))])
        users = [Dynasty.objects.get(name=name).user_id for name in ("Qing", "Valois")]
        names = [consumers.list_streams(battle.tournament.code, user) for user in (*users, None)]
        heads = repr([events.get_heads(each) for each in names]).encode()
        return found | {
            "sockets": heads,
            "frame": repr(public_snapshot.write_frame(battle.tournament.code, "en")).encode(),
        }


def move(battle: Battle, address: str) -> str:
    """Return the address of the second hidden dynasty, for one of the first; empty for any other."""
    other = Dynasty.objects.get(name=HIDDEN[1])
    moved = address.replace(battle.owner.code, other.code)
    moved = moved.replace(battle.owner.emperors.get().code, other.emperors.get().code)
    return moved if moved != address else ""


def list_own_streams(battle: Battle) -> tuple[str, ...]:
    return tuple(f"dynasty:{Dynasty.objects.get(name=name).code}" for name in HIDDEN)


ONE, OTHER = ("Ming", "Qing", "Song", "Bourbon"), ("Song", "Qing", "Ming", "Bourbon")


@pytest.mark.sweep
@pytest.mark.parametrize("moment", MOMENTS)
def test_nobody_else_can_tell_who_sits_where(monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    one, other = (look(monkeypatch, seated, moment) for seated in (ONE, OTHER))
    assert sum(body.startswith(b"200") for body in one.values()) > len(one) / 3
    assert differing(one, other) == []


def test_the_twins_tell_where_names_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (look(monkeypatch, seated, "fought", anonymous=False) for seated in (ONE, OTHER))
    assert {"events", "frame"} & set(differing(one, other)) == {"frame"}
    assert len(differing(one, other)) > 10
