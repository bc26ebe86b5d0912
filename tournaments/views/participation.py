"""The panel of absences, substitutes and votes of a battle, and its actions."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from core.limits import BODY_BYTES, STANDING_ORDERS
from tournaments.domain.round_titles import find_step
from tournaments.domain.tournament_types import allows_computers
from tournaments.forms.orders import StepForm, read, read_body
from tournaments.models import Entry, StandIn
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.presenters.context import BattleContext, get_battle_context
from tournaments.selectors import training
from tournaments.selectors import votes as voting
from tournaments.services import extensions, queued_orders, stand_ins, standing_orders, votes
from tournaments.views import responses
from tournaments.views.actions import confirm, require_dynasty, require_player

TITLES = {
    "draw": gettext_lazy("A draw"),
    "pause": gettext_lazy("A pause"),
    "resume": gettext_lazy("Going on before the pause is over"),
}


class VoteForm(StepForm):
    """A vote on a subject."""

    what = forms.ChoiceField(choices=[(what, what) for what in TITLES])
    back = forms.BooleanField(required=False)


class StandingForm(forms.Form):
    """Standing orders, one a line."""

    orders = forms.CharField(max_length=BODY_BYTES, required=False, strip=True)


class SubstituteForm(forms.Form):
    """The seat that a volunteer wants to play."""

    seat = forms.CharField(max_length=1)


@dataclass(frozen=True)
class Row:
    """A seat that is asleep, on vacation or played by a substitute."""

    seat: str
    name: str
    asleep: bool
    until: Any
    led_by: str
    """The name of the volunteer."""
    computer: bool
    wanted: bool


@dataclass(frozen=True)
class Ballot:
    """A vote that is open or can be opened."""

    what: str
    title: str
    agreed: list[str]
    needed: int
    mine: bool


def build_context(seen: BattleContext) -> dict[str, Any]:
    """Return what the panel shows this reader; only `table`, which is None, where no battle runs."""
    if seen.current is None:
        return {"table": None}
    table = voting.get_voting_state(seen.tournament, seen.current, list(seen.seated.values()), seen.now)
    if table is None:
        return {"table": None}
    own = find_own_entry(seen)
    return {
        "table": table,
        "mark": voting.hash_public(voting.build_public(table)),
        "rows": list_rows(seen, table),
        "ballots": list_ballots(seen, table, own),
        "delays": [
            (seen.names.get(each.seat, each.seat), each) for each in table.delays if each.round == table.round.number
        ],
        "may_lead": seen.own is None and seen.dynasty is not None,
        "leads": seen.own is not None and own is None,
        **build_own_actions(seen, table, own),
    }


def find_own_entry(seen: BattleContext) -> Entry | None:
    """Return the reader's own entry, not one that it plays as a substitute."""
    own = seen.own
    return own if own is not None and seen.dynasty is not None and own.dynasty_id == seen.dynasty.pk else None


def build_own_actions(seen: BattleContext, table: voting.VotingState, own: Entry | None) -> dict[str, Any]:
    """Return what only the reader may see and do for its seat."""
    if own is None or own.seat not in table.fighting:
        return {"own": None}
    led = table.led.get(own.seat)
    return {
        "own": own,
        "voice": own.seat in table.voices,
        "standing": "\n".join(standing_orders.get_own(tournament=seen.tournament, dynasty=seen.dynasty)),
        "most_standing": STANDING_ORDERS[0],
        "extensions_left": voting.count_extensions_left(table, own.seat),
        "may_call": allows_computers(seen.tournament.type) and not (led and led.computer),
        "led": led,
    }


def list_rows(seen: BattleContext, table: voting.VotingState) -> list[Row]:
    """Return the seats that are asleep, on vacation or played by substitutes."""
    away, wanted = voting.get_leaves(table), voting.list_wanted(table)
    found = [
        Row(
            entry.seat,
            seen.names[entry.seat],
            entry.missed >= ASLEEP_AFTER,
            away[entry.seat].until if entry.seat in away else None,
            format_substitute(seen, led) if (led := table.led.get(entry.seat)) and led.dynasty else "",
            bool(led and led.computer),
            entry.seat in wanted,
        )
        for entry in table.entries
        if entry.seat in table.fighting
    ]
    return [row for row in found if row.asleep or row.until or row.led_by or row.computer]


def format_substitute(seen: BattleContext, led: StandIn) -> str:
    """Return the name of a volunteer; to outsiders of a training, only that it is one."""
    if led.dynasty is None or (training.is_discreet(seen.tournament) and not find_own_entry(seen)):
        return _("a volunteer")
    return led.dynasty.name


def list_ballots(seen: BattleContext, table: voting.VotingState, own: Entry | None) -> list[Ballot]:
    """Return the votes: all of them for a reader with a vote, else those that somebody agreed to."""
    found = [
        Ballot(
            what,
            str(TITLES[what]),
            [seen.names.get(seat, seat) for seat in table.votes.get(what, [])],
            voting.get_needed(what, len(table.voices)),
            own is not None and own.seat in table.votes.get(what, []),
        )
        for what in voting.list_open_votes(table)
    ]
    return [each for each in found if each.agreed or (own is not None and own.seat in table.voices)]


@require_safe
def panel(request: HttpRequest, code: str) -> HttpResponse:
    """Show the panel as a page, or, with `part=panel`, as a part of the battle's page."""
    seen = get_battle_context(request, code)
    template = "_votes.html" if request.GET.get("part") == "panel" else "votes.html"
    answer = render(
        request, f"tournaments/{template}", {"seen": seen, "tournament": seen.tournament} | build_context(seen)
    )
    answer["Cache-Control"] = "private, no-store"
    return answer


@responses.action
def more_time(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for half a round more."""
    seen, dynasty = require_dynasty(request, code)
    number = find_step(seen.tournament, read(StepForm, request))
    asked = extensions.request_extension(tournament_id=seen.tournament.pk, round_no=number, dynasty=dynasty)
    return confirm(request, code, _("The round lasts longer."), seconds=asked.seconds)


@responses.action
def set_standing_orders(request: HttpRequest, code: str) -> HttpResponse:
    """Replace or remove the standing orders of a seat."""
    seen, dynasty = require_dynasty(request, code)
    body = read_body(request).get("orders", "")
    lines = body if isinstance(body, list) else str(read(StandingForm, request)["orders"]).splitlines()
    kept = standing_orders.set_orders(
        tournament_id=seen.tournament.pk, dynasty=dynasty, texts=[str(line) for line in lines]
    )
    said = _("Your standing order is saved.") if kept else _("You have no standing order now.")
    return confirm(request, code, said, orders=kept)


@responses.action_by_key
def queue_orders(request: HttpRequest, code: str) -> HttpResponse:
    """Replace or remove the queued orders for the round after the open one."""
    seen = require_player(request, code)
    number = find_step(seen.tournament, read(StepForm, request))
    lines = str(read(StandingForm, request)["orders"]).splitlines()
    wanted: dict[str, Any] = {"tournament_id": seen.tournament.pk, "round_no": number, "texts": lines}
    if seen.tournament.casual:
        seat = seen.own.seat if seen.own else ""
        kept = queued_orders.queue_by_key(key=seen.viewer.key, seat=seat, **wanted)
    else:
        kept = queued_orders.queue(dynasty=require_dynasty(request, code)[1], **wanted)
    said = _("Your order for the next round is saved.") if kept else _("Nothing is queued for the next round.")
    return confirm(request, code, said, queued=kept)


@responses.action
def vote(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to a vote, or take that back."""
    seen, dynasty = require_dynasty(request, code)
    wanted = read(VoteForm, request)
    ballot = {
        "tournament_id": seen.tournament.pk,
        "round_no": find_step(seen.tournament, wanted),
        "what": wanted["what"],
    }
    if wanted["back"]:
        votes.take_back(dynasty=dynasty, **ballot)
        return confirm(request, code, _("You no longer agree."), decided=False)
    decided = votes.agree(dynasty=dynasty, **ballot)
    said = _("Decided.") if decided else _("You agree. It counts until the round closes.")
    return confirm(request, code, said, decided=decided)


@responses.action
def lead_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Play a sleeping seat as a substitute."""
    seen, dynasty = require_dynasty(request, code)
    led = stand_ins.volunteer(
        tournament_id=seen.tournament.pk, dynasty=dynasty, seat=read(SubstituteForm, request)["seat"]
    )
    return confirm(request, code, _("You lead this seat until its player orders again."), seat=led.seat)


@responses.action
def step_down(request: HttpRequest, code: str) -> HttpResponse:
    """Stop playing as a substitute."""
    seen, dynasty = require_dynasty(request, code)
    stand_ins.step_down(tournament_id=seen.tournament.pk, dynasty=dynasty)
    return confirm(request, code, _("You no longer lead this seat."))


@responses.action
def call_computer(request: HttpRequest, code: str) -> HttpResponse:
    """Let a computer player substitute for one's own seat."""
    seen, dynasty = require_dynasty(request, code)
    stand_ins.call_computer(tournament_id=seen.tournament.pk, dynasty=dynasty)
    return confirm(request, code, _("A computer player plays for you until you send an order."))
