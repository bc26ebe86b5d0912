"""Every sentence of rules, traces, notices, logs and refusals as it is read, in three languages.

Sentences are filled with names and numbers that make a language show its rules (a vowel, one, two), and then read for
what no native speaker would say, and for words that were taken out of the site for good.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from babel.messages.catalog import Message
from django.utils import translation

from battlefield import highlights, reasons, words
from config.devtools.translations import files, sources
from core.sentences import fill
from dynasty.catalog import assets
from dynasty.domain import event_types, notification_types, result_text, transfer_reasons
from tournaments.domain import audit_actions, fate_words, terms, tournament_types

LANGUAGES = ("en", "es", "ca")
PLACE = re.compile(r"%\((\w+)\)s")
FACTS: list[dict[str, Any]] = [
    {"emperor": "Ana One", "dynasty": "Èlia", "seat": "A", "from_seat": "F", "at": "A3", "number": 1, "other": "Inés"},
    {"emperor": "Bo Two", "dynasty": "Ming", "seat": "B", "from_seat": "C", "at": "B3", "number": 2, "other": "Ming"},
]
NUMBERS = {
    "amount",
    "balance",
    "count",
    "experience",
    "n",
    "number",
    "points",
    "reputation",
    "round",
    "rounds",
    "times",
}
FOREIGN = ("django/", "allauth/")

REFUSED = {
    "en": [
        (r"\w'\w", "a straight apostrophe"),
        (
            r"\b[Ee]mperors? that (?!is not red)|\b[Ee]mperor\b[^.]*\bits (reputation|dynasty)\b",
            "an emperor is a person",
        ),
        (r"(?<![(\w])emperors?(?![\w)])", "Emperors have a capital"),
        (r"\b(called|calls?) off\b|\bit recurs\b|\bon leave\b|\bleave counts\b", "a private word"),
        (r"^Who (holds|owns|arrives|begins|has)\b|\bOnly who\b", "nobody says who"),
        (r"\bcannot be like this\b|\bstands? in the way is said\b|\bIt is the turn of\b", "stilted"),
        (r"\bladder has\b|\bThe door\b|\bsleepers\b|\bmended\b|\bwritten down\b", "a private word"),
    ],
    "es": [
        (r"\b(usted|ustedes|vosotros|vuestr[oa]s?|Enviadme)\b", "players are addressed as tú"),
        (r"\basientos?\b|\bde ordenador\b|[Ee]nigma|\bpase de\b|\bse rinde\b|\brendido\b", "another word is used"),
        (r"\b(han|ha|has) ordenado\b|\bordene su\b|\bPuestos %", "not what a Spaniard says"),
        (r"\b(de|a) el\b|\by h?i(?![aeo])[a-zé]|\bo h?o[a-z]", "del, al, e, u"),
        (r"\bemperador(es)?\b", "Emperors have a capital"),
        (r"\d,\d{3}\b|[“”]|\.\.\.", "punctuation of another language"),
    ],
    "ca": [
        (r"\b(vostè|vostès|Envieu)\b", "players are addressed as tu"),
        (r"\bseients?\b|\btornejos\b|\bd’ordinador\b|[Ee]nigma|\bes rendeix\b|\brendit\b", "another word is used"),
        (r"\b(han|ha|has) ordenat\b|\bordeni el\b|\bPosats %|\bcabró\b", "not what a Catalan says"),
        (r"\bper el\b|\ba el\b|\bde el\b|\bde els\b", "pel, al, del"),
        (r"\b[Dd]e (?!h?[iu][aeiouàèéíòóú])h?[aeiouàèéíòóúï]", "de elides before a vowel"),
        (r"\bel (?!h?[iu][aeiouàèéíòóú])h?[aeiouàèéíòóú]", "el elides before a vowel"),
        (r"\bemperadors?\b", "Emperors have a capital"),
        (r"'|\d,\d{3}\b|[“”]|\.\.\.|l[.•]l", "punctuation of another language"),
    ],
}
GENDERED = {
    "es": re.compile(r"%\(emperor\)s (ha sido|fue|es|está|queda) \w+([ai]d[oa]s?|ert[oa])\b"),
    "ca": re.compile(r"%\(emperor\)s (ha estat|va ser|és|està|queda) \w+(at|ada|ut|uda|it|ida|ort|orta)\b"),
}
"""Participles that agree with an emperor, whose gender a sentence does not know."""
COUNTED = re.compile(
    r"%\((\w+)\)s (?:more |new |first )?(pieces|tiles|armies|territories|cards|coins|soldiers|days|rounds|times|points"
    r"|votes|seats|messages|dynasties|battles|defenders|notifications)\b"
)
NEVER_ONE = {
    "most",
    "longest",
    "limit",
    "per_battle",
    "a_day",
    "at_once",
    "ahead",
    "cap",
    "max_rounds",
    "quiet_rounds",
    "least",
    "total",
    "battles",
    "taken",
    "count",
    "rounds",
    "pieces",
    "seats",
    "days",
    "points",
}
"""Places of limits and of numbers that the code uses from two on."""


@cache
def list_messages(language: str) -> list[tuple[Message, str]]:
    """Return every message of ours with each form of its text."""
    found = []
    for domain in sources.DOMAINS:
        for message in files.list_messages(files.read("es" if language == "en" else language, domain)):
            if not all(where.startswith(FOREIGN) for where, _ in message.locations):
                text = message.id if language == "en" else message.string
                found += [(message, form) for form in list_forms(text)]
    return found


def list_forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def list_spoken() -> Iterator[tuple[str, object]]:
    """Yield the source of each sentence that is told of battles, emperors and tournaments, and the sentence."""
    yield from (("rules", text) for text in (*words.RULES.values(), *words.GOALS.values(), words.LIMITS))
    yield from (("traces", text) for text in (*words.STEPS.values(), *reasons.REASONS.values()))
    yield from (("story", text) for text in highlights.STORY.values())
    yield from (("terms", text) for text in terms.POINT_SENTENCES.values())
    yield from (("fates", text) for text in fate_words.FATE_SENTENCES.values())
    yield from (("notices", kind.sentence) for kind in notification_types.NOTIFICATION_TYPES.values())
    yield from (("notices", text) for text in notification_types.VARIANTS.values())
    yield from (("log", kind.sentence) for kind in event_types.EVENT_TYPES.values())
    yield from (("log", text) for text in event_types.VARIANTS.values())
    yield from (("log", text) for text in audit_actions.SENTENCES.values())
    for table in (result_text.FATES, result_text.OWN_FATES, result_text.BETS):
        yield from (("results", text) for text in table.values())
    refusals = [message for message, _ in list_messages("en") if is_refusal(message)]
    yield from (("refusals", str(message.id)) for message in refusals if isinstance(message.id, str))


def is_refusal(message: Message) -> bool:
    return any("/services/" in where or where == "campaign/words/sentences.py" for where, _ in message.locations)


def build_facts(text: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Return a value for each place of a sentence: its own, a number, or a name."""
    return {
        name: facts.get(name, facts["number"] if name in NUMBERS else facts["emperor"]) for name in PLACE.findall(text)
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("facts", FACTS, ids=["vowels and one", "consonants and two"])
def test_every_sentence_told_is_whole_in_the_language(language: str, facts: dict[str, Any]) -> None:
    told = {
        kind: [str(text) for name, text in list_spoken() if name == kind] for kind in dict.fromkeys(dict(list_spoken()))
    }
    assert {kind: len(texts) > 2 for kind, texts in told.items()} == dict.fromkeys(told, True) and len(told) == 9
    with translation.override(language):
        for _, source in list_spoken():
            text = translation.gettext(str(source))
            said = fill(text, build_facts(text, facts))
            assert not PLACE.search(said) and "  " not in said and not re.search(r"\s[.,;:]", said), said
            assert [why for pattern, why in REFUSED[language] if re.search(pattern, said)] == [], said


@pytest.mark.parametrize("language", ["es", "ca"])
def test_every_sentence_told_is_translated(language: str) -> None:
    with translation.override("en"):
        sentences = [str(text) for _, text in list_spoken() if re.search(r"[a-z]{3} [a-z]{2}", str(text))]
    with translation.override(language):
        assert len(sentences) > 250
        assert not [text for text in sentences if translation.gettext(text) == text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_site_says_what_a_native_would_not(language: str) -> None:
    """Read all catalogues, of pages, mails and scripts, without words between tags and code."""
    found = []
    for _, text in list_messages(language):
        plain = re.sub(r"<[^>]*>", "", text)
        found += [(why, text) for pattern, why in REFUSED[language] if re.search(pattern, plain)]
    assert not found


def test_spanish_opens_what_it_closes() -> None:
    for _, text in list_messages("es"):
        plain = re.sub(r"<[^>]*>", "", text)
        assert plain.count("?") == plain.count("¿") and plain.count("!") == plain.count("¡"), text


@pytest.mark.parametrize("language", ["es", "ca"])
def test_no_sentence_agrees_with_an_emperor_of_unknown_gender(language: str) -> None:
    assert not [text for _, text in list_messages(language) if GENDERED[language].search(text)]


def test_what_is_counted_has_a_singular() -> None:
    """Require a singular for every number before a plural, unless the number is a limit."""
    found = []
    for message, text in list_messages("en"):
        places = {name for name, _ in COUNTED.findall(text)}
        told_apart = any(where.startswith("campaign/") for where, _ in message.locations)
        if places - NEVER_ONE and not message.pluralizable and not told_apart:
            found.append(text)
    assert not [text for text in found if not text.startswith("%(number)s pieces collide")]  # three or more


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "1 point of reputation", "2 points of reputation"),
        ("es", "1 punto de reputación", "2 puntos de reputación"),
        ("ca", "1 punt de reputació", "2 punts de reputació"),
    ],
)
def test_reputation_is_counted_in_points(language: str, one: str, many: str) -> None:
    with translation.override(language):
        assert [assets.format_amount(number, assets.REPUTATION) for number in (1, 2)] == [one, many]


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_and_types_are_short_texts(language: str) -> None:
    """Require words, not sentences: they stand in brackets, after a colon and in tables."""
    with translation.override(language):
        for text in transfer_reasons.REASONS.values():
            assert str(text) and not str(text).endswith(".") and "%(" not in str(text)
        for kind in tournament_types.TOURNAMENT_TYPES.values():
            assert ": " in str(translation.gettext(str(kind.sentence)))
