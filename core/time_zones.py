"""The time zones of the world, for people to choose from: by region, each with what its clocks show now."""

from datetime import datetime
from functools import cache, lru_cache
from importlib import resources
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
def list_names() -> tuple[str, ...]:
    """Return the names of all zones that belong to a region, in order."""
    return tuple(sorted(name for name in available_timezones() if name.partition("/")[0] in REGIONS and "/" in name))


@cache
def list_portable_names() -> frozenset[str]:
    """Return every zone name that means the same on every machine; `localtime` depends on the server."""
    return frozenset(available_timezones() - {"localtime", "posixrules", "Factory"})


def is_zone(name: str) -> bool:
    """Return whether clocks can go by this zone."""
    return name in list_portable_names()


def is_known(name: str) -> bool:
    return name == "UTC" or name in list_names()


def choose(name: str) -> str:
    """Return a zone to choose first in a form: this one if it is among those that are offered, else UTC.

    >>> choose("Europe/Madrid"), choose(""), choose("EST5EDT")
    ('Europe/Madrid', 'UTC', 'UTC')
    """
    return name if is_known(name) else "UTC"


@cache
def list_places() -> tuple[str, ...]:
    """Return the zones to choose from: one or more for each country, without the other names that they had."""
    try:
        table = resources.files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8")
    except (ModuleNotFoundError, OSError):  # a system with its own zones and without their table
        return list_names()
    listed = {line.split("\t")[2] for line in table.splitlines() if line and not line.startswith("#")}
    return tuple(name for name in list_names() if name in listed)


def build_choices(now: datetime, *own: str) -> list[tuple[str, str | list[tuple[str, str]]]]:
    """Return the choices of a select: universal time, then the regions. Each begins with the city, to be typed.

    `own`: names that are chosen already, whatever they are called today.
    """
    shown = list_places()
    more = [name for name in dict.fromkeys(own) if is_known(name) and name not in ("UTC", *shown)]
    minute = now.replace(second=0, microsecond=0)
    return [*((name, format_label(name, now)) for name in ("UTC", *more)),
            *((str(title), list(_list_region(region, minute))) for region, title in REGIONS.items())]  # fmt: skip


@lru_cache(maxsize=2 * len(REGIONS))
def _list_region(region: str, minute: datetime) -> tuple[tuple[str, str], ...]:
    """Return the zones of a region with what their clocks show in this minute, the same for every reader."""
    return tuple((name, format_label(name, minute)) for name in list_places() if name.startswith(f"{region}/"))


@lru_cache(maxsize=1024)
def _format_place(name: str) -> str:
    places = name.partition("/")[2] or name
    return ", ".join(reversed(places.replace("_", " ").split("/")))


@cache
def _get_zone(name: str) -> ZoneInfo:
    """Return a zone, read from its file once: the library keeps no more than eight, and a list shows hundreds."""
    return ZoneInfo(name)


def format_label(name: str, now: datetime) -> str:
    """Return the city with the time that its clocks show, such as “Buenos Aires, Argentina · 14:05”."""
    return f"{_format_place(name)} · {now.astimezone(_get_zone(name)):%H:%M}"
