"""Votes of a battle and the requests that each seat can still make, for the voting panel and for programs."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.serializers.json import DjangoJSONEncoder

from core.json_types import Json
from tournaments.domain import absence_policy
from tournaments.models import Delay, Entry, Leave, Round, StandIn, Tournament, Vote
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import hidden_names, participation, time_rules


@dataclass(frozen=True)
class VotingState:
    """A running battle with its entries, votes, stand-ins and delays."""

    tournament: Tournament
    round: Round
    entries: Sequence[Entry]
    """Of people, in the order of their seats."""
    fighting: Sequence[str]
    voices: Sequence[str]
    stand_ins: dict[str, StandIn]
    votes: dict[str, list[str]]
    """Which seats agree to what in this round."""
    delays: Sequence[Delay]
    """Of the whole battle."""
    now: datetime

    @property
    def paused(self) -> bool:
        return self.tournament.paused_until is not None and self.now < self.tournament.paused_until

    def get_needed(self, what: str) -> int:
        return get_needed(what, len(self.voices), casual=self.tournament.casual)


def get_voting_state(
    tournament: Tournament, current: Round | None, entries: Sequence[Entry], now: datetime
) -> VotingState | None:
    """Return the voting state of a running battle; None where there is no vote.

    `entries`: all entries of the battle, with their dynasties.
    """
    if current is None or tournament.status != Tournament.Status.RUNNING:
        return None
    people = participation.filter_voting(tournament, entries)
    fighting = participation.get_fighting(tournament, current)
    voices = participation.get_voters(people, participation.get_living(tournament, current, people))
    votes: dict[str, list[str]] = {}
    for what, seat in Vote.objects.filter(tournament=tournament, round=current.number).values_list("what", "seat"):
        votes.setdefault(what, []).append(seat)
    if tournament.casual:
        return VotingState(tournament, current, people, fighting, voices, {}, votes, [], now)
    delays = list(Delay.objects.filter(tournament=tournament).order_by("round", "seat"))
    return VotingState(tournament, current, people, fighting, voices, participation.get_stand_ins(tournament),
                 votes, delays, now)  # fmt: skip


def list_open_votes(table: VotingState) -> list[str]:
    """List the proposals that can be voted on now."""
    agreed, late = (
        time_rules.get_absence_policy(table.tournament),
        table.round.game_round >= absence_policy.FIRST_DRAW_ROUND,
    )
    able = {
        "draw": agreed.draws and late and len(table.voices) >= absence_policy.MIN_DRAW_VOTERS,
        "pause": not table.paused and table.tournament.pauses < agreed.pauses,
        "resume": table.paused,
    }
    return [what for what, holds in able.items() if holds and table.voices]


def get_needed(what: str, voices: int, *, casual: bool = False) -> int:
    """Return how many votes decide: two thirds for a pause of a tournament, all of them otherwise."""
    return -(-2 * voices // 3) if what == "pause" and not casual else voices


def list_wanted(table: VotingState) -> list[str]:
    """List the sleeping seats that a volunteer may lead."""
    if not time_rules.get_absence_policy(table.tournament).volunteers:
        return []
    return [each.seat for each in table.entries if each.missed >= ASLEEP_AFTER and each.seat in table.fighting
            and each.seat not in table.stand_ins and each.seat not in table.round.ready]  # fmt: skip


def count_extensions_left(table: VotingState, seat: str) -> int:
    """Count how often a seat may still ask for more time; 0 in a round that cannot be extended further."""
    extensions = [each for each in table.delays if each.cause == "asked"]
    here = [each for each in extensions if each.round == table.round.number]
    length = (table.round.scheduled or table.round.deadline) - table.round.opened_at
    full = timedelta(seconds=sum(each.seconds for each in here)) + length / 2 > length
    if seat not in table.fighting or full or any(each.seat == seat for each in here):
        return 0
    return max(
        0, time_rules.get_absence_policy(table.tournament).extensions - sum(each.seat == seat for each in extensions)
    )


def get_leaves(table: VotingState) -> dict[str, Leave]:
    """Return the leaves by seat; empty where the absence policy has no leave."""
    return (
        participation.get_leaves(table.entries, table.now)
        if time_rules.get_absence_policy(table.tournament).leave
        else {}
    )


def build_public(table: VotingState) -> Json:
    """Build the public part of the voting state."""
    return {
        **table.round.called,
        "deadline": table.round.deadline,
        "paused_until": table.tournament.paused_until if table.paused else None,
        "voices": list(table.voices),
        "votes": [
            {"what": what, "agreed": sorted(table.votes.get(what, [])), "needed": table.get_needed(what)}
            for what in list_open_votes(table)
        ],
        "asleep": [each.seat for each in table.entries if each.missed >= ASLEEP_AFTER],
        "on_leave": {seat: leave.until for seat, leave in get_leaves(table).items()},
        "led": {seat: describe_leader(table, each) for seat, each in table.stand_ins.items()},
        "wanted": list_wanted(table),
        "delays": [
            {"seat": each.seat, "cause": each.cause, "seconds": each.seconds}
            for each in table.delays
            if each.round == table.round.number
        ],
    }


def describe_leader(table: VotingState, leader: StandIn) -> str:
    """Return who leads a seat: a dynasty's code, or only what it is."""
    if leader.dynasty is None:
        return "computer"
    return "volunteer" if hidden_names.is_discreet(table.tournament) else leader.dynasty.code


def hash_public(public: Json | None) -> str:
    """Hash what the voting panel shows to viewers without a vote, to detect changes."""
    state = public or {}
    shown = {name: state.get(name) for name in ("paused_until", "asleep", "on_leave", "led", "wanted", "delays")}
    agreed = [vote for vote in state.get("votes", []) if vote["agreed"]]
    text = json.dumps(shown | {"votes": agreed}, sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def get_public(tournament: Tournament, now: datetime) -> Json | None:
    """Return the public voting state of a tournament; None where the battle is not running."""
    found = get_voting_state(
        tournament, participation.get_open_round(tournament), participation.get_entries(tournament), now
    )
    return build_public(found) if found else None
