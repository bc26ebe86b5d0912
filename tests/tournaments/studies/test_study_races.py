"""Two who change a study at once, as from two windows: nothing is lost, doubled or left behind."""

from functools import partial

import pytest

from core.limits import STUDY_CHAPTERS
from dynasty.models import Dynasty, SearchEntry
from tests.factories import found
from tests.tournaments.studies.test_studies import LAB, describe
from tests.tournaments.test_races import together
from tournaments.models import Chapter, RoundComment, Study
from tournaments.selectors.studies import sources
from tournaments.services.studies import chapters, comments, editing

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def begin(count: int = 1) -> tuple[Study, Dynasty, list[Chapter]]:
    """Return a study with its author and so many chapters."""
    author = found("Ming")
    study = editing.create(dynasty=author, description=describe())
    source = sources.read_source(LAB)
    return study, author, [chapters.add(study=study, by=author, source=source) for _ in range(count)]


def test_two_comments_on_one_round_leave_the_later_one_and_the_earlier_to_undo() -> None:
    _study, author, (chapter,) = begin()
    texts = [f"Thought {number}" for number in range(4)]
    together([partial(comments.write, chapter=chapter, by=author, number=1, text=text) for text in texts])
    row = RoundComment.objects.get()
    assert {row.text, row.earlier} < set(texts) and row.text != row.earlier


def test_comments_on_several_rounds_all_stay() -> None:
    _study, author, made = begin(3)
    acts = [
        partial(comments.write, chapter=each, by=author, number=number, text="Said")
        for each in made
        for number in (0, 1)
    ]
    together(acts)
    assert RoundComment.objects.filter(text="Said").count() == 6


def test_the_last_free_place_of_a_study_goes_to_one_chapter() -> None:
    study, author, _made = begin()
    Chapter.objects.bulk_create(
        Chapter(study=study, place=place, title="Full", record="-") for place in range(2, STUDY_CHAPTERS)
    )
    results = together([partial(chapters.add, study=study, by=author, source=sources.read_source(LAB))] * 4)
    assert results.count("too_many_chapters") == 3 and study.chapters.count() == STUDY_CHAPTERS
    places = list(study.chapters.values_list("place", flat=True))
    assert places == sorted(set(places))


def test_chapters_moved_at_once_keep_an_order_without_gaps() -> None:
    study, author, made = begin(4)
    together([partial(chapters.move, chapter=each, by=author, to=0) for each in made])
    assert sorted(study.chapters.values_list("place", flat=True)) == [1, 2, 3, 4]


def test_a_study_that_is_deleted_while_it_is_changed_leaves_nothing_behind() -> None:
    study, author, (chapter,) = begin()
    source = sources.read_source(LAB)
    results = together(
        [
            partial(editing.delete, study=study, by=author),
            partial(chapters.add, study=study, by=author, source=source),
            partial(comments.write, chapter=chapter, by=author, number=1, text="Said"),
            partial(editing.change, study=study, by=author, description=describe(title="Another")),
            partial(editing.delete, study=study, by=author),
        ]
    )
    assert {each for each in results if isinstance(each, str)} <= {"no_such_study", "no_such_chapter"}
    assert not Study.objects.exists() and not Chapter.objects.exists() and not RoundComment.objects.exists()
    assert not SearchEntry.objects.filter(kind="study").exists()


def test_one_that_is_hidden_while_a_chapter_is_added_is_not_found() -> None:
    study, author, _made = begin()
    together(
        [
            partial(editing.change, study=study, by=author, description=describe(visibility="private")),
            partial(chapters.add, study=study, by=author, source=sources.read_source(LAB)),
        ]
    )
    assert study.chapters.count() == 2 and not SearchEntry.objects.filter(kind="study").exists()
