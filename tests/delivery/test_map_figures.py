"""Maps of campaigns have pages that show how battles on them went."""

import math
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from benchmarks import campaigns
from campaign import map_catalog
from campaign.presets import PRESETS
from tournaments.domain import map_figures

FOUND = map_figures.load_figures()


@pytest.mark.parametrize("found", FOUND, ids=lambda found: f"{found.game} {found.map} {found.level}")
def test_figures_are_of_the_map_and_the_rules_as_they_are(found: map_figures.Figures) -> None:
    assert found.digest == map_figures.compute_digest(found.game, found.map, PRESETS[found.game][found.preset][2])
    assert sum(found.wins) == pytest.approx(found.battles, abs=0.01)


@pytest.mark.parametrize("name", map_catalog.DRAWN)
def test_no_home_of_a_drawn_map_wins_other_than_by_chance(name: str) -> None:
    """Check that an equal share lies within each seat's interval of 999 in 1000, since there are fifty seats."""
    (found,) = [each for each in map_figures.find_figures(name) if each.game == "campaign.skirmish"]
    fair = 1 / len(found.wins)
    deviation = math.sqrt(fair * (1 - fair) / found.battles)
    assert found.battles >= 100
    assert all(abs(share - fair) < 3.29 * deviation for share in found.shares), found.shares


def test_each_drawn_map_is_measured_with_each_game() -> None:
    for name in map_catalog.DRAWN:
        assert {each.game for each in map_figures.find_figures(name)} == set(map_figures.MEASURED)


def test_a_series_is_the_same_each_time_and_adds_up() -> None:
    first, again = (campaigns.measure("campaign.skirmish", "seven", "random", 3, 7, map) for _time in range(2))
    assert first.wins == again.wins and first.rounds == again.rounds
    assert sum(first.wins) == pytest.approx(3)
    assert first.rounds == sorted(first.rounds)
    assert campaigns.format_line(first).count("|") == campaigns.HEAD.partition("\n")[0].count("|")


@pytest.mark.django_db
def test_every_map_has_a_page_that_the_list_leads_to(client: Client) -> None:
    listed = client.get("/maps/").content.decode()
    for slug, name in map_catalog.SLUGS.items():
        page: Any = client.get(f"/maps/{slug}/")
        assert page.status_code == 200
        assert len(page.context["figures"]) == len(map_figures.find_figures(name))
        assert f'href="/maps/{slug}/"' in listed
    assert client.get("/maps/nowhere/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wins", "words"),
    [
        ([15.0, 15.0, 40.0, 10.0, 10.0, 10.0], "The difference is more than chance explains."),
        ([17.0, 17.0, 20.0, 16.0, 16.0, 14.0], "So many battles do not tell the difference from chance."),
    ],
)
def test_the_page_says_whether_seats_are_even(
    client: Client, monkeypatch: pytest.MonkeyPatch, wins: list[float], words: str
) -> None:
    (row,) = [each for each in map_figures.find_figures("world") if each.game == "campaign.classic"]
    made = replace(row, wins=wins, battles=100)
    monkeypatch.setattr(map_figures, "find_figures", lambda _name: [made])
    page = " ".join(client.get("/maps/world/").content.decode().split())
    assert words in page and "An equal share would be 17%." in page
    assert f"won most: {wins[2]:.0f}%" in page and f"won least: {min(wins):.0f}%" in page


@pytest.mark.django_db
def test_a_map_is_found_by_its_title_and_leads_to_a_battle_on_it(client: Client) -> None:
    assert 'href="/maps/atolls/"' in client.get("/search/?q=crescent").content.decode()
    page = client.get("/maps/grid5x5-C3/").content.decode()
    address = "/casual/?game=campaign.skirmish&amp;field=grid5x5%2FC3"
    assert f'href="{address}"' in page
    form: Any = client.get(address.replace("&amp;", "&"))
    assert '<option value="grid5x5/C3" selected' in form.content.decode()
