"""Every sentence with places, in three languages: filled in whole, and elided where Catalan elides."""

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from core import sentences
from core.sentences import begins_with_vowel, fill

LANGUAGES = ("en", "es", "ca")
PLACES = re.compile(r"%\((\w+)\)s")
VALUES = ("Ana One", "Bo Two", "A3", "1", "2")
LOCALE = Path(__file__).resolve().parents[2] / "locale"


def list_messages(language: str) -> Iterator[str]:
    """Yield every message with places, each of its plural forms; those of English stand in the other catalogues."""
    with (LOCALE / ("es" if language == "en" else language) / "LC_MESSAGES" / "django.po").open("rb") as file:
        for message in read_po(file):
            texts = message.id if language == "en" else message.string
            for text in (texts,) if isinstance(texts, str) else texts:
                if PLACES.search(text) and not re.search(r"%\(\w+\)[^s]", text):
                    yield text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_filled_in_whole(language: str) -> None:
    texts = list(list_messages(language))
    assert len(texts) > 400
    with translation.override(language):
        for text in texts:
            for value in VALUES:
                said = fill(text, dict.fromkeys(PLACES.findall(text), value))
                assert "%(" not in said and "  " not in said.replace("\n", " ").strip(), text


def test_catalan_elides_before_each_place() -> None:
    texts = [text for text in list_messages("ca") if re.search(r"\b[Dd]e %\(", text)]
    assert texts
    with translation.override("ca"):
        for text in texts:
            places = PLACES.findall(text)
            assert not re.search(r"\b[Dd]e Ana One", fill(text, dict.fromkeys(places, "Ana One"))), text
            assert "d’Bo Two" not in fill(text, dict.fromkeys(places, "Bo Two")), text


@pytest.mark.parametrize(
    ("language", "said"), [("ca", "La peça d’Ana"), ("es", "La peça de Ana"), ("en", "La peça de Ana")]
)
def test_no_other_language_elides(language: str, said: str) -> None:
    with translation.override(language):
        assert fill("La peça de %(seat)s", {"seat": "Ana"}) == said


def test_what_has_no_places_stays_as_it_is() -> None:
    assert fill("100%", {}) == "100%" == fill("100%", {"seat": "Ana"})


@given(st.text())
def test_any_name_can_stand_in_a_sentence(name: str) -> None:
    with translation.override("ca"):
        said = fill("de %(seat)s", {"seat": name})
    assert said == (f"d’{name}" if begins_with_vowel(name) else f"de {name}")


def test_the_examples_hold() -> None:
    found = doctest.testmod(sentences)
    assert found.attempted and not found.failed
