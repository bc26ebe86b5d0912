"""Friends follow each other; who is here is shown to them alone, by choice, and to nobody who is muted."""

from datetime import timedelta

import pytest
from django.test import Client

from core import clock
from core.errors import DomainError
from dynasty.models import ClubMember, Dynasty, SocialSetting
from dynasty.services import following, social
from dynasty.services.clubs import classes
from tests.factories import found
from tournaments.selectors.people import friends
from tournaments.selectors.people.friends import Friend
from tournaments.services import account_deletion, chat

pytestmark = pytest.mark.django_db


def befriend(one: Dynasty, other: Dynasty) -> None:
    following.follow(follower=one, dynasty=other)
    following.follow(follower=other, dynasty=one)


def show(dynasty: Dynasty) -> None:
    social.choose(dynasty=dynasty, shows_online=True, first_messages="everybody")
    assert dynasty.user
    social.note_presence(user=dynasty.user)


def test_friends_follow_each_other_and_who_is_here_comes_first() -> None:
    ming, qing, tang, song = (found(name) for name in ("Ming", "Qing", "Tang", "Song"))
    befriend(ming, qing), befriend(ming, tang)
    following.follow(follower=ming, dynasty=song)
    show(tang), show(song)
    assert friends.list_friends(ming) == [Friend(tang, True), Friend(qing, False)]
    assert friends.list_friends(song) == [] and friends.are_friends(tang, ming)
    following.unfollow(follower=tang, dynasty=ming)
    assert friends.list_friends(ming) == [Friend(qing, False)] and friends.list_friends(tang) == []


def test_nobody_is_shown_without_choosing_it_nor_long_after() -> None:
    ming, qing = found("Ming"), found("Qing")
    befriend(ming, qing)
    assert qing.user and not social.is_due(qing.user) and social.note_presence(user=qing.user) == 0
    assert not SocialSetting.objects.exists()
    show(qing)
    assert friends.list_friends(ming)[0].online and not social.is_due(qing.user)
    assert social.note_presence(user=qing.user) == 0, "what is known is known in steps"
    with clock.freeze(clock.now() + friends.ONLINE + timedelta(seconds=1)):
        assert not friends.list_friends(ming)[0].online and social.is_due(qing.user)
    social.choose(dynasty=qing, shows_online=False, first_messages="nobody")
    assert SocialSetting.objects.get().online_at is None and not friends.list_friends(ming)[0].online


@pytest.mark.parametrize("who", [0, 1])
def test_who_is_muted_is_no_friend_on_either_side(who: int) -> None:
    two = found("Ming"), found("Qing")
    befriend(*two)
    show(two[0]), show(two[1])
    chat.mute(dynasty=two[who], author=two[1 - who])
    assert friends.list_friends(two[0]) == friends.list_friends(two[1]) == []
    chat.unmute(dynasty=two[who], author=two[1 - who])
    assert len(friends.list_friends(two[0])) == 1


def test_the_page_shows_saves_and_leads_to_a_challenge(client: Client) -> None:
    ming, qing = found("Ming"), found("Qing")
    assert ming.user and qing.user
    client.force_login(ming.user)
    assert "No friends yet" in client.get("/court/friends/").content.decode()
    befriend(ming, qing)
    show(qing)
    page = client.get("/court/friends/").content.decode()
    assert f"/challenge/?to={qing.code}" in page and "online" in page
    client.post("/court/friends/", {"shows_online": "on", "first_messages": "friends"})
    assert SocialSetting.objects.get(dynasty=ming).shows_online
    assert client.get("/notices/count").status_code == 200
    assert SocialSetting.objects.get(dynasty=ming).online_at is not None
    assert client.post("/court/friends/", {"first_messages": "everything"}).status_code == 422
    answer = client.get("/api/v1/court/friends/").json()
    assert answer["friends"] == [{"dynasty": {"code": qing.code, "name": "Qing"}, "online": True}]
    assert answer["shows_online"] is True and answer["first_messages"] == "friends"


def test_pupils_are_never_shown(client: Client) -> None:
    teacher = found("Ming")
    school = classes.found(teacher=teacher, name="6B")
    classes.add_pupils(club=school, by=teacher, text="Ana")
    pupil = ClubMember.objects.get(club=school, role="member").dynasty
    with pytest.raises(DomainError) as refused:
        social.choose(dynasty=pupil, shows_online=True, first_messages="everybody")
    assert refused.value.code == "pupils_keep_apart"


def test_the_choice_goes_with_the_account() -> None:
    ming = found("Ming")
    show(ming)
    assert ming.user
    account_deletion.delete_account(user=ming.user, address=ming.user.email)
    assert not SocialSetting.objects.exists()


def test_the_list_asks_as_much_however_many_friends(django_assert_num_queries: pytest.FixtureRequest) -> None:
    ming = found("Ming")
    for number in range(8):
        befriend(ming, found(f"House {'abcdefgh'[number]}"))
    with django_assert_num_queries(2):  # type: ignore[operator]
        assert len(friends.list_friends(ming)) == 8
