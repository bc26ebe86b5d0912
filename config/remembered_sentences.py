"""Translations that a process looks up once: Django asks each catalogue of a language, of most sentences twice.

Which language is active is looked up in one step as well.
"""

from contextvars import ContextVar
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


class ActiveTranslation:
    """The active translation, which every sentence and every number of a page asks for.

    Django keeps it in asgiref's `Local`, which takes a lock, a dictionary and four calls for each look.
    """

    def __init__(self) -> None:
        self.variable: ContextVar[Any] = ContextVar("active_translation", default=None)

    @property
    def value(self) -> Any:
        """The translation; raise AttributeError where none is active."""
        found = self.variable.get()
        if found is None:
            raise AttributeError("value")
        return found

    @value.setter
    def value(self, translation: Any) -> None:
        self.variable.set(translation)

    @value.deleter
    def value(self) -> None:
        self.variable.set(None)


def install() -> None:
    """Let Django make such translations from now on, and keep the active one where it is found fast."""
    trans_real.DjangoTranslation = RememberingTranslation  # type: ignore[misc]
    trans_real._active = ActiveTranslation()  # type: ignore[attr-defined]
