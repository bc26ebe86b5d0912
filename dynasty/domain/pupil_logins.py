"""How pupils log in: a name instead of an address, a first password, and a dynasty whose name says nothing."""

import secrets
import unicodedata

DOMAIN = "pupils.invalid"
"""What stands in place of a mail domain; no mail can be sent there."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of first passwords: none that look alike on paper."""
GROUPS, GROUP_LENGTH = 3, 4
LONGEST = 12
"""Letters of a name in a login."""
COLOURS = ("Amber", "Azure", "Coral", "Crimson", "Golden", "Ivory", "Jade", "Pearl", "Scarlet", "Silver", "Violet")
ANIMALS = (
    "Badger",
    "Crane",
    "Falcon",
    "Fox",
    "Heron",
    "Lynx",
    "Otter",
    "Owl",
    "Panda",
    "Raven",
    "Stag",
    "Swan",
    "Wolf",
)


def make_address(login: str) -> str:
    """Return what stands in place of a pupil's mail address.

    >>> make_address("Ana123")
    'ana123@pupils.invalid'
    """
    return f"{login.strip().lower()}@{DOMAIN}"


def is_pupil_address(address: str) -> bool:
    """Return whether an address stands for a pupil's login.

    >>> is_pupil_address("ana123@pupils.invalid"), is_pupil_address("ana@example.org")
    (True, False)
    """
    return address.lower().endswith(f"@{DOMAIN}")


def make_login(name: str) -> str:
    """Return a login for a pupil: the letters of the first name, and three digits."""
    first = (name.split() or [""])[0]
    plain = unicodedata.normalize("NFKD", first).encode("ascii", "ignore").decode().lower()
    letters = "".join(each for each in plain if each.isalpha())[:LONGEST] or "pupil"
    return f"{letters}{100 + secrets.randbelow(900)}"


def make_password() -> str:
    """Return a first password in groups, about 59 bits."""
    groups = ("".join(secrets.choice(LETTERS) for _letter in range(GROUP_LENGTH)) for _group in range(GROUPS))
    return "-".join(groups)


def make_dynasty_name() -> str:
    """Return a name for a pupil's dynasty, which says nothing about the pupil."""
    return f"{secrets.choice(COLOURS)} {secrets.choice(ANIMALS)} {100 + secrets.randbelow(9900)}"
