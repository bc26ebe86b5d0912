"""An arena of a club: its members learn of it and alone can enter; and what the pages of clubs show and do."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core import clock
from core.errors import DomainError
from dynasty.models import Club, ClubMember, Notice, User
from dynasty.services.clubs import founding, membership
from tests import factories
from tests.dynasty.clubs.scenes import club_of, describe
from tests.tournaments.arenas.test_arenas import announce, enter
from tournaments.forms.announcement_defaults import format_local_time
from tournaments.models import ArenaPlayer
from tournaments.services import moderation

pytestmark = pytest.mark.django_db


def open_client(user: User | None) -> Client:
    client = Client()
    assert user is not None
    client.force_login(user)
    return client


def test_members_are_notified_and_alone_can_enter() -> None:
    club, (ming, qing) = club_of("Ming", "Qing")
    arena = announce(ming, club=club)
    [notice] = Notice.objects.filter(dynasty=qing, kind="club")
    assert notice.facts["name"] == arena.title and notice.place == arena.code
    assert not Notice.objects.filter(dynasty=ming, kind="club").exists()
    with pytest.raises(DomainError) as refused:
        enter(arena, "Tang")
    assert refused.value.code == "members_only"
    enter(arena, "Qing")
    membership.leave(club=club, dynasty=qing)
    enter(arena, "Qing")
    assert ArenaPlayer.objects.count() == 1, "whoever has entered plays on"


def test_who_may_announce_for_a_club() -> None:
    club, (ming, qing) = club_of("Ming", "Qing")
    for organiser, code in ((qing, "not_an_officer"), (factories.found("Tang"), "not_an_officer")):
        with pytest.raises(DomainError) as refused:
            announce(organiser, club=club)
        assert refused.value.code == code
    founding.dissolve(club=club, by=ming, name=club.name)
    with pytest.raises(DomainError) as refused:
        announce(ming, club=club)
    assert refused.value.code == "no_such_club"


def test_the_form_offers_clubs_that_one_manages_and_no_other() -> None:
    club, (ming, qing) = club_of("Ming", "Qing")
    form = {"title": "An evening", "ground": "duel-2:classic", "round_seconds": 30, "minutes": 20, "zone": "UTC"}
    form["starts"] = format_local_time(clock.now() + timedelta(hours=1), "UTC")
    page = open_client(qing.user).post(reverse("announce_arena"), form | {"club": club.code})
    assert page.status_code == 422, "a member that is no officer cannot"
    owner = open_client(ming.user)
    assert f'value="{club.code}" selected' in owner.get(f"/arenas/new/?club={club.code}").content.decode()
    there = owner.post(reverse("announce_arena"), form | {"club": club.code}).headers["Location"]
    page = owner.get(there).content.decode()
    assert club.name in page and "Only members" not in page
    assert "Only members" in open_client(factories.found("Tang").user).get(there).content.decode()


def test_a_club_from_its_founding_to_its_end_on_the_pages() -> None:
    ming, qing = factories.found("Ming"), factories.found("Qing")
    owner, other = open_client(ming.user), open_client(qing.user)
    form = {**describe("The Jade Club", "Every Friday.", "request"), **describe()["emblem"]}
    there = owner.post("/clubs/new/", form).headers["Location"]
    club = Club.objects.get()
    assert "Every Friday." in other.get(there).content.decode()
    assert club.invitation not in other.get(there).content.decode()
    other.post(f"{there}act", {"act": "join"})
    assert "They want to join" in owner.get(there).content.decode()
    assert "They want to join" not in other.get(there).content.decode()
    owner.post(f"{there}act", {"act": "accept", "dynasty": qing.code})
    assert "You are a member" in other.get(there).content.decode()
    who = f"{there}member/{qing.code}/"
    assert other.get(who).status_code == 404 and "Hand the club over" in owner.get(who).content.decode()
    owner.post(who, {"act": "officer"})
    assert club.invitation in other.get(there).content.decode(), "officers see the link"
    assert other.get(f"{there}change/").status_code == other.get(f"{there}dissolve/").status_code == 404
    owner.post(f"{there}change/", form | {"name": "The Silver Club"})
    assert "The Silver Club" in Client().get("/clubs/?q=silver").content.decode()
    assert owner.post(f"{there}dissolve/", {"name": "Something"}).status_code == 422
    assert owner.post(f"{there}dissolve/", {"name": "The Silver Club"}).status_code == 302
    assert Client().get(there).status_code == 404
    assert "The Silver Club" not in Client().get("/clubs/?q=silver").content.decode()


def test_a_link_leads_into_a_club_and_a_replaced_one_nowhere() -> None:
    club, (ming,) = club_of("Ming", entrance="link")
    address, tang = reverse("club_by_link", args=[club.invitation]), factories.found("Tang")
    reader = open_client(tang.user)
    assert club.name in Client().get(address).content.decode()
    assert reader.post(address).headers["Location"] == reverse("club", args=[club.code])
    assert ClubMember.objects.filter(club=club, dynasty=tang).exists()
    open_client(ming.user).post(reverse("club_act", args=[club.code]), {"act": "link"})
    assert reader.get(address).status_code == 404


def test_the_staff_takes_a_name() -> None:
    club, (ming,) = club_of("Ming")
    clerk = User.objects.create_user("clerk@example.org", "a long password", is_staff=True)
    moderation.rename_club(user=clerk, club=club, reason="an insult")
    club.refresh_from_db()
    assert club.name == f"Club {club.code}" and club.words == ""
    assert Notice.objects.get(dynasty=ming).facts["title"] == "The Friday Club"


def test_a_page_of_a_club_asks_as_much_for_thirty_members_as_for_two() -> None:
    club, (ming, _qing) = club_of("Ming", "Qing")
    reader, counts = open_client(ming.user), []
    for _size in (2, 30):
        cache.clear()  # the number of the battles that wait is kept for seconds
        with CaptureQueriesContext(connection) as queries:
            reader.get(reverse("club", args=[club.code]))
        counts.append(len(queries))
        for number in range(28):
            other = factories.found(f"House {number}{len(counts)}")
            membership.join(club=club, dynasty=other)
            if not number:
                announce(ming, club=club), announce(ming, club=club)
    assert counts[0] == counts[1] <= 15


def test_an_arena_of_a_dissolved_club_goes_on() -> None:
    club, (ming, _qing) = club_of("Ming", "Qing")
    arena = announce(ming, club=club)
    enter(arena, "Qing")
    founding.dissolve(club=club, by=ming, name=club.name)
    page = Client().get(f"/arena/{arena.code}/").content.decode()
    assert club.name in page and f"/club/{club.code}/" not in page
