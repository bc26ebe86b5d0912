"""Site health: checks find planted damage, stop what moves wealth, and replay battles."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from core import write_once_triggers
from dynasty.models import Account, Engagement, Stream
from tests import factories
from tests.security.world import open_client
from tournaments.models import Round, SelfCheck, Tournament
from tournaments.selectors import integrity as integrity_selectors
from tournaments.services import integrity as integrity_services

pytestmark = pytest.mark.django_db


@pytest.fixture
def fight() -> Tournament:
    """Play a battle of the grid game to its end, and leave one that goes on."""
    old, _fighters = factories.begin("gift", 0, 0, game="emperors", field="old-duel-2")
    for tiles in ("C3-C4", "C4-C6", "C6-C7"):
        factories.play(old, {"a": tiles})
    for name, seat in (("Ming", "a"), ("Qing", "b")):
        tournament = Tournament.objects.filter(title="Going on").first() or factories.announce(title="Going on")
        factories.enter(tournament, factories.born(factories.found(name), name), seat)
    assert factories.lifecycle.start(tournament_id=tournament.pk)
    return old


@pytest.fixture(autouse=True)
def unguarded() -> None:
    """Spoil here what the database refuses to spoil."""
    write_once_triggers.remove()


def laws() -> set[str]:
    """Return the laws that find something."""
    return {
        law.__name__
        for law in integrity_selectors.CHECKS
        if law is not integrity_selectors.find_book_errors and list(law())
    }


def test_a_world_that_is_played_in_is_whole(fight: Tournament) -> None:
    write_once_triggers.install()
    assert (
        integrity_selectors.find_problems() == []
        and integrity_services.verify() == []
        and not integrity_services.is_wealth_frozen()
    )


def test_a_gap_in_a_stream_is_found(fight: Tournament) -> None:
    Stream.objects.filter(name=f"battle:{fight.code}").update(head=99)
    assert laws() == {"find_stream_gaps"}


def test_a_missing_open_round_is_found(fight: Tournament) -> None:
    Tournament.objects.filter(pk=fight.pk).update(status="running")
    assert laws() == {"find_round_errors", "find_misplaced_emperors"}


def test_an_emperor_who_is_lost_is_found(fight: Tournament) -> None:
    Engagement.objects.update(place="nowhere")
    assert laws() == {"find_misplaced_emperors"}


def test_wealth_that_was_not_given_out_is_found(fight: Tournament) -> None:
    Account.objects.create(purpose="escrow", ref=f"bets:{fight.code}", asset="gold", balance=5)
    assert laws() == {"find_leftover_escrows"}
    assert any(each.startswith("books: ") for each in integrity_selectors.find_problems())


def test_findings_stop_transfers_of_wealth_and_nothing_else(fight: Tournament) -> None:
    ming = factories.Dynasty.objects.get(name="Ming")
    client = open_client(ming.user)
    Stream.objects.update(head=99)
    with pytest.raises(SystemExit):
        call_command("verify", stdout=StringIO(), stderr=StringIO())
    shut = client.post("/market/keys/buy", {"name": "iron", "count": 1})
    assert shut.status_code == 503 and "being checked" in shut.content.decode()
    assert (
        client.post("/api/v1/market/keys/", {"name": "iron"}, content_type="application/json").json()["code"] == "busy"
    )
    assert client.post("/court/", {"name": "Ada", "gender": "w", "birth_date": "1400-01-01"}).status_code == 302
    SelfCheck.objects.all().delete()
    assert client.post("/market/keys/buy", {"name": "iron", "count": 1}).status_code == 302


def run_replay() -> str:
    output = StringIO()
    call_command("replay", stdout=output, stderr=output)
    return output.getvalue()


def test_battles_come_out_the_same_again(fight: Tournament, client: Client) -> None:
    text = run_replay()
    assert "1 battles, 3 rounds, " in text and "0 divergent, 0 broken, 0 older" in text
    page = client.get("/checks/").content.decode()
    assert "Rounds replayed" in page and "Not checked yet" in page
    integrity_services.verify()
    assert integrity_services.replay_next().battles == 0


@pytest.mark.parametrize(("change", "word"), [
    ({"events": [{"what": "else"}]}, "1 divergent"), ({"digest": "0" * 64}, "broken"), ({"orders": []}, "divergent"),
])  # fmt: skip
def test_what_was_changed_afterwards_comes_to_light(fight: Tournament, change: dict[str, object], word: str) -> None:
    Round.objects.filter(tournament=fight, number=2).update(**change)
    output = StringIO()
    with pytest.raises((SystemExit, CommandError)):
        call_command("replay", stdout=output, stderr=output)
    assert word in output.getvalue() and f"{fight.code}:2" in output.getvalue()


def test_healthz_tells_what_the_last_look_found_and_what_is_not_guarded(fight: Tournament, client: Client) -> None:
    write_once_triggers.install()
    well = client.get("/healthz").json()
    assert (well["findings"], well["verified_age_seconds"], well["guards_missing"]) == (0, -1, 0)
    assert well["status"] in ("ok", "late")
    Stream.objects.update(head=99)
    integrity_services.verify()
    answer = client.get("/healthz")
    found = answer.json()
    assert answer.status_code == 200 and found["status"] == "damaged" and found["findings"] > 0
    assert 0 <= found["verified_age_seconds"] < 600
    SelfCheck.objects.all().delete()
    write_once_triggers.remove()
    bare = client.get("/healthz").json()
    assert (bare["status"], bare["findings"]) == ("damaged", 0)
    assert bare["guards_missing"] == len(write_once_triggers.list_missing(connection)) > 0


def test_what_is_measured(client: Client, fight: Tournament, settings: object) -> None:
    settings.METRICS_TOKEN = "a-long-token"  # type: ignore[attr-defined]
    integrity_services.verify()
    shown = client.get("/metrics", headers={"Authorization": "Bearer a-long-token"}).content.decode()
    for name in (
        "close_lag_seconds",
        "seats_ready",
        "sockets",
        "findings",
        "verified_age_seconds",
        "rounds_divergent",
        "guards_missing",
    ):
        assert f"emperors_{name} " in shown
