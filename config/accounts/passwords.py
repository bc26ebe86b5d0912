"""Passwords that somebody who knows this site would try first."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from dynasty.selectors import dynasties

WORDS = (
    "emperors", "emperor", "empress", "empire", "dynasty", "dynasties", "imperial", "court", "throne", "crown", "reign",
    "ruler", "rulers", "king", "queen", "army", "battle", "battles", "battlefield", "campaign", "tournament", "conquer",
    "honour", "honor", "death", "gift", "training", "gold", "silver", "copper", "jade", "treasury", "market",
    "reputation", "ladder", "chronicle", "castle", "board", "duel", "player", "players", "password", "login", "game",
    "emperador", "emperadores", "dinastia", "dinasties", "imperio", "imperi", "corte", "cort", "trono", "tron",
    "corona",
    "batalla", "torneo", "torneig", "honor", "muerte", "mort", "oro", "plata", "cobre", "coure", "jugador", "jugadora",
    "contrasenya", "contrasena", "juego", "joc",
)  # fmt: skip
"""Of the site and of its rules, in its languages."""
LEAST = 6
"""So many characters must be left of a password without these words."""
LOOKS = str.maketrans("013457@$!", "oleastasi")


class OwnWords:
    """A password must be more than words of the site, its own dynasty's name, and a number."""

    def validate(self, password: str, user: Any = None) -> None:
        if rest(password, own_names(user)) < LEAST:
            raise ValidationError(self.get_help_text(), code="password_of_own_words")

    def get_help_text(self) -> str:
        return _("Choose a password that is more than words of this game and a number.")


def own_names(user: Any) -> tuple[str, ...]:
    dynasty = dynasties.dynasty_of(user) if getattr(user, "pk", None) else None
    return tuple(word for word in (dynasty.name.lower().split() if dynasty else ()) if len(word) > 2)


def rest(password: str, names: tuple[str, ...] = ()) -> int:
    """How many characters are left without these words: as it is written, or as it looks (`3mp3ror`)."""
    low = password.lower()
    return min(without(low, names), without(low.translate(LOOKS), names))


def without(text: str, names: tuple[str, ...]) -> int:
    for word in sorted((*WORDS, *names), key=len, reverse=True):
        text = text.replace(word, "")
    return len(text)
