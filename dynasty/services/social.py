"""What a dynasty lets others know of it: whether it is here, and who may write to it first."""

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty, Pupil, SocialSetting, User

STEP = timedelta(minutes=5)
"""How exactly it is known when somebody was here last."""


@service
def choose(*, dynasty: Dynasty, shows_online: bool, first_messages: str) -> SocialSetting:
    """Choose whether one's friends see that one is here, and who may write first.

    Raise DomainError (bad_choice, pupils_keep_apart).
    """
    if first_messages not in SocialSetting.FirstMessages.values:
        raise DomainError("bad_choice", _("Choose from the list."))
    if shows_online:
        check_no_pupil(dynasty)
    chosen = {"shows_online": shows_online, "first_messages": first_messages}
    if not shows_online:
        chosen["online_at"] = None
    return SocialSetting.objects.update_or_create(dynasty=dynasty, defaults=chosen)[0]


def check_no_pupil(*dynasties: Dynasty) -> None:
    """Raise DomainError where one of these belongs to a pupil: a class stays among itself."""
    if Pupil.objects.filter(user__in=[each.user_id for each in dynasties]).exists():
        raise DomainError(
            "pupils_keep_apart", _("Pupils of a class cannot be found online, and neither write nor get messages.")
        )


def is_due(user: User) -> bool:
    """Return whether a user shows when it is here, and that was noted a while ago."""
    shown = SocialSetting.objects.filter(dynasty__user=user, shows_online=True)
    return shown.exclude(online_at__gt=clock.now() - STEP).exists()


@service
def note_presence(*, user: User) -> int:
    """Note that a page of a user is open, where it chose to show that; return 1 if it was noted."""
    shown = SocialSetting.objects.filter(dynasty__user=user, shows_online=True)
    return shown.exclude(online_at__gt=clock.now() - STEP).update(online_at=clock.now())
