"""Translations that a process looks up once: Django asks each catalogue of a language, of most sentences twice."""

from typing import Any

from django.utils.translation import trans_real

MAX_SENTENCES = 20_000
"""Of one language. There are fewer; names that players gave and that are looked up as well are no reason to grow."""


class RememberingTranslation(trans_real.DjangoTranslation):
    """The catalogues of a language, and the sentences that were asked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.remembered: dict[str, str] = {}
        super().__init__(*args, **kwargs)
        self.remembered.clear()  # the plural forms are read with half of the catalogues

    def gettext(self, message: str) -> str:
        """Return what Django returns."""
        found = self.remembered.get(message)
        if found is None:
            if len(self.remembered) >= MAX_SENTENCES:
                self.remembered.clear()
            found = self.remembered[message] = super().gettext(message)
        return found


def install() -> None:
    """Let Django make such translations from now on."""
    trans_real.DjangoTranslation = RememberingTranslation  # type: ignore[misc]
