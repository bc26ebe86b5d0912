"""A casual battle as its players see it: the table before the start, the screen between two players, the battle."""

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
    """What somebody with a key, or without one, has to do with a casual battle now."""

    table: CasualBattle
    kept: list[Entry]
    """The entries of its key."""
    waiting: list[Entry]
    """Those of them that the open round waits for, in turn."""
    begun: bool
    """Whether somebody at this screen has finished the open round."""

    @property
    def hot(self) -> bool:
        return self.table.hot

    @property
    def next(self) -> Entry | None:
        """Whose turn it is at this screen."""
        return self.waiting[0] if self.waiting else None

    @property
    def after(self) -> Entry | None:
        """Whose turn it is then."""
        return self.waiting[1] if len(self.waiting) > 1 else None

    @property
    def hidden(self) -> bool:
        """Whether the screen is being handed from one player to another."""
        return self.hot and not self.table.casual.at_screen and self.begun and bool(self.waiting)

    @property
    def over(self) -> bool:
        """Whether who sits at the screen has nothing to do now, and somebody else here has."""
        here = self.table.casual.at_screen
        return self.hot and bool(here) and bool(self.waiting) and here not in [entry.seat for entry in self.waiting]

    @property
    def shared(self) -> bool:
        """Whether more than one person at this screen still fights."""
        return self.hot and len(self.waiting) + self.begun > 1


def render_battle(request: HttpRequest, seen: BattleContext) -> HttpResponse:
    """A casual battle, at whatever point it is."""
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
    """What the reader has to do with it; None where all that made it casual is gone."""
    if seen.table is None:
        return None
    kept = seen.table.kept(seen.holder.key)
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
    """What the battle's page needs besides."""
    return {
        "screen": screen,
        "replay": bool(screen and screen.hot and not screen.begun and not board["you"] and board["rounds"]),
        "keep": build_keep_url(request, screen) if screen and screen.kept else "",
        "again": screen.table.casual.rematch if screen else None,
    }


def build_keep_url(request: HttpRequest, screen: Screen) -> str:
    """Where a casual player founds a dynasty, with this Emperor's name and emblem filled in."""
    entry = screen.kept[0]
    filled = {"name": entry.name, "emperor": entry.name, **screen.table.emblems.get(entry.seat, {})}
    there = f"{reverse('found')}?{urlencode(filled)}"
    if request.user.is_authenticated:
        return there
    return f"{reverse('account_signup')}?{urlencode({'next': there})}"


@dataclass(frozen=True)
class Chair:
    """A seat of a battle that has not begun, and the link that gives it away, for the host."""

    letter: str
    entry: Entry | None
    link: str


def render_waiting_room(request: HttpRequest, seen: BattleContext) -> HttpResponse:
    """Who is there and who is waited for. With `part=news`, only that."""
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
    return bool(seen.holder.key) and casual.host == seen.holder.key


def list_chairs(request: HttpRequest, seen: BattleContext, table: CasualBattle) -> list[Chair]:
    """The seats for people."""
    letters = [each.seat for each in table.seats]
    return [
        Chair(letter, seen.entries.get(letter), build_invitation_link(request, seen, table, letter))
        for letter in letters
    ]


def build_invitation_link(request: HttpRequest, seen: BattleContext, table: CasualBattle, seat: str) -> str:
    """The invitation to a seat that is still free; only the host can see it."""
    if seat in seen.entries or not is_host(seen, table.casual):
        return ""
    secret = casual_keys.make_invitation(seen.token, seen.tournament.code, seat)
    return request.build_absolute_uri(reverse("casual_seat", args=[secret]))
