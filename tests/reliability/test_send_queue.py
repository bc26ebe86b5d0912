"""Hints are sent by a thread of their own: a server that hangs makes nobody wait who has something to send."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction

from core import background, send_queue
from core.send_queue import SendQueue
from dynasty.services import event_streams, notifications
from tests.patience import PATIENCE
from tournaments.services import task_queue

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 2.5  # seconds for one message to a broker that hangs: a timeout of one second, on a busy machine


class HungServer:
    """A sender that does not come back until it is let go."""

    def __init__(self) -> None:
        self.asked, self.let_go, self.sent = threading.Event(), threading.Event(), list[object]()

    def send(self, what: object) -> None:
        self.asked.set()
        assert self.let_go.wait(PATIENCE)
        self.sent.append(what)


@pytest.fixture
def hung() -> Iterator[HungServer]:
    server = HungServer()
    yield server
    server.let_go.set()


def test_what_is_put_in_is_sent_in_order_by_another_thread(hung: HungServer) -> None:
    queued = SendQueue()
    assert all(queued.put(lambda number=number: hung.send(number)) for number in range(5))
    assert hung.asked.wait(PATIENCE) and hung.sent == [] and not queued.flush(0)
    hung.let_go.set()
    assert queued.flush(20) and hung.sent == [0, 1, 2, 3, 4]


def test_no_more_wait_than_there_is_room_for(hung: HungServer, caplog: pytest.LogCaptureFixture) -> None:
    queued = SendQueue(size=3)
    assert queued.put(lambda: hung.send("first")) and hung.asked.wait(PATIENCE)
    put = [queued.put(lambda number=number: hung.send(number)) for number in range(6)]
    assert put == [True, True, True, False, False, False]
    assert [record.getMessage() for record in caplog.records] == ["3 hints wait to be sent; new ones are dropped"]
    hung.let_go.set()
    assert queued.flush(20) and hung.sent == ["first", 0, 1, 2]


def test_a_hint_that_fails_stops_no_other(hung: HungServer, caplog: pytest.LogCaptureFixture) -> None:
    hung.let_go.set()
    queued = SendQueue()
    queued.put(lambda: 1 // 0)
    queued.put(lambda: hung.send("next"))
    assert queued.flush(20) and hung.sent == ["next"]
    assert [record.getMessage() for record in caplog.records] == ["a hint was not sent: ZeroDivisionError"]


def test_another_process_has_a_queue_of_its_own() -> None:
    assert send_queue.get_send_queue(os.getpid()) is send_queue.get_send_queue(os.getpid())
    assert send_queue.get_send_queue(os.getpid()) is not send_queue.get_send_queue(-1)


def test_hints_wait_in_a_queue_where_there_is_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    for embedded in (True, False):
        monkeypatch.setattr(settings, "EMBEDDED", embedded)
        assert send_queue.has_server() is not embedded


@pytest.mark.django_db
def test_no_commit_waits_for_the_broker_or_for_the_channel_layer(
    hung: HungServer, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
) -> None:
    monkeypatch.setattr(send_queue, "has_server", lambda: True)
    monkeypatch.setattr(background, "enqueue", lambda task, **options: hung.send(task))
    monkeypatch.setattr(event_streams, "send_pointer", lambda stream, *_more: hung.send(stream))
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        event_streams.publish_event("battle:a", "k1", "news", {})
        task_queue.enqueue_on_commit("play")
        notifications.enqueue_on_commit()
    assert hung.asked.wait(PATIENCE) and hung.sent == []
    hung.let_go.set()
    assert send_queue.get_send_queue(os.getpid()).flush(20)
    assert hung.sent == ["battle:a", "tournaments.tasks.play", "dynasty.tasks.deliver"]


SEND = """
import json, time
from config.celery import app
from core import background
took = []
for again in range(2):
    background.broker.reset()
    began = time.monotonic()
    assert not background.enqueue("tournaments.tasks.play")
    took.append(time.monotonic() - began)
print(json.dumps(took))
"""


@pytest.mark.parametrize("listens", [True, False], ids=["hangs", "is away"])
def test_one_message_is_tried_once(tmp_path: Path, listens: bool) -> None:
    """Leave out Kombu's own retries, which took four to six seconds, also for a new password."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        if not listens:
            silent.close()
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "REDIS_URL": f"redis://127.0.0.1:{port}/0",
            "SECRET_KEY": "x" * 60,
            "ALLOWED_HOSTS": "localhost",
            "EMPERORS_VAR": str(tmp_path),
            "EMPERORS_BOOTSTRAP": "0",
        }
        command = [sys.executable, "-c", SEND]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert min(json.loads(done.stdout)) < LONGEST, done.stdout
