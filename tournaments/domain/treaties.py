"""Treaties: what seats can promise each other, and the judges that read from a battle whether they did it.

A treaty is judged and never enforced: nothing of it changes what the rules allow. A judge is a pure function of the
closed rounds of a battle that is over.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop

from tournaments.domain.settlement import split_evenly

SPARE, PEACE, JOINT, TRIBUTE = "spare", "peace", "joint", "tribute"
KINDS = (SPARE, PEACE, JOINT, TRIBUTE)
Pair = tuple[str, str]
"""Who did it, and to whom."""


@dataclass(frozen=True)
class Step:
    """What a closed step shows of its seats, as its game reads it from the events."""

    round: int
    attacks: frozenset[Pair] = frozenset()
    """On a board: captures of any piece. In a campaign: attacks on a territory, and forces that met on their way."""
    captures: frozenset[Pair] = frozenset()
    """Captures of an Emperor; in a campaign, eliminations."""


@dataclass(frozen=True)
class Course:
    """A battle that is over, as far as treaties are about it."""

    steps: Sequence[Step]
    last_round: int
    fallen: Mapping[str, int] = field(default_factory=dict)
    """In which round each seat fell."""
    winners: Collection[str] = ()
    """The seats that won; empty for a draw."""


@dataclass(frozen=True)
class Pact:
    """The terms of a treaty: it binds its seats from the round after `since` to the end of the round `until`."""

    kind: str
    seats: tuple[str, ...]
    since: int
    until: int = 0
    target: str = ""

    def binds(self, step: Step) -> bool:
        return self.since < step.round <= self.until


@dataclass(frozen=True)
class Verdict:
    """Who broke a treaty, and to whom each seat that loses its stake pays it."""

    broken_by: tuple[str, ...] = ()
    pays: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def judge(pact: Pact, course: Course) -> Verdict:
    """Return what became of a treaty in a battle that is over."""
    return JUDGES[pact.kind](pact, course)


def judge_spare(pact: Pact, course: Course) -> Verdict:
    """Return who captured another's Emperor too soon, and pays those."""
    return blame(pact, [pair for step in course.steps if pact.binds(step) for pair in step.captures])


def judge_peace(pact: Pact, course: Course) -> Verdict:
    """Return who attacked another too soon, and pays those."""
    return blame(pact, [pair for step in course.steps if pact.binds(step) for pair in step.attacks | step.captures])


def blame(pact: Pact, deeds: Sequence[Pair]) -> Verdict:
    """Return the verdict on deeds against each other that a treaty excludes: who did one pays those it hit."""
    among = [(seat, other) for seat, other in deeds if seat != other and {seat, other} <= set(pact.seats)]
    pays = {
        seat: tuple(sorted({hit for doer, hit in among if doer == seat})) for seat in sorted({s for s, _o in among})
    }
    return Verdict(tuple(pays), pays)


def judge_joint(pact: Pact, course: Course) -> Verdict:
    """Return who did not attack the target in the round agreed on, and pays those who did.

    Nobody is blamed where the battle ended before, or the target had fallen; who had fallen owes nothing.
    """
    if course.last_round < pact.until or course.fallen.get(pact.target, pact.until) < pact.until:
        return Verdict()
    due = [seat for seat in pact.seats if course.fallen.get(seat, pact.until) >= pact.until]
    deeds = {pair for step in course.steps if step.round == pact.until for pair in step.attacks | step.captures}
    loyal = tuple(sorted(seat for seat in due if (seat, pact.target) in deeds))
    broken_by = tuple(sorted(set(due) - set(loyal)))
    return Verdict(broken_by, {seat: loyal for seat in broken_by if loyal})


def judge_tribute(pact: Pact, course: Course) -> Verdict:
    """Return the one that won alone, who pays the others. Nobody can break it."""
    winner = next(iter(course.winners), "") if len(course.winners) == 1 else ""
    others = tuple(sorted(set(pact.seats) - {winner}))
    return Verdict(pays={winner: others}) if winner in pact.seats else Verdict()


JUDGES: dict[str, Callable[[Pact, Course], Verdict]] = {
    SPARE: judge_spare,
    PEACE: judge_peace,
    JOINT: judge_joint,
    TRIBUTE: judge_tribute,
}


def split_stakes(seats: Collection[str], amount: int, verdict: Verdict) -> dict[Pair, int]:
    """Return what each stake goes to: (whose it was, who gets it) and how much; a stake that is returned to its own."""
    found: dict[Pair, int] = {}
    for seat in sorted(seats):
        to = verdict.pays.get(seat) or (seat,)
        found |= {(seat, other): part for other, part in split_evenly(amount, to).items() if part}
    return found


SENTENCES = {
    ("board", SPARE): gettext_noop("Until the end of round %(until)s none of us captures another’s Emperor."),
    ("board", PEACE): gettext_noop("Until the end of round %(until)s none of us captures a piece of another."),
    ("board", JOINT): gettext_noop("In round %(until)s each of us captures a piece of seat %(target)s."),
    ("map", SPARE): gettext_noop("Until the end of round %(until)s none of us eliminates another."),
    ("map", PEACE): gettext_noop("Until the end of round %(until)s none of us attacks another."),
    ("map", JOINT): gettext_noop("In round %(until)s each of us attacks seat %(target)s."),
}
TRIBUTE_SENTENCE = gettext_noop("If one of us wins alone, its stake goes to the others.")
TITLES = {
    ("board", SPARE): gettext_noop("We spare each other’s Emperors until a round is over"),
    ("board", PEACE): gettext_noop("We capture no piece of each other until a round is over"),
    ("board", JOINT): gettext_noop("Each of us captures a piece of one seat in a round"),
    ("map", SPARE): gettext_noop("We do not eliminate each other until a round is over"),
    ("map", PEACE): gettext_noop("We do not attack each other until a round is over"),
    ("map", JOINT): gettext_noop("Each of us attacks one seat in a round"),
}
TRIBUTE_TITLE = gettext_noop("Whoever wins alone pays the others its stake")


def get_sentence(view: str, kind: str) -> str:
    """Return the sentence of a kind of treaty, to be translated, for a game that is drawn as `view`."""
    return SENTENCES.get((view, kind), TRIBUTE_SENTENCE)


def get_title(view: str, kind: str) -> str:
    """Return the name of a kind of treaty, to be translated."""
    return TITLES.get((view, kind), TRIBUTE_TITLE)
