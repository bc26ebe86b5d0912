"""The figures of /metrics about what waits: 0 where the site keeps up, and more where it does not."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from config.queue_figures import collect_queues
from core import clock
from dynasty.models import Delivery, Notice, Webhook, WebhookDelivery
from tests.factories import found
from tests.tournaments.arenas import test_arenas
from tests.tournaments.pairing.test_pairing_races import without_rates  # noqa: F401
from tournaments.domain import casual_keys
from tournaments.services.arenas import battles
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import seeks

pytestmark = pytest.mark.django_db
SECONDS = timedelta(seconds=1)


def figures() -> dict[str, int]:
    """Return the figures that are not 0."""
    return {name: value for name, _meaning, value in collect_queues() if value}


def test_who_looks_for_an_opponent_and_finds_nobody_who_is_there_is_counted() -> None:
    now = clock.now()
    people = [Person(casual_keys.hash_token(name), found(name)) for name in ("Ming", "Qing", "Song")]
    with clock.freeze(now):
        for each in people:
            seeks.create(person=each, family="board", field="", pace="daily", network="a network")
        assert figures() == {"searches_waiting": 3}
    with clock.freeze(now + 11 * SECONDS):
        assert figures() == {"searches_waiting": 3, "pairs_overdue": 1}
        seeks.pair_due()
        assert figures() == {"searches_waiting": 1}


def test_who_waits_in_an_arena_is_counted() -> None:
    arena = test_arenas.announce()
    for name in ("Ming", "Qing"):
        test_arenas.enter(arena, name)
    with clock.freeze(arena.starts_at + 5 * SECONDS):
        test_arenas.look(arena, "Ming", "Qing")
        assert not figures()
    with clock.freeze(arena.starts_at + 11 * SECONDS):
        assert figures() == {"pairs_overdue": 1}
        battles.tend_due()
        assert not figures()


def test_what_is_to_be_sent_and_fails_is_counted(settings: Any) -> None:
    ming, now = found("Ming"), clock.now()
    common: dict[str, Any] = {"dynasty": ming, "made_at": now, "due_at": now, "kinds": ["hosted"]}
    hooks = [Webhook.objects.create(**common, failures=number) for number in (0, 2)]
    off = Webhook.objects.create(**common, failures=10, switched_off_at=now)
    for hook in (*hooks, off):
        WebhookDelivery.objects.create(webhook=hook, kind="hosted", key="k", facts={}, at=now)
    notice = Notice.objects.create(dynasty=ming, kind="hosted", key="k", at=now)
    Delivery.objects.create(notice=notice, dynasty=ming, channel="mail", due_at=now - timedelta(minutes=2))
    Delivery.objects.create(notice=notice, dynasty=ming, channel="push", due_at=now + timedelta(minutes=2), attempts=3)
    Delivery.objects.create(notice=notice, dynasty=ming, channel="page", due_at=now, done_at=now, attempts=4)
    assert figures() == {
        "notices_overdue": 1,
        "notices_failing": 1,
        "webhooks": 2,
        "webhooks_failing": 1,
        "webhooks_switched_off": 1,
        "webhook_messages_waiting": 2,
    }


def test_they_cost_a_handful_of_queries(client: Client, settings: Any, django_assert_max_num_queries: Any) -> None:
    settings.METRICS_TOKEN = "a-long-token"
    with django_assert_max_num_queries(25):
        assert client.get("/metrics", headers={"Authorization": "Bearer a-long-token"}).status_code == 200
