"""A round as a picture, and a battle in the page of somebody else."""

from xml.etree import ElementTree

import pytest
from django.test import Client

from battlefield import fields, game
from core import limits
from tests.factories import order
from tests.tournaments.test_pages import cup, path
from tournaments.models import Tournament
from tournaments.rendering import board_image

SVG = "{http://www.w3.org/2000/svg}"
ROUND = [("a", "C3-C4"), ("b", "B5-B4")]


@pytest.fixture
def battle(db: None) -> Tournament:
    """Return a duel with one closed round."""
    from tests.factories import begin
    from tournaments.services import rounds

    tournament, _ = begin("training", 0, 0, game="emperors", field="duel-2", rules={})
    for seat, text in ROUND:
        order(tournament, seat, text)
    rounds.close_round(tournament_id=tournament.pk, round_no=1)
    return tournament


def opening(field: str) -> dict[str, object]:
    return game.view(game.initial(field, game.seats_of(field), {}, ""))


def test_a_picture_holds_what_stands_on_the_board() -> None:
    view = opening("cross-4")
    text = board_image.render_svg(view)
    drawn = ElementTree.fromstring(text)
    used = [str(each.get("href")) for each in drawn.iter(f"{SVG}use")]
    assert used.count("#emperor-a") == 1
    assert sum(name.startswith("#pawn-") for name in used) == sum(each["kind"] == "pawn" for each in view["pieces"])
    assert {name[1:] for name in used} <= {each.get("id") for each in drawn.iter()}
    assert "var(" not in text, "every colour is written in"


@pytest.mark.parametrize("field", sorted(fields.FIELDS))
def test_every_field_becomes_a_preview(field: str) -> None:
    drawn = board_image.render_png(opening(field))
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(drawn[16:20]), int.from_bytes(drawn[20:24])) == board_image.PREVIEW_SIZE


@pytest.mark.parametrize(("number", "status"), [(0, 200), (1, 200), (2, 404), (999_999, 404)])
def test_a_closed_round_has_pictures_that_others_may_show(battle: Tournament, number: int, status: int) -> None:
    for kind, type_ in board_image.CONTENT_TYPES.items():
        answer = Client().get(path(battle, f"round/{number}.{kind}"))
        assert answer.status_code == status
        if status == 200:
            assert answer["Content-Type"] == type_
            assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_the_ways_of_the_round_are_in_its_picture_and_the_open_one_is_not(battle: Tournament) -> None:
    order(battle, "a", "C4-C5")
    opened, closed = (Client().get(path(battle, f"round/{number}.svg")).content.decode() for number in (0, 1))
    assert opened.count('stroke-linecap="round" fill="none" stroke="#fff8e6"') == 0
    assert closed.count('stroke-linecap="round" fill="none" stroke="#fff8e6"') == len(ROUND)


def test_pictures_are_not_drawn_without_end(battle: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.views.embeds.PICTURES_A_MINUTE", 1)
    answers = [Client().get(path(battle, "round/0.svg")) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert answers[1].json()["code"] == "too_fast"
    assert limits.PICTURES_A_MINUTE > 1


def test_the_page_says_what_a_preview_shows(battle: Tournament) -> None:
    page = Client().get(path(battle, "?round=1")).content.decode()
    assert f'<meta property="og:image" content="http://testserver{path(battle, "round/1.png")}">' in page
    assert f"{path(battle)}?round=1" in page


def test_only_the_embedded_page_may_stand_in_others(battle: Tournament) -> None:
    embedded = Client().get(f"/embed/{battle.code}/?round=1")
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded
    page = Client().get(path(battle))
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"] and page["X-Frame-Options"] == "DENY"


def test_the_embedded_page_is_the_same_for_everybody(battle: Tournament) -> None:
    """Log its reader in, as where the page around it belongs to this site: nothing of that is in it."""
    from tests.tournaments.test_pages import log_in
    from tournaments.models import Entry

    dynasty = Entry.objects.get(tournament=battle, seat="a").dynasty
    assert dynasty is not None
    order(battle, "a", "C4-C5")
    own = log_in(dynasty).get(f"/embed/{battle.code}/").content.decode()
    assert "C4-C5" not in own and '"you": null' in own


def test_a_campaign_has_neither(db: None) -> None:
    campaign = cup(game="campaign.skirmish", field="grid5x5/C3", seats=2)
    assert Client().get(path(campaign, "round/0.png")).status_code == 404
    assert Client().get(f"/embed/{campaign.code}/").status_code == 404
