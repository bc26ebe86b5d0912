"""What forms have in common: a refusal at its field, and days."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time

from django import forms
from django.core.exceptions import ValidationError

from dynasty.errors import Refused


def checked(clean: Callable[[str], str], text: str) -> str:
    """The text as the world keeps it, with a refusal as an error of its field."""
    try:
        return clean(text)
    except Refused as refusal:
        raise ValidationError(str(refusal), code=refusal.code) from refusal


def add_refusal(form: forms.Form, refusal: Refused, field: str | None = None) -> None:
    """Show a service's refusal in the form, at the field that it is about."""
    form.add_error(field, ValidationError(str(refusal), code=refusal.code))


def day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def start_of(day: date | None) -> datetime | None:
    """Midnight of a day, in universal time."""
    return datetime.combine(day, time.min, UTC) if day else None
