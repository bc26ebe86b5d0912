"""The state of a battle for its page and its socket, with names of Emperors for seats in every sentence.

Nothing of another seat's order is in it before the round has closed: the orders of closed rounds come from the rounds
themselves, and the reader's own from the service that keeps the seals.
"""

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from tournaments.access.viewers import ANONYMOUS_VIEWER
from tournaments.domain import order_labels
from tournaments.models import Tournament
from tournaments.presenters.context import BattleContext, Sentence, find_battle_context
from tournaments.selectors import battles
from tournaments.services import orders, queued_orders
from tournaments.services.casual_battles import UNHURRIED_SECONDS

Json = dict[str, Any]


def build_battle_state(seen: BattleContext, *, since: int | None = None) -> Json:
    """Return all that a battle page shows, with the closed rounds after `since` (the last one if None)."""
    seat = seen.own.seat if seen.own else None
    state = battles.build_battle_state(
        seen.tournament,
        seen.dynasty,
        get_own_order(seen),
        since,
        seat,
        list(seen.entries.values()),
        current=seen.current,
    )
    if state["you"]:
        state["you"] |= {
            "queued": get_queued_orders(seen, state["you"]["seat"]),
            "next": build_next_round(seen, state["you"]),
        }
    state["tournament"] |= {"title": seen.title, "outcome": build_outcome(seen)}
    state["seats"] = [seat | {"emperor": seen.names[seat["seat"]]} for seat in state["seats"]]
    state["rounds"] = [describe_round(seen, each) for each in state["rounds"]]
    return add_casual_fields(seen, state) if seen.tournament.casual else state


def write_battle_state(context: BattleContext, *, since: int | None = None) -> str:
    """Return the state as JSON text, exactly as the page's data address and the event socket send it."""
    return json.dumps(build_battle_state(context, since=since), cls=DjangoJSONEncoder)


def write_public_state(code: str) -> str:
    """Return as JSON text what an anonymous viewer may see of a battle; raise LookupError if there is none."""
    context = find_battle_context(code, ANONYMOUS_VIEWER)
    if context is None:
        raise LookupError(code)
    return write_battle_state(context)


def get_queued_orders(seen: BattleContext, seat: str) -> list[str]:
    """Return what the reader has queued for the round after the open one."""
    if seen.table is not None:
        return queued_orders.get_own_by_key(table=seen.table, key=seen.viewer.key, seat=seat)
    return queued_orders.get_own(tournament=seen.tournament, seat=seat, dynasty=seen.dynasty)


def build_next_round(seen: BattleContext, you: Json) -> Json | None:
    """Return the board and the legal orders of the reader's seat after its order, if nobody else moved."""
    if not you["order"] or seen.current is None or seen.game.VIEW != "board" or seen.game.resigns(you["order"]):
        return None
    state = battles.get_state(seen.tournament, seen.current)
    then, _events = seen.game.resolve(state, [(you["seat"], you["order"])], "")
    if you["seat"] not in seen.game.to_act(then):
        return None
    return {"position": seen.game.view(then, you["seat"]), "legal": seen.game.legal(then, you["seat"])}


def add_casual_fields(seen: BattleContext, state: Json) -> Json:
    """Return the state with emblems and flipped tables, and without a deadline where the battle is untimed."""
    emblems, flippers = (seen.table.emblems, seen.table.flippers) if seen.table else ({}, set())
    state["seats"] = [
        seat | {"emblem": emblems.get(seat["seat"]), "flipped": seat["seat"] in flippers} for seat in state["seats"]
    ]
    if seen.tournament.round_seconds >= UNHURRIED_SECONDS:
        state["tournament"]["deadline"] = None
    return state


def get_own_order(seen: BattleContext) -> Json | None:
    """Return the receipt of the reader's order in the open round; None if the round has closed meanwhile."""
    if seen.own is None or seen.tournament.status != Tournament.Status.RUNNING:
        return None
    found = orders.get_own_order(tournament=seen.tournament, seat=seen.own.seat)
    return found if battles.is_for_round(found, seen.current) else None


def build_outcome(seen: BattleContext) -> Json | None:
    """Return how the battle ended, with the winners by name; None while it runs."""
    ended = seen.tournament.outcome
    return ended and ended | {"names": [seen.names.get(seat, seat) for seat in ended["winners"]]}


def describe_round(seen: BattleContext, played: Json) -> Json:
    """Return a closed round with names instead of letters: its story, every step, and why pieces are where they are."""
    labels = order_labels.describe_stand_ins(played["stand_ins"])
    told = seen.tell([*seen.game.event_words(played["events"]), *labels])
    return played | {
        "told": told,
        "story": tell_story(seen, played, labels) or told,
        "why": describe_reasons(seen, played),
    }


def tell_story(seen: BattleContext, played: Json, labels: list[Sentence]) -> list[str]:
    """Return a closed round in few sentences; nothing where the game's own words are a story already."""
    fallen = [seat for seat, stands in played["standing"].items() if stands["fallen"]]
    found = seen.game.event_story(played["before"], played["after"], played["events"], seen.tournament.rules, fallen)
    return seen.tell([*found, *labels]) if found else []


def describe_reasons(seen: BattleContext, played: Json) -> list[Json]:
    """Return for each piece why it is where it is after a closed round."""
    found = seen.game.event_reasons(played["before"], played["events"], seen.tournament.rules)
    return [
        {name: story[name] for name in ("piece", "seat", "kind", "at")}
        | {"words": " ".join(seen.tell(story["sentences"]))}
        for story in found
    ]


def get_past_round(seen: BattleContext, number: int) -> Json | None:
    """Return a closed round in words; None where there is none of that number."""
    played = battles.get_round(seen.tournament, number) if number < 10**6 else None
    return describe_round(seen, played) if played else None
