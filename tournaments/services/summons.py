"""Telling players that they are wanted: a battle has started or ended, it is their turn, they are about to be late.

Words only, and never an order. Computers, houses and casual players are told nothing, and a training nothing for ever.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from dynasty import clock
from dynasty.models import Dynasty
from dynasty.services import notices
from dynasty.services.notices import Word
from tournaments import games
from tournaments.models import Entry, Presence, Round, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors.tables import Seating

ASKING = ("start", "turn", "late")
"""Kinds that an order answers."""
PATIENCE = timedelta(minutes=5)  # who orders within it, or a fifth of the round, gets no mail for its turn
WARNED = timedelta(hours=6)  # before a deadline, or a quarter of the round, whichever is less
WORTH_A_WARNING = 600  # seconds of a round
AT_ONCE = 200


def players(tournament: Tournament) -> list[Entry]:
    """The seats of people and programs, in the order of their dynasties."""
    if tournament.casual:
        return []
    rows = Entry.objects.filter(tournament=tournament, player="", dynasty__house=False)
    return list(rows.select_related("dynasty__user").order_by("dynasty_id"))


def dynasty_of(entry: Entry) -> Dynasty:
    assert entry.dynasty is not None, "only the seats of dynasties are asked for"
    return entry.dynasty


def facts(tournament: Tournament, entry: Entry | None = None, **more: Any) -> dict[str, Any]:
    """What every sentence about a battle may need."""
    own = {"emperor": entry.name} if entry else {}
    return {"title": tournament.title, "world": tournament.organiser_id is None, **own, **more}


def round_opened(seating: Seating, current: Round) -> None:
    """A round is open: whoever must order is told; who has just fallen asleep is told that."""
    tournament, entries = seating.tournament, sorted(seating.people, key=lambda each: each.dynasty_id or 0)
    if not entries:
        return
    now = current.opened_at
    notices.settle(place=tournament.code, kinds=ASKING, now=now)
    game = games.GAMES[tournament.game]
    wanted = set(game.to_act(game.read(current.state)))
    asked = (entry for entry in entries if entry.seat in wanted)
    notices.tell_all((word for entry in asked for word in words(tournament, current, entry)), now)


def words(tournament: Tournament, current: Round, entry: Entry) -> Iterator[Word]:
    """What one player is told when a round opens."""
    code, number = tournament.code, current.number
    if entry.missed == ASLEEP_AFTER:
        yield Word(dynasty_of(entry), "asleep", f"asleep:{code}:{number}", facts(tournament, entry), code)
    if entry.missed < ASLEEP_AFTER:
        kind = "start" if number == 1 else "turn"
        said = facts(tournament, entry, round=number, deadline=current.deadline.isoformat())
        length = current.deadline - current.opened_at
        wait = min(PATIENCE, length / 5) if kind == "turn" else timedelta()
        yield Word(dynasty_of(entry), kind, f"{kind}:{code}:{number}", said, code, current.deadline, wait)


def ordered(tournament: Tournament, entry: Entry) -> None:
    """The order is in: nothing more needs to be asked of this player."""
    if entry.dynasty_id is not None and not entry.player:
        notices.settle(place=tournament.code, kinds=ASKING, dynasty_id=entry.dynasty_id)


def ended(tournament: Tournament) -> None:
    """A battle is over, or does not take place: players and bettors are told how it ended for them."""
    if tournament.casual:
        return
    if tournament.type == Tournament.Type.TRAINING:
        notices.forget(place=tournament.code)
        return
    notices.settle(place=tournament.code, kinds=(*ASKING, "asleep"))
    fought = {entry.dynasty_id: entry for entry in players(tournament)}
    there = Presence.objects.filter(tournament=tournament, dynasty__house=False).select_related("dynasty__user")
    notices.tell_all(
        Word(each.dynasty, "ended", f"ended:{tournament.code}",
             facts(tournament, entry := fought.get(each.dynasty_id), result=result(tournament, entry)), tournament.code)
        for each in there.order_by("dynasty_id")
    )  # fmt: skip


def result(tournament: Tournament, entry: Entry | None) -> str:
    """How it ended for one of those who were there: a word of the notices' variants."""
    if tournament.status == Tournament.Status.CANCELLED:
        return "cancelled"
    outcome = tournament.outcome or {}
    if entry is None:
        return "bets"
    if entry.seat not in outcome.get("winners", []):
        return "lost"
    return "draw" if outcome.get("draw") else "won"


def warn_due() -> int:
    """Warn who has no order yet although its round is about to close; each round once. Returns how many were told."""
    now = clock.now()
    open_rounds = Round.objects.filter(
        closed_at=None,
        deadline__gt=now,
        deadline__lte=now + WARNED,
        ready_at=None,
        tournament__status=Tournament.Status.RUNNING,
        tournament__casual=False,
        tournament__round_seconds__gte=WORTH_A_WARNING,
    )
    rows = open_rounds.defer("state", "events", "orders", "seals").select_related("tournament").order_by("deadline")
    near = [each for each in rows.iterator(AT_ONCE) if now >= each.deadline - ahead(each)]
    return sum(warn(near[start : start + AT_ONCE]) for start in range(0, len(near), AT_ONCE))


def ahead(current: Round) -> timedelta:
    """How long before its deadline those who are late are warned."""
    length: timedelta = current.deadline - current.opened_at
    return min(WARNED, length / 4)


def warn(near: Sequence[Round]) -> int:
    by_tournament = {each.tournament_id: each for each in near}
    entries = Entry.objects.filter(tournament__in=by_tournament, player="", dynasty__house=False)
    late = entries.filter(missed__lt=ASLEEP_AFTER).select_related("dynasty__user").order_by("dynasty_id")
    return len(notices.tell_all(
        late_word(by_tournament[entry.tournament_id], entry) for entry in late
        if must_order(by_tournament[entry.tournament_id], entry.seat)
    ))  # fmt: skip


def must_order(current: Round, seat: str) -> bool:
    """Whether the round still waits for this seat."""
    game = games.GAMES[current.tournament.game]
    return seat not in current.ready and seat in game.to_act(game.read(current.state))


def late_word(current: Round, entry: Entry) -> Word:
    code, deadline = current.tournament.code, current.deadline
    said = facts(current.tournament, entry, round=current.number, deadline=deadline.isoformat())
    return Word(dynasty_of(entry), "late", f"late:{code}:{current.number}", said, code, deadline)
