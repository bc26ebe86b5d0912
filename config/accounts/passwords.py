"""Password validators: one refuses words of this site, and Django's say in its voice what to do."""

from typing import Any

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.sentences import fill
from dynasty.selectors import dynasties

SITE_WORDS = (
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
MIN_REMAINING = 6
"""So many characters must be left of a password without these words."""
LOOKALIKES = str.maketrans("013457@$!", "oleastasi")


class SiteWordsValidator:
    """A validator: a password must be more than words of the site, its own dynasty's name, and a number."""

    def validate(self, password: str, user: Any = None) -> None:
        if count_remaining(password, list_own_names(user)) < MIN_REMAINING:
            raise ValidationError(self.get_help_text(), code="password_of_own_words")

    def get_help_text(self) -> str:
        return _("Choose a password that is more than words of this game and a number.")


class LengthValidator(password_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        return fill(_("Choose a password of at least %(length)s characters."), {"length": self.min_length})


class CommonValidator(password_validation.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return _("Many people use this password. Choose another one.")


class DigitsValidator(password_validation.NumericPasswordValidator):
    def get_error_message(self) -> str:
        return _("Add letters: a password needs more than digits.")


class SimilarityValidator(password_validation.UserAttributeSimilarityValidator):
    def get_error_message(self) -> str:
        return _("This is too much like your address. Choose another password.")


def list_own_names(user: Any) -> tuple[str, ...]:
    dynasty = dynasties.find_dynasty_of(user) if getattr(user, "pk", None) else None
    return tuple(word for word in (dynasty.name.lower().split() if dynasty else ()) if len(word) > 2)


def count_remaining(password: str, names: tuple[str, ...] = ()) -> int:
    """Return how many characters are left without these words, as written or with look-alikes (`3mp3ror`)."""
    low = password.lower()
    return min(count_without(low, names), count_without(low.translate(LOOKALIKES), names))


def count_without(text: str, names: tuple[str, ...]) -> int:
    for word in sorted((*SITE_WORDS, *names), key=len, reverse=True):
        text = text.replace(word, "")
    return len(text)
