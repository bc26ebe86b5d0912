"""A battle is resolved to its end by the rules with which it began, and a record of it for ever after.

`records/` holds battles that were played under each version, with the state that they came to. Where one of them
comes to something else, the rules have changed: give the game the next VERSION, put the module as it was into
`tournaments.domain.games.EARLIER_VERSIONS`, and write new records beside the old ones: `make records`.
"""

import hashlib
import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import factories
from tests.tournaments import scripted
from tournaments.domain import games

RECORDS = Path(__file__).with_name("records")
ROUNDS = 8
PLAYED = {"emperors": "duel-2", "campaign.classic": "archipelago", "campaign.escalation": "rivers",
          "campaign.simultaneous": "seven", "campaign.skirmish": "grid5x5/C3"}  # fmt: skip


def digest(game: games.Game, state: Any) -> str:
    return hashlib.sha256(json.dumps(game.write(state), sort_keys=True).encode()).hexdigest()


def play(name: str) -> dict[str, Any]:
    """Play some rounds of computer players; return the record."""
    import players

    game, luck, field = games.GAMES[name], random.Random(name), PLAYED[name]
    rules = next(iter(game.presets().values()))[2]
    seats = list(game.seats_of(field))
    opening = state = game.initial(field, seats, rules, name, chests=False)
    rounds = []
    while len(rounds) < ROUNDS and game.to_act(state):
        given = [(seat, game.check(state, seat, players.choose(name, state, seat, "random", luck)))
                 for seat in game.to_act(state)]  # fmt: skip
        rounds.append(given)
        state, _events = game.resolve(state, given, name)
    return {"game": name, "version": game.VERSION, "seed": name, "opening": game.write(opening), "rounds": rounds,
            "digest": digest(game, state)}  # fmt: skip


def resolve_record(record: dict[str, Any]) -> str:
    """Return what a record comes to today."""
    game = games.get_game_version(record["game"], record["version"])
    state = game.read(record["opening"])
    for given in record["rounds"]:
        state, _events = game.resolve(state, [tuple(each) for each in given], record["seed"])
    return digest(game, state)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_record_comes_to_what_it_came_to(path: Path) -> None:
    record = json.loads(path.read_text())
    assert resolve_record(record) == record["digest"]


def test_there_is_a_record_of_every_game_as_it_is() -> None:
    there = {path.stem for path in RECORDS.glob("*.json")}
    assert {f"{name}-{games.GAMES[name].VERSION}" for name in PLAYED} <= there
    assert set(PLAYED) == set(games.GAMES) - {scripted.NAME}


@pytest.mark.django_db
def test_an_upgrade_in_mid_battle_waits_and_the_old_rules_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resolve nothing by a new version that began before it; the version that is kept for it does."""
    from tournaments.services import rounds

    monkeypatch.setitem(games.GAMES, scripted.NAME, scripted)
    tournament, _fighters = factories.begin("gift", 0, 0)
    factories.order(tournament, "a", "win"), factories.order(tournament, "b", "-")
    monkeypatch.setitem(games.GAMES, scripted.NAME, SimpleNamespace(**vars(scripted) | {"VERSION": 2}))
    close = {"tournament_id": tournament.pk, "round_no": 1}
    with pytest.raises(games.UnknownVersionError):
        rounds.close_round(**close)
    monkeypatch.setitem(games.EARLIER_VERSIONS, (scripted.NAME, 1), scripted)
    assert rounds.close_round(**close) and factories.again(tournament).status == "finished"
    assert factories.again(tournament).rules_version == 1


def write() -> None:
    """Write the records that are missing."""
    RECORDS.mkdir(exist_ok=True)
    for name in PLAYED:
        record = play(name)
        path = RECORDS / f"{name}-{record['version']}.json"
        if not path.exists():
            path.write_text(json.dumps(record, indent=1) + "\n")
