"""The review of a battle as its page shows it: the graph, the turning points, every order with its judgement."""

from collections import Counter
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battlefield.highlights import STORY
from core.sentences import fill
from dynasty.charts import shares
from players.reviews import Grade, Option, OrderReview
from tournaments.domain import judgements
from tournaments.domain.battle_types import ClosedRound
from tournaments.models import Entry, Round
from tournaments.presenters import battle_state
from tournaments.presenters.context import BattleContext
from tournaments.selectors import battles
from tournaments.selectors.reviews import BattleReview

GRADES = {
    Grade.BEST: (gettext_lazy("best"), ""),
    Grade.FINE: (gettext_lazy("fine"), ""),
    Grade.RISKY: (gettext_lazy("risky"), "?!"),
    Grade.MISTAKE: (gettext_lazy("mistake"), "?"),
    Grade.BLUNDER: (gettext_lazy("blunder"), "??"),
}
"""What each grade is called, and its mark."""
ERRORS = {
    Grade.MISTAKE: gettext_lazy("%(name)s’s order %(order)s was a mistake."),
    Grade.BLUNDER: gettext_lazy("%(name)s’s order %(order)s was a blunder."),
}
"""What is said of a wrong order."""
HOLDING_ERRORS = {
    Grade.MISTAKE: gettext_lazy("For %(name)s holding was a mistake."),
    Grade.BLUNDER: gettext_lazy("For %(name)s holding was a blunder."),
}
"""The same where no piece was sent."""
SHOWN_OPTIONS = 4
"""Orders of a mixture that are shown at most."""
Chances = list[tuple[str, int | None]]
"""The chance of every seat in percent; None where it is not known."""


class ChancesRow(TypedDict):
    """The chances before a round."""

    number: int
    chances: Chances


class Turn(TypedDict):
    """A turning point: whose chance changed from what to what, and what happened."""

    number: int
    seat: str
    name: str
    before: int
    after: int
    sentences: list[str]


class GradeText(TypedDict):
    """A judgement in words, with its mark and the loss in percent."""

    name: str
    words: str
    mark: str
    loss: int


class RowOrder(TypedDict):
    """An order of the list, with its judgement where there is one."""

    seat: str
    order: str
    grade: GradeText | None


class Row(TypedDict):
    """A round of the list."""

    number: int
    seats: list[RowOrder]
    chosen: bool


class Total(TypedDict):
    """How often a seat gave orders of each grade, and its mean loss."""

    entry: Entry
    counts: list[int]
    lost: float


class OptionText(TypedDict):
    """An order of a mixture in percent."""

    order: str
    often: int
    chance: int


class JudgedOrder(TypedDict):
    """An order of the open round, with what would have been better."""

    seat: str
    name: str
    own: bool
    played: str
    grade: GradeText
    chance: int
    often: int
    best: int
    mixture: list[OptionText]
    saving: OptionText | None


class OpenedRound(TypedDict):
    """One round in full; `before` and `after` are the numbers beside it."""

    number: int
    before: int | None
    after: int | None
    chances: Chances
    played: ClosedRound
    shown: list[ClosedRound]
    is_quick: bool
    """Whether it was judged at first sight alone."""
    orders: list[JudgedOrder]


class ReviewPage(TypedDict):
    """The context of a review's page; the view adds its addresses."""

    review: BattleReview
    chart: shares.Shares | None
    table: list[ChancesRow]
    end: Chances
    turns: list[Turn]
    rounds: list[Row]
    totals: list[Total]
    grades: list[tuple[str, str]]
    chosen: OpenedRound | None


def build_review(battle: BattleContext, review: BattleReview, number: int | None, reader: str) -> ReviewPage:
    """Return the context of a review's page, with one round opened: by default the first turning point."""
    turns = judgements.find_turning_points(review.chances)
    numbers = [one.number for one in review.rounds]
    chosen = number if number in numbers else next(iter(turns or numbers), None)
    judged = [{seat: judgements.read_order(data) for seat, data in each["orders"].items()} for each in review.judged]
    return {
        "review": review,
        "chart": shares.draw(review.chances, turns, chosen),
        "table": [
            {"number": one.number, "chances": list_chances(battle, review.chances[i])}
            for i, one in enumerate(review.rounds)
        ],
        "end": list_chances(battle, review.chances[-1]),
        "turns": [describe_turn(battle, review, step, judged) for step in turns],
        "rounds": [
            build_row(battle, one, judged[i] if i < len(judged) else {}, one.number == chosen)
            for i, one in enumerate(review.rounds)
        ],
        "totals": list_totals(battle, judged),
        "grades": [(str(words), mark) for words, mark in GRADES.values()],
        "chosen": open_round(battle, review, chosen, judged, reader) if chosen else None,
    }


def list_chances(battle: BattleContext, chances: judgements.Chances) -> Chances:
    """Return for every seat its chance in percent; None where it is not known."""
    return [(seat, to_percent(chances[seat]) if seat in chances else None) for seat in battle.entries]


def to_percent(share: float) -> int:
    """Return a share in percent.

    >>> to_percent(0.256)
    26
    """
    return round(100 * share)


def describe_turn(battle: BattleContext, review: BattleReview, step: int, judged: list[dict[str, OrderReview]]) -> Turn:
    """Return a turning point: whose chance changed from what to what, what happened, and which orders were wrong."""
    before, after = review.chances[step - 1], review.chances[step]
    seat = max((seat for seat in before if seat in after), key=lambda seat: abs(after[seat] - before[seat]))
    story = describe_round(battle, review, step)["story"][:1]
    errors = describe_errors(battle, judged[step - 1] if step <= len(judged) else {})
    quiet = STORY["quiet"]
    is_quiet = story == [_(quiet)]
    return {
        "number": step,
        "seat": seat,
        "name": battle.names.get(seat, seat.upper()),
        "before": to_percent(before[seat]),
        "after": to_percent(after[seat]),
        "sentences": errors if errors and is_quiet else story + errors,
    }


def describe_errors(battle: BattleContext, orders: dict[str, OrderReview]) -> list[str]:
    """Return a sentence for each order of a round that was a mistake or a blunder, the worst first."""
    wrong = {seat: order for seat, order in orders.items() if order.grade in ERRORS}
    return [
        fill(
            str((ERRORS if order.played.order != "-" else HOLDING_ERRORS)[order.grade]),
            {"name": battle.names.get(seat, seat.upper()), "order": order.played.order},
        )
        for seat, order in sorted(wrong.items(), key=lambda each: -each[1].loss)
    ]


def describe_round(battle: BattleContext, review: BattleReview, number: int) -> ClosedRound:
    """Return a closed round in words."""
    following = review.rounds[number] if number < len(review.rounds) else None
    after = following.state if following else battle.tournament.ending
    played = battles.build_round(battle.tournament, review.rounds[number - 1], after)
    return battle_state.describe_round(battle, played)


def build_row(battle: BattleContext, one: Round, judged: dict[str, OrderReview], chosen: bool) -> Row:
    """Return a round of the list: the order of each seat that gave one, with its mark."""
    orders = dict(one.orders or [])
    seats: list[RowOrder] = [
        {"seat": seat, "order": orders[seat], "grade": describe_grade(judged[seat]) if seat in judged else None}
        for seat in battle.entries
        if seat in orders
    ]
    return {"number": one.number, "seats": seats, "chosen": chosen}


def describe_grade(judged: OrderReview) -> GradeText:
    """Return what a judgement is called, with its mark and the loss in points of a hundred."""
    words, mark = GRADES[judged.grade]
    return {"name": str(judged.grade), "words": str(words), "mark": mark, "loss": to_percent(judged.loss)}


def list_totals(battle: BattleContext, judged: list[dict[str, OrderReview]]) -> list[Total]:
    """Return how often each seat gave orders of each grade, and what an order of it lost on average."""
    rows: list[Total] = []
    for seat, entry in battle.entries.items():
        orders = [each[seat] for each in judged if seat in each]
        if orders:
            counts = Counter(order.grade for order in orders)
            lost = sum(order.loss for order in orders) / len(orders)
            rows.append({"entry": entry, "counts": [counts[grade] for grade in Grade], "lost": round(100 * lost, 1)})
    return rows


def open_round(
    battle: BattleContext, review: BattleReview, number: int, judged: list[dict[str, OrderReview]], reader: str
) -> OpenedRound:
    """Return one round in full: the board, what happened, and every order with what would have been better."""
    one = review.rounds[number - 1]
    orders = judged[number - 1] if number <= len(judged) else {}
    played = describe_round(battle, review, number)
    return {
        "number": number,
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < len(review.rounds) else None,
        "chances": list_chances(battle, review.chances[number - 1]),
        "played": played,
        "shown": [played],
        "is_quick": bool(orders) and not review.is_deep(number - 1),
        "orders": [
            {
                "seat": seat,
                "name": battle.names.get(seat, seat.upper()),
                "own": seat == reader,
                "played": dict(one.orders or []).get(seat, "-"),
                "grade": describe_grade(order),
                "chance": to_percent(order.played.chance),
                "often": to_percent(order.played.often),
                "best": to_percent(order.best),
                "mixture": [describe_option(option) for option in order.mixture[:SHOWN_OPTIONS]],
                "saving": describe_option(order.saving) if order.saving else None,
            }
            for seat, order in sorted(orders.items(), key=lambda each: each[0] != reader)
        ],
    }


def describe_option(option: Option) -> OptionText:
    """Return an order of a mixture in percent."""
    return {"order": option.order, "often": to_percent(option.often), "chance": to_percent(option.chance)}
