"""The OpenAPI document says of every part what it is; the few that may be anything are listed here, with the reason."""

from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

FREE = {
    "BattleShape.position",  # each game has a form of its own, and so have the two after it
    "BattleShape.reach.*",
    "ClosedRoundShape.before",
    "ClosedRoundShape.after",
    "ClosedRoundShape.events[]",
    "OwnSeatShape.legal",
    "EventShape.body",  # each type of event has facts of its own
    "EventOfLog.facts",
    "LineShape.facts",
    "Problem.details",  # each code has facts of its own
    "Problem.errors|",
    "Problem.errors|[]",
}
Part = dict[str, Any]


@pytest.fixture(scope="module")
def document() -> Part:
    found: Part = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return found


def list_untyped(part: Part, path: str) -> Iterator[str]:
    """Yield the paths within a part of the document where anything may stand."""
    if "$ref" in part:
        return
    if not set(part) & {"type", "oneOf", "anyOf", "allOf", "enum", "properties"}:
        yield path
    if part.get("type") == "object" and "properties" not in part:
        more = part.get("additionalProperties")
        if isinstance(more, dict) and more:
            yield from list_untyped(more, f"{path}.*")
        elif more is not False:
            yield path
    if part.get("type") == "array":
        yield from list_untyped(part["items"], f"{path}[]")
    for name, each in part.get("properties", {}).items():
        yield from list_untyped(each, f"{path}.{name}")
    for way in ("allOf", "oneOf", "anyOf"):
        for each in part.get(way, []):
            yield from list_untyped(each, f"{path}|")


def list_bodies(document: Part) -> Iterator[tuple[str, Part]]:
    """Yield every named part, and what stands in parameters, requests and responses themselves, with a name."""
    yield from document["components"]["schemas"].items()
    for address, methods in document["paths"].items():
        for method, operation in methods.items():
            name = f"{method} {address}"
            yield from ((f"{name} {each['name']}", each["schema"]) for each in operation.get("parameters", []))
            for body in [operation.get("requestBody", {}), *operation["responses"].values()]:
                yield from ((name, content["schema"]) for content in body.get("content", {}).values())


def test_nothing_is_untyped_but_what_has_no_one_form(document: Part) -> None:
    assert {path for name, part in list_bodies(document) for path in list_untyped(part, name)} == FREE
