"""A battle as one viewer may see it: the data of its page and of the API."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import TypeVar

from core import clock
from core.prepared_statements import PreparedQuery
from dynasty.models import Dynasty
from tournaments.domain import games, order_labels
from tournaments.domain.battle_types import BattleState, ClosedRound, Frame, OwnSeat, Receipt, Seat, Standing
from tournaments.domain.games import Event, GameData, State
from tournaments.models import Entry, Round, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import hidden_names, participation
from tournaments.selectors.closed_rounds import find_closed_rounds, find_resignations
from tournaments.selectors.contract import format_sentence

MAX_ROUNDS = 10  # in one answer
Value = TypeVar("Value")
ROUND_QUERY = PreparedQuery(lambda pk, number: Round.objects.filter(tournament=pk, number=number))
ROUNDS_QUERY = PreparedQuery(
    lambda pk, since, upto: Round.objects.filter(tournament=pk, number__gt=since, number__lte=upto).order_by("-number")[
        :MAX_ROUNDS
    ]
)


def build_battle_state(
    tournament: Tournament, dynasty: Dynasty | None = None, own_order: Receipt | None = None, since: int | None = None,
    seat: str | None = None, entries: Sequence[Entry] | None = None, *, current: Round | None = None,
    now: datetime | None = None,
) -> BattleState:  # fmt: skip
    """Build the battle for a viewer, with the rounds closed after round `since` (without `since`: the last one).

    `own_order`: what services.orders.get_own_order returns for this viewer's seat; other seats' orders are left out.
    `seat`: a seat that it holds without its dynasty, as in casual battles.
    `entries`, `current`, `now`: the entries, the open round and the current time, if the caller has them already.
    """
    entries = hidden_names.hide_names(
        tournament, participation.get_entries(tournament) if entries is None else entries, dynasty
    )
    current = current or get_open_round(tournament)
    game, state = games.GAMES[tournament.game], get_state(tournament, current)
    own = seat or find_own_seat(entries, dynasty)
    closed = tournament.round_no - (current is not None)
    return {
        "tournament": build_frame(tournament, current, closed, now or clock.now()),
        "you": build_own(game, state, tournament, own, own_order if is_for_round(own_order, current) else None),
        "seats": build_seats(tournament, state, entries, current, own),
        "free": list_free_seats(game, tournament, entries),
        "position": game.view(state, own),
        "reach": game.reach(state),
        "rounds": list_rounds_since(tournament, closed - 1 if since is None else since, closed, own),
    }


def get_open_round(tournament: Tournament) -> Round | None:
    """Return the round that took orders when this tournament was read; None before the start and after the end.

    It is found by its number, so that a round closed since then still matches the tournament as read.
    """
    fought = tournament.status in (Tournament.Status.RUNNING, Tournament.Status.HALTED)
    return ROUND_QUERY.first(tournament.pk, tournament.round_no) if fought else None


def find_resignation(tournament: Tournament, seat: str) -> int | None:
    """Return the round of play in which a seat resigned, 0 before the first one; None where it did not."""
    closed = find_closed_rounds(tournament).only("game_round", "orders")
    return find_resignations(games.GAMES[tournament.game], closed).get(seat)


def is_for_round(receipt: Receipt | None, current: Round | None) -> bool:
    """Check whether this receipt is for that round, and not for one that has opened since."""
    return receipt is not None and current is not None and receipt["step"] == current.number


def get_state(tournament: Tournament, current: Round | None) -> State:
    """Return the state of the game: of the open round, at the end, or as the battle will start."""
    game = games.GAMES[tournament.game]
    if current is not None:
        return game.read(current.state)
    if tournament.ending is not None:
        return read_state(tournament, tournament.ending)
    letters = game.seats_of(tournament.field)[: tournament.seats]
    chests = bool(tournament.terms.get("chests"))
    return game.initial(tournament.field, letters, tournament.rules, "", chests=chests)


def read_state(tournament: Tournament, stored: GameData) -> State:
    """Return a stored state as it may be shown: whole once the battle is over."""
    game = games.GAMES[tournament.game]
    state = game.read(stored)
    return game.reveal(state) if tournament.ended_at else state


def find_own_seat(entries: Sequence[Entry], dynasty: Dynasty | None) -> str | None:
    """Return the letter of the viewer's seat; None if it has no seat."""
    return next((entry.seat for entry in entries if dynasty and entry.dynasty_id == dynasty.pk), None)


def build_frame(tournament: Tournament, current: Round | None, closed: int, now: datetime) -> Frame:
    """Build what surrounds the board: names, status, statistics and the clock, which stands while it is halted."""
    is_halted = tournament.status == Tournament.Status.HALTED
    return {
        "code": tournament.code, "title": tournament.title, "status": tournament.status, "type": tournament.type,
        "outcome": tournament.outcome, "why": tournament.why, "round_seconds": tournament.round_seconds,
        "contract": tournament.contract,
        "round": tournament.game_round, "turn": current.turn_of if current else "",
        "step": tournament.round_no, "rounds_closed": closed, "statistics": tournament.statistics,
        "opened_at": format_moment(current.opened_at if current else None),
        "deadline": format_moment(current.deadline if current and not is_halted else None),
        "starts_at": format_moment(tournament.starts_at), "now": format_moment(now),
    }  # fmt: skip


def format_moment(at: datetime | None) -> str | None:
    return at.isoformat(timespec="milliseconds") if at else None


def build_own(
    game: games.Game, state: State, tournament: Tournament, seat: str | None, receipt: Receipt | None
) -> OwnSeat | None:
    """Build the viewer's own seat, its order, and the orders that it may give now; None without a seat."""
    if seat is None:
        return None
    running = tournament.status == Tournament.Status.RUNNING
    own = receipt if receipt and receipt["seat"] == seat else None
    return {
        "seat": seat,
        "order": own["order"] if own else None,
        "receipt": own,
        "legal": game.legal(state, seat) if running and seat in game.to_act(state) else {},
    }


def number_teams(tournament: Tournament, entries: Iterable[Entry]) -> dict[str, int]:
    """Return the number of each seat's team, from 1; nothing without teams, or before it is known who takes part."""
    if tournament.status in (Tournament.Status.ANNOUNCED, Tournament.Status.CANCELLED):
        return {}
    seats = sorted(entry.seat for entry in entries)
    teams = games.GAMES[tournament.game].list_teams(tournament.rules, seats)
    return {seat: number for number, team in enumerate(teams, 1) for seat in team}


def build_seats(
    tournament: Tournament, state: State, entries: Sequence[Entry], current: Round | None, own: str | None = None
) -> list[Seat]:
    """Build the list of seats with their players and standing; of their orders it says only whether they are in.

    `own`: the reader's seat, which in fog knows its own standing.
    """
    game, ready = games.GAMES[tournament.game], set(current.ready) if current else set()
    now, to_act, none = get_standing(game, state, own), game.to_act(state), Standing(pieces=0, fallen=False)
    teams = number_teams(tournament, entries)
    seats: list[Seat] = [{
        "seat": entry.seat, "emperor": entry.name, "dynasty": entry.dynasty.name if entry.dynasty else "",
        "code": entry.dynasty.code if entry.dynasty else None,
        "emblem": entry.dynasty.emblem if entry.dynasty else None,
        "computer": entry.player != "", "level": entry.player,
        "ready": entry.seat in ready, "asleep": entry.missed >= ASLEEP_AFTER,
        "to_act": entry.seat in to_act,
        "pieces": now.get(entry.seat, none)["pieces"], "fallen": now.get(entry.seat, none)["fallen"],
    } for entry in entries]  # fmt: skip
    for seat in seats:
        if seat["seat"] in teams:
            seat["team"] = teams[seat["seat"]]
    return seats


def get_standing(game: games.Game, state: State, seat: str | None = None) -> dict[str, Standing]:
    """Return for each seat how many pieces it has in a state, and whether it has fallen.

    In fog the number of pieces is None but for the seats all of whose pieces the reader's `seat` sees.
    """
    view = game.view(state, seat)
    fallen, pieces = set(game.list_fallen(state)), [piece["seat"] for piece in view.get("pieces", [])]
    counted = view.get("counted")
    if counted is not None:
        totals = {each: pieces.count(each) if each in counted else None for each in view["seats"]}
        return {each: {"pieces": total, "fallen": each in fallen} for each, total in totals.items()}
    return {seat: {"pieces": pieces.count(seat), "fallen": seat in fallen} for seat in sorted({*pieces, *fallen})}


def list_free_seats(game: games.Game, tournament: Tournament, entries: Sequence[Entry]) -> list[str]:
    """List the letters of the seats that can still be taken."""
    if tournament.status != Tournament.Status.ANNOUNCED:
        return []
    occupied = {entry.seat for entry in entries}
    return [letter for letter in game.seats_of(tournament.field)[: tournament.seats] if letter not in occupied]


def list_rounds_since(tournament: Tournament, since: int, upto: int, seat: str | None = None) -> list[ClosedRound]:
    """List the closed rounds after number `since` up to number `upto`, at most the last MAX_ROUNDS of them.

    `seat`: the reader's, as for `build_round`.
    """
    found = sorted(ROUNDS_QUERY(tournament.pk, max(since, 0), upto), key=lambda one: one.number)
    if not found:
        return []
    after = Round.objects.filter(tournament=tournament, number__gt=found[0].number, number__lte=found[-1].number + 1)
    states = dict(after.values_list("number", "state")) if found[0].number < tournament.round_no else {}
    return [build_round(tournament, one, states.get(one.number + 1, tournament.ending), seat) for one in found]


def list_traces(tournament: Tournament) -> list[Sequence[Event]]:
    """Return what happened in each closed round, the first one first."""
    closed = Round.objects.filter(tournament=tournament).exclude(closed_at=None)
    return [events or [] for events in closed.order_by("number").values_list("events", flat=True)]


def get_round(tournament: Tournament, number: int, seat: str | None = None) -> ClosedRound | None:
    """Return one closed round as a seat may see it; None where there is no such round or it is still open."""
    one = Round.objects.filter(tournament=tournament, number=number).exclude(closed_at=None).first()
    if one is None:
        return None
    after = Round.objects.filter(tournament=tournament, number=number + 1).values_list("state", flat=True).first()
    return build_round(tournament, one, after or tournament.ending, seat)


def build_round(tournament: Tournament, one: Round, after: GameData | None, seat: str | None = None) -> ClosedRound:
    """Build a closed round: the position before, orders, events, the position after, and the data that proves it.

    In fog, until the battle is over, it is what the reader's `seat` may know of it, and what proves it is left out: a
    digest is made of everything. In battles without fog every reader gets the same.
    """
    game = games.GAMES[tournament.game]
    opened, ended = read_state(tournament, one.state), read_state(tournament, after or one.state)
    confidants = None if tournament.ended_at else game.list_confidants(opened, seat)
    reader = seat if confidants is not None else None
    events = one.events or []
    events = events if tournament.ended_at else list(game.filter_events(events, reader, opened))
    before = game.view(opened, reader)
    stand_ins = keep_seats(one.stand_ins, confidants)
    return {
        "number": one.number,
        "round": one.game_round,
        "turn": one.turn_of,
        "before": before,
        "orders": keep_orders(one.orders, confidants),
        "events": events,
        "after": game.view(ended, reader) if after else before,
        "standing": get_standing(game, ended, reader),
        "told": [
            format_sentence(sentence)
            for sentence in [*game.event_words(events), *order_labels.describe_stand_ins(stand_ins)]
        ],
        "stand_ins": stand_ins,
        "seals": None if one.seals is None else keep_seats(one.seals, confidants),
        "digest": one.digest if confidants is None else "",
        "closed_at": format_moment(one.closed_at),
    }


def keep_orders(orders: list[list[str]] | None, seats: Collection[str] | None) -> list[list[str]] | None:
    """Return the orders of these seats; of all for None."""
    return orders if orders is None or seats is None else [order for order in orders if order[0] in seats]


def keep_seats(by_seat: dict[str, Value], seats: Collection[str] | None) -> dict[str, Value]:
    """Return what belongs to these seats; everything for None.

    >>> keep_seats({"a": 1, "b": 2}, ("b",))
    {'b': 2}
    """
    return by_seat if seats is None else {seat: value for seat, value in by_seat.items() if seat in seats}
