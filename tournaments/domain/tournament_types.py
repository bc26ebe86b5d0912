"""The types of tournaments, and the fates of captured emperors: one record each."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext_noop

PAWN, EMPEROR = TAKERS = ("pawn", "emperor")
"""The kinds of pieces that can take an Emperor."""


@dataclass(frozen=True)
class Fate:
    """What becomes, outside the board, of an emperor that is taken."""

    name: str
    hands_over_reputation: bool = False
    """Whether its reputation goes to the emperor of the seat that took it."""
    changes_dynasty: bool = False
    kills: bool = False

    @property
    def binds(self) -> bool:
        """Return whether nobody may resign where this can happen."""
        return self.changes_dynasty or self.kills


FATES = {
    fate.name: fate
    for fate in (
        Fate("unharmed"),
        Fate("robbed", hands_over_reputation=True),
        Fate("joins", changes_dynasty=True),
        Fate("dies", hands_over_reputation=True, kills=True),
    )
}


class Fates(NamedTuple):
    """The fate of an emperor that is taken, by the kind of piece that takes it: names of FATES."""

    pawn: str = "unharmed"
    emperor: str = "unharmed"

    def by(self, taker: str) -> Fate:
        """Return what happens to an emperor that a piece of this kind takes."""
        return FATES[self.pawn if taker == PAWN else self.emperor]

    @property
    def are_serious(self) -> bool:
        """Return whether a captured emperor can lose anything."""
        return self != UNHARMED

    @property
    def bind(self) -> bool:
        """Return whether nobody may resign."""
        return any(FATES[fate].binds for fate in self)


UNHARMED = Fates()


@dataclass(frozen=True)
class TournamentType:
    """What a tournament of a type is by itself, before its terms say more."""

    name: str
    sentence: str
    """Its title, a colon, and what it means, for players."""
    icon: str
    """A name of the icons of the site."""
    sentence_of_other_fates: str = ""
    """What stands for `sentence` where other fates than its own are announced."""
    fates: Fates = UNHARMED
    """The fates where none are announced."""
    is_serious: bool = True
    """Whether anything can be at stake: all but training."""
    allows_computers: bool = False
    """Whether computer players can take the seats that are free at the start."""
    admits_houses: bool = False
    """Whether house dynasties may enter where nothing else was announced."""
    has_prize: bool = False
    has_stake: bool = False
    has_fee: bool = True
    loses_points: bool = True
    """Whether rows of the table of points that cost reputation apply."""

    @property
    def sentence_with_other_fates(self) -> str:
        """Return the sentence that stands where other fates than the type's own are announced."""
        return self.sentence_of_other_fates or self.sentence


TOURNAMENT_TYPES = {
    each.name: each
    for each in (
        TournamentType(
            "training",
            gettext_noop("Training: nothing is at stake, and nothing is recorded."),
            "graduation-cap",
            is_serious=False,
            allows_computers=True,
            admits_houses=True,
            has_fee=False,
        ),
        TournamentType(
            "gift",
            gettext_noop("Prize: the winners share a prize, and nobody loses anything."),
            "gift",
            gettext_noop("Prize: the winners share a prize."),
            allows_computers=True,
            admits_houses=True,
            has_prize=True,
            has_fee=False,
            loses_points=False,
        ),
        TournamentType(
            "honour",
            gettext_noop("Honour: every Emperor stakes reputation, and the winners share it."),
            "medal",
            admits_houses=True,
            has_stake=True,
        ),
        TournamentType(
            "conquer",
            gettext_noop("Conquest: a captured Emperor joins the captor’s dynasty for good."),
            "castle",
            gettext_noop("Conquest: here with an unusual fate for captured Emperors."),
            Fates("joins", "joins"),
        ),
        TournamentType(
            "death",
            gettext_noop("Death: a captured Emperor dies, and the captor gets the reputation."),
            "skull",
            gettext_noop("Death: here with an unusual fate for captured Emperors."),
            Fates("dies", "dies"),
        ),
    )
}


def allows_computers(name: str) -> bool:
    """Return whether computer players may take part in tournaments of this type."""
    return name in TOURNAMENT_TYPES and TOURNAMENT_TYPES[name].allows_computers


def is_serious(name: str) -> bool:
    """Return whether anything can be at stake in tournaments of this type.

    >>> is_serious("honour"), is_serious("training")
    (True, False)
    """
    return name in TOURNAMENT_TYPES and TOURNAMENT_TYPES[name].is_serious


def list_serious_types() -> list[str]:
    """Return the names of the types in which something can be at stake."""
    return [name for name in TOURNAMENT_TYPES if is_serious(name)]


def list_free_types() -> list[str]:
    """Return the names of the types in which nothing can be at stake, and of which nothing is remembered."""
    return [name for name in TOURNAMENT_TYPES if not is_serious(name)]
