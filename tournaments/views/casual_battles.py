"""The pages of a casual battle: waiting room, hand-over screen, battle."""

from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain import casual_keys, matchmaking, round_titles
from tournaments.domain.battle_types import BattleState
from tournaments.models import Casual, Entry, Tournament
from tournaments.presenters import positions
from tournaments.presenters.casual_words import build_words
from tournaments.presenters.context import BattleContext
from tournaments.selectors import battles as states
from tournaments.selectors import casual_battles, casual_players, challenges
from tournaments.selectors.casual_battles import CasualBattle
from tournaments.views import battles
from tournaments.views.announcements import describe_preset

NOT_STARTED = (Tournament.Status.ANNOUNCED, Tournament.Status.CANCELLED)


@dataclass(frozen=True)
class Screen:
    """What a reader, with or without a key, has to do in a casual battle now."""

    table: CasualBattle
    owned: list[Entry]
    """The entries of its key."""
    waiting: list[Entry]
    """Those of them that the open round waits for, in turn."""
    begun: bool
    """Whether somebody at this screen has finished the open round."""
    elsewhere: bool = False
    """Whether the reader's dynasty has a seat whose key lies in another browser."""

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


def render_battle(request: HttpRequest, battle: BattleContext) -> HttpResponse:
    """Render a casual battle: before, between two players, or during and after the battle."""
    if battle.tournament.status in NOT_STARTED:
        return render_waiting_room(request, battle)
    if request.GET.get("part") == "news":
        return HttpResponse(headers={"HX-Refresh": "true"})  # it has begun since the page was loaded
    screen = build_screen(battle)
    if request.GET.get("part") == "rematch":
        again = screen.table.casual.rematch if screen else None
        part = {"tournament": battle.tournament, "screen": screen, "again": again}
        return render(request, "casual/_rematch.html", part)
    if screen and screen.hidden:
        hidden = {"tournament": battle.tournament, "screen": screen, "when": format_open_round(battle)}
        return render(request, "casual/hand_over.html", hidden)
    context = battles.build_context(request, battle)
    board = cast("BattleState", context["board"])
    return render(request, "tournaments/battle.html", context | build_extra_context(request, battle, screen, board))


def format_open_round(battle: BattleContext) -> str:
    """Return the open round in words, for the screen between two players."""
    return (
        round_titles.format_title(battle.current.game_round, battle.current.turn_of, battle.names)
        if battle.current
        else ""
    )


def build_screen(battle: BattleContext) -> Screen | None:
    """Return what the reader has to do; None where the casual data of the battle was deleted."""
    if battle.table is None:
        return None
    owned = battle.table.list_owned_seats(battle.viewer.key)
    current = casual_battles.get_open_round(battle.tournament) if owned else None
    waiting = casual_battles.list_waiting_seats(battle.tournament, current, owned)
    begun = any(seat in current.ready for seat in owned) if current else False
    return Screen(
        battle.table,
        [battle.entries[seat] for seat in owned if seat in battle.entries],
        [battle.entries[seat] for seat in waiting],
        begun,
        elsewhere=not owned and casual_players.has_seat(battle.tournament, battle.dynasty),
    )


def build_extra_context(
    request: HttpRequest, battle: BattleContext, screen: Screen | None, board: BattleState
) -> dict[str, object]:
    """Return what the battle's page needs for a casual battle."""
    return {
        "screen": screen,
        "replay": bool(screen and screen.hot and not screen.begun and not board["you"] and board["rounds"]),
        "keep": build_keep_url(request, screen) if screen and screen.owned and not battle.dynasty else "",
        "again": screen.table.casual.rematch if screen else None,
        "origin": positions.describe_origin(battle),
        "words": build_words(battle),
    }


def build_keep_url(request: HttpRequest, screen: Screen) -> str:
    """Return where a casual player founds a dynasty, with name and emblem of this Emperor filled in."""
    entry = screen.owned[0]
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


def render_waiting_room(request: HttpRequest, battle: BattleContext) -> HttpResponse:
    """Render who has come and who is awaited; with `part=news`, only the part that changes."""
    table = battle.table
    context = {
        "battle": battle,
        "tournament": battle.tournament,
        "own": battle.own,
        "table": table,
        "chairs": list_chairs(request, battle, table) if table else [],
        "flippers": table.find_flippers(battle.now) if table else set(),
        "host": bool(table and is_host(battle, table.casual)),
        "position": battle.game.view(states.get_state(battle.tournament, None)),
        "seats": [{"seat": letter, "emperor": battle.names[letter]} for letter in battle.entries],
        "field": [_(words) for words in battle.game.field_words(battle.tournament.field)],
        "preset": describe_preset(battle),
        "computers": battle.tournament.seats - table.casual.people if table else 0,
        "reader": battle.dynasty,
        **build_challenge(battle, table),
    }
    part = "casual/waiting.html#news" if request.GET.get("part") == "news" else "casual/waiting.html"
    return render(request, part, context)


def build_challenge(battle: BattleContext, table: CasualBattle | None) -> dict[str, object]:
    """Return for whom the table waits, and until when, where it waits for a certain dynasty."""
    found = challenges.find(battle.tournament) if table and table.casual.paired else None
    ends_at = found.made_at + matchmaking.get_wait(battle.tournament.round_seconds) if found else None
    return {"challenge": found, "challenge_ends": ends_at}


def is_host(battle: BattleContext, casual: Casual) -> bool:
    """Return whether the reader's key is that of the host."""
    return bool(battle.viewer.key) and casual.host == battle.viewer.key


def list_chairs(request: HttpRequest, battle: BattleContext, table: CasualBattle) -> list[Chair]:
    """Return the seats for people."""
    letters = [each.seat for each in table.seats]
    return [
        Chair(letter, battle.entries.get(letter), build_invitation_link(request, battle, table, letter))
        for letter in letters
    ]


def build_invitation_link(request: HttpRequest, battle: BattleContext, table: CasualBattle, seat: str) -> str:
    """Return the invitation to a free seat; empty for taken seats and for readers other than the host."""
    if seat in battle.entries or table.casual.paired or not is_host(battle, table.casual):
        return ""
    secret = casual_keys.make_invitation(battle.token, battle.tournament.code, seat)
    return request.build_absolute_uri(reverse("casual_seat", args=[secret]))
