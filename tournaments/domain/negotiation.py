"""Negotiation: who may read what the seats of a battle write to one another, as it is announced."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from core.errors import DomainError

NONE, PUBLIC, REVEALED, SECRET = "", "public", "revealed", "secret"
MODES = (NONE, PUBLIC, REVEALED, SECRET)
"""What can be announced."""
TEAM = "team"
"""In battles of teams where no negotiation was announced: in secret, among team mates alone."""

SENTENCES = {
    TEAM: (
        gettext_noop("Team mates can write to one another in secret, and nobody else reads it."),
        gettext_noop("It is not revealed when the battle is over. A reported message is shown to the staff."),
    ),
    PUBLIC: (
        gettext_noop("Players can negotiate: a seat writes to one or more others, and everybody reads it at once."),
    ),
    REVEALED: (
        gettext_noop("Players can negotiate in secret: a seat writes to one or more others, and nobody else reads it."),
        gettext_noop("When the battle is over, everybody can read what was written."),
    ),
    SECRET: (
        gettext_noop("Players can negotiate in secret: a seat writes to one or more others, and nobody else reads it."),
        gettext_noop("It is not revealed when the battle is over. A reported message is shown to the staff."),
    ),
}
COMPUTERS = gettext_noop("Computer players do not negotiate.")


TREATIES = (
    gettext_noop(
        "Players can conclude treaties in secret, with or without a stake. A treaty is judged and never enforced."
    ),
    gettext_noop(
        "When the battle is over, everybody reads who kept a treaty and who broke it; whoever broke it pays the "
        "injured."
    ),
)


def describe(mode: str, *, is_serious: bool) -> list[str]:
    """Return the sentences of the contract for a mode; empty where there is no negotiation."""
    return [*SENTENCES[mode], *(TREATIES if is_serious else ()), COMPUTERS] if mode else []


def check(mode: str, *, is_serious: bool) -> None:
    """Raise DomainError where a training would show to others who negotiated in it."""
    if mode in (PUBLIC, REVEALED) and not is_serious:
        sentence = _("A training names nobody to others: its players can negotiate only in secret, or not at all.")
        raise DomainError("training_is_discreet", sentence)
