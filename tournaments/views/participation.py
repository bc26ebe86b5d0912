"""The panel of absences, substitutes and votes of a battle, and its actions."""

from dataclasses import dataclass
from types import ModuleType

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
from tournaments.selectors import hidden_names
from tournaments.selectors import votes as voting
from tournaments.services import extensions, queued_orders, stand_ins, standing_orders, votes
from tournaments.services.casual import pauses
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
    until: object
    led_by: str
    """The name of the volunteer."""
    computer: bool
    vacant: bool


@dataclass(frozen=True)
class Ballot:
    """A vote that is open or can be opened."""

    what: str
    title: str
    agreed: list[str]
    needed: int
    mine: bool


def build_context(battle: BattleContext) -> dict[str, object]:
    """Return what the panel shows this reader; only `table`, which is None, where no battle runs."""
    if battle.current is None:
        return {"table": None}
    table = voting.get_voting_state(battle.tournament, battle.current, list(battle.seated.values()), battle.now)
    if table is None:
        return {"table": None}
    own = find_own_entry(battle)
    if battle.tournament.casual:
        own = find_voting_entry(battle, table)
    return {
        "table": table,
        "mark": voting.hash_public(voting.build_public(table)),
        "rows": list_rows(battle, table),
        "ballots": list_ballots(battle, table, own),
        "delays": [
            (battle.names.get(each.seat, each.seat), each) for each in table.delays if each.round == table.round.number
        ],
        "may_lead": battle.own is None and battle.dynasty is not None,
        "leads": battle.own is not None and own is None,
        **(build_casual_actions(own) if battle.tournament.casual else build_own_actions(battle, table, own)),
    }


def find_own_entry(battle: BattleContext) -> Entry | None:
    """Return the reader's own entry, not one that it plays as a substitute."""
    own = battle.own
    return own if own is not None and battle.dynasty is not None and own.dynasty_id == battle.dynasty.pk else None


def find_voting_entry(battle: BattleContext, table: voting.VotingState) -> Entry | None:
    """Return an entry of a casual battle with which the reader votes; None where there is none."""
    owned = battle.table.list_owned_seats(battle.viewer.key) if battle.table else []
    return next((battle.seated[seat] for seat in owned if seat in table.voices), None)


def build_casual_actions(own: Entry | None) -> dict[str, object]:
    """Return what a reader may do in a casual battle: vote, with an entry that has a vote."""
    return {"own": own, "voice": own is not None}


def build_own_actions(battle: BattleContext, table: voting.VotingState, own: Entry | None) -> dict[str, object]:
    """Return what only the reader may see and do for its seat."""
    if own is None or own.seat not in table.fighting:
        return {"own": None}
    stand_in = table.stand_ins.get(own.seat)
    return {
        "own": own,
        "voice": own.seat in table.voices,
        "standing": "\n".join(standing_orders.get_own(tournament=battle.tournament, dynasty=battle.dynasty)),
        "most_standing": STANDING_ORDERS[0],
        "extensions_left": voting.count_extensions_left(table, own.seat),
        "may_call": allows_computers(battle.tournament.type) and not (stand_in and stand_in.computer),
        "led": stand_in,
    }


def list_rows(battle: BattleContext, table: voting.VotingState) -> list[Row]:
    """Return the seats that are asleep, on vacation or played by substitutes."""
    leaves, vacant = voting.get_leaves(table), voting.list_wanted(table)
    found = [
        Row(
            entry.seat,
            battle.names[entry.seat],
            entry.missed >= ASLEEP_AFTER,
            leaves[entry.seat].until if entry.seat in leaves else None,
            format_substitute(battle, stand_in)
            if (stand_in := table.stand_ins.get(entry.seat)) and stand_in.dynasty
            else "",
            bool(stand_in and stand_in.computer),
            entry.seat in vacant,
        )
        for entry in table.entries
        if entry.seat in table.fighting
    ]
    return [row for row in found if row.asleep or row.until or row.led_by or row.computer]


def format_substitute(battle: BattleContext, stand_in: StandIn) -> str:
    """Return the name of a volunteer; to outsiders of a training, only that it is one."""
    if stand_in.dynasty is None or (hidden_names.is_discreet(battle.tournament) and not find_own_entry(battle)):
        return _("a volunteer")
    return stand_in.dynasty.name


def list_ballots(battle: BattleContext, table: voting.VotingState, own: Entry | None) -> list[Ballot]:
    """Return the votes: all of them for a reader with a vote, else those that somebody agreed to."""
    found = [
        Ballot(
            what,
            str(TITLES[what]),
            [battle.names.get(seat, seat) for seat in table.votes.get(what, [])],
            table.get_needed(what),
            own is not None and own.seat in table.votes.get(what, []),
        )
        for what in voting.list_open_votes(table)
    ]
    return [each for each in found if each.agreed or (own is not None and own.seat in table.voices)]


@require_safe
def panel(request: HttpRequest, code: str) -> HttpResponse:
    """Show the panel as a page, or, with `part=panel`, as a part of the battle's page."""
    battle = get_battle_context(request, code)
    part = "casual/_pause.html" if battle.tournament.casual else "tournaments/_votes.html"
    context = {"battle": battle, "tournament": battle.tournament, "part": part} | build_context(battle)
    answer = render(request, part if request.GET.get("part") == "panel" else "tournaments/votes.html", context)
    answer["Cache-Control"] = "private, no-store"
    return answer


@responses.action
def more_time(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for half a round more."""
    battle, dynasty = require_dynasty(request, code)
    number = find_step(battle.tournament, read(StepForm, request))
    delay = extensions.request_extension(tournament_id=battle.tournament.pk, round_no=number, dynasty=dynasty)
    return confirm(request, code, _("The round lasts longer."), seconds=delay.seconds)


@responses.action
def set_standing_orders(request: HttpRequest, code: str) -> HttpResponse:
    """Replace or remove the standing orders of a seat."""
    battle, dynasty = require_dynasty(request, code)
    body = read_body(request).get("orders", "")
    lines = body if isinstance(body, list) else str(read(StandingForm, request)["orders"]).splitlines()
    saved = standing_orders.set_orders(
        tournament_id=battle.tournament.pk, dynasty=dynasty, texts=[str(line) for line in lines]
    )
    text = _("Your standing order is saved.") if saved else _("You have no standing order now.")
    return confirm(request, code, text, orders=saved)


@responses.action_by_key
def queue_orders(request: HttpRequest, code: str) -> HttpResponse:
    """Replace or remove the queued orders for the round after the open one."""
    battle = require_player(request, code)
    number = find_step(battle.tournament, read(StepForm, request))
    lines = str(read(StandingForm, request)["orders"]).splitlines()
    tournament_id = battle.tournament.pk
    if battle.tournament.casual:
        seat = battle.own.seat if battle.own else ""
        saved = queued_orders.queue_by_key(
            tournament_id=tournament_id, key=battle.viewer.key, seat=seat, round_no=number, texts=lines
        )
    else:
        dynasty = require_dynasty(request, code)[1]
        saved = queued_orders.queue(tournament_id=tournament_id, dynasty=dynasty, round_no=number, texts=lines)
    text = _("Your order for the next round is saved.") if saved else _("Nothing is queued for the next round.")
    return confirm(request, code, text, queued=saved)


@responses.action_by_key
def vote(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to a vote, or take that back."""
    battle = require_player(request, code)
    fields = read(VoteForm, request)
    ballot = {"round_no": find_step(battle.tournament, fields), "what": fields["what"]}
    service: ModuleType = votes
    if battle.tournament.casual:
        service, ballot = pauses, ballot | {"tournament": battle.tournament, "key": battle.viewer.key}
    else:
        ballot |= {"tournament_id": battle.tournament.pk, "dynasty": battle.dynasty}
    if fields["back"]:
        service.take_back(**ballot)
        return confirm(request, code, _("You no longer agree."), decided=False)
    decided = service.agree(**ballot)
    text = _("Decided.") if decided else _("You agree. It counts until the round closes.")
    return confirm(request, code, text, decided=decided)


@responses.action
def lead_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Play a sleeping seat as a substitute."""
    battle, dynasty = require_dynasty(request, code)
    stand_in = stand_ins.volunteer(
        tournament_id=battle.tournament.pk, dynasty=dynasty, seat=read(SubstituteForm, request)["seat"]
    )
    return confirm(request, code, _("You lead this seat until its player gives an order again."), seat=stand_in.seat)


@responses.action
def step_down(request: HttpRequest, code: str) -> HttpResponse:
    """Stop playing as a substitute."""
    battle, dynasty = require_dynasty(request, code)
    stand_ins.step_down(tournament_id=battle.tournament.pk, dynasty=dynasty)
    return confirm(request, code, _("You no longer lead this seat."))


@responses.action
def call_computer(request: HttpRequest, code: str) -> HttpResponse:
    """Let a computer player substitute for one's own seat."""
    battle, dynasty = require_dynasty(request, code)
    stand_ins.call_computer(tournament_id=battle.tournament.pk, dynasty=dynasty)
    return confirm(request, code, _("A computer player plays for you until you send an order."))
