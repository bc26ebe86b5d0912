"""What happens in a club, and the sentence for each in its news."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.sentences import fill

SENTENCES: dict[str, Promise] = {
    "founded": _("%(dynasty)s founded the club."),
    "joined": _("%(dynasty)s joined."),
    "left": _("%(dynasty)s left."),
    "removed": _("%(dynasty)s is no longer a member."),
    "officer": _("%(dynasty)s became an officer."),
    "member": _("%(dynasty)s is no longer an officer."),
    "owner": _("The club belongs to %(dynasty)s now."),
    "match": _("%(dynasty)s agreed on a match with the club “%(title)s”."),
    "tournament": _("%(dynasty)s announced the tournament “%(title)s” for the club."),
    "series": _("%(dynasty)s announced the series “%(title)s” for the club."),
    "arena": _("%(dynasty)s announced the arena “%(title)s” for the club."),
}


def format_sentence(kind: str, dynasty: str, title: str) -> str:
    """Return what happened, in the active language."""
    return fill(str(SENTENCES[kind]), {"dynasty": dynasty, "title": title})
