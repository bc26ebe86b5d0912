"""A player of this machine plays on a site: the site is Django's test client, and its jobs run while it waits."""

import argparse
import json
from collections.abc import Callable, Mapping
from email.message import Message
from io import BytesIO
from typing import Any
from urllib.error import HTTPError, URLError

import pytest
from django.test import Client

from players import authors
from players.sites import client, joining
from players.sites.client import ApiError, NoAnswer, Site
from players.sites.replica import Replica
from players.terminal import main
from tests import factories
from tournaments.models import CasualSeat, Tournament
from tournaments.services import computer_players, rounds

ADDRESS = "http://localhost"


class Reply(BytesIO):
    """What an opener returns."""


class InProcess:
    """Answers requests from Django itself."""

    def __init__(self) -> None:
        self.client = Client()
        self.asked: list[str] = []

    def open(self, request: Any, timeout: float) -> Reply:
        assert timeout > 0
        self.asked.append(f"{request.get_method()} {request.full_url.removeprefix(ADDRESS + '/api/v1/')}")
        headers = {name: value for name, value in request.header_items() if name != "Content-type"}
        answer = self.client.generic(
            request.get_method(),
            request.full_url.removeprefix(ADDRESS),
            request.data or b"",
            content_type="application/json",
            headers=headers,
        )
        if answer.status_code >= 400:
            raise HTTPError(request.full_url, answer.status_code, "", Message(), BytesIO(answer.content))
        return Reply(answer.content)


def work() -> None:
    """Do what the site's jobs do while a program waits."""
    computer_players.play_due()
    rounds.sweep()


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, db: None) -> InProcess:
    answering = InProcess()
    monkeypatch.setattr(client.urllib.request, "build_opener", lambda *_handlers: answering)
    monkeypatch.setattr(Site, "wait", lambda _site, _seconds: work())
    monkeypatch.delenv("EMPERORS_TOKEN", raising=False)
    monkeypatch.delenv("EMPERORS_KEY", raising=False)
    return answering


def write_player(tmp_path: Any, code: str) -> str:
    path = tmp_path / "mine.py"
    path.write_text(f"def choose(view, seat, rules, budget, luck):\n    {code}\n")
    return str(path)


def test_a_guest_plays_a_battle_to_its_end(site: InProcess, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", ADDRESS, "--player", "general", "--level", "random", "--name", "Ann"]) == 0
    battle = Tournament.objects.get()
    shown = capsys.readouterr().out.splitlines()
    assert battle.status == "finished" and battle.outcome["winners"] == ["a"]
    assert shown[0] == f"{ADDRESS}/tournament/{battle.code}/"
    assert shown[-1] == f"Won by a (Ann): {battle.outcome['by']}. You won."
    assert sum(line[0].isdigit() for line in shown) == battle.round_no, "each round is shown once"
    assert sum("/record/" in asked for asked in site.asked) == 1, "later rounds are played along here"


def test_a_player_that_fails_keeps_its_seat_and_can_come_back(
    site: InProcess, capsys: pytest.CaptureFixture[str], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = write_player(tmp_path, "return '-' if view['round'] < 3 else 'A1-Z9'")
    assert main(["join", ADDRESS, "--player", bad, "--level", "random"]) == 2
    printed, battle = capsys.readouterr().err, Tournament.objects.get()
    assert "failed in round 3" in printed and "illegal order" in printed
    key = printed.partition("EMPERORS_KEY=")[2].split()[0]
    assert f"emperors join {ADDRESS}/tournament/{battle.code}/ --player {bad}" in printed
    monkeypatch.setenv("EMPERORS_KEY", key)
    resigns = write_player(tmp_path, "assert len(view['past']) == 2; return 'abdicate'")
    assert main(["join", f"{ADDRESS}/tournament/{battle.code}/", "--player", resigns]) == 0
    assert "Won by b" in capsys.readouterr().out.splitlines()[-1]
    monkeypatch.setenv("EMPERORS_KEY", "x" * 22)
    assert main(["join", f"{ADDRESS}/tournament/{battle.code}/", "--player", "greedy"]) == 2
    assert "EMPERORS_TOKEN" in capsys.readouterr().err


def test_an_invitation_is_taken(site: InProcess, capsys: pytest.CaptureFixture[str]) -> None:
    host = Site(ADDRESS)
    made = host.call("POST", "casual/", {"mode": "link", "people": 2, "computers": 0})
    link = f"{ADDRESS}/casual/seat/{made['invitations']['b']}/"
    command = joining.read_address(link)
    code = joining.take_seat(guest := Site(ADDRESS), command, build_arguments(name="Ben"))
    assert code == made["code"] and guest.key and guest.key != made["key"]
    assert Tournament.objects.get().status == "running" and CasualSeat.objects.exclude(key="").count() == 2


def build_arguments(**named: Any) -> argparse.Namespace:
    return argparse.Namespace(**{"name": "", "board": "duel-2", "rules": "classic", "level": "random"} | named)


def test_a_refusal_says_what_to_do(
    site: InProcess, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["join", ADDRESS, "--player", "greedy", "--board", "moon-2"]) == 2
    assert "--board" in capsys.readouterr().err
    cup = factories.announce("training", game="emperors", field="duel-2", rules={})
    assert main(["join", f"{ADDRESS}/tournament/{cup.code}/", "--player", "greedy"]) == 2
    assert "Set EMPERORS_TOKEN" in capsys.readouterr().err
    monkeypatch.setenv("EMPERORS_TOKEN", "eod_wrong")
    assert main(["join", ADDRESS, "--player", "greedy"]) == 2
    assert "copied in full" in capsys.readouterr().err
    assert main(["join", "play.example.org", "--player", "greedy"]) == 2
    assert main(["join", f"{ADDRESS}/casual/seat/{'x' * 22}/", "--player", "greedy"]) == 2
    assert "Ask for a new link." in capsys.readouterr().err


def test_a_round_that_was_missed_is_read_from_the_record(db: None, site: InProcess) -> None:
    guest = Site(ADDRESS)
    code = joining.sit_down(guest, guest.call("POST", "casual/", {"level": "random"}))
    replica = Replica(guest, code)
    for number in range(1, 4):
        state = guest.call("GET", f"tournaments/{code}/state/?since={99 if number == 3 else 0}")
        replica.follow(state)
        assert replica.battle is not None and replica.battle.number == number == len(replica.past) + 1
        guest.call("PUT", f"tournaments/{code}/order/", {"step": number, "order": "-"})
        work()
    assert authors.view(replica.battle, "a")["legal"]


class Failing:
    """Raises these errors in turn, then answers."""

    def __init__(self, *errors: Callable[[str], Exception] | None) -> None:
        self.errors = list(errors)

    def open(self, request: Any, timeout: float) -> Reply:
        error = self.errors.pop(0) if self.errors else None
        if error is not None:
            raise error(request.full_url)
        return Reply(b"{}")


def refuse(status: int, body: Mapping[str, Any], **headers: str) -> Callable[[str], Exception]:
    message = Message()
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    return lambda url: HTTPError(url, status, "", message, BytesIO(json.dumps(body).encode()))


def open_with(*errors: Callable[[str], Exception] | None) -> tuple[Site, list[float]]:
    paused: list[float] = []
    site = Site("https://play.example.org", token="eod_x")
    site.wait = paused.append  # type: ignore[method-assign]
    site._opener = Failing(*errors)  # type: ignore[assignment]
    return site, paused


def test_it_pauses_and_tries_again() -> None:
    busy, gone = refuse(429, {}, Retry_After="7"), lambda url: URLError("connection refused")
    site, paused = open_with(busy, gone, refuse(503, {}))
    assert site.call("GET", "court/") == {}
    assert paused == [7, 2, 4]
    site, paused = open_with(*[gone] * 9)
    with pytest.raises(NoAnswer, match="Join again later"):
        site.call("GET", "court/")
    assert paused == list(client.PAUSES)


def test_a_site_that_cannot_be_reached_is_said_to_be_so_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    refused = ConnectionRefusedError(111, "Connection refused")
    site, _paused = open_with(*[lambda _url: URLError(refused)] * 9)
    with pytest.raises(NoAnswer) as error:
        site.call("GET", "court/")
    sentence = "https://play.example.org cannot be reached: Connection refused."
    assert str(error.value) == f"{sentence} Join again later."
    assert capsys.readouterr().err == f"{sentence} Trying again for a minute.\n"


def test_what_is_no_site_gets_no_secret() -> None:
    site, paused = open_with(refuse(403, {"code": "not_a_program", "title": "No."}))
    with pytest.raises(ApiError, match="Mark the dynasty"):
        site.call("GET", "court/")
    assert not paused
    with pytest.raises(NoAnswer, match="is it a site"):
        open_with(refuse(404, {}))[0].call("GET", "court/")
    with pytest.raises(NoAnswer, match="use https"):
        Site("http://play.example.org", token="eod_x").call("GET", "court/")
    request = client.urllib.request.Request("https://play.example.org/api/v1/court/")
    with pytest.raises(NoAnswer, match="another address"):
        client.NoRedirects().redirect_request(request, BytesIO(), 302, "", Message(), "https://other.example/")
