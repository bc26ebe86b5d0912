"""Durations in words."""

from collections.abc import Callable

from django.utils.translation import ngettext


def format_duration(seconds: int) -> str:
    """Return a duration in its two largest units."""
    units: list[tuple[int, Callable[[int], str]]] = [
        (86_400, lambda n: ngettext("%(n)s day", "%(n)s days", n)),
        (3_600, lambda n: ngettext("%(n)s hour", "%(n)s hours", n)),
        (60, lambda n: ngettext("%(n)s minute", "%(n)s minutes", n)),
        (1, lambda n: ngettext("%(n)s second", "%(n)s seconds", n)),
    ]
    words = []
    for size, name in units:
        count, seconds = divmod(seconds, size)
        words += [name(count) % {"n": count}] if count else []
    return " ".join(words[:2])
