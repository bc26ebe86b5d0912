"""All acts, and the ground that they stand on: the scripted game, no workers, no rates, browsers that can be told."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from pytest import MonkeyPatch

from config.environment import generate_push_key
from core import clock, rate_limits
from tests.reliability import (
    app_acts,
    club_acts,
    house_acts,
    negotiation_acts,
    pairing_acts,
    people_acts,
    quiet_acts,
    study_acts,
)
from tests.reliability.acts import Act
from tests.tournaments import scripted
from tournaments.domain import games
from tournaments.services import task_queue

__all__ = ["ACTS", "Act", "ground", "prepare_call"]
assert club_acts.ACTS is house_acts.ACTS is quiet_acts.ACTS is pairing_acts.ACTS is negotiation_acts.ACTS
assert app_acts.ACTS is people_acts.ACTS is quiet_acts.ACTS is study_acts.ACTS
ACTS = quiet_acts.ACTS  # those of acts, and their own


def ground(monkeypatch: MonkeyPatch, settings: Any) -> None:
    monkeypatch.setitem(games.GAMES, scripted.NAME, scripted)
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: None)
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)
    settings.VAPID_PRIVATE_KEY = generate_push_key()


def prepare_call(act: Act) -> tuple[Callable[[], Any], datetime]:
    """Return the call of an act, and the moment at which it is made."""
    call = act.prepare()
    return call if isinstance(call, tuple) else (call, clock.now())
