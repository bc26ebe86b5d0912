"""Entering a tournament, and leaving it again before it starts."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.catalog import keys
from dynasty.models import Dynasty, Emperor
from dynasty.services import chronicle, emperors, treasury
from dynasty.services.treasury import Payment
from tournaments.domain import games, terms
from tournaments.domain.terms import Terms, can_have_house_players
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Presence, SeriesTable, Tournament
from tournaments.selectors import hidden_names, hosting, timeliness
from tournaments.selectors.clubs import reserved
from tournaments.services import bets, locks, notifications, task_queue
from tournaments.services.events import publish_to_battle
from tournaments.services.payments import keep_paid, pay


@dataclass(frozen=True)
class EntryRequest:
    """What somebody asks for: this emperor on this seat, with so much gold in its chest."""

    tournament: Tournament
    terms: Terms
    dynasty: Dynasty
    emperor: Emperor
    seat: str
    chest: int = 0


@service
def enter(
    *, tournament: Tournament, dynasty: Dynasty, emperor: Emperor, seat: str, chest: int = 0, player: str = ""
) -> Entry:
    """Give an emperor at court a free seat; fee, key and chest are paid at once. `player`: a computer's level."""
    locked = locks.lock_announced(tournament.pk)
    now = clock.now()
    request = EntryRequest(locked, terms.read(locked.terms), dynasty, emperor, seat, chest)
    check_admission(request, now)
    check_seat(request)
    public = not hidden_names.is_discreet(locked)
    sent = emperors.engage(emperor=emperor, kind="entered", place=locked.code, public=public).emperor
    check_reputation(request)
    entry = Entry.objects.create(
        tournament=locked, seat=seat, dynasty=dynasty, emperor=emperor, name=sent.name, player=player, entered_at=now
    )
    Presence.objects.create(tournament=locked, dynasty=dynasty, emperor=emperor, role=Presence.Role.PLAYER)
    pay(build_costs(request, entry))
    if is_serious(locked.type):
        chronicle.record(
            key=f"entered:{locked.code}:{entry.pk}",
            kind="entered",
            public=not hidden_names.is_anonymous(locked),
            at=now,
            mentions=[(dynasty, emperor)],
            facts={"emperor": emperor.name, "title": locked.title},
            place=locked.code,
        )
    bets.notify_seat_taken(locked, entry)
    if locked.organiser_id != dynasty.pk:
        notifications.notify_organiser_of_entry(locked, entry)
    publish_to_battle(locked, f"entered:{entry.pk}", "entered", seat=seat)
    if locked.entries.count() == locked.seats:
        task_queue.enqueue_on_commit("start", tournament_id=locked.pk)
    return entry


def check_admission(request: EntryRequest, now: datetime) -> None:
    """Raise DomainError where this dynasty or emperor may not enter now; house emperors need only be at court."""
    tournament, dynasty, terms = request.tournament, request.dynasty, request.terms
    if tournament.casual:
        raise DomainError("casual", _("Dynasties do not take part in casual battles."))
    if request.emperor.dynasty_id != dynasty.pk or request.emperor.died_at is not None:
        raise DomainError("not_your_emperor", _("This Emperor cannot fight for your dynasty."))
    if dynasty.house and not (terms.houses or can_have_house_players(tournament.type, terms)):
        raise DomainError("no_houses", _("House dynasties may not enter this tournament."))
    if dynasty.house:
        return
    if not tournament.opens_at <= now < tournament.starts_at:
        raise DomainError("not_open", _("Entries are not open now."))
    if dynasty.program and not terms.programs:
        raise DomainError("no_programs", _("Programs may not enter this tournament."))
    if not hosting.is_admitted(tournament, terms, dynasty):
        raise DomainError("not_invited", _("Only dynasties that were invited can enter."))
    if (terms.timeliness or terms.club) and not SeriesTable.objects.filter(tournament=tournament).exists():
        timeliness.check(terms, dynasty)  # a series has checked it when its dynasties joined
        reserved.check(terms, dynasty)


def check_seat(request: EntryRequest) -> None:
    """Raise DomainError where the seat is not free, or the dynasty is here already."""
    if request.seat not in list_seats(request.tournament):
        raise DomainError("no_such_seat", _("There is no such seat."))
    there = Presence.objects.filter(tournament=request.tournament, dynasty=request.dynasty).first()
    if there is not None and there.role == Presence.Role.BETTOR:
        raise DomainError("you_bet_here", _("A dynasty that bets in a tournament cannot fight in it."))
    if there is not None:
        raise DomainError("one_seat", _("A dynasty has one seat in a tournament."))
    if Entry.objects.filter(tournament=request.tournament, seat=request.seat).exists():
        raise DomainError("seat_taken", _("This seat is taken."))


def list_seats(tournament: Tournament) -> tuple[str, ...]:
    """Return the letters of the seats of a tournament, taken or not."""
    return tuple(games.GAMES[tournament.game].seats_of(tournament.field)[: tournament.seats])


def check_reputation(request: EntryRequest) -> None:
    """Raise DomainError where the emperor, which is engaged here by now, has not the reputation that is asked for."""
    least = max(request.terms.minimum_reputation, request.terms.stake)
    if least and treasury.get_reputation_account(request.emperor).balance < least:
        raise DomainError("too_little_reputation", _("Entering needs a reputation of %(least)s."), least=least)


def build_costs(request: EntryRequest, entry: Entry) -> list[Payment]:
    """Return the payments for entering: the fee, the chest's gold, and the key, held even if not used up."""
    code, dynasty = request.tournament.code, request.dynasty
    check_key(request)
    check_chest(request)
    costs = [("fees", asset, amount, "fee") for asset, amount in request.terms.fee]
    if request.terms.key:
        costs.append(
            ("keys", keys.get_asset(request.terms.key), 1, "key_used" if request.terms.key_consumed else "key_shown")
        )
    if request.terms.chests:
        costs.append((f"chest:{request.seat}", "gold", request.chest, "chest_filled"))
    return [Payment(f"{what}:{code}:{entry.pk}:{asset}", treasury.get_wallet(dynasty, asset),
                    treasury.get_escrow(format_escrow_ref(code, what), asset), asset, amount, cause, code)
            for what, asset, amount, cause in costs]  # fmt: skip


def format_escrow_ref(code: str, what: str) -> str:
    """Return the name of an escrow of a tournament: fees:<code>, chest:<code>:<seat>."""
    what, _colon, seat = what.partition(":")
    return ":".join([what, code, *([seat] if seat else [])])


def check_key(request: EntryRequest) -> None:
    if request.terms.key and not treasury.get_wallet(request.dynasty, keys.get_asset(request.terms.key)).balance:
        raise DomainError("no_key", _("Your dynasty has no key to this battlefield."))


def check_chest(request: EntryRequest) -> None:
    chests = request.terms.chests
    least, most = (chests.minimum, chests.maximum) if chests else (0, 0)
    if not least <= request.chest <= most:
        raise DomainError(
            "bad_chest", _("The chest holds from %(least)s to %(most)s gold here."), least=least, most=most
        )


@service
def withdraw(*, tournament: Tournament, dynasty: Dynasty) -> None:
    """Leave before the start; everything that was paid goes back, and so do bets on the seat."""
    locked = locks.lock_announced(tournament.pk)
    entry = Entry.objects.filter(tournament=locked, dynasty=dynasty).select_related("emperor", "dynasty").first()
    if entry is None or entry.emperor is None:
        raise DomainError("not_entered", _("Your dynasty has no seat in this tournament."))
    emperors.release(place=locked.code, emperor=entry.emperor)
    on_seat = bets.list_on_seat(locked, entry.seat)
    pay([*build_refunds(locked, entry), *bets.build_payouts(locked, on_seat)])
    bets.void(locked, on_seat)
    if is_serious(locked.type):
        chronicle.record(
            key=f"withdrew:{locked.code}:{entry.pk}",
            kind="withdrew",
            public=not hidden_names.is_anonymous(locked),
            at=clock.now(),
            mentions=[(dynasty, entry.emperor)],
            place=locked.code,
            facts={"emperor": entry.emperor.name, "title": locked.title},
        )
    publish_to_battle(locked, f"withdrew:{entry.pk}", "withdrew", seat=entry.seat)
    Presence.objects.filter(tournament=locked, dynasty=dynasty).delete()
    entry.delete()
    task_queue.enqueue_on_commit("move_up", tournament_id=locked.pk)


def build_refunds(tournament: Tournament, entry: Entry) -> list[Payment]:
    """Return the payments that give back what an entry cost."""
    agreed = terms.read(tournament.terms)
    if entry.dynasty is None:
        return []
    paid = [("fees", asset, amount) for asset, amount in agreed.fee]
    paid += [("keys", keys.get_asset(agreed.key), 1)] if agreed.key else []
    if agreed.chests:
        what = f"chest:{entry.seat}"
        paid.append((what, "gold", treasury.get_escrow(format_escrow_ref(tournament.code, what), "gold").balance))
    return keep_paid(
        Payment(
            f"{what}:{tournament.code}:{entry.pk}:{asset}:back",
            treasury.get_escrow(format_escrow_ref(tournament.code, what), asset),
            treasury.get_wallet(entry.dynasty, asset),
            asset,
            amount,
            "given_back",
            tournament.code,
        )
        for what, asset, amount in paid
    )
