"""Seats that agree at one moment, on the embedded default and on PostgreSQL: every stake is where it belongs."""

from functools import partial

import pytest

from dynasty.models import Dynasty
from tests import factories
from tests.tournaments.negotiation.test_treaties import PRIZE, STAKE, begin, conclude, is_whole, of, propose, wealth
from tests.tournaments.test_races import together
from tournaments.models import Tournament, Treaty
from tournaments.services import rounds
from tournaments.services.negotiation import treaties

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def answer(act: object, tournament: Tournament, dynasty: Dynasty, code: str) -> partial[Treaty]:
    assert callable(act)
    return partial(act, tournament=tournament, dynasty=dynasty, code=code)


def test_accepting_and_withdrawing_exclude_each_other() -> None:
    tournament = begin()
    before = wealth()
    for _attempt in range(3):
        code = propose(tournament).code
        withdraw = answer(treaties.decline, tournament, of("Aaa"), code)
        accept = answer(treaties.accept, tournament, of("Bbb"), code)
        together([accept, withdraw, accept, withdraw])
        assert Treaty.objects.get(code=code).status in ("sealed", "declined")
    sealed = Treaty.objects.filter(status="sealed").count()
    assert wealth()[:2] == [had - STAKE * sealed for had in before[:2]] and is_whole()


def test_the_end_judges_what_was_concluded_before_it() -> None:
    """Check a treaty concluded while the last round closes: it is judged or lapses, and leaves nothing in escrow."""
    tournament = begin()
    before = wealth()
    conclude(tournament)
    factories.play(tournament, {})
    late = propose(tournament, kind="spare").code
    for seat, text in {"a": "take b", "b": "win", "c": "-", "d": "-"}.items():
        factories.order(tournament, seat, text)
    close = partial(rounds.close_round, tournament_id=tournament.pk, round_no=2)
    together([close, answer(treaties.accept, tournament, of("Bbb"), late), close])
    first, second = Treaty.objects.order_by("pk")
    assert first.status == "broken" and second.status in ("kept", "lapsed")
    assert wealth()[:2] == [before[0] - STAKE, before[1] + STAKE + PRIZE]
    assert is_whole() and not factories.sum_escrows()
