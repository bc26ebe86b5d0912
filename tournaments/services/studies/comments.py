"""What the author of a study says about the rounds of its chapters."""

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.limits import STUDY_COMMENT_LENGTH
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.models import Chapter, RoundComment
from tournaments.selectors.studies.opened import open_chapter
from tournaments.services.studies import texts
from tournaments.services.studies.chapters import lock_own


@service
def write(*, chapter: Chapter, by: Dynasty, number: int, text: str) -> RoundComment | None:
    """Say something about a round, instead of what stood there; blank takes it away. None where nothing was said."""
    texts.lock_writer(by)
    locked = lock_own(chapter, by)
    if not 0 <= number <= open_chapter(locked).size:
        raise DomainError("no_such_round", _("This round has not been played."))
    cleaned = texts.clean_text(by, text, STUDY_COMMENT_LENGTH)
    row = RoundComment.objects.filter(chapter=locked, number=number).first()
    if row is None:
        return RoundComment.objects.create(chapter=locked, number=number, text=cleaned) if cleaned else None
    if row.text != cleaned:
        row.text, row.earlier = cleaned, row.text
        row.save(update_fields=["text", "earlier"])
    return row


@service
def undo(*, chapter: Chapter, by: Dynasty, number: int) -> RoundComment | None:
    """Put back what stood there before the last change; done once more, the change is made again."""
    texts.lock_writer(by)
    locked = lock_own(chapter, by)
    row = RoundComment.objects.filter(chapter=locked, number=number).first()
    if row is not None:
        row.text, row.earlier = row.earlier, row.text
        row.save(update_fields=["text", "earlier"])
    return row
