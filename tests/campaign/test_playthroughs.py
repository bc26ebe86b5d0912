"""Whole games as text: whoever changes what happens in them has to mean it.

To write them anew: WRITE_PLAYTHROUGHS=1 pytest tests/campaign/test_playthroughs.py
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from campaign import games
from campaign.events import Event
from campaign.outcome import outcome
from campaign.state import State
from campaign.words import text
from tests.campaign.random_play import play

FOLDER = Path(__file__).parent / "playthroughs"
GAMES: dict[str, dict[str, Any]] = {
    "classic": {"map": "seven", "seats": 3, "options": {"starting_armies": 8, "round_limit": 8}},
    "classic-capitals": {
        "map": "seven",
        "seats": 4,
        "options": {"goal": "capitals", "defence": "ask", "round_limit": 3},
    },
    "escalation": {"map": "seven", "seats": 2, "options": {"starting_armies": 8, "round_limit": 8}},
    "simultaneous": {"map": "seven", "seats": 3, "options": {"round_limit": 8}},
    "skirmish": {"map": "grid4x4/B2", "seats": 3, "options": {"round_limit": 8}},
}


def playthrough(name: str) -> str:
    """Return a random game as text: what was submitted, what happened, what stands there then."""
    setup = {"ruleset": f"campaign.{name.split('-')[0]}", **GAMES[name]}
    lines = [json.dumps(setup)]
    for _, given, after, events in play(setup, f"playthrough {name}", leave=0.004):
        lines += ["", *(f"> {seat}: {words(given[seat])}" for seat in sorted(given))]
        lines += [event_line(event) for event in events]
        lines.append(state_line(after))
        if outcome(after):
            lines.append(json.dumps(outcome(after)))
    return "\n".join(lines) + "\n"


def words(submission: Any) -> str:
    if isinstance(submission, Mapping):
        return text.write(submission)
    return "; ".join(text.write(line) for line in submission) or "(empty)"


def event_line(event: Event) -> str:
    fields = " ".join(f"{name}={json.dumps(value)}" for name, value in event.items() if name != "kind")
    return f"  {event['kind']} {fields}"


def state_line(state: State) -> str:
    board = " ".join(f"{name}:{held}" for name, held in games.view(state)["board"].items())
    return f"= round {state.round}, words {state.words}, to act {''.join(games.to_act(state)) or '-'} | {board}"


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    path, played = FOLDER / f"{name}.txt", playthrough(name)
    if os.environ.get("WRITE_PLAYTHROUGHS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(played, "utf-8")
    assert played == path.read_text("utf-8")
