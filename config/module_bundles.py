"""ES modules that a page loads together, joined into one file when the static files are collected.

Without HTTP/2 a browser asks for six files at a time, so that forty small modules take several journeys to the server.
In `static/js` they stay apart. What is understood here is what our modules use: `import { … } from "…";`, and `export`
before a function, a class or a constant (see decision 132).
"""

import re
from collections import Counter
from collections.abc import Mapping
from graphlib import TopologicalSorter
from posixpath import basename, dirname, join, normpath, relpath

BUNDLES = {
    "js/core/bundle.js": ("api", "clock", "connection", "i18n", "storage"),
    "js/components/board/bundle.js": (
        "controls", "dragging", "geometry", "keyboard", "labels", "pointer-input", "scene", "shapes", "table",
    ),
    "js/components/map/bundle.js": (
        "actions", "armies", "captions", "choice", "elements", "income", "labels", "plan-field", "regions",
        "status-text", "surroundings", "tab-stop", "terrain",
    ),
    "js/pages/battle/bundle.js": ("order-bar", "preferences", "rounds", "step-titles"),
}  # fmt: skip
"""The modules of each file, which lie in its folder.

A module that imports another on demand is one only where that other imports nothing of the same bundle: the name of a
file holds a digest of its content, which names of other files are part of.
"""
BUNDLE_OF = {f"{dirname(bundle)}/{name}.js": bundle for bundle, names in BUNDLES.items() for name in names}
IMPORT = re.compile(
    r"""^(?P<words>(?:import|export) \{(?P<names>[^}]*)\} from )"(?P<address>\.[^"]+)"(?P<end>;\n)""", re.MULTILINE
)
IMPORT_ON_DEMAND = re.compile(r"""(?P<words>\bimport\()"(?P<address>\.[^"]+)"(?P<end>\))""")
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) ([\w$]+))", re.MULTILINE)
NOT_UNDERSTOOD = re.compile(r"^(?:export|import)\b(?!\().*", re.MULTILINE)


def join_modules(modules: Mapping[str, str]) -> dict[str, str]:
    """Return modules by their names, with those of each bundle in one and imported from there.

    modules: the text of each, without comments. Raise ValueError where one of a bundle is not written as it must be,
    and graphlib.CycleError where some of a bundle import one another in a circle.
    """
    others = {name: redirect(text, name) for name, text in modules.items() if name not in BUNDLE_OF}
    return others | {bundle: write_bundle(bundle, modules) for bundle in BUNDLES}


def redirect(text: str, name: str) -> str:
    """Return the text of a module that imports from bundles what is in them."""

    def change(found: re.Match[str]) -> str:
        target = find_target(name, found["address"])
        address = relpath(BUNDLE_OF.get(target, target), dirname(name))
        return found["words"] + f'"{address if address.startswith(".") else "./" + address}"' + found["end"]

    return IMPORT_ON_DEMAND.sub(change, IMPORT.sub(change, text))


def find_target(name: str, address: str) -> str:
    """Return the name of the module that another one, `name`, imports from a relative address."""
    return normpath(join(dirname(name), address))


def write_bundle(bundle: str, modules: Mapping[str, str]) -> str:
    """Return the text of a bundle: what it imports from elsewhere, and its modules, each after what it imports."""
    members = {name: redirect(modules[name], name) for name in BUNDLE_OF if BUNDLE_OF[name] == bundle}
    imports: dict[str, set[str]] = {}
    for text in members.values():
        for found in IMPORT.finditer(text):
            imports.setdefault(found["address"], set()).update(split_names(found["names"]))
    inner = imports.pop(f"./{basename(bundle)}", set())
    exports = [name for text in members.values() for name in EXPORT.findall(text)]
    check_names(bundle, [*exports, *(name for names in imports.values() for name in names)], inner)
    lines = [f'import {{ {", ".join(sorted(names))} }} from "{address}";\n' for address, names in imports.items()]
    needed = {
        name: {find_target(name, found["address"]) for found in IMPORT.finditer(modules[name])} & members.keys()
        for name in members
    }
    return "".join(lines + [write_member(name, members[name]) for name in TopologicalSorter(needed).static_order()])


def split_names(names: str) -> set[str]:
    """Return the names between the braces of an import."""
    return {name.strip() for name in names.split(",")} - {""}


def check_names(bundle: str, names: list[str], inner: set[str]) -> None:
    """Raise ValueError unless each name of a bundle is there once, and its modules use those of one another as such."""
    if twice := sorted(name for name, count in Counter(names).items() if count > 1):
        raise ValueError(f"{bundle}: two modules export or import {', '.join(twice)}")
    if unknown := sorted(inner - set(names)):
        raise ValueError(f"{bundle}: no module exports {', '.join(unknown)}")


def write_member(name: str, text: str) -> str:
    """Return a module as a function that is called at once and returns what the module exports."""
    text = IMPORT.sub("", text)
    exports = ", ".join(EXPORT.findall(text))
    text = EXPORT.sub("", text)
    if left := NOT_UNDERSTOOD.search(text):
        raise ValueError(f"{name} cannot be joined with others: {left[0]}")
    return f"export const {{ {exports} }} = (() => {{\n{text}\nreturn {{ {exports} }};\n}})();\n"
