"""Who may write in a study, and what its texts may hold: the same as of messages, at greater length."""

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import STUDY_TITLE_LENGTH
from dynasty.models import Dynasty
from dynasty.services.clubs.pupils import check_may_write
from tournaments.models import Study
from tournaments.services import chat


def lock_writer(dynasty: Dynasty) -> None:
    """Lock a dynasty, so that limits hold for two at once; raise DomainError where it may not write."""
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)
    chat.check_not_silenced(dynasty, clock.now())
    check_may_write(dynasty)


def lock_own(study: Study, by: Dynasty) -> Study:
    """Lock a study and return it; raise DomainError where it is not this dynasty's, or the staff has removed it."""
    locked = Study.objects.select_for_update(no_key=True).filter(pk=study.pk).first()
    if locked is None:
        raise DomainError("no_such_study", _("There is no such study."))
    if locked.dynasty_id != by.pk:
        raise DomainError("not_your_study", _("This study is not yours."))
    if locked.removed_at:
        raise DomainError("study_removed", _("The staff of this site has removed this study. You can delete it."))
    return locked


def touch(study: Study) -> None:
    """Note that a study has changed now."""
    Study.objects.filter(pk=study.pk).update(changed_at=clock.now())


def clean_text(dynasty: Dynasty, text: str, most: int) -> str:
    """Return a text in normal form, which may be blank; raise DomainError where it is too long or holds addresses."""
    cleaned = chat.normalise(text)
    if len(cleaned) > most:
        raise DomainError("study_text", _("This text has more than %(most)s characters."), most=most)
    chat.check_links(dynasty, cleaned)
    return cleaned


def clean_title(dynasty: Dynasty, text: str) -> str:
    """Return a title in normal form, on one line; raise DomainError where it is blank or too long."""
    cleaned = " ".join(chat.normalise(text).split())
    if not cleaned or len(cleaned) > STUDY_TITLE_LENGTH:
        raise DomainError("study_title", _("A title has 1 to %(most)s characters."), most=STUDY_TITLE_LENGTH)
    chat.check_links(dynasty, cleaned)
    return cleaned
