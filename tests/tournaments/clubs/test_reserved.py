"""Tournaments and series for the members of a club alone, and the ladder of a club."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from core import clock
from core.errors import DomainError
from dynasty.models import Club, Notice, RatedBattle, RatedSeat, Rating
from dynasty.services.clubs import membership
from tests import factories
from tests.dynasty.clubs.scenes import club_of
from tests.tournaments.series import test_series
from tournaments.domain import games, terms
from tournaments.services import entries, series

pytestmark = pytest.mark.django_db


def test_members_are_notified_of_a_tournament_and_alone_can_enter() -> None:
    club, (ming, qing) = club_of("Ming", "Qing")
    factories.proven(ming)
    cup = factories.announce("honour", organiser=ming, game="emperors", field="duel-2", terms={"club": club.code})
    [notice] = Notice.objects.filter(dynasty=qing, kind="club")
    assert notice.facts["result"] == "tournament" and notice.place == cup.code
    tang = factories.found("Tang")
    with pytest.raises(DomainError) as refused:
        entries.enter(tournament=cup, dynasty=tang, emperor=factories.born(tang, "Taizong", 40), seat="a")
    assert refused.value.code == "members_only"
    entries.enter(tournament=cup, dynasty=qing, emperor=factories.born(qing, "Kangxi", 40), seat="a")
    page = Client()
    assert tang.user is not None
    page.force_login(tang.user)
    assert "Only members of the club" in page.get(f"/tournament/{cup.code}/").content.decode()
    assert cup.title in page.get(f"/club/{club.code}/ladder/").content.decode()
    assert not terms.admits_houses("gift", terms.read({"club": club.code}))


def test_whoever_leads_no_club_cannot_reserve_anything_for_it() -> None:
    club, (_ming, qing) = club_of("Ming", "Qing")
    factories.proven(qing)
    with pytest.raises(DomainError) as refused:
        factories.announce("honour", organiser=qing, game="emperors", field="duel-2", terms={"club": club.code})
    assert refused.value.code == "not_an_officer"
    Club.objects.update(kind="class")
    with pytest.raises(DomainError) as refused:
        factories.announce("honour", organiser=qing, game="emperors", field="duel-2", terms={"club": club.code})
    assert refused.value.code == "no_such_club"


def test_a_series_of_a_club_is_joined_by_members_and_fought() -> None:
    club, (ming, qing) = club_of("Ming", "Qing")
    factories.proven(ming)
    rules = games.GAMES["emperors"].presets()["classic"][2]
    setup = test_series.setup(game="emperors", field="duel-2", rules=rules, terms={"club": club.code})
    made = series.announce(organiser=ming, title="The club's season", setup=setup)
    assert Notice.objects.get(dynasty=qing, kind="club").facts["result"] == "series"
    tang = factories.found("Tang")
    with pytest.raises(DomainError) as refused:
        series.join(series=made, dynasty=tang, emperor=factories.born(tang, "Taizong", 40))
    assert refused.value.code == "members_only"
    for each in (ming, qing):
        series.join(series=made, dynasty=each, emperor=factories.born(each, f"Of {each.name}", 40))
    membership.hand_over(club=club, by=ming, dynasty=qing)
    membership.set_role(club=club, by=qing, dynasty=ming, role="member")
    with clock.freeze(made.starts_at):
        series.advance(series_id=made.pk)
    table = made.drawn.get().tournament
    assert table is not None and table.terms["club"] == "", "its tables are drawn also if the organiser leads no more"


def test_the_ladder_orders_members_by_skill_and_counts_the_reader_s_results() -> None:
    club, (ming, qing) = club_of("Ming", "Qing")
    now = clock.now() + timedelta(seconds=1)
    battle = RatedBattle.objects.create(place="k3x", family="board", pace="live", rated_at=now)
    for number, (each, rating) in enumerate(((qing, 1600.0), (ming, 1400.0)), 1):
        Rating.objects.create(
            dynasty=each, family="board", pace="live", rating=rating, deviation=90, battles=20, rated_at=now
        )
        RatedSeat.objects.create(
            battle=battle,
            number=number,
            dynasty=each,
            ranked=number,
            rating_before=1500,
            deviation_before=90,
            rating_after=rating,
            deviation_after=90,
        )
    reader = Client()
    assert ming.user is not None
    reader.force_login(ming.user)
    page = reader.get(f"/club/{club.code}/ladder/").content.decode()
    assert page.index("Qing") < page.index("Ming</b>") and "0–0–1" in page and "1600" in page
    other = reader.get(f"/club/{club.code}/ladder/?family=map&pace=daily").content.decode()
    assert not re.search(r"\b1600\b", other), "as a part of a moment it may be there"
