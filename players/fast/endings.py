"""The end of a round (rules §5) and of a battle (rules §6), on numbers."""

from .compiled import compiled
from .layout import (
    CHEST,
    COLLECTED,
    CROSS,
    DRAWN,
    DUEL,
    DUELS,
    FIGHT_ON,
    LAST_EMPEROR,
    LOST_EMPEROR,
    NOBODY,
    NUMBER,
    OVER,
    QUIET,
    REIGN,
    REIGNING,
    RESETS,
    STAMP,
    STRONGER,
    STRONGER_TAKEN,
    SURVIVE,
    TAKES,
    THRONE,
    TREASURE,
    TREASURE_TO,
    TREASURES,
    VANISH,
    WINNERS,
    WON,
    Field,
    Ground,
    Workspace,
)


@compiled
def conclude(ground: Ground, field: Field, workspace: Workspace, marches: int) -> None:
    """Apply the end of a round: experience, fallen seats, collected items, goals and limits."""
    gain_experience(ground, field, workspace, marches)
    if ground.rules.resets and workspace.log[RESETS]:
        reset_strongest(field, workspace)
    if workspace.log[LOST_EMPEROR] or (workspace.log[TAKES] and ground.rules.leaderless == FIGHT_ON):
        mark_fallen(ground, field, workspace)
    collect(ground, field, workspace, marches)
    field.clock[QUIET] = 0 if workspace.log[TAKES] or workspace.log[COLLECTED] else field.clock[QUIET] + 1
    if ground.throne >= 0:
        count_reign(ground, field)
    finish(ground, field, workspace)
    field.clock[NUMBER] += 1


@compiled
def gain_experience(ground: Ground, field: Field, workspace: Workspace, marches: int) -> None:
    for march in range(marches):
        piece = workspace.piece[march]
        idle = field.emperor[piece] or workspace.took[march] or workspace.captured[piece] == workspace.log[STAMP]
        if not idle and (ground.rules.ordered or workspace.distance[march]):
            field.experience[piece] = min(field.experience[piece] + 1, 99)


@compiled
def reset_strongest(field: Field, workspace: Workspace) -> None:
    """Reset the most experienced pawn of each seat whose Emperor took a pawn."""
    for seat in range(len(field.fallen)):
        strongest = workspace.strongest[seat]
        if (
            workspace.log[RESETS] >> seat & 1
            and strongest >= 0
            and workspace.captured[strongest] != workspace.log[STAMP]
        ):
            field.experience[strongest] = 1


@compiled
def mark_fallen(ground: Ground, field: Field, workspace: Workspace) -> None:
    """Note the seats that fell in this round; under `vanish` their pieces leave the board."""
    for seat in range(len(field.fallen)):
        emperors = pieces = 0
        for piece in range(len(field.place)):
            if field.place[piece] >= 0 and field.seat[piece] == seat:
                pieces += 1
                emperors += field.emperor[piece]
        fights_on = ground.rules.leaderless == FIGHT_ON
        lost = pieces == 0 if fights_on else emperors == 0 and workspace.emperors[seat] > 0
        if lost and workspace.pieces[seat] > 0:
            field.fallen[seat] = field.clock[NUMBER]
            if ground.rules.leaderless == VANISH:
                vanish(field, seat)


@compiled
def vanish(field: Field, seat: int) -> None:
    for piece in range(len(field.place)):
        if field.place[piece] >= 0 and field.seat[piece] == seat:
            field.at[field.place[piece]] = -1
            field.place[piece] = -1


@compiled
def collect(ground: Ground, field: Field, workspace: Workspace, marches: int) -> None:
    """Collect the items on which movers ended the round; no seat collects its own chest."""
    workspace.log[COLLECTED] = workspace.log[TREASURE_TO] = 0
    for march in range(marches):
        piece = workspace.piece[march]
        tile = field.place[piece]
        if tile >= 0 and field.items[tile] and (ground.rules.all_collect or field.emperor[piece]):
            seat, item = field.seat[piece], field.items[tile]
            if item != CHEST + seat:
                field.items[tile] = 0
                workspace.log[COLLECTED] += 1
                if item == TREASURE:
                    workspace.log[TREASURE_TO] |= 1 << seat


@compiled
def count_reign(ground: Ground, field: Field) -> None:
    """Note which fighting seat holds the throne, and for how many rounds in a row."""
    piece, seat = field.at[ground.throne], NOBODY
    if piece >= 0 and (field.emperor[piece] or ground.rules.all_collect) and field.fallen[field.seat[piece]] == 0:
        seat = field.seat[piece]
    if seat == NOBODY:
        field.clock[REIGN] = 0
    else:
        field.clock[REIGN] = field.clock[REIGN] + 1 if seat == field.clock[REIGNING] else 1
    field.clock[REIGNING] = seat


@compiled
def finish(ground: Ground, field: Field, workspace: Workspace) -> None:
    """End the battle where a goal is met, at most one seat is left, or a limit is reached."""
    fighting, left, number = find_fighting_seats(field), 0, field.clock[NUMBER]
    for seat in range(len(field.fallen)):
        left += fighting >> seat & 1
    winners = find_goal_winners(ground, field, workspace, fighting, left)
    if winners or left == 1:
        end(field, winners if winners else fighting, False)
    elif left == 0:
        end(field, find_last_fallen(field), True)
    elif number >= ground.rules.max_rounds or field.clock[QUIET] >= ground.rules.quiet_rounds:
        decide_at_limit(ground, field, fighting)


@compiled
def end(field: Field, seats: int, draw: bool) -> None:
    field.clock[OVER] = DRAWN if draw else WON
    field.clock[WINNERS] = seats


@compiled
def find_fighting_seats(field: Field) -> int:
    """Return the bits of the seats that have not fallen."""
    found = 0
    for seat in range(len(field.fallen)):
        if field.fallen[seat] == 0:
            found |= 1 << seat
    return found


@compiled
def find_last_fallen(field: Field) -> int:
    found = last = 0
    for seat in range(len(field.fallen)):
        last = max(last, field.fallen[seat])
    for seat in range(len(field.fallen)):
        if field.fallen[seat] == last:
            found |= 1 << seat
    return found


@compiled
def find_goal_winners(ground: Ground, field: Field, workspace: Workspace, fighting: int, left: int) -> int:
    """Return the bits of the seats that meet any goal of the battle."""
    goals, winners = ground.rules.goals, 0
    if goals & LAST_EMPEROR and left == 1:
        winners |= fighting
    if goals & CROSS:
        winners |= find_crossed(ground, field)
    if goals & SURVIVE:
        winners |= find_survivors(ground, field, fighting)
    if goals & STRONGER:
        winners |= workspace.log[STRONGER_TAKEN]
    if goals & DUEL:
        winners |= workspace.log[DUELS]
    if goals & TREASURES:
        winners |= workspace.log[TREASURE_TO]
    if goals & THRONE and field.clock[REIGNING] != NOBODY and field.clock[REIGN] >= ground.reign:
        winners |= 1 << field.clock[REIGNING]
    return winners


@compiled
def find_crossed(ground: Ground, field: Field) -> int:
    found = 0
    for piece in range(len(field.place)):
        if field.emperor[piece] and field.place[piece] >= 0:
            found |= ground.targets[field.place[piece]] & (1 << field.seat[piece])
    return found


@compiled
def find_survivors(ground: Ground, field: Field, fighting: int) -> int:
    found = 0
    for i in range(0, len(ground.survivals), 2):
        if ground.survivals[i] == field.clock[NUMBER]:
            for seat in range(len(field.fallen)):
                pieces, _ = measure_strength(field, seat)
                if fighting >> seat & 1 and pieces > ground.survivals[i + 1]:
                    found |= 1 << seat
    return found


@compiled
def measure_strength(field: Field, seat: int) -> tuple[int, int]:
    """Return how many pieces a seat has, and the experience of its pawns in all."""
    pieces = experience = 0
    for piece in range(len(field.place)):
        if field.place[piece] >= 0 and field.seat[piece] == seat:
            pieces += 1
            if not field.emperor[piece]:
                experience += field.experience[piece]
    return pieces, experience


@compiled
def decide_at_limit(ground: Ground, field: Field, fighting: int) -> None:
    """End the battle for the fighting seats with most pieces, then experience; or as a draw of all."""
    best, ahead, many = -1, 0, 0
    for seat in range(len(field.fallen)):
        if fighting >> seat & 1:
            pieces, experience = measure_strength(field, seat)
            worth = 0 if ground.rules.limit_draws else pieces * 100_000 + experience
            if worth > best:
                best, ahead, many = worth, 1 << seat, 1
            elif worth == best:
                ahead |= 1 << seat
                many += 1
    end(field, ahead, many > 1 or ground.rules.limit_draws == 1)
