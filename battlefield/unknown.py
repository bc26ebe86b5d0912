"""The refusal of rules that this game does not have."""

from typing import Any

from .errors import BadInput
from .marks import N_

NO_GOAL = N_("Choose at least one way to win.")
NOT_KNOWN = N_("One of the rules is unknown or has an impossible value. Choose the rules again.")


class UnknownRule(BadInput):
    """A rule, or the value of one, that this game does not have; its text says which are known, to programs."""

    def __init__(self, code: str, name: str, value: Any, choices: object) -> None:
        self.name, self.value, self.choices = name, value, str(choices)
        self.details = {"rule": name, "known": self.choices}
        """For programs."""
        super().__init__(code, NO_GOAL if name == "goals" and value == "" else NOT_KNOWN)

    def __str__(self) -> str:
        what = f"rule {self.name!r}" if self.code == "unknown-rule" else f"value {self.value!r} of {self.name}"
        return f"unknown {what}; known are {self.choices}"
