"""Corrections to the OpenAPI document that drf-spectacular generates."""

from collections.abc import Iterator
from typing import Any, Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema

from dynasty.api import documented
from dynasty.api.authentication import TokenAuthentication
from dynasty.api.problem_details import CONTENT_TYPE
from dynasty.domain import tokens

COMPONENTS = "#/components/schemas/"
CASUAL_KEY = "Casual-Key"
"""The header with the key to a casual seat."""
PUBLISHED_SUFFIXES = {"Serializer": "Shape", "Input": "Wish"}
"""The endings of component names in the published document, by those of the classes."""
HOUR = r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$"
SAFE = ("get", "head", "options")
RETRY_STATUSES = (429, 503)
"""The statuses that say in a header when to try again."""
ERRORS = {
    400: ("Unreadable", "The request cannot be read, or a field is missing, unknown or wrong."),
    401: ("NotLoggedIn", "A log-in or a token is needed, or the token that was shown opens nothing."),
    403: ("Forbidden", "You may not do this, or your token lacks the scope."),
    404: ("NotFound", "There is no such thing, or you may not know of it."),
    406: ("NotAcceptable", "No form that the Accept header names is spoken here."),
    409: ("Conflict", "It cannot be as things stand."),
    413: ("TooLarge", "The body is larger than 65,536 bytes."),
    415: ("NoJson", "The body is not JSON."),
    422: ("Nonsense", "What is asked for can never be."),
    429: ("TooFast", "Too often in a short time."),
    503: ("Unavailable", "The site has too much to do, or rests."),
}
"""What each status means, and the name of its response in the document."""
COMMON_STATUSES = {400, 401, 403, 406, 429, 503}
WRITE_STATUSES = {404, 409, 413, 415, 422}
PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "Why something was refused (RFC 9457); programs go by `code`.",
    "required": ["type", "title", "status", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string", "description": "A sentence in the language of who asks."},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "A word that stays the same in every language."},
        "detail": {"type": "string"},
        "details": {"type": "object", "additionalProperties": {}, "description": "What the refusal is about."},
        "errors": {"oneOf": [{"type": "object", "additionalProperties": {}}, {"type": "array", "items": {}}],
                   "description": "What is wrong with which field."},
    },
}  # fmt: skip

FORM_TYPE = "application/x-www-form-urlencoded"
OAUTH_ERROR: dict[str, Any] = {
    "type": "object",
    "description": "Why an app gets no token (RFC 6749, section 5.2).",
    "required": ["error"],
    "properties": {"error": {"type": "string"}, "error_description": {"type": "string"}},
}
OAUTH_STATUSES = (400, 401)
"""The statuses whose body is one of OAuth where an app asks for tokens."""


class StableNames(AutoSchema):  # type: ignore[misc,unused-ignore]
    """A schema class that names components as they were first published, whatever the classes are called now."""

    def get_serializer_name(self, serializer: Any, direction: Literal["request", "response"]) -> str:
        """Return `BetShape` for `BetSerializer`, `BetWish` for `BetInput`, and any other class name as it is."""
        name = str(super().get_serializer_name(serializer, direction))
        for suffix, published in PUBLISHED_SUFFIXES.items():
            if name.endswith(suffix):
                return name.removesuffix(suffix) + published
        return name


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The description of token authentication in the OpenAPI document."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": f"{tokens.PREFIX}…"}


def describe_views(endpoints: list[tuple[str, str, str, Any]]) -> list[tuple[str, str, str, Any]]:
    """Describe the views of these endpoints as `documented.document` keeps it with them; return the endpoints.

    Each view is described once in a process, however often the document is made.
    """
    for _path, _pattern, method, callback in endpoints:
        view: Any = getattr(callback.cls, method.lower(), None)
        description = getattr(view, documented.ATTRIBUTE, None)
        if description is not None and not hasattr(view, "kwargs"):  # where `extend_schema` puts what it makes
            extend_schema(**description)(view)
    return endpoints


def use_local_times(result: Any, generator: Any, request: Any, public: bool) -> Any:
    """Replace the format `time`, which means an hour of a known zone, by a pattern for local time."""
    return replace_time_formats(result)


def replace_time_formats(part: Any) -> Any:
    """Return this part of the document with the pattern in place of the format."""
    if isinstance(part, list):
        return [replace_time_formats(each) for each in part]
    if not isinstance(part, dict):
        return part
    if part.get("format") == "time":
        part = {name: value for name, value in part.items() if name != "format"} | {"pattern": HOUR}
    return {name: replace_time_formats(value) for name, value in part.items()}


def list_methods(result: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every operation of a document with its method in lower case."""
    for path in result["paths"].values():
        yield from ((name, found) for name, found in path.items() if isinstance(found, dict) and "operationId" in found)


def list_operations(result: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every operation of a document."""
    yield from (found for _method, found in list_methods(result))


def add_summaries(result: Any, generator: Any, request: Any, public: bool) -> Any:
    """Give each operation a summary, from its name, where it has none: `give_order` is "Give order"."""
    for each in list_operations(result):
        each.setdefault("summary", each["operationId"].replace("_", " ").capitalize())
    return result


def open_casual_operations(result: Any, generator: Any, request: Any, public: bool) -> Any:
    """Remove the login requirement from operations that accept the key to a casual seat."""
    for each in list_operations(result):
        opened = any(found.get("name") == CASUAL_KEY for found in each.get("parameters", []))
        if opened and {} not in each.get("security", [{}]):
            each["security"].append({})
    return result


def add_errors(result: Any, generator: Any, request: Any, public: bool) -> Any:
    """Document for each operation every status by which it can refuse, with the one schema of a problem."""
    parts = result["components"]
    parts.setdefault("schemas", {}).update(Problem=PROBLEM, OAuthError=OAUTH_ERROR)
    parts["responses"] = {name: build_response(status, words) for status, (name, words) in ERRORS.items()}
    parts["responses"]["OAuthRefusal"] = build_oauth_refusal()
    for method, each in list_methods(result):
        for status in list_statuses(method, each):
            name = "OAuthRefusal" if status in OAUTH_STATUSES and takes_form(each) else ERRORS[status][0]
            each["responses"].setdefault(str(status), {"$ref": f"#/components/responses/{name}"})
    return result


def takes_form(operation: dict[str, Any]) -> bool:
    """Return whether an operation takes a form, as OAuth wants it, where all others take JSON."""
    return FORM_TYPE in operation.get("requestBody", {}).get("content", {})


def build_oauth_refusal() -> dict[str, Any]:
    """Return the refusal of an app as a response of the document."""
    kinds = {"application/json": "OAuthError", CONTENT_TYPE: "Problem"}
    content = {kind: {"schema": {"$ref": COMPONENTS + name}} for kind, name in kinds.items()}
    return {"description": "The app shows what is wrong, used or over.", "content": content}


def list_statuses(method: str, operation: dict[str, Any]) -> list[int]:
    """Return the statuses by which an operation can refuse, by what it takes and whether it writes.

    A token or a text can be refused everywhere, and so can a call too many. A writing operation can also name what
    there is not, come at the wrong time, or ask for what makes no sense; a reading one is refused what its address
    or its query names.
    """
    parameters = {(found["in"], found["name"]) for found in operation.get("parameters", [])}
    names = (
        method not in SAFE or any(place in ("path", "query") for place, _name in parameters) or not is_open(operation)
    )
    found = COMMON_STATUSES | (WRITE_STATUSES if method not in SAFE else set()) | ({404} if names else set())
    return sorted(found)


def is_open(operation: dict[str, Any]) -> bool:
    """Return whether nobody needs to log in for it."""
    return {} in operation.get("security", [{}])


def build_response(status: int, words: str) -> dict[str, Any]:
    """Return a refusal as a response of the document."""
    headers = (
        {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}} if status in RETRY_STATUSES else {}
    )
    content = {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": words, "content": content} | ({"headers": headers} if headers else {})


def close_bodies(result: Any, generator: Any, request: Any, public: bool) -> Any:
    """State for each object in a request body that it has no other fields than those named.

    `dynasty.api.requests.parse_input` refuses others.

    The parts of bodies are components of their own, which no answer has.
    """
    schemas = result["components"]["schemas"]
    for _method, each in list_methods(result):
        for content in each.get("requestBody", {}).get("content", {}).values():
            close_object(content["schema"], schemas)
    return result


def close_object(part: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Allow an object no other fields than those named, nor those within it."""
    part = schemas[part["$ref"].removeprefix(COMPONENTS)] if "$ref" in part else part
    if "properties" in part:
        part["additionalProperties"] = False
    for each in [*part.get("properties", {}).values(), *part.get("allOf", []), *part.get("oneOf", [])]:
        close_object(each, schemas)
    if "items" in part:
        close_object(part["items"], schemas)
