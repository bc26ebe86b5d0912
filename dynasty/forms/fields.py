"""Form fields and helpers that several forms use: refusals at their field, and days."""

from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.datetimes import parse_datetime, to_utc
from core.errors import DomainError


def clean_with(clean: Callable[[str], str], text: str) -> str:
    """Clean a text with a catalog function; turn its DomainError into the field's ValidationError."""
    try:
        return clean(text)
    except DomainError as error:
        raise ValidationError(str(error), code=error.code) from error


def add_domain_error(form: forms.Form, error: DomainError, field: str | None = None) -> None:
    """Show a service's refusal in the form, at the field that it is about."""
    form.add_error(field, ValidationError(str(error), code=error.code))


def build_day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def get_start_of_day(day: date | None) -> datetime | None:
    """Return midnight of a day in the reader's time zone; None before the calendar of universal time begins."""
    if day is None:
        return None
    try:
        return to_utc(datetime.combine(day, time.min, timezone.get_current_timezone()))
    except ValueError:
        return None


class MomentField(forms.Field):
    """A moment to the second, in the reader's time zone unless it names its own; a day means its end."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local", "step": 1}, format="%Y-%m-%dT%H:%M:%S")

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment in universal time, or None where nothing was written."""
        if value in self.empty_values:
            return None
        try:
            return parse_datetime(str(value), timezone.get_current_timezone())
        except ValueError as error:
            sentence = _("This is not a valid time. Write it like 2026-11-22 06:11:05, or only the date.")
            raise ValidationError(sentence, code="invalid") from error
