"""Orders in time as a condition of entering: what counts, whom it keeps out, and what is said of it."""

from datetime import timedelta

import pytest
from django.test import Client

from core import clock
from core.errors import DomainError
from dynasty.models import BattleResult, Dynasty
from tests import factories
from tournaments.domain import terms
from tournaments.models import Tournament
from tournaments.selectors import contract, timeliness
from tournaments.services import series, waiting_list

pytestmark = pytest.mark.django_db


def give_results(dynasty: Dynasty, *battles: tuple[int, int]) -> Dynasty:
    """Give a dynasty results of battles, the latest last, with orders and how many of them it missed."""
    emperor = dynasty.emperors.first() or factories.born(dynasty, f"{dynasty.name} I")
    now, number = clock.now() - timedelta(days=len(battles)), BattleResult.objects.count()
    BattleResult.objects.bulk_create(
        BattleResult(
            place=f"old{number + at}",
            seat="a",
            dynasty=dynasty,
            emperor=emperor,
            at=now + timedelta(hours=at),
            type="gift",
            game="scripted",
            field="stage",
            ending="goal",
            seats=2,
            rounds=orders,
            result="fell",
            reputation=0,
            orders=orders,
            missed=missed,
        )
        for at, (orders, missed) in enumerate(battles)
    )
    return dynasty


def cup(**agreed: object) -> Tournament:
    return factories.announce("gift", terms=agreed)


def refuse(tournament: Tournament, dynasty: Dynasty) -> DomainError:
    """Return the error with which a dynasty cannot enter."""
    with pytest.raises(DomainError) as error:
        factories.enter(tournament, dynasty.emperors.get(), "a")
    assert not tournament.entries.exists()
    return error.value


def test_whoever_is_late_too_often_stays_out() -> None:
    late = give_results(factories.found("Late"), (30, 4))
    error = refuse(cup(timeliness=90), late)
    assert error.code == "not_timely"
    assert "90" in str(error)
    assert "86" in str(error)
    assert factories.enter(cup(timeliness=86), late.emperors.get(), "a")


def test_the_latest_battles_make_up_for_earlier_ones() -> None:
    better = give_results(factories.found("Better"), (100, 100), *[(10, 0)] * 20)
    assert timeliness.get_timeliness(better).percent == 100
    assert factories.enter(cup(timeliness=100), better.emperors.get(), "a")


def test_newcomers_enter_unless_they_are_kept_out() -> None:
    new = give_results(factories.found("New"), (19, 19))
    error = refuse(cup(timeliness=90, newcomers=False), new)
    assert error.code == "timeliness_unknown"
    assert "19" in str(error)
    assert factories.enter(cup(timeliness=90), new.emperors.get(), "a")


def test_nobody_waits_for_a_seat_that_is_not_for_them() -> None:
    tournament, late = cup(timeliness=90, punctual=True), give_results(factories.found("Late"), (30, 4))
    for seat in "ab":
        factories.enter(tournament, factories.born(factories.found(seat.upper() * 3), seat), seat)
    with pytest.raises(DomainError) as error:
        waiting_list.join(tournament=tournament, dynasty=late, emperor=late.emperors.get())
    assert error.value.code == "not_timely"


def test_a_series_asks_when_one_joins_and_not_at_its_tables() -> None:
    starts = clock.now() + factories.HOUR
    agreed = terms.read({"timeliness": 90})
    setup = series.Setup("ladder", "conquer", "scripted", "stage", {}, agreed, 2, 60, starts, rounds=1, points=(1, 0))
    made = series.announce(organiser=factories.proven(factories.found("Host")), title="The Jade Season", setup=setup)
    late, *others = (
        give_results(factories.found(name), (30, at)) for at, name in ((4, "Late"), (0, "Ming"), (0, "Qing"))
    )
    with pytest.raises(DomainError) as error:
        series.join(series=made, dynasty=late, emperor=late.emperors.get())
    assert error.value.code == "not_timely"
    for dynasty in others:
        series.join(series=made, dynasty=dynasty, emperor=dynasty.emperors.get())
        give_results(dynasty, (30, 30))
    with clock.freeze(starts + timedelta(seconds=1)):
        assert series.advance_due() == 1
    assert Tournament.objects.get().entries.count() == 2


def test_the_page_says_why() -> None:
    tournament, late = cup(timeliness=90), give_results(factories.found("Late"), (30, 4))
    client = Client()
    client.force_login(late.user)
    page = client.get(f"/tournament/{tournament.code}/").content.decode()
    assert "of yours it was 86" in page
    assert 'name="emperor"' not in page
    client.force_login(factories.found("New").user)
    assert "of yours it was" not in client.get(f"/tournament/{tournament.code}/").content.decode()


def test_the_api_answers_with_the_code() -> None:
    tournament, late = cup(timeliness=90), give_results(factories.found("Late"), (30, 4))
    client = Client()
    client.force_login(late.user)
    sent = {"emperor": late.emperors.get().code, "seat": "a"}
    answer = client.post(f"/api/v1/tournaments/{tournament.code}/entry/", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_timely")


def test_the_contract_says_so() -> None:
    assert "90 must have been in time" in " ".join(contract.describe_terms(cup(timeliness=90)))
    assert "may not enter" in " ".join(contract.describe_terms(cup(timeliness=90, newcomers=False)))
    assert "in time to enter" not in " ".join(contract.describe_terms(cup()))


@pytest.mark.parametrize("agreed", [{"timeliness": 101}, {"timeliness": -1}, {"timeliness": True}, {"newcomers": 1}])
def test_what_is_no_condition(agreed: dict[str, object]) -> None:
    with pytest.raises(DomainError) as error:
        terms.read(agreed)
    assert error.value.code == "bad_terms"


def test_newcomers_alone_are_not_kept_out() -> None:
    with pytest.raises(DomainError) as error:
        cup(newcomers=False)
    assert error.value.code == "newcomers_alone"
