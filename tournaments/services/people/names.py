"""Names of dynasties and Emperors: shown to the staff, taken away, put back, and chosen anew."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty, Emperor, TakenName, User
from dynasty.selectors import taken_names
from dynasty.selectors.taken_names import Named
from dynasty.services import names
from tournaments.models import CasualPlayer, Entry, Report
from tournaments.selectors.people import reported_names
from tournaments.services import chat, moderation
from tournaments.services.people import appeals

NAME, MOTTO = names.NAME, names.MOTTO


@service
def report(*, dynasty: Dynasty, named: Named, reason: str) -> Report:
    """Show a name to the staff, with a dynasty's motto; reported already, the old report is returned.

    Raise DomainError (no_such_name) for a name of the site's own, or one that was taken away already.
    """
    key = reported_names.build_key(named, dynasty)
    existing = Report.objects.filter(key=key).first()
    if existing:
        return existing
    author = reported_names.get_author(named)
    if author.house or taken_names.find_open(named):
        raise DomainError("no_such_name", _("There is nothing to report here."))
    now = clock.now()
    chat.check_report(dynasty, author, reason, now)
    return Report.objects.create(
        named=named.code,
        about=author,
        reporter=dynasty,
        key=key,
        reason=reason,
        title=named.name,
        context=[describe_text(named, text) for text in reported_names.list_texts(named)],
        at=now,
    )


def describe_text(named: Named, text: str) -> dict[str, object]:
    """Return a name or a motto as a line of a report."""
    author = reported_names.get_author(named)
    return {
        "code": named.code,
        "dynasty": author.code,
        "name": author.name,
        "text": text,
        "at": (named.raised_at if isinstance(named, Emperor) else named.founded_at).isoformat(),
        "said": True,
    }


@service
def take(*, user: User, named: Named, parts: Collection[str], reason: str, report: Report | None = None) -> bool:
    """Take the name, the motto or both from a dynasty, or the name from an Emperor, and tell its owner why.

    What was reported of it is answered. Return whether it was there: it is not where `report` is closed already.
    """
    why = moderation.check_reason(user, reason)
    locked = names.lock_named(named)
    if report is not None and Report.objects.select_for_update().get(pk=report.pk).closed_at is not None:
        return False
    if reported_names.get_author(locked).house:
        raise DomainError("no_such_name", _("There is nothing to report here."))
    before = {"name": locked.name} | ({"motto": locked.motto} if isinstance(locked, Dynasty) else {})
    row = names.take(locked, parts)
    if row is not None:
        replace_on_seats(locked, row.copies, locked.name)
        moderation.record_act(user, "name_taken", f"name:{row.code}", before, {"name": locked.name}, why)
        notify_owner(row, why, MOTTO if locked.name == before[NAME] else get_word(locked))
    return moderation.close_reports(Report.objects.filter(named=locked.code), "removed") > 0 or row is not None


def get_word(named: Named) -> str:
    """Return the word for a name in the results of notifications."""
    return "emperor_name" if isinstance(named, Emperor) else "dynasty_name"


def notify_owner(row: TakenName, why: str, result: str) -> None:
    """Tell who had a name that it was taken, or put back."""
    now, place = clock.now().isoformat(), "" if result == "name_back" else row.code
    text = row.motto if result == MOTTO else row.name or row.motto
    moderation.notify(row.dynasty, f"name:{row.code}:{now}", why, place, name=text, result=result)


def replace_on_seats(named: Named, former: Collection[str], name: str) -> None:
    """Replace former names by another one on the seats of battles, where names are written down."""
    seats = Entry.objects.filter(name__in=list(former))
    if isinstance(named, Emperor):
        seats.filter(emperor=named).update(name=name)
        return
    players = CasualPlayer.objects.filter(dynasty=named, seat=OuterRef("seat"), tournament=OuterRef("tournament"))
    casual = CasualPlayer.objects.filter(dynasty=named).values("tournament")
    seats.filter(Exists(players), tournament__in=casual).update(name=name)


def lock_taken(row: TakenName) -> tuple[TakenName, Named]:
    """Lock what was taken and from whom, and return both."""
    locked = names.lock_named(taken_names.get_named(row))
    return TakenName.objects.select_for_update(no_key=True).get(pk=row.pk), locked


@service
def put_back(*, user: User, row: TakenName, reason: str) -> bool:
    """Put back what was taken, and notify its owner and those whose reports led to it.

    Return whether it was taken, and nothing else chosen. Raise DomainError (name_taken) where others have the name.
    """
    why = moderation.check_reason(user, reason)
    locked, named = lock_taken(row)
    if not locked.is_open:
        return False
    neutral = named.name
    names.put_back(locked, named)
    if locked.name:
        replace_on_seats(named, [neutral], locked.name)
    moderation.record_act(user, "name_back", f"name:{locked.code}", {"name": neutral}, {"name": named.name}, why)
    appeals.answer(Report.objects.filter(key=reported_names.build_appeal_key(locked)), "granted", why)
    notify_owner(locked, why, "name_back")
    moderation.revert_reports(Report.objects.filter(named=named.code, closed_at__gte=locked.at))
    return True


@service
def choose(*, dynasty: Dynasty, code: str, name: str, motto: str = "") -> TakenName:
    """Choose another name or motto for what was taken, once; what was asked about the decision is closed.

    Raise DomainError as founding does, name_refused and motto_refused for what was taken, and no_such_decision where
    nothing else can be chosen.
    """
    row = taken_names.find_taken(code)
    error = DomainError("no_such_decision", _("This decision of the staff does not stand any more."))
    if row is None or row.dynasty_id != dynasty.pk:
        raise error
    locked, named = lock_taken(row)
    if not taken_names.may_choose(locked):
        raise error
    neutral = named.name
    names.choose(locked, named, name, motto)
    if locked.name:
        replace_on_seats(named, [neutral], named.name)
    appeal = Report.objects.filter(key=reported_names.build_appeal_key(locked), closed_at=None)
    appeal.update(closed_at=clock.now(), outcome="withdrawn")
    return locked
