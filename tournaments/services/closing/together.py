"""Many rounds closed in one transaction, where nothing happens but that each round ends and its next one opens."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from core import clock, crash_points
from core.transactions import service
from dynasty.services import event_streams
from dynasty.services.event_streams import NewEvent
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Round, Tournament
from tournaments.selectors import participation
from tournaments.selectors.participation import Seating
from tournaments.services import leave, locks, orders, round_statements
from tournaments.services.closing import results
from tournaments.services.events import build_battle_event
from tournaments.services.orders import Sealed
from tournaments.services.round_statements import CloseFacts

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class OpenRound:
    """A due round with what closing it needs, all of it read under the lock of its battle."""

    seating: Seating
    round: Round
    facts: CloseFacts
    sealed: Sealed


@service
def close_together(*, due: Sequence[Round]) -> set[int]:
    """Close those of these rounds that are plain; return their ids. This is atomic.

    Battles that somebody else has locked are left out, and so is a round that cannot be resolved or ends its battle:
    `rounds.close_round` closes these. Raises where a statement fails, and then no round was closed.
    """
    closed, opened = resolve_plain(due)
    crash_points.reach("closing.together.close_together resolved")
    if not closed:
        return set()
    ids = {each.pk for each in closed}
    round_statements.UPDATE_CLOSED.save_all(closed)
    orders.DELETE_SEALED.delete_all(ids)
    crash_points.reach("closing.together.close_together published")
    event_streams.publish_all([build_closed_event(each) for each in closed])
    round_statements.UPDATE_COUNTERS.save_all([each.tournament for each in opened])
    round_statements.INSERT_ROUND.create_all(opened)
    return ids


def resolve_plain(due: Sequence[Round]) -> tuple[list[Round], list[Round]]:
    """Lock what is free of these rounds; return the plain ones as they are published, and the rounds after them."""
    pairs = [pair for each in list_open(due) if is_plain(each) and (pair := resolve(each)) is not None]
    return [closed for closed, _opened in pairs], [opened for _closed, opened in pairs]


def list_open(due: Sequence[Round]) -> list[OpenRound]:
    """Lock the battles of these rounds that are free; return those rounds that are open."""
    tournaments = locks.lock_free([each.tournament_id for each in due])
    found = list(round_statements.list_open_rounds([each.pk for each in due], tournaments))
    sealed = orders.list_counting_of([current.pk for current, _facts in found])
    entries = participation.list_entries(tournaments)
    opened = []
    for current, facts in found:
        current.tournament = tournaments[current.tournament_id]
        seating = Seating(current.tournament, entries[current.tournament_id], [])
        opened.append(OpenRound(seating, current, facts, sealed[current.pk]))
    return opened


def is_plain(each: OpenRound) -> bool:
    """Return whether all orders are in and the close changes nothing but the round, the next one and the stream."""
    tournament, facts = each.seating.tournament, each.facts
    is_special = facts.has_stand_ins or facts.has_leave or facts.has_queued_orders
    earns_leave = is_serious(tournament.type) and leave.is_counted(tournament)
    return (
        tournament.status == Tournament.Status.RUNNING
        and each.round.ready_at is not None
        and not (is_special or earns_leave or any(entry.missed for entry in each.seating.entries))
        and results.is_over(tournament, each.round, clock.resolve(facts.now))
    )


def resolve(each: OpenRound) -> tuple[Round, Round] | None:
    """Return the round as it is published and the one after it, both unsaved; None where it cannot be so."""
    tournament, now = each.seating.tournament, clock.resolve(each.facts.now)
    try:
        closing = results.resolve_orders(tournament, each.round, now, each.sealed)
    except Exception as error:
        log.info("a round is left to be closed alone: %s", type(error).__name__)
        return None
    if closing.outcome is not None:
        return None
    labels = results.label_orders(closing, each.seating, {})
    results.fill_published(closing, labels, each.facts.before or tournament.contract)
    opening = results.NextRound(each.round.number + 1, closing.state, closing.then, closing.round_and_turn)
    return closing.round, results.build_round(each.seating, opening, now, results.get_remaining_deadline(closing))


def build_closed_event(closed: Round) -> NewEvent:
    """Return the event by which everybody who watches learns that a round has closed."""
    assert closed.closed_at is not None
    key = f"round:{closed.number}:closed"
    return build_battle_event(closed.tournament, key, "round_closed", closed.closed_at, **closed.called)
