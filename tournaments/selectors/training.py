"""The seats of a training battle with names hidden from other readers."""

import copy
from collections.abc import Iterable

from dynasty.models import Dynasty
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Tournament


def is_discreet(tournament: Tournament) -> bool:
    """Return whether the names of the players are hidden from others. Casual battles have no names to hide."""
    return not is_serious(tournament.type) and not tournament.casual


def hide_names(tournament: Tournament, entries: Iterable[Entry], reader: Dynasty | None) -> list[Entry]:
    """Return the entries of a tournament with the names hidden that a dynasty may not know.

    In a training battle only dynasties with a seat in it see names; the site's own dynasties do not count.
    """
    found = list(entries)
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
