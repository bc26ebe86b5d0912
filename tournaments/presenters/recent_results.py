"""The rows of a table of finished battles: each with who won it, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.sentences import fill
from tournaments.models import Tournament


@dataclass(frozen=True)
class RecentResult:
    """A finished battle and its winners in words; blank where nobody won."""

    tournament: Tournament
    winners: str


def build_results(finished: Sequence[Tournament]) -> list[RecentResult]:
    """Return a row for each of these battles, which are annotated with the name of a winner."""
    return [RecentResult(each, describe_winners(each, getattr(each, "winner", None) or "")) for each in finished]


def describe_winners(tournament: Tournament, name: str) -> str:
    """Return who won a battle: one Emperor by name, several by their number."""
    outcome = tournament.outcome or {}
    winners = outcome.get("winners", [])
    if outcome.get("void") or not winners:
        return ""
    if outcome.get("draw"):
        return _("A draw")
    if len(winners) == 1:
        return name
    return fill(ngettext("%(number)s winner", "%(number)s winners", len(winners)), {"number": len(winners)})
