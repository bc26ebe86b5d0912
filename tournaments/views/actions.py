"""Views that change a battle: each reads its input and calls one service."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.sentences import fill
from dynasty.models import Dynasty, Emperor
from tournaments.access import origins
from tournaments.domain import games
from tournaments.domain.battle_types import Receipt
from tournaments.domain.round_titles import find_step
from tournaments.domain.tournament_types import TOURNAMENT_TYPES
from tournaments.forms import orders as orders_forms
from tournaments.presenters.context import BattleContext, get_battle_context
from tournaments.selectors import battles
from tournaments.services import bets, entries, orders, readiness
from tournaments.services.casual import orders as casual_orders
from tournaments.views import responses

ABDICATE = "abdicate"


def require_dynasty(request: HttpRequest, code: str) -> tuple[BattleContext, Dynasty]:
    """Return the battle and the reader's dynasty; raise DomainError where the user has none."""
    battle = get_battle_context(request, code)
    if battle.dynasty is None:
        raise DomainError("no_dynasty", _("Found your dynasty first: then you can take part."))
    return battle, battle.dynasty


def confirm(request: HttpRequest, code: str, sentence: str, **body: object) -> HttpResponse:
    """Confirm an action, on the tournament's page or as JSON."""
    if responses.wants_json(request):
        return JsonResponse({"done": sentence, **body}, headers={"Cache-Control": "private, no-store"})
    messages.success(request, sentence)
    return redirect("tournament", code)


def get_emperor(dynasty: Dynasty, code: str) -> Emperor:
    """Return a living emperor of the dynasty; raise DomainError if it has none with this code."""
    found = Emperor.objects.filter(dynasty=dynasty, code=code, died_at=None).first()
    if found is None:
        raise DomainError("not_your_emperor", _("Choose one of your Emperors at court."))
    return found


def require_player(request: HttpRequest, code: str) -> BattleContext:
    """Return the battle as one of its players sees it; raise DomainError for a user without a dynasty."""
    battle = get_battle_context(request, code)
    return battle if battle.tournament.casual else require_dynasty(request, code)[0]


@responses.action_by_key
def order(request: HttpRequest, code: str) -> HttpResponse:
    """Give or replace an order; with `last=ask`, answer instead if the order would end the round at once."""
    battle = require_player(request, code)
    fields = orders_forms.read(orders_forms.OrderForm, request)
    try:
        return submit_order(
            request, battle, find_step(battle.tournament, fields), fields["order"], ask_if_last=bool(fields["last"])
        )
    except DomainError as error:
        if error.code != "ends_round" or not responses.wants_json(request):
            raise
        body = {"ends_round": True, "detail": str(error)}
        return JsonResponse(body, headers={"Cache-Control": "private, no-store"})


@responses.action_by_key
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw the order of the open round."""
    battle = require_player(request, code)
    number = find_step(battle.tournament, orders_forms.read(orders_forms.StepForm, request))
    seat = battle.own.seat if battle.own else ""
    in_turn = is_awaited(battle)
    if battle.tournament.casual:
        casual_orders.take_back(tournament=battle.tournament, key=battle.viewer.key, round_no=number, seat=seat)
    else:
        orders.take_back(tournament_id=battle.tournament.pk, round_no=number, seat=seat, dynasty=battle.dynasty)
    sentence = _("Your order is taken back. Give another one before the round closes.")
    return confirm(request, code, sentence if in_turn else _("Your order is taken back."))


def submit_order(
    request: HttpRequest, battle: BattleContext, number: int, text: str, *, ask_if_last: bool = False
) -> HttpResponse:
    """Give an order and confirm it; in hot seat the confirmation does not repeat the order."""
    # Asked before: the order may close the round.
    resigns = games.is_resignation(text.strip().lower())
    in_turn = not resigns or is_awaited(battle)
    is_last = resigns and is_last_to_order(battle)
    receipt = (give_casual_order if battle.tournament.casual else give_dynasty_order)(
        battle, number, text, ask_if_last=ask_if_last
    )
    is_hot = bool(battle.table and battle.table.hot)
    sentence = describe_sealed(receipt["order"], is_hot=is_hot, in_turn=in_turn, is_last=is_last)
    return confirm(request, battle.tournament.code, sentence, receipt=receipt)


def is_awaited(battle: BattleContext) -> bool:
    """Return whether the open round waits for the reader's seat; out of turn one can only resign."""
    state = battles.get_state(battle.tournament, battle.current)
    return battle.own is not None and battle.own.seat in battle.game.to_act(state)


def is_last_to_order(battle: BattleContext) -> bool:
    """Return whether the open round waits for the reader's order alone, computer players aside."""
    current, own = battle.current, battle.own
    return current is not None and own is not None and readiness.is_last(battle.tournament, current, own.seat)


def describe_sealed(order: str, *, is_hot: bool, in_turn: bool, is_last: bool) -> str:
    """Return the sentence that confirms an order.

    is_hot: whether another player may see the next page, which then says not a word of the order. is_last: whether the
    order ends the round, after which nothing can be changed.
    """
    if is_hot:
        return _("Your order is sealed. You can change it until you hand the screen over.")
    if games.is_resignation(order) and not in_turn:
        return _("You resign as soon as the battle goes on. Until then you can take this back.")
    if games.is_resignation(order) and is_last:
        return _("You have resigned.")
    if games.is_resignation(order):
        return _("You resign when this round closes. Until then you can send another order.")
    if order == "-":
        return _("You hold. You can send another order until the round closes.")
    return fill(_("Your order is sealed: %(order)s. You can change it until the round closes."), {"order": order})


def give_dynasty_order(battle: BattleContext, number: int, text: str, *, ask_if_last: bool) -> Receipt:
    """Give the order of a dynasty's seat."""
    if battle.own is None:
        raise DomainError("not_your_seat", _("Your dynasty has no seat in this battle."))
    return orders.give_order(
        tournament_id=battle.tournament.pk,
        round_no=number,
        seat=battle.own.seat,
        text=text,
        dynasty=battle.dynasty,
        ask_if_last=ask_if_last,
    )


def give_casual_order(battle: BattleContext, number: int, text: str, *, ask_if_last: bool) -> Receipt:
    """Give the order of the seat that a key holds now."""
    seat = battle.own.seat if battle.own else ""
    return casual_orders.give(
        tournament=battle.tournament,
        key=battle.viewer.key,
        round_no=number,
        seat=seat,
        text=text,
        ask_if_last=ask_if_last,
    )


@responses.action
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Enter the tournament on a free seat."""
    battle, dynasty = require_dynasty(request, code)
    fields = orders_forms.read(orders_forms.EntryForm, request)
    entry = entries.enter(
        tournament=battle.tournament,
        dynasty=dynasty,
        emperor=get_emperor(dynasty, fields["emperor"]),
        seat=fields["seat"],
        chest=fields["chest"] or 0,
    )
    origins.note_origin(request, battle.tournament, dynasty, battle.viewer.key)
    values = {"emperor": entry.name, "seat": entry.seat.upper()}
    return confirm(request, code, fill(_("%(emperor)s has taken seat %(seat)s."), values), seat=entry.seat)


@responses.action
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw an entry before the start."""
    battle, dynasty = require_dynasty(request, code)
    entries.withdraw(tournament=battle.tournament, dynasty=dynasty)
    return confirm(request, code, _("Your Emperor is back at court, and what you paid is yours again."))


@responses.action
def bet(request: HttpRequest, code: str) -> HttpResponse:
    """Place or raise a bet; with `look=yes`, show what it would return instead."""
    battle, dynasty = require_dynasty(request, code)
    fields = orders_forms.read(orders_forms.BetForm, request)
    chosen = {name: fields[name] for name in ("seat", "asset", "amount", "emperor")}
    filled = f"{reverse('tournament', args=[code])}?{urlencode(chosen)}"
    if orders_forms.read_body(request).get("look") == "yes":
        return redirect(f"{filled}#bets")
    try:
        emperor = get_emperor(dynasty, fields["emperor"]) if fields["emperor"] else None
        placed = bets.place_bet(tournament=battle.tournament, dynasty=dynasty, **chosen | {"emperor": emperor})
    except DomainError as error:
        return responses.respond_to_error(request, error, filled)
    origins.note_origin(request, battle.tournament, dynasty, battle.viewer.key)
    return confirm(request, code, _("Bet placed."), seat=placed.seat, asset=placed.asset, amount=placed.amount)


@responses.action_by_key
def abdicate(request: HttpRequest, code: str) -> HttpResponse:
    """Resign; ask for confirmation unless the input has `sure`."""
    battle = require_player(request, code)
    sent = orders_forms.read_body(request)
    if sent.get("sure") not in ("yes", True):
        return ask_for_confirmation(request, battle)
    return submit_order(request, battle, battle.tournament.round_no, ABDICATE)


def ask_for_confirmation(request: HttpRequest, battle: BattleContext) -> HttpResponse:
    """Ask the player to confirm the resignation."""
    if responses.wants_json(request):
        return responses.build_problem(409, "not_sure", _("Send sure: yes. There is no way back."))
    kind = TOURNAMENT_TYPES.get(battle.tournament.type)
    has_stake = kind is not None and kind.has_stake and not battle.tournament.casual
    context = {"battle": battle, "tournament": battle.tournament, "has_stake": has_stake}
    return render(request, "tournaments/abdicate.html", context)
