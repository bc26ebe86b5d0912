"""The page of a battle, while it runs and after it has ended."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dynasty.domain import result_text
from tournaments.domain import round_titles, terms
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Round, Tournament
from tournaments.presenters import battle_state
from tournaments.presenters.battle_state import Json
from tournaments.presenters.context import BattleContext, parse_number
from tournaments.selectors import chests, results
from tournaments.views import embeds
from tournaments.views.announcements import describe_preset, list_bet_rows, list_conditions, list_pools

ENDINGS = {
    "last_emperor": gettext_lazy("Last Emperor standing."),
    "agreed": gettext_lazy("The players agreed on a draw."),
    "last_seat": gettext_lazy("Nobody else was left."),
    "cross": gettext_lazy("An Emperor reached its target."),
    "survive": gettext_lazy("Survived to the end with enough pieces."),
    "take_stronger_emperor": gettext_lazy("A stronger Emperor was captured."),
    "duel": gettext_lazy("An Emperor captured the Emperor opposite."),
    "treasure": gettext_lazy("A treasure was collected."),
    "max_rounds": gettext_lazy("The last round was over, so the pieces were counted."),
    "quiet_rounds": gettext_lazy("Nothing had been captured for too long, so the pieces were counted."),
    "domination": gettext_lazy("So much of the map as it takes to win was in one hand."),
    "last_standing": gettext_lazy("Nobody else was left."),
    "mission": gettext_lazy("A secret mission was completed."),
    "hold": gettext_lazy("One player held enough territories."),
    "capitals": gettext_lazy("One player held the capitals."),
    "flipped": gettext_lazy("The table was flipped: the battle does not count."),
    "round_limit": gettext_lazy("The last round was over, so the territories were counted."),
}
"""Why a battle ended, in words."""
WON = {
    "last_emperor": gettext_lazy("Yours is the last Emperor standing."),
    "cross": gettext_lazy("Your Emperor reached the target."),
    "survive": gettext_lazy("You survived the rounds with enough pieces."),
    "take_stronger_emperor": gettext_lazy("You captured a stronger Emperor."),
    "duel": gettext_lazy("You captured the Emperor opposite."),
    "treasure": gettext_lazy("You collected a treasure."),
    "domination": gettext_lazy("You hold as much of the map as it takes to win."),
    "mission": gettext_lazy("You fulfilled your secret mission."),
    "hold": gettext_lazy("You held enough territories."),
    "capitals": gettext_lazy("You held enough capitals."),
}
"""Why it ended, said to a winner; of what is not here the sentence for everybody is said."""


def build_context(request: HttpRequest, seen: BattleContext) -> dict[str, Any]:
    """Return the context of the page; `round` in the address is the number of a closed round to show."""
    page = battle_state.build_battle_state(seen)
    number = parse_number(request.GET.get("round", ""))
    past = battle_state.get_past_round(seen, number) if number else None
    shown = past or (page["rounds"][-1] if page["rounds"] else None)
    if past:
        page["rounds"] = [past, *(each for each in page["rounds"] if each["number"] != past["number"])]
    return {
        "seen": seen,
        "tournament": seen.tournament,
        "board": page,
        "deadline": parse_moment(page["tournament"]["deadline"]),
        "past": past,
        "closed": list_closed_steps(seen, page["tournament"]["rounds_closed"]),
        "shown": shown,
        "seats": list_seats_at(page, past),
        "position": past["after"] if past else page["position"],
        "field": [_(words) for words in seen.game.field_words(seen.tournament.field)],
        "preset": describe_preset(seen),
        "conditions": list_conditions(seen),
        "rules": seen.tell(seen.game.rule_words(seen.tournament.rules)),
        "pools": list_pools(seen),
        "own_bets": list_bet_rows(seen),
        "may_abdicate": can_abdicate(seen, page),
        "reader_seat": seen.own is not None and seen.dynasty is not None and seen.own.dynasty_id == seen.dynasty.pk,
        "share": embeds.build_share_urls(request, seen, number if past else page["tournament"]["rounds_closed"]),
        **build_result(seen),
    }


def list_closed_steps(seen: BattleContext, last: int) -> list[Json]:
    """Return the steps that can be looked back at, each with its number and words for it."""
    if seen.tournament.round_no == seen.tournament.game_round:
        return [{"number": number, "words": str(number)} for number in range(1, last + 1)]
    rows = Round.objects.filter(tournament=seen.tournament, number__lte=last).order_by("number")
    return [
        {"number": number, "words": round_titles.format_title(of, turn, seen.names)}
        for number, of, turn in rows.values_list("number", "game_round", "turn_of")
    ]


def list_seats_at(page: Json, past: Json | None) -> list[Json]:
    """Return the seats as they stood after a closed round; without one, as they stand now."""
    return [seat | (past["standing"].get(seat["seat"], {"pieces": 0}) if past else {}) for seat in page["seats"]]


def parse_moment(text: str | None) -> datetime | None:
    """Return a time of the state as a datetime, for readers without a script."""
    return datetime.fromisoformat(text) if text else None


def can_abdicate(seen: BattleContext, page: Json) -> bool:
    """Return whether the reader is still in the battle and may resign."""
    others = seen.own is None or (seen.dynasty is not None and seen.own.dynasty_id != seen.dynasty.pk)
    fights = bool(page["you"] and page["you"]["legal"])
    may = terms.can_resign(seen.tournament.type, seen.terms)
    return fights and may and (seen.tournament.casual or not others)


def build_result(seen: BattleContext) -> dict[str, Any]:
    """Return the result of the battle; only `ended`, which is False, while it runs."""
    tournament = seen.tournament
    if tournament.status != Tournament.Status.FINISHED or not tournament.outcome:
        return {"ended": False}
    told, reader = results.get_logged_result(tournament), get_reader_seat(seen)
    return {
        "ended": True,
        "winners": [seen.entries[seat] for seat in tournament.outcome["winners"] if seat in seen.entries],
        "draw": tournament.outcome["draw"],
        "verdict": describe_verdict(seen, reader),
        "why": describe_ending(seen, reader),
        "fates": [result_text.describe_fate(facts) for facts in describe_fates(seen, told, reader)],
        "changes": results.list_reputation_changes(told, get_own_code(seen, reader)),
        "standings": [row | {"entry": seen.entries.get(row["seat"])} for row in tournament.statistics],
        "gains": results.list_winnings(tournament, list(seen.entries.values())),
        "chests": chests.list_opened(tournament),
    }


def get_reader_seat(seen: BattleContext) -> str:
    """Return the seat that the reader fought for; blank for spectators, stand-ins and several at one screen."""
    own = seen.own
    if own is None or (seen.table and seen.table.hot):
        return ""
    fought = seen.tournament.casual or (seen.dynasty is not None and own.dynasty_id == seen.dynasty.pk)
    return own.seat if fought else ""


def get_own_code(seen: BattleContext, reader: str) -> str:
    """Return the code of the Emperor that fought for the reader; blank where there is none."""
    emperor = seen.entries[reader].emperor if reader else None
    return emperor.code if emperor else ""


def describe_verdict(seen: BattleContext, reader: str) -> str:
    """Return what the end means for the seat of the reader; blank without one, and of a battle that does not count."""
    outcome = seen.tournament.outcome or {}
    if not reader or outcome.get("void"):
        return ""
    if reader not in outcome["winners"]:
        return _("You lost")
    return _("You share the draw") if outcome["draw"] else _("You won")


def describe_ending(seen: BattleContext, reader: str) -> str:
    """Return why it ended, in one sentence; to somebody whose Emperor was captured, by whom and when."""
    outcome = seen.tournament.outcome or {}
    if reader and reader in outcome["winners"] and not outcome["draw"] and outcome["by"] in WON:
        return str(WON[outcome["by"]])
    if reader and reader not in outcome["winners"] and seen.game.VIEW == "board":
        for capture in results.list_captures(seen.tournament):
            if capture.taken == reader:
                return _("%(name)s captured your Emperor in round %(round)s.") % {
                    "name": seen.names.get(capture.taker, capture.taker.upper()),
                    "round": capture.round,
                }
    return str(ENDINGS.get(outcome["by"], ""))


def describe_fates(seen: BattleContext, told: results.LoggedResult, reader: str) -> list[dict[str, Any]]:
    """Return what became of the Emperors of a serious battle, as facts: the reader's own first, then by seats."""
    if seen.tournament.casual or not is_serious(seen.tournament.type):
        return []
    found = results.build_fates(seen.tournament, seen.entries, told)
    return [found[seat] | {"own": seat == reader} for seat in sorted(found, key=lambda seat: (seat != reader, seat))]
