"""A refusal that is kept: in no language, and told in that of whoever reads it."""

import json

import pytest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from core.errors import DomainError, format_facts, to_facts
from dynasty.domain import notification_types

LANGUAGES = ("en", "es", "ca")
ERRORS = [
    DomainError("no_such_game", _("There is no such game.")),
    DomainError("not_enough", _("Not enough %(asset)s: you need %(amount)s and have %(balance)s."), asset="gold",
            amount=700, balance=300),
    DomainError("not_enough", _("Not enough %(asset)s: you need %(amount)s and have %(balance)s."),
            asset="reputation", amount=7, balance=0),
    DomainError("unknown_asset", _("There is no such asset: %(asset)s"), asset="tulips"),
    DomainError("not_at_court", _("%(emperor)s is not at court."), emperor=_("a computer player")),
]  # fmt: skip


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
@pytest.mark.parametrize("written", LANGUAGES)
def test_a_kept_refusal_says_in_every_language_what_it_would_have_said(error: DomainError, written: str) -> None:
    with translation.override(written):
        facts = json.loads(json.dumps(to_facts(error)))
    assert facts["code"] == error.code
    for language in LANGUAGES:
        with translation.override(language):
            assert format_facts(facts) == str(error)
    assert format_facts({}) == "", "nothing was refused"


def test_the_languages_differ() -> None:
    text = set()
    for language in LANGUAGES:
        with translation.override(language):
            text.add(format_facts(to_facts(ERRORS[1])))
    assert len(text) == 3 and any("monedas de oro" in words for words in text)


def test_words_that_were_kept_are_told_as_they_are() -> None:
    old = {"title": "The Jade Cup", "why": "There is no such game."}
    assert notification_types.format_sentence("recurring", old).endswith("this time: There is no such game.")
    with translation.override("es"):
        assert notification_types.format_sentence("recurring", old).endswith("There is no such game.")
        assert notification_types.format_sentence("recurring", old | {"why": to_facts(ERRORS[0])}).endswith(
            "No existe ese juego."
        )
