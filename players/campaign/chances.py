"""The chances of every seat to win a campaign, at a glance: from the power of all in armies, for whoever looks back.

>>> from campaign.game import get_game
>>> opening = get_game("skirmish").initial("grid3x3", ("a", "b"), {}, "dynasty", chests=False)
>>> estimate(opening)
{'a': 0.5, 'b': 0.5}
"""

from campaign.holdings import NEUTRAL
from campaign.state import State, count_lands
from campaign.teams import count_teams

from .evaluation import LATE, Scales, measure_lead
from .flat_position import FREE, Field, Ground, list_sides
from .weights import WEIGHTS

SHARPNESS = {
    "campaign.classic": 2.0,
    "campaign.escalation": 2.0,
    "campaign.simultaneous": 3.0,
    "campaign.skirmish": 2.5,
}
"""To which power the strength of a seat counts: `benchmarks/campaign_chances.py --fit` measures what fits best."""


def estimate(state: State, sharpness: float | None = None) -> dict[str, float]:
    """Return by seat its chance to win, of which all of a team have the same; a seat that left has its team's.

    Everything is reckoned with that the state holds, also what seats hide from each other: it is for battles that are
    over.
    """
    if state.placements:
        return _read_result(state)
    sharp = SHARPNESS[state.ruleset] if sharpness is None else sharpness
    ground = _build_ground(state)
    field, living = _build_field(ground, state), set(state.living)
    hoards = [float(_count_hoard(state, seat)) for seat in state.seats]
    scales = Scales(ground, WEIGHTS[state.ruleset])
    power, counts = scales.weigh(field, hoards)
    strength = [
        (power[number] if counts[number] else scales.weights.hoard * hoards[number]) if seat in living else 0.0
        for number, seat in enumerate(state.seats)
    ]
    by_team = {team: sum(strength[state.seats.index(seat)] for seat in team) ** sharp for team in state.teams}
    whole = sum(by_team.values())
    even = 1 / (len(state.standing) or 1)
    shares = {team: share / whole if whole else even for team, share in by_team.items()}
    return {seat: round(share, 4) for team, share in _count_late(state, shares).items() for seat in team}


def _read_result(state: State) -> dict[str, float]:
    """Return the result of a battle that is over: whoever draws shares the victory."""
    winners = [team for team in state.teams if set(team) & set(state.placements[0])]
    return {seat: 1 / len(winners) if team in winners else 0.0 for team in state.teams for seat in team}


def _count_late(state: State, shares: dict[tuple[str, ...], float]) -> dict[tuple[str, ...], float]:
    """Return the shares with the count of territories in them that decides when the rounds are over."""
    limit = int(state.options["round_limit"])
    late = LATE.get(limit - state.round, 0.0) if limit else 0.0
    if not late:
        return shares
    counts = [float(count_lands(state, team[0])) for team in shares]
    leads = [measure_lead([*counts, 0.0], number) for number in range(len(counts))]
    whole = sum(leads) or 1.0
    return {
        team: share + late * (lead / whole - share) for (team, share), lead in zip(shares.items(), leads, strict=True)
    }


def _count_hoard(state: State, seat: str) -> int:
    """Return what a seat has beside its armies: cards, the reserve, coins."""
    return len(state.hands.get(seat, ())) + state.reserve.get(seat, 0) + state.money.get(seat, 0)


def _build_ground(state: State) -> Ground:
    number = state.map.place
    near = tuple(tuple(number[other] for other in state.map.neighbours[name]) for name in number)
    pays = state.options.get("region_bonus", bool(state.order))
    regions = tuple(
        (each.bonus, tuple(number[name] for name in each.territories)) for each in (state.map.regions if pays else ())
    )
    has_teams = bool(count_teams(state.options))
    sides = list_sides(state.seats, state.teams if has_teams else ())
    return Ground(tuple(number), number, near, regions, state.seats, 0, dict(state.options), sides, has_teams)


def _build_field(ground: Ground, state: State) -> Field:
    numbers = {seat: place for place, seat in enumerate((*ground.seats, NEUTRAL))} | {"": FREE}
    holdings = [state.board[name] for name in ground.names]
    return Field([numbers[each.owner] for each in holdings], [each.armies for each in holdings])
