"""Many who search or challenge at once: everybody is in one battle at most, and nobody who fits is left over."""

from functools import partial

import pytest

from core import rate_limits
from tests.factories import found
from tests.reliability.pairing_acts import play_to_the_end
from tests.tournaments.test_races import together
from tournaments.domain import casual_keys
from tournaments.models import CasualSeat, Challenge, Round, Seek, Tournament
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import challenges, rematches, seeks

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def without_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)


def call(number: int) -> partial[Seek]:
    person = Person(casual_keys.hash_token(f"guest {number}"))
    return partial(seeks.seek, person=person, family="board", field="", pace="daily", address=f"10.0.{number}.1")


def test_ten_who_search_while_it_is_swept_are_five_battles() -> None:
    together([*(call(number) for number in range(10)), *[seeks.pair_due] * 3])
    seeks.pair_due()
    assert Tournament.objects.count() == Round.objects.count() == 5
    assert Seek.objects.exclude(tournament=None).count() == 10
    keys = list(CasualSeat.objects.values_list("key", flat=True))
    assert len(set(keys)) == len(keys) == 10


def test_thirty_who_wait_are_paired_once_by_sweeps_at_once_while_some_leave() -> None:
    people = [Person(casual_keys.hash_token(f"guest {number}")) for number in range(30)]
    for each in people:
        seeks.create(person=each, family="board", field="", pace="daily", network="a network")
    leave = [partial(seeks.cancel, person=each) for each in people[:3]]
    assert len(together([*[seeks.pair_due] * 4, *leave])) == 7
    seeks.pair_due()
    keys = list(CasualSeat.objects.values_list("key", flat=True))
    assert len(set(keys)) == len(keys) == 2 * Tournament.objects.count() == 2 * Round.objects.count() >= 26
    assert Seek.objects.filter(tournament=None).count() <= 1


def test_one_search_is_taken_up_by_one_of_six() -> None:
    waiting = call(0)()
    accept = [
        partial(
            seeks.accept, person=Person(casual_keys.hash_token(f"late {number}")), code=waiting.code, address="10.0.0.1"
        )
        for number in range(6)
    ]
    results = together(accept)
    assert sum(isinstance(each, Tournament) for each in results) == 1 == Tournament.objects.count()
    assert results.count("no_such_seek") == 5


def test_one_browser_that_searches_four_times_at_once_searches_once() -> None:
    person = Person(casual_keys.hash_token("one"), found("Ming"))
    search = partial(seeks.create, person=person, family="board", field="", pace="live", network="a network")
    together([search] * 4)
    assert Seek.objects.count() == 1


def test_two_who_take_up_each_other_at_once_meet_in_one_battle() -> None:
    people = [Person(casual_keys.hash_token(name)) for name in ("ann", "ben")]
    codes = [
        seeks.create(person=each, family="board", field="", pace=pace, network="").code
        for each, pace in zip(people, ("live", "calm"), strict=True)
    ]
    pairs = zip(people, reversed(codes), strict=True)
    results = together([partial(seeks.accept, person=each, code=code, address="10.0.0.1") for each, code in pairs])
    assert Tournament.objects.count() == 1 and "no_such_seek" in results and not Seek.objects.filter(tournament=None)


def test_one_challenge_sent_and_answered_many_times_at_once_is_one_battle() -> None:
    ming, qing = found("Ming"), found("Qing")
    one, other = (Person(casual_keys.hash_token(each.name), each) for each in (ming, qing))
    send = partial(
        challenges.challenge, person=one, to=qing, field="duel-2", preset="classic", pace="daily", address="10.0.0.1"
    )
    assert together([send] * 4).count("challenged_before") == 3
    tournament = Tournament.objects.get()
    accept = partial(challenges.accept, tournament=tournament, person=other)
    results = together([accept] * 4)
    assert results.count("no_such_challenge") == 3 and Round.objects.count() == 1
    assert not Challenge.objects.exists() and CasualSeat.objects.exclude(key="").count() == 2


def test_a_challenge_accepted_and_withdrawn_at_once_is_one_of_both() -> None:
    ming, qing = found("Ming"), found("Qing")
    one, other = (Person(casual_keys.hash_token(each.name), each) for each in (ming, qing))
    tournament = challenges.challenge(
        person=one, to=qing, field="duel-2", preset="classic", pace="daily", address="10.0.0.1"
    )
    results = together(
        [
            partial(challenges.accept, tournament=tournament, person=other),
            partial(challenges.end, tournament=tournament, dynasty=ming),
        ]
    )
    assert len([each for each in results if each is None]) == 1
    assert Tournament.objects.count() == Round.objects.count() == results.count("no_such_challenge")


def test_a_rematch_that_both_ask_for_four_times_at_once_is_one_battle() -> None:
    before, one, other = play_to_the_end()
    ask = [
        partial(rematches.get_or_create_rematch, tournament=before, token=token, address="10.0.0.1")
        for token in (one, other)
    ]
    results = together(ask * 4)
    made = Tournament.objects.exclude(pk=before.pk).get()
    assert set(results) == {made} and made.status == "running"
    assert CasualSeat.objects.filter(tournament=made).exclude(key="").count() == 2
