"""The one way in which the world says no."""

from typing import Any


class Refused(Exception):
    """A wish that breaks a rule of the world; nothing was changed.

    `code` is stable and for programs, `sentence` is a (lazily) translated message for people, with
    `%(name)s` places that `params` fill.
    """

    def __init__(self, code: str, sentence: Any, **params: Any) -> None:
        self.code, self.sentence, self.params = code, sentence, params
        super().__init__(code)

    def __str__(self) -> str:
        return str(self.sentence) % self.params if self.params else str(self.sentence)


class Busy(Refused):
    """Nothing is wrong with the wish: it can be tried again after so many seconds."""

    RETRY_AFTER = 2
