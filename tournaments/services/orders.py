"""Orders under seal. Besides services.rounds, which opens them at the close, only this module reads them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from dynasty import clock
from dynasty.atomic import atomic
from dynasty.errors import Refused
from dynasty.limits import BODY_BYTES, ORDER_CHANGES
from dynasty.models import Dynasty
from dynasty.statements import Added, Kept, Saved
from tournaments import games, proofs, terms
from tournaments.models import Entry, Round, SealedOrder, Tournament
from tournaments.models.rounds import new_salt
from tournaments.selectors import tables
from tournaments.services import hints, locks, readiness, standins, summons
from tournaments.services.standins import leads
from tournaments.services.telling import tell_battle, tell_seat

Receipt = dict[str, Any]
SEALED = Kept(lambda pk: SealedOrder.objects.filter(round=pk).order_by("sequence"))
NEW = Added(SealedOrder)
CHANGED = Saved(SealedOrder, "text", "sequence", "version", "automatic", "salt", "given_at")


@dataclass(frozen=True)
class Given:
    """An order as it came in: for which open round and seat, and what it says."""

    tournament: Tournament
    round: Round
    seat: str
    text: str
    automatic: bool
    at: datetime
    """When it was decided that it comes in time."""


@atomic
def give_order(
    *, tournament_id: int, round_no: int, seat: str, text: str, dynasty: Dynasty | None = None, automatic: bool = False,
    final: bool = True,
) -> Receipt:  # fmt: skip
    """Put an order under seal, or replace it, and return its receipt. `dynasty`: who asks, if not the site itself.

    Counts if the lock was held before the deadline, on the database's clock. Saying the same again changes nothing.
    `final`: if not, the round still waits for this seat; without another word the order counts at the deadline.
    """
    tournament = locks.lock(tournament_id)
    entry = find_entry(tournament, seat, dynasty)
    current = find_round(tournament, round_no)
    now = clock.now()
    if now >= current.deadline:
        raise Refused("late", _("The round is over: the order came too late."))
    given = Given(tournament, current, entry.seat, check(tournament, current, entry.seat, text), automatic, now)
    refuse_giving_up_for_others(given, entry, dynasty)
    standins.ordered(tournament, entry, dynasty)
    others = SEALED(current.pk)
    before = next((each for each in others if each.seat == entry.seat), None)
    if before is not None and before.text == given.text and before.automatic == automatic:
        return receipt(tournament, current, before)
    sealed = seal(given, before, others)
    if not final:
        return receipt(tournament, current, sealed)
    if readiness.note(tournament, current, entry.seat):
        hints.soon("close_round", tournament_id=tournament.pk, round_no=round_no)
    tell(given, sealed)
    summons.ordered(tournament, entry)
    return receipt(tournament, current, sealed)


def find_entry(tournament: Tournament, seat: str, dynasty: Dynasty | None) -> Entry:
    """The entry on that seat; Refused where it is not that dynasty's, nor led by it."""
    entry = next((each for each in tables.seated(tournament) if each.seat == seat), None)
    if entry is None or not (dynasty is None or entry.dynasty_id == dynasty.pk or leads(tournament, seat, dynasty)):
        raise Refused("not_your_seat", _("This seat is not yours."))
    return entry


def refuse_giving_up_for_others(given: Given, entry: Entry, dynasty: Dynasty | None) -> None:
    others = dynasty is not None and dynasty.pk != entry.dynasty_id
    if others and games.GAMES[given.tournament.game].resigns(given.text):
        raise Refused("not_yours_to_give_up", _("Only the player of a seat can give its battle up."))


def find_round(tournament: Tournament, round_no: int) -> Round:
    """The open round; Refused where the battle is not on, or this is not its round."""
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("This battle is not being fought now."))
    current = tables.open_round(tournament)
    if current is None or current.number != round_no:
        raise Refused("wrong_round", _("Round %(round)s is open now."), round=tournament.round_no)
    return current


def check(tournament: Tournament, current: Round, seat: str, text: str) -> str:
    """The order as the game writes it; Refused where the game or the type of tournament does not allow it."""
    if len(text.encode()) > BODY_BYTES:
        raise Refused("too_long", _("This order is too long."))
    game = games.begun_under(tournament.game, tournament.rules_version)
    try:
        order = game.check(game.read(current.state), seat, text)
    except ValueError as error:
        raise Refused(str(getattr(error, "code", "illegal")), getattr(error, "sentence", str(error))) from error
    if game.resigns(order) and tournament.type not in terms.WITH_A_WAY_OUT:
        raise Refused("no_way_out", _("Nobody abdicates in a tournament of conquest or death."))
    return order


def seal(given: Given, before: SealedOrder | None, sealed: Sequence[SealedOrder]) -> SealedOrder:
    """Write the order; changed, it is as slow as a new one, and takes a new salt. `sealed`: all of the round so far."""
    version = before.version + 1 if before else 1
    if version > ORDER_CHANGES:
        raise Refused("too_many_changes", _("An order can be changed %(most)s times in a round."), most=ORDER_CHANGES)
    last = sealed[-1].sequence if sealed else 0
    order = before or SealedOrder(round=given.round, seat=given.seat)
    order.text, order.automatic, order.given_at = given.text, given.automatic, given.at
    order.sequence, order.version, order.salt = last + 1, version, new_salt()
    if before is None:
        return NEW.create(order)
    CHANGED.save(order)
    return order


def tell(given: Given, sealed: SealedOrder) -> None:
    """Tell everybody that the seat is ready, once a round, and its own pages that its order changed."""
    tell_battle(given.tournament, f"ready:{given.round.number}:{given.seat}", "ready", seat=given.seat,
                round=given.round.number)
    if not given.automatic:
        tell_seat(given.tournament, given.seat, f"order:{given.round.number}:{sealed.version}", "order",
                  round=given.round.number, version=sealed.version)


def receipt(tournament: Tournament, current: Round, sealed: SealedOrder) -> Receipt:
    """What its giver can hold us to; the salt, published at the close, shows that the order was not changed."""
    return {"round": current.number, "seat": sealed.seat, "order": sealed.text, "version": sealed.version,
            "given_at": written(sealed.given_at), "commitment": commitment(tournament.code, current.number, sealed)}


def written(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


def commitment(code: str, number: int, sealed: SealedOrder) -> str:
    """The hash by which the giver can hold us to the order once its salt is published."""
    seal = {"salt": sealed.salt, "version": sealed.version}
    return proofs.commitment(code, number, sealed.seat, seal, sealed.text)


def own_order(*, tournament: Tournament, seat: str) -> Receipt | None:
    """The receipt of the seat's order in the open round, for its own player."""
    sealed = SealedOrder.objects.filter(round__tournament=tournament, round__closed_at=None, seat=seat)
    found = sealed.select_related("round").first()
    return receipt(tournament, found.round, found) if found else None
