"""Orders under seal. Besides services.rounds, which opens them at the close, only this module reads them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.id_lists import IsAmong, format_ids
from core.limits import BODY_BYTES, ORDER_CHANGES
from core.prepared_statements import PreparedDelete, PreparedInsert, PreparedQuery, PreparedUpdate
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.domain import battle_proof, game_errors, games, terms
from tournaments.domain.battle_types import Receipt
from tournaments.models import Entry, Round, SealedOrder, Tournament
from tournaments.models.rounds import new_salt
from tournaments.selectors import participation
from tournaments.services import locks, notifications, readiness, stand_ins, task_queue
from tournaments.services.events import publish_to_battle, publish_to_seat
from tournaments.services.stand_ins import is_leading

Sealed = list[SealedOrder]
OWN_QUERY = PreparedQuery(
    lambda pk, seat: (
        SealedOrder.objects.filter(round__tournament=pk, round__closed_at=None, seat=seat)
        .exclude(text="")
        .select_related("round")
        .order_by("pk")[:1]
    )
)
SEALED_QUERY = PreparedQuery(lambda pk: SealedOrder.objects.filter(round=pk).order_by("sequence"))
COUNTING_QUERY = PreparedQuery(
    lambda pks: SealedOrder.objects.filter(IsAmong(F("round"), pks)).exclude(text="").order_by("round", "sequence")
)
INSERT_ORDER = PreparedInsert(SealedOrder)
DELETE_SEALED = PreparedDelete(SealedOrder, "round")
UPDATE_ORDER = PreparedUpdate(SealedOrder, "text", "sequence", "version", "automatic", "salt", "given_at")


@dataclass(frozen=True)
class IncomingOrder:
    """An order as it came in: for which open round and seat, and what it says."""

    tournament: Tournament
    round: Round
    seat: str
    text: str
    automatic: bool
    at: datetime
    """When it was decided that it comes in time."""


@service
def give_order(
    *, tournament_id: int, round_no: int, seat: str, text: str, dynasty: Dynasty | None = None, automatic: bool = False,
    final: bool = True, ask_if_last: bool = False,
) -> Receipt:  # fmt: skip
    """Put an order under seal, or replace it, and return its receipt. `dynasty`: who asks, if not the site itself.

    Counts if the lock was held before the deadline, on the database's clock. Saying the same again changes nothing.
    `final`: if not, the round still waits for this seat; without another word the order counts at the deadline.
    `ask_if_last`: raise DomainError `ends_round` instead, where the order would end the round before its time.
    """
    tournament = locks.lock(tournament_id)
    entry = find_entry(tournament, seat, dynasty)
    current = find_round(tournament, round_no)
    now = clock.now()
    if now >= current.deadline:
        raise DomainError("late", _("The round is over: your order came too late."))
    incoming = IncomingOrder(
        tournament, current, entry.seat, check_order(tournament, current, entry.seat, text), automatic, now
    )
    check_resignation(incoming, entry, dynasty)
    if ask_if_last and final and readiness.is_last(tournament, current, entry.seat):
        raise DomainError("ends_round", _("All others are ready: this ends the round."))
    stand_ins.handle_order(tournament, entry, dynasty)
    stand_ins.wake_seat(tournament, entry, dynasty, current.number)
    others = SEALED_QUERY(current.pk)
    before = next((each for each in others if each.seat == entry.seat), None)
    if before is not None and before.text == incoming.text and before.automatic == automatic:
        return build_receipt(tournament, current, before)
    anew = before is not None and not before.text
    sealed = seal_order(incoming, before, others)
    if not final:
        readiness.wait_for_drafts(tournament, current)
        return build_receipt(tournament, current, sealed)
    if readiness.mark_ready(tournament, current, entry.seat):
        task_queue.enqueue_on_commit("close_round", tournament_id=tournament.pk, round_no=round_no)
    publish_order(incoming, sealed, anew=anew)
    notifications.settle_requests(tournament, entry)
    return build_receipt(tournament, current, sealed)


@service
def take_back(*, tournament_id: int, round_no: int, seat: str, dynasty: Dynasty | None = None) -> bool:
    """Take a seat's order back while its round is open; the round waits for the seat again.

    Return whether there was an order. The row stays, without its text, so that receipts keep their numbers.
    """
    tournament = locks.lock(tournament_id)
    entry = find_entry(tournament, seat, dynasty)
    current = find_round(tournament, round_no)
    if clock.now() >= current.deadline:
        raise DomainError("late", _("The round is over: the order counts."))
    sealed = next((each for each in SEALED_QUERY(current.pk) if each.seat == entry.seat and each.text), None)
    if sealed is None:
        return False
    sealed.text = ""
    UPDATE_ORDER.save(sealed)
    readiness.mark_unready(current, entry.seat)
    key = f"{round_no}:{entry.seat}:{sealed.version}"
    publish_to_battle(tournament, f"unready:{key}", "unready", can_wait=True, seat=entry.seat, **current.called)
    publish_to_seat(tournament, entry.seat, f"taken_back:{key}", "order", **current.called, version=sealed.version)
    return True


def list_counting(current_id: int) -> list[SealedOrder]:
    """Return the orders of a round that count, quickest first: all but those that were taken back."""
    return [each for each in SEALED_QUERY(current_id) if each.text]


def list_counting_of(current_ids: Collection[int]) -> dict[int, Sealed]:
    """Return the orders of these rounds that count, by round, quickest first."""
    found: dict[int, Sealed] = {pk: [] for pk in current_ids}
    for each in COUNTING_QUERY(format_ids(current_ids)):
        found[each.round_id].append(each)
    return found


def find_entry(tournament: Tournament, seat: str, dynasty: Dynasty | None) -> Entry:
    """Return the entry on that seat. Raise DomainError where it is neither that dynasty's nor led by it."""
    entry = next((each for each in participation.get_entries(tournament) if each.seat == seat), None)
    if entry is None or not (
        dynasty is None or entry.dynasty_id == dynasty.pk or is_leading(tournament, seat, dynasty)
    ):
        raise DomainError("not_your_seat", _("This seat is not yours."))
    return entry


def check_resignation(incoming: IncomingOrder, entry: Entry, dynasty: Dynasty | None) -> None:
    others = dynasty is not None and dynasty.pk != entry.dynasty_id
    if others and games.GAMES[incoming.tournament.game].resigns(incoming.text):
        raise DomainError("not_yours_to_give_up", _("Only the player of a seat can resign."))


def find_round(tournament: Tournament, round_no: int) -> Round:
    """Return the open round. Raise DomainError where the battle is not on, or this is not its round."""
    if tournament.status != Tournament.Status.RUNNING:
        raise DomainError("not_running", _("This battle is not running now."))
    current = participation.get_open_round(tournament)
    if current is None or current.number != round_no:
        raise DomainError("wrong_round", describe_wrong_round(tournament), round=tournament.game_round)
    return current


def describe_wrong_round(tournament: Tournament) -> Promise:
    """Return why what was meant for another step of a battle does not count."""
    if tournament.game_round:
        return _("This was meant for another round or turn. Round %(round)s is open now.")
    return _("This was meant for another turn. Armies are still being placed.")


def check_order(tournament: Tournament, current: Round, seat: str, text: str) -> str:
    """Return the order as the game writes it. Raise DomainError where the game or the type does not allow it."""
    if len(text.encode()) > BODY_BYTES:
        raise DomainError("too_long", _("This order is too long."))
    game = games.get_game_version(tournament.game, tournament.rules_version)
    try:
        order = game.check(game.read(current.state), seat, text)
    except ValueError as error:
        code = game_errors.get_error_code(error, "illegal")
        raise game_errors.to_domain_error(error, code, _("This order cannot be given now.")) from error
    if game.resigns(order) and not terms.can_resign(tournament.type, terms.read(tournament.terms)):
        raise DomainError("no_way_out", _("You cannot resign where captured Emperors change sides or die."))
    return order


def seal_order(incoming: IncomingOrder, before: SealedOrder | None, sealed: Sequence[SealedOrder]) -> SealedOrder:
    """Write the order; changed, it is as slow as a new one, and takes a new salt. `sealed`: all of the round so far.

    The caller holds the tournament's lock.
    """
    version = before.version + 1 if before else 1
    if version > ORDER_CHANGES:
        raise DomainError(
            "too_many_changes", _("An order can be changed %(most)s times in a round."), most=ORDER_CHANGES
        )
    last = sealed[-1].sequence if sealed else 0
    order = before or SealedOrder(round=incoming.round, seat=incoming.seat)
    order.text, order.automatic, order.given_at = incoming.text, incoming.automatic, incoming.at
    order.sequence, order.version, order.salt = last + 1, version, new_salt()
    if before is None:
        return INSERT_ORDER.create(order)
    UPDATE_ORDER.save(order)
    return order


def seal_unsaved(current: Round, texts: Sequence[tuple[str, str]]) -> Sealed:
    """Return orders under seal that are not stored, for a round that is resolved at once. `texts`: by seat."""
    return [
        SealedOrder(
            round=current,
            seat=seat,
            text=text,
            sequence=number,
            version=1,
            automatic=True,
            salt=new_salt(),
            given_at=current.opened_at,
        )
        for number, (seat, text) in enumerate(texts, 1)
    ]


def publish_order(incoming: IncomingOrder, sealed: SealedOrder, *, anew: bool) -> None:
    """Tell everybody that the seat is ready, and its own pages that its order changed.

    Readiness is published once a round, and again after each order that was taken back (`anew`).
    The caller holds the tournament's lock.
    """
    again = f":{sealed.version}" if anew else ""
    publish_to_battle(
        incoming.tournament,
        f"ready:{incoming.round.number}:{incoming.seat}{again}",
        "ready",
        can_wait=True,
        seat=incoming.seat,
        **incoming.round.called,
    )
    if not incoming.automatic:
        publish_to_seat(
            incoming.tournament,
            incoming.seat,
            f"order:{incoming.round.number}:{sealed.version}",
            "order",
            **incoming.round.called,
            version=sealed.version,
        )


def build_receipt(tournament: Tournament, current: Round, sealed: SealedOrder) -> Receipt:
    """Return what its giver can hold us to; the salt, published at the close, shows that the order was not changed."""
    return {
        **current.called,
        "seat": sealed.seat,
        "order": sealed.text,
        "version": sealed.version,
        "given_at": format_moment(sealed.given_at),
        "commitment": compute_commitment(tournament.code, current.number, sealed),
    }


def format_moment(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


def compute_commitment(code: str, number: int, sealed: SealedOrder) -> str:
    """Return the hash by which the giver can hold us to the order once its salt is published."""
    seal = {"salt": sealed.salt, "version": sealed.version}
    return battle_proof.compute_commitment(code, number, sealed.seat, seal, sealed.text)


def get_own_order(*, tournament: Tournament, seat: str) -> Receipt | None:
    """Return the receipt of the seat's order in the open round, for its own player."""
    found = OWN_QUERY.first(tournament.pk, seat)
    return build_receipt(tournament, found.round, found) if found else None
