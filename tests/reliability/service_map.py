"""Which functions of the services write, and from where each is called: read from their source."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("dynasty", "tournaments")
WRITES = {"save", "create", "bulk_create", "update", "bulk_update", "delete", "get_or_create", "update_or_create"}
NOT_ROWS = {"settings", "facts", "body", "hashlib", "cache", "sums", "counter", "won"}
"""Names of plain values in the services that have a method of such a name."""
Name = str
"""A function of a service: `rounds.close_round`."""


@cache
def service_modules() -> dict[str, ast.Module]:
    """Return the modules of services by name: `tournaments.rounds`, `tournaments.casual.seats`."""
    return {
        ".".join([room, *path.relative_to(ROOT / room / "services").with_suffix("").parts]): ast.parse(path.read_text())
        for room in ROOMS
        for path in sorted((ROOT / room / "services").rglob("*.py"))
        if path.stem != "__init__"
    }


def functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


@cache
def writers() -> set[Name]:
    """Return every function with a statement that changes rows."""
    return {f"{module}.{name}" for module, tree in service_modules().items()
            for name, node in functions(tree).items() if any(writes(each) for each in ast.walk(node))}  # fmt: skip


def writes(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES):
        return False
    of = node.func.value
    return not (isinstance(of, ast.Name) and of.id in NOT_ROWS)


@cache
def atomic() -> set[Name]:
    """Return every function decorated with our own `service`; Django's `atomic` has no points and retries nothing."""
    return {f"{module}.{name}" for module, tree in service_modules().items()
            for name, node in functions(tree).items() if "service" in map(decorator, node.decorator_list)}  # fmt: skip


def decorator(node: ast.expr) -> str:
    node = node.func if isinstance(node, ast.Call) else node
    return getattr(node, "id", "")


@cache
def callers() -> dict[Name, set[str]]:
    """Return what names each function: a function of a service, or the path of another file."""
    found: dict[Name, set[str]] = defaultdict(set)
    for module, tree in service_modules().items():
        for place, node in parts(module, tree):
            for name in find_named(node, module, imports(tree)):
                found[name].add(place)
    for path in others():
        tree = ast.parse(path.read_text())
        for name in find_named(tree, "", imports(tree)):
            found[name].add(str(path.relative_to(ROOT)))
    return found


def parts(module: str, tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Return a module's functions; what is outside of them, such as a dict of functions, goes by the module's name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield f"{module}.{node.name}", node
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            yield f"{module}.{table_of(node)}", node


def table_of(node: ast.stmt) -> str:
    """Return the name of a table such as DECIDED, which counts as a function that calls all that is in it."""
    targets = getattr(node, "targets", [getattr(node, "target", node)])
    return getattr(targets[0], "id", getattr(node, "name", ""))


def others() -> Iterator[Path]:
    """Return entry points and other functions that are not services."""
    for room in (*ROOMS, "config"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if not {"services", "migrations"} & set(path.parts):
                yield path


def imports(tree: ast.Module) -> dict[str, str]:
    """Return what the names of a file mean: `rounds` is `tournaments.rounds`, `pay` is `tournaments.paying.pay`."""
    meant = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and ".services" in node.module:
            room, _services, *rest = node.module.split(".")
            for alias in node.names:
                meant[alias.asname or alias.name] = ".".join([room, *rest, alias.name])
    return meant


def find_named(tree: ast.AST, module: str, meant: dict[str, str]) -> set[Name]:
    """Return the functions and tables of services that this source names."""
    own = set(functions(service_modules()[module])) | tables(module) if module else set()
    own -= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}  # a parameter of that name
    own -= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in meant:
            found.add(f"{meant[node.value.id]}.{node.attr}")
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(meant.get(node.id, f"{module}.{node.id}" if node.id in own else ""))
    return found - {""}


def tables(module: str) -> set[str]:
    return {table_of(node) for node in service_modules()[module].body if isinstance(node, ast.Assign | ast.AnnAssign)}


def within(name: Name, visited: frozenset[str] = frozenset()) -> bool:
    """Return whether this function only ever runs inside an atomic one, or is one."""
    if name in atomic() or name in visited:
        return True
    asking = callers().get(name, set()) - {name}
    return bool(asking) and all(not place.endswith(".py") and within(place, visited | {name}) for place in asking)


def find_exposed() -> list[Name]:
    """Return the functions that write, and are not, or not always, within an atomic one."""
    return sorted(name for name in writers() if not within(name))
