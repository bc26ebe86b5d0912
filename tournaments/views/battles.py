"""What the page of a battle shows, while it is fought and after it has ended."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import terms
from tournaments.models import Tournament
from tournaments.selectors import aftermath, chests
from tournaments.views import boards, sharing
from tournaments.views.announcements import bet_rows, conditions, pools_of, preset
from tournaments.views.boards import Json
from tournaments.views.seeing import Seen, number_in

ENDINGS = {
    "last_emperor": gettext_lazy("The last Emperor was left."),
    "agreed": gettext_lazy("The players agreed on a draw."),
    "last_seat": gettext_lazy("Nobody else was left."),
    "cross": gettext_lazy("An Emperor reached its target."),
    "survive": gettext_lazy("The rounds were survived with enough pieces."),
    "take_stronger_emperor": gettext_lazy("A stronger Emperor was taken."),
    "duel": gettext_lazy("An Emperor took the Emperor opposite."),
    "treasure": gettext_lazy("A treasure was collected."),
    "max_rounds": gettext_lazy("The last round was over, and the pieces were counted."),
    "quiet_rounds": gettext_lazy("Nothing had been taken for too long, and the pieces were counted."),
    "domination": gettext_lazy("So much of the map as it takes to win was in one hand."),
    "last_standing": gettext_lazy("Nobody else was left."),
    "mission": gettext_lazy("A secret mission was fulfilled."),
    "hold": gettext_lazy("Territories enough were held."),
    "capitals": gettext_lazy("The capitals were held."),
    "flipped": gettext_lazy("The table was flipped: the battle does not count."),
    "round_limit": gettext_lazy("The last round was over, and the territories were counted."),
}
"""Why a battle ended, in words."""


def context(request: HttpRequest, seen: Seen) -> dict[str, Any]:
    """All that the page needs; `round` in the address is the number of a closed round to look at."""
    page = boards.page(seen)
    number = number_in(request.GET.get("round", ""))
    past = boards.past_round(seen, number) if number else None
    return {
        "seen": seen,
        "tournament": seen.tournament,
        "board": page,
        "deadline": moment(page["tournament"]["deadline"]),
        "past": past,
        "closed": range(1, page["tournament"]["rounds_closed"] + 1),
        "shown": past or (page["rounds"][-1] if page["rounds"] else None),
        "position": past["after"] if past else page["position"],
        "field": [_(words) for words in seen.game.field_words(seen.tournament.field)],
        "preset": preset(seen),
        "conditions": conditions(seen),
        "rules": seen.tell(seen.game.rule_words(seen.tournament.rules)),
        "pools": pools_of(seen),
        "own_bets": bet_rows(seen),
        "may_abdicate": may_abdicate(seen, page),
        "reader_seat": seen.own is not None and seen.dynasty is not None and seen.own.dynasty_id == seen.dynasty.pk,
        "share": sharing.addresses(request, seen, number if past else page["tournament"]["rounds_closed"]),
        **result(seen),
    }


def moment(text: str | None) -> datetime | None:
    """The time that a state says, for those who read it without a script."""
    return datetime.fromisoformat(text) if text else None


def may_abdicate(seen: Seen, page: Json) -> bool:
    """Whether the reader still has a battle to give up, and may."""
    others = seen.own is None or (seen.dynasty is not None and seen.own.dynasty_id != seen.dynasty.pk)
    fights = bool(page["you"] and page["you"]["legal"])
    return fights and seen.tournament.type in terms.WITH_A_WAY_OUT and (seen.tournament.casual or not others)


def result(seen: Seen) -> dict[str, Any]:
    """What came of it; nothing while it goes on."""
    tournament = seen.tournament
    if tournament.status != Tournament.Status.FINISHED or not tournament.outcome:
        return {"ended": False}
    return {
        "ended": True,
        "winners": [seen.entries[seat] for seat in tournament.outcome["winners"] if seat in seen.entries],
        "draw": tournament.outcome["draw"],
        "why": ENDINGS.get(tournament.outcome["by"], ""),
        "changes": aftermath.reputation_changes(tournament),
        "gains": aftermath.winnings(tournament, list(seen.entries.values())),
        "chests": chests.opened(tournament),
    }
