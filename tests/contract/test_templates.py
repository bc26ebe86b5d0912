"""Templates are laid out for reading: short lines, what is loaded on a line of its own, trimmed sentences."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
COLUMNS = 120
LOAD = re.compile(r"\{% load [\w. ]+ %\}")


def lines() -> Iterator[tuple[str, str]]:
    """Yield each line of each HTML template, and where it stands."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            yield f"{path.relative_to(ROOT)}:{number}", line


def test_no_line_is_longer_than_the_house_allows() -> None:
    assert [place for place, line in lines() if len(line) > COLUMNS] == []


def test_what_is_loaded_has_a_line_of_its_own() -> None:
    assert [place for place, line in lines() if "{% load " in line and not LOAD.fullmatch(line.strip())] == []


def test_sentences_of_several_words_are_trimmed() -> None:
    """Refuse untrimmed ones: their line breaks would be part of the sentence that is translated."""
    assert [place for place, line in lines() if "{% blocktranslate " in line and " trimmed" not in line] == []


def test_quotation_marks_stand_in_translated_sentences() -> None:
    """Refuse marks outside of sentences, since Spanish and Catalan have others."""
    sentences = re.compile(r"\{% blocktranslate .*?\{% endblocktranslate %\}|\{% translate .*?%\}", re.DOTALL)
    found = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "templates").rglob("*.html"))
        if re.search("[“”]", sentences.sub("", path.read_text()))
    ]
    assert found == []


def test_no_line_ends_in_blanks_or_has_a_tab() -> None:
    assert [place for place, line in lines() if "\t" in line or line != line.rstrip()] == []


def test_a_page_adds_its_style_to_that_of_its_frame() -> None:
    """Refuse a page that replaces the style sheets of the template that it extends, and is shown without them."""
    texts = {
        str(path.relative_to(ROOT / "templates")): path.read_text() for path in (ROOT / "templates").rglob("*.html")
    }
    styles = re.compile(r"\{% block styles %\}(.*?)\{% endblock", re.DOTALL)
    replaced = [
        name
        for name, text in texts.items()
        if (frame := re.search(r'\{% extends "([^"]+)"', text))
        and (own := styles.search(text))
        and any(found.strip() for found in styles.findall(texts.get(frame[1], "")))
        and "block.super" not in own[1]
    ]
    assert replaced == []
