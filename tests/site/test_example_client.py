"""The example for authors plays a whole tournament on the running site, through the API and with nothing else."""

import json
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


def test_the_example_is_short_and_needs_nothing() -> None:
    text = CLIENT.read_text()
    assert len(text.splitlines()) <= 90
    imported = {line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_two_programs_play_a_tournament_to_its_end(site: str) -> None:
    rules = {"goals": ["last_emperor"], "max_rounds": 6}
    cup = factories.announce("training", game="emperors", field="duel-2", rules=rules, round_seconds=600,
                         starts_at=clock.now() + timedelta(hours=1))  # fmt: skip
    programs = []
    for name in ("Ming", "Qing"):
        dynasty: Dynasty = factories.found(name, program=True)
        secret = api_tokens.create(user=dynasty.user, name="Client", scopes=["play"], days=1)[1]
        command = [sys.executable, str(CLIENT), site, secret, cup.code]
        programs.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
    told = [program.communicate(timeout=200) for program in programs]
    assert [program.returncode for program in programs] == [0, 0], told
    ended: Tournament = factories.again(cup)
    assert ended.status == "finished" and ended.outcome
    assert all(json.loads(out.splitlines()[-1]) == ended.outcome for out, _errors in told)
    assert min(len(out.splitlines()) for out, _errors in told) >= 2
