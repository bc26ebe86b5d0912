"""Changing the names of dynasties and Emperors: taken away by the staff, put back, and chosen anew."""

from collections.abc import Collection
from itertools import chain, count

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from dynasty.catalog.names import clean_dynasty_name, clean_emperor_name, clean_motto, fold
from dynasty.models import Dynasty, Emperor, Event, TakenName
from dynasty.selectors import taken_names
from dynasty.selectors.taken_names import Named
from dynasty.services import emperors, founding, search_index

NAME, MOTTO = "name", "motto"
NEUTRAL_DYNASTY, NEUTRAL_EMPEROR = "Dynasty {code}", "Emperor {code}"
"""The names of those from whom the staff took their own."""


def lock_named(named: Named) -> Named:
    """Lock the row of a dynasty or an Emperor and return it."""
    return type(named)._default_manager.select_for_update(no_key=True).get(pk=named.pk)


def take(named: Named, parts: Collection[str]) -> TakenName | None:
    """Take the name, the motto or both from a locked dynasty, or the name from a locked Emperor.

    Return what was taken; None where nothing is there to take. Runs in the transaction of an act of the staff. What
    was taken before and not replaced is added to, so that its owner chooses once.
    """
    motto = named.motto if isinstance(named, Dynasty) and MOTTO in parts else ""
    row = taken_names.find_open(named)
    name = named.name if NAME in parts and not (row and row.name) else ""
    if not name and not motto:
        return None
    row = row or build_row(named)
    row.name, row.motto = name or row.name, motto or row.motto
    if name:
        row.copies = list_copies(named)
    row.save()
    write(named, build_neutral_name(named) if name else named.name, "" if motto else None)
    return row


def build_row(named: Named) -> TakenName:
    """Return the unsaved row of what is taken from a dynasty or an Emperor now."""
    if isinstance(named, Emperor):
        return TakenName(dynasty=named.dynasty, emperor=named, at=clock.now())
    return TakenName(dynasty=named, at=clock.now())


def list_copies(named: Named) -> list[str]:
    """Return the names under which a dynasty or an Emperor may have been written down, the longest first."""
    names = set()
    if isinstance(named, Emperor):  # who may have got a numeral in another dynasty
        born = Event.objects.filter(key=f"born:{named.code}").first()
        earlier = taken_names.query_names_of(named).filter(put_back_at=None)
        names = {born.facts["emperor"]} if born else set()
        names -= {name for row in earlier for name in row.copies}
    return sorted(names | {named.name}, key=lambda name: (-len(name), name))


def build_neutral_name(named: Named) -> str:
    """Return a name that says nothing, which nobody else has."""
    neutral = (NEUTRAL_EMPEROR if isinstance(named, Emperor) else NEUTRAL_DYNASTY).format(code=named.code)
    numbered = (f"{neutral} {number}" for number in count(2))
    return next(name for name in chain([neutral], numbered) if not is_name_taken(named, name))


def write(named: Named, name: str, motto: str | None = None) -> None:
    """Write a name, and a dynasty's motto unless it is None; raise DomainError (name_taken) where others have it."""
    is_emperor = isinstance(named, Emperor)
    error = emperors.build_name_taken_error() if is_emperor else founding.build_name_taken_error()
    if is_name_taken(named, name):
        raise error
    named.name, named.folded_name = name, fold(name)
    fields = ["name", "folded_name"]
    if isinstance(named, Dynasty) and motto is not None:
        named.motto = motto
        fields.append("motto")
    try:
        with transaction.atomic():
            named.save(update_fields=fields)
    except IntegrityError as clash:
        raise error from clash
    if isinstance(named, Emperor):
        search_index.put_emperor(named)
    else:
        search_index.put_dynasty(named)


def is_name_taken(named: Named, name: str) -> bool:
    """Return whether another dynasty, or another living Emperor of the dynasty, has a name or one that looks alike."""
    if isinstance(named, Emperor):
        living = Emperor.objects.filter(dynasty=named.dynasty_id, died_at=None, folded_name=fold(name))
        return named.died_at is None and living.exclude(pk=named.pk).exists()
    return Dynasty.objects.filter(folded_name=fold(name)).exclude(pk=named.pk).exists()


def put_back(row: TakenName, named: Named) -> None:
    """Put what was taken back; the caller has locked both rows. Raise DomainError (name_taken)."""
    write(named, row.name or named.name, row.motto or None)
    TakenName.objects.filter(pk=row.pk).update(put_back_at=clock.now())


def choose(row: TakenName, named: Named, name: str, motto: str) -> None:
    """Write what the owner chose instead of what was taken; the caller has locked both rows.

    Raise DomainError as founding does, and name_refused or motto_refused for what was taken.
    """
    clean = clean_emperor_name if isinstance(named, Emperor) else clean_dynasty_name
    chosen, new_motto = clean(name) if row.name else named.name, clean_motto(motto) if row.motto else None
    check_not_taken(named, chosen if row.name else "", new_motto or "")
    write(named, chosen, new_motto)
    TakenName.objects.filter(pk=row.pk).update(renamed_at=clock.now())


def check_not_taken(named: Named, name: str, motto: str) -> None:
    """Raise DomainError for a name or a motto that looks like one that was taken from this dynasty or Emperor."""
    rows = taken_names.query_names_of(named).filter(put_back_at=None)
    if taken_names.looks_like_any(name, [row.name for row in rows]):
        raise emperors.build_taken_away_error()
    if taken_names.looks_like_any(motto, [row.motto for row in rows]):
        raise DomainError(
            "motto_refused", _("The staff of this site took this motto away, or one that looks just like it.")
        )
