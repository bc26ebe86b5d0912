"""What becomes of captured Emperors, in words."""

from django.utils.translation import gettext_noop

from tournaments.domain.tournament_types import EMPEROR, PAWN

FATE_TITLES = {
    "unharmed": gettext_noop("unharmed"),
    "robbed": gettext_noop("robbed"),
    "joins": gettext_noop("changes sides"),
    "dies": gettext_noop("dies"),
}
FATE_SENTENCES = {
    "unharmed": gettext_noop("A captured Emperor remains unharmed."),
    "robbed": gettext_noop(
        "A captured Emperor stays in the dynasty, but the reputation goes to the Emperor of the capturing seat."
    ),
    "joins": gettext_noop("A captured Emperor joins the captor’s dynasty for good, with all reputation."),
    "dies": gettext_noop("A captured Emperor dies; the reputation goes to the Emperor of the capturing seat."),
}
FATE_SENTENCES_BY_TAKER = {
    PAWN: {
        "unharmed": gettext_noop("An Emperor captured by a pawn remains unharmed."),
        "robbed": gettext_noop("An Emperor captured by a pawn stays in the dynasty, but the reputation goes to the "
        "Emperor of the capturing seat."),
        "joins": gettext_noop("An Emperor captured by a pawn joins the captor’s dynasty for good, with all "
        "reputation."),
        "dies": gettext_noop("An Emperor captured by a pawn dies; the reputation goes to the Emperor of the "
        "capturing seat."),
    },
    EMPEROR: {
        "unharmed": gettext_noop("An Emperor captured by an Emperor remains unharmed."),
        "robbed": gettext_noop("An Emperor captured by an Emperor stays in the dynasty, but the captor gets the "
        "reputation."),
        "joins": gettext_noop("An Emperor captured by an Emperor joins the captor’s dynasty for good, with all "
        "reputation."),
        "dies": gettext_noop("An Emperor captured by an Emperor dies, and the captor gets the reputation."),
    },
}  # fmt: skip
