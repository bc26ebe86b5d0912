"""Rounds: opened, closed exactly once, and swept when they are due."""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q

from dynasty import clock, points
from dynasty.atomic import atomic
from dynasty.limits import CLOSE_ATTEMPTS
from dynasty.statements import Gone
from tournaments import contract, games
from tournaments.models import Entry, Round, SealedOrder, StandIn, Tournament
from tournaments.selectors import tables
from tournaments.selectors.tables import Seating
from tournaments.services import (
    computers,
    deadlines,
    directing,
    hints,
    leaves,
    locks,
    orders,
    queued,
    round_rows,
    settling,
    standing,
    standins,
    summons,
)
from tournaments.services.telling import tell_battle, tell_players

log = logging.getLogger(__name__)
BACKOFF = timedelta(seconds=1)  # longer with each attempt
AT_ONCE = 200  # rounds looked at in one sweep
UNSEALED = Gone(SealedOrder, "round")


@dataclass(frozen=True)
class Opening:
    """The battle as a round opens: whoever opens it has just worked this out, and nobody need do so again."""

    number: int
    state: dict[str, Any]
    """As the game writes it."""
    to_act: Sequence[str]
    away: bool = True
    """Whether anybody may be on leave."""
    ahead: bool = True
    """Whether there may be queued orders."""


def open_round(seating: Seating, opening: Opening, now: datetime, until: datetime | None = None) -> Round:
    """Open a round of a locked tournament; its time begins now, or runs on `until` the deadline of its turn."""
    tournament, number, to_act = seating.tournament, opening.number, opening.to_act
    standins.opening(seating)
    deadline = until or deadlines.schedule(tournament, now)
    tournament.round_no = number
    round_rows.COUNTED.save(tournament)
    computers_at = computers.order_at(seating, now, deadline - now if until is None else timedelta(0))
    if computers_at == now:
        hints.soon("play")
    opened = round_rows.OPENED.create(
        Round(tournament=tournament, number=number, state=opening.state, opened_at=now, deadline=deadline,
              scheduled=deadline, computers_at=computers_at, tell_at=summons.tell_at(seating, number, now))
    )  # fmt: skip
    if opening.away:
        leaves.opening(seating, opened, to_act)
    if number == 1:
        summons.started(seating, opened, to_act)
    standins.ask(seating, opened, to_act)
    if opening.ahead:
        queued.give(tournament, opened)
    return opened


@atomic
def close_round(*, tournament_id: int, round_no: int) -> bool:
    """Close a round that is due: resolve it, and open the next one or end the battle. All of it, or nothing.

    Does nothing, and returns False, where the round is not the open one, or neither its deadline has passed nor all
    seats that it waits for have ordered, nor while the battle rests or waits for somebody on leave.
    """
    tournament = locks.lock(tournament_id)
    current: Any = round_rows.OPEN.first(tournament_id, round_no, round_no - 1)
    if current is None or tournament.status != Tournament.Status.RUNNING:
        return False
    now = clock.seen(current.now)
    if not is_over(tournament, current, now) or somebody_is_away(tournament, current, now):
        return False
    closing = resolve(tournament, current, now)
    points.reached("rounds.close_round resolved")
    seating = tables.seating(tournament, led=current.led)
    led = seating.led
    late = note_missed(closing, seating, led)
    publish(closing, seating, led, current.before or tournament.contract)
    points.reached("rounds.close_round published")
    tell_battle(tournament, f"round:{round_no}:closed", "round_closed", at=now, round=round_no)
    if closing.outcome is None:
        away = current.away or current.ready_at is None  # who was late may have gone on leave in this close
        opening = Opening(round_no + 1, closing.state, closing.then, away, current.ahead)
        opened = open_round(seating, opening, now, until=time_left(closing))
        summons.fell_asleep(seating, opened, [each for each in late if each.seat in closing.then])
    else:
        settling.settle(tournament=tournament, outcome=closing.outcome, ending=closing.state)
    return True


def is_over(tournament: Tournament, current: Round, now: datetime) -> bool:
    """Whether a round may close: everybody has ordered, or its deadline has passed, and the battle does not rest."""
    resting = tournament.paused_until is not None and now < tournament.paused_until
    return not resting and (now >= current.deadline or current.ready_at is not None)


def somebody_is_away(tournament: Tournament, current: Round, now: datetime) -> bool:
    """Whether a round whose deadline has passed waits for somebody on leave, who may be so by its own wish from now."""
    if current.ready_at is not None:
        return False
    return leaves.put_off(tournament, current) or leaves.automatic(tournament, current, now)


def time_left(closing: "Closing") -> datetime | None:
    """The deadline that goes on to hold, where the same turn does; a new turn has time of its own."""
    return closing.round.deadline if closing.same_turn and closing.at < closing.round.deadline else None


@dataclass(frozen=True)
class Closing:
    """A round that is being closed: the seals that are broken, the orders that count, and what comes of them."""

    tournament: Tournament
    round: Round
    at: datetime
    sealed: Sequence[SealedOrder]
    to_act: Sequence[str]
    given: list[tuple[str, str]]
    standing: Collection[str]
    """The seats whose standing orders count."""
    events: list[dict[str, Any]]
    state: dict[str, Any]
    """The battle after the round, as the game writes it."""
    then: Sequence[str]
    """The seats that are to act in it."""
    same_turn: bool
    """Whether the turn of this round goes on in the next."""
    outcome: dict[str, Any] | None


def resolve(tournament: Tournament, current: Round, now: datetime) -> Closing:
    """Read the sealed orders and let the game say what happens; nothing is written."""
    game = games.begun_under(tournament.game, tournament.rules_version)
    sealed = orders.SEALED(current.pk)
    before = game.read(current.state)
    missing = [seat for seat in game.to_act(before) if seat not in {order.seat for order in sealed}]
    chosen = standing.chosen(tournament, before, missing)
    given = complete(game, before, sealed, chosen)
    after, events = game.resolve(before, given, tournament.seed)
    same_turn = game.turn(before) == game.turn(after)
    return Closing(tournament, current, now, sealed, game.to_act(before), given, chosen, events, game.write(after),
                   game.to_act(after), same_turn, game.outcome(after))  # fmt: skip


def complete(
    game: games.Game, state: Any, sealed: Sequence[SealedOrder], chosen: Mapping[str, str]
) -> list[tuple[str, str]]:
    """The orders as they arrived, and after them the standing orders or the defaults of the seats that gave none."""
    given = [(order.seat, order.text) for order in sealed]
    missing = [seat for seat in game.to_act(state) if seat not in dict(given)]
    return given + [(seat, chosen.get(seat) or game.default(state, seat)) for seat in missing]


def note_missed(closing: Closing, seating: Seating, led: Collection[str]) -> list[Entry]:
    """Count the deadlines that were missed; who ordered is awake again. A round that closed early had none.

    Seats that somebody else leads are as their players left them. Returns those that have missed one more.
    """
    ordered = {order.seat for order in closing.sealed}
    late = closing.at >= closing.round.deadline
    standins.note_missed(seating, ordered, late=late)
    leaves.earn(seating, ordered.difference(led))
    own = [each for each in seating.entries if each.seat in closing.to_act and each.seat not in led]
    woken = [each for each in own if each.seat in ordered and each.missed]
    missing = [each for each in own if late and each.seat not in ordered]
    for each in woken:
        each.missed = 0
    for each in missing:
        each.missed, each.missed_in_all = each.missed + 1, each.missed_in_all + 1
    if woken or missing:
        Entry.objects.bulk_update([*woken, *missing], ["missed", "missed_in_all"])
    return missing


def publish(closing: Closing, seating: Seating, led: Mapping[str, StandIn], before: str) -> None:
    """Write what is public of a round from now on, break the seals, and lengthen the chain of digests.

    `before`: the digest of the round before; of the first one, the contract.
    """
    current, tournament = closing.round, closing.tournament
    current.orders, current.events = [list(order) for order in closing.given], closing.events
    current.closed_at, current.computers_at, current.tell_at = closing.at, None, None
    current.stand_ins = labels(closing, seating, led)
    current.seals = {order.seat: {"salt": order.salt, "version": order.version,
                                  "commitment": orders.commitment(tournament.code, current.number, order)}
                     for order in closing.sealed}  # fmt: skip
    current.digest = contract.digest(before, contract.canonical(closing.given), contract.canonical(closing.state))
    round_rows.PUBLISHED.save(current)
    UNSEALED.delete(current.pk)


def labels(closing: Closing, seating: Seating, led: Mapping[str, StandIn]) -> dict[str, str]:
    """Whose order was not its player's own, and what it was instead."""
    words = {order.seat: "computer" if led[order.seat].computer else "volunteer"
             for order in closing.sealed if order.seat in led}  # fmt: skip
    people = {each.seat for each in seating.entries if not each.player}
    ahead = {order.seat for order in closing.sealed if order.automatic} & people - set(words)
    words |= dict.fromkeys(ahead, "queued")
    return words | dict.fromkeys(closing.standing, "standing")


def sweep() -> int:
    """Close the rounds that are due, each in its own transaction; returns how many were closed."""
    return sum(attempt(current) for current in due(clock.now())[:AT_ONCE])


def due(now: datetime) -> list[Round]:
    """Open rounds that can close, and whose turn to be tried it is; each kind is found by an index of its own."""
    again = Q(try_at=None) | Q(try_at__lte=now)
    awake = Q(paused_until=None) | Q(paused_until__lte=now)
    running = Tournament.objects.filter(awake, pk=OuterRef("tournament_id"), status=Tournament.Status.RUNNING)
    waiting = Round.objects.filter(again, Exists(running), closed_at=None)
    late = waiting.filter(deadline__lte=now).order_by("deadline")[:AT_ONCE]
    ready = waiting.filter(ready_at__isnull=False).order_by("ready_at")[:AT_ONCE]
    found = {one.pk: one for one in [*late, *ready]}
    return sorted(found.values(), key=lambda one: one.deadline)[:AT_ONCE]


def attempt(current: Round) -> bool:
    """Try to close one round; counted before it is tried, so that a crash counts too."""
    if not lease(current):
        return False
    try:
        if current.attempts >= CLOSE_ATTEMPTS:
            halt(current)
            return False
        return close_round(tournament_id=current.tournament_id, round_no=current.number)
    except Exception:
        log.exception("round %s of tournament %s cannot be closed", current.number, current.tournament_id)
        return False


@atomic
def lease(current: Round) -> bool:
    """Take the right to try for a while; one worker of several gets it."""
    now = clock.now()
    mine = Round.objects.filter(pk=current.pk, closed_at=None, attempts=current.attempts)
    return bool(mine.update(attempts=F("attempts") + 1, try_at=now + BACKOFF * (current.attempts + 1)))


@atomic
def halt(current: Round) -> None:
    """Stop a battle that cannot be resolved; its orders are kept, and only it is concerned."""
    tournament = locks.lock(current.tournament_id)
    if tournament.status != Tournament.Status.RUNNING or tournament.round_no != current.number:
        return
    tournament.status, tournament.why = Tournament.Status.HALTED, "unresolved"
    tournament.save(update_fields=["status", "why"])
    directing.write(tournament, "halted", round=current.number)
    tell_battle(tournament, f"halted:{current.number}", "halted", round=current.number)
    tell_players(tournament, "halted")


@atomic
def resume(*, tournament_id: int) -> bool:
    """Let a halted battle go on, once its trouble is mended: for the site's staff. Its round gets its time anew."""
    tournament = locks.lock(tournament_id)
    if tournament.status != Tournament.Status.HALTED:
        return False
    tournament.status, tournament.why = Tournament.Status.RUNNING, ""
    tournament.save(update_fields=["status", "why"])
    directing.write(tournament, "resumed", round=tournament.round_no)
    deadline = deadlines.schedule(tournament, clock.now())
    Round.objects.filter(tournament=tournament, closed_at=None).update(attempts=0, try_at=None, deadline=deadline)
    tell_battle(tournament, f"resumed:{deadline.timestamp()}", "resumed", round=tournament.round_no)
    return True
