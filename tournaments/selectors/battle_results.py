"""How every emperor fared in a finished battle, computed from its record and from the transfers before it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypedDict

from django.db.models import F, Sum

from dynasty.catalog.assets import REPUTATION
from dynasty.models import BattleResult, Transfer
from tournaments.domain import games, settlement, terms
from tournaments.domain.settlement import Battle, Capture, Seat, Take
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors.closed_rounds import find_closed_rounds, find_resignations

FIELDS = tuple(field.attname for field in BattleResult._meta.concrete_fields if not field.primary_key)
"""What a result holds."""
OPENING_LENGTH = 40


def build_results(tournament: Tournament, rounds: Sequence[Round]) -> list[BattleResult]:
    """Return the results of a finished serious battle with these rounds, unsaved, in the order of the seats."""
    game = games.GAMES[tournament.game]
    entries = list(Entry.objects.filter(tournament=tournament).order_by("seat"))
    battle = build_battle(game, tournament, entries, rounds)
    captures = settlement.find_captures(battle)
    resigned = find_resignations(game, rounds)
    counts = count_orders(game, rounds)
    openings = dict(rounds[0].orders or []) if rounds and game.VIEW == "board" else {}
    territories = {row["seat"]: row.get("territories") for row in tournament.statistics}
    luck = sum_luck(game, rounds)
    seats = {seat.letter: seat for seat in battle.seats}
    return [
        BattleResult(
            place=tournament.code,
            seat=entry.seat,
            dynasty_id=entry.dynasty_id,
            emperor_id=entry.emperor_id,
            at=tournament.ended_at or tournament.announced_at,
            type=tournament.type,
            game=tournament.game,
            field=tournament.field,
            preset=games.find_preset(game, tournament.rules),
            ending=(tournament.outcome or {}).get("by", ""),
            seats=len(entries),
            rounds=tournament.game_round,
            result=settlement.get_result(battle, seats[entry.seat], resigned),
            reputation=seats[entry.seat].reputation,
            upset=measure_upset(battle, entry.seat),
            pawns=sum(not take.emperor and take.taker == entry.seat for takes in battle.rounds for take in takes),
            orders=counts[entry.seat],
            missed=entry.missed_in_all,
            opening=openings.get(entry.seat, "")[:OPENING_LENGTH],
            territories=territories.get(entry.seat),
            placement=find_placement(tournament, entry.seat),
            luck=None if game.VIEW == "board" else round(100 * luck.get(entry.seat, 0.0)),
            **describe_captures(captures, entry.seat),
        )
        for entry in entries
        if entry.dynasty_id and entry.emperor_id
    ]


def find_placement(tournament: Tournament, seat: str) -> int | None:
    """Return the place of a seat, 1 for the winners, behind all who are better; None where the game ranks nobody."""
    better = 0
    for group in (tournament.outcome or {}).get("placements", ()):
        if seat in group:
            return better + 1
        better += len(group)
    return None


def build_battle(game: games.Game, tournament: Tournament, entries: Sequence[Entry], rounds: Sequence[Round]) -> Battle:
    """Return the battle as far as it matters off the board, with the reputations from before it."""
    outcome = tournament.outcome or {}
    fallen = game.list_fallen(game.read(tournament.ending or {}))
    before = sum_reputations(tournament, [entry.emperor_id or 0 for entry in entries])
    return Battle(
        tournament.type,
        terms.read(tournament.terms),
        [Seat(entry.seat, before.get(entry.emperor_id or 0, 0), entry.seat in fallen) for entry in entries],
        [[Take(**take) for take in game.takes(each.events or [], each.state)] for each in rounds],
        tuple(outcome.get("winners", ())),
        bool(outcome.get("draw")),
    )


def sum_reputations(tournament: Tournament, emperors: Sequence[int]) -> dict[int, int]:
    """Return what these emperors had before a finished battle, by id, summed up from the transfers."""
    earlier = Transfer.objects.filter(asset=REPUTATION, at__lte=tournament.ended_at).exclude(place=tournament.code)
    found: Counter[int] = Counter()
    for side, sign in (("credit", 1), ("debit", -1)):
        own = earlier.filter(**{f"{side}__emperor__in": emperors})
        for emperor, total in own.values_list(f"{side}__emperor").annotate(sum=Sum(F("amount"))).order_by():
            found[emperor] += sign * total
    return dict(found)


def count_orders(game: games.Game, rounds: Sequence[Round]) -> Counter[str]:
    """Return how many orders each seat had to give."""
    return Counter(seat for each in rounds for seat in game.to_act(game.read(each.state)))


def sum_luck(game: games.Game, rounds: Sequence[Round]) -> Mapping[str, float]:
    """Return by seat how much better than the mean the dice of the battle were to it."""
    found: dict[str, float] = {}
    for each in rounds:
        for seat, gain in game.dice_luck(each.events or [], each.state).items():
            found[seat] = found.get(seat, 0.0) + gain
    return found


def measure_upset(battle: Battle, letter: str) -> int:
    """Return by how much the strongest of those that a winner won against had more reputation; at least 0."""
    if battle.draw or letter not in battle.winners:
        return 0
    own = next(seat.reputation for seat in battle.seats if seat.letter == letter)
    return max([seat.reputation - own for seat in battle.seats if seat.letter not in battle.winners] + [0])


class CaptureFields(TypedDict):
    """The fields of a result that tell of captures: by letters of seats, blank where there was none."""

    captures: int
    kills: int
    captor: str
    fate: str


def describe_captures(captures: Sequence[Capture], seat: str) -> CaptureFields:
    """Return whom a seat captured, and who captured it."""
    made = [capture for capture in captures if capture.taker == seat]
    suffered = next((capture for capture in captures if capture.taken == seat), None)
    return {
        "captures": len(made),
        "kills": sum(capture.fate.kills for capture in made),
        "captor": suffered.taker if suffered else "",
        "fate": suffered.fate.name if suffered else "",
    }


def find_differences(tournament: Tournament) -> list[str]:
    """Return which results of a finished battle are missing or are not what its record says: seat and field each."""
    stored = {each.seat: each for each in BattleResult.objects.filter(place=tournament.code)}
    if not stored:
        return []  # from before results were kept: the next nightly run writes them
    proved = {each.seat: each for each in build_results(tournament, list(find_closed_rounds(tournament)))}
    found = [f"{seat}:missing" for seat in sorted(proved.keys() - stored.keys())]
    return found + [
        f"{seat}:{name}"
        for seat, row in sorted(stored.items())
        for name in FIELDS
        if getattr(row, name) != getattr(proved.get(seat), name, None)
        and not (name == "placement" and row.placement is None)  # stored before places were
    ]
