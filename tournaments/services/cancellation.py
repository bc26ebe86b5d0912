"""Giving everything back: what was staked, paid or bet on a battle that does not take place."""

from core import clock
from dynasty.services import chronicle, emperors, search_index
from tournaments.domain import terms
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Presence, Tournament
from tournaments.selectors import hidden_names
from tournaments.services import (
    bets,
    entries,
    notifications,
    queued_orders,
    retention,
    stand_ins,
    standing_orders,
)
from tournaments.services.events import publish_to_battle, publish_to_players
from tournaments.services.negotiation import judging, treaties
from tournaments.services.organiser_costs import battlefield_locks, prizes
from tournaments.services.payments import pay


def cancel(tournament: Tournament, why: str) -> None:
    """End a locked tournament without a battle: `why` is called_off, too_few or given_up."""
    emperors.release(place=tournament.code)
    refund_all(tournament)
    tournament.status, tournament.why, tournament.ended_at = Tournament.Status.CANCELLED, why, clock.now()
    tournament.save(update_fields=["status", "why", "ended_at"])
    record_cancellation(tournament)
    publish_to_battle(tournament, "cancelled", "cancelled", why=why)
    publish_to_players(tournament, "cancelled")
    notifications.notify_ended(tournament)
    standing_orders.delete_all(tournament)
    queued_orders.delete_all(tournament)
    stand_ins.end_all(tournament)
    Presence.objects.filter(tournament=tournament).delete()
    search_index.remove("battle", [tournament.code])
    if not is_serious(tournament.type):
        retention.anonymise(tournament)


def record_cancellation(tournament: Tournament) -> None:
    """Write after each “entered” of the public log that nothing came of it. The caller holds the tournament's lock."""
    if not is_serious(tournament.type):
        return
    rows = Entry.objects.filter(tournament=tournament, dynasty__isnull=False, emperor__isnull=False)
    for entry in rows.select_related("dynasty", "emperor").order_by("dynasty_id"):
        assert entry.dynasty is not None
        chronicle.record(
            key=f"called_off:{tournament.code}:{entry.pk}",
            kind="called_off",
            public=not hidden_names.is_anonymous(tournament),
            at=tournament.ended_at or clock.now(),
            mentions=[(entry.dynasty, entry.emperor)],
            facts={"emperor": entry.name, "title": tournament.title, "result": tournament.why},
            place=tournament.code,
        )


def refund_all(tournament: Tournament) -> None:
    """Refund fees, keys, chests, bets, stakes of treaties, the prize and the lock, each to whom it came from.

    The caller holds the tournament's lock.
    """
    seated = Entry.objects.filter(tournament=tournament).select_related("dynasty").order_by("seat")
    agreed = terms.read(tournament.terms)
    placed = bets.calculate_results(tournament, winners=())
    pay([*(payment for entry in seated for payment in entries.build_refunds(tournament, entry)),
         *bets.build_payouts(tournament, placed), *prizes.build_refunds(tournament),
         *battlefield_locks.build_refunds(tournament, agreed),
         *treaties.build_refunds(tournament, judging.cancel_all(tournament))])  # fmt: skip
    bets.settle(tournament, placed)
    prizes.return_reputation(tournament, agreed)
