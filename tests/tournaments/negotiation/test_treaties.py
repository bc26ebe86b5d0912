"""Treaties between seats: stakes in escrow, judged at the end, and secret until then."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.errors import DomainError
from dynasty.models import Dynasty, Event, Stream, User
from dynasty.selectors import integrity as books
from tests import factories
from tournaments.models import Tournament, Treaty
from tournaments.selectors import integrity
from tournaments.services import announcements, moderation, rounds
from tournaments.services.negotiation import treaties

pytestmark = pytest.mark.django_db
STAKE = 30


def begin(**changes: Any) -> Tournament:
    """Begin a battle of Aaa, Bbb, Ccc and Ddd that negotiate, each proven and with wealth."""
    tournament, _fighters = factories.begin("gift", 0, 0, 0, 0, terms={"negotiation": "secret"}, **changes)
    for name in ("Aaa", "Bbb", "Ccc", "Ddd"):
        factories.proven(of(name))
    return tournament


def of(name: str) -> Dynasty:
    return Dynasty.objects.get(name=name)


def propose(tournament: Tournament, **changes: Any) -> Treaty:
    """Let Aaa propose a treaty to Bbb: peace to the end of round 3."""
    terms = {"kind": "peace", "to": ["b"], "until": 3, "asset": "gold", "amount": STAKE}
    return treaties.propose(tournament=tournament, dynasty=of("Aaa"), **terms | changes)


def accept(treaty: Treaty, name: str = "Bbb") -> Treaty:
    return treaties.accept(tournament=treaty.tournament, dynasty=of(name), code=treaty.code)


def conclude(tournament: Tournament, **changes: Any) -> Treaty:
    return accept(propose(tournament, **changes))


def wealth() -> list[int]:
    return [factories.gold(of(name)) for name in ("Aaa", "Bbb", "Ccc")]


def is_whole() -> bool:
    """Return whether books and self-check find nothing wrong."""
    return not books.find_differences() and not integrity.find_problems()


PRIZE = 100
"""What the winner of the battle gets besides."""


@pytest.mark.parametrize(
    "orders, status, broken_by, gained",
    [
        ([{}, {"a": "win"}], "kept", "", [PRIZE, 0]),
        ([{"a": "take b"}, {}, {"a": "win"}], "kept", "", [PRIZE, 0]),
        ([{}, {"a": "take b"}, {"b": "win"}], "broken", "a", [-STAKE, STAKE + PRIZE]),
        ([{}, {"a": "take b", "b": "take a"}, {"b": "win"}], "broken", "ab", [0, PRIZE]),
        ([{}, {}, {}, {"a": "take b"}, {"b": "win"}], "kept", "", [0, PRIZE]),
    ],
)
def test_a_peace_is_judged_at_the_end(
    orders: list[dict[str, str]], status: str, broken_by: str, gained: list[int]
) -> None:
    """Bind from the round after the conclusion to the end of the one named, and pay the injured."""
    tournament, before = begin(), None
    before = wealth()
    conclude(tournament)
    assert wealth()[:2] == [before[0] - STAKE, before[1] - STAKE] and is_whole()
    factories.play(tournament, *orders)
    treaty = Treaty.objects.get()
    assert (treaty.status, treaty.broken_by) == (status, broken_by)
    assert [after - had for after, had in zip(wealth(), before, strict=True)][:2] == gained
    assert is_whole() and not factories.sum_escrows()


def test_a_joint_attack_and_a_payment_on_the_result() -> None:
    tournament = begin()
    conclude(tournament, kind="joint", target="d", until=2)
    conclude(tournament, kind="tribute", amount=20)
    before = wealth()
    factories.play(tournament, {}, {"a": "take d"}, {"a": "win"})
    joint, tribute = Treaty.objects.order_by("pk")
    assert (joint.status, joint.pays, tribute.status, tribute.pays) == ("broken", {"b": ["a"]}, "kept", {"a": ["b"]})
    assert wealth()[:2] == [before[0] + 2 * STAKE + PRIZE, before[1] + 40]


@pytest.mark.parametrize("who", ["Aaa", "Bbb"])
def test_declined_or_withdrawn_everything_goes_back(who: str) -> None:
    tournament = begin()
    before, treaty = wealth(), propose(tournament)
    treaties.decline(tournament=tournament, dynasty=of(who), code=treaty.code)
    assert factories.again(treaty).status == "declined" and wealth() == before and is_whole()
    with pytest.raises(DomainError) as error:
        accept(treaty)
    assert error.value.code == "treaty_decided"


def test_what_is_not_concluded_lapses() -> None:
    tournament = begin()
    before = wealth()
    propose(tournament, to=["b", "c"])
    accept(Treaty.objects.get())
    factories.play(tournament, {"d": "win"})
    assert Treaty.objects.get().status == "lapsed" and wealth() == before


def test_a_cancelled_battle_gives_everything_back() -> None:
    tournament = begin()
    before = wealth()
    conclude(tournament), propose(tournament, kind="spare")
    Tournament.objects.filter(pk=tournament.pk).update(status="halted")
    announcements.cancel_halted(tournament=tournament)
    assert sorted(Treaty.objects.values_list("status", flat=True)) == ["lapsed", "void"]
    assert wealth() == before and not factories.sum_escrows()


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"to": []}, "no_addressee"),
        ({"to": ["a"]}, "no_addressee"),
        ({"kind": "love"}, "bad_treaty"),
        ({"until": 1}, "bad_treaty"),
        ({"until": 100_000}, "bad_treaty"),
        ({"kind": "joint", "target": "b"}, "bad_treaty"),
        ({"kind": "joint"}, "bad_treaty"),
        ({"kind": "tribute", "amount": 0}, "bad_treaty"),
        ({"asset": "reputation"}, "bad_amount"),
        ({"amount": -1}, "bad_amount"),
        ({"amount": 10**9}, "not_enough"),
    ],
)
def test_what_cannot_be_proposed(changes: dict[str, Any], code: str) -> None:
    tournament = begin()
    with pytest.raises(DomainError) as error:
        propose(tournament, **changes)
    assert error.value.code == code and not Treaty.objects.exists()


def test_a_newcomer_stakes_a_tenth_of_its_grant_at_most() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, terms={"negotiation": "secret"})
    with pytest.raises(DomainError) as error:
        propose(tournament, amount=10_000, until=9)
    assert error.value.code == "newcomers_limit"
    assert str(error.value).endswith("it can stake at most 100 gold coins in one battle.")


def see(tournament: Tournament, name: str) -> str:
    client, code = Client(), tournament.code
    if name:
        client.force_login((Dynasty.objects.filter(name=name).first() or factories.found(name)).user)
    paths = (f"/tournament/{code}/treaties", f"/api/v1/tournaments/{code}/treaties/", f"/tournament/{code}/")
    return "".join(client.get(path).content.decode() for path in paths)


def test_only_its_seats_see_it_until_it_is_judged() -> None:
    tournament = begin()
    treaty = conclude(tournament)
    factories.play(tournament, {}, {"a": "take b"})
    readers = ("Aaa", "Bbb", "Ccc", "Other", "")
    assert [treaty.code in see(tournament, name) for name in readers] == [True, True, False, False, False]
    assert not Event.objects.filter(kind="treaty").exists()
    over = factories.play(tournament, {"c": "win"})
    assert all(treaty.code in see(over, name) for name in readers)
    results = [event.facts["result"] for event in Event.objects.filter(kind="treaty").order_by("key")]
    assert results == ["broken", "kept"]
    assert not Stream.objects.filter(name__startswith="seat:", events__key__contains=treaty.code).exclude(
        name__in=[f"seat:{tournament.code}:a", f"seat:{tournament.code}:b"]
    )


def test_the_pages_propose_and_answer() -> None:
    tournament = begin()
    clients = {name: Client() for name in ("Aaa", "Bbb")}
    for name, client in clients.items():
        client.force_login(of(name).user)
    page, answer = f"/tournament/{tournament.code}/treaties", f"/tournament/{tournament.code}/treaty"
    sent = {"kind": "peace", "to": ["b"], "until": 3, "amount": 5, "asset": "gold", "target": ""}
    assert clients["Aaa"].post(page, sent | {"until": 1}).status_code == 422
    assert clients["Aaa"].post(page, sent).status_code == 302
    code = Treaty.objects.get().code
    assert "Accept and stake" in clients["Bbb"].get(page).content.decode()
    assert page in clients["Bbb"].get(f"/tournament/{tournament.code}/talk").content.decode()
    clients["Bbb"].post(answer, {"treaty": code, "act": "accept"})
    assert Treaty.objects.get().status == "sealed" and Treaty.objects.get().since == 1


def test_closing_a_round_asks_nothing_more() -> None:
    """Ask about treaties at the end of a battle alone."""
    tournament = begin()
    conclude(tournament)
    for seat in "abcd":
        factories.order(tournament, seat, "-")

    with CaptureQueriesContext(connection) as asked:
        rounds.close_round(tournament_id=tournament.pk, round_no=1)
    assert not [query for query in asked.captured_queries if "treaty" in query["sql"]]


def test_a_silenced_player_accepts_and_declines_but_proposes_nothing() -> None:
    tournament = begin()
    first, second = propose(tournament), propose(tournament, until=2)
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    moderation.silence(user=staff, dynasty=of("Bbb"), reason="rude", days=1)
    page = see(tournament, "Bbb")
    assert 'value="accept"' in page and "cannot write to others or propose treaties" in page
    with pytest.raises(DomainError) as refused:
        treaties.propose(tournament=tournament, dynasty=of("Bbb"), kind="peace", to=["a"], until=3)
    assert refused.value.code == "silenced"
    assert accept(first).status == "sealed"
    treaties.decline(tournament=tournament, dynasty=of("Bbb"), code=second.code)
    assert factories.again(second).status == "declined"
