"""The chapters of a study."""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.limits import EMPEROR_NAME_LENGTH, STUDY_CHAPTERS, STUDY_TITLE_LENGTH
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.models import Chapter, Study
from tournaments.selectors.studies.sources import Source
from tournaments.services import chat, search_index
from tournaments.services.studies import editing, texts

BOARD_LENGTH = 40
CHANCE_LENGTH = 100
"""Of a seed, and of the result that it led to."""


@service
def add(*, study: Study, by: Dynasty, source: Source, title: str = "") -> Chapter:
    """Add a chapter at the end; without a title it is called as its battle."""
    texts.lock_writer(by)
    locked = texts.lock_own(study, by)
    there = list(locked.chapters.values_list("place", flat=True))
    if len(there) >= STUDY_CHAPTERS:
        raise DomainError("too_many_chapters", _("A study has at most %(most)s chapters."), most=STUDY_CHAPTERS)
    named = texts.clean_title(
        by, title.strip() or shorten(source.title, STUDY_TITLE_LENGTH) or str(_("A battle from a record"))
    )
    texts.touch(locked)
    made = Chapter.objects.create(
        study=locked,
        place=max(there, default=0) + 1,
        title=named,
        record=str(replace(source.record, headers=clean_headers(by, source, named))),
        battle=source.battle,
    )
    search_index.put_study(locked)
    return made


@service
def add_to_new(*, dynasty: Dynasty, description: editing.Description, source: Source) -> Chapter:
    """Create a study with its first chapter."""
    return add(study=editing.create(dynasty=dynasty, description=description), by=dynasty, source=source)


def clean_headers(dynasty: Dynasty, source: Source, title: str) -> dict[str, str]:
    """Return the headers of a record that chapters keep: its title, its board, who sat where; of campaigns, chance."""
    fields = source.record.headers
    lengths = {"Board": BOARD_LENGTH, **dict.fromkeys(source.seats, EMPEROR_NAME_LENGTH[1])}
    if source.is_campaign:
        lengths |= dict.fromkeys(("Seed", "Result", "Agreed"), CHANCE_LENGTH)
    stored = {name: shorten(fields[name], most) for name, most in lengths.items() if fields.get(name, "").strip()}
    chat.check_links(dynasty, " ".join(stored.values()))
    return {"Battle": title, **stored}


def shorten(text: str, most: int) -> str:
    """Return a text in normal form on one line, cut off where it is too long."""
    return " ".join(chat.normalise(text).split())[:most].strip()


@service
def rename(*, chapter: Chapter, by: Dynasty, title: str) -> None:
    """Give a chapter another title."""
    texts.lock_writer(by)
    locked = lock_own(chapter, by)
    Chapter.objects.filter(pk=locked.pk).update(title=texts.clean_title(by, title))
    search_index.put_study(locked.study)


@service
def move(*, chapter: Chapter, by: Dynasty, to: int) -> None:
    """Move a chapter to a place among the others, the first of which is 0."""
    locked = lock_own(chapter, by)
    rows = list(Chapter.objects.filter(study=locked.study_id).defer("record"))
    at = next(index for index, row in enumerate(rows) if row.pk == locked.pk)
    rows.insert(max(0, to), rows.pop(at))
    for place, row in enumerate(rows, 1):
        row.place = place
    Chapter.objects.bulk_update(rows, ["place"])


@service
def delete(*, chapter: Chapter, by: Dynasty) -> None:
    """Delete a chapter for good, with its comments; deleted already, nothing happens."""
    study = texts.lock_own(chapter.study, by)
    texts.touch(study)
    Chapter.objects.filter(pk=chapter.pk).delete()
    search_index.put_study(study)


def lock_own(chapter: Chapter, by: Dynasty) -> Chapter:
    """Lock the study of a chapter and return the chapter; raise DomainError where it is gone or not this dynasty's."""
    study = texts.lock_own(chapter.study, by)
    found = study.chapters.filter(pk=chapter.pk).first()
    if found is None:
        raise DomainError("no_such_chapter", _("There is no such chapter."))
    texts.touch(study)
    return found
