"""Acts of people who find each other: what they show, what they write to one another, and what they report."""

from functools import partial

from dynasty.models import Dynasty, TakenName, User
from dynasty.services import social
from tests import factories
from tests.reliability.acts import ACTS, Call, act, somebody, staff
from tests.reliability.club_acts import club_of
from tournaments.models import PrivateMessage, Report, Silence
from tournaments.services import moderation
from tournaments.services.people import appeals, club_talk, conversations, names, origins, reports

__all__ = ["ACTS"]


@act
def choose_what_friends_see() -> Call:
    return partial(social.choose, dynasty=somebody(), shows_online=True, first_messages="friends")


@act
def note_presence() -> Call:
    dynasty = somebody()
    social.choose(dynasty=dynasty, shows_online=True, first_messages="everybody")
    assert isinstance(dynasty.user, User)
    return partial(social.note_presence, user=dynasty.user)


def ask_somebody() -> tuple[Dynasty, Dynasty, PrivateMessage]:
    """Return a dynasty that is asked, who asked, and the message."""
    asker, other = somebody(), somebody()
    return other, asker, conversations.write(dynasty=asker, to=other, text="Shall we train?")


@act(once=True)
def write_to_a_dynasty() -> Call:
    return partial(conversations.write, dynasty=somebody(), to=somebody(), text="Shall we train?")


@act
def accept_conversation() -> Call:
    dynasty, other, _message = ask_somebody()
    return partial(conversations.accept, dynasty=dynasty, other=other)


@act
def decline_conversation() -> Call:
    dynasty, other, _message = ask_somebody()
    return partial(conversations.decline, dynasty=dynasty, other=other)


@act
def block_conversation() -> Call:
    dynasty, other, _message = ask_somebody()
    return partial(conversations.block, dynasty=dynasty, other=other)


@act
def read_conversation() -> Call:
    dynasty, other, _message = ask_somebody()
    return partial(conversations.mark_read, dynasty=dynasty, other=other)


@act
def report_private_message() -> Call:
    dynasty, _other, message = ask_somebody()
    return partial(reports.report, dynasty=dynasty, message=message, reason="insult")


@act
def remove_private_message() -> Call:
    message = ask_somebody()[2]
    return partial(moderation.remove_private, user=staff(), message=message, reason="an insult")


@act
def put_a_message_back() -> Call:
    user, message = staff(), ask_somebody()[2]
    moderation.remove_private(user=user, message=message, reason="an insult")
    return partial(moderation.put_back, user=user, text=message, reason="misread")


@act(once=True)
def ask_to_look_again() -> Call:
    dynasty = somebody()
    moderation.silence(user=staff(), dynasty=dynasty, reason="rude words")
    return partial(appeals.ask, dynasty=dynasty, code="silence", words="It was a joke between friends.")


@act
def report_a_name() -> Call:
    return partial(names.report, dynasty=somebody(), named=somebody(), reason="insult")


@act
def take_a_name() -> Call:
    return partial(names.take, user=staff(), named=somebody(), parts=("name",), reason="an insult")


def take_name_of(dynasty: Dynasty, user: User) -> TakenName:
    """Return the name that the staff took from a dynasty."""
    names.take(user=user, named=dynasty, parts=("name",), reason="an insult")
    return TakenName.objects.get(dynasty=dynasty)


@act
def put_a_name_back() -> Call:
    user, dynasty = staff(), somebody()
    return partial(names.put_back, user=user, row=take_name_of(dynasty, user), reason="misread")


@act(once=True)
def choose_another_name() -> Call:
    dynasty = somebody()
    return partial(names.choose, dynasty=dynasty, code=take_name_of(dynasty, staff()).code, name="A Better Name")


@act
def close_moot_appeals() -> Call:
    dynasty = somebody()
    moderation.silence(user=staff(), dynasty=dynasty, reason="rude words")
    appeals.ask(dynasty=dynasty, code="silence", words="It was a joke between friends.")
    Silence.objects.filter(dynasty=dynasty).delete()
    return appeals.close_moot


@act(once=True)
def say_in_a_club() -> Call:
    owner = somebody()
    return partial(club_talk.post, club=club_of(owner=owner), dynasty=owner, text="Who comes on Friday?")


@act
def forget_club_talk() -> Call:
    return club_talk.forget_old


@act
def look_at_a_report() -> Call:
    dynasty, _other, message = ask_somebody()
    reports.report(dynasty=dynasty, message=message, reason="insult")
    return partial(moderation.note_look, reports=list(Report.objects.all()))


@act
def note_an_origin() -> Call:
    cup = factories.announce("gift")
    return partial(origins.note, tournament=cup, dynasty=somebody(), address="10.0.0.1", browser="a key")


@act
def dismiss_a_hint() -> Call:
    cup = factories.announce("gift")
    origins.note(tournament=cup, dynasty=somebody(), address="10.0.0.1")
    return partial(moderation.dismiss_hint, user=staff(), tournament=cup, reason="two sisters")


@act
def forget_origins() -> Call:
    return origins.forget_old
