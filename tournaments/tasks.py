"""Celery tasks. Any of them may be lost, doubled or late: the database knows what is due."""

from datetime import timedelta

from celery import shared_task

from dynasty.services import inactivity, offers, periodic
from tournaments.services import (
    board_measurement,
    casual_retention,
    computer_players,
    integrity,
    lifecycle,
    notifications,
    outages,
    recurrences,
    retention,
    rounds,
    series,
    waiting_list,
    world,
)

HOUR, TEN_MINUTES = timedelta(hours=1), timedelta(minutes=10)


@shared_task(name="tournaments.tasks.sweep", ignore_result=True)
def sweep() -> dict[str, int]:
    """Start and close what is due, then give the computers' orders, which may take a while; runs every second."""
    outages.record_heartbeat()
    return {
        "moved_up": waiting_list.move_up_due(),
        "started": lifecycle.start_due(),
        "closed": rounds.sweep(),
        "recovered": rounds.retry_halted(),
        "told": notifications.notify_due(),
        "played": computer_players.play_due(),
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
    return {**world.tend(), "lapsed": offers.lapse_due(), "abandoned": casual_retention.forget_abandoned(),
            "recurred": recurrences.announce_due(), "series": series.advance_due()}  # fmt: skip


@shared_task(name="tournaments.tasks.measure", ignore_result=True)
def measure() -> int:
    """Make a piece of a board's balance report, if one is due; runs every two seconds."""
    return board_measurement.measure_due()


@shared_task(name="tournaments.tasks.nightly", ignore_result=True)
def nightly() -> dict[str, int]:
    """Let idle emperors lose reputation, and forget what is old enough; runs every hour."""
    if not periodic.claim("nightly", HOUR):
        return {"whispers": 0, "forgotten": 0}
    return {"whispers": inactivity.charge_due(), "forgotten": retention.forget_old()}


@shared_task(name="tournaments.tasks.verify", ignore_result=True)
def verify() -> int:
    """Check that the world is whole; findings close everything that moves wealth; runs every ten minutes."""
    return len(integrity.verify()) if periodic.claim("verify", TEN_MINUTES) else 0


@shared_task(name="tournaments.tasks.replay", ignore_result=True)
def replay() -> int:
    """Replay some of the battles that are over; runs every five minutes."""
    return integrity.replay_next().battles
