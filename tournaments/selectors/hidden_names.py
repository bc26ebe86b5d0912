"""The seats of a training, or of an anonymous battle before its end, with names hidden from other readers."""

import copy
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from dynasty.models import Dynasty
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Message, Tournament


def is_anonymous(tournament: Tournament) -> bool:
    """Return whether nobody may learn yet who sits where, not even the other players.

    Names are shown at the end of a battle; where none was fought, never.
    """
    is_over = tournament.started_at is not None and tournament.ended_at is not None
    return bool(tournament.terms.get("anonymous")) and not is_over


def is_discreet(tournament: Tournament) -> bool:
    """Return whether the names of the players are hidden from others. Casual battles have no names to hide."""
    return is_anonymous(tournament) or (not is_serious(tournament.type) and not tournament.casual)


def hide_names(tournament: Tournament, entries: Iterable[Entry], reader: Dynasty | None) -> list[Entry]:
    """Return the entries of a tournament with the names hidden that a dynasty may not know.

    In a training only dynasties with a seat in it see names; the site's own dynasties do not count. In an anonymous
    battle each of them sees its own.
    """
    found = list(entries)
    if is_anonymous(tournament):
        return [entry if has_seat([entry], reader) else copy_nameless(entry) for entry in found]
    if not is_discreet(tournament) or has_seat(found, reader):
        return found
    return [copy_nameless(entry) for entry in found]


def has_seat(entries: Iterable[Entry], reader: Dynasty | None) -> bool:
    """Return whether a dynasty has one of these seats."""
    return reader is not None and any(entry.dynasty_id == reader.pk for entry in entries)


def copy_nameless(entry: Entry) -> Entry:
    """Return a copy of an entry without dynasty, emperor and name, to be shown and never saved."""
    found = copy.copy(entry)
    found.dynasty = found.emperor = None
    found.name = ""
    return found


def hides_author(message: Message, reader: Dynasty | None) -> bool:
    """Return whether a reader may not know which dynasty wrote a message: in an anonymous battle between seats."""
    is_own = reader is not None and message.dynasty_id == reader.pk
    return message.room == Message.Room.PARLEY and not is_own and is_anonymous(message.tournament)


def hide_authors(messages: Iterable[Message], reader: Dynasty | None) -> list[Message]:
    """Return messages as a reader may know them, to be shown and never saved: without dynasty where it is hidden."""
    return [copy_authorless(each) if hides_author(each, reader) else each for each in messages]


def copy_authorless(message: Message) -> Message:
    found = copy.copy(message)
    found.dynasty = None  # type: ignore[assignment]
    return found


def check_author_known(message: Message, reader: Dynasty) -> None:
    """Raise DomainError where a reader would mute an author whom it may not know."""
    if hides_author(message, reader):
        sentence = _("Names are hidden until this battle is over. Report the message now, or mute its author then.")
        raise DomainError("names_hidden", sentence)
