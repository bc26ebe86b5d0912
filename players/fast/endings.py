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
    NUMBER,
    OVER,
    QUIET,
    RESETS,
    STAMP,
    STRONGER,
    STRONGER_TAKEN,
    SURVIVE,
    TAKES,
    TREASURE,
    TREASURE_TO,
    TREASURES,
    VANISH,
    WINNERS,
    WON,
    Desk,
    Field,
    Ground,
)


@compiled
def conclude(ground: Ground, field: Field, desk: Desk, marches: int) -> None:
    """Experience, fallen seats, collected items, goals and limits."""
    gain_experience(ground, field, desk, marches)
    if ground.rules.resets and desk.log[RESETS]:
        reset_strongest(field, desk)
    if desk.log[LOST_EMPEROR] or (desk.log[TAKES] and ground.rules.leaderless == FIGHT_ON):
        fall(ground, field, desk)
    collect(ground, field, desk, marches)
    field.clock[QUIET] = 0 if desk.log[TAKES] or desk.log[COLLECTED] else field.clock[QUIET] + 1
    finish(ground, field, desk)
    field.clock[NUMBER] += 1


@compiled
def gain_experience(ground: Ground, field: Field, desk: Desk, marches: int) -> None:
    for march in range(marches):
        piece = desk.piece[march]
        idle = field.emperor[piece] or desk.took[march] or desk.taken[piece] == desk.log[STAMP]
        if not idle and (ground.rules.ordered or desk.distance[march]):
            field.experience[piece] = min(field.experience[piece] + 1, 99)


@compiled
def reset_strongest(field: Field, desk: Desk) -> None:
    """An Emperor's take of a pawn costs the experience of its seat's most experienced pawn."""
    for seat in range(len(field.fallen)):
        strongest = desk.strongest[seat]
        if desk.log[RESETS] >> seat & 1 and strongest >= 0 and desk.taken[strongest] != desk.log[STAMP]:
            field.experience[strongest] = 1


@compiled
def fall(ground: Ground, field: Field, desk: Desk) -> None:
    """Note the seats that fell in this round; under `vanish` their pieces leave the board."""
    for seat in range(len(field.fallen)):
        emperors = pieces = 0
        for piece in range(len(field.place)):
            if field.place[piece] >= 0 and field.seat[piece] == seat:
                pieces += 1
                emperors += field.emperor[piece]
        fights_on = ground.rules.leaderless == FIGHT_ON
        lost = pieces == 0 if fights_on else emperors == 0 and desk.emperors[seat] > 0
        if lost and desk.pieces[seat] > 0:
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
def collect(ground: Ground, field: Field, desk: Desk, marches: int) -> None:
    """A mover that ends the round on an item's tile collects it, but no seat its own chest."""
    desk.log[COLLECTED] = desk.log[TREASURE_TO] = 0
    for march in range(marches):
        piece = desk.piece[march]
        tile = field.place[piece]
        if tile >= 0 and field.items[tile] and (ground.rules.all_collect or field.emperor[piece]):
            seat, item = field.seat[piece], field.items[tile]
            if item != CHEST + seat:
                field.items[tile] = 0
                desk.log[COLLECTED] += 1
                if item == TREASURE:
                    desk.log[TREASURE_TO] |= 1 << seat


@compiled
def finish(ground: Ground, field: Field, desk: Desk) -> None:
    """End the battle where a goal is met, at most one seat is left, or a limit is reached."""
    fighting, left, number = fighting_seats(field), 0, field.clock[NUMBER]
    for seat in range(len(field.fallen)):
        left += fighting >> seat & 1
    winners = goals_met(ground, field, desk, fighting, left)
    if winners or left == 1:
        end(field, winners if winners else fighting, False)
    elif left == 0:
        end(field, last_fallen(field), True)
    elif number >= ground.rules.max_rounds or field.clock[QUIET] >= ground.rules.quiet_rounds:
        at_limit(ground, field, fighting)


@compiled
def end(field: Field, seats: int, draw: bool) -> None:
    field.clock[OVER] = DRAWN if draw else WON
    field.clock[WINNERS] = seats


@compiled
def fighting_seats(field: Field) -> int:
    """The seats that have not fallen."""
    found = 0
    for seat in range(len(field.fallen)):
        if field.fallen[seat] == 0:
            found |= 1 << seat
    return found


@compiled
def last_fallen(field: Field) -> int:
    found = last = 0
    for seat in range(len(field.fallen)):
        last = max(last, field.fallen[seat])
    for seat in range(len(field.fallen)):
        if field.fallen[seat] == last:
            found |= 1 << seat
    return found


@compiled
def goals_met(ground: Ground, field: Field, desk: Desk, fighting: int, left: int) -> int:
    """The seats that meet any goal of the battle."""
    goals, winners = ground.rules.goals, 0
    if goals & LAST_EMPEROR and left == 1:
        winners |= fighting
    if goals & CROSS:
        winners |= crossed(ground, field)
    if goals & SURVIVE:
        winners |= survived(ground, field, fighting)
    if goals & STRONGER:
        winners |= desk.log[STRONGER_TAKEN]
    if goals & DUEL:
        winners |= desk.log[DUELS]
    if goals & TREASURES:
        winners |= desk.log[TREASURE_TO]
    return winners


@compiled
def crossed(ground: Ground, field: Field) -> int:
    found = 0
    for piece in range(len(field.place)):
        if field.emperor[piece] and field.place[piece] >= 0:
            found |= ground.targets[field.place[piece]] & (1 << field.seat[piece])
    return found


@compiled
def survived(ground: Ground, field: Field, fighting: int) -> int:
    found = 0
    for i in range(0, len(ground.survivals), 2):
        if ground.survivals[i] == field.clock[NUMBER]:
            for seat in range(len(field.fallen)):
                pieces, _ = strength(field, seat)
                if fighting >> seat & 1 and pieces > ground.survivals[i + 1]:
                    found |= 1 << seat
    return found


@compiled
def strength(field: Field, seat: int) -> tuple[int, int]:
    """How many pieces a seat has, and the experience of its pawns in all."""
    pieces = experience = 0
    for piece in range(len(field.place)):
        if field.place[piece] >= 0 and field.seat[piece] == seat:
            pieces += 1
            if not field.emperor[piece]:
                experience += field.experience[piece]
    return pieces, experience


@compiled
def at_limit(ground: Ground, field: Field, fighting: int) -> None:
    """The fighting seats with the most pieces, then experience; or a draw of all."""
    best, ahead, many = -1, 0, 0
    for seat in range(len(field.fallen)):
        if fighting >> seat & 1:
            pieces, experience = strength(field, seat)
            worth = 0 if ground.rules.limit_draws else pieces * 100_000 + experience
            if worth > best:
                best, ahead, many = worth, 1 << seat, 1
            elif worth == best:
                ahead |= 1 << seat
                many += 1
    end(field, ahead, many > 1 or ground.rules.limit_draws == 1)
