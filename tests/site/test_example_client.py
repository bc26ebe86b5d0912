"""The example for authors and `emperors join` play a whole tournament on the running site, through the API alone."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from core import clock
from dynasty.models import Dynasty
from dynasty.services import api_tokens
from tests import factories
from tournaments.models import Tournament

CLIENT = Path(__file__).resolve().parents[2] / "examples" / "client.py"
PLAYER = """
def choose(view, seat, rules, budget, luck):
    origin, goals = sorted(view["legal"].items())[0]
    return f"{origin}-{luck.choice(goals)}"
"""


def test_the_example_is_short_and_needs_nothing() -> None:
    text = CLIENT.read_text()
    assert len(text.splitlines()) <= 90
    imported = {line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_two_programs_play_a_tournament_to_its_end(site: str, tmp_path: Path) -> None:
    rules = {"goals": ["last_emperor"], "max_rounds": 6}
    cup = factories.announce("training", game="emperors", field="duel-2", rules=rules, round_seconds=600,
                         starts_at=clock.now() + timedelta(hours=1))  # fmt: skip
    player = tmp_path / "mine.py"
    player.write_text(PLAYER)
    join = [sys.executable, "-m", "players", "join", f"{site}/tournament/{cup.code}/", "--player", str(player)]
    programs = []
    for name in ("Ming", "Qing"):
        dynasty: Dynasty = factories.found(name, program=True)
        secret = api_tokens.create(user=dynasty.user, name="Client", scopes=["play"], days=1)[1]
        command = [sys.executable, str(CLIENT), site, secret, cup.code] if name == "Ming" else join
        environment = os.environ | {"EMPERORS_TOKEN": secret}
        programs.append(
            subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=CLIENT.parents[1],
                env=environment,
            )
        )
    found = [program.communicate(timeout=600) for program in programs]
    assert [program.returncode for program in programs] == [0, 0], found
    ended: Tournament = factories.again(cup)
    assert ended.status == "finished" and ended.outcome
    example, joined = (out.splitlines() for out, _errors in found)
    assert json.loads(example[-1]) == ended.outcome and len(example) >= 2
    assert f": {ended.outcome['by']}." in joined[-1]
    assert sum(line[0].isdigit() for line in joined) == ended.round_no
