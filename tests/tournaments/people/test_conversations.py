"""Messages of two: the first asks, the other answers or mutes, and nothing tells which; reports, limits, deletion."""

from datetime import timedelta

import pytest
from django.test import Client

from core import clock
from core.errors import DomainError
from core.limits import FIRST_MESSAGES_A_DAY
from dynasty.models import ClubMember, Dynasty, Notice, StaffAct, User
from dynasty.services import following, social
from dynasty.services.clubs import classes
from tests.factories import found
from tournaments.models import Conversation, Mute, PrivateMessage, Report
from tournaments.selectors import account_data, chat
from tournaments.selectors.people import conversations as selected
from tournaments.services import account_deletion, moderation
from tournaments.services import chat as chat_services
from tournaments.services.people import conversations, reports

pytestmark = pytest.mark.django_db


@pytest.fixture
def two() -> tuple[Dynasty, Dynasty]:
    return found("Ming"), found("Qing")


def write(one: Dynasty, other: Dynasty, text: str = "Shall we train?") -> PrivateMessage:
    return conversations.write(dynasty=one, to=other, text=text)


def refusal(one: Dynasty, other: Dynasty, text: str = "Another word") -> str:
    with pytest.raises(DomainError) as refused:
        write(one, other, text)
    return str(refused.value.code)


def look(one: Dynasty, other: Dynasty) -> tuple[str, int, int] | None:
    """Return the state, the unread and all messages of a conversation as one of the two sees it."""
    view = selected.find_view(one, other)
    return (view.state, view.unread, len(selected.list_lines(one, other))) if view else None


def test_the_first_message_asks_and_the_answer_opens(two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    write(ming, qing)
    assert look(ming, qing) == ("asked", 0, 1) and look(qing, ming) == ("to_answer", 1, 1)
    assert refusal(ming, qing) == "not_accepted_yet"
    notice = Notice.objects.get()
    assert (notice.dynasty, notice.facts["result"], notice.place) == (qing, "asked", ming.code)
    conversations.accept(dynasty=qing, other=ming)
    write(ming, qing, "On the cross?"), write(qing, ming, "Yes")
    assert look(ming, qing) == ("open", 1, 3) and look(qing, ming) == ("open", 2, 3)
    assert Notice.objects.filter(dynasty=qing).count() == 1, "one for all that is unread"
    conversations.mark_read(dynasty=qing, other=ming)
    assert look(qing, ming) == ("open", 0, 3) and not Notice.objects.filter(dynasty=qing, read_at=None).exists()
    write(ming, qing, "Tonight?")
    assert Notice.objects.filter(dynasty=qing).count() == 2


def test_to_write_back_is_to_accept(two: tuple[Dynasty, Dynasty]) -> None:
    write(*two), write(two[1], two[0], "Gladly")
    assert look(*two) == ("open", 1, 2) and Conversation.objects.count() == 1


@pytest.mark.parametrize("answer", [conversations.decline, conversations.block])
def test_whoever_asked_cannot_tell_a_refusal_from_silence(two: tuple[Dynasty, Dynasty], answer: object) -> None:
    ming, qing = two
    write(ming, qing)
    before = look(ming, qing), Notice.objects.filter(dynasty=ming).count()
    answer(dynasty=qing, other=ming)  # type: ignore[operator]
    assert (look(ming, qing), Notice.objects.filter(dynasty=ming).count()) == before
    assert refusal(ming, qing) == "not_accepted_yet" and look(qing, ming) is None
    assert ming.user and "declined" not in str(account_data.export_user(ming.user))
    assert not Notice.objects.filter(dynasty=qing, read_at=None).exists()


def test_whoever_declined_can_still_write_and_whoever_muted_unmutes_first(two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    write(ming, qing)
    conversations.decline(dynasty=qing, other=ming)
    write(qing, ming, "After all")
    assert look(ming, qing) == ("open", 1, 2)
    conversations.block(dynasty=qing, other=ming)
    assert Mute.objects.get().muted == ming and refusal(qing, ming) == "muted_by_you"
    write(ming, qing, "Are you there?")
    assert look(qing, ming) is None and not Notice.objects.filter(dynasty=qing, read_at=None).exists()


def test_a_muted_dynasty_asks_without_being_heard(two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    chat_services.mute(dynasty=qing, author=ming)
    write(ming, qing)
    assert look(ming, qing) == ("asked", 0, 1) and look(qing, ming) is None and selected.list_of(qing) == []
    assert not Notice.objects.exists()
    with pytest.raises(DomainError):
        conversations.accept(dynasty=qing, other=ming)


def test_nobody_accepts_for_the_other(two: tuple[Dynasty, Dynasty]) -> None:
    write(*two)
    for one, other in (two, (found("Tang"), two[0])):
        with pytest.raises(DomainError) as refused:
            conversations.accept(dynasty=one, other=other)
        assert refused.value.code == "no_such_conversation"


def test_who_takes_first_messages_from_friends_or_nobody(two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    social.choose(dynasty=qing, shows_online=False, first_messages="friends")
    assert refusal(ming, qing) == "not_reachable"
    following.follow(follower=ming, dynasty=qing)
    assert refusal(ming, qing) == "not_reachable"
    following.follow(follower=qing, dynasty=ming)
    write(ming, qing)
    social.choose(dynasty=ming, shows_online=False, first_messages="nobody")
    write(qing, ming, "What is begun goes on")
    assert refusal(found("Tang"), ming) == "not_reachable"


def test_pupils_neither_write_nor_get_messages(two: tuple[Dynasty, Dynasty]) -> None:
    teacher = two[0]
    school = classes.found(teacher=teacher, name="6B")
    classes.add_pupils(club=school, by=teacher, text="Ana")
    classes.allow_words(club=school, by=teacher, allowed=True)
    pupil = ClubMember.objects.get(club=school, role="member").dynasty
    for one, other in ((pupil, two[1]), (two[1], pupil), (teacher, pupil)):
        assert refusal(one, other) == "pupils_keep_apart"


def test_so_many_new_dynasties_a_day(two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    others = [found(f"House {'abcdefghij'[number]}") for number in range(FIRST_MESSAGES_A_DAY)]
    for number, other in enumerate(others):
        with clock.freeze(clock.now() + number * timedelta(minutes=2)):
            write(ming, other, f"Are you there, {other.name}?")
    later = clock.now() + timedelta(hours=1)
    with clock.freeze(later):
        assert refusal(ming, qing) == "too_many_asked"
        write(others[0], ming, "I am")
        write(ming, others[0], "To those who answer it goes on")
    with clock.freeze(later + timedelta(days=1)):
        write(ming, qing)


def test_the_silenced_and_houses_do_not_write(two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    assert refusal(ming, ming) == "own_message"
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    moderation.silence(user=staff, dynasty=ming, reason="rude", days=1)
    assert refusal(ming, qing) == "silenced" and refusal(qing, ming, "see www.example.org") == "links_off"


def test_the_silenced_can_let_others_write_and_are_told_so(two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    write(ming, qing)
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    moderation.silence(user=staff, dynasty=qing, reason="rude", days=1)
    reader = Client()
    reader.force_login(qing.user)
    address = f"/messages/{ming.code}/"
    page = reader.get(address).content.decode()
    assert 'value="accept"' in page and "Until then you cannot write" in page
    page = reader.post(address, {"act": "accept"}, follow=True).content.decode()
    assert look(qing, ming) == ("open", 0, 1)
    assert "accept or decline what others propose" in page and 'name="text"' not in page
    write(ming, qing, "Read this")


def test_a_report_shows_the_lines_around_it_and_the_staff_removes_one(two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    write(ming, qing), write(qing, ming, "Gladly")
    rude = write(ming, qing, "You fool")
    row = reports.report(dynasty=qing, message=rude, reason="insult")
    assert [line["text"] for line in row.context] == ["Shall we train?", "Gladly", "You fool"]
    assert row == reports.report(dynasty=qing, message=rude, reason="insult")
    with pytest.raises(DomainError) as refused:
        reports.report(dynasty=found("Tang"), message=rude, reason="spam")
    assert refused.value.code == "no_such_message"
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    assert [each.private for each in chat.list_open_reports()] == [rude]
    moderation.remove_private(user=staff, message=rude, reason="an insult")
    assert [line.text for line in selected.list_lines(qing, ming)] == ["Shall we train?", "Gladly"]
    assert Report.objects.get().outcome == "removed" and StaffAct.objects.get().act == "removed"


def test_what_both_wrote_goes_with_the_account(two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    write(ming, qing), write(qing, ming, "Gladly")
    assert ming.user and qing.user
    [exported] = account_data.export_user(qing.user)["conversations"]
    assert exported["with"] == ming.code and [line["by"] for line in exported["messages"]] == [ming.code, qing.code]
    account_deletion.delete_account(user=ming.user, address=ming.user.email)
    assert not Conversation.objects.exists() and not PrivateMessage.objects.exists()
    assert not Notice.objects.filter(kind="message").exists() and refusal(qing, ming) == "no_such_dynasty"


def test_the_pages_from_the_first_message_to_the_mute(client: Client, two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    assert ming.user and qing.user
    theirs = Client()
    client.force_login(ming.user), theirs.force_login(qing.user)
    assert f"/messages/{qing.code}/" in client.get(f"/dynasty/{qing.code}/").content.decode()
    assert "Your first message asks" in client.get(f"/messages/{qing.code}/").content.decode()
    client.post(f"/messages/{qing.code}/", {"text": "Shall we train?"})
    refused = client.post(f"/messages/{qing.code}/", {"text": "Hello?"})
    assert refused.status_code == 409
    assert theirs.get("/notices/count").json() == {"unread": 1}
    assert "wants to write to you" in theirs.get("/messages/").content.decode()
    assert "Shall we train?" in theirs.get(f"/messages/{ming.code}/").content.decode()
    assert theirs.get("/notices/count").json() == {"unread": 0}
    theirs.post(f"/messages/{ming.code}/", {"act": "accept"})
    lines = theirs.get(f"/messages/{ming.code}/?part=lines").content.decode()
    assert "Shall we train?" in lines and "<html" not in lines
    code = PrivateMessage.objects.get().code
    assert client.get(f"/messages/one/{code}/").status_code == 200
    assert theirs.post(f"/messages/one/{code}/", {"do": "report", "reason": "spam"})["Location"] == "/messages/"
    third = Client()
    tang = found("Tang")
    assert tang.user
    third.force_login(tang.user)
    assert third.get(f"/messages/one/{code}/").status_code == 404
    assert "Shall we train?" not in third.get(f"/messages/{ming.code}/").content.decode()
    theirs.post(f"/messages/{ming.code}/", {"act": "block"})
    assert "No messages yet" in theirs.get("/messages/").content.decode() and Report.objects.exists()
