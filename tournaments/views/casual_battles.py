"""The pages of a casual battle: waiting room, hand-over screen, battle."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain import casual_keys, round_titles
from tournaments.models import Casual, Entry, Tournament
from tournaments.presenters.context import BattleContext
from tournaments.selectors import battles as states
from tournaments.selectors import casual_battles
from tournaments.selectors.casual_battles import CasualBattle
from tournaments.views import battles
from tournaments.views.announcements import describe_preset

Json = dict[str, Any]
NOT_STARTED = (Tournament.Status.ANNOUNCED, Tournament.Status.CANCELLED)


@dataclass(frozen=True)
class Screen:
    """What a reader, with or without a key, has to do in a casual battle now."""

    table: CasualBattle
    kept: list[Entry]
    """The entries of its key."""
    waiting: list[Entry]
    """Those of them that the open round waits for, in turn."""
    begun: bool
    """Whether somebody at this screen has finished the open round."""

    @property
    def hot(self) -> bool:
        """Return whether several players share this screen."""
        return self.table.hot

    @property
    def next(self) -> Entry | None:
        """Return the entry whose turn it is at this screen."""
        return self.waiting[0] if self.waiting else None

    @property
    def after(self) -> Entry | None:
        """Return the entry whose turn it is after that."""
        return self.waiting[1] if len(self.waiting) > 1 else None

    @property
    def hidden(self) -> bool:
        """Return whether the screen is being handed from one player to another."""
        return self.hot and not self.table.casual.at_screen and self.begun and bool(self.waiting)

    @property
    def over(self) -> bool:
        """Return whether the player at the screen is done while another one here still has to order."""
        here = self.table.casual.at_screen
        return self.hot and bool(here) and bool(self.waiting) and here not in [entry.seat for entry in self.waiting]

    @property
    def shared(self) -> bool:
        """Return whether more than one person at this screen is still in the battle."""
        return self.hot and len(self.waiting) + self.begun > 1


def render_battle(request: HttpRequest, seen: BattleContext) -> HttpResponse:
    """Render a casual battle: before, between two players, or during and after the battle."""
    if seen.tournament.status in NOT_STARTED:
        return render_waiting_room(request, seen)
    if request.GET.get("part") == "news":
        return HttpResponse(headers={"HX-Refresh": "true"})  # it has begun since the page was loaded
    screen = build_screen(seen)
    if screen and screen.hidden:
        hidden = {"tournament": seen.tournament, "screen": screen, "when": format_open_round(seen)}
        return render(request, "casual/hand_over.html", hidden)
    context = battles.build_context(request, seen)
    return render(
        request, "tournaments/battle.html", context | build_extra_context(request, seen, screen, context["board"])
    )


def format_open_round(seen: BattleContext) -> str:
    """Return the open round in words, for the screen between two players."""
    return round_titles.format_title(seen.current.game_round, seen.current.turn_of, seen.names) if seen.current else ""


def build_screen(seen: BattleContext) -> Screen | None:
    """Return what the reader has to do; None where the casual data of the battle was deleted."""
    if seen.table is None:
        return None
    kept = seen.table.kept(seen.viewer.key)
    current = casual_battles.get_open_round(seen.tournament) if kept else None
    waiting = casual_battles.list_waiting_seats(seen.tournament, current, kept)
    begun = any(seat in current.ready for seat in kept) if current else False
    return Screen(
        seen.table,
        [seen.entries[seat] for seat in kept if seat in seen.entries],
        [seen.entries[seat] for seat in waiting],
        begun,
    )


def build_extra_context(request: HttpRequest, seen: BattleContext, screen: Screen | None, board: Json) -> Json:
    """Return what the battle's page needs for a casual battle."""
    return {
        "screen": screen,
        "replay": bool(screen and screen.hot and not screen.begun and not board["you"] and board["rounds"]),
        "keep": build_keep_url(request, screen) if screen and screen.kept else "",
        "again": screen.table.casual.rematch if screen else None,
    }


def build_keep_url(request: HttpRequest, screen: Screen) -> str:
    """Return where a casual player founds a dynasty, with name and emblem of this Emperor filled in."""
    entry = screen.kept[0]
    filled = {"name": entry.name, "emperor": entry.name, **screen.table.emblems.get(entry.seat, {})}
    there = f"{reverse('found')}?{urlencode(filled)}"
    if request.user.is_authenticated:
        return there
    return f"{reverse('account_signup')}?{urlencode({'next': there})}"


@dataclass(frozen=True)
class Chair:
    """A seat of a battle that has not started, and its invitation link for the host."""

    letter: str
    entry: Entry | None
    link: str


def render_waiting_room(request: HttpRequest, seen: BattleContext) -> HttpResponse:
    """Render who has come and who is awaited; with `part=news`, only the part that changes."""
    table = seen.table
    context = {
        "seen": seen,
        "tournament": seen.tournament,
        "own": seen.own,
        "table": table,
        "chairs": list_chairs(request, seen, table) if table else [],
        "host": bool(table and is_host(seen, table.casual)),
        "position": seen.game.view(states.get_state(seen.tournament, None)),
        "seats": [{"seat": letter, "emperor": seen.names[letter]} for letter in seen.entries],
        "field": [_(words) for words in seen.game.field_words(seen.tournament.field)],
        "preset": describe_preset(seen),
        "computers": seen.tournament.seats - table.casual.people if table else 0,
    }
    part = "casual/waiting.html#news" if request.GET.get("part") == "news" else "casual/waiting.html"
    return render(request, part, context)


def is_host(seen: BattleContext, casual: Casual) -> bool:
    """Return whether the reader's key is that of the host."""
    return bool(seen.viewer.key) and casual.host == seen.viewer.key


def list_chairs(request: HttpRequest, seen: BattleContext, table: CasualBattle) -> list[Chair]:
    """Return the seats for people."""
    letters = [each.seat for each in table.seats]
    return [
        Chair(letter, seen.entries.get(letter), build_invitation_link(request, seen, table, letter))
        for letter in letters
    ]


def build_invitation_link(request: HttpRequest, seen: BattleContext, table: CasualBattle, seat: str) -> str:
    """Return the invitation to a free seat; empty for taken seats and for readers other than the host."""
    if seat in seen.entries or not is_host(seen, table.casual):
        return ""
    secret = casual_keys.make_invitation(seen.token, seen.tournament.code, seat)
    return request.build_absolute_uri(reverse("casual_seat", args=[secret]))
