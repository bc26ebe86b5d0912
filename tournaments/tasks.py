"""Celery tasks. Any of them may be lost, doubled or late: the database knows what is due."""

import logging
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta

from celery import shared_task

from core import clock
from core.run_safely import run_safely
from dynasty.services import inactivity, offers, periodic
from tournaments.domain.world_chronicle import format_week
from tournaments.presenters.world_chronicle import narrate_week
from tournaments.selectors import contract
from tournaments.selectors import world_chronicle as chronicle_selectors
from tournaments.selectors.sweeps import due_work
from tournaments.services import (
    board_measurement,
    computer_players,
    condensing,
    integrity,
    lifecycle,
    notifications,
    outages,
    recurrences,
    retention,
    reviews,
    rounds,
    search_index,
    series,
    waiting_list,
    world,
    world_chronicle,
)
from tournaments.services.arenas import battles as arena_battles
from tournaments.services.casual import level_records, positions
from tournaments.services.casual import retention as casual_retention
from tournaments.services.clubs import match_battles
from tournaments.services.maps import measurement as map_measurement
from tournaments.services.order_puzzles import making
from tournaments.services.pairing import seeks
from tournaments.services.people import appeals, club_talk, lab_rooms, origins
from tournaments.services.reviews import pasted
from tournaments.services.settlement import battle_results

log = logging.getLogger(__name__)
Parts = Mapping[str, Callable[[], int]]
CLOSING: Parts = {
    "closed": rounds.sweep,
    "moved_up": waiting_list.move_up_due,
    "started": lifecycle.start_due,
    "paired": seeks.pair_due,
    "met": arena_battles.tend_due,
    "matched": match_battles.tend_due,
    "recovered": rounds.retry_halted,
}
PLAYING: Parts = {
    "told": notifications.notify_due,
    "played": computer_players.play_due,
}
"""The parts of both sweeps; `due_work` has the same names."""
HOUR, TEN_MINUTES = timedelta(hours=1), timedelta(minutes=10)
NIGHTLY = (
    "chronicle",
    "weekly",
    "news",
    "whispers",
    "forgotten",
    "condensed",
    "erased",
    "offers",
    "talk",
    "indexed",
    "results",
)
WEEKLY_DAYS = 2
"""In which the news of the week before may be mailed."""


@shared_task(name="tournaments.tasks.sweep", ignore_result=True)
def sweep() -> dict[str, int]:
    """Do what both sweeps of a worker do; a hint."""
    return {**close_due(), **play_due()}


def close_due() -> dict[str, int]:
    """Close and start what is due; every second."""
    outages.record_heartbeat()
    return do_parts(CLOSING, due_work.find_closing())


def play_due() -> dict[str, int]:
    """Notify players of new rounds and give the computers' orders, which may take seconds; every second."""
    return do_parts(PLAYING, due_work.find_playing())


def do_parts(parts: Parts, due: Collection[str]) -> dict[str, int]:
    """Do the parts of a sweep in which something is due; return by part how much was done.

    An error in one part, such as pairing, is logged and keeps no other from its turn.
    """
    return {
        name: run_safely(part, log, "the part %s of a sweep failed", name) if name in due else 0
        for name, part in parts.items()
    }


@shared_task(name="tournaments.tasks.close_round", ignore_result=True)
def close_round(tournament_id: int, round_no: int) -> bool:
    """Close a round whose last order has arrived, so that the next turn need not wait for the sweep; a hint."""
    closed = rounds.close_round(tournament_id=tournament_id, round_no=round_no)
    if closed:
        notifications.notify_due()
    return closed


@shared_task(name="tournaments.tasks.start", ignore_result=True)
def start(tournament_id: int) -> bool:
    """Start a tournament whose last seat was taken; a hint."""
    return lifecycle.start(tournament_id=tournament_id)


@shared_task(name="tournaments.tasks.move_up", ignore_result=True)
def move_up(tournament_id: int) -> int:
    """Seat the next dynasty on the waiting list after a withdrawal; a hint."""
    return waiting_list.move_up(tournament_id=tournament_id)


@shared_task(name="tournaments.tasks.play", ignore_result=True)
def play() -> int:
    """Give the computers' orders in a round that has just opened; a hint."""
    return computer_players.play_due()


@shared_task(name="tournaments.tasks.warn", ignore_result=True)
def warn() -> int:
    """Warn players who are about to miss a deadline; runs every half minute."""
    return notifications.warn_due()


@shared_task(name="tournaments.tasks.tend_world", ignore_result=True)
def tend_world() -> dict[str, int]:
    """Keep something to watch, to bet on and to enter, and let old offers lapse; runs every ten seconds."""
    return {
        **world.tend(),
        "lapsed": offers.lapse_due(),
        "recurred": recurrences.announce_due(),
        "series": series.advance_due(),
    }


@shared_task(name="tournaments.tasks.hold_battles", ignore_result=True)
def hold_battles() -> int:
    """Begin the battle among houses that waited for the end of another; a hint."""
    return world.hold_battles()


@shared_task(name="tournaments.tasks.forget", ignore_result=True)
def forget() -> dict[str, int]:
    """Forget what nobody comes back to, notify followers, and close appeals that are moot; runs every minute."""
    return {
        "forgotten": retention.forget_old(),
        "abandoned": casual_retention.forget_abandoned(),
        "unsought": seeks.forget_ended(),
        "left": lab_rooms.forget_left(),
        "followed": notifications.notify_followers(),
        "moot": appeals.close_moot(),
    }


@shared_task(name="tournaments.tasks.measure", ignore_result=True)
def measure() -> int:
    """Play some battles on a board or a map whose fairness is measured; runs every two seconds."""
    return board_measurement.measure_due() or map_measurement.measure_due()


@shared_task(name="tournaments.tasks.review", ignore_result=True)
def review() -> int:
    """Judge some rounds of a battle whose review was asked for; runs every two seconds, and on request."""
    return reviews.review_due()


@shared_task(name="tournaments.tasks.evaluate", ignore_result=True)
def evaluate(state: dict[str, object]) -> None:
    """Evaluate a position of the lab, on request."""
    reviews.evaluate(state=state)


@shared_task(name="tournaments.tasks.review_record", ignore_result=True)
def review_record(key: str) -> int:
    """Judge some rounds of a record that somebody pasted, on request."""
    return pasted.judge(key=key)


@shared_task(name="tournaments.tasks.make_puzzles", ignore_result=True)
def make_puzzles() -> int:
    """Make the puzzles of a finished review, and choose that of the day; runs every minute, and after a review."""
    return making.make_due() + making.prepare_days()


def notify_week() -> int:
    """Notify those who chose it of the week that has ended, in the first two days after it."""
    now = clock.now()
    midnight = clock.get_midnight(now)
    until = midnight + timedelta(days=WEEKLY_DAYS - midnight.weekday())
    week = chronicle_selectors.find_last_week(midnight.date()) if now < until else []
    if not week or not any(day.battles for day in week):
        return 0
    return world_chronicle.notify_week(format_week(week[0].day), narrate_week(week), until)


@shared_task(name="tournaments.tasks.nightly", ignore_result=True)
def nightly() -> dict[str, int]:
    """Write the chronicle, let idle emperors lose reputation, and forget what is old enough; runs every hour."""
    if not periodic.claim("nightly", HOUR):
        return dict.fromkeys(NIGHTLY, 0)
    return {
        "chronicle": world_chronicle.write_due(),  # before battles of houses are forgotten
        "weekly": notify_week(),
        "news": notifications.notify_of_news(),
        "whispers": inactivity.charge_due(contract.get_stake),
        "forgotten": retention.forget_old() + level_records.forget_old() + positions.forget_unused(),
        "condensed": condensing.condense_due(),
        "erased": retention.forget_house_events() + retention.forget_house_results(),
        "offers": retention.forget_house_offers(),
        "talk": club_talk.forget_old() + origins.forget_old(),
        "indexed": search_index.complete(),
        "results": battle_results.record_missing(),
    }


@shared_task(name="tournaments.tasks.verify", ignore_result=True)
def verify() -> int:
    """Check that the world is whole; findings close everything that moves wealth; runs every ten minutes."""
    return len(integrity.verify()) if periodic.claim("verify", TEN_MINUTES) else 0


@shared_task(name="tournaments.tasks.replay", ignore_result=True)
def replay() -> int:
    """Replay some of the battles that are over; runs every five minutes."""
    return integrity.replay_next().battles
