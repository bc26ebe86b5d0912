"""The lab: its address holds all of it, and refuses what holds no lab; every case of the case file opens in it."""

import re

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from battlefield import Tile, compact, fields
from battlefield.battles import ABDICATE
from battlefield.pieces import Piece
from core.errors import DomainError
from core.limits import LAB_ROUNDS
from tests.factories import begin, order
from tournaments.lab import editor, state
from tournaments.lab.state import Lab
from tournaments.services import rounds
from tournaments.views import cases

JSON = {"Accept": "application/json"}
DUEL = "A_3/_5/_2a_2/_5/_3B"
LETTERS = "".join(sorted({*"ABCWacwxyz0123456789_-/*.;:,()~ ", "é", "\x00"}))


def of(query: str) -> Lab:
    """Return the lab of an address."""
    from django.http import QueryDict

    return state.read(QueryDict(query).dict())


def test_an_address_reads_itself_back() -> None:
    query = "b=A_3/_2_*b2/_2_.bB&r=path:clear;conflict:rollback&t=a:D3;b:A1&n=7&f=c&o=a.A1-B1,b.-;b.D2-C2"
    assert state.write_query(of(query)) == query


@pytest.mark.parametrize("field", sorted(fields.FIELDS))
def test_every_field_has_a_short_address(field: str) -> None:
    opened = Client().get(f"/lab/?field={field}", follow=True)
    assert opened.status_code == 200 and opened.redirect_chain
    assert len(opened.redirect_chain[-1][0]) < 500


def test_orders_are_given_replaced_played_and_undone() -> None:
    opened = of(f"b={DUEL}")
    given = state.give_order(state.give_order(opened, "c3-c2"), "b.-")
    assert given.orders == (("a", "C3-C2"), ("b", "-"))
    assert state.give_order(given, "A1-B1").orders == (("b", "-"), ("a", "A1-B1")), "a new order is the slowest"
    played = state.close_round(given)
    assert (played.now.number, played.orders) == (2, ())
    assert state.undo(played) == given and state.undo(given).orders == (("a", "C3-C2"),)
    assert state.undo(opened) == opened
    here = state.restart_here(played)
    assert (here.opening.formation, here.opening.number, here.closed) == (played.now.formation, 2, ())


REFUSED = [("C3-C9", "off-board"), ("Z9-A1", "not-yours"), ("nonsense", "unreadable"), ("b.C3-C2", "not-yours"),
           ("a.A1-E1", "too-far"), ("a.hello", "unreadable")]  # fmt: skip


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_an_illegal_order_is_refused_in_the_words_of_the_game(text: str, code: str) -> None:
    with pytest.raises(DomainError) as error:
        state.give_order(of("b=A_4/_5/_2a_2/_5/_3B_"), text)
    assert error.value.code == code
    answer = Client().get("/lab/", {"b": "A_4/_5/_2a_2/_5/_3B_", "give": text}, headers=JSON)
    assert answer.status_code == 422 and answer.json()["code"] == code


HOSTILE = [
    "b=", "b=zzz", "b=A&o=a.A1-Z9", "b=A_b&o=a.A1-B1,a.-", "b=A&r=conflict", "b=A&r=conflict:none", "b=A&r=a:b:c",
    "b=A&t=a:Z99", "b=A&t=a:nothing", "b=A&n=0", "b=A&n=-1", "b=A&n=99999", "b=A&n=x", "b=A&f=%F0%9F%98%80", "b=A&f=A",
    "b=A&o=,,a", "b=" + "_60/" * 60, "b=" + "A" * 9_000, "b=A&o=" + ";" * (LAB_ROUNDS + 1), "b=A&r=goals:x",
]  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE)
def test_hostile_addresses_are_refused_with_a_code(query: str) -> None:
    answer = Client().get(f"/lab/?{query}", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_lab")
    assert Client().get(f"/lab/?{query}").status_code == 422


@settings(max_examples=150, deadline=None)
@given(st.fixed_dictionaries({part: st.text(LETTERS, max_size=30) for part in state.PARTS}))
def test_any_text_is_a_lab_or_is_refused(parts: dict[str, str]) -> None:
    try:
        found = state.read(parts)
    except DomainError as error:
        assert error.code == "bad_lab"
    else:
        assert state.read(state.write_parts(found)) == found


@pytest.mark.django_db
def test_a_lab_opens_on_every_round_of_a_battle() -> None:
    tournament, _ = begin("training", 0, 0, game="emperors", field="duel-2", rules={"conflict": "rollback"})
    for seat, text in (("a", "C3-C4"), ("b", ABDICATE)):
        order(tournament, seat, text)
    assert rounds.close_round(tournament_id=tournament.pk, round_no=1)
    answer = Client().get(f"/tournament/{tournament.code}/lab?round=1")
    assert answer.status_code == 302
    found = of(answer["Location"].partition("?")[2])
    assert found.orders == (("a", "C3-C4"), ("b", ABDICATE)) and found.opening.ruleset.conflict == "rollback"
    assert Client().get(answer["Location"]).status_code == 200
    now = Client().get(f"/tournament/{tournament.code}/lab")
    assert of(now["Location"].partition("?")[2]).opening.fallen == {"b": 0}


@pytest.mark.django_db
def test_the_lab_of_an_open_round_holds_no_order() -> None:
    tournament, _ = begin("training", 0, 0, game="emperors", field="duel-2", rules={})
    order(tournament, "a", "C3-C4")
    for query in ("", "?round=1"):
        assert "C3-C4" not in Client().get(f"/tournament/{tournament.code}/lab{query}")["Location"]


def test_the_outlook_is_told_and_says_how_it_was_counted() -> None:
    page = Client().get("/lab/?b=A_b&o=a.A1-B1&look=a").content.decode()
    assert "Exact: all 2 replies" in page and "<b>50%</b>" in page
    many = Client().get("/lab/?field=ring-8", follow=True)
    sampled = Client().get(f"{many.redirect_chain[-1][0]}&look=a").content.decode()
    assert "A sample: 1,500 of" in sampled


def test_the_outlook_is_offered_in_words_and_a_hold_is_called_so() -> None:
    page = Client().get("/lab/?b=A_b").content.decode()
    assert re.search(r"What could happen to the pieces\s*</h2>", page) and "Choose whose pieces." in page
    for seat in "AB":
        assert f'aria-label="What could happen to {seat}’s pieces"' in page
    looked = Client().get("/lab/?b=A_b&look=a").content.decode()
    assert "A holds, against every reply of the others." in looked and "Under the order" not in looked
    assert "Under the order <b>A1-B1</b>" in Client().get("/lab/?b=A_b&o=a.A1-B1&look=a").content.decode()


def test_outlooks_are_not_counted_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.views.lab.OUTCOMES_A_MINUTE", 1)
    pages = [Client().get("/lab/?b=A_b&look=a").content.decode() for _ in range(2)]
    assert "Exact" in pages[0] and "Exact" not in pages[1] and "Wait a little" in pages[1]


def test_a_computer_player_gives_a_hint() -> None:
    takes = {"a3_2B": "A1-D1", "a3_B": "A1-C1", "B_a3": "C1-A1", "aB/_2": "A1-B1", "B_2a3": "D1-A1"}
    for board, capture in takes.items():
        answer = Client().get(f"/lab/?b={board}&ask=a")
        assert of(answer["Location"].partition("?")[2]).orders == (("a", capture),), "it takes the Emperor"
    assert Client().get("/lab/?b=a3_2B&ask=q").status_code == 422


def test_every_case_opens_on_the_board_and_in_the_lab() -> None:
    assert len(cases.get_cases_by_number()) > 300
    for case in cases.get_cases_by_number().values():
        shown = cases.play_case(case)
        assert shown.rounds or shown.error_text or not case.rounds, case.number
        of(shown.address)
    index = Client().get("/cases/").content.decode()
    assert all(f"/cases/{number}/" in index for number in cases.get_cases_by_number())


@pytest.mark.parametrize("number", ["1.01", "1.12", "9.05", "11.01", "11.02", "11.03", "11.04"])
def test_a_case_has_a_page(number: str) -> None:
    page = Client().get(f"/cases/{number}/")
    assert page.status_code == 200
    assert b"Try it in the lab" in page.content
    assert Client().get("/cases/99.99/").status_code == 404


# ── Setting it up ──────────────────────────────────────────────────────────────────────────────────────────

SET_UP = "A_3/_4/_a2_b/_3B"


@pytest.mark.parametrize(("data", "word"), [
    ("B3-D1", "A_2a2/_4/_3b/_3B"), ("c1.c9", "A_c9_/_4/_a2_b/_3B"), ("D3-A1", "b_3/_4/_a2_2/_3B"),
    ("D2.A", "_4/_3A/_a2_b/_3B"), ("A1._", "_4/_4/_a2_b/_3B"), ("C2._*", "A_3/_2_*_/_a2_b/_3B"),
    ("C2._.b", "A_3/_2_.b_/_a2_b/_3B"),
])  # fmt: skip
def test_pieces_are_put_moved_and_taken_away(data: str, word: str) -> None:
    answer = Client().get("/lab/", {"b": SET_UP, "set": data})
    assert answer.status_code == 302
    assert of(answer["Location"].partition("?")[2]).opening.formation == compact.read(word)


@pytest.mark.parametrize("data", ["", "x", "Z9.a", "C3.zz", "A2-A3", "A1-Z9", "A1.__", "A1." + "a" * 60, "A1._*/a"])
def test_what_cannot_be_set_up_is_refused_and_nothing_is_lost(data: str) -> None:
    answer = Client().get("/lab/", {"b": SET_UP, "set": data})
    assert answer.status_code == 422 and f'value="{SET_UP}"' in answer.content.decode()


def test_setting_up_begins_where_the_lab_stands_with_its_rules_and_without_its_orders() -> None:
    played = state.close_round(state.give_order(state.read({"b": SET_UP, "r": "conflict:rollback"}), "B3-D3"))
    changed = editor.arrange(state.give_order(played, "A1-A2"), "A4.b3")
    assert changed.opening.formation.pieces[Tile.read("A4")] == Piece.read("b3")
    assert changed.opening.formation.pieces[Tile.read("D3")].seat == "a"
    assert changed.opening.ruleset.conflict == "rollback" and changed.opening.number == 2
    assert not changed.closed and not changed.orders
