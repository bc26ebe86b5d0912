"""Skill for pages: names of ladders, numbers with their doubt, and what a battle may do to them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypedDict

import players
from core import numbers
from dynasty.domain import skill
from dynasty.domain.skill import Contender, Skill
from dynasty.selectors import ratings
from tournaments.domain import ladders, level_ratings, levels
from tournaments.models import Entry, Tournament
from tournaments.presenters.context import BattleContext
from tournaments.selectors import casual_players

GAMES_ON_SCALE = {"board": "emperors", "map": "campaign.classic"}
"""The game whose levels stand on the scale of a family."""


class LevelRating(TypedDict):
    """A computer player with its rating."""

    title: str
    rating: int


class SkillChange(TypedDict):
    """What a battle did to the skill of the dynasty on a seat."""

    entry: Entry
    own: bool
    before: str
    after: str
    signed: str


def list_levels(family: str) -> list[LevelRating]:
    """Return the computer players of a family with their ratings, the strongest first."""
    game = GAMES_ON_SCALE[family]
    rated = [(levels.get_title(name), level_ratings.get_rating(name, game)) for name in players.levels(game)]
    return [{"title": title, "rating": round(rating)} for title, rating in reversed(rated)]


@dataclass(frozen=True)
class SkillAtStake:
    """What one seat has, and how that changes if it wins, and if one of the others does."""

    seat: str
    entry: Entry
    now: str
    won: str
    lost: str


def list_at_stake(battle: BattleContext) -> list[SkillAtStake]:
    """Return what a rated battle puts at stake for the seats of people, as far as the reader may know them.

    Nothing in a training that hides who fights, and nothing while fewer than two seats are taken.
    """
    tournament = battle.tournament
    hidden = any(entry.dynasty_id != battle.seated[seat].dynasty_id for seat, entry in battle.entries.items())
    if hidden or not ladders.counts(tournament) or len(battle.entries) < 2:
        return []
    entries = list(battle.entries.values())
    contenders = build_contenders(tournament, entries)
    return [
        describe_seat(number, entries, contenders)
        for number, entry in enumerate(entries)
        if not contenders[number].fixed
    ]


def get_dynasty_ids(tournament: Tournament, entries: Iterable[Entry]) -> dict[str, int]:
    """Return the dynasties of people by seat, also in casual battles between people."""
    ids = {entry.seat: entry.dynasty_id for entry in entries if entry.dynasty_id}
    return ids | {seat: each.pk for seat, each in casual_players.get_dynasties(tournament).items()}


def build_contenders(tournament: Tournament, entries: list[Entry]) -> list[Contender]:
    """Return the seats of a battle as they would be rated; a place of 2 for all."""
    family, pace = ladders.get_ladder(tournament)
    dynasties = get_dynasty_ids(tournament, entries)
    skills = ratings.get_skills(list(dynasties.values()), family, pace)
    return [
        Contender(skills.get(dynasties[entry.seat], Skill()), 2)
        if entry.seat in dynasties and not entry.player and not (entry.dynasty and entry.dynasty.house)
        else Contender(
            Skill(level_ratings.get_rating(entry.player or "random", tournament.game), skill.FIXED_DEVIATION), 2, True
        )
        for entry in entries
    ]


def describe_seat(number: int, entries: list[Entry], contenders: list[Contender]) -> SkillAtStake:
    """Return what is at stake for one seat: as if it won alone, and as if each other seat did."""
    own = contenders[number].skill

    def rate_if_won_by(winner: int) -> float:
        places = [replace(each, place=1 if place == winner else 2) for place, each in enumerate(contenders)]
        return skill.rate(places)[number].rating

    lost = sorted(format_change(own, rate_if_won_by(other)) for other in range(len(entries)) if other != number)
    ends = dict.fromkeys([lost[0], lost[-1]])
    return SkillAtStake(
        entries[number].seat,
        entries[number],
        own.text,
        numbers.format_signed(format_change(own, rate_if_won_by(number))),
        "…".join(numbers.format_signed(change) for change in ends),
    )


def format_change(before: Skill, after: float) -> int:
    """Return a change as the difference of what is shown before and after."""
    return round(after) - round(before.rating)


def list_changes(battle: BattleContext) -> list[SkillChange]:
    """Return what a finished battle did to the skill of the dynasties that fought; nothing of a training."""
    if not ladders.counts(battle.tournament):
        return []
    changes = ratings.list_changes(battle.tournament.code)
    dynasties = get_dynasty_ids(battle.tournament, battle.entries.values())
    return [
        {
            "entry": entry,
            "own": battle.dynasty is not None and dynasties.get(entry.seat) == battle.dynasty.pk,
            "before": Skill(change.rating_before, change.deviation_before).text,
            "after": Skill(change.rating_after, change.deviation_after).text,
            "signed": numbers.format_signed(round(change.rating_after) - round(change.rating_before)),
        }
        for entry in battle.entries.values()
        if (change := changes.get(dynasties.get(entry.seat, 0)))
    ]
