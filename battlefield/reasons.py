"""Why each piece is where it is after a round: a short story for every piece, made from the trace alone.

The round is given as pages have it: the view before it, its trace, and its rules. Pieces are named by their homes.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .conflicts import POLICIES
from .marks import N_, Sentence
from .tiles import Tile, straight
from .traces import Step

REASONS: dict[str, str] = {
    "stayed": N_("It had no order and nobody captured it: it stays on %(at)s."),
    "ordered": N_("It was ordered to %(to)s."),
    "alone": N_("Nobody else claimed %(at)s and the tile was free: it moves there."),
    "followed": N_("The piece on %(at)s was leaving, and nobody else claimed the tile: it follows."),
    "remained": N_("Nothing else claims %(at)s any more: it moves there."),
    "won": N_("The piece on %(at)s has gone: it moves there."),
    "met": N_("On %(at)s it collided with the piece from %(others)s, and nobody gets the tile."),
    "met-kept": N_("On %(at)s it collided with the piece from %(others)s, and keeps the tile."),
    "met-lost": N_("On %(at)s it collided with the piece from %(others)s; the one from %(keeps)s keeps the tile."),
    "sprung": N_("It springs back to %(to)s, the nearest tile on its way that nobody holds."),
    "sprung-over": N_("It springs back over %(over)s, which others hold, to %(to)s."),
    "sent-home": N_("After a collision the rules send it home to %(at)s."),
    "home": N_("It springs back to where it came from, %(at)s."),
    "home-over": N_("Others hold every tile on its way back (%(over)s): it comes home to %(at)s."),
    "took": N_("On %(at)s it captures a pawn of %(from_seat)s, which changes sides and stays there."),
    "took-removed": N_("On %(at)s it captures the Emperor of %(from_seat)s, who leaves the board."),
    "took-pawn": N_("On %(at)s it captures the Emperor of %(from_seat)s, who becomes a pawn."),
    "took-emperor": N_("On %(at)s it captures the Emperor of %(from_seat)s, who fights on for the captor."),
    "taken": N_("The piece from %(piece)s captures it on %(at)s: it belongs to %(seat)s now."),
    "taken-removed": N_("The piece from %(piece)s captures it on %(at)s: it leaves the board."),
    "taken-pawn": N_("The piece from %(piece)s captures it on %(at)s: it is a pawn of %(seat)s now."),
    "taken-emperor": N_("The piece from %(piece)s captures it on %(at)s: it is an Emperor of %(seat)s now."),
    "pushed": N_("The Emperor who captured it pushes it on to %(to)s."),
    "learnt": N_("It moved, so its experience is now %(experience)s."),
    "drilled": N_("It had an order, so its experience is now %(experience)s."),
    "paid": N_("Its Emperor’s capture costs it its experience: it is 1 again."),
    "collected": N_("It collects what lay on %(at)s."),
    "abdicated": N_("Its player resigned: it leaves the board unharmed."),
    "vanished": N_("Its seat has fallen, and its pieces leave the board."),
}
"""What can become of a piece, in a sentence each."""


@dataclass
class Story:
    """What became of one piece."""

    home: str
    seat: str
    kind: str
    at: str | None
    """Where it stands now; None once it has left the board."""
    sentences: list[Sentence] = field(default_factory=list)
    sprung: bool = False
    took: bool = False

    def say(self, reason: str, **fields: Any) -> None:
        self.sentences.append((REASONS[reason], fields))


Cast = dict[str, Story]


def of_round(before: Mapping[str, Any], trace: Iterable[Step], rules: Mapping[str, Any]) -> list[Story]:
    """Tell a story for every piece that stood on the board before the round, in reading order."""
    cast = {each["tile"]: Story(each["tile"], each["seat"], each["kind"], each["tile"]) for each in before["pieces"]}
    for step in trace:
        if tell := WRITERS.get(step["kind"]):
            tell(cast, step, rules)
    for story in cast.values():
        if not story.sentences:
            story.say("stayed", at=story.home)
    return list(cast.values())


def _write_ordered(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    cast[step["piece"]].say("ordered", to=step["to"])


def _write_fixed(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    story, at = cast[step["piece"]], step["at"]
    story.at = at
    if story.took and not story.sprung:
        story.say("won", at=at)
    elif story.sprung or len(story.sentences) > 1:
        story.say("remained", at=at)
    else:
        story.say("followed" if at in cast else "alone", at=at)


def _write_conflict(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    for home in step["pieces"]:
        others = ", ".join(other for other in step["pieces"] if other != home)
        reason = "met" if not step["keeps"] else "met-kept" if step["keeps"] == home else "met-lost"
        cast[home].say(reason, at=step["at"], others=others, keeps=step["keeps"])


def _write_sprung(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    story, over = cast[step["piece"]], between(step["from"], step["to"])
    story.at, story.sprung = step["to"], True
    story.say("sprung-over" if over else "sprung", to=step["to"], over=", ".join(over))


def _write_home(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    story, over = cast[step["piece"]], between(step["from"], step["at"])
    story.at = step["at"]
    if step["phase"] == 2 and not POLICIES[rules["conflict"]].others_spring:
        story.say("sent-home", at=step["at"])
    else:
        story.say("home-over" if over else "home", at=step["at"], over=", ".join(over))


def _write_took(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    kind = f"-{step['becomes']}" if step["emperor"] else ""
    taker, victim = cast[step["piece"]], cast[step["taken"]]
    taker.took = True
    taker.say(f"took{kind}", at=step["at"], from_seat=step["from_seat"])
    victim.say(f"taken{kind}", at=step["at"], piece=step["piece"], seat=step["seat"])
    victim.at = None if step["becomes"] == "removed" else victim.at


def _write_pushed(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    story = cast[step["piece"]]
    story.at = step["to"]
    story.say("pushed", to=step["to"])


def _write_experience(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    gained = "drilled" if step["at"] == step["piece"] else "learnt"
    cast[step["piece"]].say("paid" if step["experience"] == 1 else gained, experience=step["experience"])


def _write_collected(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    cast[step["piece"]].say("collected", at=step["at"])


def _write_abdicated(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    _write_leave(cast, [step["at"]], "abdicated")


def _write_vanished(cast: Cast, step: Step, rules: Mapping[str, Any]) -> None:
    _write_leave(cast, step["tiles"], "vanished")


def _write_leave(cast: Cast, tiles: Collection[str], reason: str) -> None:
    """Take the pieces that stand on these tiles off the board."""
    for story in cast.values():
        if story.at is not None and story.at in tiles:
            story.say(reason)
            story.at = None


WRITERS: dict[str, Callable[[Cast, Step, Mapping[str, Any]], None]] = {
    "ordered": _write_ordered,
    "fixed": _write_fixed,
    "conflict": _write_conflict,
    "sprung": _write_sprung,
    "home": _write_home,
    "took": _write_took,
    "pushed": _write_pushed,
    "experience": _write_experience,
    "collected": _write_collected,
    "abdicated": _write_abdicated,
    "vanished": _write_vanished,
}


def between(start: str, end: str) -> list[str]:
    """Return the tiles between two tiles of one line.

    >>> between("A1", "A4")
    ['A2', 'A3']
    """
    return [str(tile) for tile in straight(Tile.read(start), Tile.read(end))[1:-1]]
