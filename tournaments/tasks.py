"""What runs in the background. Everything here may be lost, doubled or late: the database knows what is due."""

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
    """Every second: start and close what is due, then give the computers' orders, which may take a while."""
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
    """A hint: the last order of a round has arrived. Whose turn it is then need not wait for the next sweep."""
    closed = rounds.close_round(tournament_id=tournament_id, round_no=round_no)
    if closed:
        notifications.notify_due()
    return closed


@shared_task(name="tournaments.tasks.start", ignore_result=True)
def start(tournament_id: int) -> bool:
    """A hint: the last seat of a tournament was taken."""
    return lifecycle.start(tournament_id=tournament_id)


@shared_task(name="tournaments.tasks.move_up", ignore_result=True)
def move_up(tournament_id: int) -> int:
    """A hint: somebody withdrew, and others may wait for the seat."""
    return waiting_list.move_up(tournament_id=tournament_id)


@shared_task(name="tournaments.tasks.play", ignore_result=True)
def play() -> int:
    """A hint: a round has opened in which computers order at once."""
    return computer_players.play_due()


@shared_task(name="tournaments.tasks.warn", ignore_result=True)
def warn() -> int:
    """Every half minute: warn players who are about to miss a deadline."""
    return notifications.warn_due()


@shared_task(name="tournaments.tasks.tend_world", ignore_result=True)
def tend_world() -> dict[str, int]:
    """Every ten seconds: see that there is something to watch, to bet on, and to enter; let old offers lapse."""
    return {**world.tend(), "lapsed": offers.lapse_due(), "abandoned": casual_retention.forget_abandoned(),
            "recurred": recurrences.announce_due(), "series": series.advance_due()}  # fmt: skip


@shared_task(name="tournaments.tasks.measure", ignore_result=True)
def measure() -> int:
    """Every two seconds: a piece of work for the balance report of a board, if there is one to make."""
    return board_measurement.measure_due()


@shared_task(name="tournaments.tasks.nightly", ignore_result=True)
def nightly() -> dict[str, int]:
    """Every hour: idle emperors lose reputation, and what is old enough is forgotten."""
    if not periodic.claim("nightly", HOUR):
        return {"whispers": 0, "forgotten": 0}
    return {"whispers": inactivity.charge_due(), "forgotten": retention.forget_old()}


@shared_task(name="tournaments.tasks.verify", ignore_result=True)
def verify() -> int:
    """Every ten minutes: look whether the world is whole; findings shut the doors of wealth."""
    return len(integrity.verify()) if periodic.claim("verify", TEN_MINUTES) else 0


@shared_task(name="tournaments.tasks.replay", ignore_result=True)
def replay() -> int:
    """Every five minutes: play some of the battles that are over again."""
    return integrity.replay_next().battles
