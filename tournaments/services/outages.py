"""Nobody loses a turn to an outage of ours: time in which no rounds were swept is added to every deadline."""

from datetime import datetime, timedelta

from django.db.models import F

from core import clock
from core.prepared_statements import PreparedQuery, PreparedUpdate
from core.transactions import service
from tournaments.models import Heartbeat, Round, Tournament
from tournaments.services.events import publish_to_battle

MAX_GAP = timedelta(seconds=60)
HEARTBEAT_INTERVAL = timedelta(seconds=5)  # the heart is written down that often

HEART_QUERY = PreparedQuery(lambda: Heartbeat.objects.filter(pk=1))
LOCKED_HEART_QUERY = PreparedQuery(lambda: Heartbeat.objects.select_for_update().filter(pk=1))
UPDATE_HEART = PreparedUpdate(Heartbeat, "at")


def record_heartbeat() -> timedelta:
    """Note that rounds are being swept; returns by how much deadlines were put off, once for a gap."""
    heart, now = HEART_QUERY.first(), clock.now()
    if heart is None or not timedelta() <= now - heart.at < HEARTBEAT_INTERVAL:  # in the future: a clock was set back
        return catch_up()
    return timedelta()


@service
def catch_up() -> timedelta:
    """Measure the gap once more with the heart held, and put off the deadlines of open rounds by it."""
    heart = LOCKED_HEART_QUERY.first()
    if heart is None:
        Heartbeat.objects.get_or_create(pk=1, defaults={"at": clock.now()})
        heart = Heartbeat.objects.select_for_update().get(pk=1)
    since, heart.at = heart.at, clock.now()
    UPDATE_HEART.save(heart)
    gap = heart.at - since
    if gap <= MAX_GAP:
        return timedelta()
    postpone_deadlines(since, gap)
    return gap


def postpone_deadlines(since: datetime, gap: timedelta) -> None:
    """Give every round that was open during the gap the time back that it lost."""
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING, rounds__closed_at=None,
                                        rounds__opened_at__lte=since)  # fmt: skip
    for tournament in running.select_for_update(no_key=True, of=("self",)).order_by("pk"):
        opened = Round.objects.filter(tournament=tournament, closed_at=None)
        opened.update(deadline=F("deadline") + gap, try_at=None)
        publish_to_battle(
            tournament,
            f"put_off:{tournament.round_no}:{since.timestamp()}",
            "put_off",
            round=tournament.game_round,
            step=tournament.round_no,
        )
