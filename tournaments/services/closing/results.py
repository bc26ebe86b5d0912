"""What closing a round works out before anything is written: the result of a round, and the round after it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.domain import contract, games
from tournaments.domain.games import Event, GameData, Outcome, State
from tournaments.models import Round, StandIn, Tournament
from tournaments.selectors.participation import Seating
from tournaments.services import computer_players, deadlines, notifications, orders, standing_orders, task_queue
from tournaments.services.orders import Sealed


@dataclass(frozen=True)
class NextRound:
    """The state and seating with which a round opens, passed on so that they are computed once."""

    number: int
    state: GameData
    """As the game writes it."""
    to_act: Sequence[str]
    round_and_turn: tuple[int, str]
    """The round as players count it, and whose turn it is; see `games.Game.get_round_and_turn`."""
    has_leave: bool = True
    """Whether anybody may be on leave."""
    has_queued_orders: bool = True
    """Whether there may be queued orders."""


def is_over(tournament: Tournament, current: Round, now: datetime) -> bool:
    """Check whether a round may close.

    Everybody has ordered or its deadline has passed, and the battle is not paused.
    """
    resting = tournament.paused_until is not None and now < tournament.paused_until
    ready = current.ready_at is not None and now >= current.ready_at
    return not resting and (now >= current.deadline or ready)


@dataclass(frozen=True)
class RoundResult:
    """The result of resolving a round: the unsealed orders, the orders that count, the new state and the events."""

    tournament: Tournament
    round: Round
    at: datetime
    sealed: Sealed
    to_act: Sequence[str]
    orders: list[tuple[str, str]]
    standing: Collection[str]
    """The seats whose standing orders count."""
    events: list[Event]
    state: GameData
    """The battle after the round, as the game writes it."""
    then: Sequence[str]
    """The seats that are to act in it."""
    round_and_turn: tuple[int, str]
    """The round of that state as players count it, and whose turn it is."""
    same_turn: bool
    """Whether the turn of this round goes on in the next."""
    outcome: Outcome | None


def get_remaining_deadline(closing: RoundResult) -> datetime | None:
    """Return the deadline that still holds if the turn goes on; None for a new turn, which has its own time."""
    return closing.round.deadline if closing.same_turn and closing.at < closing.round.deadline else None


def build_round(seating: Seating, opening: NextRound, now: datetime, until: datetime | None = None) -> Round:
    """Return the unsaved next round of a locked tournament, whose counters it sets, unsaved as well.

    Its time begins now, or runs on `until` the deadline of its turn. Computers that order at once are called.
    """
    tournament = seating.tournament
    deadline = until or deadlines.get_deadline(tournament, now)
    tournament.round_no, (tournament.game_round, turn_of) = opening.number, opening.round_and_turn
    computers_at = computer_players.get_order_time(seating, now, deadline - now if until is None else timedelta(0))
    if computers_at == now:
        task_queue.enqueue_on_commit("play")
    return Round(
        tournament=tournament,
        number=opening.number,
        game_round=tournament.game_round,
        turn_of=turn_of,
        state=opening.state,
        opened_at=now,
        deadline=deadline,
        scheduled=deadline,
        computers_at=computers_at,
        tell_at=notifications.get_notify_time(seating, opening.number, now),
    )


def resolve_orders(tournament: Tournament, current: Round, now: datetime, sealed: Sealed) -> RoundResult:
    """Resolve a round from these orders; writes nothing."""
    game = games.get_game_version(tournament.game, tournament.rules_version)
    before = game.read(current.state)
    missing = [seat for seat in game.to_act(before) if seat not in {order.seat for order in sealed}]
    chosen = standing_orders.choose_orders(tournament, before, missing)
    submitted = complete_orders(game, before, sealed, chosen)
    after, events = game.resolve(before, submitted, tournament.seed)
    same_turn = game.turn(before) == game.turn(after)
    return RoundResult(
        tournament,
        current,
        now,
        sealed,
        game.to_act(before),
        submitted,
        chosen,
        events,
        game.write(after),
        game.to_act(after),
        game.get_round_and_turn(after),
        same_turn,
        game.outcome(after),
    )


def complete_orders(game: games.Game, state: State, sealed: Sealed, chosen: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the orders as they arrived, then the standing or default orders of the seats that gave none."""
    submitted = [(order.seat, order.text) for order in sealed]
    missing = [seat for seat in game.to_act(state) if seat not in dict(submitted)]
    return submitted + [(seat, chosen.get(seat) or game.default(state, seat)) for seat in missing]


def fill_published(closing: RoundResult, labels: dict[str, str], before: str) -> None:
    """Fill a round with what is public of it once it is closed. `labels`: how orders came about, by seat."""
    current, tournament = closing.round, closing.tournament
    current.orders, current.events = [list(order) for order in closing.orders], closing.events
    current.closed_at, current.computers_at, current.tell_at = closing.at, None, None
    current.stand_ins = labels
    current.seals = {order.seat: {"salt": order.salt, "version": order.version,
                                  "commitment": orders.compute_commitment(tournament.code, current.number, order)}
                     for order in closing.sealed}  # fmt: skip
    current.digest = contract.compute_digest(
        before, contract.format_canonical(closing.orders), contract.format_canonical(closing.state)
    )


def label_orders(closing: RoundResult, seating: Seating, helpers: Mapping[str, StandIn]) -> dict[str, str]:
    """Return by seat how an order came about that its player did not give: computer, volunteer, queued or standing."""
    words = {order.seat: "computer" if helpers[order.seat].computer else "volunteer"
             for order in closing.sealed if order.seat in helpers}  # fmt: skip
    people = {each.seat for each in seating.entries if not each.player}
    queued = {order.seat for order in closing.sealed if order.automatic} & people - set(words)
    words |= dict.fromkeys(queued, "queued")
    return words | dict.fromkeys(closing.standing, "standing")
