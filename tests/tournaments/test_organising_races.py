"""Organisers and players at one moment, on the embedded default and on PostgreSQL: who comes second is told so."""

from datetime import timedelta
from functools import partial

import pytest

from core import clock
from dynasty.models import Transfer
from tests import factories
from tests.factories import again, announce, at_court, born, enter, found, gold
from tests.tournaments.series.test_series import join_all, season
from tests.tournaments.test_organising import recurring
from tests.tournaments.test_races import together
from tournaments.models import DirectorAct, Entry, Invitation, PrivateLink, Recurrence, SeriesTable, Tournament, Waiting
from tournaments.services import announcements, entries, invitations, lifecycle, recurrences, series, waiting_list

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
INVITED = {"invited": [], "link": True}


def test_calling_off_and_the_start_exclude_each_other() -> None:
    for attempt in range(3):
        organiser = found(f"Host {'abc'[attempt]}")
        cup = announce("gift", organiser, terms={"prize": {"gold": 100}})
        fighters = [born(found(f"{name} {'abc'[attempt]}"), "Ada") for name in ("Ming", "Qing")]
        for seat, emperor in zip("ab", fighters, strict=True):
            enter(cup, emperor, seat)
        call_off = partial(announcements.cancel, tournament=cup, by=organiser, reason="rain")
        start = partial(lifecycle.start, tournament_id=cup.pk)
        results = together([call_off, start, call_off, start])
        status = again(cup).status
        assert status in ("cancelled", "running") and results.count(True) == (status == "running")
        assert results.count(None) == (status == "cancelled")
        assert gold(organiser) == (1_000 if status == "cancelled" else 900)
        assert [at_court(each) for each in fighters] == [status == "cancelled"] * 2
        assert DirectorAct.objects.filter(tournament=cup, act="cancelled").count() == (status == "cancelled")
    assert factories.books_balance()


def test_calling_off_and_entering_leave_nobody_behind() -> None:
    organiser = found("Host")
    cup = announce("conquer", organiser, seats=8, terms={"fee": {"gold": 50}})
    fighters = [born(found(f"House {name}"), "Ada") for name in "abcdefgh"]
    calls = [partial(enter, cup, emperor, seat) for seat, emperor in zip("abcdefgh", fighters, strict=True)]
    together([*calls, partial(announcements.cancel, tournament=cup, by=organiser)])
    assert again(cup).status == "cancelled" and all(at_court(each) for each in fighters)
    assert not factories.sum_escrows() and all(gold(each.dynasty) == 1_000 for each in fighters)


def test_who_withdraws_and_who_waits_never_make_two_of_one_seat() -> None:
    cup = announce("gift", seats=2, terms={"punctual": True})
    inside = [born(found(name), name) for name in ("Ming", "Qing")]
    for seat, emperor in zip("ab", inside, strict=True):
        enter(cup, emperor, seat)
    line = [born(found(f"House {name}"), "Ada") for name in "abcd"]
    for each in line:
        waiting_list.join(tournament=cup, dynasty=each.dynasty, emperor=each)
    stranger = born(found("Stranger"), "Zoe")
    together([
        *(partial(entries.withdraw, tournament=cup, dynasty=each.dynasty) for each in inside),
        *[partial(waiting_list.move_up, tournament_id=cup.pk)] * 3,
        partial(enter, cup, stranger, "a"),
        partial(waiting_list.leave, tournament=cup, dynasty=line[3].dynasty),
    ])  # fmt: skip
    waiting_list.move_up(tournament_id=cup.pk)
    there = list(Entry.objects.filter(tournament=cup).values_list("seat", flat=True))
    assert sorted(there) == ["a", "b"]
    engaged = sum(not at_court(each) for each in [*inside, *line, stranger])
    assert engaged == 2 and Waiting.objects.filter(tournament=cup).count() <= 3


def test_one_link_opens_however_many_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    organiser = found("Host")
    cup = announce("gift", organiser, terms=INVITED)
    tokens = together([partial(invitations.create_link, tournament=cup, by=organiser)] * 6)
    assert PrivateLink.objects.count() == 1 and sum(invitations.is_link_secret(cup, token) for token in tokens) == 1
    good = next(token for token in tokens if invitations.is_link_secret(cup, token))
    guest = found("Guest")
    together([partial(invitations.accept, tournament=cup, dynasty=guest, token=good)] * 4)
    assert Invitation.objects.filter(dynasty=guest).count() == 1


def test_invitations_are_counted_right_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "INVITED", 3)
    organiser = found("Host")
    cup = announce("gift", organiser, terms=INVITED)
    guests = [found(f"Guest {name}") for name in "abcdefgh"]
    results = together([partial(invitations.invite, tournament=cup, by=organiser, dynasty=each) for each in guests])
    assert results.count("too_many_invited") == 5 and Invitation.objects.count() == 3
    assert DirectorAct.objects.filter(act="invited").count() == 3


def test_what_recurs_is_stopped_or_announced_and_not_both() -> None:
    organiser = found("Host")
    row = recurring(organiser, clock.now() + factories.HOUR)
    Recurrence.objects.filter(pk=row.pk).update(next_at=clock.now() + timedelta(hours=5))
    results = together([partial(recurrences.stop, recurrence=row, by=organiser)] * 3 + [recurrences.announce_due] * 3)
    stopped, announced = again(row), Tournament.objects.count() - 1
    assert stopped.stopped_at is not None and results.count("has_stopped") == 2
    assert announced == sum(each for each in results[3:]) <= 1


def test_a_series_is_drawn_or_called_off_and_who_leaves_in_time_is_not_drawn() -> None:
    made = season(terms={"prize": {"gold": 10}}, type="gift")
    fighters = join_all(made, "Ming", "Qing", "Song", "Yuan")
    type(made).objects.update(starts_at=clock.now())
    results = together([
        partial(series.cancel, series=made, by=made.organiser),
        *[partial(series.advance, series_id=made.pk)] * 3,
        partial(series.leave, series=made, dynasty=fighters[0].dynasty),
    ])  # fmt: skip
    status = again(made).status
    if status == "cancelled":
        assert "series_started" not in results and not SeriesTable.objects.exists()
        assert gold(made.organiser) == 1_000 and not Transfer.objects.filter(cause="prize_put_up").exists()
    else:
        assert results[0] == "series_started" and results.count(True) == 1
        assert Tournament.objects.count() == len(set(SeriesTable.objects.exclude(tournament=None)
                                                     .values_list("tournament", flat=True)))  # fmt: skip
    assert factories.books_balance()
