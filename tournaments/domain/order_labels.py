"""Labels of orders that the players themselves did not give."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES = {
    "standing": gettext_noop("%(seat)s gave no order: its standing order counted, automatically."),
    "queued": gettext_noop("The order of %(seat)s was automatic: it was queued in the round before."),
    "computer": gettext_noop("The order of %(seat)s was automatic: a computer player plays for this seat."),
    "volunteer": gettext_noop("The order of %(seat)s was given by a substitute."),
}


def describe_stand_ins(stand_ins: Mapping[str, str]) -> list[tuple[str, dict[str, object]]]:
    """Return one sentence for each seat, its letter in the place `seat`."""
    return [(SENTENCES[word], {"seat": seat}) for seat, word in sorted(stand_ins.items())]
