"""How a user wants battles to be shown: colours, pace, dice, and the map that forms propose first."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError

CHOICES: dict[str, tuple[str, ...]] = {
    "palette": ("", "clear"),
    "speed": ("", "slow", "fast", "never"),
    "dice": ("", "off"),
}
"""What each option may be; blank is as usual."""
MAP = "map"
NAMES = (*CHOICES, MAP)
MAPS: dict[str, str] = {}
"""The titles of the maps that can be preferred, by name; the package of the tournaments fills it in."""


def check(chosen: Mapping[str, str]) -> None:
    """Raise DomainError unless every option is known and has a value that it may have.

    >>> check({"palette": "clear", "speed": "", "map": ""})
    >>> check({"palette": "loud"})
    Traceback (most recent call last):
    core.errors.DomainError: There is no such option.
    """
    for name, value in chosen.items():
        is_map = name == MAP and (not value or value in MAPS)
        if not is_map and value not in CHOICES.get(name, ()):
            raise DomainError("unknown_option", _("There is no such option."))


def fill(stored: Mapping[str, str]) -> dict[str, str]:
    """Return every option of a user, those that were never chosen as usual.

    >>> fill({"dice": "off"})
    {'palette': '', 'speed': '', 'dice': 'off', 'map': ''}
    """
    return {name: stored.get(name, "") for name in NAMES}


def merge(stored: Mapping[str, str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return what is stored after a change: only what differs from the usual.

    >>> merge({"dice": "off", "speed": "fast"}, {"dice": "", "palette": "clear"})
    {'palette': 'clear', 'speed': 'fast'}
    """
    return {name: value for name, value in fill({**stored, **chosen}).items() if value}
