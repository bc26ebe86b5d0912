"""Every sentence with places, in three languages: filled in whole, and elided where Catalan elides."""

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.template import Context, Template
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from config.devtools.translations import sources
from core import sentences
from core.sentences import ARTICLE, begins_with_vowel, fill

LANGUAGES = ("en", "es", "ca")
PLACES = re.compile(r"%\((\w+)\)s")
VALUES = ("Ana One", "Bo Two", "Inés", "Otto", "el erari", "F3", "H", "A", "1", "2", "11", "100 %")
CALLS = {"_", "gettext", "ngettext", "pgettext", "npgettext"}
LOCALE = Path(__file__).resolve().parents[2] / "locale"


def list_messages(language: str) -> Iterator[str]:
    """Yield every message with places, each of its plural forms; those of English stand in the other catalogues."""
    with (LOCALE / ("es" if language == "en" else language) / "LC_MESSAGES" / "django.po").open("rb") as file:
        for message in read_po(file):
            texts = message.id if language == "en" else message.string
            for text in (texts,) if isinstance(texts, str) else texts or ():
                if PLACES.search(text) and not re.search(r"%\(\w+\)[^s]", text):
                    yield text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_filled_in_whole(language: str) -> None:
    texts = list(list_messages(language))
    assert len(texts) > 400
    with translation.override(language):
        for text in texts:
            for value in VALUES:
                values = fill(text, dict.fromkeys(PLACES.findall(text), value))
                assert "%(" not in values and "  " not in values.replace("\n", " ").strip(), text


def test_catalan_elides_before_each_place() -> None:
    texts = [text for text in list_messages("ca") if re.search(r"\b[Dd]e %\(", text)]
    assert texts
    with translation.override("ca"):
        for text in texts:
            places = PLACES.findall(text)
            for vowel in ("Ana One", "F3", "H", "11"):
                assert not re.search(rf"\b[Dd]e {vowel}", fill(text, dict.fromkeys(places, vowel))), text
            assert "d’Bo Two" not in fill(text, dict.fromkeys(places, "Bo Two")), text


@pytest.mark.parametrize("language", ["es", "ca"])
def test_an_article_is_joined_with_the_word_before_it(language: str) -> None:
    """Refuse *de el* and *a el*, which neither language says, and Catalan *per el*."""
    apart = re.compile(r"\b(de|a|per) el lloc\b" if language == "ca" else r"\b(de|a) el lloc\b", re.IGNORECASE)
    with translation.override(language):
        for text in list_messages(language):
            assert not apart.search(fill(text, dict.fromkeys(PLACES.findall(text), "el lloc B"))), text


def test_spanish_avoids_the_same_sound_twice() -> None:
    with translation.override("es"):
        for text in list_messages("es"):
            values = fill(text, dict.fromkeys(PLACES.findall(text), "Inés"))
            assert not re.search(r"\by Inés", values), text


@pytest.mark.parametrize(
    ("language", "sentence", "value", "text"),
    [
        ("ca", "La peça de %(seat)s", "Ana", "La peça d’Ana"),
        ("ca", "La peça de <b>%(seat)s</b>", "Ana", "La peça d’<b>Ana</b>"),
        ("ca", "per %(seat)s", "el lloc B", "pel lloc B"),
        ("ca", "de %(seat)s", "els Ming, 100 %", "dels Ming, 100 %"),
        ("ca", "de %(seat)s", "El Cid", "d’El Cid"),
        ("ca", "fins al %(seat)s", "1 de maig", "fins a l’1 de maig"),
        ("ca", "El %(seat)s", "11 de maig", "L’11 de maig"),
        ("ca", "El %(seat)s", "12 de maig", "El 12 de maig"),
        ("es", "La peça de %(seat)s", "Ana", "La peça de Ana"),
        ("es", "a %(seat)s", "el erario", "al erario"),
        ("es", "de %(seat)s", "El Cid", "de El Cid"),
        ("es", "Bo y %(seat)s", "Inés", "Bo e Inés"),
        ("es", "Bo y %(seat)s", "Hierro", "Bo y Hierro"),
        ("es", "siete o %(seat)s", "ocho", "siete u ocho"),
        ("en", "La peça de %(seat)s", "Ana", "La peça de Ana"),
    ],
)
def test_each_language_has_its_own_rules(language: str, sentence: str, value: str, text: str) -> None:
    with translation.override(language):
        assert fill(sentence, {"seat": value}) == text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ana", "<h1>Oferta d’Ana</h1>"),
        ("Bo", "<h1>Oferta de Bo</h1>"),
        ("<i>", "<h1>Oferta de &lt;i&gt;</h1>"),
        ("“Ana”", "<h1>Oferta d’“Ana”</h1>"),
    ],
)
def test_a_block_in_a_template_is_filled_by_the_same_rules(name: str, sentence: str) -> None:
    text = "{% load i18n %}<h1>{% blocktranslate %}Offer from {{ name }}{% endblocktranslate %}</h1>"
    with translation.override("ca"):
        assert Template(text).render(Context({"name": name})) == sentence


@pytest.mark.parametrize(("seats", "sentence"), [(1, "1 lloc"), (2, "2 llocs"), (1200, "1.200 llocs")])
def test_a_block_in_a_template_counts(seats: int, sentence: str) -> None:
    text = (
        "{% load i18n %}{% blocktranslate count seats=n asvar told %}{{ seats }} seat{% plural %}{{ seats }} seats"
        "{% endblocktranslate %}{{ told }}"
    )
    with translation.override("ca"):
        assert Template(text).render(Context({"n": seats})) == sentence


def test_no_code_fills_a_translated_sentence_by_itself() -> None:
    """Find sentences that `%` fills: it does not elide, so every one goes through `fill`."""
    found = [
        (name, node.lineno)
        for name, path in sources.find_python_files()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and get_called(node.left) in CALLS
    ]
    assert not found


def get_called(node: ast.expr) -> str:
    """Return the name of the function that is called; empty where nothing is."""
    called = getattr(node, "func", node)
    return str(getattr(called, "id", getattr(called, "attr", "")))


class Dashes(dict[str, object]):
    """Fields of which a missing one is a dash."""

    def __missing__(self, name: str) -> str:
        return "–"


def test_fields_may_answer_for_what_is_missing() -> None:
    assert fill("%(emperor)s won %(gold)s", Dashes(gold=1200)) == "– won 1,200"


def test_what_has_no_places_stays_as_it_is() -> None:
    assert fill("100%", {}) == "100%" == fill("100%", {"seat": "Ana"})


@given(st.text())
def test_any_name_can_stand_in_a_sentence(name: str) -> None:
    with translation.override("ca"):
        text = fill("de %(seat)s", {"seat": name})
    joined = ARTICLE.sub(r"del\1 ", name, count=1) if ARTICLE.match(name) else ""
    assert text == (joined or (f"d’{name}" if begins_with_vowel(name) else f"de {name}"))


def test_the_examples_hold() -> None:
    found = doctest.testmod(sentences)
    assert found.attempted and not found.failed
