"""Anonymous battles, in which nobody learns who sits where before the end: what the contract says, and its checks."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from core.errors import DomainError

SENTENCES = (
    gettext_noop("Nobody learns who sits where, not even the players, until the battle is over: seats have letters."),
    gettext_noop("Computer players are marked here too. Vacations and substitutes would tell, so there are none."),
)


def check(*, is_serious: bool, betting: bool, programs: bool) -> None:
    """Raise DomainError for an anonymous battle with anything by which players would be known."""
    if not is_serious:
        sentence = _("A training never names its players: leave out that it is anonymous.")
        raise DomainError("anonymous_training", sentence)
    if betting:
        sentence = _("Nobody can bet on an anonymous battle: whoever knows a player would know more. Switch bets off.")
        raise DomainError("anonymous_bets", sentence)
    if programs:
        sentence = _("Programs are marked, and would be known by that: let none enter an anonymous battle.")
        raise DomainError("anonymous_programs", sentence)
