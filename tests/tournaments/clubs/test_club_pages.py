"""The page of a club: what its owner and officers find there, and what they read after an act."""

import pytest
from django.test import Client
from django.urls import reverse

from dynasty.models import Club, Dynasty
from dynasty.services.clubs import membership
from tests.dynasty.clubs.scenes import club_of
from tests.tournaments.test_pages import log_in

pytestmark = pytest.mark.django_db


def get_manage_link(club: Club, dynasty: Dynasty) -> str:
    return reverse("club_member", args=[club.code, dynasty.code])


def read_after(client: Client, club: Club, dynasty: Dynasty, act: str) -> str:
    """Return the page that is read after an act on a member."""
    return client.post(get_manage_link(club, dynasty), {"act": act}, follow=True).content.decode()


def test_officers_are_led_to_those_whom_they_can_manage_alone() -> None:
    club, (ming, qing, song) = club_of("Ming", "Qing", "Song")
    membership.set_role(club=club, by=ming, dynasty=qing, role="officer")
    address = reverse("club", args=[club.code])
    mine, officers = (log_in(each).get(address).content.decode() for each in (ming, qing))
    assert get_manage_link(club, qing) in mine and get_manage_link(club, song) in mine
    assert get_manage_link(club, song) in officers and get_manage_link(club, ming) not in officers


def test_an_act_on_a_member_is_told_in_words() -> None:
    club, (ming, qing, song) = club_of("Ming", "Qing", "Song")
    owner = log_in(ming)
    assert "Qing is an officer now." in read_after(owner, club, qing, "officer")
    assert "Qing is a plain member now." in read_after(owner, club, qing, "member")
    assert "Song is no longer a member." in read_after(owner, club, song, "remove")
    assert "There is no such member." in read_after(owner, club, song, "remove"), "as in a page that is out of date"
    assert "The club belongs to Qing now." in read_after(owner, club, qing, "hand_over")


def test_the_own_club_says_how_to_challenge_another() -> None:
    club, (ming, qing) = club_of("Ming", "Qing")
    address, sentence = reverse("club", args=[club.code]), "To challenge another club to a match, open its page."
    assert sentence in log_in(ming).get(address).content.decode()
    assert sentence not in log_in(qing).get(address).content.decode()
