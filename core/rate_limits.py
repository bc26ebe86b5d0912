"""How often somebody may do something: counters that count right however many ask at once."""

import hashlib
import ipaddress
import logging
from collections.abc import Mapping

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from core.counters import Uncountable, counts
from core.errors import Refused

log = logging.getLogger(__name__)
MINUTE, DAY = 60, 24 * 3600
SALT = "tournaments.rates"
NETWORKS = {4: 24, 6: 48}  # bits of a network that is one owner's, as often as not
NETWORK = 64  # bits of an IPv6 address that tell one subscriber from another


def network(address: str) -> str:
    """Return the network around an address (/24, /48), as a hash that SECRET_KEY makes."""
    try:
        parsed = ipaddress.ip_address(address)
        known = str(ipaddress.ip_network((parsed, NETWORKS[parsed.version]), strict=False))
    except ValueError:
        known = address
    return salted_hmac(SALT, known, algorithm="sha256").hexdigest()[:32]


def spend(what: str, address: str, limits: Mapping[int, int]) -> None:
    """Count once more for this address; Refused beyond a limit. `limits`: how often in so many seconds.

    Where nothing can be counted, the bounds in the database hold alone.
    """
    for seconds, most in limits.items():
        if count(f"{what}:{seconds}:{subscriber(address)}", seconds) > most:
            raise Refused("too_fast", _("Too many tries in a short time. Wait a little, then try again."))


def count(name: str, seconds: int) -> int:
    """How often that name was counted since its time began, this time included; 0 where nothing can be counted."""
    try:
        return counts().add(name, seconds)
    except Uncountable:
        log.warning("nothing is counted")
        return 0


def seen(name: str) -> int:
    """How often it was counted so far; 0 where nothing can be counted."""
    try:
        return counts().seen(name)
    except Uncountable:
        return 0


def subscriber(address: str) -> str:
    """The address, or the network that a subscriber has, as a hash: nobody can read it where it is counted."""
    try:
        parsed = ipaddress.ip_address(address)
        known = str(ipaddress.ip_network((parsed, NETWORK), strict=False)) if parsed.version == 6 else str(parsed)
    except ValueError:
        known = address
    return hashlib.sha256(known.encode()).hexdigest()[:32]
