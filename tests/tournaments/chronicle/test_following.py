"""Following organisers, boards and maps: what is announced, who is notified of it, on the pages and in the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from core import clock
from core.errors import DomainError
from dynasty.domain import notification_types
from dynasty.models import Dynasty, Notice, NoticeSetting
from dynasty.services import following
from tests import factories
from tests.factories import born, found
from tournaments import tasks
from tournaments.models import FollowedBoard
from tournaments.selectors import boards as board_selectors
from tournaments.selectors import lobby
from tournaments.services import account_deletion, boards, notifications

pytestmark = pytest.mark.django_db


@pytest.fixture
def ming() -> Dynasty:
    """Return a dynasty that wants to be notified on the page."""
    dynasty = found("Ming")
    NoticeSetting.objects.create(dynasty=dynasty, channels={"followed": ["page"]})
    return dynasty


def tell(notice: Notice) -> str:
    return notification_types.format_sentence(notice.kind, notice.facts)


def announce(organiser: Dynasty | None, field: str = "cross-4", **more: Any) -> Any:
    return factories.announce(
        "training", organiser=organiser, game="emperors", field=field, seats=2, title=f"A cup on {field}", **more
    )


def test_what_organisers_announce_and_what_is_announced_on_boards(ming: Dynasty) -> None:
    host, other = factories.proven(found("Qing")), factories.proven(found("Tang"))
    cup, elsewhere, site = announce(host), announce(other, "duel-2"), announce(None, "duel-2")
    announce(other, "cross-4"), announce(ming, "duel-2")
    assert lobby.list_followed(ming, 9) == []
    following.follow(follower=ming, dynasty=host)
    assert lobby.list_followed(ming, 9) == [cup]
    boards.follow(follower=ming, field="duel-2")
    assert {each.pk for each in lobby.list_followed(ming, 9)} == {cup.pk, elsewhere.pk, site.pk}
    boards.unfollow(follower=ming, field="duel-2")
    assert lobby.list_followed(ming, 9) == [cup]


def test_who_chose_it_is_notified_once_of_what_anybody_may_enter(ming: Dynasty) -> None:
    host, quiet = factories.proven(found("Qing")), found("Tang")
    for each in (ming, quiet):
        following.follow(follower=each, dynasty=host)
        boards.follow(follower=each, field="duel-2")
    announce(host), announce(None, "duel-2"), announce(factories.proven(found("Song")), "duel-2")
    announce(host, "bridge-2", terms={"link": True})
    assert (tasks.forget()["followed"], notifications.notify_followers()) == (2, 0)
    sentences = [tell(each) for each in Notice.objects.filter(dynasty=ming).order_by("pk")]
    assert sentences[0].startswith("Qing, whom you follow, announces “A cup on cross-4”.")
    assert sentences[1].startswith("Song announces “A cup on duel-2” on Duelling ground, which you follow.")
    assert not Notice.objects.filter(dynasty=quiet).exists()


def test_an_old_announcement_is_no_news(ming: Dynasty) -> None:
    host = factories.proven(found("Qing"))
    following.follow(follower=ming, dynasty=host)
    with clock.freeze(clock.now() - timedelta(minutes=20)):
        announce(host)
    assert notifications.notify_followers() == 0


@pytest.mark.parametrize(
    ("language", "born_words"), [("en", "Livia was born"), ("es", "Nació Livia"), ("ca", "Va néixer Livia")]
)
def test_the_news_of_yesterday_in_the_readers_language(ming: Dynasty, language: str, born_words: str) -> None:
    other = found("Qing")
    following.follow(follower=ming, dynasty=other)
    assert notifications.notify_of_news() == 0
    born(other, "Livia")
    with clock.freeze(clock.now() + timedelta(days=1)):
        assert (notifications.notify_of_news(), notifications.notify_of_news()) == (1, 0)
    with translation.override(language):
        assert born_words in tell(Notice.objects.get())


def test_boards_that_there_are_once_and_not_too_many(ming: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "FOLLOWED", 2)
    assert boards.follow(follower=ming, field="duel-2") == boards.follow(follower=ming, field="duel-2")
    boards.follow(follower=ming, field="cross-4")
    for field, code in (
        ("bridge-2", "follows_too_many"),
        ("nowhere", "no_such_field"),
        ("drawn:none", "no_such_field"),
    ):
        with pytest.raises(DomainError) as refused:
            boards.follow(follower=ming, field=field)
        assert refused.value.code == code
    assert board_selectors.list_followed(ming) == ["cross-4", "duel-2"]


def test_the_buttons_the_list_and_the_first_page(client: Client, ming: Dynasty) -> None:
    host = factories.proven(found("Qing"))
    client.force_login(ming.user)
    announce(host, "duel-2")
    assert "Unfollow" not in client.get("/boards/included/duel-2/").content.decode()
    for field, page in (("duel-2", "/boards/included/duel-2/"), ("rivers", "/maps/rivers/")):
        assert client.post("/boards/follow", {"field": field, "act": "follow"}).headers["Location"] == page
        assert "Unfollow" in client.get(page).content.decode()
    for address in ("/", "/court/following/"):
        assert "A cup on duel-2" in client.get(address).content.decode(), address
    client.post("/boards/follow", {"field": "duel-2", "act": "unfollow", "from": "list"})
    assert board_selectors.list_followed(ming) == ["rivers"]
    assert "no such battlefield" in client.post("/boards/follow", {"field": "x"}, follow=True).content.decode()


def test_by_the_api(client: Client, ming: Dynasty) -> None:
    host = factories.proven(found("Qing"))
    livia = born(host, "Livia")
    announce(host, "duel-2")
    client.force_login(ming.user)
    address = "/api/v1/court/following/"
    for options in ({"dynasty": host.code}, {"emperor": livia.code}, {"field": "duel-2"}):
        answer = client.put(address, options | {"follow": True}, content_type="application/json")
    body = answer.json()
    assert (body["dynasties"], body["emperors"], body["fields"]) == ([host.code], [livia.code], ["duel-2"])
    assert [each["title"] for each in body["announced"]] == ["A cup on duel-2"]
    assert "Livia was born." in [each["sentence"] for each in body["news"]]
    for options, status in (({}, 400), ({"dynasty": "x", "field": "y"}, 400), ({"dynasty": "nobody"}, 404)):
        assert client.put(address, options | {"follow": True}, content_type="application/json").status_code == status
    client.put(address, {"field": "duel-2", "follow": False}, content_type="application/json")
    assert client.get(address).json()["fields"] == []


def test_who_leaves_follows_no_board(ming: Dynasty) -> None:
    boards.follow(follower=ming, field="duel-2")
    account_deletion.delete_account(user=ming.user, address=ming.user.email)
    assert not FollowedBoard.objects.exists()
