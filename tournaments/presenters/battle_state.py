"""The state of a battle for its page and its socket, with names of Emperors for seats in every sentence.

Nothing of another seat's order is in it before the round has closed: the orders of closed rounds come from the rounds
themselves, and the reader's own from the service that keeps the seals.
"""

import json

from django.core.serializers.json import DjangoJSONEncoder

from tournaments.access.viewers import ANONYMOUS_VIEWER
from tournaments.domain import order_labels
from tournaments.domain.battle_types import (
    Aim,
    BattleState,
    ClosedRound,
    NamedOutcome,
    NextBoard,
    OwnSeat,
    Reason,
    Receipt,
)
from tournaments.domain.games import Outcome
from tournaments.models import Tournament
from tournaments.presenters.coach import describe_coaching
from tournaments.presenters.context import BattleContext, Sentence, find_battle_context
from tournaments.presenters.order_bar import describe_bar
from tournaments.selectors import battles
from tournaments.services import orders, queued_orders
from tournaments.services.casual.battles import UNHURRIED_SECONDS


def build_battle_state(battle: BattleContext, *, since: int | None = None) -> BattleState:
    """Return all that a battle page shows, with the closed rounds after `since` (the last one if None)."""
    seat = battle.own.seat if battle.own else None
    state = battles.build_battle_state(
        battle.tournament,
        battle.dynasty,
        get_own_order(battle),
        since,
        seat,
        list(battle.entries.values()),
        current=battle.current,
        now=battle.now,
    )
    if state["you"]:
        state["you"] |= {
            "queued": get_queued_orders(battle, state["you"]["seat"]),
            "next": build_next_round(battle, state["you"]),
        }
    state["aims"] = describe_aims(battle, seat)
    state["tournament"] |= {"title": battle.title, "outcome": build_outcome(battle)}
    state["seats"] = [seat | {"emperor": battle.names[seat["seat"]]} for seat in state["seats"]]
    state["rounds"] = [describe_round(battle, each) for each in state["rounds"]]
    state["bar"] = describe_bar(battle, state)
    state["coach"] = describe_coaching(battle, state)
    return add_casual_fields(battle, state) if battle.tournament.casual else state


def describe_aims(battle: BattleContext, seat: str | None) -> list[Aim]:
    """Return what wins the battle, each with how far the reader is; nothing once it is over."""
    if battle.tournament.status == Tournament.Status.FINISHED:
        return []
    aims = battle.game.list_aims(battles.get_state(battle.tournament, battle.current), seat)
    texts = [battle.format_sentences([part for part in aim if part]) for aim in aims]
    return [{"words": words, "progress": "".join(progress)} for words, *progress in texts]


def write_battle_state(battle: BattleContext, *, since: int | None = None) -> str:
    """Return the state as JSON text, exactly as the page's data address and the event socket send it."""
    return json.dumps(build_battle_state(battle, since=since), cls=DjangoJSONEncoder)


def write_public_state(code: str) -> str:
    """Return as JSON text what an anonymous viewer may see of a battle; raise LookupError if there is none."""
    battle = find_battle_context(code, ANONYMOUS_VIEWER)
    if battle is None:
        raise LookupError(code)
    return write_battle_state(battle)


def get_queued_orders(battle: BattleContext, seat: str) -> list[str]:
    """Return what the reader has queued for the round after the open one; nothing once the battle is over."""
    if battle.tournament.status == Tournament.Status.FINISHED:
        return []
    if battle.table is not None:
        return queued_orders.get_own_by_key(table=battle.table, key=battle.viewer.key, seat=seat)
    return queued_orders.get_own(tournament=battle.tournament, seat=seat, dynasty=battle.dynasty)


def build_next_round(battle: BattleContext, you: OwnSeat) -> NextBoard | None:
    """Return the board and the legal orders of the reader's seat after its order, if nobody else moved."""
    if not you["order"] or battle.current is None or battle.game.VIEW != "board" or battle.game.resigns(you["order"]):
        return None
    state = battles.get_state(battle.tournament, battle.current)
    then, _events = battle.game.resolve(state, [(you["seat"], you["order"])], "")
    if you["seat"] not in battle.game.to_act(then):
        return None
    return {"position": battle.game.view(then, you["seat"]), "legal": battle.game.legal(then, you["seat"])}


def add_casual_fields(battle: BattleContext, state: BattleState) -> BattleState:
    """Return the state with emblems and flipped tables, and without a deadline where the battle is untimed.

    At a shared screen the reader's seat is ready once its order is sealed, and not when the screen is handed over.
    """
    table = battle.table
    emblems, flippers = (table.emblems, table.find_flippers(battle.now)) if table else ({}, set())
    state["seats"] = [
        seat | {"emblem": emblems.get(seat["seat"]), "flipped": seat["seat"] in flippers} for seat in state["seats"]
    ]
    you = state["you"]
    if table and table.hot and you and you["order"]:
        for seat in state["seats"]:
            seat["ready"] |= seat["seat"] == you["seat"]
    is_paired = battle.table is not None and battle.table.casual.paired
    if battle.tournament.round_seconds >= UNHURRIED_SECONDS and not is_paired:
        state["tournament"]["deadline"] = None
    return state


def get_own_order(battle: BattleContext) -> Receipt | None:
    """Return the receipt of the reader's order in the open round; None if the round has closed meanwhile."""
    if battle.own is None or battle.tournament.status != Tournament.Status.RUNNING:
        return None
    found = orders.get_own_order(tournament=battle.tournament, seat=battle.own.seat)
    return found if battles.is_for_round(found, battle.current) else None


def build_outcome(battle: BattleContext) -> NamedOutcome | None:
    """Return how the battle ended, with the winners by name; None while it runs."""
    ended: Outcome | None = battle.tournament.outcome
    if ended is None:
        return None
    return {**ended, "names": [battle.names.get(seat, seat) for seat in ended["winners"]]}


def describe_round(battle: BattleContext, played: ClosedRound) -> ClosedRound:
    """Return a closed round with names instead of letters: its story, every step, and why pieces are where they are."""
    labels = order_labels.describe_stand_ins(played["stand_ins"])
    sentences = battle.format_sentences([*battle.game.event_words(played["events"]), *labels])
    return played | {
        "told": sentences,
        "story": build_story(battle, played, labels) or sentences,
        "why": describe_reasons(battle, played),
    }


def build_story(battle: BattleContext, played: ClosedRound, labels: list[Sentence]) -> list[str]:
    """Return a closed round in few sentences; nothing where the game's own words are a story already."""
    fallen = [seat for seat, stands in played["standing"].items() if stands["fallen"]]
    found = battle.game.event_story(
        played["before"],
        played["after"],
        played["events"],
        battle.tournament.rules,
        fallen,
        battle.own.seat if battle.own else "",
        field=battle.tournament.field,
    )
    return battle.format_sentences([*found, *labels]) if found else []


def describe_reasons(battle: BattleContext, played: ClosedRound) -> list[Reason]:
    """Return for each piece why it is where it is after a closed round."""
    found = battle.game.event_reasons(played["before"], played["events"], battle.tournament.rules)
    return [
        {
            "piece": story["piece"],
            "seat": story["seat"],
            "kind": story["kind"],
            "at": story["at"],
            "words": " ".join(battle.format_sentences(story["sentences"])),
        }
        for story in found
    ]


def get_past_round(battle: BattleContext, number: int) -> ClosedRound | None:
    """Return a closed round in words; None where there is none of that number."""
    seat = battle.own.seat if battle.own else None
    played = battles.get_round(battle.tournament, number, seat) if number < 10**6 else None
    return describe_round(battle, played) if played else None
