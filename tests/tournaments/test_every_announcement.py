"""Every game, battlefield, preset and type through the forms of the browser: wizard, recurring, series and casual play.

A sample that holds each of them is walked every time; EVERY=all walks the whole product (`make announcements`).
"""

import os
import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import cache
from itertools import count, groupby
from typing import Any

import pytest
from django.test import Client

from campaign.options import OPTIONS, Choice
from config.middleware.rate_limits import RateLimitMiddleware
from core import clock, rate_limits
from dynasty.models import Dynasty
from tests import factories
from tests.factories import born, found, proven
from tests.tournaments import scripted
from tests.tournaments.casual.test_campaign_rules import FIELDS
from tests.tournaments.test_pages import log_in
from tournaments.domain import compatibility, games
from tournaments.domain.tournament_types import TOURNAMENT_TYPES
from tournaments.forms import announcement_defaults, battlefields, campaign_rules
from tournaments.models import Casual, Recurrence, Series, Tournament
from tournaments.services import announcements, recurrences, series
from tournaments.services.casual import battles as casual_battles

pytestmark = pytest.mark.django_db
EVERY = os.environ.get("EVERY") == "all"
STAKES: dict[str, dict[str, Any]] = {"gift": {"prize_gold": 1}, "honour": {"stake": 5}}
Combination = tuple[str, str, str, int, str]


def list_games() -> list[str]:
    return [name for name in games.GAMES if name != scripted.NAME]


@cache
def product() -> list[Combination]:
    """Return game, battlefield, preset, seats and type of everything that can be announced."""
    return [
        (name, field, preset, counts[0], type)
        for name in list_games()
        for field in games.GAMES[name].field_names()
        for preset, counts in compatibility.find_preset_counts(name, field).items()
        for type in TOURNAMENT_TYPES
    ]


def list_shares(combinations: list[Combination]) -> list[list[Combination]]:
    """Return the announcements in shares of one database each: all offers by battlefields, or a sample at once."""
    if not EVERY:
        return [list(sample(combinations))]
    return [list(share) for _battlefield, share in groupby(combinations, lambda each: each[:2])]


def sample(combinations: list[Combination]) -> Iterator[Combination]:
    """Return few offers that hold every battlefield and preset of each game; the types take turns."""
    offers: dict[tuple[str, str, str, int], list[str]] = {}
    for each in combinations:
        offers.setdefault(each[:4], []).append(each[4])
    visited: set[tuple[str, str, str]] = set()
    turn = count()
    for at_least in (2, 1):
        for offer, types in offers.items():
            parts = {(offer[0], "field", offer[1]), (offer[0], "preset", offer[2])}
            if len(parts - visited) >= at_least:
                visited |= parts
                yield (*offer, types[next(turn) % len(types)])


def format_share(share: Sequence[Any]) -> str:
    return ":".join(share[0][:2]) if EVERY else "sample"


def parametrize_shares(combinations: list[Combination]) -> pytest.MarkDecorator:
    """Give a test each share by itself, so that processes take them in turns and no database grows large."""
    return pytest.mark.parametrize("share", list_shares(combinations), ids=format_share)


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> tuple[Dynasty, Client]:
    """Create an organiser without a limit of its own, logged in."""
    monkeypatch.setattr(announcements, "OPEN_TOURNAMENTS", 10_000)
    monkeypatch.setattr(RateLimitMiddleware, "process_view", lambda *_given: None)
    dynasty = proven(found("Ming"))
    born(dynasty, "Ada")
    return dynasty, log_in(dynasty)


def fill_form(combination: Combination, **more: Any) -> dict[str, Any]:
    name, field, preset, seats, type = combination
    values = (
        announcement_defaults.get_usual_values()
        | {
            "title": "The Jade Cup",
            "field": f"{name}:{field}",
            "preset": f"{name}:{preset}",
            "type": type,
            "seats": seats,
            "least_seats": seats,
        }
        | STAKES.get(type, {})
    )
    return dict(announcement_defaults.build_form_data(values | more).lists())


def test_the_sample_holds_every_game_field_preset_and_type() -> None:
    every, some = product(), list(sample(product()))
    for of in (lambda each: each[:2], lambda each: (each[0], each[2]), lambda each: each[4]):
        assert {of(each) for each in some} == {of(each) for each in every}
    assert {name for name, *_rest in some} == set(list_games()) and len(some) < len(every) / 5


@parametrize_shares(product())
def test_everything_that_fits_is_announced_step_by_step(host: tuple[Dynasty, Client], share: list[Combination]) -> None:
    _dynasty, who = host
    for combination in share:
        data = fill_form(combination)
        beside = who.post("/announce/words", data)
        assert beside.status_code == 200 and "Ready to publish." in beside.content.decode(), combination
        page = who.post("/announce/", data | {"go": ["confirm"], "step": ["time"]})
        assert page.status_code == 200 and re.search(r"Publish\s*</button>", page.content.decode()), combination
        answer = who.post("/announce/", data | {"go": ["announce"], "step": ["confirm"]})
        assert answer.status_code == 302, combination
        name, field, preset, seats, type = combination
        made = Tournament.objects.get(code=answer["Location"].split("/")[2])
        assert (made.game, made.field, made.seats, made.type) == (name, field, seats, type)
        assert made.rules == games.GAMES[name].presets()[preset][2]
        assert who.get(answer["Location"]).status_code == 200


def unfit() -> list[tuple[str, str]]:
    """Return every battlefield with every preset that does not fit it, of whatever game."""
    fields = [f"{name}:{field}" for name in list_games() for field in games.GAMES[name].field_names()]
    presets = [f"{name}:{preset}" for name in list_games() for preset in games.GAMES[name].presets()]
    found = [(field, preset) for field in fields for preset in presets
             if preset not in battlefields.get_seats_by_preset(field)]  # fmt: skip
    return found if EVERY else found[::59]


def unfit_shares() -> list[list[tuple[str, str]]]:
    return [list(share) for _field, share in groupby(unfit(), lambda each: each[0])] if EVERY else [unfit()]


@pytest.mark.parametrize("share", unfit_shares(), ids=format_share)
def test_rules_that_do_not_fit_are_refused_in_words(host: tuple[Dynasty, Client], share: list[tuple[str, str]]) -> None:
    _dynasty, who = host
    for field, preset in share:
        data = fill_form(("emperors", "duel-2", "classic", 2, "training"), field=field, preset=preset)
        assert who.post("/announce/words", data).status_code == 200, (field, preset)
        for go, status in (("next", 422), ("confirm", 200), ("announce", 409)):
            answer = who.post("/announce/", data | {"go": [go], "step": ["battle"]})
            assert answer.status_code == status, (field, preset, go)
            assert "These rules do not fit this battlefield." in answer.content.decode(), (field, preset, go)
    assert not Tournament.objects.exists()


@parametrize_shares(product())
def test_everything_that_fits_recurs(
    host: tuple[Dynasty, Client], monkeypatch: pytest.MonkeyPatch, share: list[Combination]
) -> None:
    monkeypatch.setattr(recurrences, "RECURRING", 10_000)
    _dynasty, who = host
    for combination in share:
        data = fill_form(combination, repeat="daily", times=3)
        answer = who.post("/announce/", data | {"go": ["announce"], "step": ["confirm"]})
        assert answer.status_code == 302, combination
        row = Recurrence.objects.latest("pk")
        assert not recurrences.find_error(row), combination
        assert Tournament.objects.latest("pk").field == combination[1]
    assert who.get("/announce/recurring/").status_code == 200


def test_a_campaign_with_options_of_its_own_is_announced_again(host: tuple[Dynasty, Client]) -> None:
    dynasty, who = host
    rules = {"start": "dealt", "round_limit": 9}
    first = factories.announce("honour", dynasty, seats=3, game="campaign.simultaneous", field="rivers", rules=rules)
    page = who.get(f"/announce/?like={first.code}").content.decode()
    assert 'value="composed" selected' in page and 'name="rule_start" value="dealt"' in page
    data = dict(announcement_defaults.build_form_data(announcement_defaults.get_values_like(first)).lists())
    answer = who.post("/announce/", data | {"go": ["announce"], "step": ["confirm"]})
    again = Tournament.objects.exclude(pk=first.pk).get()
    assert answer.status_code == 302 and again.rules == first.rules and again.field == "rivers"


def compose_campaign(who: Client, ruleset: str, field: str, rules: dict[str, Any], seats: int = 3) -> Tournament:
    """Announce a campaign as a browser does: the battle, its rules one by one, and the rest; return its row."""
    battle = fill_form((ruleset, field, "", seats, "honour"), preset=battlefields.COMPOSED)
    page = who.post("/announce/", battle | {"step": ["battle"], "go": ["next"]}).content.decode()
    sent = read_fields(page) | {name: [str(value)] for name, value in campaign_rules.fill_in(rules).items()}
    for step in ("rules", "stakes", "time", "absence", "entry"):
        assert f'name="step" value="{step}"' in page, re.findall(r'class="errorlist".*', page)
        page = who.post("/announce/", sent | {"step": [step], "go": ["next"]}).content.decode()
        sent = read_fields(page) | sent
    answer = who.post("/announce/", sent | {"step": ["confirm"], "go": ["announce"]})
    assert answer.status_code == 302, re.findall(r"<li class=\"row\">\s*<span>.*", answer.content.decode())
    return Tournament.objects.get(code=answer["Location"].split("/")[2])


def read_fields(page: str) -> dict[str, list[str]]:
    """Return the hidden values and the chosen ones of a page's form."""
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]+>", page):
        given = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if "name" in given and (given.get("type") not in ("radio", "checkbox") or "checked" in tag):
            found.setdefault(given["name"], []).append(given.get("value", ""))
    return found


@pytest.mark.parametrize("ruleset", sorted(OPTIONS))
def test_every_option_of_a_campaign_is_announced(host: tuple[Dynasty, Client], ruleset: str) -> None:
    """Choose another value than the usual one, and for every number the one above it."""
    changed = {
        name: next(each for each in option.values if each != option.default)
        if isinstance(option, Choice)
        else min(option.default + 1, option.most)
        for name, option in OPTIONS[ruleset].items()
    } | {"win_percent": 66, "teams": "none"}  # teams have no missions, and need four seats
    changed |= {"starting_armies": 0} if "starting_armies" in changed else {}
    field = FIELDS[ruleset] if changed.get("goal") != "missions" else "world"  # the map that has missions
    made = compose_campaign(host[1], ruleset, field, changed)
    assert made.rules == changed and made.game == ruleset
    assert "66 per cent" in host[1].get(f"/tournament/{made.code}/").content.decode()


@pytest.mark.parametrize("ruleset", sorted(OPTIONS))
def test_teams_are_announced_from_four_seats_on(host: tuple[Dynasty, Client], ruleset: str) -> None:
    rules = {name: option.default for name, option in OPTIONS[ruleset].items()} | {"teams": "two"}
    field = "caldera" if ruleset == "campaign.skirmish" else "world"
    assert compose_campaign(host[1], ruleset, field, rules, seats=4).rules == rules


def series_form(combination: Combination, **more: Any) -> dict[str, Any]:
    name, field, preset, seats, type = combination
    start = announcement_defaults.format_local_time(clock.now() + timedelta(days=1), "UTC")
    return {"title": "The Silver Season", "format": "ladder", "type": type, "field": f"{name}:{field}",
            "preset": f"{name}:{preset}", "table_seats": seats, "rounds": 3, "points": "3, 1", "advance": 1,
            "stake": 10, "prize": 10, "asset": "gold", "round_seconds": 3600, "zone": "UTC", "starts": start,
            } | more  # fmt: skip


@parametrize_shares([each for each in product() if each[4] != "training"])
def test_every_series_that_fits_is_announced(
    host: tuple[Dynasty, Client], monkeypatch: pytest.MonkeyPatch, share: list[Combination]
) -> None:
    monkeypatch.setattr(series, "OPEN_SERIES", 10_000)
    _dynasty, who = host
    for combination in share:
        answer = who.post("/series/new/", series_form(combination))
        assert answer.status_code == 302, combination
        made = Series.objects.latest("pk")
        assert (made.setup["game"], made.setup["field"]) == combination[:2]
        assert who.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("share", unfit_shares(), ids=format_share)
def test_series_of_rules_that_do_not_fit_are_refused_in_words(
    host: tuple[Dynasty, Client], share: list[tuple[str, str]]
) -> None:
    _dynasty, who = host
    for field, preset in share:
        response = who.post("/series/new/", series_form(product()[1], field=field, preset=preset))
        assert response.status_code == 422
        assert "These rules do not fit this battlefield." in response.content.decode()


def test_a_series_has_named_rules(host: tuple[Dynasty, Client]) -> None:
    answer = host[1].post("/series/new/", series_form(product()[1], preset=battlefields.COMPOSED))
    assert answer.status_code == 422 and "This choice is not offered" in answer.content.decode()


def test_a_series_of_tables_that_cannot_be_is_refused_in_words(host: tuple[Dynasty, Client]) -> None:
    duel = ("emperors", "duel-2", "classic", 2, "conquer")
    answer = host[1].post("/series/new/", series_form(duel, table_seats=5))
    assert answer.status_code == 422 and "need exactly 2 seats." in answer.content.decode()


@parametrize_shares([each for each in product() if each[4] == "training"])
def test_every_casual_battle_that_fits_is_set_up(monkeypatch: pytest.MonkeyPatch, share: list[Combination]) -> None:
    for limits in ("ADDRESS_LIMITS", "NETWORK_LIMITS"):
        monkeypatch.setattr(casual_battles, limits, {rate_limits.MINUTE: 10_000})
    for most in ("CASUAL_WAITING", "CASUAL_PLAYED_OF_NETWORK"):
        monkeypatch.setattr(casual_battles, most, 100_000)
    for name, field, preset, seats, _type in share:
        data = {"mode": "link", "game": name, "field": field, "preset": preset, "people": 2, "computers": seats - 2,
                "level": "greedy", "round_seconds": 3600, "names": ""}  # fmt: skip
        answer = Client().post("/casual/", data)
        assert answer.status_code == 302, (name, field, preset)
        made = Casual.objects.latest("pk").tournament
        assert (made.game, made.field, made.seats) == (name, field, seats)


def test_a_casual_battle_that_does_not_fit_is_refused_in_words() -> None:
    response = Client().post("/casual/", {"mode": "alone", "game": "campaign.classic", "field": "seven", "people": 2,
                                         "preset": "missions", "level": "greedy", "round_seconds": 3600})  # fmt: skip
    assert response.status_code == 422 and "These rules do not fit this battlefield." in response.content.decode()


@pytest.mark.parametrize("address", ["/announce/", "/series/new/"])
def test_lists_name_the_game_of_what_is_chosen(host: tuple[Dynasty, Client], address: str) -> None:
    page = host[1].get(address).content.decode()
    for name in list_games():
        assert f'<optgroup label="{games.GAMES[name].TITLE}">' in page
        if games.GAMES[name].VIEW == "map":
            assert page.count(f") · {games.GAMES[name].TITLE}</option>") == len(games.GAMES[name].field_names())
    assert 'id="fits"' in page
