"""Boards of the game show how battles on them went, and are offered with the presets that they were drawn for."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from battlefield import begin, compact, fields, measured
from battlefield.presets import PRESETS, WITHDRAWN
from benchmarks import battles
from players import PLAYERS
from tournaments.domain import compatibility, world_seed
from tournaments.forms import announcement_defaults
from tournaments.forms.casual import CasualForm
from tournaments.services.casual.battles import QUICK_SETUPS

FOUND = measured.load_figures()
SOURCE = {
    "cross-4": "-3A/-_aaa_/-d_a_b/Ddd_bbB/-d_c_b/-_ccc_/-3C",
    "ring-8": "-3A-4B/-2aaaabbbb/-h_8c/Hh_8cC/-h_8c/-h_8c/-g_8d/-g_8d/Gg_8dD/-g_8d/-2ffffeeee/-3F-4E",
    "old-duel-2": "-2A/aaaaa/_aaa_/_5/_bbb_/bbbbb/-2B",
    "old-delta-3": "-3A/-_aa_3/_2aa_4/_6_*_3b_/_2c_7b_2/-ccc_5bb_2/-2C-7B",
}
"""The four openings on which the game began."""
ALLOWED = {
    ("old-duel-2", "captives", "tactician"): ["median"],
}
"""What rows of the table miss; docs/research/battles.md lists the same."""
UNFAIR = {("old-delta-3", "tactician"), ("estuary-3", "grandmaster")}
"""Boards for three, and levels of which a seat wins more than five points beside a third; the document lists them."""


@pytest.mark.parametrize("found", FOUND, ids=lambda found: f"{found.board} {found.preset} {found.level}")
def test_figures_are_of_the_board_and_the_rules_as_they_are(found: measured.Figures) -> None:
    assert found.digest == measured.compute_digest(found.board, PRESETS[found.preset][2])
    assert sum(found.wins) == pytest.approx(found.battles, abs=0.01)


def test_the_document_has_the_table_that_the_command_prints() -> None:
    document = Path(__file__).parents[2] / "docs" / "research" / "battles.md"
    assert FOUND
    assert measured.format_table(FOUND) in document.read_text(encoding="utf-8")


def test_a_series_is_the_same_each_time_and_adds_up() -> None:
    rules = PRESETS["throne"][2]
    courses = [battles.play_numbered("terrace-2", rules, "wanderer", 7, number) for number in range(4)]
    assert courses == [battles.play_numbered("terrace-2", rules, "wanderer", 7, number) for number in range(4)]
    stirred = [battles.play_against_still("terrace-2", rules, "wanderer", 7, number) for number in range(2)]
    said = battles.summarise("ab", courses, stirred)
    assert said["battles"] == 4
    assert sum(said["wins"]) == pytest.approx(4)
    assert said["rounds"] == sorted(said["rounds"])


def test_two_that_capture_each_other_at_once_draw_only_where_emperors_do_not_change_sides() -> None:
    ends = {
        preset: [battles.play_numbered("old-duel-2", PRESETS[preset][2], "guarded", 1, n) for n in range(24)]
        for preset in ("classic", "captives")
    }
    drawn = {preset: {course.by for course in courses if course.draw} for preset, courses in ends.items()}
    assert "last_seat" in drawn["classic"] and drawn["captives"] <= {"quiet_rounds"}


def test_every_board_is_offered_with_what_was_measured() -> None:
    offered = {(board, preset) for board in fields.FIELDS for preset in fields.list_presets(board)}
    assert offered == {(found.board, found.preset) for found in FOUND}


def test_a_board_with_offers_takes_no_other_preset() -> None:
    assert set(compatibility.find_preset_counts("emperors", "duel-2")) == {"captives", "classic"}
    assert set(CasualForm().seats_by_preset("trident-3")) == {"regents"}
    assert set(fields.OFFERS) == set(fields.FIELDS)
    for board in fields.FIELDS:
        assert not WITHDRAWN & set(compatibility.find_preset_counts("emperors", board))


def test_withdrawn_rules_can_still_be_played() -> None:
    for preset in WITHDRAWN:
        assert begin(fields.without_chests(fields.load("cross-4")), PRESETS[preset][2]).to_act


def test_the_houses_announce_only_what_is_offered() -> None:
    setups = [*world_seed.GIFTS, *(setup for setup, _lock in world_seed.LOCKED), *world_seed.TRAININGS]
    for setup in setups:
        assert setup.preset in fields.list_presets(setup.field)


@pytest.mark.django_db
@pytest.mark.parametrize("board", ["terrace-2", "cross-4"])
def test_each_board_has_a_page_with_its_figures(client: Client, board: str) -> None:
    page: Any = client.get(f"/boards/included/{board}/")
    assert page.status_code == 200
    assert [len(each["figures"]) for each in page.context["rules"]] == [
        sum((found.board, found.preset) == (board, preset) for found in FOUND) for preset in fields.list_presets(board)
    ]
    assert f'href="/boards/included/{board}/"' in client.get("/boards/").content.decode()


def misses(found: measured.Figures) -> list[str]:
    """Return what of a good battle (docs/research/battles.md) a series of battles misses, its shares aside."""
    held = {
        "draws": found.draws <= 0.08 * found.battles,
        "limits": found.limits <= 0.1 * found.battles,
        "median": 12 <= found.rounds[1] <= 40,
        "first capture": found.first_take <= 6,
    }
    return [name for name, is_good in held.items() if not is_good]


@pytest.mark.parametrize("found", FOUND, ids=lambda found: f"{found.board} {found.preset} {found.level}")
def test_battles_are_good_on_every_board_but_for_what_the_document_lists(found: measured.Figures) -> None:
    assert misses(found) == ALLOWED.get((found.board, found.preset, found.level), [])


@pytest.mark.parametrize(
    "found", [found for found in FOUND if len(found.wins) == 3], ids=lambda found: f"{found.board} {found.level}"
)
def test_three_seats_win_within_five_points_of_a_third(found: measured.Figures) -> None:
    is_fair = all(abs(share - 1 / 3) <= 0.05 for share in found.shares)
    assert is_fair == ((found.board, found.level) not in UNFAIR)


def test_the_openings_of_the_source_stay_as_they_were() -> None:
    assert set(SOURCE) == fields.HISTORICAL
    for name, word in SOURCE.items():
        assert compact.write(fields.load(name)) == word


def test_the_usual_battles_for_two_are_on_a_board_that_meets_the_targets() -> None:
    quick, form = QUICK_SETUPS["emperors"], CasualForm()
    assert (form["field"].value(), form["preset"].value()) == (quick.field, quick.preset)
    assert quick.preset == fields.list_presets(quick.field)[0]
    assert CasualForm(initial={"field": "cross-4"})["preset"].value() == fields.list_presets("cross-4")[0]
    assert quick.field == announcement_defaults.USUAL_FIELD
    usual = [found for found in measured.find_figures(quick.field) if found.preset == quick.preset]
    assert len(usual) >= 3 and not any(map(misses, usual))


@pytest.mark.django_db
def test_there_is_no_page_of_an_unknown_board(client: Client) -> None:
    assert client.get("/boards/included/nowhere/").status_code == 404


def test_the_figures_of_a_board_go_from_weak_levels_to_strong_ones() -> None:
    for board in fields.FIELDS:
        levels = [list(PLAYERS).index(found.level) for found in measured.find_figures(board)]
        assert levels == sorted(levels), board


def test_figures_that_are_measured_again_keep_their_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "PATH", tmp_path / "measured.json")
    measured.PATH.write_text(json.dumps([asdict(found) for found in FOUND]), encoding="utf-8")
    measured.load_figures.cache_clear()
    measured.keep(FOUND[0])
    assert measured.load_figures() == FOUND
    measured.load_figures.cache_clear()
