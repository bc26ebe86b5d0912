"""Acts of organisers and staff in words, for the director's log."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from core.errors import ErrorFacts, format_facts, get_source_text

SENTENCES = {
    "announced": _("%(by)s announced it."),
    "invited": _("%(by)s invited %(dynasty)s."),
    "linked": _("%(by)s made a private link; earlier ones no longer work."),
    "cancelled": _("%(by)s cancelled it: %(reason)s"),
    "abandoned": _("It was cancelled: its organiser has left the site for good."),
    "extended": _("%(by)s postponed the deadline of round %(round)s."),
    "halted": _("%(by)s halted it in round %(round)s."),
    "resumed": _("%(by)s resumed it with round %(round)s."),
    "recovered": _("It went on with round %(round)s, which could be resolved after all."),
    "given_up": _("%(by)s cancelled it: the round could not be resolved."),
    "message_removed": _("%(by)s removed a message by %(dynasty)s from the chat: %(reason)s"),
    "message_put_back": _("%(by)s put a message by %(dynasty)s back into the chat: %(reason)s"),
    "drawn": _("It was drawn as table %(table)s of round %(round)s of the series “%(series)s”."),
    "recurred": _("It was announced again, since it repeats."),
}
PLACEMENT_SENTENCES = {
    "extended": _("%(by)s postponed the deadline for placing armies."),
    "halted": _("%(by)s halted it while armies were placed."),
    "recovered": _("It went on with the placing of armies, which could be resolved after all."),
    "resumed": _("%(by)s resumed it while armies were placed."),
}
"""What is said of them before the first round."""
ENDINGS = ("cancelled", "abandoned", "given_up")
"""The acts after which a tournament does not take place."""
UNEXPLAINED_SENTENCES = {"cancelled": _("%(by)s cancelled it.")}
"""What is said where no reason was given."""
STAFF_NAME = _("The staff of the site")


CANCELLED_SENTENCES = {
    "too_few": _("Too few seats were taken, so it was cancelled."),
    "unplayable": _("It was cancelled: its rules cannot be played by the seats that were taken."),
}
"""Why a tournament does not take place where nobody decided it, by the `why` of the tournament."""


def describe_action(act: str, by: str, facts: Mapping[str, object]) -> str:
    """Return an act as a sentence; `by` is the name of a dynasty, or empty for the staff."""
    return format_facts(build_action_facts(act, by, facts))


def build_action_facts(act: str, by: str, facts: Mapping[str, object]) -> ErrorFacts:
    """Return an act as facts that can be stored, in no language; `core.errors.format_facts` translates them."""
    words = SENTENCES[act]
    if facts.get("round") == 0:
        words = PLACEMENT_SENTENCES.get(act, words)
    if facts.get("reason", "–") == "–":
        words = UNEXPLAINED_SENTENCES.get(act, words)
    name = by or {"sentence": get_source_text(STAFF_NAME)}
    values = {"by": name, "reason": "–", "round": "–", "dynasty": "–", **facts}
    return {"code": act, "sentence": get_source_text(words), "params": values}


def build_cancellation_facts(why: str) -> ErrorFacts | None:
    """Return why a tournament does not take place where nobody decided it, in the same form."""
    words = CANCELLED_SENTENCES.get(why)
    return {"code": why, "sentence": get_source_text(words), "params": {}} if words else None
