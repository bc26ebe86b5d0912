"""The pages for hosts name every key's purpose and every table."""

import re
from pathlib import Path

from django.apps import apps

ROOT = Path(__file__).resolve().parents[2]
PURPOSE = re.compile(r"""^(?:SALT|PURPOSE) = b?"([^"]+)\"""", re.MULTILINE)
SIGNS = re.compile(r"\b(?:signing\.\w+|salted_hmac|encryption\.seal|Signer)\(")


def sources() -> dict[str, str]:
    return {str(path.relative_to(ROOT)): path.read_text() for room in ("config", "core", "dynasty", "tournaments")
            for path in (ROOT / room).rglob("*.py")}  # fmt: skip


def test_every_purpose_of_the_secret_key_is_on_the_page() -> None:
    page = (ROOT / "docs/operators/operating.md").read_text()
    signing = {path: text for path, text in sources().items() if SIGNS.search(text)}
    purposes = {path: PURPOSE.findall(text) for path, text in signing.items()}
    assert len(signing) >= 4 and all(len(found) == 1 for found in purposes.values()), purposes
    assert not [found for [found] in purposes.values() if f"`{found}`" not in page]


def test_every_table_has_its_level() -> None:
    page = (ROOT / "docs/engineering/protection.md").read_text()
    named = [name for names in re.findall(r"^Tables: (.+?)\n\n", page, re.MULTILINE | re.DOTALL)
             for name in re.findall(r"`(\w+)`", names)]  # fmt: skip
    models = [model.__name__ for model in apps.get_models() if not model.__module__.startswith("tests.")]
    assert sorted(named) == sorted(models)


def test_there_are_time_frames() -> None:
    page = (ROOT / "docs/operators/operating.md").read_text()
    frames = page.split("| what is known |")[1].split("\n\n")[0]
    assert [line.split("|")[2].strip() for line in frames.splitlines()[2:]] == [
        "two days", "a week", "a month", "the next release, at most three months"]  # fmt: skip
