"""What wins a battle while it goes on: a sentence for each goal, in the numbers of its map, and how far it is."""

from collections.abc import Callable
from math import ceil

from campaign import fog
from campaign.state import State, count_lands
from campaign.teams import count_teams
from campaign.words.i18n import N_, Sentence
from campaign.words.place_names import format_territory

Aim = tuple[Sentence, Sentence | None]
"""What to do, and how much of it is done."""


def list_aims(state: State, seat: str | None) -> list[Aim]:
    """Return what wins the battle for a seat, or for any seat where there is none; then what its last round decides.

    >>> from campaign.setup import new
    >>> grid = new({"ruleset": "campaign.skirmish", "map": "grid3x3", "seats": 2, "options": {"win_percent": 70}})
    >>> [words % values for (words, values), _progress in list_aims(grid, "a")][0]
    'Hold 7 of the 9 territories to win, or be the last one left.'
    """
    if state.ended is not None:
        return []
    own = seat if seat in state.seats else None
    goal = AIMS[state.options.get("goal", "domination")]
    return [goal(state, own), *_describe_last_round(state)]


def _dominate(state: State, seat: str | None) -> Aim:
    everything = len(state.board)
    needed = ceil(everything * int(state.options["win_percent"]) / 100)
    words = {
        (False, False): N_("Hold %(needed)s of the %(all)s territories to win, or be the last one left."),
        (False, True): N_("Hold all %(all)s territories to win, or be the last one left."),
        (True, False): N_("A team that holds %(needed)s of the %(all)s territories wins."),
        (True, True): N_("A team that holds all %(all)s territories wins."),
    }[bool(count_teams(state.options)), needed == everything]
    return (words, {"needed": needed, "all": everything}), _count_own(state, seat)


def _hold(state: State, seat: str | None) -> Aim:
    count = int(state.options["hold_count"])
    return (N_("Hold %(n)s territories at the end of your turn to win."), {"n": count}), _count_own(state, seat)


def _capitals(state: State, seat: str | None) -> Aim:
    own = state.capitals.get(seat or "")
    if seat is None or own is None:
        return (N_("Hold your own capital and two others at the end of your turn to win."), {}), None
    words = N_("Hold your capital, %(at)s, and two others at the end of your turn to win.")
    if state.phase == "capital":
        return (words, {"at": format_territory(own)}), None
    team = state.team(seat)
    others = [at for other, at in state.capitals.items() if other not in team and state.owner(at) in team]
    return (words, {"at": format_territory(own)}), (N_("%(n)s of 2 others so far"), {"n": len(others)})


def _missions(state: State, seat: str | None) -> Aim:
    if seat is None:
        return (N_("Every seat has a secret mission. Whoever completes theirs first wins."), {}), None
    return (N_("Complete your secret mission by the end of your turn to win."), {}), None


AIMS: dict[str, Callable[[State, str | None], Aim]] = {
    "domination": _dominate,
    "hold": _hold,
    "capitals": _capitals,
    "missions": _missions,
}
"""By the value of the option `goal`; games without that option are won by domination."""


def _count_own(state: State, seat: str | None) -> Sentence | None:
    """Return how many territories a seat has with its team; for others who has the most, where nothing is hidden."""
    if seat is not None:
        in_team = bool(count_teams(state.options))
        words = N_("your team has %(n)s") if in_team else N_("you have %(n)s")
        return words, {"n": count_lands(state, seat)}
    if fog.has_fog(state):
        return None
    counts = {each: count_lands(state, each) for each in state.living}
    best = max(counts.values(), default=0)
    leaders = [each for each, count in counts.items() if count == best]
    return (N_("%(seat)s has %(n)s"), {"seat": leaders[0], "n": best}) if best and len(leaders) == 1 else None


def _describe_last_round(state: State) -> list[Aim]:
    """Return what happens when the rounds are over, where they have a limit."""
    last = int(state.options["round_limit"])
    if not last:
        return []
    left = max(0, last - state.round + 1)
    words = (
        N_("After round %(round)s the team with the most territories wins.")
        if count_teams(state.options)
        else N_("After round %(round)s whoever holds the most territories wins.")
    )
    progress: Sentence = (N_("the last round"), {}) if left == 1 else (N_("%(left)s rounds to go"), {"left": left})
    return [((words, {"round": last}), progress)]
