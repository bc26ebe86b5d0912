"""Names for what is read from JSON without a shape of its own."""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
"""A JSON object whose fields depend on what it describes. Where the fields are known, a TypedDict names them."""
ReadOnlyJson = Mapping[str, Any]
"""A JSON object that its reader does not change."""
JsonValue = Any
"""Any JSON value, as it comes from outside: nothing of it is checked yet."""
