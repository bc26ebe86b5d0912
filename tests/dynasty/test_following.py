"""Following: news of those who are followed, each once, nothing private, and nobody knows who follows whom."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock
from core.errors import DomainError
from dynasty.models import Follow
from dynasty.selectors import following as selected
from dynasty.services import account_deletion, emperors, following
from tests import factories
from tests.factories import born, found

pytestmark = pytest.mark.django_db


def read(follower: Any) -> list[str]:
    return [each.line.sentence for each in selected.list_news(follower, 20)]


def test_news_of_a_dynasty_and_of_an_emperor_wherever_it_goes() -> None:
    ming, qing, tang = found("Ming"), found("Qing"), found("Tang")
    livia = born(qing, "Livia", 10)
    assert read(ming) == []
    following.follow(follower=ming, dynasty=tang)
    following.follow(follower=ming, emperor=livia)
    born(tang, "Wu")
    born(qing, "Nobody")
    emperors.change_dynasty(emperor=livia, to=tang)
    assert sorted(read(ming)) == [
        "Livia of Qing was captured and joined the dynasty.",
        "Livia was born.",
        "Livia was captured and now serves Tang.",
        "Tang became champion of the world, with a reputation of 10.",
        "Wu was born.",
    ]
    following.unfollow(follower=ming, emperor=livia)
    assert "Livia was born." not in read(ming) and len(read(ming)) == 3
    with clock.freeze(clock.now() + selected.RECENT + timedelta(minutes=1)):
        assert read(ming) == []


def test_an_event_of_two_who_are_followed_is_told_once_and_private_ones_never() -> None:
    ming, qing = found("Ming"), found("Qing")
    livia = born(qing, "Livia")
    following.follow(follower=ming, dynasty=qing), following.follow(follower=ming, emperor=livia)
    assert read(ming) == ["Livia was born."], "and nothing of the grant of Qing"


def test_following_twice_is_following_once_and_there_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "FOLLOWED", 2)
    ming = found("Ming")
    others = [found(name) for name in ("Qing", "Tang", "Song")]
    assert following.follow(follower=ming, dynasty=others[0]) == following.follow(follower=ming, dynasty=others[0])
    following.follow(follower=ming, dynasty=others[1])
    for dynasty, code in ((others[2], "follows_too_many"), (ming, "follows_itself")):
        with pytest.raises(DomainError) as refused:
            following.follow(follower=ming, dynasty=dynasty)
        assert refused.value.code == code
    assert following.unfollow(follower=ming, dynasty=others[0]) == 1
    assert following.unfollow(follower=ming, dynasty=others[0]) == 0
    following.follow(follower=ming, dynasty=others[2])


def test_who_leaves_the_site_follows_nobody_and_is_followed_by_nobody() -> None:
    ming, qing = found("Ming"), found("Qing")
    following.follow(follower=ming, dynasty=qing)
    following.follow(follower=qing, dynasty=ming)
    following.follow(follower=ming, emperor=born(qing, "Livia", 10))
    account_deletion.delete_account(user=qing.user, address=qing.user.email)
    assert not Follow.objects.exists()


def test_the_buttons_the_list_and_the_first_page(client: Client) -> None:
    ming, qing = found("Ming"), found("Qing")
    livia = born(qing, "Livia")
    client.force_login(ming.user)
    assert "You aren’t following anyone yet" in client.get("/court/following/").content.decode()
    page = client.get(f"/dynasty/{qing.code}/").content.decode()
    assert f"/dynasty/{qing.code}/follow" in page and "Unfollow" not in page
    client.post(f"/dynasty/{qing.code}/follow")
    client.post(f"/emperor/{livia.code}/follow")
    for address in (f"/dynasty/{qing.code}/", f"/emperor/{livia.code}/", "/court/following/"):
        assert "Unfollow" in client.get(address).content.decode(), address
    for address in ("/", "/court/following/"):
        assert "Livia was born." in client.get(address).content.decode(), address
    client.post(f"/dynasty/{qing.code}/follow", {"act": "unfollow", "from": "list"})
    client.post(f"/emperor/{livia.code}/follow", {"act": "unfollow"})
    assert not Follow.objects.exists() and "Livia was born." not in client.get("/").content.decode()
    client.post(f"/dynasty/{ming.code}/follow")
    assert not Follow.objects.exists()


def test_the_news_ask_as_much_however_many_are_followed(django_assert_num_queries: Any) -> None:
    ming = found("Ming")
    for number in range(12):
        other = found(f"Other {'abcdefghjkmn'[number]}")
        born(other, "Livia")
        following.follow(follower=ming, dynasty=other)
    with django_assert_num_queries(3):
        assert len(selected.list_news(ming, 5)) == 5
    assert factories.books_balance()
