"""How a user wants to read: the language, the clocks, and how battles are shown."""

from collections.abc import Mapping

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core import time_zones
from core.errors import DomainError
from core.transactions import service
from dynasty.domain import display
from dynasty.models import User


@service
def update(*, user: User, language: str, time_zone: str, shown: Mapping[str, str] | None = None) -> None:
    """Store language, time zone, and options of the display. Blank: the browser's language, UTC, as usual."""
    if time_zone and not time_zones.is_known(time_zone):
        raise DomainError("unknown_zone", _("There is no such time zone."))
    set_language(user=user, language=language)
    User.objects.filter(pk=user.pk).update(time_zone=time_zone)
    if shown:
        choose_display(user=user, chosen=shown)


@service
def choose_display(*, user: User, chosen: Mapping[str, str]) -> dict[str, str]:
    """Store options of the display and keep the others; return all of them."""
    display.check(chosen)
    stored = User.objects.select_for_update().values_list("display", flat=True).get(pk=user.pk)
    merged = display.merge(stored, chosen)
    User.objects.filter(pk=user.pk).update(display=merged)
    return display.fill(merged)


@service
def set_language(*, user: User, language: str) -> None:
    """Store the language alone."""
    if language and language not in dict(settings.LANGUAGES):
        raise DomainError("unknown_language", _("This site does not speak that language."))
    User.objects.filter(pk=user.pk).update(language=language)
