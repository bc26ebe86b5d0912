"""Search: what is found by which words, that nothing private is, and that the index follows what it indexes."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from battlefield import fields
from core.errors import UnknownPageError
from dynasty.domain import search_words
from dynasty.models import SearchEntry
from dynasty.selectors import search as full_text
from dynasty.services import emperors
from tests import factories
from tests.factories import again, born, found
from tournaments import tasks
from tournaments.domain.battle_events import find_events
from tournaments.domain.settlement import Take
from tournaments.models import Tournament
from tournaments.selectors import search
from tournaments.selectors.search import BattleFilter
from tournaments.services import account_deletion, boards, lifecycle, retention, search_index

pytestmark = pytest.mark.django_db


def names(text: str, kind: str, **wanted: str) -> list[str]:
    return [str(each.row) for each in search.find_page(text, kind, BattleFilter(**wanted)).found]


def titles(text: str = "", **wanted: str) -> list[str]:
    return [each.row.title for each in search.find_page(text, "battle", BattleFilter(**wanted)).found]


def test_names_are_found_without_case_and_accents_and_by_their_beginnings() -> None:
    avila = found("Casa d’Àvila")
    born(avila, "Élodie the Bold")
    found("Aviles")
    assert names("avila", "dynasty") == names("ÀVILA casa", "dynasty") == ["Casa d’Àvila"]
    assert names("avil", "dynasty") == ["Aviles", "Casa d’Àvila"], "the newest first"
    assert names("elodie", "emperor") == names("the BOLD é", "emperor") == ["Élodie the Bold"]
    assert names("avila nobody", "dynasty") == names("!?", "dynasty") == []
    assert names("", "dynasty") == ["Aviles", "Casa d’Àvila"]
    assert set(search.find_first("avila")) == {"dynasty"}


def test_names_of_other_scripts_are_found() -> None:
    found("明朝 Ming")
    found("Романовы")
    assert names("明", "dynasty") == ["明朝 Ming"] and names("романовы", "dynasty") == ["Романовы"]


def test_battles_are_found_by_players_board_type_length_and_event() -> None:
    cup, _fighters = factories.begin("death", 10, 10, title="The Jade Cup")
    factories.play(cup, {"a": "seize b"})
    factories.announce("gift", title="The Open Cup")
    assert titles("cup") == ["The Open Cup", "The Jade Cup"]
    assert titles("aa") == titles("AAA bbb") == ["The Jade Cup"], "by names of dynasties and emperors"
    assert titles("cup", type="death") == titles(field="stage", type="death") == ["The Jade Cup"]
    assert titles(length="short") == ["The Jade Cup"]
    assert titles(type="gift") == ["The Open Cup"] and titles(type="honour") == titles(length="long") == []
    assert titles(event="duel") == ["The Jade Cup"] and titles(event="draw") == []
    assert titles(player=again(cup).entries.get(seat="a").dynasty.code) == ["The Jade Cup"]


def test_battles_are_found_by_their_goal() -> None:
    rules = {"goals": ["survive(9,1)"]}
    factories.announce(
        "gift", organiser=found("Ming"), game="emperors", field="duel-2", rules=rules, title="The Long Stand"
    )
    assert titles(goal="survive") == ["The Long Stand"]
    assert titles(goal="treasure") == []


def test_boards_and_series_are_found_until_they_are_taken_away() -> None:
    ming = found("Ming")
    drawing = boards.format_drawing(fields.load("duel-2"))
    board = boards.create(author=ming, title="The Crooked Mile", drawing=drawing)
    assert names("crooked", "board") == ["The Crooked Mile"]
    boards.shelve(board=board, by=ming)
    assert names("crooked", "board") == []
    assert [title for _name, title in search.find_included_boards("narr")] == ["The narrows"]


def test_an_emperor_that_changes_sides_is_found_by_its_new_name_and_one_without_history_not_at_all() -> None:
    ming, qing = found("Ming"), found("Qing")
    born(qing, "Livia")
    livia = born(ming, "Livia", 10)
    emperors.change_dynasty(emperor=livia, to=qing)
    assert names("livia ii", "emperor") == ["Livia II"]
    nobody = born(ming, "Claudia")
    emperors.retire(emperor=nobody)
    assert names("claudia", "emperor") == []


def test_trainings_casual_and_cancelled_battles_are_never_found() -> None:
    training, _fighters = factories.begin("training", 0, 0, title="The Secret Drill")
    casual = factories.announce("training", title="The Secret Game")
    Tournament.objects.filter(pk=casual.pk).update(casual=True, type="gift")
    search_index.put_tournament(again(casual))
    search_index.rebuild()
    assert titles("secret") == titles("aaa") == []
    cancelled = factories.announce("gift", organiser=found("Ming"), title="The Lost Cup")
    assert titles("lost") == ["The Lost Cup"]
    with transaction.atomic():
        lifecycle.cancellation.cancel(cancelled, "called_off")
    assert titles("lost") == [] and training.title not in titles("drill")


def test_who_leaves_the_site_is_found_no_more() -> None:
    cup, fighters = factories.begin("gift", 0, 0, title="The Last Cup")
    factories.play(cup, {"a": "win"})
    gone = fighters[1].dynasty
    assert names("bbb", "dynasty") == names("bbb", "emperor") == ["Bbb"] and titles("bbb") == ["The Last Cup"]
    account_deletion.delete_account(user=gone.user, address=gone.user.email)
    assert names("bbb", "dynasty") == names("bbb", "emperor") == names("forgotten", "dynasty") == []
    search_index.rebuild()
    assert names("bbb", "dynasty") == names("bbb", "emperor") == names("forgotten", "dynasty") == []


def test_a_forgotten_battle_leaves_the_index() -> None:
    cup, _fighters = factories.begin("gift", 0, 0, title="The Old Cup")
    factories.play(cup, {"a": "win"})
    retention.delete_tournament(cup.pk)
    assert titles("old") == [] and not SearchEntry.objects.filter(kind="battle").exists()


def test_the_index_is_rebuilt_to_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    cup, _fighters = factories.begin("death", 10, 10, title="The Jade Cup")
    factories.play(cup, {"a": "seize b"})
    before = set(SearchEntry.objects.values_list("kind", "code", "words"))
    search_index.drop_entries(kind="battle", codes=[cup.code])
    SearchEntry.objects.create(kind="board", code="nothing", words="nothing")
    call_command("search_index")
    assert set(SearchEntry.objects.values_list("kind", "code", "words")) == before
    assert titles("jade") == ["The Jade Cup"] and names("nothing", "board") == []
    SearchEntry.objects.all().delete()
    assert tasks.nightly()["indexed"] == len(before) and titles("jade") == ["The Jade Cup"]
    assert search_index.complete() == 0


def test_what_is_rolled_back_is_not_found() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        found("Ming")
        assert names("ming", "dynasty") == ["Ming"]
        raise ZeroDivisionError
    assert names("ming", "dynasty") == []


def test_pages_follow_each_other_and_stay_right_while_things_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PAGE_SIZE", 3)
    ming = found("Ming")
    for number in range(7):
        born(ming, f"Livia {'abcdefg'[number]}")
    first = search.find_page("livia", "emperor")
    born(ming, "Livia new")
    second = search.find_page("livia", "emperor", cursor=first.next)
    third = search.find_page("livia", "emperor", cursor=second.next)
    shown = [each.row.name[-1] for page in (first, second, third) for each in page.found]
    assert "".join(shown) == "gfedcba" and not third.next
    with pytest.raises(UnknownPageError):
        search.find_page("livia", "emperor", cursor="no cursor")


@given(st.text(max_size=60))
def test_any_text_is_a_query(text: str) -> None:
    for kind in search_words.KINDS:
        full_text.find(search_words.parse_query(text), [kind], limit=3)


@given(st.text(max_size=60))
def test_words_hold_letters_and_digits_alone(text: str) -> None:
    for word in search_words.split_words(text):
        assert word.isalnum() and not set(word) & set("'\" :*()&|!\\") and search_words.split_words(word) == [word]


ROUNDS = [
    ([[Take("a", "b", True, "pawn")]], ("a",), False, {"by_pawn", "spotless"}),
    ([[Take("a", "b", True), Take("c", "d", True)]], (), False, {"duel", "together"}),
    ([[Take("b", "a", False)], [Take("a", "b", True)]], ("a",), False, {"duel"}),
    ([[]], ("a", "b"), True, {"draw"}),
]


@pytest.mark.parametrize(("rounds", "winners", "draw", "events"), ROUNDS)
def test_events_of_battles(rounds: Any, winners: Any, draw: bool, events: set[str]) -> None:
    assert find_events(rounds, winners, draw) == events


def test_the_page_and_the_api_find_the_same(client: Client) -> None:
    ming = found("Ming")
    born(ming, "Élodie")
    page = client.get("/search/", {"q": "elodie"}).content.decode()
    assert "Élodie" in page and "Ming" in page and "/emperor/" in page
    answer = client.get("/api/v1/search/", {"q": "elodie", "kind": "emperor"})
    emperor = ming.emperors.get()
    assert answer.json() == [
        {"kind": "emperor", "code": emperor.code, "name": "Élodie", "page": f"/emperor/{emperor.code}/"}
    ]
    assert client.get("/api/v1/search/", {"q": "elodie"}).json() == []
    assert client.get("/api/v1/search/", {"q": "elodie", "kind": "user"}).status_code == 400
    assert "Nothing found" in client.get("/search/", {"q": "nobody", "kind": "battle"}).content.decode()
    for kind in ("", *search_words.KINDS):
        assert client.get("/search/", {"q": "m", "kind": kind, "cursor": "-1"}).status_code == (404 if kind else 200)


def test_the_page_asks_as_much_however_many_words(client: Client, django_assert_max_num_queries: Any) -> None:
    for number in range(8):
        factories.announce("gift", title=f"The Cup of Ming {number}")
        born(found(f"Ming {'abcdefgh'[number]}"), "Ming")
    for address in ("/search/?q=ming", "/search/?q=ming+cup+the+of&kind=battle&type=gift"):
        with django_assert_max_num_queries(12):
            client.get(address)


def test_sqlite_and_postgresql_are_both_known() -> None:
    assert connection.vendor in full_text.STATEMENTS
