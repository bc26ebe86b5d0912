"""Studies in the search: public ones alone, by their own words, and gone as soon as nobody may read them."""

import pytest
from django.test import Client

from dynasty.models import Dynasty, SearchEntry, User
from tests.factories import found
from tests.tournaments.studies.test_studies import LAB, describe
from tournaments import tasks
from tournaments.models import Study
from tournaments.selectors import search
from tournaments.selectors.studies import sources
from tournaments.services import account_deletion, chat, moderation, search_index
from tournaments.services.studies import chapters, editing

pytestmark = pytest.mark.django_db
both_databases = pytest.mark.races  # which look words up in their own ways


@pytest.fixture
def study() -> Study:
    made = editing.create(dynasty=found("Ming"), description=describe(title="Élan of pawns", words="How Ávila opened."))
    chapters.add(study=made, by=made.dynasty, source=sources.read_source(LAB), title="The narrow gate")
    return made


def titles(text: str, reader: Dynasty | None = None) -> list[str]:
    return [each.row.title for each in search.find_page(text, "study", reader=reader).found]


@both_databases
def test_a_study_is_found_by_its_titles_and_words_without_accents(study: Study) -> None:
    for text in ("elan", "ELAN pawn", "avila", "narrow", "gate elan", ""):
        assert titles(text) == [study.title], text
    assert titles("nobody") == titles("elan nobody") == []
    assert [each.row for each in search.find_first("elan")["study"]] == [study]


@both_databases
def test_one_that_not_everybody_may_read_is_not_found(study: Study) -> None:
    for visibility in ("link", "private"):
        editing.change(study=study, by=study.dynasty, description=describe(visibility=visibility))
        assert titles("") == [] and not SearchEntry.objects.filter(kind="study").exists()
        search_index.rebuild()
        assert not SearchEntry.objects.filter(kind="study").exists()
        assert Client().get("/api/v1/search/", {"kind": "study"}).json() == []
    editing.change(study=study, by=study.dynasty, description=describe(title="Another name"))
    assert titles("another") == ["Another name"] and titles("elan") == [] and titles("narrow") == ["Another name"]


@both_databases
def test_one_without_chapters_is_not_found(study: Study) -> None:
    (chapter,) = study.chapters.all()
    chapters.rename(chapter=chapter, by=study.dynasty, title="The wide gate")
    assert titles("narrow") == [] and titles("wide") == [study.title]
    chapters.delete(chapter=chapter, by=study.dynasty)
    assert titles("elan") == []


@both_databases
def test_one_that_is_deleted_or_removed_is_not_found(study: Study) -> None:
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    moderation.remove_study(user=staff, study=study, reason="rude")
    assert titles("elan") == [] and not SearchEntry.objects.filter(kind="study").exists()
    moderation.put_back(user=staff, text=study, reason="misread")
    assert titles("elan") == [study.title]
    moderation.remove_study(user=staff, study=study, reason="rude after all")
    other = chapters.add_to_new(dynasty=study.dynasty, description=describe(), source=sources.read_source(LAB)).study
    assert titles("duel") == [other.title]
    editing.delete(study=other, by=study.dynasty)
    assert titles("duel") == [] and not SearchEntry.objects.filter(kind="study").exists()


@both_databases
def test_the_silenced_and_the_muted_are_not_found(study: Study) -> None:
    reader = found("Qing")
    chat.mute(dynasty=reader, author=study.dynasty)
    assert titles("elan", reader) == [] and titles("elan") == [study.title]
    assert "study" not in search.find_first("elan", reader)
    client = Client()
    client.force_login(reader.user)
    assert client.get("/api/v1/search/", {"kind": "study", "q": "elan"}).json() == []
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    moderation.silence(user=staff, dynasty=study.dynasty, reason="rude", days=1)
    assert titles("elan") == []


@both_databases
def test_who_leaves_takes_the_studies_along(study: Study) -> None:
    account_deletion.delete_account(user=study.dynasty.user, address="ming@example.org")
    assert titles("") == [] and not SearchEntry.objects.filter(kind="study").exists()


@both_databases
def test_studies_from_before_they_could_be_found_are_indexed_at_night(study: Study) -> None:
    search_index.drop_entries(kind="study", codes=[study.code])
    assert titles("elan") == []
    assert tasks.nightly()["indexed"] == 1 and titles("elan") == [study.title]


def test_the_page_and_the_api_show_the_same() -> None:
    editing.create(dynasty=found("Tang"), description=describe(title="Empty"))
    made = chapters.add_to_new(
        dynasty=found("Ming"),
        description=describe(title="<b>Élan</b> & more"),
        source=sources.read_source(LAB),
    ).study
    client = Client()
    for address in ("/search/?q=elan", "/search/?kind=study", "/search/?kind=study&q=elan"):
        page = client.get(address).content.decode()
        assert f'href="/study/{made.code}/"' in page and "&lt;b&gt;Élan&lt;/b&gt; &amp; more" in page
        assert "1 chapter" in page and "Ming" in page and "<b>Élan" not in page
    assert client.get("/api/v1/search/", {"kind": "study", "q": "elan"}).json() == [
        {"kind": "study", "code": made.code, "name": made.title, "page": f"/study/{made.code}/"}
    ]
