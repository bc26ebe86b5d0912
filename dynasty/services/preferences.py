"""How a user wants to read: the language, and the clocks."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core import time_zones
from core.errors import DomainError
from core.transactions import service
from dynasty.models import User


@service
def update(*, user: User, language: str, time_zone: str) -> None:
    """Store language and time zone. Blank: the browser's language, and UTC."""
    if time_zone and not time_zones.is_known(time_zone):
        raise DomainError("unknown_zone", _("There is no such time zone."))
    set_language(user=user, language=language)
    User.objects.filter(pk=user.pk).update(time_zone=time_zone)


@service
def set_language(*, user: User, language: str) -> None:
    """Store the language alone."""
    if language and language not in dict(settings.LANGUAGES):
        raise DomainError("unknown_language", _("This site does not speak that language."))
    User.objects.filter(pk=user.pk).update(language=language)
