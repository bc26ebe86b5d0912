"""The tutorial: twelve short positions, each with a task, resolved by the same machine as every battle.

The first four are the named outcomes of the rules (escape, take, collision, take at bounce); the next four are the
worked examples of the rule book, each seen from the seat whose order decides it; the last four are about holding,
goals, chests and the marks on the tiles.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battlefield import battles, game
from battlefield.battles import Battle
from battlefield.records import read_board
from battlefield.rulesets import Ruleset
from battlefield.traces import Step
from core.json_types import Json
from tournaments.lab.examples import EXAMPLES

Condition = Callable[[Battle, Sequence[Step]], bool]
"""Whether a round fulfilled the task: the battle after it, and what happened."""


def has_event(kind: str, **fields: object) -> Condition:
    """Return the test whether an event of this kind and with these fields happened."""
    return lambda after, events: any(
        event["kind"] == kind and all(event.get(name) == value for name, value in fields.items()) for event in events
    )


def has_emperor(seat: str) -> Condition:
    """Return the test whether the seat's Emperor is still on the board."""
    return lambda after, events: bool(after.formation.emperors(seat))


def has_piece_on(seat: str, tile: str) -> Condition:
    """Return the test whether a piece of the seat ends the round on the tile."""
    return lambda after, events: any(
        str(place) == tile and piece.seat == seat for place, piece in after.formation.pieces.items()
    )


def has_all(*tests: Condition) -> Condition:
    """Return the test that all of these make together."""
    return lambda after, events: all(test(after, events) for test in tests)


def has_emperor_on(seat: str, tile: str) -> Condition:
    """Return the test whether the seat's Emperor ends the round on the tile."""
    return lambda after, events: tile in map(str, after.formation.emperors(seat))


def is_won_by(seat: str) -> Condition:
    """Return the test whether the round wins the battle for the seat."""
    return lambda after, events: after.outcome is not None and seat in after.outcome.seats


@dataclass(frozen=True)
class Lesson:
    """A position, the orders of the other seats, and the task of the reader, with its texts."""

    name: str
    title: Promise
    teaching: tuple[Promise, ...]
    task: Promise
    hint: Promise
    moral: Promise
    """What is said when it is done."""
    test: Condition
    others: tuple[tuple[str, str], ...]
    """Their orders, quickest first; the reader's comes last."""
    diagram: str
    seat: str = "a"
    rules: Json = field(default_factory=dict)
    missed: Promise | None = None
    """What is said of the task when it was not done, besides what became of the reader's pieces."""
    danger: bool = False
    """Whether the board shows what the others could reach."""

    @cached_property
    def battle(self) -> Battle:
        """Return the battle at the start of the lesson."""
        return battles.begin(read_board(self.diagram), Ruleset.of({"conflict": "bounce"} | self.rules))

    def attempt(self, text: str) -> "Attempt":
        """Play the round with the reader's order; game.Illegal where the rules refuse it."""
        order = game.check(self.battle, self.seat, text)
        orders = (*self.others, (self.seat, order))
        after, events = game.resolve(self.battle, orders, "")
        return Attempt(order, orders, game.view(self.battle), events, game.view(after), self.test(after, events))


@dataclass(frozen=True)
class Attempt:
    """A round that was played with the reader's order."""

    order: str
    orders: tuple[tuple[str, str], ...]
    before: Json
    events: list[Step]
    after: Json
    done: bool


def read_example(number: int, seat: str) -> Json:
    """Return position, rules and other orders of a worked example, for the player of a seat."""
    example = EXAMPLES[number - 1]
    others = tuple(order for order in example.orders if order[0] != seat)
    return {"diagram": example.diagram, "rules": {"conflict": example.policy}, "others": others, "seat": seat}


LESSONS = (
    Lesson(
        "escape", _("Out of the way"),
        (_("You are seat A, in red. The piece with the crown is your Emperor: lose it and you are out."),
         _("Each round you order one piece, straight up, down, left or right. Then everybody marches at once, so a "
           "piece that leaves in time is not there any more when somebody arrives.")),
        _("B’s pawn is about to march onto your Emperor. Order your Emperor away."),
        _("Choose the Emperor on the board, then a tile that lights up."),
        _("Whoever leaves, escapes: B’s pawn found an empty tile. Two pieces may even change places."),
        has_emperor("a"), (("b", "B2-C2"),),
        """
+---+---+---+---+
|   |   |   |   |
+---+---+---+---+
|   | b |(a)|   |
+---+---+---+---+
|   |   | a |   |
+---+---+---+---+
|(b)|   |   | a |
+---+---+---+---+
""",
    ),
    Lesson(
        "take", _("Taking"),
        (_("The number on a piece is its range: a pawn goes as far as its experience, an Emperor as far as its side’s "
           "best pawn."),
         _("A piece that arrives where another one stayed captures it. A captured pawn stays where it is and "
         "changes sides; the captor springs back along its path to the nearest free tile, and both begin again at "
         "experience 1.")),
        _("B’s pawn will hold its ground on C2. Take it."),
        _("Your pawn on C4 has experience 2: it reaches C2."),
        _("It is yours now, and stands where it stood. Your own pawn sprang back to C3."),
        has_event("took", seat="a", at="C2"), (("b", "-"),),
        """
+---+---+---+---+---+
|   |   |   |   |(b)|
+---+---+---+---+---+
|   |   | b |   |   |
+---+---+---+---+---+
|   |   |   |   |   |
+---+---+---+---+---+
|   | a | a2|   |   |
+---+---+---+---+---+
|   |   |(a)|   |   |
+---+---+---+---+---+
""",
        missed=_("The pawn on C2 is still B’s."),
    ),
    Lesson(
        "collision", _("A collision"),
        (_("Two pieces that claim the same tile collide. In this battle both spring back to the nearest free tile "
        "on their paths; other battles have other rules for it."),
         _("An Emperor who ends a round on a treasure collects it, and here that would win the battle.")),
        _("B’s Emperor marches to the treasure on C3. You cannot be there first, but you can be there too: collide."),
        _("Your pawn on C5 goes two tiles."),
        _("Both claimed C3, so nobody got it. A collision is the best wall there is."),
        has_event("conflict", at="C3"), (("b", "C2-C3"),),
        """
+---+---+---+---+---+
|   |   | b |   |   |
+---+---+---+---+---+
|   |   |(b)|   |   |
+---+---+---+---+---+
|   |   |(x)|   |   |
+---+---+---+---+---+
|   |   |   |   |   |
+---+---+---+---+---+
|   |(a)| a2|   |   |
+---+---+---+---+---+
""",
        rules={"goals": ["treasure", "last_emperor"]}, missed=_("B’s Emperor reached the treasure on C3 and won."),
    ),
    Lesson(
        "take-at-bounce", _("Taken while coming home"),
        (_("Collisions come before takes. A piece that is thrown home by a collision is standing there when the takes "
           "are counted."),
         _("So go for the tile that a piece is leaving, if you think that it will not get away.")),
        _("B’s Emperor on B3 and C’s pawn on D3 both want C3. Capture the Emperor on the way home."),
        _("Your pawn on B5 reaches B3."),
        _("B’s Emperor collided, came home, and there you were. B has fallen. That is how battles are won."),
        has_event("took", seat="a", at="B3", emperor=True), (("b", "B3-C3"), ("c", "D3-C3")),
        """
+---+---+---+---+---+
|   |   |   |   |(c)|
+---+---+---+---+---+
|   | b |   |   |   |
+---+---+---+---+---+
|   |(b)|   | c |   |
+---+---+---+---+---+
|   |   |   |   |   |
+---+---+---+---+---+
|(a)| a2|   | a |   |
+---+---+---+---+---+
""",
        missed=_("B’s Emperor came home to B3 and is still there."),
    ),
    Lesson(
        "newcomer", EXAMPLES[0].title,
        (_("A spring stops at the nearest tile that is not held. Where somebody has come to stand, it passes over."),
         _("A pawn of C will have come to C3 by the time you spring back.")),
        _("Charge: take the pawn on C2 from C5, and see where your pawn comes down."),
        _("Order C5-C2."),
        _("C3 was held by the newcomer, so your pawn passed over it and landed on C4."),
        has_event("took", seat="a", at="C2"), **read_example(1, "a"),
        missed=_("The pawn on C2 is still B’s."),
    ),
    Lesson(
        "quarrel", EXAMPLES[1].title,
        (_("In this battle pieces that collide go all the way home."),
         _("You are seat D. A charges from C5 to C2 and will spring back to the nearest free tile: C3, unless C’s pawn "
           "gets there.")),
        _("Keep C out of C3, so that A’s charger can land there."),
        _("If two claim C3, neither gets it."),
        _("You and C both went home, and the tile behind the capture was free again."),
        has_piece_on("a", "C3"), **read_example(2, "d"),
        missed=_("A’s charger did not land on C3."),
    ),
    Lesson(
        "no-room", EXAMPLES[2].title,
        (_("You are seat E. A charges from C5 to C2, while C goes to C3 and D goes to C4: every tile on A’s way back "
           "will be held."),
         _("A piece that finds no room comes home, even where somebody else is going there.")),
        _("Take A’s charger as it comes home."),
        _("Its home is C5; your pawn on A5 reaches it."),
        _("It had nowhere to land but C5, and you were on your way to C5. It is yours."),
        has_event("took", seat="e", at="C5"), **read_example(3, "e"),
        missed=_("A’s charger came home to C5, and nobody was there to take it."),
    ),
    Lesson(
        "two-captors", EXAMPLES[3].title,
        (_("You are seat D. A charges at C2 and C charges at your pawn on D3. Both take, both spring back to C3, and "
           "there they collide once more and spring on."),
         _("A would then land on C4.")),
        _("Send A’s charger all the way home to C5."),
        _("A tile on which somebody has come to stand is held."),
        _("C4 was yours, so A’s charger had to go home."),
        has_piece_on("a", "C5"), **read_example(4, "d"), missed=_("A’s charger did not have to go home."),
    ),
    Lesson(
        "hold", _("Holding"),
        (_("Giving no order is an order too: hold, and all your pieces stay where they are. If you miss the deadline, "
           "you hold as well."),
         _("A piece that stays keeps its tile closed: whoever springs back passes over it. But whoever arrives on it "
           "takes it.")),
        _("B’s charger on B4 takes C’s pawn on B1 and springs back. Let it, but keep it away from B2, beside your "
          "Emperor."),
        _("Your pawn stands on B2 already. Hold."),
        _("Your pawn held B2, so B’s charger passed over it and came down on B3."),
        has_all(has_event("took", seat="b", at="B1"), has_piece_on("a", "B2")), (("b", "B4-B1"), ("c", "-")),
        """
    +---+---+
    | c |(c)|
+---+---+---+
|(a)| a |   |
+---+---+---+
    |   |   |
    +---+---+
    | b3|(b)|
    +---+---+
""",
        missed=_("Your pawn has to stay on B2: then B’s charger takes on B1, and cannot land beside your Emperor."),
    ),
    Lesson(
        "goal", _("Goals"),
        (_("A battle says beforehand what wins it. Often that is being the last Emperor; here it is also crossing: "
        "the first Emperor to end a round on their own target wins."),
         _("A target is drawn as a ring in the colour of its seat. Rings of the others do nothing for you.")),
        _("B’s pawn marches to A2, one of your two targets. Bring your Emperor to the other one and win."),
        _("Your Emperor goes as far as your best pawn: two tiles. Your targets are A2 and C4."),
        _("Your Emperor reached the target: you won, although B’s Emperor still stands."),
        has_all(is_won_by("a"), has_emperor_on("a", "C4")), (("b", "B2-A2"),),
        """
+---+---+---+---+
|   |   |   |(b)|
+---+---+---+---+
|   | b |   |   |
+---+---+---+---+
|   |   | a2|   |
+---+---+---+---+
|(a)|   |   | a |
+---+---+---+---+
targets: a A2 C4, b A1
""",
        rules={"goals": ["cross", "last_emperor"]}, missed=_("Your Emperor is not on a target."),
    ),
    Lesson(
        "chest", _("Chests"),
        (_("In some tournaments every seat has a chest on the board, with gold that its player put in beforehand. A "
           "chest shows the letter of its owner."),
         _("An Emperor who ends a round on another player’s chest collects it. Pawns collect nothing, and nobody "
         "collects their own chest.")),
        _("Collect B’s chest."),
        _("B’s chest stands on C3, your own on A1."),
        _("You have B’s chest. Its gold goes to your dynasty when the battle is over."),
        has_event("collected", seat="a", item="chest b"), (("b", "D2-D3"),),
        """
+---+---+---+---+
|[a]|   |(a)|   |
+---+---+---+---+
|   |   |   | b |
+---+---+---+---+
|   | a2|[b]|   |
+---+---+---+---+
|   |   |   |(b)|
+---+---+---+---+
""",
        missed=_("B’s chest still lies on C3."),
    ),
    Lesson(
        "marks", _("The marks on the tiles"),
        (_("Choose one of your pieces: the tiles that light up are those to which it can go. Rings are targets; "
           "treasures and chests lie where they are drawn; the small number on a piece is its range."),
         _("Red tiles are in danger: pieces of others could come there next, and small badges say whose. In your "
           "battles you switch this on under the board, or with the key D.")),
        _("B and C both threaten your Emperor. Move to a tile that nobody else can reach."),
        _("Three of the four tiles beside it are red."),
        _("Nobody could come to B3. That was the last lesson: you know enough for a first battle, and all rules in "
          "full are one click away."),
        has_emperor_on("a", "B3"), (("b", "C1-C3"), ("c", "-")),
        """
+---+---+---+---+---+
|   |   | b3|   |   |
+---+---+---+---+---+
|   |   |   |   |   |
+---+---+---+---+---+
|   |   |(a)|   | c2|
+---+---+---+---+---+
| a |   |   |   |   |
+---+---+---+---+---+
|(b)|   |   |   |(c)|
+---+---+---+---+---+
""",
        missed=_("Look for a tile beside your Emperor that is not red."), danger=True,
    ),
)  # fmt: skip

LESSONS_BY_NAME = {lesson.name: lesson for lesson in LESSONS}
