"""ES modules joined into bundles: nothing is missing, and what cannot be joined is named."""

import re
from graphlib import CycleError
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from config import storage
from config.module_bundles import BUNDLE_OF, BUNDLES, EXPORT, IMPORT, find_target, join_modules
from config.templatetags.modules import preload_modules

CORE = "js/core/bundle.js"
EXPORTED_CONSTANTS = re.compile(r"^export const \{ (.*) \} = \(\(\) => \{$", re.MULTILINE)
EXPORTED_LATER = re.compile(r"^export \{ ([^}]*) \}", re.MULTILINE)


@pytest.fixture(scope="module")
def modules() -> dict[str, str]:
    """Return our modules without comments, as they are joined."""
    found = {}
    for finder in finders.get_finders():
        for name, place in finder.list([]):
            if name.startswith("js/"):
                found[name] = storage.UNNEEDED[".js"].sub("", place.open(name).read().decode())
    return found


def list_exports(text: str) -> set[str]:
    """Return the names that a module exports, joined or not."""
    groups = EXPORTED_CONSTANTS.findall(text) + EXPORTED_LATER.findall(text)
    return set(EXPORT.findall(text)).union(*(group.split(", ") for group in groups))


def change(modules: dict[str, str], name: str, text: str) -> dict[str, str]:
    """Return modules of which one has a line more at its end."""
    return {**modules, name: f"{modules[name]}\n{text}\n"}


def test_each_name_that_is_imported_is_exported_there(modules: dict[str, str]) -> None:
    joined = join_modules(modules)
    imports = [
        (find_target(name, found["address"]), each.split(" as ")[0].strip())
        for name, text in joined.items()
        for found in IMPORT.finditer(text)
        for each in found["names"].split(",")
        if each.strip()
    ]
    assert len(imports) > 200
    assert [(target, name) for target, name in imports if name not in list_exports(joined[target])] == []


def test_a_bundle_exports_what_its_modules_do_and_stands_for_them(modules: dict[str, str]) -> None:
    joined = join_modules(modules)
    assert set(joined) == (set(modules) - set(BUNDLE_OF)) | set(BUNDLES)
    for bundle in BUNDLES:
        exports = [list_exports(modules[name]) for name, home in BUNDLE_OF.items() if home == bundle]
        assert list_exports(joined[bundle]) == set().union(*exports)


def test_a_module_comes_after_those_that_it_imports(modules: dict[str, str]) -> None:
    text = join_modules(modules)["js/components/board/bundle.js"]
    assert text.index("function centre(") < text.index("function arrow(") < text.index("class Scene")


def test_an_import_on_demand_names_the_bundle() -> None:
    joined = join_modules(dict.fromkeys(BUNDLE_OF, "") | {"js/pages/a.js": 'const api = import("../core/api.js");'})
    assert joined["js/pages/a.js"] == 'const api = import("../core/bundle.js");'


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("js/core/clock.js", "export function gettext() {}", "two modules export or import gettext"),
        ("js/core/clock.js", 'import { fill } from "../other.js";', "two modules export or import fill"),
        ("js/core/clock.js", 'import { nobody } from "./i18n.js";', "no module exports nobody"),
        ("js/core/clock.js", 'import { fill as put } from "./i18n.js";', "no module exports fill as put"),
        ("js/core/clock.js", 'import "./i18n.js";', 'cannot be joined with others: import "./i18n.js";'),
        ("js/core/clock.js", "export let now = 0;", "cannot be joined with others: export let now = 0;"),
        ("js/core/clock.js", "export default 1;", "cannot be joined with others: export default 1;"),
    ],
)
def test_what_cannot_be_joined_is_named(modules: dict[str, str], name: str, line: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        join_modules(change(modules, name, line))


def test_modules_that_import_one_another_in_a_circle_are_refused(modules: dict[str, str]) -> None:
    with pytest.raises(CycleError):
        join_modules(change(modules, "js/core/i18n.js", 'import { updateCountdown } from "./clock.js";'))


def test_a_page_asks_for_a_bundle_once_and_not_for_what_is_in_it(settings: Any) -> None:
    settings.STATIC_COLLECTED = True
    linked = preload_modules("components/board/board", "pages/battle/battle")
    assert linked.count(CORE.removesuffix(".js")) == 1
    assert not [name for name in BUNDLE_OF if f"/{name}" in linked]
