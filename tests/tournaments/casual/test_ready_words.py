"""Ready words in casual battles: who says them, who reads them in which language, and how they are muted."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock
from core.limits import CASUAL_WORDS, CASUAL_WORDS_KEPT
from dynasty.models import StreamEvent, User
from tests import factories
from tests.factories import again
from tests.tournaments.casual.test_casual import ANN, BEN, EVE, assert_error, by_link, give, hot_seat, make, sit
from tests.tournaments.casual.test_pauses import CAMPAIGN, browser
from tournaments.access.viewers import Viewer
from tournaments.models import Casual, CasualPlayer, CasualWords, Tournament
from tournaments.services import chat, moderation, retention, rounds
from tournaments.services.casual import words as casual_words

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


@pytest.fixture(autouse=True)
def moment() -> Iterator[None]:
    """Let the time stand still."""
    with clock.freeze(clock.now()):
        yield


@pytest.fixture(params=["emperors", "campaign.skirmish"])
def battle(request: Any) -> Tournament:
    """Begin a battle by link in which Ann plays a and Ben b."""
    made = by_link(**({} if request.param == "emperors" else {**CAMPAIGN, "preset": "classic"}))
    sit(made, name="Ben")
    return again(made)


def say(tournament: Tournament, holder: Viewer, words: str = "luck") -> CasualWords:
    return casual_words.say(tournament=tournament, key=holder.key, words=words)


def read(tournament: Tournament, holder: Viewer | None, **headers: str) -> str:
    """Return what a holder of a seat reads of the talk; empty where there is none."""
    answer = browser(holder).get(f"/casual/{tournament.code}/words", headers=headers)
    return answer.content.decode() if answer.status_code == 200 else ""


def press(tournament: Tournament, holder: Viewer | None, part: str = "words", **body: str) -> Any:
    return browser(holder).post(f"/casual/{tournament.code}/{part}", body, headers=JSON)


def test_all_players_read_what_one_says_and_nobody_else_does(battle: Tournament) -> None:
    assert press(battle, BEN, words="luck").status_code == 201
    for holder in (ANN, BEN):
        shown = read(battle, holder)
        assert "Good luck!" in shown and ">Ben</b>" in shown and 'data-said-by="b"' in shown
    assert "data-own" in read(battle, BEN) and "data-own" not in read(battle, ANN)
    for stranger in (EVE, None):
        assert read(battle, stranger) == ""
        page = browser(stranger).get(f"/tournament/{battle.code}/").content.decode()
        assert "data-chat-rooms" not in page and "Good luck!" not in page


def test_each_reads_it_in_their_own_language(battle: Tournament) -> None:
    say(battle, BEN)
    for language, words in {"en": "Good luck!", "es": "¡Suerte!", "ca": "Sort!"}.items():
        assert words in read(battle, ANN, **{"Accept-Language": language})


def test_the_pages_of_all_players_are_pointed_to_it_and_say_not_what(battle: Tournament) -> None:
    said = say(battle, BEN)
    found = StreamEvent.objects.filter(type="said").order_by("stream__name")
    assert [row.stream.name for row in found] == [f"seat:{battle.code}:{seat}" for seat in "ab"]
    assert {(row.key, str(row.body)) for row in found} == {(f"words:{said.pk}", "{}")}


def test_the_page_offers_it_to_players_alone(battle: Tournament) -> None:
    page = browser(ANN).get(f"/tournament/{battle.code}/").content.decode()
    assert 'name="words" value="luck"' in page and "Mute Ben" in page and 'name="text"' not in page


def test_only_words_that_are_offered_can_be_said_and_only_from_a_seat(battle: Tournament) -> None:
    for words in ("", "What a fool!", "game"):
        assert_error("unknown_words", say, battle, BEN, words)
    for stranger in (EVE, Viewer(None)):
        assert_error("not_your_seat", say, battle, stranger)
    answer = press(battle, BEN, words="What a fool!")
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_words")
    assert press(battle, EVE, words="luck").json()["code"] == "not_your_seat"


def test_nothing_is_said_where_one_plays_alone_or_shares_a_screen_or_waits() -> None:
    for made in (make(), hot_seat(), by_link()):
        assert_error("no_talk", say, made, ANN)
        assert read(made, ANN) == ""
    assert press(factories.announce("training"), ANN, words="luck").json()["code"] == "not_your_seat"


def test_it_has_a_pace(battle: Tournament) -> None:
    most, seconds = CASUAL_WORDS
    say(battle, BEN)
    assert_error("too_alike", say, battle, BEN)
    for number in range(1, most):
        say(battle, BEN, ("luck", "played")[number % 2])
    assert_error("too_fast", say, battle, BEN, "moment")
    assert press(battle, BEN, words="moment").status_code == 429
    assert say(battle, ANN).seat == "a", "one seat's pace is not another's"
    with clock.freeze(clock.now() + timedelta(seconds=seconds)):
        say(battle, BEN)


def test_the_latest_are_kept(battle: Tournament) -> None:
    rows = [CasualWords(tournament=battle, seat="a", words="luck", at=clock.now()) for _ in range(CASUAL_WORDS_KEPT)]
    CasualWords.objects.bulk_create(rows)
    said = say(battle, BEN)
    assert CasualWords.objects.count() == CASUAL_WORDS_KEPT and CasualWords.objects.filter(pk=said.pk).exists()


def test_who_mutes_a_seat_reads_nothing_of_it_and_hears_no_bell_until_it_changes_its_mind(battle: Tournament) -> None:
    say(battle, BEN)
    assert press(battle, ANN, "mute", seat="b", mute="yes").status_code == 201
    assert "Good luck!" not in read(battle, ANN) and "Read Ben again" in read(battle, ANN)
    say(battle, BEN, "played")
    heard = StreamEvent.objects.filter(type="said", stream__name=f"seat:{battle.code}:a")
    assert heard.count() == 1 and "Well played!" not in read(battle, ANN)
    assert "Well played!" in read(battle, BEN), "nobody else learns of it"
    press(battle, ANN, "mute", seat="b")
    assert "Good luck!" in read(battle, ANN) and "Well played!" in read(battle, ANN)


def test_one_mutes_others_alone(battle: Tournament) -> None:
    for seat in ("a", "z", ""):
        answer = press(battle, ANN, "mute", seat=seat, mute="yes")
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown_seat")
    assert press(battle, EVE, "mute", seat="b", mute="yes").json()["code"] == "not_your_seat"


def test_a_dynasty_that_is_muted_everywhere_is_muted_here(battle: Tournament) -> None:
    ming, qing = factories.found("Ming"), factories.found("Qing")
    Casual.objects.filter(tournament=battle).update(paired=True)
    CasualPlayer.objects.create(tournament=battle, seat="b", dynasty=qing)
    say(battle, BEN)
    client = browser(ANN)
    client.force_login(ming.user)
    address = f"/casual/{battle.code}/words"
    assert "Good luck!" in client.get(address).content.decode()
    chat.mute(dynasty=ming, author=qing)
    assert "Good luck!" not in client.get(address).content.decode()


def test_a_silenced_dynasty_says_nothing_here_either(battle: Tournament) -> None:
    ming = factories.found("Ming")
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    moderation.silence(user=staff, dynasty=ming, reason="Spam", days=2)
    client = browser(BEN)
    client.force_login(ming.user)
    answer = client.post(f"/casual/{battle.code}/words", {"words": "luck"}, headers=JSON)
    assert answer.json()["code"] == "silenced" and not CasualWords.objects.exists()


def test_after_the_end_there_are_other_words_and_they_go_with_the_battle(battle: Tournament) -> None:
    say(battle, BEN)
    give(battle, "a"), give(battle, "b", "abdicate", BEN)
    rounds.close_round(tournament_id=battle.pk, round_no=1)
    over = again(battle)
    assert over.status == "finished"
    assert_error("unknown_words", say, over, ANN, "luck")
    assert say(over, ANN, "game").words == "game"
    page = browser(ANN).get(f"/tournament/{battle.code}/").content.decode()
    assert 'name="words" value="again"' in page and "Good luck!" in page
    with clock.freeze(clock.now() + timedelta(days=8)):
        retention.forget_old()
    assert not CasualWords.objects.exists()


def test_without_a_script_it_leads_back_to_the_talk(battle: Tournament) -> None:
    answer = browser(BEN).post(f"/casual/{battle.code}/words", {"words": "luck"})
    assert answer["Location"] == f"/tournament/{battle.code}/#talk"
    assert Client().post(f"/casual/{battle.code}/words", {"words": "luck"}).status_code == 302
    assert CasualWords.objects.count() == 1
