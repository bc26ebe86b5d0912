"""Acts of organisers and staff in words, for the director's log."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "announced": _("%(by)s announced it."),
    "invited": _("%(by)s invited %(dynasty)s."),
    "linked": _("%(by)s made a private link; one that was made before does not open any more."),
    "cancelled": _("%(by)s called it off: %(reason)s"),
    "abandoned": _("It was called off: its organiser has left the site for good."),
    "extended": _("%(by)s put the deadline of round %(round)s off."),
    "halted": _("%(by)s halted it in round %(round)s."),
    "resumed": _("%(by)s let it go on with round %(round)s."),
    "recovered": _("It went on with round %(round)s, which could be resolved after all."),
    "given_up": _("%(by)s gave it up: it could not be mended."),
    "message_removed": _("%(by)s removed a message of %(dynasty)s from the talk: %(reason)s"),
    "drawn": _("It was drawn as table %(table)s of round %(round)s of the series “%(series)s”."),
    "recurred": _("It was announced again, since it repeats."),
}
PLACEMENT_SENTENCES = {
    "extended": _("%(by)s put the deadline for placing armies off."),
    "halted": _("%(by)s halted it while armies were placed."),
    "recovered": _("It went on with the placing of armies, which could be resolved after all."),
    "resumed": _("%(by)s let it go on with the placing of armies."),
}
"""What is said of them before the first round."""
STAFF_NAME = _("The staff of the site")


def describe_action(act: str, by: str, facts: Mapping[str, Any]) -> str:
    """Return an act as a sentence; `by` is the name of a dynasty, or empty for the staff."""
    words = PLACEMENT_SENTENCES.get(act, SENTENCES[act]) if facts.get("round") == 0 else SENTENCES[act]
    return str(words) % {"by": by or str(STAFF_NAME), "reason": "–", "round": "–", "dynasty": "–", **facts}
