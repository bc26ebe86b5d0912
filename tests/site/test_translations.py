"""What players read is translated, all of it, and says the same in every language."""

import ast
import re
from collections.abc import Iterator
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.template.base import Lexer, TokenType
from django.test import Client
from django.utils import formats, translation

from battlefield import words
from config.devtools.translations import extraction, faults, files, sources

LANGUAGES = ["es", "ca"]
PAIRS = [(language, domain) for language in LANGUAGES for domain in sources.DOMAINS]
READ_ALOUD = {"alt", "aria-label", "aria-description", "placeholder", "title"}
NOT_READ = {"script", "style", "code", "kbd", "pre"}
NAMES = {"CSV", "JSON", "(PNG)", "(SVG)", "OpenAPI", "Makedon", "Ming", "Qing", "20 Nov", "21 Nov"}
"""The same in every language, or a sample on the page of the style."""
WORD = re.compile(r"[A-Za-z]{2,}")
CLASS = re.compile(r"{% block (wide|body_class) %}[\w-]+{% endblock %}")
"""A class that a template names in a block."""
TRANSLATED = {"blocktranslate": "endblocktranslate", "blocktrans": "endblocktrans", "comment": "endcomment"}
SENTENCE_AT = {"DomainError": 1, "ValidationError": 0, "success": 1, "error": 1, "info": 1, "warning": 1}
"""Calls that say something to a player, and which of their arguments is the sentence."""
SENTENCE_NAMED = {"label", "help_text", "empty_label", "error_message"}
FOR_PROGRAMS = ("dynasty/api/", "tournaments/api/", "core/pagination")
"""How the names of files begin that speak to programs, whose documentation is English."""


@pytest.fixture(autouse=True)
def no_language_stays() -> Iterator[None]:
    """Reset the language that a request leaves behind in the thread."""
    with translation.override("en"):
        yield


def test_the_site_has_the_languages_that_are_tested() -> None:
    assert sources.list_languages() == LANGUAGES


@pytest.mark.parametrize(("language", "domain"), PAIRS)
def test_a_catalogue_is_complete_and_in_step_with_the_sources(language: str, domain: str) -> None:
    assert not list(faults.find_faults(language, domain))


def test_the_check_of_the_command_finds_nothing() -> None:
    call_command("messages", check=True)


@pytest.fixture
def own_catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return copies of the catalogues that a test may spoil."""
    monkeypatch.setattr(files, "get_path", lambda *names: tmp_path / ".".join((*names, "po")[:3]))
    for pair in PAIRS:
        files.write(files.collect(*pair), *pair)
    return tmp_path


def test_a_message_without_translation_is_a_fault(own_catalogues: Path) -> None:
    text = list(faults.find_faults("es", "djangojs"))
    assert "es djangojs: not translated: 'You hold; it is sealed.'" in text
    with pytest.raises(CommandError, match="faults in locale"):
        call_command("messages", check=True)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (("Orden %(order)s.", "Orden %(orden)s."), "other places to fill: 'Order %(order)s.'"),
        (("Orden %(order)s.", "Orden."), "other places to fill: 'Order %(order)s.'"),
        (('msgid "Order %(order)s."', '#, fuzzy\nmsgid "Order %(order)s."'), "fuzzy: 'Order %(order)s.'"),
        (('msgid "Order %(order)s."', 'msgid "Orders."'), "missing: 'Order %(order)s.'"),
        (('msgid "Order %(order)s."', 'msgid "Orders."'), "not in the sources any more: 'Orders.'"),
        (("Orden %(order)s.", "Mandato %(order)s."), "the .mo is not what its .po compiles to"),
        (('msgstr[1] "%(n)s días"', ""), "not translated: '%(n)s day'"),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_found(own_catalogues: Path, spoil: tuple[str, str], fault: str) -> None:
    kept = own_catalogues / "es.djangojs.po"
    text = (sources.get_root() / "locale/es/LC_MESSAGES/djangojs.po").read_text()
    assert spoil[0] in text
    kept.write_text(text.replace(*spoil))
    assert any(fault in message for message in faults.find_faults("es", "djangojs"))


def test_writing_twice_changes_nothing(own_catalogues: Path) -> None:
    before = {path: path.read_bytes() for path in own_catalogues.iterdir()}
    for pair in PAIRS:
        files.write(files.update(*pair), *pair)
    assert before and before == {path: path.read_bytes() for path in own_catalogues.iterdir()}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{% translate "One" %}', [("One", None)]),
        ('{% translate "One" context "there" %}', [("One", "there")]),
        ('{% include "x" with y=_("One") %}', [("One", None)]),
        ("{% blocktranslate trimmed %}\n  One\n  {{ two }}\n{% endblocktranslate %}", [("One %(two)s", None)]),
        ("{% blocktranslate count n=m %}One{% plural %}{{ n }} ones{% endblocktranslate %}",
         [(("One", "%(n)s ones"), None)]),
        ("It's 100 %\n      (and {% translate \"One\" %}", [("One", None)]),
        ("{% comment %}{% translate \"One\" %}{% endcomment %}", []),
    ],
)  # fmt: skip
def test_messages_are_found_in_templates(tmp_path: Path, text: str, found: list[Any]) -> None:
    (tmp_path / "page.html").write_text(text)
    shown = extraction.extract_template(("page.html", tmp_path / "page.html"))
    assert [(message, context) for _, message, context in shown] == found


class Reader(HTMLParser):
    """Collects what of a page is read and does not come out of a template's tag."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[tuple[str, bool]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside.append((tag, tag in NOT_READ or ("translate", "no") in attrs))
        self.found += [value for name, value in attrs if name in READ_ALOUD and value and WORD.search(value)]

    def handle_endtag(self, tag: str) -> None:
        opened = [place for place, (name, _) in enumerate(self.inside) if name == tag]
        del self.inside[opened[-1] if opened else len(self.inside) :]

    def handle_data(self, data: str) -> None:
        if WORD.search(data) and data.strip() not in NAMES and not any(silent for _, silent in self.inside):
            self.found.append(data.strip())


def bare_text(template: str) -> str:
    """Return a template without its tags, and without what these translate."""
    kept, until = [], ""
    for token in Lexer(CLASS.sub("", template)).tokenize():
        word = token.contents.split()[0] if token.token_type == TokenType.BLOCK else ""
        if until:
            until = "" if word == until else until
        elif word in TRANSLATED:
            until = TRANSLATED[word]
        elif token.token_type == TokenType.TEXT:
            kept.append(token.contents)
    return "".join(kept)


def bare(path: Path) -> list[str]:
    """Return what a template says outside of its tags."""
    reader = Reader()
    reader.feed(bare_text(path.read_text()))
    return reader.found


def test_no_template_speaks_english_outside_of_its_tags() -> None:
    pages = {name: path for name, path in sources.find_templates() if path.suffix == ".html"}
    assert len(pages) > 50
    assert not {name: text for name, path in pages.items() if (text := bare(path))}


def test_bare_english_in_a_template_would_be_seen(tmp_path: Path) -> None:
    page = '<p title="Look">{% translate "One" %} two <b aria-label="{{ x }}">{{ y }}</b> <code>z3</code>'
    (tmp_path / "page.html").write_text(page)
    assert bare(tmp_path / "page.html") == ["Look", "two"]


def find_unmarked(tree: ast.AST) -> Iterator[str]:
    """Return sentences for players that are written down without a mark."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name in {"error", "info", "warning"} and getattr(getattr(call.func, "value", None), "id", "") != "messages":
            continue
        texts = call.args[SENTENCE_AT[name] :][:1] if name in SENTENCE_AT else []
        texts += [each.value for each in call.keywords if each.arg in SENTENCE_NAMED]
        yield from (ast.unparse(each) for each in texts if speaks(each))


def speaks(node: ast.expr) -> bool:
    text = node.value if isinstance(node, ast.Constant) else "words" if isinstance(node, ast.JoinedStr) else ""
    return isinstance(text, str) and bool(WORD.search(text))


def test_no_refusal_and_no_label_is_unmarked() -> None:
    spoken = {name: path for name, path in sources.find_python_files() if not name.startswith(FOR_PROGRAMS)}
    assert not {
        name: text for name, path in spoken.items() if (text := list(find_unmarked(ast.parse(path.read_text()))))
    }


def test_an_unmarked_refusal_would_be_seen() -> None:
    tree = ast.parse('raise DomainError("code", "No such thing.")\nField(label=f"{x}")\nField(label=_("One"))')
    assert list(find_unmarked(tree)) == ["'No such thing.'", "f'{x}'"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_and_every_step_of_a_round_is_told_in_the_language(language: str) -> None:
    texts = [*words.RULES.values(), *words.GOALS.values(), *words.STEPS.values(), words.LIMITS]
    assert len(texts) > 50
    with translation.override(language):
        left = [sentence for sentence in texts if translation.gettext(sentence) == sentence]
    assert not left


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_script_is_answered_in_the_language_of_the_reader(language: str) -> None:
    answer = Client(headers={"accept-language": language}).get("/i18n/catalogue.json").json()
    kept = files.read(language, "djangojs")
    values = {message.id: message.string for message in files.list_messages(kept) if not message.pluralizable}
    assert values and values.items() <= answer["catalog"].items()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "heading"), [("en", "How to play"), ("es", "Cómo se juega"), ("ca", "Com es juga")]
)
def test_the_rules_are_shown_in_the_language_of_the_reader(language: str, heading: str) -> None:
    page = Client(headers={"accept-language": language}).get("/rules/").content.decode()
    assert f'lang="{language}"' in page
    assert heading in page


@pytest.mark.parametrize(
    ("language", "day", "moment"),
    [
        ("en", "1 April 2026", "1 Apr 2026, 20:05"),
        ("es", "1 de abril de 2026", "1 abr 2026, 20:05"),
        ("ca", "1 d’abril de 2026", "1 abr. 2026, 20:05"),
    ],
)
def test_a_date_is_written_as_the_language_writes_it(language: str, day: str, moment: str) -> None:
    then = datetime(2026, 4, 1, 20, 5)
    with translation.override(language):
        assert formats.date_format(then, "DATE_FORMAT") == day
        assert formats.date_format(then, "SHORT_DATETIME_FORMAT") == moment
