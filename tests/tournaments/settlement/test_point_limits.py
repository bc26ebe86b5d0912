"""Points of the table without another person in the battle: 30 a day, half against weak levels, none at home."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from core import clock
from dynasty.domain import event_types
from dynasty.models import Emperor, Event
from dynasty.services import emperors, offers
from tests import factories
from tests.factories import has, play
from tournaments.domain.point_limits import DAILY_LIMIT, Company, is_weak_level, limit_gains, limit_rows
from tournaments.models import Tournament
from tournaments.services import lifecycle

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
STRONG, WEAK = "grandmaster", "random"


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    """Hold the clock at noon, so that no test runs over midnight."""
    with clock.freeze(NOON):
        yield


def fight(
    emperor: Emperor, *orders: str, level: str = STRONG, houses: Sequence[str] = ("Oriel",), **changes: Any
) -> Tournament:
    """Let an emperor on seat a fight houses of a level in a prize tournament; `orders`: its own, round by round."""
    tournament = factories.announce("gift", seats=1 + len(houses), **changes)
    factories.enter(tournament, emperor, "a")
    for seat, name in zip("bcdefgh", houses, strict=False):
        house = factories.house(name)
        ready = house.emperors.filter(engagement=None).first() or factories.born(house, "Sunniva")
        factories.enter(tournament, ready, seat, player=level)
    lifecycle.start(tournament_id=tournament.pk)
    return play(tournament, *({"a": order} for order in orders))


def sentences(emperor: Emperor) -> list[str]:
    rows = Event.objects.filter(kind="reputation", mentions__emperor=emperor).order_by("pk")
    return [event_types.format_sentence(event.kind, event.facts) for event in rows]


def test_gains_stop_at_thirty_a_day() -> None:
    aa = factories.born(factories.found("Aaa"), "Aa")
    fight(aa, "win")
    assert has(aa) == 20
    fight(aa, "win")
    assert has(aa) == DAILY_LIMIT
    fight(aa, "win")
    assert has(aa) == DAILY_LIMIT
    assert "+10 of +20, now 30: won the battle." in sentences(aa)[1] and "0 of +20, now 30" in sentences(aa)[2]


def test_a_new_day_counts_anew() -> None:
    aa = factories.born(factories.found("Aaa"), "Aa")
    fight(aa, "seize b")
    assert has(aa) == DAILY_LIMIT
    with clock.freeze(NOON + timedelta(hours=12)):
        fight(aa, "win")
    assert has(aa) == DAILY_LIMIT + 20


def test_all_emperors_of_a_dynasty_share_the_limit() -> None:
    dynasty = factories.found("Aaa")
    first, second = factories.born(dynasty, "First"), factories.born(dynasty, "Second")
    fight(first, "seize b")
    fight(second, "seize b")
    assert (has(first), has(second)) == (DAILY_LIMIT, 0)


def test_an_emperor_that_is_sold_leaves_its_points_of_the_day_behind() -> None:
    seller, buyer = factories.proven(factories.found("Aaa")), factories.proven(factories.found("Bbb"))
    first, second = factories.born(buyer, "First", 5), factories.born(buyer, "Second", 5)
    for emperor in (first, second):
        Emperor.objects.filter(pk=emperor.pk).update(fought_at=clock.now())
        emperors.change_dynasty(emperor=emperor, to=seller)
    first, second = factories.again(first), factories.again(second)
    fight(first, "seize b")
    offer = offers.create(dynasty=seller, gives={}, asks={"copper": 1}, to=buyer, emperor=factories.again(first))
    offers.accept(offer=offer, dynasty=buyer)
    fight(second, "seize b")
    assert (has(first), has(second)) == (5 + DAILY_LIMIT, 5), "the seller had its thirty points"
    fight(factories.again(first), "win")
    assert has(first) == 5 + DAILY_LIMIT + 20, "the buyer had none"


def test_half_counts_against_levels_below_the_middle() -> None:
    aa = factories.born(factories.found("Aaa"), "Aa")
    fight(aa, "seize b", level=WEAK)
    assert has(aa) == 15


def test_one_strong_seat_makes_it_count_whole() -> None:
    aa = factories.born(factories.found("Aaa"), "Aa")
    tournament = factories.announce("gift", seats=3)
    factories.enter(tournament, aa, "a")
    for seat, name, level in (("b", "Oriel", WEAK), ("c", "Quillon", STRONG)):
        factories.enter(tournament, factories.born(factories.house(name), "Sunniva"), seat, player=level)
    lifecycle.start(tournament_id=tournament.pk)
    play(tournament, {"a": "win"})
    assert has(aa) == 20


def test_nothing_counts_in_the_own_tournament_without_a_person() -> None:
    dynasty = factories.found("Aaa")
    aa = factories.born(dynasty, "Aa", 7)
    fight(aa, "win", organiser=dynasty)
    assert has(aa) == 7
    assert "0 of +20, now 7" in sentences(aa)[-1]


def test_with_another_person_everything_counts() -> None:
    tournament, (aa, bb) = factories.begin("gift", 0, 0)
    play(tournament, {"a": "seize b"})
    tournament, (cc, _dd) = begin_named("gift", "Ccc", "Ddd")
    play(tournament, {"a": "seize b"})
    assert has(aa) == 30 and has(bb) == 0 and has(cc) == 30


def begin_named(type: str, *names: str) -> tuple[Tournament, list[Emperor]]:
    """Begin a tournament of new dynasties with these names."""
    tournament = factories.announce(type, seats=len(names))
    fighters = [factories.born(factories.found(name), name) for name in names]
    for seat, emperor in zip("abcdefgh", fighters, strict=False):
        factories.enter(tournament, emperor, seat)
    lifecycle.start(tournament_id=tournament.pk)
    return tournament, fighters


def test_points_from_battles_with_people_leave_the_limit_alone() -> None:
    tournament, (aa, _bb) = factories.begin("gift", 0, 0)
    play(tournament, {"a": "seize b"})
    fight(aa, "seize b")
    assert has(aa) == 60


def test_a_program_is_no_other_person() -> None:
    aa = factories.born(factories.found("Aaa"), "Aa")
    program = factories.born(factories.found("Bot", program=True), "Bot")
    tournament = factories.announce("gift")
    factories.enter(tournament, aa, "a")
    factories.enter(tournament, program, "b")
    lifecycle.start(tournament_id=tournament.pk)
    play(tournament, {"a": "seize b"})
    fight(aa, "win")
    assert has(aa) == DAILY_LIMIT


def test_losses_count_whole() -> None:
    aa = factories.born(factories.found("Aaa"), "Aa", 50)
    tournament = factories.announce("honour", terms={"stake": 10})
    other = factories.born(factories.found("Bot", program=True), "Bot", 50)
    factories.enter(tournament, aa, "a")
    factories.enter(tournament, other, "b")
    lifecycle.start(tournament_id=tournament.pk)
    play(tournament, {"b": "seize a"})
    assert has(aa) == 50 - 10 - 5 and has(other) == 50 + 10 + DAILY_LIMIT


GAINS = st.lists(st.integers(1, 20), max_size=6)
COMPANY = st.builds(Company, st.booleans(), st.booleans(), st.booleans())


@given(GAINS, COMPANY, st.integers(0, 60))
def test_limits_hold_for_any_battle(gains: list[int], company: Company, counted: int) -> None:
    limited = limit_gains(gains, company, counted)
    assert all(0 <= part <= gain for part, gain in zip(limited, gains, strict=True))
    if company.has_people:
        assert limited == gains
    else:
        assert sum(limited) <= max(DAILY_LIMIT - counted, 0)
        assert not (company.is_own and any(limited))
        assert not company.is_weak or 2 * sum(limited) <= sum(gains)


@given(st.lists(st.integers(-10, 20).filter(bool), max_size=6), COMPANY, st.integers(0, 60))
def test_losses_are_never_limited_elsewhere(points: list[int], company: Company, counted: int) -> None:
    rows = limit_rows([("a", "won", each) for each in points], company, counted)
    at_home = company.is_own and not company.has_people
    assert all(part == (0 if at_home else row[2]) for row, part in rows if row[2] < 0)


def test_the_middle_of_each_ladder() -> None:
    for game in ("emperors", "campaign.classic", "campaign.skirmish"):
        assert is_weak_level(game, "random") and not is_weak_level(game, "grandmaster")
    assert not is_weak_level("emperors", "") and not is_weak_level("emperors", "nobody")


@given(st.data())
def test_no_sequence_of_battles_farms_more_than_the_limit(data: st.DataObject) -> None:
    """Fight whatever a dynasty can in a day without another person: the limit holds."""
    total = 0
    for _battle in range(data.draw(st.integers(1, 8))):
        company = Company(False, data.draw(st.booleans()), data.draw(st.booleans()))
        total += sum(limit_gains(data.draw(GAINS), company, total))
    assert total <= DAILY_LIMIT


@pytest.mark.parametrize(
    ("level", "text"),
    [(STRONG, "30 points can still count for you today."), (WEAK, "Against weak levels alone, half of what you win")],
)
def test_the_page_says_beforehand_what_will_count(client: Client, level: str, text: str) -> None:
    aa = factories.born(factories.found("Aaa"), "Aa")
    tournament = factories.announce("gift", seats=3)
    factories.enter(tournament, factories.born(factories.house("Oriel"), "Sunniva"), "b", player=level)
    client.force_login(aa.dynasty.user)
    page = client.get(f"/tournament/{tournament.code}/").content.decode()
    assert "No other person has entered so far." in page and text in page
    factories.enter(tournament, factories.born(factories.found("Bbb"), "Bb"), "a")
    assert "No other person has entered" not in client.get(f"/tournament/{tournament.code}/").content.decode()


def test_the_page_of_the_own_tournament_says_that_nothing_counts(client: Client) -> None:
    dynasty = factories.found("Aaa")
    factories.born(dynasty, "Aa")
    tournament = factories.announce("gift", seats=3, organiser=dynasty)
    client.force_login(dynasty.user)
    assert "no points count here" in client.get(f"/tournament/{tournament.code}/").content.decode()
