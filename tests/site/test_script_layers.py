"""The layers of the scripts: core knows no component, no component knows a page, and workers stand alone."""

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "static/js"
LAYERS = {
    "core": {"core"},
    "components": {"core", "components"},
    "pages": {"core", "components", "pages"},
    "workers": set(),
}
"""What the scripts of each folder may import."""
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']""")
"""Imports, dynamic imports, and the types that comments name."""


def list_imports(path: Path) -> set[Path]:
    """Return the scripts that a script imports."""
    return {(path.parent / name).resolve() for name in IMPORT.findall(path.read_text())}


@pytest.mark.parametrize("layer", LAYERS)
def test_scripts_import_only_lower_layers(layer: str) -> None:
    paths = sorted((SCRIPTS / layer).rglob("*.js"))
    assert paths
    wrong = {
        f"{path.relative_to(SCRIPTS)} imports {found.relative_to(SCRIPTS)}"
        for path in paths
        for found in list_imports(path)
        if found.relative_to(SCRIPTS).parts[0] not in LAYERS[layer]
    }
    assert wrong == set()


def test_every_script_belongs_to_a_layer_and_every_import_exists() -> None:
    paths = sorted(SCRIPTS.rglob("*.js"))
    assert {path.relative_to(SCRIPTS).parts[0] for path in paths} == set(LAYERS)
    missing = {str(found) for path in paths for found in list_imports(path) if not found.exists()}
    assert missing == set()
