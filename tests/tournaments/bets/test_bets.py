"""Betting: who may, how much, and what comes back."""

from typing import Any

import pytest

from core import clock
from core.errors import DomainError
from dynasty.domain import event_types
from dynasty.models import Dynasty, Emperor, Event, Mention, StreamEvent, Transfer
from tests import factories
from tests.factories import again, born, found, gold, play
from tournaments.models import Bet, Entry, Presence, Tournament
from tournaments.selectors import bets as bets_selectors
from tournaments.services import announcements, bets, entries, lifecycle

pytestmark = pytest.mark.django_db


def bet(
    tournament: Tournament,
    emperor: Emperor | None,
    seat: str,
    amount: int,
    asset: str = "gold",
    by: Dynasty | None = None,
) -> Bet:
    dynasty = by or emperor.dynasty
    return bets.place_bet(
        tournament=tournament, dynasty=dynasty, emperor=emperor, seat=seat, asset=asset, amount=amount
    )


def error_code(*args: Any, **more: Any) -> str:
    with pytest.raises(DomainError) as caught:
        bet(*args, **more)
    return caught.value.code


def veteran(name: str) -> Emperor:
    """Create an emperor of a dynasty that has fought: it may bet all it has."""
    emperor = born(found(name), name)
    event = Event.objects.create(key=f"fought:{name}", kind="fought", public=True, at=clock.now())
    Mention.objects.create(
        event=event, dynasty=emperor.dynasty, emperor=emperor, kind="fought", public=True, at=clock.now()
    )
    return emperor


@pytest.fixture
def cup() -> Tournament:
    """Announce a cup with seats a and b taken of three, and betting open."""
    tournament = factories.announce("conquer", seats=3, terms={"betting": True})
    for seat, name in zip("ab", ("Ming", "Qing"), strict=True):
        factories.enter(tournament, born(found(name), name), seat)
    return tournament


def test_a_bet_goes_into_escrow_and_the_emperor_to_the_battlefield(cup: Tournament) -> None:
    bettor = veteran("Yuan")
    placed = bet(cup, bettor, "a", 400)
    assert (placed.amount, gold(bettor.dynasty), factories.sum_escrows()) == (400, 600, 400)
    assert bettor.engagement.kind == "attending" and Presence.objects.get(dynasty=bettor.dynasty).role == "bettor"
    assert bet(cup, None, "a", 100, by=bettor.dynasty).amount == 500
    bet(cup, None, "b", 50, by=bettor.dynasty), bet(cup, None, "a", 7, "copper", by=bettor.dynasty)
    assert list(Bet.objects.order_by("sequence").values_list("seat", "asset", "amount")) == [
        ("a", "gold", 500),
        ("b", "gold", 50),
        ("a", "copper", 7),
    ]
    assert not Event.objects.filter(kind__in=["bet", "attended"], public=True).exists()


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("no betting", "no_betting"),
        ("started", "not_announced"),
        ("due", "betting_closed"),
        ("fighting", "you_fight_here"),
        ("no seat", "no_such_seat"),
        ("nothing", "bad_amount"),
        ("negative", "bad_amount"),
        ("half", "bad_amount"),
        ("asset", "unknown_asset"),
        ("reputation", "unknown_asset"),
        ("too much", "not_enough"),
        ("stranger", "not_your_emperor"),
        ("nobody", "not_your_emperor"),
        ("away", "not_at_court"),
        ("newcomer", "newcomers_limit"),
        ("newcomer adding", "newcomers_limit"),
        ("newcomer's rubies", "newcomers_limit"),
    ],
)
def test_refusals(cup: Tournament, case: str, code: str) -> None:  # noqa: PLR0912 - one a row
    emperor = veteran("Yuan")
    data: dict[str, Any] = {"tournament": cup, "emperor": emperor, "seat": "a", "amount": 10, "by": emperor.dynasty}
    at = clock.now()
    match case:
        case "no betting":
            data["tournament"] = factories.announce("conquer")
            factories.enter(data["tournament"], born(found("Song"), "Song"), "a")
        case "started":
            factories.enter(cup, born(found("Song"), "Song"), "c")
            lifecycle.start(tournament_id=cup.pk)
        case "due":
            at = cup.starts_at
        case "fighting":
            data["by"] = cup.entries.get(seat="b").dynasty
        case "no seat":
            data["seat"] = "z"
        case "nothing":
            data["amount"] = 0
        case "negative":
            data["amount"] = -5
        case "half":
            data["amount"] = 0.5
        case "asset":
            data["asset"] = "tin"
        case "reputation":
            data["asset"] = "reputation"
        case "too much":
            data["amount"] = 1_001
        case "stranger":
            data["by"] = veteran("Song").dynasty
        case "nobody":
            data["emperor"] = None
        case "away":
            factories.enter(factories.announce(), emperor, "a")
        case "newcomer":
            data |= {"emperor": born(found("Song"), "Song"), "amount": 101}
            data["by"] = data["emperor"].dynasty
        case "newcomer adding":
            data |= {"emperor": born(found("Song"), "Song"), "amount": 60, "seat": "b"}
            data["by"] = data["emperor"].dynasty
            bet(cup, data["emperor"], "a", 41)
        case "newcomer's rubies":
            data |= {"emperor": born(found("Song"), "Song"), "amount": 1, "asset": "ruby"}
            data["by"] = data["emperor"].dynasty
            factories.endow(data["by"], "ruby", 5)
    wealth, count = gold(data["by"]) if not data["by"].house else 0, Bet.objects.count()
    with clock.freeze(at):
        assert error_code(**data) == code
    assert (gold(data["by"]) if not data["by"].house else 0, Bet.objects.count()) == (wealth, count)


RESULTS = {
    "the winner's bettors share": (
        "a win",
        {"Yuan": ("a", 300), "Song": ("a", 100), "Tang": ("b", 200)},
        (1_150, 1_050, 800),
    ),
    "a draw": ("a draw, b draw", {"Yuan": ("a", 300), "Song": ("b", 100), "Tang": ("b", 200)}, (1_000, 1_000, 1_000)),
    "nobody bet on the winner": (
        "c win",
        {"Yuan": ("a", 300), "Song": ("b", 100), "Tang": ("b", 200)},
        (1_000, 1_000, 1_000),
    ),
    "all bet on the winner": (
        "a win",
        {"Yuan": ("a", 300), "Song": ("a", 100), "Tang": ("a", 200)},
        (1_000, 1_000, 1_000),
    ),
    "two winners": ("a win, b win", {"Yuan": ("a", 1), "Song": ("b", 2), "Tang": ("c", 10)}, (1_003, 1_007, 990)),
}


@pytest.mark.parametrize("case", RESULTS)
def test_what_comes_back(cup: Tournament, case: str) -> None:
    happened, stakes, expected = RESULTS[case]
    factories.enter(cup, born(found("Han"), "Han"), "c")
    bettors = {name: veteran(name) for name in stakes}
    for name, (seat, amount) in stakes.items():
        bet(cup, bettors[name], seat, amount)
    lifecycle.start(tournament_id=cup.pk)
    assert not any(factories.at_court(each) for each in bettors.values())
    play(cup, {part.strip()[0]: part.strip()[2:] for part in happened.split(",")})
    assert tuple(gold(each.dynasty) for each in bettors.values()) == expected
    assert all(factories.at_court(each) for each in bettors.values())
    assert sum(Bet.objects.values_list("returned", flat=True)) == sum(Bet.objects.values_list("amount", flat=True))
    assert factories.books_balance() and not factories.sum_escrows()


def list_results(dynasty: Any) -> list[str]:
    """Return what the dynasty's own log says of wealth and bets after its founding."""
    own = Event.objects.filter(mentions__dynasty=dynasty, kind__in=("wealth", "bet", "bet_settled"))
    rows = [event for event in own.order_by("pk") if event.facts.get("cause") != "founding"]
    return [event_types.format_sentence(event.kind, event.facts) for event in rows]


def test_the_log_tells_each_bet_once_with_names_and_how_it_ended(cup: Tournament) -> None:
    factories.enter(cup, born(found("Han"), "Han"), "c")
    happened, stakes, _expected = RESULTS["two winners"]
    bettors = {name: veteran(name) for name in stakes}
    for name, (seat, amount) in stakes.items():
        bet(cup, bettors[name], seat, amount)
    lifecycle.start(tournament_id=cup.pk)
    play(cup, {part.strip()[0]: part.strip()[2:] for part in happened.split(",")})
    on = Entry.objects.get(tournament=cup, seat="b").name
    assert list_results(bettors["Song"].dynasty) == [
        f"Bet 2 gold coins on {on} in “{cup.title}”.",
        f"The bet of 2 gold coins on {on} in “{cup.title}” won, and brought back 9.",
    ]
    assert list_results(bettors["Tang"].dynasty)[1] == f"The bet of 10 gold coins on Han in “{cup.title}” was lost."


@pytest.mark.parametrize("way", ["draw", "called off", "withdrawn"])
def test_a_bet_that_was_refunded_is_told_once_and_as_that(cup: Tournament, way: str) -> None:
    han = born(found("Han"), "Han")
    factories.enter(cup, han, "c")
    bettor = veteran("Yuan")
    bet(cup, bettor, "c", 30)
    if way == "draw":
        lifecycle.start(tournament_id=cup.pk)
        play(cup, {"a": "draw", "b": "draw", "c": "draw"})
    elif way == "withdrawn":
        entries.withdraw(tournament=cup, dynasty=han.dynasty)
    else:
        announcements.cancel(tournament=cup, by=None)
    assert list_results(bettor.dynasty)[1:] == [f"The bet of 30 gold coins on Han in “{cup.title}” was given back."]
    assert Transfer.objects.filter(cause="bet_back").count() == 1 and factories.books_balance()


def test_bets_come_back_when_the_tournament_does_not_take_place(cup: Tournament) -> None:
    bettor = veteran("Yuan")
    bet(cup, bettor, "a", 999)
    Tournament.objects.update(least_seats=3)
    with clock.freeze(cup.starts_at):
        lifecycle.start(tournament_id=cup.pk)
    assert again(cup).status == "cancelled"
    assert gold(bettor.dynasty) == 1_000 and factories.at_court(bettor) and not factories.sum_escrows()


def test_pools_are_public_and_bettors_are_not(cup: Tournament) -> None:
    bettor, other = veteran("Yuan"), veteran("Song")
    bet(cup, bettor, "a", 300), bet(cup, other, "b", 100), bet(cup, None, "b", 5, "silver", by=other.dynasty)
    assert bets_selectors.get_pools(cup) == {
        "gold": {
            "total": 400,
            "seats": {"a": {"amount": 300, "bets": 1, "odds": 1.33}, "b": {"amount": 100, "bets": 1, "odds": 4.0}},
        },
        "silver": {"total": 5, "seats": {"b": {"amount": 5, "bets": 1, "odds": 1.0}}},
    }
    events = StreamEvent.objects.filter(stream__name=f"battle:{cup.code}", type="pools")
    assert events.count() == 3
    assert bettor.dynasty.code not in str(list(events.values())) and bettor.code not in str(list(events.values()))
    assert [each.amount for each in bets_selectors.list_own_bets(cup, other.dynasty)] == [100, 5]
    assert set(Event.objects.filter(kind="bet").values_list("public", flat=True)) == {False}
