"""Measuring drawn maps: battles between computer players, some at a time, by whichever worker comes by."""

from campaign.game import CampaignGame, get_game
from core import clock
from core.limits import MAP_BATTLES
from core.prepared_statements import PreparedQuery
from core.transactions import service
from players.campaign.matches import Course, play_battle
from tournaments.domain import map_figures
from tournaments.models import MapBalance
from tournaments.selectors.maps import drawn as drawn_maps

DUE_QUERY = PreparedQuery(
    lambda: MapBalance.objects.select_related("map").filter(done_at=None).order_by("battles", "asked_at")[:1]
)


def measure_due() -> int:
    """Play some battles on the map that has waited longest; return how many."""
    row = DUE_QUERY.first()
    return measure(row) if row else 0


def measure(row: MapBalance) -> int:
    """Play the next battles of a map, and write them down unless another worker has done so meanwhile."""
    numbers = range(row.battles, min(row.battles + MAP_BATTLES[1], MAP_BATTLES[0]))
    courses = [play_numbered(row, number) for number in numbers]
    return save_battles(row=row, courses=courses)


def play_numbered(row: MapBalance, number: int) -> Course:
    """Play the battle of this number on a map, with every seat taken."""
    game = get_campaign(row)
    field, rules = drawn_maps.get_field_name(row.map), game.presets()[map_figures.MEASURED[row.game]][2]
    return play_battle(game, field, game.seats_of(field), rules, row.level, f"{row.map.digest} {row.game} {number}")


def get_campaign(row: MapBalance) -> CampaignGame:
    return get_game(row.game.partition(".")[2])


@service
def save_battles(*, row: MapBalance, courses: list[Course]) -> int:
    """Add battles to the figures of a map; return 0 where another worker has written them."""
    seats = get_campaign(row).seats_of(drawn_maps.get_field_name(row.map))
    wins = {seat: row.wins.get(seat, 0) for seat in seats}
    for course in courses:
        for seat in course.winners:
            wins[seat] += 1 / len(course.winners)
    battles = row.battles + len(courses)
    mine = MapBalance.objects.filter(pk=row.pk, battles=row.battles, done_at=None)
    changed = mine.update(
        battles=battles,
        wins={seat: round(won, 3) for seat, won in wins.items()},
        draws=row.draws + sum(len(course.winners) != 1 for course in courses),
        limits=row.limits + sum(course.by == "round_limit" for course in courses),
        rounds=sorted([*row.rounds, *(course.rounds for course in courses)]),
        done_at=clock.now() if battles >= MAP_BATTLES[0] else None,
    )
    return len(courses) if changed else 0
