"""Who hears and says what around a battle, and what can be done about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from core import clock
from core.errors import DomainError
from core.limits import MESSAGE_LENGTH, MESSAGES_A_MINUTE, REPORTS_A_DAY
from dynasty.models import Dynasty, StaffAct, Stream, User
from tests import factories
from tests.security.world import open_client
from tournaments.models import Message, Mute, Report, Silence, Tournament
from tournaments.realtime import consumers
from tournaments.selectors import chat as heard
from tournaments.services import announcements, chat, moderation, retention, rounds, stand_ins

pytestmark = pytest.mark.django_db
CANARY = "the-table-alone-knows"


@pytest.fixture
def battle() -> Tournament:
    """Begin a battle of Aaa (a) and Bbb (b), where a player has spoken, and Crier, a spectator."""
    tournament, _fighters = factories.begin("gift", 0, 0)
    chat.post(tournament=tournament, dynasty=of("Aaa"), room="table", text=CANARY)
    chat.post(tournament=tournament, dynasty=factories.found("Crier"), room="public", text="Hear ye")
    return tournament


@pytest.fixture
def other() -> Dynasty:
    return factories.found("Other")


@pytest.fixture
def staff() -> User:
    user = User.objects.create_user("staff@example.org", "a long password", is_staff=True)
    TOTP.activate(user, generate_totp_secret())
    return user


def of(name: str) -> Dynasty:
    return Dynasty.objects.get(name=name)


def client_of(dynasty: Dynasty | None) -> Client:
    client = Client()
    if dynasty:
        client.force_login(dynasty.user)
    return client


@contextmanager
def rejects_report(code: str) -> Iterator[None]:
    with pytest.raises(DomainError) as error:
        yield
    assert error.value.code == code


def finish(tournament: Tournament) -> Tournament:
    return factories.play(tournament, {"a": "win"})


def everything(tournament: Tournament, reader: Dynasty | None) -> str:
    """Return all that a reader sees of the chats: page, part, API."""
    client, code = client_of(reader), tournament.code
    answers = [client.get(f"/tournament/{code}/"), client.get(f"/tournament/{code}/talk")]
    answers += [client.get(f"/api/v1/tournaments/{code}/talk/?room={room}") for room in ("table", "public")]
    return "".join(answer.content.decode() for answer in answers)


# ── Who hears what ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("reader, during, after", [("Bbb", True, True), ("Other", False, True), (None, False, True)])
def test_the_table_is_hidden_from_others_until_the_end(
    battle: Tournament, other: Dynasty, reader: str | None, during: bool, after: bool
) -> None:
    viewer = of(reader) if reader else None
    assert (CANARY in everything(battle, viewer)) is during
    assert ("Hear ye" in everything(battle, viewer)) is not during
    finish(battle)
    assert (CANARY in everything(factories.again(battle), viewer)) is after
    assert "Hear ye" in everything(factories.again(battle), viewer)


@pytest.mark.parametrize("reader, notified", [("Bbb", True), ("Other", False), (None, False)])
def test_pointers_to_the_table_go_to_players_alone(
    battle: Tournament, other: Dynasty, reader: str | None, notified: bool
) -> None:
    names = consumers.list_streams(battle.code, of(reader).user_id if reader else None)
    assert (f"table:{battle.code}" in names) is notified and (f"talk:{battle.code}" in names) is not notified


def test_a_pointer_says_nothing(battle: Tournament) -> None:
    stream = Stream.objects.get(name=f"table:{battle.code}")
    assert CANARY not in str(list(stream.events.values()))


def test_staff_sees_the_table_of_others_no_sooner(battle: Tournament, staff: User) -> None:
    client = Client()
    client.force_login(staff)
    assert CANARY not in client.get(f"/tournament/{battle.code}/talk").content.decode()


def test_a_hidden_message_has_no_page_for_others(battle: Tournament, other: Dynasty) -> None:
    code = Message.objects.get(text=CANARY).code
    assert client_of(other).get(f"/talk/{code}/").status_code == 404
    assert (
        client_of(other).post(f"/api/v1/talk/{code}/report/", {"reason": "spam"}, "application/json").status_code == 404
    )
    assert client_of(of("Bbb")).get(f"/talk/{code}/").status_code == 200


# ── Who says what ──────────────────────────────────────────────────────────────────────────────────────────


def rejects(code: str, tournament: Tournament, dynasty: Dynasty, text: str = "Hello", room: str = "public") -> None:
    before = Message.objects.count()
    with pytest.raises(DomainError) as error:
        chat.post(tournament=tournament, dynasty=dynasty, room=room, text=text)
    assert error.value.code == code and Message.objects.count() == before


def test_only_players_talk_at_the_table(battle: Tournament, other: Dynasty) -> None:
    rejects("not_at_the_table", battle, other, room="table")
    assert chat.post(tournament=battle, dynasty=other, room="public", text="Hello").pk


# ── Who fights hears nothing from the stands ───────────────────────────────────────────────────────────────


def hears(tournament: Tournament, reader: Dynasty, text: str = "Hear ye") -> bool:
    """Return whether a reader gets a line of the spectators by any way: page, API, its own address, streams."""
    code = Message.objects.get(text=text).code
    ways = {
        text in everything(tournament, reader),
        client_of(reader).get(f"/talk/{code}/").status_code == 200,
        f"talk:{tournament.code}" in consumers.list_streams(tournament.code, reader.user_id),
    }
    assert len(ways) == 1, "all ways say the same"
    return ways.pop()


def test_who_fights_neither_hears_nor_tells_the_spectators(battle: Tournament) -> None:
    for name in ("Aaa", "Bbb"):
        assert not hears(battle, of(name))
        rejects("still_fighting", battle, of(name))
    client = client_of(of("Aaa"))
    url, text = f"/api/v1/tournaments/{battle.code}/talk/", {"room": "public", "text": "Hello"}
    assert client.get(f"{url}?room=public").status_code == 404
    assert client.post(url, text, content_type="application/json").status_code == 403
    page = client.get(f"/tournament/{battle.code}/").content.decode()
    assert "You can read it and join in once your seat has fallen" in page
    with rejects_report("no_such_message"):
        chat.report(dynasty=of("Aaa"), message=Message.objects.get(text="Hear ye"), reason="spam")


def test_who_has_fallen_joins_the_spectators(other: Dynasty) -> None:
    battle, _fighters = factories.begin("gift", 0, 0, 0)
    chat.post(tournament=battle, dynasty=other, room="public", text="Hear ye")
    factories.play(battle, {"a": "seize b"})
    assert factories.again(battle).status == "running"
    assert hears(battle, of("Bbb")) and not hears(battle, of("Aaa")) and not hears(battle, of("Ccc"))
    assert chat.post(tournament=battle, dynasty=of("Bbb"), room="public", text="I fell").pk
    rejects("still_fighting", battle, of("Aaa"))
    Tournament.objects.filter(pk=battle.pk).update(status="halted")
    assert hears(factories.again(battle), of("Bbb")) and not hears(factories.again(battle), of("Aaa"))


def test_before_the_start_and_after_the_end_all_may_talk_to_all(other: Dynasty) -> None:
    tournament = factories.announce("gift")
    chat.post(tournament=tournament, dynasty=other, room="public", text="Hear ye")
    factories.enter(tournament, factories.born(factories.found("Lone"), "Lone"), "a")
    assert hears(tournament, of("Lone"))
    assert chat.post(tournament=tournament, dynasty=of("Lone"), room="public", text="Who dares?").pk
    announcements.cancel(tournament=tournament, by=None)
    assert hears(factories.again(tournament), of("Lone"))


def test_who_leads_the_seat_of_another_fights_while_it_does(other: Dynasty) -> None:
    battle, _fighters = factories.begin("gift", 0, 0, absence={"volunteers": True})
    chat.post(tournament=battle, dynasty=other, room="public", text="Hear ye")
    assert hears(battle, other)
    battle.entries.filter(seat="b").update(missed=3)
    stand_ins.volunteer(tournament_id=battle.pk, dynasty=other, seat="b")
    assert not hears(battle, other)
    rejects("still_fighting", battle, other)
    stand_ins.step_down(tournament_id=battle.pk, dynasty=other)
    assert hears(battle, other)


def test_computers_and_houses_do_not_talk(battle: Tournament) -> None:
    rejects("no_houses", battle, factories.house("The Old Guard"))
    battle.entries.filter(seat="b").update(player="greedy")
    rejects("not_at_the_table", battle, of("Bbb"), room="table")


def test_casual_battles_have_no_talk(battle: Tournament, other: Dynasty) -> None:
    Tournament.objects.filter(pk=battle.pk).update(casual=True)
    casual = factories.again(battle)
    rejects("no_talk", casual, other)
    assert heard.list_talks(casual, of("Aaa"), []) == [] and heard.list_streams(casual, of("Aaa")) == []


@pytest.mark.parametrize("room", ["", "attic"])
def test_there_are_two_rooms(battle: Tournament, room: str) -> None:
    rejects("no_talk", battle, of("Aaa"), room=room)


@pytest.mark.parametrize(
    "text, code",
    [
        ("", "nothing_said"),
        (" \n\t ", "nothing_said"),
        ("\u202e\u200b\u2066", "nothing_said"),
        ("x" * (MESSAGE_LENGTH + 1), "too_long"),
        ("see https://evil.example", "links_off"),
        ("www.evil.example", "links_off"),
        ("come to evil.com now", "links_off"),
    ],
)
def test_what_cannot_be_said(battle: Tournament, text: str, code: str) -> None:
    rejects(code, battle, of("Crier"), text)


@pytest.mark.parametrize(
    "text, kept",
    [
        ("  two   words ", "two words"),
        ("one\n\n\ntwo", "one\ntwo"),
        ("turned\u202e around", "turned around"),
        ("zero\u200bwidth\x00", "zerowidth"),
        ("z" + "\u0335" * 9, "z" + "\u0335" * 2),
        ("family 👨‍👩‍👧", "family 👨‍👩‍👧"),
        ("x" * MESSAGE_LENGTH, "x" * MESSAGE_LENGTH),
    ],
)
def test_text_is_kept_in_order(text: str, kept: str) -> None:
    assert chat.clean_text(text) == kept


def test_text_is_shown_as_text(battle: Tournament) -> None:
    chat.post(tournament=battle, dynasty=of("Crier"), room="public", text="<img src=x onerror=alert(1)>")
    page = client_of(None).get(f"/tournament/{battle.code}/").content.decode()
    assert "<img src=x" not in page and "&lt;img src=x" in page


def test_whoever_fought_may_send_an_address_and_it_is_still_no_link(battle: Tournament, other: Dynasty) -> None:
    finish(battle)
    assert chat.post(
        tournament=factories.again(battle), dynasty=of("Aaa"), room="public", text="https://example.org"
    ).pk
    assert 'href="https://example.org' not in everything(battle, other)


def test_the_talk_ends_a_week_after_the_battle(battle: Tournament) -> None:
    ended = finish(battle)
    assert chat.post(tournament=ended, dynasty=of("Bbb"), room="table", text="Well fought").pk
    Tournament.objects.filter(pk=ended.pk).update(ended_at=clock.now() - timedelta(days=8))
    rejects("talk_over", factories.again(ended), of("Bbb"), room="table")


# ── How much ───────────────────────────────────────────────────────────────────────────────────────────────


def test_the_fourth_similar_message_in_ten_seconds_is_refused(battle: Tournament, other: Dynasty) -> None:
    now = clock.now()
    with clock.freeze(now):
        for text in ("Vote for me", "vote for me!", "VOTE FOR ME"):
            chat.post(tournament=battle, dynasty=other, room="public", text=text)
        rejects("too_alike", battle, other, "Vote for  me")
        chat.post(tournament=battle, dynasty=other, room="public", text="Something else entirely")
    with clock.freeze(now + timedelta(seconds=11)):
        assert chat.post(tournament=battle, dynasty=other, room="public", text="Vote for me").pk


def test_a_minute_holds_twelve_in_all_talks(battle: Tournament, other: Dynasty) -> None:
    second = factories.announce("gift")
    now = clock.now()
    with clock.freeze(now):
        for number in range(MESSAGES_A_MINUTE):
            text = "abcdefghijklmnop"[number] * (number + 5)
            chat.post(tournament=(battle, second)[number % 2], dynasty=other, room="public", text=text)
        rejects("too_fast", battle, other, "One more")
    with clock.freeze(now + timedelta(seconds=61)):
        assert chat.post(tournament=battle, dynasty=other, room="public", text="One more").pk


def test_the_api_says_too_many_requests(battle: Tournament, other: Dynasty) -> None:
    client, url = client_of(other), f"/api/v1/tournaments/{battle.code}/talk/"
    values = {"room": "public", "text": "The same"}
    statuses = [client.post(url, values, content_type="application/json").status_code for _ in range(4)]
    assert statuses == [201, 201, 201, 429]


# ── Muting ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_muting_hides_an_author_everywhere_and_for_oneself_alone(battle: Tournament, other: Dynasty) -> None:
    second = factories.announce("gift")
    chat.post(tournament=second, dynasty=of("Crier"), room="public", text="Here too")
    code = Message.objects.get(text="Hear ye").code
    assert client_of(other).post(f"/talk/{code}/", {"do": "mute"}).status_code == 302
    assert "Hear ye" not in everything(battle, other) and "Here too" not in everything(second, other)
    assert "Hear ye" in everything(battle, of("Crier")) and "Hear ye" in everything(battle, None)
    assert b"Crier" in client_of(other).get("/talk/muted/").content
    client_of(other).post(f"/talk/muted/{of('Crier').code}")
    assert "Hear ye" in everything(battle, other)


def test_nobody_mutes_itself(battle: Tournament) -> None:
    with rejects_report("own_message"):
        chat.mute(dynasty=of("Aaa"), author=of("Aaa"))
    assert not Mute.objects.exists()


# ── Reporting, and the staff ───────────────────────────────────────────────────────────────────────────────


def test_a_report_keeps_the_lines_around(battle: Tournament, other: Dynasty) -> None:
    text = Message.objects.get(text="Hear ye")
    chat.post(tournament=battle, dynasty=other, room="public", text="Afterwards")
    report = chat.report(dynasty=other, message=text, reason="insult")
    assert [line["text"] for line in report.context] == ["Hear ye", "Afterwards"]
    assert [line["said"] for line in report.context] == [True, False]
    assert chat.report(dynasty=other, message=text, reason="spam").pk == report.pk and Report.objects.count() == 1


def test_reports_are_refused_for_nonsense_and_floods(battle: Tournament, other: Dynasty) -> None:
    text = Message.objects.get(text="Hear ye")
    for dynasty, reason, code in ((other, "boring", "unknown_reason"), (of("Crier"), "spam", "own_message")):
        with rejects_report(code):
            chat.report(dynasty=dynasty, message=text, reason=reason)
    for number in range(REPORTS_A_DAY):
        Report.objects.create(about=of("Crier"), reporter=other, key=str(number), reason="spam", title="", context=[],
                              at=clock.now())  # fmt: skip
    with rejects_report("too_many_reports"):
        chat.report(dynasty=other, message=text, reason="spam")


def test_the_queue_is_for_staff_alone(battle: Tournament, other: Dynasty, staff: User) -> None:
    chat.report(dynasty=other, message=Message.objects.get(text="Hear ye"), reason="insult")
    assert Client().get("/moderation/").status_code == 404
    assert client_of(other).get("/moderation/").status_code == 404
    assert client_of(other).post("/moderation/", {"do": "silence", "on": of("Aaa").code}).status_code == 404
    client = open_client(staff)
    assert b"Hear ye" in client.get("/moderation/").content
    assert not Silence.objects.exists()


def test_a_removed_message_is_gone_for_all_and_audited(battle: Tournament, other: Dynasty, staff: User) -> None:
    report = chat.report(dynasty=other, message=Message.objects.get(text="Hear ye"), reason="insult")
    client = open_client(staff)
    client.post("/moderation/", {"do": "remove", "on": report.code, "reason": "It insults."})
    for reader in (None, other, of("Aaa"), of("Bbb")):
        assert "Hear ye" not in everything(battle, reader)
    act = StaffAct.objects.get()
    assert (act.act, act.user, act.reason, act.before["text"]) == ("removed", staff, "It insults.", "Hear ye")
    assert factories.again(report).outcome == "removed"


def test_the_silenced_are_heard_by_nobody_until_staff_relents(battle: Tournament, other: Dynasty, staff: User) -> None:
    for name in ("Aaa", "Crier", "Crier"):
        moderation.silence(user=staff, dynasty=of(name), reason="Insults everybody")
    assert "Hear ye" not in everything(battle, other) and CANARY not in everything(battle, of("Bbb"))
    rejects("silenced", battle, of("Crier"))
    rejects("silenced", battle, of("Aaa"), room="table")
    moderation.end_silence(user=staff, dynasty=of("Crier"), reason="It apologised")
    assert "Hear ye" in everything(battle, other)
    assert [act.act for act in StaffAct.objects.order_by("pk")] == ["silenced", "silenced", "heard"]


@pytest.mark.parametrize("reason", ["", " x "])
def test_staff_must_say_why(battle: Tournament, staff: User, reason: str) -> None:
    with rejects_report("unknown_reason"):
        moderation.silence(user=staff, dynasty=of("Aaa"), reason=reason)
    assert not Silence.objects.exists() and not StaffAct.objects.exists()


def test_who_is_no_staff_cannot_act(battle: Tournament, other: Dynasty) -> None:
    with rejects_report("not_yours"):
        moderation.remove_message(user=other.user, message=Message.objects.first(), reason="I do not like it")
    assert not Message.objects.exclude(removed_at=None).exists()


def test_acts_are_final(staff: User) -> None:
    from django.db import Error, transaction

    act = StaffAct.objects.create(user=staff, act="heard", object="dynasty:x", at=clock.now())
    with pytest.raises(Error), transaction.atomic():
        StaffAct.objects.filter(pk=act.pk).update(reason="something else")


# ── Forgetting, and pages ──────────────────────────────────────────────────────────────────────────────────


def test_a_training_forgets_its_talk(other: Dynasty) -> None:
    training, _fighters = factories.begin("training", 0, 0)
    text = chat.post(tournament=training, dynasty=of("Aaa"), room="table", text="Only an exercise")
    chat.report(dynasty=of("Bbb"), message=text, reason="spam")
    finish(training)
    assert not Message.objects.exists()
    assert Report.objects.get().context[0]["text"] == "Only an exercise"
    rejects("talk_over", factories.again(training), other)
    Tournament.objects.filter(pk=training.pk).update(ended_at=clock.now() - timedelta(days=8))
    retention.forget_old()
    assert not Stream.objects.filter(name__in=[f"table:{training.code}", f"talk:{training.code}"]).exists()


def test_the_talk_of_what_was_called_off_is_public() -> None:
    tournament = factories.announce("gift")
    factories.enter(tournament, factories.born(factories.found("Lone"), "Lone"), "a")
    chat.post(tournament=tournament, dynasty=of("Lone"), room="table", text=CANARY)
    assert CANARY not in everything(tournament, None)
    announcements.cancel(tournament=tournament, by=None)
    assert CANARY in everything(factories.again(tournament), None)


def test_it_works_without_a_script(battle: Tournament, other: Dynasty) -> None:
    client = client_of(other)
    text = client.post(f"/tournament/{battle.code}/talk", {"room": "public", "text": "By a form"}, follow=True)
    assert b"By a form" in text.content and text.redirect_chain[0][0].endswith("#talk")
    again = client.post(f"/tournament/{battle.code}/talk", {"room": "table", "text": "By a form"}, follow=True)
    assert b"Only players with a seat here" in again.content


def test_strangers_log_in_first(battle: Tournament) -> None:
    answer = Client().post(f"/tournament/{battle.code}/talk", {"room": "public", "text": "Hello"})
    assert answer.status_code == 302 and "login" in answer["Location"] and Message.objects.count() == 2


def test_a_long_talk_asks_no_more(battle: Tournament, django_assert_max_num_queries: Any) -> None:
    for number in range(40):
        Message.objects.create(tournament=battle, room="public", dynasty=of("Bbb"), text=str(number), at=clock.now())
    client = client_of(of("Aaa"))
    factories.play(battle, {"a": "-"})
    for path in (f"/tournament/{battle.code}/talk", "/talk/muted/", f"/tournament/{battle.code}/"):
        with django_assert_max_num_queries(15):
            assert client.get(path).status_code == 200


def test_a_battle_closes_whatever_is_said(battle: Tournament) -> None:
    factories.order(battle, "a", "-")
    factories.order(battle, "b", "-")
    assert rounds.close_round(tournament_id=battle.pk, round_no=1)


def test_words_that_are_ready_are_sent_by_a_button(battle: Tournament) -> None:
    client = client_of(of("Aaa"))
    page = client.get(f"/tournament/{battle.code}/").content.decode()
    assert 'name="text" value="Well played!" formnovalidate' in page
    said = {"room": "table", "text": ["", "Well played!"]}  # the empty field stands before the button
    client.post(f"/tournament/{battle.code}/talk", said)
    assert Message.objects.filter(text="Well played!", room="table").exists()
