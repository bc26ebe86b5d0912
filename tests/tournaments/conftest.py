from collections.abc import Iterator

import pytest

from tests.tournaments import scripted
from tournaments.domain import games
from tournaments.services import task_queue


@pytest.fixture(autouse=True)
def scripted_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, dict]]]:
    """Add the scripted game to the real ones; hints are kept in a list and not sent."""
    sent: list[tuple[str, dict]] = []
    monkeypatch.setitem(games.GAMES, scripted.NAME, scripted)
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: sent.append((task, arguments)))
    yield sent
