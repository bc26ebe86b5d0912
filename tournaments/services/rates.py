"""How often somebody may do something: counters in the cache, which count right however many ask at once."""

import hashlib
import ipaddress
import logging
from collections.abc import Mapping

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from dynasty.errors import Refused

log = logging.getLogger(__name__)
MINUTE, DAY = 60, 24 * 3600
NETWORK = 64  # bits of an IPv6 address that tell one subscriber from another


def spend(what: str, address: str, limits: Mapping[int, int]) -> None:
    """Count once more for this address; Refused beyond a limit. `limits`: how often in so many seconds.

    Without a cache nothing is counted, and the bounds in the database hold alone.
    """
    for seconds, most in limits.items():
        if count(f"{what}:{seconds}:{subscriber(address)}", seconds) > most:
            raise Refused("too_fast", _("That was very often in a short time. Wait a little, then try again."))


def count(name: str, seconds: int) -> int:
    """How often that name was counted since its time began, this time included; 0 where nothing can be counted."""
    try:
        cache.add(name, 0, seconds)
        return cache.incr(name)
    except ValueError:  # it lapsed in between
        return 1
    except Exception as error:
        log.warning("nothing is counted: %s", type(error).__name__)
        return 0


def subscriber(address: str) -> str:
    """The address, or the network that a subscriber has, as a hash: nobody can read it in the cache."""
    try:
        parsed = ipaddress.ip_address(address)
        known = str(ipaddress.ip_network((parsed, NETWORK), strict=False)) if parsed.version == 6 else str(parsed)
    except ValueError:
        known = address
    return hashlib.sha256(known.encode()).hexdigest()[:32]
