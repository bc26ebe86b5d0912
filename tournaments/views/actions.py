"""Views that change a battle: each reads its input and calls one service."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from core.errors import DomainError
from dynasty.models import Dynasty, Emperor
from tournaments.domain.round_titles import find_step
from tournaments.domain.tournament_types import TOURNAMENT_TYPES
from tournaments.forms import orders as orders_forms
from tournaments.presenters.context import BattleContext, get_battle_context
from tournaments.services import bets, casual_orders, entries, orders
from tournaments.views import responses

ABDICATE = "abdicate"


def require_dynasty(request: HttpRequest, code: str) -> tuple[BattleContext, Dynasty]:
    """Return the battle and the reader's dynasty; raise DomainError where the user has none."""
    seen = get_battle_context(request, code)
    if seen.dynasty is None:
        raise DomainError("no_dynasty", _("Found your dynasty first: then you can take part."))
    return seen, seen.dynasty


def confirm(request: HttpRequest, code: str, sentence: str, **body: Any) -> HttpResponse:
    """Confirm an action, on the tournament's page or as JSON."""
    if responses.wants_json(request):
        return JsonResponse({"done": sentence, **body}, headers={"Cache-Control": "private, no-store"})
    messages.success(request, sentence)
    return redirect("tournament", code)


def get_emperor(dynasty: Dynasty, code: str) -> Emperor:
    """Return a living emperor of the dynasty; raise DomainError if it has none with this code."""
    found = Emperor.objects.filter(dynasty=dynasty, code=code, died_at=None).first()
    if found is None:
        raise DomainError("not_your_emperor", _("Choose one of your emperors at court."))
    return found


def require_player(request: HttpRequest, code: str) -> BattleContext:
    """Return the battle as one of its players sees it; raise DomainError for a user without a dynasty."""
    seen = get_battle_context(request, code)
    return seen if seen.tournament.casual else require_dynasty(request, code)[0]


@responses.action_by_key
def order(request: HttpRequest, code: str) -> HttpResponse:
    """Give or replace an order; with `last=ask`, answer instead if the order would end the round at once."""
    seen = require_player(request, code)
    wanted = orders_forms.read(orders_forms.OrderForm, request)
    try:
        return submit_order(
            request, seen, find_step(seen.tournament, wanted), wanted["order"], ask_if_last=bool(wanted["last"])
        )
    except DomainError as refused:
        if refused.code != "ends_round" or not responses.wants_json(request):
            raise
        body = {"ends_round": True, "detail": str(refused)}
        return JsonResponse(body, headers={"Cache-Control": "private, no-store"})


@responses.action_by_key
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw the order of the open round."""
    seen = require_player(request, code)
    number = find_step(seen.tournament, orders_forms.read(orders_forms.StepForm, request))
    seat = seen.own.seat if seen.own else ""
    if seen.tournament.casual:
        casual_orders.take_back(tournament=seen.tournament, key=seen.viewer.key, round_no=number, seat=seat)
    else:
        orders.take_back(tournament_id=seen.tournament.pk, round_no=number, seat=seat, dynasty=seen.dynasty)
    return confirm(request, code, _("Your order is taken back. Give another one before the round closes."))


def submit_order(
    request: HttpRequest, seen: BattleContext, number: int, text: str, *, ask_if_last: bool = False
) -> HttpResponse:
    """Give an order and confirm it; in hot seat the confirmation does not repeat the order."""
    receipt = (give_casual_order if seen.tournament.casual else give_dynasty_order)(
        seen, number, text, ask_if_last=ask_if_last
    )
    if seen.table and seen.table.hot:  # the next page may be seen by another player: not a word of the order
        sentence = _("Your order is sealed. You can change it until you hand the screen over.")
    else:
        sentence = _("Your order is sealed: %(order)s. You can change it until the round closes.") % {
            "order": receipt["order"]
        }
    return confirm(request, seen.tournament.code, sentence, receipt=receipt)


def give_dynasty_order(seen: BattleContext, number: int, text: str, *, ask_if_last: bool) -> orders.Receipt:
    """Give the order of a dynasty's seat."""
    if seen.own is None:
        raise DomainError("not_your_seat", _("Your dynasty has no seat in this battle."))
    return orders.give_order(
        tournament_id=seen.tournament.pk,
        round_no=number,
        seat=seen.own.seat,
        text=text,
        dynasty=seen.dynasty,
        ask_if_last=ask_if_last,
    )


def give_casual_order(seen: BattleContext, number: int, text: str, *, ask_if_last: bool) -> orders.Receipt:
    """Give the order of the seat that a key holds now."""
    seat = seen.own.seat if seen.own else ""
    return casual_orders.give(
        tournament=seen.tournament,
        key=seen.viewer.key,
        round_no=number,
        seat=seat,
        text=text,
        ask_if_last=ask_if_last,
    )


@responses.action
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Enter the tournament on a free seat."""
    seen, dynasty = require_dynasty(request, code)
    wanted = orders_forms.read(orders_forms.EntryForm, request)
    entry = entries.enter(
        tournament=seen.tournament,
        dynasty=dynasty,
        emperor=get_emperor(dynasty, wanted["emperor"]),
        seat=wanted["seat"],
        chest=wanted["chest"] or 0,
    )
    said = {"emperor": entry.name, "seat": entry.seat.upper()}
    return confirm(request, code, _("%(emperor)s has taken seat %(seat)s.") % said, seat=entry.seat)


@responses.action
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw an entry before the start."""
    seen, dynasty = require_dynasty(request, code)
    entries.withdraw(tournament=seen.tournament, dynasty=dynasty)
    return confirm(request, code, _("Your Emperor is back at court, and what you paid is yours again."))


@responses.action
def bet(request: HttpRequest, code: str) -> HttpResponse:
    """Place or raise a bet; with `look=yes`, show what it would return instead."""
    seen, dynasty = require_dynasty(request, code)
    wanted = orders_forms.read(orders_forms.BetForm, request)
    if orders_forms.read_body(request).get("look") == "yes":
        chosen = {name: wanted[name] for name in ("seat", "asset", "amount", "emperor")}
        return redirect(f"{reverse('tournament', args=[code])}?{urlencode(chosen)}#bets")
    emperor = get_emperor(dynasty, wanted["emperor"]) if wanted["emperor"] else None
    placed = bets.place_bet(
        tournament=seen.tournament,
        dynasty=dynasty,
        emperor=emperor,
        seat=wanted["seat"],
        asset=wanted["asset"],
        amount=wanted["amount"],
    )
    return confirm(request, code, _("Bet placed."), seat=placed.seat, asset=placed.asset, amount=placed.amount)


@responses.action_by_key
def abdicate(request: HttpRequest, code: str) -> HttpResponse:
    """Resign; ask for confirmation unless the input has `sure`."""
    seen = require_player(request, code)
    sent = orders_forms.read_body(request)
    if sent.get("sure") not in ("yes", True):
        return ask_for_confirmation(request, seen)
    return submit_order(request, seen, seen.tournament.round_no, ABDICATE)


def ask_for_confirmation(request: HttpRequest, seen: BattleContext) -> HttpResponse:
    """Ask the player to confirm the resignation."""
    if responses.wants_json(request):
        return responses.build_problem(409, "not_sure", _("Send sure: yes. There is no way back."))
    kind = TOURNAMENT_TYPES.get(seen.tournament.type)
    has_stake = kind is not None and kind.has_stake and not seen.tournament.casual
    context = {"seen": seen, "tournament": seen.tournament, "has_stake": has_stake}
    return render(request, "tournaments/abdicate.html", context)
