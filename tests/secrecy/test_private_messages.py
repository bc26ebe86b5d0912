"""A conversation of two: nobody else can tell a world with it from its twin without it, to the byte."""

import pytest

from dynasty.models import Dynasty
from dynasty.services import social
from tests.secrecy import test_letters
from tests.secrecy.test_letters import be_silent, look
from tests.secrecy.twins import Battle, differing
from tournaments.services.people import conversations, reports

pytestmark = pytest.mark.django_db


def correspond(battle: Battle) -> None:
    """Let Ming write to Qing, who shows that it is here, accepts, answers, and blocks Ming."""
    ming, qing = (Dynasty.objects.get(name=name) for name in ("Ming", "Qing"))
    social.choose(dynasty=qing, shows_online=True, first_messages="everybody")
    assert qing.user
    social.note_presence(user=qing.user)
    conversations.write(dynasty=ming, to=qing, text="Let us take Tudor first")
    conversations.accept(dynasty=qing, other=ming)
    conversations.write(dynasty=qing, to=ming, text="From the north")
    conversations.mark_read(dynasty=ming, other=qing)
    conversations.block(dynasty=qing, other=ming)


def forget_deliveries(overheard: bytes) -> bytes:
    """Leave out that a worker was asked to deliver what is due: it says neither what nor to whom."""
    return b"\n".join(line for line in overheard.splitlines() if b"'dynasty.tasks.deliver',)" not in line)


def test_nobody_else_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    part = slice(0, None, 2)
    one, other = (look(monkeypatch, secret, "secret", part) for secret in (correspond, be_silent))
    assert sum(body.startswith(b"200") for body in one.values()) > len(one) / 3
    for found in (one, other):
        found["overheard"] = forget_deliveries(found["overheard"])
    assert differing(one, other) == []


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report a message with the staff among those who look: its page tells."""

    def tell(battle: Battle) -> None:
        correspond(battle)
        qing = Dynasty.objects.get(name="Qing")
        message = conversations.write(dynasty=Dynasty.objects.get(name="Song"), to=qing, text="You fool")
        reports.report(dynasty=qing, message=message, reason="insult")

    monkeypatch.setattr(test_letters, "looks", lambda battle: [("staff", "GET", "/moderation/")])
    one, other = (look(monkeypatch, secret, "secret") for secret in (tell, be_silent))
    assert differing(one, other)
