"""docs/operators/operating.md tells of every variable that is read."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
READ = re.compile(r"""env(?:iron\.get|\.\w+)?\(\s*"([A-Z_]+)\"""")


def test_every_variable_is_explained() -> None:
    source = "".join(path.read_text() for path in (ROOT / "config").rglob("*.py"))
    read = set(READ.findall(source)) - {"DJANGO_SETTINGS_MODULE"}
    text = (ROOT / "docs/operators/operating.md").read_text()
    assert len(read) > 15
    assert not {name for name in read if f"`{name}`" not in text}
