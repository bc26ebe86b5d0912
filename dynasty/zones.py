"""The time zones of the world, for people to choose from: by region, each with what its clocks show now."""

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REGIONS: dict[str, Promise] = {
    "Europe": _("Europe"),
    "America": _("America"),
    "Africa": _("Africa"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
    "Arctic": _("Arctic"),
    "Antarctica": _("Antarctica"),
}


@cache
def names() -> tuple[str, ...]:
    """Every zone of a region, by name."""
    return tuple(sorted(name for name in available_timezones() if name.partition("/")[0] in REGIONS and "/" in name))


def known(name: str) -> bool:
    return name == "UTC" or name in names()


def choices(now: datetime) -> list[tuple[str, str | list[tuple[str, str]]]]:
    """For a select: universal time, then the regions. A place stands first, so that typing it finds it."""
    groups: list[tuple[str, str | list[tuple[str, str]]]] = [("", labelled("UTC", now))]
    for region, title in REGIONS.items():
        inside = [name for name in names() if name.startswith(f"{region}/")]
        groups.append((str(title), [(name, labelled(name, now)) for name in inside]))
    return groups


def labelled(name: str, now: datetime) -> str:
    """Buenos Aires, Argentina · 14:05"""
    places = name.partition("/")[2] or name
    called = ", ".join(reversed(places.replace("_", " ").split("/")))
    return f"{called} · {now.astimezone(ZoneInfo(name)):%H:%M}"
