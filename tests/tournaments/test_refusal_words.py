"""Every refusal of every game as people read it, in three languages: no code, tuple, field name or exception text."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from battlefield.battles import UnfitBoard
from battlefield.errors import BadInput
from battlefield.orders import IllegalOrder, Refusal
from battlefield.rulesets import CHOICES, LIMITS, Ruleset
from battlefield.unknown import UnknownRule
from campaign.errors import OrderError as RefusedByCampaign
from campaign.game import Illegal
from campaign.options import OPTIONS
from campaign.words import sentences
from core.errors import DomainError
from tests import factories
from tests.factories import found, proven
from tests.tournaments.test_pages import log_in
from tournaments.domain import game_errors, terms
from tournaments.forms import announcement_defaults
from tournaments.forms import orders as forms
from tournaments.lab import state
from tournaments.services import boards

LANGUAGES = ("en", "es", "ca")
NAMES = {*CHOICES, *LIMITS, *terms.READERS, *(name for options in OPTIONS.values() for name in options)}
"""Names of the program's own; those that are words of the language as well are no trace of it."""
OWN_NAMES = {name for name in NAMES if "_" in name}
TRACES = re.compile(
    r"\('|',|\bNone\b|Error\b|Exception|Traceback|%\(|\w+_\w+|unknown rule|known are|<class|\{'|KeyError"
)


def is_plain(text: str) -> bool:
    """Tell whether a sentence holds nothing of the program."""
    return bool(text) and not TRACES.search(text) and not any(name in text for name in OWN_NAMES)


def catch_error(act: Callable[[], Any]) -> DomainError:
    with pytest.raises(DomainError) as caught:
        act()
    return caught.value


def in_every_language(error: DomainError) -> dict[str, str]:
    values = {}
    for language in LANGUAGES:
        with translation.override(language):
            values[language] = str(error)
    return values


def of_games() -> Iterator[tuple[str, Exception]]:
    """Yield every error with which a game answers bad rules, boards or orders."""
    yield from ((f"order {error_text}", IllegalOrder(error_text, "a", "C3-C4")) for error_text in Refusal)
    yield from ((f"campaign {code}", RefusedByCampaign(code)) for code in sentences.SENTENCES)
    yield from ((f"sheet {code}", Illegal(code)) for code in sentences.SENTENCES)
    for rules in ({"speed": 1}, {"goals": []}, {"goals": ["gold"]}, {"goals": "x"}, {"path": "x"}, {"max_rounds": 0}):
        with pytest.raises(UnknownRule) as unknown:
            Ruleset.of(rules)
        yield f"rules {rules}", unknown.value
    yield "other", ValueError("('too_few_seats', 'This game needs more seats.')")


@pytest.mark.parametrize(("name", "error"), list(of_games()), ids=lambda each: each if isinstance(each, str) else "")
def test_no_error_of_a_game_shows_the_program(name: str, error: Exception) -> None:
    text = in_every_language(game_errors.to_domain_error(error, "bad_rules", forms.gettext_lazy("Round")))
    assert all(map(is_plain, text.values())), text
    assert len(set(text.values())) == 3 or name == "other", f"not translated: {text}"


BOARDS = ["", "nonsense", "+---+\n|aaa\n+---+", "+---+\n| q |", "+---+\n| zz|\n+---+", "+---+\n| a |\n+---+",
          "+---+\n|(a)|\n+---+\nitems: X", "+---+\n|(a)|\n+---+\nitems: A1 crown",
          "+---+\n|(a)|\n+---+\nitems: C9 treasure",
          "+---+\n|(a)|\n+---+\ntargets: a ZZZZ", "+---+---+\n|(a)| a |\n+---+---+"]  # fmt: skip


@pytest.mark.parametrize("text", BOARDS)
def test_no_drawing_that_cannot_be_read_shows_the_program(text: str) -> None:
    message = in_every_language(catch_error(lambda: boards.parse_playable(text)))
    assert all(map(is_plain, message.values())) and len(set(message.values())) == 3, message


LABS = [{"b": "?"}, {"b": "_/" * 90}, {"b": "A_B", "r": "path"}, {"b": "A_B", "r": "path:steep"},
        {"b": "A_B", "n": "x"},
        {"b": "A_B", "o": "a"}, {"b": "A_B", "o": "a.A1-A9"}, {"b": "A_B", "t": "a:Z9"}, {"b": "A_B", "f": "?"},
        {"b": "A_B", "o": "a.-,a.-"}, {"b": "A_B", "o": ";" * 600}, {"b": "_99/" * 40}, {"b": ""}]  # fmt: skip


@pytest.mark.parametrize("parts", LABS, ids=str)
def test_no_address_of_a_lab_shows_the_program(parts: dict[str, str]) -> None:
    text = in_every_language(catch_error(lambda: state.read(parts)))
    assert all(map(is_plain, text.values())) and len(set(text.values())) == 3, text


@pytest.mark.parametrize("name", [*terms.READERS, "crowns"])
def test_no_terms_that_cannot_be_show_the_program(name: str) -> None:
    error = catch_error(lambda: terms.read({name: object()}))
    text = in_every_language(error)
    assert all(map(is_plain, text.values())) and len(set(text.values())) == 3, text
    assert error.details == {"name": name}, "programs are told which"


@pytest.mark.parametrize("form", [forms.OrderForm, forms.StepForm, forms.EntryForm, forms.BetForm])
def test_no_form_that_is_filled_in_wrongly_shows_the_program(form: Any) -> None:
    for name in form.base_fields:
        text = in_every_language(forms.build_error(name, "–"))
        assert all(map(is_plain, text.values())), text
        assert not any(each.startswith(f"{name}:") for each in text.values()), text


def unfit() -> Iterator[dict[str, Any]]:
    """Yield everything that the wizard can be asked for, and that a game refuses."""
    yield {"field": "campaign.classic:world", "preset": "campaign.classic:capitals", "seats": 7}
    yield {"field": "campaign.classic:seven", "preset": "campaign.classic:missions", "seats": 3}
    yield {"field": "campaign.classic:world", "preset": "emperors:classic", "seats": 3}
    yield {"field": "campaign.skirmish:grid4x4", "preset": "composed", "seats": 6}
    yield {"field": "emperors:delta-3", "preset": "emperors:crossing", "seats": 3}
    yield {"field": "emperors:delta-3", "preset": "composed", "goals": ["duel"], "seats": 3}
    yield {"field": "emperors:delta-3", "preset": "composed", "goals": ["cross"], "seats": 3}
    yield {"field": "emperors:duel-2", "preset": "composed", "goals": []}
    yield {"field": "emperors:duel-2", "preset": "composed", "path": "steep", "max_rounds": "x"}
    yield {"field": "moon:crater", "preset": "moon:dust", "seats": "x", "type": "x"}
    yield {"type": "death", "chests": "on", "chest_minimum": 900, "chest_maximum": 100}


@pytest.mark.django_db
def test_no_page_of_the_wizard_shows_the_program() -> None:
    who = log_in(proven(found("Ming")))
    for changes in unfit():
        data = dict(
            announcement_defaults.build_form_data(
                announcement_defaults.get_usual_values() | {"title": "The Jade Cup"} | changes
            ).lists()
        )
        for language in LANGUAGES:
            who.cookies["django_language"] = language
            answer = who.post("/announce/", data | {"go": ["announce"], "step": ["time"]})
            assert answer.status_code == 409, changes
            objections = re.findall(r"<li[^>]*>\s*<span>(.*?)</span>", answer.content.decode())
            assert objections and all(map(is_plain, objections)), objections


@pytest.mark.django_db
def test_programs_are_told_which_rule_is_not_known() -> None:
    error = catch_error(lambda: factories.announce("gift", proven(found("Ming")), game="emperors", field="duel-2",
                                             rules={"win_percent": 60}))  # fmt: skip
    assert error.code == "unknown-rule" and error.details["rule"] == "win_percent"
    assert all(map(is_plain, in_every_language(error).values()))


def test_an_order_that_is_refused_is_refused_in_the_readers_language() -> None:
    with translation.override("es"):
        assert "pieza" in str(game_errors.to_domain_error(IllegalOrder(Refusal.NOT_YOURS, "a", "C3"), "x", "–"))


@pytest.mark.django_db
def test_the_lab_says_what_is_wrong_with_its_address() -> None:
    page = Client().get("/lab/?b=A_B&r=path:steep").content.decode()
    assert "One of the rules is unknown" in page and "known are" not in page


def test_every_bad_board_of_the_grid_game_has_a_sentence() -> None:
    assert issubclass(UnfitBoard, BadInput) and issubclass(UnknownRule, BadInput)
