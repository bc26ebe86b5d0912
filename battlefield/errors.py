"""Bad input to the grid game: a stable code, and a sentence for whoever gave it."""

from typing import Any


class BadInput(ValueError):
    """Text or rules that this game cannot take.

    `sentence` is a message to be translated, with `%(name)s` places that `fields` fill.
    """

    def __init__(self, code: str, sentence: str, **fields: Any) -> None:
        self.code, self.sentence, self.fields = code, sentence, fields
        super().__init__(sentence % fields if fields else sentence)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to build it again, so that it leaves a worker process as what it was."""
        return rebuild, (type(self), self.args), vars(self)


def rebuild(kind: type[BadInput], texts: tuple[str, ...]) -> BadInput:
    """Return a refusal of that kind, to be filled in with what it knew."""
    return kind.__new__(kind, *texts)
