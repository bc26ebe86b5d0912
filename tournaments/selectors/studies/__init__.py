"""Studies, as far as a reader may see them."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, QuerySet

from core import clock
from dynasty.models import Dynasty
from tournaments.models import Chapter, Mute, RoundComment, Study
from tournaments.selectors import chat

Visibility = Study.Visibility


@dataclass(frozen=True)
class Reader:
    """Who reads a study: a dynasty, or nobody in particular, and whether it is of the staff."""

    dynasty: Dynasty | None
    is_staff: bool = False


def query_shown() -> QuerySet[Study]:
    """Return the studies that are not removed and whose author the staff has not silenced."""
    silenced = chat.query_silences(clock.now()).filter(dynasty=OuterRef("dynasty"))
    return Study.objects.filter(~Exists(silenced), removed_at=None)


def query_listed() -> QuerySet[Study]:
    """Return the public studies that have a chapter and are not removed, whoever wrote them."""
    has_chapter = Exists(Chapter.objects.filter(study=OuterRef("pk")))
    return Study.objects.filter(has_chapter, visibility=Visibility.PUBLIC, removed_at=None)


def query_public(dynasty: Dynasty | None = None) -> QuerySet[Study]:
    """Return the public studies that have a chapter, the newest first, without those that a dynasty does not hear."""
    found = query_shown() & query_listed()
    if dynasty is not None:
        found = found.filter(~Exists(Mute.objects.filter(dynasty=dynasty, muted=OuterRef("dynasty"))))
    return add_counts(found).order_by("-made_at", "-pk")


def query_own(dynasty: Dynasty) -> QuerySet[Study]:
    """Return the studies of a dynasty, the newest first."""
    return add_counts(Study.objects.filter(dynasty=dynasty)).order_by("-made_at", "-pk")


def add_counts(found: QuerySet[Study]) -> QuerySet[Study]:
    return found.select_related("dynasty").annotate(size=Count("chapters"))


def find_readable(code: str, reader: Reader) -> Study | None:
    """Return the study with this code, where this reader may read it; None otherwise."""
    found = Study.objects.select_related("dynasty").filter(code=code).first()
    if found is None or is_own(found, reader.dynasty):
        return found
    if reader.is_staff and (found.removed_at or found.visibility == Visibility.PUBLIC):
        return found
    hidden = found.removed_at or found.visibility == Visibility.PRIVATE
    return None if hidden or chat.find_silence(found.dynasty, clock.now()) else found


def is_own(study: Study, dynasty: Dynasty | None) -> bool:
    """Return whether a study is this dynasty's."""
    return dynasty is not None and study.dynasty_id == dynasty.pk


def list_chapters(study: Study) -> list[Chapter]:
    """Return the chapters of a study in their order, without their records."""
    return list(study.chapters.defer("record"))


def get_comments(chapter: Chapter) -> dict[int, RoundComment]:
    """Return the comments of a chapter by the number of the round."""
    return {each.number: each for each in chapter.comments.order_by("number")}


def list_texts(study: Study) -> list[str]:
    """Return everything that the author wrote in a study, in the order in which it is read."""
    own = [study.title, study.words]
    chapters = study.chapters.prefetch_related("comments").defer("record")
    for chapter in chapters:
        comments = sorted(chapter.comments.all(), key=lambda each: each.number)
        own += [chapter.title, *(each.text for each in comments)]
    return [text for text in own if text]


def find_chapter(study: Study, code: str) -> Chapter | None:
    """Return the chapter of a study with this code; None if there is none."""
    return study.chapters.filter(code=code).first()
