"""The log of directors: every act of an organiser or of the staff, written in the transaction of the act."""

from core import clock
from dynasty.models import Dynasty
from tournaments.domain import audit_actions
from tournaments.models import DirectorAct, Tournament


def record(tournament: Tournament, act: str, by: Dynasty | None = None, **facts: object) -> None:
    """Write an act down, for ever and for everybody; `by` None: the staff. Casual battles have no director.

    Runs in the transaction of the act.
    """
    if act not in audit_actions.SENTENCES:
        raise ValueError(f"unknown act: {act}")
    if not tournament.casual:
        DirectorAct.objects.create(tournament=tournament, act=act, dynasty=by, facts=facts, at=clock.now())
