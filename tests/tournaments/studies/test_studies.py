"""Studies: who may make and read them, what a chapter keeps, and what becomes of them."""

import pytest
from django.test import Client

from core.errors import DomainError
from core.limits import STUDY_CHAPTERS
from dynasty.models import Dynasty, Notice, StaffAct, User
from tests.factories import found
from tests.tournaments.test_proofs import fight
from tournaments.lab import state as lab_state
from tournaments.models import Chapter, RoundComment, Study, Tournament
from tournaments.selectors import account_data
from tournaments.selectors import studies as selected
from tournaments.selectors.studies import sources
from tournaments.selectors.studies.chapters import ChapterBattle
from tournaments.services import account_deletion, chat, moderation
from tournaments.services.studies import chapters, comments, editing, reports
from tournaments.views.moderation import remove_message

pytestmark = pytest.mark.django_db
ROUNDS: tuple[dict[str, str], ...] = ({"a": "C3-C4", "b": "C5-C4"}, {"a": "B3-B4"}, {"a": "D3-D4", "b": "abdicate"})
LAB = f"/lab/?{lab_state.write_query(lab_state.close_round(lab_state.read({'b': 'A_3/_4/_a2_b/_3B'})))}"
"""The address of a lab in which one round was played."""


def describe(**changes: str) -> editing.Description:
    given: editing.Description = {"title": "Openings of the duel", "words": "", "visibility": "public"}
    return {**given, **changes}  # type: ignore[typeddict-item]


@pytest.fixture
def ming() -> Dynasty:
    return found("Ming")


@pytest.fixture
def study(ming: Dynasty) -> Study:
    return editing.create(dynasty=ming, description=describe())


def add(study: Study, text: str, title: str = "") -> Chapter:
    return chapters.add(study=study, by=study.dynasty, source=sources.read_source(text), title=title)


def refuse(code: str, act: object, **sent: object) -> None:
    with pytest.raises(DomainError) as refused:
        act(**sent)  # type: ignore[operator]
    assert refused.value.code == code


def enter(dynasty: Dynasty) -> Client:
    client = Client()
    client.force_login(dynasty.user)
    return client


def test_a_chapter_keeps_a_battle_whole(study: Study) -> None:
    battle = fight(*ROUNDS)
    made = add(study, f"https://here.example/tournament/{battle.code}?round=2")
    assert (made.title, made.battle) == (battle.title, battle.code)
    battle.delete()
    kept = ChapterBattle(Chapter.objects.get(pk=made.pk))
    assert kept.size == 3 and {seat: entry.name for seat, entry in kept.seated.items()} == {"a": "Aaa", "b": "Bbb"}
    assert kept.tournament.outcome["winners"] == ["a"]
    page = Client().get(f"/study/{study.code}/{made.code}/?round=3")
    assert page.status_code == 200 and "Bbb resigns." in page.content.decode()


def test_a_chapter_is_made_of_records_and_labs(study: Study) -> None:
    battle = fight(*ROUNDS)
    record = Client().get(f"/tournament/{battle.code}/record").content.decode()
    assert ChapterBattle(add(study, record, "Typed")).size == 3
    lab = lab_state.give_order(lab_state.open_at(ChapterBattle(add(study, record)).get_position(1)), "a.B3-B4")
    made = add(study, f"/lab/?{lab_state.write_query(lab)}")
    assert made.title == "A battle from the lab" and ChapterBattle(made).size == 1
    alone = add(study, f"https://here.example/lab/?{lab_state.write_query(lab_state.open_at(lab.opening))}")
    assert ChapterBattle(alone).size == 0
    assert [each.title for each in selected.list_chapters(study)] == [
        "Typed",
        battle.title,
        "A battle from the lab",
        "A position",
    ]


@pytest.mark.parametrize(
    "text", ["", "nothing", "/tournament/nosuch", "/lab/?b=zz", "/lab/review/abc/", "1. a C3-C4", "x" * 50_000]
)
def test_what_is_no_battle_makes_no_chapter(text: str) -> None:
    with pytest.raises(DomainError) as refused:
        sources.read_source(text)
    assert refused.value.code in ("bad_source", "bad_lab")


def test_no_battle_under_way_is_studied() -> None:
    battle = fight(ROUNDS[0])
    record = Client().get(f"/tournament/{battle.code}/record").content.decode()
    refuse("bad_source", sources.read_source, text=f"/tournament/{battle.code}")
    refuse("bad_source", sources.read_source, text=record)


def test_names_of_a_record_are_cleaned_and_hold_no_addresses(study: Study) -> None:
    record = Client().get(f"/tournament/{fight(*ROUNDS).code}/record").content.decode()
    named = record.replace('[a "', '[Site "x"]\n[a "\u202e', 1)
    headers = ChapterBattle(add(study, named)).record.headers
    assert "Site" not in headers and not headers["a"].startswith("\u202e")
    source = sources.read_source(record.replace('[a "', '[a "www.example.com ', 1))
    refuse("links_off", chapters.add, study=study, by=study.dynasty, source=source)


def test_a_comment_is_changed_taken_back_and_put_back(study: Study) -> None:
    made = add(study, f"/tournament/{fight(*ROUNDS).code}")
    for text in ("Too early.", "Too early: hold instead.", ""):
        comments.write(chapter=made, by=study.dynasty, number=2, text=text)
    assert RoundComment.objects.get().text == ""
    for expected in ("Too early: hold instead.", ""):
        comments.undo(chapter=made, by=study.dynasty, number=2)
        assert RoundComment.objects.get().text == expected
    refuse("no_such_round", comments.write, chapter=made, by=study.dynasty, number=4, text="?")
    refuse("study_text", comments.write, chapter=made, by=study.dynasty, number=0, text="x" * 2001)
    refuse("links_off", comments.write, chapter=made, by=study.dynasty, number=0, text="see www.example.com")


def test_chapters_are_moved_renamed_and_deleted(study: Study) -> None:
    record = Client().get(f"/tournament/{fight(*ROUNDS).code}/record").content.decode()
    one, _two, three = (add(study, record, title) for title in ("One", "Two", "Three"))
    chapters.move(chapter=three, by=study.dynasty, to=1)
    chapters.move(chapter=one, by=study.dynasty, to=-1)
    chapters.rename(chapter=one, by=study.dynasty, title=" The  first ")
    assert [each.title for each in selected.list_chapters(study)] == ["The first", "Three", "Two"]
    chapters.delete(chapter=three, by=study.dynasty)
    refuse("no_such_chapter", chapters.rename, chapter=three, by=study.dynasty, title="Gone")
    assert [each.title for each in selected.list_chapters(study)] == ["The first", "Two"]


def test_there_are_limits(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Client().get(f"/tournament/{fight(*ROUNDS).code}/record").content.decode()
    monkeypatch.setattr(editing, "STUDIES", 1)
    refuse("too_many_studies", editing.create, dynasty=study.dynasty, description=describe())
    Chapter.objects.bulk_create(
        Chapter(study=study, place=place, title="Full", record=record) for place in range(STUDY_CHAPTERS)
    )
    refuse("too_many_chapters", add, study=study, text=record)


def test_who_reads_a_study(study: Study, ming: Dynasty) -> None:
    add(study, f"/tournament/{fight(*ROUNDS).code}")
    qing = found("Qing")
    readers = {"nobody": Client(), "stranger": enter(qing), "owner": enter(ming)}

    def list_readers() -> list[str]:
        return [who for who, client in readers.items() if client.get(f"/study/{study.code}/").status_code == 200]

    def is_listed() -> bool:
        return study.title in Client().get("/studies/").content.decode()

    assert list_readers() == ["nobody", "stranger", "owner"] and is_listed()
    editing.change(study=study, by=ming, description=describe(visibility="link"))
    assert list_readers() == ["nobody", "stranger", "owner"] and not is_listed()
    editing.change(study=study, by=ming, description=describe(visibility="private"))
    assert list_readers() == ["owner"] and not is_listed()
    assert Client().get(f"/embed/study/{study.code}/{study.chapters.get().code}/").status_code == 404
    assert readers["stranger"].get(f"/study/{study.code}/edit/").status_code == 404
    refuse("not_your_study", editing.change, study=study, by=qing, description=describe())
    refuse("not_your_study", editing.delete, study=study, by=qing)


def test_the_staff_removes_what_was_reported(study: Study, ming: Dynasty) -> None:
    made = add(study, f"/tournament/{fight(*ROUNDS).code}")
    comments.write(chapter=made, by=ming, number=1, text="A rude word")
    qing = found("Qing")
    row = reports.report(dynasty=qing, study=study, reason="insult")
    assert [line["text"] for line in row.context] == [study.title, made.title, "A rude word"]
    assert reports.report(dynasty=qing, study=study, reason="insult") == row
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    assert remove_message(staff, row.code, "rude") and StaffAct.objects.get().act == "study_removed"
    row.refresh_from_db()
    assert row.outcome == "removed" and Client().get(f"/study/{study.code}/").status_code == 404
    assert enter(ming).get(f"/study/{study.code}/").status_code == 200 and Notice.objects.filter(dynasty=ming).exists()
    refuse("study_removed", comments.write, chapter=made, by=ming, number=1, text="Another")
    editing.delete(study=study, by=ming)
    assert not Chapter.objects.exists()


def test_the_silenced_and_the_muted_are_not_read(study: Study, ming: Dynasty) -> None:
    add(study, f"/tournament/{fight(*ROUNDS).code}")
    qing = found("Qing")
    chat.mute(dynasty=qing, author=ming)
    assert not selected.query_public(qing).exists() and selected.query_public(None).exists()
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    moderation.silence(user=staff, dynasty=ming, reason="rude", days=1)
    assert not selected.query_public(None).exists()
    assert Client().get(f"/study/{study.code}/").status_code == 404
    refuse("silenced", editing.create, dynasty=ming, description=describe())


def test_studies_are_exported_and_go_with_the_account(study: Study, ming: Dynasty) -> None:
    made = add(study, f"/tournament/{fight(*ROUNDS).code}")
    comments.write(chapter=made, by=ming, number=1, text="My comment")
    assert isinstance(ming.user, User)
    (data,) = account_data.export_user(ming.user)["studies"]
    assert data["chapters"][0]["comments"][0]["text"] == "My comment" and data["chapters"][0]["record"]
    account_deletion.delete_account(user=ming.user, address="ming@example.org")
    assert not Study.objects.exists() and Tournament.objects.exists()
