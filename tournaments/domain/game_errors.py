"""Errors of games as domain errors."""

from typing import Any

from django.utils.translation import gettext_lazy

from core.errors import DomainError


def to_domain_error(error: Exception, code: str, sentence: Any) -> DomainError:
    """Return the game's own sentence for its error; `sentence` where it has none, never the exception's text.

    Games raise ValueErrors with a stable `code`, a `sentence` to be translated and the `fields` of its places.
    """
    said = getattr(error, "sentence", "")
    if not said:
        return DomainError(code, sentence)
    refused = DomainError(code, gettext_lazy(said), **getattr(error, "fields", {}))
    refused.details = getattr(error, "details", {})
    return refused


def get_error_code(error: Exception, code: str) -> str:
    """Return the stable code of a game's error; `code` where it has none."""
    return str(getattr(error, "code", code))
