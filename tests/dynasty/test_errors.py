"""A refusal that is kept: in no language, and told in that of whoever reads it."""

import json

import pytest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from core.errors import Refused, in_words, kept
from dynasty.domain import notification_types

LANGUAGES = ("en", "es", "ca")
REFUSALS = [
    Refused("no_such_game", _("There is no such game.")),
    Refused("not_enough", _("Not enough %(asset)s: you need %(amount)s and have %(balance)s."), asset="gold",
            amount=700, balance=300),
    Refused("not_enough", _("Not enough %(asset)s: you need %(amount)s and have %(balance)s."),
            asset="reputation", amount=7, balance=0),
    Refused("unknown_asset", _("There is no such asset: %(asset)s"), asset="tulips"),
    Refused("not_at_court", _("%(emperor)s is not at court."), emperor=_("a computer player")),
]  # fmt: skip


@pytest.mark.parametrize("refused", REFUSALS, ids=lambda refused: refused.code)
@pytest.mark.parametrize("written", LANGUAGES)
def test_a_kept_refusal_says_in_every_language_what_it_would_have_said(refused: Refused, written: str) -> None:
    with translation.override(written):
        facts = json.loads(json.dumps(kept(refused)))
    assert facts["code"] == refused.code
    for language in LANGUAGES:
        with translation.override(language):
            assert in_words(facts) == str(refused)


def test_the_languages_differ() -> None:
    said = set()
    for language in LANGUAGES:
        with translation.override(language):
            said.add(in_words(kept(REFUSALS[1])))
    assert len(said) == 3 and any("monedas de oro" in words for words in said)


def test_words_that_were_kept_are_told_as_they_are() -> None:
    old = {"title": "The Jade Cup", "why": "There is no such game."}
    assert notification_types.sentence("recurring", old).endswith("this time: There is no such game.")
    with translation.override("es"):
        assert notification_types.sentence("recurring", old).endswith("There is no such game.")
        assert notification_types.sentence("recurring", old | {"why": kept(REFUSALS[0])}).endswith(
            "No existe ese juego."
        )
