"""Following dynasties and emperors, and no longer."""

from django.utils.translation import gettext as _

from core import clock
from core.errors import DomainError
from core.limits import FOLLOWED
from core.transactions import service
from dynasty.models import Dynasty, Emperor, Follow


@service
def follow(*, follower: Dynasty, dynasty: Dynasty | None = None, emperor: Emperor | None = None) -> Follow:
    """Follow a dynasty or an emperor; followed already, nothing happens."""
    Dynasty.objects.select_for_update(no_key=True).get(pk=follower.pk)  # so that the limit holds for two at once
    existing = Follow.objects.filter(follower=follower, dynasty=dynasty, emperor=emperor).first()
    if existing is not None:
        return existing
    if dynasty is not None and dynasty.pk == follower.pk:
        raise DomainError("follows_itself", _("This is your own dynasty. Its news is at your court."))
    if Follow.objects.filter(follower=follower).count() >= FOLLOWED:
        raise DomainError("follows_too_many", _("You can follow %(most)s dynasties and Emperors."), most=FOLLOWED)
    return Follow.objects.create(follower=follower, dynasty=dynasty, emperor=emperor, since=clock.now())


@service
def unfollow(*, follower: Dynasty, dynasty: Dynasty | None = None, emperor: Emperor | None = None) -> int:
    """Follow a dynasty or an emperor no longer; return 1 if it was followed."""
    return Follow.objects.filter(follower=follower, dynasty=dynasty, emperor=emperor).delete()[0]
