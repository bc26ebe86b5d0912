"""Arenas as pages show them: how each stands, its table, and what its reader can do in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.utils.translation import gettext as _

from core import clock
from dynasty.models import Club, Dynasty
from dynasty.selectors import clubs
from tournaments.domain import arenas, games, level_ratings, levels
from tournaments.domain import timeliness as timeliness_domain
from tournaments.domain.durations import format_duration
from tournaments.domain.matchmaking import GROUNDS
from tournaments.models import Arena, ArenaPlayer, Tournament
from tournaments.selectors import arenas as selected
from tournaments.selectors import contract, timeliness
from tournaments.selectors.arenas import ArenaLine

PODIUM = 3


@dataclass(frozen=True)
class ArenaCard:
    """An arena with the words for what is played in it."""

    arena: Arena
    ground: str
    rules: str
    pace: str
    lasts: str
    state: str
    """announced, running or over."""
    club: Club | None
    """The one whose members alone can enter."""
    conditions: list[str]
    """Who may enter, and whether computer players take part, one sentence each."""
    winners: str = ""
    """Who won it, in a list; blank before its end, and where nobody fought."""


def build_cards(found: Iterable[Arena], now: datetime | None = None) -> list[ArenaCard]:
    """Return arenas in the active language, as they stand now. `now`: the moment, if it is known already."""
    moment, listed = now or clock.now(), list(found)
    winners = selected.find_winners(listed)
    return [build_card(each, moment, winners.get(each.pk, ())) for each in listed]


def build_card(arena: Arena, now: datetime | None = None, winners: Sequence[str] = ()) -> ArenaCard:
    """Return an arena in the active language. `now`: the moment, if it is known already."""
    game = games.GAMES[GROUNDS[arena.field].game]
    return ArenaCard(
        arena,
        _(game.field_words(arena.field)[0]),
        _(game.presets()[arena.preset][0]),
        str(arenas.ROUND_SECONDS[arena.round_seconds]),
        format_duration(int((arena.ends_at - arena.starts_at).total_seconds())),
        get_state(arena, now),
        get_club(arena),
        describe_conditions(arena),
        ", ".join(winners),
    )


def get_club(arena: Arena) -> Club | None:
    """Return the club for which an arena was announced, if there is one."""
    of_club = getattr(arena, "of_club", None)
    return of_club.club if of_club else None


def get_state(arena: Arena, now: datetime | None = None) -> str:
    """Return whether an arena is announced, running or over. `now`: the moment, if it is known already."""
    now = now or clock.now()
    if arena.closed_at is not None or now >= arena.ends_at:
        return "over"
    return "announced" if now < arena.starts_at else "running"


class ArenaContext(TypedDict):
    """What the part of an arena's page shows that changes while it is open."""

    arena: Arena
    state: str
    dynasty: Dynasty | None
    hosts: bool
    """Whether the reader announced it."""
    lines: list[ArenaLine]
    ranked: int
    """How many have a place."""
    own: ArenaLine | None
    podium: list[ArenaLine]
    battles: int
    """How many are over."""
    battle: str
    """The code of the battle that the reader fights now; blank if there is none."""
    battle_before: str
    """The same code where the reader knows of it; blank where the page shall lead there."""
    club: Club | None
    """The one whose members alone can enter."""
    outsider: bool
    """Whether the reader cannot enter, being no member of the club."""
    objection: str
    """Why the reader cannot enter for its timeliness; blank: it can."""
    computer: str
    """The computer player that the reader may fight now; blank: none is offered."""
    waits: str
    """See `describe_wait`; blank for readers who have not entered, and while the arena does not go on."""


def build_context(
    arena: Arena, dynasty: Dynasty | None, *, is_opened: bool = False, battle_before: str = ""
) -> ArenaContext:
    """Return what the part of an arena's page shows that changes while it is open.

    `is_opened`: whether the page is just opened, which leads to a battle that has just begun; `battle_before`: the code
    of the battle from which its reader comes.
    """
    lines = selected.build_table(selected.list_players(arena))
    own = next((each for each in lines if dynasty and each.player.dynasty_id == dynasty.pk), None)
    state, club = get_state(arena), get_club(arena)
    member = club is None or own is not None or clubs.find_member(club, dynasty) is not None
    waits = describe_wait(own, lines) if own and state == "running" else ""
    return {
        "arena": arena,
        "state": state,
        "dynasty": dynasty,
        "hosts": dynasty is not None and arena.organiser_id == dynasty.pk,
        "lines": lines,
        "ranked": sum(each.place is not None for each in lines),
        "own": own,
        "podium": [each for each in lines if each.player.battles][:PODIUM] if state == "over" else [],
        "battles": selected.count_battles(arena, [each.player for each in lines]),
        "battle": find_battle(own),
        "battle_before": "" if is_opened and has_just_begun(own, battle_before) else find_battle(own),
        "club": club,
        "outsider": dynasty is not None and not member,
        "objection": timeliness.find_arena_objection(arena, dynasty) if own is None and state != "over" else "",
        "computer": name_computer(arena, own) if own and waits in ("waits", "alone") else "",
        "waits": waits,
    }


def name_computer(arena: Arena, own: ArenaLine) -> str:
    """Return the level of the computer player that is offered to somebody who waits; blank: none is, or not yet."""
    if not arena.computers or clock.now() - own.player.waits_since < arenas.COMPUTER_AFTER:
        return ""
    game = GROUNDS[arena.field].game
    level = level_ratings.find_match(selected.get_rating(arena, own.player.dynasty), game)
    return f"{levels.get_title(level)} ({level_ratings.get_rating(level, game):.0f})"


def describe_conditions(arena: Arena) -> list[str]:
    """Return who may enter and whether computer players take part, in the active language."""
    sentences = timeliness_domain.describe(
        arena.timeliness, newcomers=arena.newcomers, sentence=timeliness_domain.RATED_SENTENCE
    )
    words = [contract.format_sentence(each) for each in sentences]
    if arena.computers:
        words.append(_("Somebody for whom no rival is free may fight a computer player: a victory is worth 1 point."))
    return words


def find_battle(own: ArenaLine | None) -> str:
    """Return the code of the battle that the reader fights now; blank if there is none."""
    tournament = own.player.tournament if own else None
    return tournament.code if tournament and tournament.status == Tournament.Status.RUNNING else ""


def has_just_begun(own: ArenaLine | None, battle_before: str) -> bool:
    """Return whether the battle that the reader fights has just begun, and is not the one with this code."""
    tournament = own.player.tournament if own else None
    began = tournament.started_at if tournament and tournament.code != battle_before else None
    return began is not None and clock.now() - began < arenas.LEADS


def describe_wait(own: ArenaLine, lines: list[ArenaLine]) -> str:
    """Return in one word what the reader does: fights, pauses, is alone, or waits."""
    player = own.player
    if player.tournament_id:
        return "fights"
    if player.paused:
        return "pauses"
    others = [each.player for each in lines if each is not own and not each.player.paused]
    return "waits" if any(is_there(each) for each in others) else "alone"


def is_there(player: ArenaPlayer) -> bool:
    """Return whether somebody fights, or has the page of the arena open."""
    return bool(player.tournament_id) or clock.now() - player.visited_at < arenas.STAYS
