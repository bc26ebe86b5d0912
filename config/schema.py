"""What the OpenAPI document says better than its generator."""

from typing import Any

HOUR = r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$"


def wall_clocks(result: Any, generator: Any, request: Any, public: bool) -> Any:
    """Hours are those of some wall's clock; the format `time` means an hour of a known zone."""
    return without_zones(result)


def without_zones(part: Any) -> Any:
    """The same with a pattern in the place of the format."""
    if isinstance(part, list):
        return [without_zones(each) for each in part]
    if not isinstance(part, dict):
        return part
    if part.get("format") == "time":
        part = {name: value for name, value in part.items() if name != "format"} | {"pattern": HOUR}
    return {name: without_zones(value) for name, value in part.items()}
