"""The one way in which the world says no."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404
from django.utils import translation
from django.utils.functional import Promise

from core.sentences import fill

PARAM_NAMES: dict[str, Callable[[str], str]] = {}
"""How a code among the params is named for people, by the name of the param; apps add theirs when they are ready."""


class DomainError(Exception):
    """A request that breaks a rule of the world; nothing was changed.

    `code` is stable and for programs, `sentence` is a (lazily) translated message for people, with
    `%(name)s` places that `params` fill. An `asset` among them stands there by its code.
    """

    def __init__(self, code: str, sentence: Any, **params: Any) -> None:
        self.code, self.sentence, self.params = code, sentence, params
        self.details: dict[str, Any] = {}
        """What programs may want to know besides, in their own words; never shown on a page."""
        self.retry_after: int | None = None
        """After how many seconds it can be tried again, where that is not the same for all of its code."""
        super().__init__(code)

    def __str__(self) -> str:
        return fill(str(self.sentence), format_params(self.params))


class UnknownPageError(Http404):
    """A cursor or page number that is none of a list's: 404 on pages, 400 in the API."""


class BusyError(DomainError):
    """An error of the moment: the same request can be tried again soon."""


ErrorFacts = dict[str, Any]
"""A refusal as facts: its code, its sentence as it stands in the code, and what fills its places."""


def to_facts(error: DomainError) -> ErrorFacts:
    """Return an error as facts that can be stored, in no language; `format_facts` translates them."""
    params = {name: {"sentence": get_source_text(value)} if isinstance(value, Promise) else value
              for name, value in error.params.items()}  # fmt: skip
    return {"code": error.code, "sentence": get_source_text(error.sentence), "params": params}


def format_facts(facts: Any) -> str:
    """Return the message of stored error facts in the active language; a plain text as it is, blank for no facts."""
    if not facts:
        return ""
    if not isinstance(facts, Mapping):
        return str(facts)
    message = facts["sentence"]
    words = translation.gettext(message) if message else ""
    return fill(words, format_params(facts.get("params") or {}))


def get_source_text(sentence: Any) -> str:
    """Return a message as it stands in the source code, whatever the active language is."""
    with translation.override(None):
        return str(sentence)


def format_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a message as its placeholders take them: assets by name, messages translated."""
    values = {name: format_facts(value) if isinstance(value, Mapping) else value for name, value in params.items()}
    for name in values.keys() & PARAM_NAMES:
        values[name] = PARAM_NAMES[name](str(values[name]))
    return values
