"""Sentences and marks that are written once are those that Django would write each time, in every language."""

import threading

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.template import Context, Template
from django.templatetags import i18n
from django.utils import translation
from django.utils.translation import trans_real

from config import remembered_sentences
from config.remembered_sentences import RememberingTranslation
from config.templatetags.components import IconNode
from config.templatetags.sentences import SentenceNode
from core.numbers import format_number

LANGUAGES = ("en", "es", "ca")
SENTENCES = ("Battlefield", "%(emperor)s was born.", "no such sentence", "Fee: %(asset)s", "")
Plain = RememberingTranslation.__bases__[0]


def test_each_language_says_what_its_catalogues_say() -> None:
    for code in LANGUAGES * 2:
        plain = Plain(code)
        with translation.override(code):
            assert isinstance(trans_real.catalog(), RememberingTranslation)
            said = [translation.gettext(each) for each in SENTENCES if each]
        assert said == [plain.gettext(each) for each in SENTENCES if each]


def test_each_request_has_its_own_language_in_threads_and_tasks() -> None:
    """Show that a language goes along into a thread that serves the request, and into no other."""

    def activate(code: str) -> str | None:
        translation.activate(code)
        return translation.get_language()

    async def serve(code: str) -> tuple[str | None, str]:
        await sync_to_async(activate)(code)
        return translation.get_language(), await sync_to_async(translation.gettext)("Battlefield")

    found: list[str | None] = []
    with translation.override("ca"):
        served = [async_to_sync(serve)(code) for code in LANGUAGES]
        thread = threading.Thread(target=lambda: found.append(translation.get_language()))
        thread.start()
        thread.join()
        translation.deactivate()
        assert translation.get_language() == "en"
    assert served == [(code, Plain(code).gettext("Battlefield")) for code in LANGUAGES]
    assert found == ["en"]


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered_sentences, "MAX_SENTENCES", 3)
    made = RememberingTranslation("es")
    for number in range(10):
        assert made.gettext(f"a player’s name {number}") == f"a player’s name {number}"
        assert len(made.remembered) <= 3
    assert made.gettext("Battlefield") == Plain("es").gettext("Battlefield") != "Battlefield"


@pytest.mark.parametrize("source", ['{% translate "Battlefield" %}', '{% trans "100%% & more" %}'])
def test_a_sentence_of_a_template_is_written_once_for_each_language(source: str) -> None:
    template = Template("{% load i18n %}" + source)
    (kept,) = template.nodelist.get_nodes_by_type(SentenceNode)
    assert isinstance(kept, SentenceNode) and isinstance(kept.node, i18n.TranslateNode)
    for code in LANGUAGES * 2:
        with translation.override(code):
            assert template.render(Context()) == kept.node.render(Context())
    assert len(kept.rendered) == len(LANGUAGES)


@pytest.mark.parametrize(
    "source", ["{% translate name %}", '{% translate "a" as b %}{{ b }}', '{% translate "a"|upper %}']
)
def test_what_depends_on_the_page_is_written_each_time(source: str) -> None:
    template = Template("{% load i18n %}" + source)
    assert not template.nodelist.get_nodes_by_type(SentenceNode)
    assert [template.render(Context({"name": name})).lower() for name in "aa"] == ["a", "a"]


def test_icons_are_the_same_by_name_and_by_value() -> None:
    named = Template('{% load components %}{% icon "crown" %}')
    given = Template("{% load components %}{% icon name %}")
    kept = Template('{% load components %}{% icon "crown" as mark %}{{ mark }}')
    assert named.nodelist.get_nodes_by_type(IconNode) and not given.nodelist.get_nodes_by_type(IconNode)
    assert named.render(Context()) == given.render(Context({"name": "crown"})) == kept.render(Context())


@pytest.mark.parametrize("number", [0, 7, 999, 1_000, 1_234_567, -5, -12_345])
def test_small_numbers_are_those_that_the_language_writes(number: int) -> None:
    written = {"en": f"{number:,}", "es": f"{number:,}".replace(",", "."), "ca": f"{number:,}".replace(",", ".")}
    for code, text in written.items():
        with translation.override(code):
            found = format_number(number).replace("−", "-")
            assert found.replace("\xa0", ".").replace("\u202f", ".") == text
