"""Rulesets: the announced rules of a battle, as data."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from .aftermath import COLLECTORS, EXPERIENCE, LEADERLESS
from .conflicts import POLICIES
from .goals import read_goal
from .limits import ON_LIMIT
from .orders import PATHS
from .priorities import PRIORITIES
from .takes import EMPEROR_TAKES_PAWN, TAKES_EMPEROR
from .unknown import UnknownRule

LIMITS = {"max_rounds": (1, 500), "quiet_rounds": (1, 500)}
CHOICES: dict[str, tuple[Any, ...]] = {
    "path": tuple(PATHS),
    "conflict": tuple(POLICIES),
    "priority": tuple(PRIORITIES),
    "experience": tuple(EXPERIENCE),
    "emperor_takes_pawn": tuple(EMPEROR_TAKES_PAWN),
    "emperor_precedence": (False, True),
    "emperor_resets_strongest": (False, True),
    "pawn_takes_emperor": tuple(TAKES_EMPEROR),
    "emperor_takes_emperor": tuple(TAKES_EMPEROR),
    "leaderless": tuple(LEADERLESS),
    "collectors": tuple(COLLECTORS),
    "on_limit": tuple(ON_LIMIT),
}
"""Every rule that is a choice, and the values that are known, all of one type."""
SETTING = re.compile(r"([a-z_]+)=(\S+)", re.ASCII)


@dataclass(frozen=True)
class Ruleset:
    """The rules of one battle: names and numbers only. The defaults are those of rules §8."""

    path: str = "open"
    conflict: str = "bounce"
    priority: str = "quickest"
    experience: str = "displaced"
    emperor_takes_pawn: str = "bounce"
    emperor_precedence: bool = False
    emperor_resets_strongest: bool = False
    pawn_takes_emperor: str = "removed"
    emperor_takes_emperor: str = "removed"
    leaderless: str = "freeze"
    collectors: str = "emperors"
    goals: tuple[str, ...] = ("last_emperor",)
    max_rounds: int = 200
    quiet_rounds: int = 40
    on_limit: str = "pieces"

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if type(value) is not type(choices[0]) or value not in choices:
                raise UnknownRule("unknown-value", name, value, ", ".join(map(as_text, choices)))
        for name, (least, most) in LIMITS.items():
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise UnknownRule("unknown-value", name, value, f"{least} to {most}")
        if not self.goals:
            raise UnknownRule("unknown-value", "goals", "", "one goal at least")
        for goal in self.goals:
            read_goal(goal)

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> "Ruleset":
        """Return the ruleset of a JSON object; what it leaves out has its default.

        >>> str(Ruleset.of({"max_rounds": 30}))
        'path=open conflict=bounce goals=last_emperor max_rounds=30'
        """
        for name in rules:
            if name not in cls.__dataclass_fields__:
                raise UnknownRule("unknown-rule", name, None, ", ".join(sorted(cls.__dataclass_fields__)))
        values = dict(rules)
        if "goals" in values:
            if not isinstance(values["goals"], list | tuple) or not all(isinstance(g, str) for g in values["goals"]):
                raise UnknownRule("unknown-value", "goals", values["goals"], "a list of names")
            values["goals"] = tuple(values["goals"])
        return cls(**values)

    @classmethod
    def read(cls, text: str) -> "Ruleset":
        """Read the inverse of `str`: `conflict=bounce path=open goals=last_emperor,survive(20,3)`.

        >>> Ruleset.read("path=clear goals=cross,survive(12,2)").goals
        ('cross', 'survive(12,2)')
        """
        rules: dict[str, Any] = {}
        for word in text.split():
            match = SETTING.fullmatch(word)
            if not match:
                raise UnknownRule("unknown-rule", word, None, "settings such as path=open")
            rules[match[1]] = _value(match[1], match[2])
        return cls.of(rules)

    def as_json(self) -> dict[str, Any]:
        """Return every rule with its value, to be read back by `of`."""
        return vars(self) | {"goals": list(self.goals)}

    def __str__(self) -> str:
        """Return what differs from the defaults, and always the conflict policy, the path and the goals."""
        plain = Ruleset()
        shown = [
            f"{field.name}={as_text(getattr(self, field.name))}"
            for field in fields(self)
            if field.name in ("conflict", "path", "goals") or getattr(self, field.name) != getattr(plain, field.name)
        ]
        return " ".join(shown)


def as_text(value: Any) -> str:
    """Return a rule's value as it is written in a record.

    >>> as_text(True), as_text(("cross", "duel"))
    ('true', 'cross,duel')
    """
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _value(name: str, text: str) -> Any:
    if name == "goals":
        return re.split(r",(?![^(]*\))", text)
    if name in LIMITS:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
    return {"true": True, "false": False}.get(text, text)
