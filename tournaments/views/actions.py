"""The doors through which people act: each reads a wish and calls one service."""

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
from tournaments.presenters.context import Seen, look
from tournaments.services import bets, casual_orders, entries, orders
from tournaments.views import responses

ABDICATE = "abdicate"


def acting(request: HttpRequest, code: str) -> tuple[Seen, Dynasty]:
    """The tournament and the dynasty that wishes something there; DomainError where the user has none."""
    seen = look(request, code)
    if seen.dynasty is None:
        raise DomainError("no_dynasty", _("Found your dynasty first: then you can take part."))
    return seen, seen.dynasty


def done(request: HttpRequest, code: str, sentence: str, **body: Any) -> HttpResponse:
    """Say that it was done, on the tournament's page or as JSON."""
    if responses.wants_json(request):
        return JsonResponse({"done": sentence, **body}, headers={"Cache-Control": "private, no-store"})
    messages.success(request, sentence)
    return redirect("tournament", code)


def emperor_of(dynasty: Dynasty, code: str) -> Emperor:
    """One of the dynasty's living emperors."""
    found = Emperor.objects.filter(dynasty=dynasty, code=code, died_at=None).first()
    if found is None:
        raise DomainError("not_your_emperor", _("Choose one of your emperors at court."))
    return found


def fighting(request: HttpRequest, code: str) -> Seen:
    """The battle, and who fights in it: by a dynasty, or casually by a key."""
    seen = look(request, code)
    return seen if seen.tournament.casual else acting(request, code)[0]


@responses.wish_by_key
def order(request: HttpRequest, code: str) -> HttpResponse:
    """Give an order, or another one instead. `last=ask`: say so instead, where it would end the round at once."""
    seen = fighting(request, code)
    wanted = orders_forms.read(orders_forms.OrderForm, request)
    try:
        return give(
            request, seen, find_step(seen.tournament, wanted), wanted["order"], ask_if_last=bool(wanted["last"])
        )
    except DomainError as refused:
        if refused.code != "ends_round" or not responses.wants_json(request):
            raise
        body = {"ends_round": True, "detail": str(refused)}
        return JsonResponse(body, headers={"Cache-Control": "private, no-store"})


@responses.wish_by_key
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take the order of the open round back."""
    seen = fighting(request, code)
    number = find_step(seen.tournament, orders_forms.read(orders_forms.StepForm, request))
    seat = seen.own.seat if seen.own else ""
    if seen.tournament.casual:
        casual_orders.take_back(tournament=seen.tournament, key=seen.holder.key, round_no=number, seat=seat)
    else:
        orders.take_back(tournament_id=seen.tournament.pk, round_no=number, seat=seat, dynasty=seen.dynasty)
    return done(request, code, _("Your order is taken back. Give another one before the round closes."))


def give(request: HttpRequest, seen: Seen, number: int, text: str, *, ask_if_last: bool = False) -> HttpResponse:
    receipt = (casual_receipt if seen.tournament.casual else receipt_of)(seen, number, text, ask_if_last=ask_if_last)
    if seen.table and seen.table.hot:  # the next page may be seen by another player: not a word of the order
        sentence = _("Your order is sealed. You can change it until you hand the screen over.")
    else:
        sentence = _("Your order is sealed: %(order)s. You can change it until the round closes.") % {
            "order": receipt["order"]
        }
    return done(request, seen.tournament.code, sentence, receipt=receipt)


def receipt_of(seen: Seen, number: int, text: str, *, ask_if_last: bool) -> orders.Receipt:
    """Give the order of a dynasty's seat."""
    if seen.own is None:
        raise DomainError("not_your_seat", _("Your dynasty has no seat in this battle."))
    return orders.give_order(
        tournament_id=seen.tournament.pk, round_no=number, seat=seen.own.seat, text=text, dynasty=seen.dynasty,
        ask_if_last=ask_if_last,
    )  # fmt: skip


def casual_receipt(seen: Seen, number: int, text: str, *, ask_if_last: bool) -> orders.Receipt:
    """Give the order of the seat that a key holds now."""
    seat = seen.own.seat if seen.own else ""
    return casual_orders.give(
        tournament=seen.tournament, key=seen.holder.key, round_no=number, seat=seat, text=text,
        ask_if_last=ask_if_last,
    )  # fmt: skip


@responses.wish
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Take a free seat."""
    seen, dynasty = acting(request, code)
    wanted = orders_forms.read(orders_forms.EntryForm, request)
    entry = entries.enter(
        tournament=seen.tournament, dynasty=dynasty, emperor=emperor_of(dynasty, wanted["emperor"]),
        seat=wanted["seat"], chest=wanted["chest"] or 0,
    )  # fmt: skip
    said = {"emperor": entry.name, "seat": entry.seat.upper()}
    return done(request, code, _("%(emperor)s has taken seat %(seat)s.") % said, seat=entry.seat)


@responses.wish
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Leave before the start."""
    seen, dynasty = acting(request, code)
    entries.withdraw(tournament=seen.tournament, dynasty=dynasty)
    return done(request, code, _("Your Emperor is back at court, and what you paid is yours again."))


@responses.wish
def bet(request: HttpRequest, code: str) -> HttpResponse:
    """Bet on a seat, or raise the bet; `look=yes` shows what it would bring back instead."""
    seen, dynasty = acting(request, code)
    wanted = orders_forms.read(orders_forms.BetForm, request)
    if orders_forms.sent(request).get("look") == "yes":
        chosen = {name: wanted[name] for name in ("seat", "asset", "amount", "emperor")}
        return redirect(f"{reverse('tournament', args=[code])}?{urlencode(chosen)}#bets")
    emperor = emperor_of(dynasty, wanted["emperor"]) if wanted["emperor"] else None
    placed = bets.place_bet(
        tournament=seen.tournament, dynasty=dynasty, emperor=emperor, seat=wanted["seat"], asset=wanted["asset"],
        amount=wanted["amount"],
    )  # fmt: skip
    return done(request, code, _("Bet placed."), seat=placed.seat, asset=placed.asset, amount=placed.amount)


@responses.wish_by_key
def abdicate(request: HttpRequest, code: str) -> HttpResponse:
    """Give the battle up; asked once more first, unless the wish says that it is sure."""
    seen = fighting(request, code)
    sent = orders_forms.sent(request)
    if sent.get("sure") not in ("yes", True):
        return ask_again(request, seen)
    return give(request, seen, seen.tournament.round_no, ABDICATE)


def ask_again(request: HttpRequest, seen: Seen) -> HttpResponse:
    if responses.wants_json(request):
        return responses.problem(409, "not_sure", _("Send sure: yes. There is no way back."))
    kind = TOURNAMENT_TYPES.get(seen.tournament.type)
    has_stake = kind is not None and kind.has_stake and not seen.tournament.casual
    context = {"seen": seen, "tournament": seen.tournament, "has_stake": has_stake}
    return render(request, "tournaments/abdicate.html", context)
