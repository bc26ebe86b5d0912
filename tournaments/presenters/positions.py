"""Playing on from a round: who may be played, by which level the others are, and where a battle began."""

from tournaments.domain import levels
from tournaments.presenters.context import BattleContext
from tournaments.selectors import level_records, listings, positions
from tournaments.services.casual.battles import DEFAULT_LEVEL


def describe_start(battle: BattleContext, number: int) -> dict[str, object] | None:
    """Return what somebody chooses who plays on from a round; None where that cannot be.

    The reader's own seat is chosen, and the level that he or she meets next; else that of the battle itself.
    """
    state = positions.find_battle(battle.tournament, number)
    if state is None:
        return None
    own, viewer = battle.own, battle.viewer
    level = level_records.find_opponent(viewer.key, viewer.dynasty).name if viewer.key or viewer.dynasty else ""
    return {
        "number": number,
        "seats": [(seat, battle.names.get(seat, seat.upper())) for seat in state.to_act],
        "seat": own.seat if own and own.seat in state.to_act else state.to_act[0],
        "levels": levels.list_titles(battle.tournament.game),
        "level": level or DEFAULT_LEVEL,
        "state": state,
    }


def describe_origin(battle: BattleContext) -> dict[str, object] | None:
    """Return from which round of which battle this one began; None where it began on a board.

    The code is blank where that battle was forgotten.
    """
    found = positions.find_position(battle.tournament.field)
    if found is None:
        return None
    there = listings.get_by_code(found.source)
    return {"code": there.code if there else "", "number": found.number}
