"""The refusal of rules that this game does not have."""

from typing import Any


class UnknownRule(ValueError):
    """A rule, or the value of one, that this game does not have; says which are known."""

    def __init__(self, code: str, name: str, value: Any, known: object) -> None:
        self.code, self.name, self.value = code, name, value
        what = f"rule {name!r}" if code == "unknown-rule" else f"value {value!r} of {name}"
        super().__init__(f"unknown {what}; known are {known}")
