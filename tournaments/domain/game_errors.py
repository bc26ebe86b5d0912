"""Errors of games as domain errors."""

from django.utils.translation import gettext_lazy

from core.errors import DomainError


def to_domain_error(error: Exception, code: str, sentence: object) -> DomainError:
    """Return the game's own sentence for its error; `sentence` where it has none, never the exception's text.

    Games raise ValueErrors with a stable `code`, a `sentence` to be translated and the `fields` of its places.
    """
    text = getattr(error, "sentence", "")
    if not text:
        return DomainError(code, sentence)
    fields = dict(getattr(error, "fields", {}))
    if isinstance(place := fields.get("at"), str):
        fields["at"] = gettext_lazy(place)
    raised = DomainError(code, gettext_lazy(text), **fields)
    raised.details = getattr(error, "details", {})
    return raised


def get_error_code(error: Exception, code: str) -> str:
    """Return the stable code of a game's error; `code` where it has none."""
    return str(getattr(error, "code", code))
