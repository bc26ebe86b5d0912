"""The page of a battle, while it runs and after it has ended."""

from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from core import connection_limits
from dynasty.domain import result_text
from tournaments.domain import round_titles, terms
from tournaments.domain.battle_types import BattleState, ClosedRound, Seat, Standing
from tournaments.domain.settlement import Capture
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Round, Tournament
from tournaments.presenters import battle_state, course, ending, skill, verdict
from tournaments.presenters.context import BattleContext, parse_number
from tournaments.presenters.occasions import build_occasion
from tournaments.realtime import public_snapshot
from tournaments.selectors import chests, results, reviews
from tournaments.selectors.studies import sources
from tournaments.views import embeds
from tournaments.views.announcements import describe_preset, list_bet_rows, list_conditions, list_pools


def build_context(request: HttpRequest, battle: BattleContext) -> dict[str, object]:
    """Return the context of the page; `round` in the address is the number of a closed round to show."""
    page = battle_state.build_battle_state(battle)
    number = parse_number(request.GET.get("round", ""))
    past = battle_state.get_past_round(battle, number) if number else None
    shown = past or (page["rounds"][-1] if page["rounds"] else None)
    if past:
        page["rounds"] = [past, *(each for each in page["rounds"] if each["number"] != past["number"])]
    return {
        "battle": battle,
        "occasion": build_occasion(battle),
        "aims": page["aims"],
        "bar": page["bar"],
        "tournament": battle.tournament,
        "board": page,
        "deadline": parse_moment(page["tournament"]["deadline"]),
        "past": past,
        "closed": list_closed_steps(battle, page["tournament"]["rounds_closed"]),
        "shown": shown,
        "seats": list_seats_at(page, past),
        "position": past["after"] if past else page["position"],
        "field": [_(words) for words in battle.game.field_words(battle.tournament.field)],
        "preset": describe_preset(battle),
        "conditions": list_conditions(battle),
        "rules": battle.format_sentences(battle.game.rule_words(battle.tournament.rules)),
        "pools": list_pools(battle),
        "own_bets": list_bet_rows(battle),
        "spectators": count_spectators(battle.tournament.code),
        "may_abdicate": can_abdicate(battle, page),
        "reader_seat": battle.own is not None
        and battle.dynasty is not None
        and battle.own.dynasty_id == battle.dynasty.pk,
        "share": embeds.build_share_urls(request, battle, number if past else page["tournament"]["rounds_closed"]),
        **build_result(battle),
        **build_skill(battle),
    }


def count_spectators(code: str) -> int:
    """Return how many open pages watch a battle without a seat in it."""
    return connection_limits.count(public_snapshot.get_spectators_name([f"battle:{code}"]))


def build_skill(battle: BattleContext) -> dict[str, object]:
    """Return what the battle may do to the skill of those who fight it, or did."""
    if battle.tournament.status == Tournament.Status.FINISHED:
        return {"skill_changes": skill.list_changes(battle)}
    return {"skill_at_stake": skill.list_at_stake(battle)}


def list_closed_steps(battle: BattleContext, last: int) -> list[dict[str, int | str]]:
    """Return the steps that can be looked back at, each with its number and words for it."""
    if battle.tournament.round_no == battle.tournament.game_round:
        return [{"number": number, "words": str(number)} for number in range(1, last + 1)]
    rows = Round.objects.filter(tournament=battle.tournament, number__lte=last).order_by("number")
    return [
        {"number": number, "words": round_titles.format_title(of, turn, battle.names)}
        for number, of, turn in rows.values_list("number", "game_round", "turn_of")
    ]


def list_seats_at(page: BattleState, past: ClosedRound | None) -> list[Seat]:
    """Return the seats as they stood after a closed round; without one, as they stand now."""
    if past is None:
        return page["seats"]
    return [put_standing(seat, past["standing"].get(seat["seat"])) for seat in page["seats"]]


def put_standing(seat: Seat, standing: Standing | None) -> Seat:
    """Return a seat as it stood then; one that no longer had a piece keeps whether it has fallen."""
    return {**seat, **standing} if standing else {**seat, "pieces": 0}


def parse_moment(text: str | None) -> datetime | None:
    """Return a time of the state as a datetime, for readers without a script."""
    return datetime.fromisoformat(text) if text else None


def can_abdicate(battle: BattleContext, page: BattleState) -> bool:
    """Return whether the reader is still in the battle and may resign, in anybody’s turn."""
    others = battle.own is None or (battle.dynasty is not None and battle.own.dynasty_id != battle.dynasty.pk)
    you = page["you"]
    stands = any(each["seat"] == you["seat"] and not each["fallen"] for each in page["seats"]) if you else False
    fights = stands and battle.tournament.status == Tournament.Status.RUNNING
    may = terms.can_resign(battle.tournament.type, battle.terms)
    return fights and may and (battle.tournament.casual or not others)


def build_result(battle: BattleContext) -> dict[str, object]:
    """Return the result of the battle; while it runs only that it has not `ended`, and what a fallen reader may do."""
    tournament = battle.tournament
    if tournament.status != Tournament.Status.FINISHED or not tournament.outcome:
        return {"ended": False, "meanwhile": ending.find_step_meanwhile(battle, verdict.get_reader_seat(battle))}
    result, reader = results.get_logged_result(tournament), verdict.get_reader_seat(battle)
    capture = find_capture_of(battle, reader)
    return {
        "ended": True,
        "reviewable": reviews.is_reviewable(tournament),
        "studied": reverse("tournament", args=[tournament.code]) if sources.is_campaign_over(tournament) else "",
        "winners": [battle.entries[seat] for seat in tournament.outcome["winners"] if seat in battle.entries],
        "draw": tournament.outcome["draw"],
        "verdict": verdict.describe_verdict(battle, reader),
        "mood": ending.describe_mood(battle, reader),
        "reader": reader,
        "places": ending.list_places(battle),
        "own_reputation": ending.describe_own_reputation(result, get_own_code(battle, reader)),
        "next_step": ending.find_next_step(battle, reader),
        "why": verdict.describe_reason(battle, reader, capture),
        "was_captured_last": capture is not None and capture.round == tournament.game_round,
        "fates": [result_text.describe_fate(facts) for facts in describe_fates(battle, result, reader)],
        "changes": results.list_reputation_changes(result, get_own_code(battle, reader)),
        "standings": [row | {"entry": battle.entries.get(row["seat"])} for row in tournament.statistics],
        "gains": results.list_winnings(tournament, list(battle.entries.values())),
        "chests": chests.list_opened(tournament),
        "course": course.build_course(battle),
    }


def get_own_code(battle: BattleContext, reader: str) -> str:
    """Return the code of the Emperor that fought for the reader; blank where there is none."""
    emperor = battle.entries[reader].emperor if reader else None
    return emperor.code if emperor else ""


def find_capture_of(battle: BattleContext, reader: str) -> Capture | None:
    """Return how the Emperor of a reader who has lost was captured; None where it was not."""
    outcome = battle.tournament.outcome or {}
    if not reader or reader in outcome["winners"] or battle.game.VIEW != "board":
        return None
    return next((each for each in results.list_captures(battle.tournament) if each.taken == reader), None)


def describe_fates(battle: BattleContext, result: results.LoggedResult, reader: str) -> list[dict[str, str | bool]]:
    """Return what became of the Emperors of a serious battle, as facts: the reader's own first, then by seats."""
    if battle.tournament.casual or not is_serious(battle.tournament.type):
        return []
    found = results.build_fates(battle.tournament, battle.entries, result)
    return [found[seat] | {"own": seat == reader} for seat in sorted(found, key=lambda seat: (seat != reader, seat))]
