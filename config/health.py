"""Is the site well? /healthz for whoever starts and watches it, /metrics for Prometheus."""

from datetime import timedelta
from secrets import compare_digest

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, ProcessCollector, generate_latest

GRACE = timedelta(seconds=10)


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while the database answers; `late`: rounds wait for their close."""
    try:
        overdue = overdue_rounds()
    except DatabaseError:
        return JsonResponse({"status": "down", "database": "unreachable"}, status=503)
    status = "late" if overdue else "ok"
    return JsonResponse({"status": status, "database": connection.vendor, "overdue": overdue})


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever shows METRICS_TOKEN; to all others there is no such page."""
    shown = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not compare_digest(shown.encode(), settings.METRICS_TOKEN.encode()):
        raise Http404
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    for name, sentence, value in figures():
        Gauge(f"emperors_{name}", sentence, registry=registry).set(value)
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def figures() -> list[tuple[str, str, int]]:
    """What we count of ourselves: name, meaning, value."""
    running = apps.get_model("tournaments", "Tournament").objects.filter(status="running")
    halted = apps.get_model("tournaments", "Tournament").objects.filter(status="halted")
    return [
        ("rounds_overdue", "Open rounds whose deadline passed more than ten seconds ago.", overdue_rounds()),
        ("tournaments_running", "Tournaments under way.", running.count()),
        ("tournaments_halted", "Tournaments that could not be resolved and wait for staff.", halted.count()),
    ]


def overdue_rounds() -> int:
    """How many rounds should have been closed by now."""
    rounds = apps.get_model("tournaments", "Round").objects
    due = timezone.now() - GRACE
    return int(rounds.filter(closed_at=None, deadline__lt=due, tournament__status="running").count())
