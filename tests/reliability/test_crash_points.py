"""Killed at any point, an act is wholly undone or wholly done; done again it is the same, and a duplicate is nothing.

The test run takes a few points of a few acts. All offers, with the figures: `make crash-points`; all points of
some acts: CRASH_POINTS=enter,warn_inactive.
"""

import os
import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection

from core import clock
from core.errors import DomainError
from tests.reliability.every_act import ACTS, Act, ground, prepare_call
from tests.reliability.killing import kill_at, list_changed, rehearse, snapshot

SAMPLE = ("close_round", "tell_whose_turn_it_is", "win_honour_with_bets", "place_bet", "make_offer", "enter")
CHOSEN = [name for name in os.environ.get("CRASH_POINTS", "").split(",") if name]
EVERY = CHOSEN == ["all"]
POINTS = 3  # of each act of the sample

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


def test_killed_at_any_point_an_act_is_wholly_undone_or_wholly_done(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    ground(monkeypatch, settings)
    killed: Counter[str] = Counter()
    wrong: list[str] = []
    for act in ACTS:
        if EVERY or act.name in (CHOSEN or SAMPLE):
            wrong += Trial(act, killed).findings()
            print(act.name, killed.total(), len(killed), len(wrong), flush=True)
    print(f"\n{killed.total()} kills, {len(killed)} points, {len(ACTS)} acts, {connection.vendor}: {len(wrong)} wrong")
    assert not wrong, "\n".join(wrong)
    assert len(killed) >= (150 if EVERY else len(CHOSEN) or 8)


class Trial:
    """One act, killed again and again."""

    def __init__(self, act: Act, killed: Counter[str]) -> None:
        self.act, self.killed = act, killed
        self.call, self.moment = prepare_call(act)

    def findings(self) -> list[str]:
        """Return what should not have been so."""
        passed = rehearse(self.call, self.moment)
        written = passed[0].replace(" begun", " written")
        end = len(passed) - 1 - passed[::-1].index(written)
        before = snapshot()
        shown = kill_at(self.call, end, self.moment, with_snapshot=True).tables
        assert shown is not None
        firsts = [place for place in range(end) if passed[place] not in passed[:place]]
        places = firsts if CHOSEN else random.Random(self.act.name).sample(firsts, min(POINTS, len(firsts)))
        found = self.differences(f"was killed in {written}", before)
        for place in places:
            point = self.kill(place)
            found += self.differences(f"was killed at {point} and left something behind", before)
        return found + self.after_the_commit(end, shown)

    def after_the_commit(self, end: int, collected: dict[str, str]) -> list[str]:
        """Kill right after the commit: all of it is there, and repeating it changes nothing."""
        found = self.differences(f"was killed at {self.kill(end + 1)} and is not wholly done", collected)
        if not self.act.once:
            found += self.do_again() + self.differences("was done twice", collected)
        return found

    def do_again(self) -> list[str]:
        """Raise DomainError or return as before; any other error is one."""
        try:
            with clock.freeze(self.moment), suppress(DomainError):
                self.call()
        except Exception as error:
            return [f"{self.act.name} failed the second time: {error!r}"]
        return []

    def kill(self, place: int) -> str:
        point = kill_at(self.call, place, self.moment).passed[-1]
        self.killed[point] += 1
        return point

    def differences(self, what: str, expected: dict[str, str]) -> list[str]:
        tables = list_changed(expected, snapshot())
        return [f"{self.act.name} {what}: {', '.join(tables)}"] if tables else []
