"""/healthz for whoever starts and watches the site, /metrics for Prometheus."""

from datetime import timedelta
from secrets import compare_digest
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, ProcessCollector, generate_latest

from config.queue_figures import collect_queues
from core import clock, write_once_triggers
from core.connection_limits import local_counters

GRACE = timedelta(seconds=10)
RECENT = timedelta(minutes=5)
MAX_SWEEP_AGE = timedelta(seconds=30)  # a longer time without a sweep means that no worker is at it
MAX_ROUNDS = 10_000  # looked at for a figure


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 while the database answers, since no restart mends anything else.

    `damaged`: the last look found something, or guards of the database are gone; `late`: rounds wait for their
    close, or nobody sweeps (the last sweep is long ago, or in the future of a clock that was set back); `halted`:
    battles could not be resolved.
    """
    try:
        overdue, verified, unguarded = (
            count_overdue_rounds(),
            get_last_check("verify"),
            write_once_triggers.list_missing(connection),
        )
        halted, swept = count_halted(), get_last_sweep()
    except DatabaseError:
        return JsonResponse({"status": "down", "database": "unreachable"}, status=503)
    findings = len(verified.findings) if verified else 0
    late = overdue or is_unswept(swept)
    status = "damaged" if findings or unguarded else "late" if late else "halted" if halted else "ok"
    looked = {"findings": findings, "verified_age_seconds": get_age(verified), "guards_missing": len(unguarded)}
    counted = {"overdue": overdue, "halted": halted, "swept_age_seconds": get_age(swept), **looked}
    return JsonResponse({"status": status, "database": connection.vendor, **counted})


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Serve the metrics to requests with METRICS_TOKEN, and 404 to all others.

    No page says so: it needs the static files, and would be a 500 where nobody collected them.
    """
    shown = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not compare_digest(shown.encode(), settings.METRICS_TOKEN.encode()):
        return HttpResponseNotFound(b"404\n", content_type="text/plain")
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    for name, sentence, value in collect_figures():
        Gauge(f"emperors_{name}", sentence, registry=registry).set(value)
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def collect_figures() -> list[tuple[str, str, int]]:
    """Return the gauges: name, meaning and value of each."""
    running = apps.get_model("tournaments", "Tournament").objects.filter(status="running")
    verified, replayed = (get_last_check(kind) for kind in ("verify", "replay"))
    return [
        ("rounds_overdue", "Open rounds whose deadline passed more than ten seconds ago.", count_overdue_rounds()),
        ("tournaments_running", "Tournaments under way.", running.count()),
        ("tournaments_halted", "Tournaments that could not be resolved.", count_halted()),
        ("close_lag_seconds", "The longest time from deadline to close, of the last rounds.", get_close_lag()),
        ("seats_ready", "Seats that have ordered in open rounds.", count_ready_seats()),
        ("sockets", "Open sockets and event streams of this process.", count_open_sockets()),
        ("findings", "What the last look at books and battles found.", len(verified.findings) if verified else 0),
        ("guards_missing", "Guards of the database that are gone.", len(write_once_triggers.list_missing(connection))),
        ("verified_age_seconds", "How long ago that was; -1: never.", get_age(verified)),
        ("swept_age_seconds", "How long ago rounds were swept; -1: never.", get_age(get_last_sweep())),
        ("rounds_replayed", "Closed rounds that were played again.", get_figure(replayed, "rounds")),
        ("rounds_divergent", "Rounds that came out otherwise.", get_figure(replayed, "divergent")),
        *collect_queues(),
        *collect_connections(),
    ]


def collect_connections() -> list[tuple[str, str, int]]:
    """Return the gauges of this process's connection pool and of the server's connections; none on SQLite."""
    pool = getattr(connection, "pool", None)
    if pool is None:
        return []
    stats, (opened, limit) = pool.get_stats(), count_connections()
    used = stats.get("pool_size", 0) - stats.get("pool_available", 0)
    return [
        ("pool_used", "Connections of this process that are in use.", used),
        ("pool_size_limit", "The most connections that this process may open (DB_POOL).", stats.get("pool_max", 0)),
        ("pool_waiting", "Requests of this process that wait for a connection.", stats.get("requests_waiting", 0)),
        ("database_connections", "Connections to the database server, of everybody.", opened),
        ("database_connections_limit", "The most that the server accepts (max_connections).", limit),
    ]


def count_connections() -> tuple[int, int]:
    """Return how many connections the PostgreSQL server has, and how many it accepts."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(numbackends), current_setting('max_connections')::int FROM pg_stat_database")
        opened, limit = cursor.fetchone()
        return int(opened), int(limit)


def count_halted() -> int:
    """Return how many battles could not be resolved."""
    return int(apps.get_model("tournaments", "Tournament").objects.filter(status="halted").count())


def get_last_sweep() -> Any:
    return apps.get_model("tournaments", "Heartbeat").objects.first()


def is_unswept(heart: Any) -> bool:
    """Return whether the last sweep is too long ago, or in the future.

    Where nobody ever swept, a site is new until a round has been open for as long as a sweep may be ago.
    """
    if heart is None:
        rounds = apps.get_model("tournaments", "Round").objects
        since = clock.now() - MAX_SWEEP_AGE
        return bool(rounds.filter(closed_at=None, opened_at__lt=since, tournament__status="running").exists())
    return not -GRACE <= clock.now() - heart.at <= MAX_SWEEP_AGE


def count_open_sockets() -> int:
    return len({who for there in local_counters.members.values() for who in there})


def get_last_check(kind: str) -> Any:
    return apps.get_model("tournaments", "SelfCheck").objects.filter(kind=kind).first()


def get_age(row: Any) -> int:
    return round((clock.now() - row.at).total_seconds()) if row else -1


def get_figure(row: Any, name: str) -> int:
    return int(row.figures.get(name, 0)) if row else 0


def count_ready_seats() -> int:
    rounds = apps.get_model("tournaments", "Round").objects.filter(closed_at=None)
    return sum(len(ready) for ready in rounds.values_list("ready", flat=True)[:MAX_ROUNDS])


def get_close_lag() -> int:
    """Return the longest delay, in seconds, between deadline and close of the rounds that closed recently."""
    rounds = apps.get_model("tournaments", "Round").objects
    lately = rounds.filter(closed_at__gte=clock.now() - RECENT, ready_at=None).values_list("closed_at", "deadline")
    return round(max(((closed - deadline).total_seconds() for closed, deadline in lately[:500] if closed), default=0))


def count_overdue_rounds() -> int:
    """Return how many open rounds are past their deadline."""
    rounds = apps.get_model("tournaments", "Round").objects
    due = clock.now() - GRACE
    return int(rounds.filter(closed_at=None, deadline__lt=due, tournament__status="running").count())
