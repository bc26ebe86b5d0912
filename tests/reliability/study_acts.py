"""Acts of those who write studies, look at a lab together, and keep templates of rules."""

from datetime import timedelta
from functools import partial

from core import clock
from tests.reliability.acts import ACTS, Call, act, somebody, staff
from tournaments.lab import state as lab_state
from tournaments.models import Chapter, LabRoom, Study
from tournaments.selectors.studies import sources
from tournaments.services import moderation
from tournaments.services.composing import rule_templates
from tournaments.services.people import lab_rooms
from tournaments.services.studies import chapters, comments, editing, reports

__all__ = ["ACTS"]
LAB = {"b": "Aa_/_bB"}
DESCRIPTION: editing.Description = {"title": "A study", "words": "Of a lab", "visibility": "public"}


def a_source() -> sources.Source:
    """Return a lab in which one round was played."""
    lab = lab_state.close_round(lab_state.read(LAB))
    return sources.read_source(f"/lab/?{lab_state.write_query(lab)}")


def a_study() -> Study:
    return editing.create(dynasty=somebody(), description=DESCRIPTION)


def a_chapter() -> Chapter:
    study = a_study()
    return chapters.add(study=study, by=study.dynasty, source=a_source())


@act(once=True)
def open_a_room() -> Call:
    return partial(lab_rooms.create, lab=lab_state.read(LAB))


@act(once=True)
def change_a_room() -> Call:
    room = lab_rooms.create(lab=lab_state.read(LAB))
    return partial(
        lab_rooms.replace, room=room, lab=lab_state.give_order(lab_state.read(LAB), "a.B1-C1"), is_turn=False
    )


@act
def be_in_a_room() -> Call:
    room = lab_rooms.create(lab=lab_state.read(LAB))
    LabRoom.objects.filter(pk=room.pk).update(visited_at=clock.now() - timedelta(hours=1))
    return partial(lab_rooms.note_visit, code=room.code)


@act
def forget_a_room() -> Call:
    room = lab_rooms.create(lab=lab_state.read(LAB))
    LabRoom.objects.filter(pk=room.pk).update(visited_at=clock.now() - timedelta(days=1))
    return lab_rooms.forget_left


@act(once=True)
def create_a_study() -> Call:
    return partial(editing.create, dynasty=somebody(), description=DESCRIPTION)


@act
def change_a_study() -> Call:
    study = a_study()
    return partial(editing.change, study=study, by=study.dynasty, description=DESCRIPTION)


@act
def delete_a_study() -> Call:
    study = a_chapter().study
    return partial(editing.delete, study=study, by=study.dynasty)


@act(once=True)
def add_a_chapter() -> Call:
    study = a_study()
    return partial(chapters.add, study=study, by=study.dynasty, source=a_source())


@act(once=True)
def add_to_a_new_study() -> Call:
    return partial(chapters.add_to_new, dynasty=somebody(), description=DESCRIPTION, source=a_source())


@act
def rename_a_chapter() -> Call:
    chapter = a_chapter()
    return partial(chapters.rename, chapter=chapter, by=chapter.study.dynasty, title="Another")


@act
def move_a_chapter() -> Call:
    chapter = a_chapter()
    chapters.add(study=chapter.study, by=chapter.study.dynasty, source=a_source())
    return partial(chapters.move, chapter=chapter, by=chapter.study.dynasty, to=1)


@act
def delete_a_chapter() -> Call:
    chapter = a_chapter()
    return partial(chapters.delete, chapter=chapter, by=chapter.study.dynasty)


@act
def comment_on_a_round() -> Call:
    chapter = a_chapter()
    return partial(comments.write, chapter=chapter, by=chapter.study.dynasty, number=1, text="Too early.")


@act(once=True)
def undo_a_comment() -> Call:
    chapter = a_chapter()
    comments.write(chapter=chapter, by=chapter.study.dynasty, number=1, text="Too early.")
    return partial(comments.undo, chapter=chapter, by=chapter.study.dynasty, number=1)


@act
def report_a_study() -> Call:
    return partial(reports.report, dynasty=somebody(), study=a_chapter().study, reason="spam")


@act
def remove_a_study() -> Call:
    return partial(moderation.remove_study, user=staff(), study=a_chapter().study, reason="an insult")


OPTIONS = "game=emperors&field=duel-2&preset=classic"


@act
def save_a_template() -> Call:
    return partial(rule_templates.save, dynasty=somebody(), name="Sundays", options=OPTIONS)


@act
def rename_a_template() -> Call:
    dynasty = somebody()
    made = rule_templates.save(dynasty=dynasty, name="Sundays", options=OPTIONS)
    return partial(rule_templates.rename, dynasty=dynasty, code=made.code, name="Saturdays")


@act
def delete_a_template() -> Call:
    dynasty = somebody()
    made = rule_templates.save(dynasty=dynasty, name="Sundays", options=OPTIONS)
    return partial(rule_templates.delete, dynasty=dynasty, code=made.code)
