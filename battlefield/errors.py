"""Bad input to the grid game: a stable code, and a sentence for whoever gave it."""

from typing import Any


class BadInput(ValueError):
    """Text or rules that this game cannot take.

    `sentence` is a message to be translated, with `%(name)s` places that `fields` fill.
    """

    def __init__(self, code: str, sentence: str, **fields: Any) -> None:
        self.code, self.sentence, self.fields = code, sentence, fields
        super().__init__(sentence % fields if fields else sentence)
