"""Where a battle belongs: the series, the arena or the match of clubs in which its players meet."""

from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import ClubMatch, Series
from tournaments.presenters.context import BattleContext
from tournaments.selectors import arenas


class Occasion(TypedDict):
    """The page of a series, an arena or a match, what it is called, and words for going back to it."""

    url: str
    title: str
    back: str


def build_occasion(battle: BattleContext) -> Occasion | None:
    """Return the series, arena or match of a battle; None where there is none that its reader may see."""
    found = battle.occasion
    if isinstance(found, Series):
        return {"url": reverse("series", args=[found.code]), "title": found.title, "back": _("Back to the series")}
    if isinstance(found, ClubMatch):
        url = reverse("club_match", args=[found.code])
        return {"url": url, "title": f"{found.home.name} – {found.away.name}", "back": _("Back to the match")}
    if found is None or arenas.is_hidden(found, battle.dynasty):
        return None
    url = f"{reverse('arena', args=[found.code])}?known={battle.tournament.code}"  # it does not lead here again
    return {"url": url, "title": found.title, "back": _("Back to the arena")}
