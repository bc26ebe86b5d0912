"""Emperors: raised, sent somewhere and called back, changing sides, dying."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from core import clock
from core.errors import DomainError
from core.limits import UNPROVEN_EMPERORS
from core.transactions import service
from dynasty.catalog import portraits
from dynasty.catalog.names import clean_emperor_name, fold
from dynasty.models import Captive, Dynasty, Emperor, Engagement, Membership, TakenName, Transfer
from dynasty.selectors.taken_names import looks_like_any
from dynasty.services import chronicle, search_index, standings
from dynasty.services.clubs.pupils import check_may_write
from dynasty.services.numbered_names import find_free_name


@service
def raise_emperor(
    *, dynasty: Dynasty, name: str, gender: str, birth_date: date, portrait: Mapping[str, str] | None = None
) -> Emperor:
    """Create an emperor at court, without reputation. Locks the dynasty's row.

    `portrait`: the parts that its player chose; the others follow from who it is.
    """
    check_may_write(dynasty)
    name = clean_emperor_name(name)
    if gender not in Emperor.Gender.values:
        raise DomainError("unknown_gender", _("Choose one of the genders that are offered."))
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)
    check_unproven_count(dynasty)
    check_not_taken(dynasty, name)
    chosen = portraits.complete(portrait, name, gender) if portrait else None
    emperor = insert(dynasty, name, gender, birth_date, chosen)
    Membership.objects.create(emperor=emperor, dynasty=dynasty, since=emperor.raised_at)
    chronicle.record(
        key=f"born:{emperor.code}",
        kind="born",
        public=True,
        at=emperor.raised_at,
        mentions=[(dynasty, emperor)],
        facts={"emperor": name, "code": emperor.code, "birth_date": str(birth_date)},
    )
    search_index.put_emperor(emperor)
    return emperor


def check_unproven_count(dynasty: Dynasty) -> None:
    """Raise DomainError if too many living emperors have not fought a serious battle yet."""
    waiting = dynasty.emperors.filter(died_at=None, fought_at=None).count()
    if waiting >= UNPROVEN_EMPERORS:
        raise DomainError(
            "too_many_emperors",
            _("%(most)s Emperors of this dynasty have not fought a serious battle yet; let some fight or retire."),
            most=UNPROVEN_EMPERORS,
        )


def check_not_taken(dynasty: Dynasty, name: str) -> None:
    """Raise DomainError for a name that the staff took from an Emperor of the dynasty."""
    rows = TakenName.objects.filter(dynasty=dynasty, put_back_at=None).exclude(emperor=None)
    if looks_like_any(name, rows.values_list("name", flat=True)):
        raise build_taken_away_error()


def build_taken_away_error() -> DomainError:
    return DomainError("name_refused", _("The staff of this site took this name away, or one that looks just like it."))


def insert(
    dynasty: Dynasty, name: str, gender: str, birth_date: date, portrait: dict[str, str] | None = None
) -> Emperor:
    """Insert the row; raise DomainError if a living emperor of the dynasty has that name."""
    if dynasty.emperors.filter(died_at=None, folded_name=fold(name)).exists():
        raise build_name_taken_error()
    try:
        with transaction.atomic():
            return Emperor.objects.create(
                dynasty=dynasty,
                birthplace=dynasty,
                name=name,
                folded_name=fold(name),
                gender=gender,
                birth_date=birth_date,
                portrait=portrait,
                raised_at=clock.now(),
            )
    except IntegrityError as error:
        raise build_name_taken_error() from error


def build_name_taken_error() -> DomainError:
    return DomainError(
        "name_taken", _("A living Emperor of this dynasty has this name, or one that looks just like it.")
    )


def lock_emperor(emperor: Emperor) -> Emperor | None:
    """Lock an emperor's row and return it; None if it is gone.

    Without a join: PostgreSQL drops a joined row whose emperor changed dynasty while we waited for the lock.
    """
    return Emperor.objects.select_for_update(no_key=True).filter(pk=emperor.pk).first()


def lock_living(emperor: Emperor) -> Emperor:
    """Lock an emperor's row and return it; raise DomainError if it is dead or gone."""
    row = lock_emperor(emperor)
    if row is None:
        raise DomainError("no_such_emperor", _("There is no such Emperor."))
    if row.died_at:
        raise DomainError("dead", _("%(emperor)s is dead."), emperor=row.name)
    return row


@service
def engage(*, emperor: Emperor, kind: str, place: str, public: bool = True) -> Engagement:
    """Send an emperor that is at court to a tournament, to fight (entered) or to bet (attending).

    `public`: whether others can see it.
    """
    row = lock_living(emperor)
    check_not_offered(row)
    here, new = Engagement.objects.get_or_create(emperor=row, defaults={"kind": kind, "place": place, "public": public})
    if not new and (here.kind, here.place) != (kind, place):
        raise build_not_at_court_error(row)
    return here


def check_not_offered(emperor: Emperor) -> None:
    """Raise DomainError while a locked emperor is offered on the market, as only one of another birth can be."""
    if emperor.dynasty_id == emperor.birthplace_id:
        return
    if Captive.objects.filter(emperor=emperor, open=True).exists():
        raise DomainError(
            "emperor_offered",
            _("%(emperor)s is offered on the market. Withdraw the offer first."),
            emperor=emperor.name,
        )


def build_not_at_court_error(emperor: Emperor) -> DomainError:
    return DomainError("not_at_court", _("%(emperor)s is not at court."), emperor=emperor.name)


def release(*, place: str, emperor: Emperor | None = None) -> int:
    """End the engagements of a tournament, or of one emperor there, and return how many there were."""
    engagements = Engagement.objects.filter(place=place)
    if emperor:
        engagements = engagements.filter(emperor=emperor)
    return engagements.delete()[0]


@service
def choose_portrait(*, emperor: Emperor, portrait: Mapping[str, str]) -> Emperor:
    """Give a living emperor another portrait; what its life left on it stays."""
    row = lock_living(emperor)
    Emperor.objects.filter(pk=row.pk).update(portrait=portraits.validate(portrait))
    row.refresh_from_db()
    return row


@service
def retire(*, emperor: Emperor) -> None:
    """End the life of an emperor at court, as its player asked."""
    row = lock_living(emperor)
    if Engagement.objects.filter(emperor=row).exists():
        raise build_not_at_court_error(row)
    check_not_offered(row)
    end_life(emperor=row, cause="retired")


@service
def end_life(
    *,
    emperor: Emperor,
    cause: str = "battle",
    place: str = "",
    title: str = "",
    by: Emperor | None = None,
    round: int = 0,
) -> None:
    """Let an emperor die: `retired`, or in `battle`, perhaps by another's hand. Dead already, nothing happens.

    `round`: the round of the battle in which it was captured.

    One that never fought a serious battle leaves no trace.
    """
    row = lock_emperor(emperor)
    if row is None or row.died_at:
        return
    Engagement.objects.filter(emperor=row).delete()
    if has_no_history(row):
        chronicle.erase_events_of(row)
        search_index.remove("emperor", [row.code])
        row.delete()
        return
    at = clock.now()
    Emperor.objects.filter(pk=row.pk).update(died_at=at)
    Membership.objects.filter(emperor=row, until=None).update(until=at)
    log_death(row, cause, at, place, {"title": title, "round": round}, by)
    standings.lock()
    standings.refresh([row.dynasty], at, place)


def has_no_history(emperor: Emperor) -> bool:
    """Return whether an emperor can be deleted: no serious battle, and no transfer."""
    moved = Transfer.objects.filter(credit__emperor=emperor) | Transfer.objects.filter(debit__emperor=emperor)
    return emperor.fought_at is None and not moved.exists()


def log_death(
    emperor: Emperor, cause: str, at: datetime, place: str, battle: dict[str, Any], by: Emperor | None
) -> None:
    """Record in the log how an emperor died. `battle`: its title, and the round of the capture."""
    kind = "retired" if cause == "retired" else "died"
    facts: dict[str, Any] = {"emperor": emperor.name, "code": emperor.code}
    if kind == "died":
        facts |= battle | {"result": "killed" if by else "battle", "by": by.name if by else ""}
    chronicle.record(
        key=f"{kind}:{emperor.code}",
        kind=kind,
        public=True,
        at=at,
        mentions=[(emperor.dynasty, emperor)],
        facts=facts,
        place=place,
    )


@service
def change_dynasty(
    *, emperor: Emperor, to: Dynasty, place: str = "", title: str = "", round: int = 0, bought: bool = False
) -> Emperor:
    """Move an emperor to another dynasty for good, with its reputation.

    `round`: in which it was captured. `bought`: whether it was bought on the market instead.
    """
    row = lock_living(emperor)
    former = row.dynasty
    if former.pk == to.pk:
        return row
    at = clock.now()
    name = find_free_name(to, row.name)
    Emperor.objects.filter(pk=row.pk).update(dynasty=to, name=name, folded_name=fold(name))
    Membership.objects.filter(emperor=row, until=None).update(until=at)
    Membership.objects.create(emperor=row, dynasty=to, since=at)
    if bought:
        log_purchase(row, to, name, at)
    else:
        log_change(row, to, name, at, place, {"title": title, "round": round})
    standings.lock()
    standings.refresh([former, to], at, place)
    row.refresh_from_db()
    search_index.put_emperor(row)
    return row


def log_change(emperor: Emperor, to: Dynasty, name: str, at: datetime, place: str, battle: dict[str, Any]) -> None:
    """Record in the logs of both dynasties that an emperor left one and joined the other."""
    step = f"{emperor.code}:{emperor.memberships.count()}"
    facts = {"code": emperor.code, **battle}
    new_name = {"renamed": name, "result": "renamed"} if name != emperor.name else {}
    chronicle.record(
        key=f"left:{step}",
        kind="left",
        public=True,
        at=at,
        mentions=[(emperor.dynasty, emperor)],
        facts={**facts, "emperor": emperor.name, "other": to.name, **new_name},
        place=place,
    )
    renamed = {"former": emperor.name, "result": "renamed"} if name != emperor.name else {}
    chronicle.record(
        key=f"joined:{step}",
        kind="joined",
        public=True,
        at=at,
        mentions=[(to, emperor)],
        facts={**facts, "emperor": name, "other": emperor.dynasty.name, **renamed},
        place=place,
    )


def log_purchase(emperor: Emperor, to: Dynasty, name: str, at: datetime) -> None:
    """Record in the logs of both dynasties that an emperor was bought, or bought back where it was born."""
    result = "home" if to.pk == emperor.birthplace_id else "bought"
    renamed = {"former": emperor.name, "result": f"{result}_renamed"} if name != emperor.name else {"result": result}
    chronicle.record(
        key=f"ransomed:{emperor.code}:{emperor.memberships.count()}",
        kind="ransomed",
        public=True,
        at=at,
        mentions=[(to, emperor), (emperor.dynasty, None)],
        facts={"code": emperor.code, "emperor": name, "other": to.name, "seller": emperor.dynasty.name, **renamed},
    )
