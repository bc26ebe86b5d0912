"""Serializer fields for objects with known keys; the services check the values."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from drf_spectacular.drainage import set_override
from rest_framework import serializers

Schema = dict[str, Any]
"""A part of an OpenAPI document."""


def build_object_schema(keys: Mapping[str, Schema], **more: Any) -> Schema:
    """Return the schema of an object that has these keys and no others."""
    return {"type": "object", "properties": dict(keys), "additionalProperties": False, **more}


def build_uniform_schema(keys: Iterable[str], each: Schema) -> Schema:
    """Return the schema of an object whose keys all hold values of one schema."""
    return build_object_schema(dict.fromkeys(keys, each))


class ClosedField(serializers.DictField):
    """An object with known keys. What SCHEMA says is documented; other keys are refused by their path."""

    SCHEMA: ClassVar[Schema]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        set_override(cls, "field", cls.SCHEMA)

    def get_schema(self, body: Mapping[str, Any]) -> Schema:
        """Return what it can be within this body."""
        return self.SCHEMA


def find_unknown_keys(form: serializers.Serializer[Any], body: Mapping[str, Any], before: str = "") -> Iterator[str]:
    """Yield the path of each key that a body has and its serializer does not know: `rules.foo`."""
    for name, value in body.items():
        field, path = form.fields.get(name), f"{before}{name}"
        if field is None:
            yield path
        elif isinstance(field, serializers.Serializer) and isinstance(value, Mapping):
            yield from find_unknown_keys(field, value, f"{path}.")
        elif isinstance(field, ClosedField):
            yield from find_unknown_keys_in(field.get_schema(body), value, path)


def find_unknown_keys_in(schema: Schema, value: Any, path: str) -> Iterator[str]:
    """Yield the path of each key that a value has and its schema does not know."""
    if not isinstance(value, Mapping):
        return
    for name, each in value.items():
        if name in schema.get("properties", {}):
            yield from find_unknown_keys_in(schema["properties"][name], each, f"{path}.{name}")
        elif not schema.get("additionalProperties", True):
            yield f"{path}.{name}"
