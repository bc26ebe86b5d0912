"""How often somebody may do something: counters that count right however many ask at once."""

import hashlib
import ipaddress
from collections.abc import Mapping

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from core.counters import CountersUnavailable, get_counters
from core.errors import DomainError

MINUTE, DAY = 60, 24 * 3600
SALT = "tournaments.rates"
NETWORKS = {4: 24, 6: 48}  # bits of a network that is one owner's, as often as not
NETWORK = 64  # bits of an IPv6 address that tell one subscriber from another


def hash_network(address: str) -> str:
    """Return the network around an address (/24, /48), as a hash that SECRET_KEY makes."""
    try:
        parsed = ipaddress.ip_address(address)
        text = str(ipaddress.ip_network((parsed, NETWORKS[parsed.version]), strict=False))
    except ValueError:
        text = address
    return salted_hmac(SALT, text, algorithm="sha256").hexdigest()[:32]


def hit(what: str, address: str, limits: Mapping[int, int]) -> None:
    """Count one more attempt of this address; raise DomainError beyond a limit. `limits`: most attempts by seconds.

    Where nothing can be counted, the bounds in the database hold alone.
    """
    for seconds, most in limits.items():
        if increment(f"{what}:{seconds}:{hash_subscriber(address)}", seconds) > most:
            error = DomainError("too_fast", _("Too many tries in a short time. Wait a little, then try again."))
            error.retry_after = seconds
            raise error


def increment(name: str, seconds: int) -> int:
    """Count once and return the count since its period began; 0 while the counters are unavailable."""
    try:
        return get_counters().add(name, seconds)
    except CountersUnavailable:
        return 0


def get_count(name: str) -> int:
    """Return how often the name was counted in its present period; 0 while the counters are unavailable."""
    try:
        return get_counters().get_count(name)
    except CountersUnavailable:
        return 0


def hash_subscriber(address: str) -> str:
    """Return a hash of the address, or of the /64 network of an IPv6 address, so that it cannot be read back."""
    try:
        parsed = ipaddress.ip_address(address)
        text = str(ipaddress.ip_network((parsed, NETWORK), strict=False)) if parsed.version == 6 else str(parsed)
    except ValueError:
        text = address
    return hashlib.sha256(text.encode()).hexdigest()[:32]
