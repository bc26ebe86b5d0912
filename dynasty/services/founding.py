"""Founding dynasties."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.catalog import assets, emblems
from dynasty.catalog.names import clean_dynasty_name, clean_motto, fold
from dynasty.models import Dynasty, Standing, User
from dynasty.services import chronicle, search_index, standings, treasury


@service
def found_dynasty(*, user: User, name: str, motto: str, emblem: dict[str, str], program: bool = False) -> Dynasty:
    """Create a user's dynasty and pay its grant; raise DomainError if the name is taken or the user has one."""
    fields = clean_fields(name, motto, emblem)
    check_first_dynasty(user)
    dynasty = insert(user=user, program=program, **fields)
    establish(dynasty)
    return dynasty


def establish(dynasty: Dynasty, *, grant: bool = True) -> None:
    """Record the founding of a new dynasty, pay its grant, and rank it."""
    chronicle.record(
        key=f"founded:{dynasty.code}",
        kind="founded",
        public=True,
        at=dynasty.founded_at,
        mentions=[(dynasty, None)],
        facts={"dynasty": dynasty.name, "motto": dynasty.motto},
    )
    if grant:
        pay_grant(dynasty)
    standings.add_dynasty(dynasty)
    search_index.put_dynasty(dynasty)


@service
def mark_program(*, dynasty: Dynasty) -> None:
    """Mark a dynasty as played by a program, for good, so that opponents know it."""
    Dynasty.objects.filter(pk=dynasty.pk).update(program=True)


@service
def found_house(*, name: str, motto: str, emblem: dict[str, str]) -> Dynasty:
    """Return the house dynasty of that name, founded on first use like any other.

    Houses of before 0.2.0 had neither rank nor grant; they get both now.
    """
    fields = clean_fields(name, motto, emblem)
    house = Dynasty.objects.filter(folded_name=fields["folded_name"], house=True).first()
    if house is None:
        house = insert(house=True, **fields)
    if not Standing.objects.filter(dynasty=house).exists():
        establish(house)
    return house


def clean_fields(name: str, motto: str, emblem: dict[str, str]) -> dict[str, Any]:
    """Return the founder's input as it is stored; raise DomainError if it is not valid."""
    name = clean_dynasty_name(name)
    return {
        "name": name,
        "folded_name": fold(name),
        "motto": clean_motto(motto),
        "emblem": emblems.validate(emblem),
    }


def check_first_dynasty(user: User) -> None:
    """Raise DomainError if the user has a dynasty."""
    if Dynasty.objects.filter(user=user).exists():
        raise DomainError("has_dynasty", _("You have a dynasty already."))


def insert(**fields: Any) -> Dynasty:
    """Insert the row; the constraints decide between two founders of one name."""
    if Dynasty.objects.filter(folded_name=fields["folded_name"]).exists():
        raise build_name_taken_error()
    try:
        with transaction.atomic():
            return Dynasty.objects.create(founded_at=clock.now(), **fields)
    except IntegrityError as error:
        if fields.get("user"):
            check_first_dynasty(fields["user"])
        raise build_name_taken_error() from error


def build_name_taken_error() -> DomainError:
    return DomainError("name_taken", _("A dynasty has this name, or one that looks just like it."))


def pay_grant(dynasty: Dynasty) -> None:
    """Pay a new dynasty its starting assets."""
    treasury.move(
        treasury.Payment(
            f"grant:{dynasty.code}:{asset}",
            treasury.get_treasury(asset),
            treasury.get_wallet(dynasty, asset),
            asset,
            amount,
            "founding",
        )
        for asset, amount in assets.get_grants().items()
    )
