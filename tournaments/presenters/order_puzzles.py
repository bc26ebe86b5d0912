"""Puzzles of one order as their pages show them: never more than the position before there is an answer."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battlefield import game
from battlefield.battles import Battle
from core.json_types import Json
from core.sentences import fill
from tournaments.domain import order_puzzles
from tournaments.domain.puzzle_themes import THEMES
from tournaments.models import OrderPuzzle
from tournaments.presenters.review import GRADES, describe_option, to_percent
from tournaments.selectors import listings

LESSONS = {
    "finish": gettext_lazy("The best order wins the battle against most replies."),
    "save": gettext_lazy("The Emperor was in danger, and the best order keeps him safe."),
    "capture": gettext_lazy("The best order captures a piece against most replies."),
    "escape": gettext_lazy("A piece was about to be captured, and the best order saves it."),
    "throne": gettext_lazy("The throne decides: the best order takes it or keeps it."),
    "double": gettext_lazy("The best order threatens several pieces at once."),
    "patience": gettext_lazy("Here it is best to hold: whoever moves first loses something."),
    "position": gettext_lazy("The best order prepares what comes next."),
}
"""What a puzzle teaches, by its theme."""
SHOWN = 4
"""Orders of the mixture that are shown at most."""


def build_puzzle(puzzle: OrderPuzzle, order: str = "") -> Json:
    """Return the context of a puzzle's page; with an order, with the judgement of it and the solution."""
    battle = game.read(puzzle.state)
    position = game.view(battle)
    answer = build_answer(puzzle, order) if order else None
    legal = {} if answer else game.legal(battle, puzzle.seat)
    you = {"seat": puzzle.seat, "legal": legal, "order": answer["best"]["order"] if answer else None}
    return {
        "puzzle": puzzle,
        "seat": puzzle.seat,
        "position": position,
        "data": {"position": position, "you": you, "rounds": []},
        "orders": ["-", *(f"{origin}-{goal}" for origin, goals in legal.items() for goal in goals)],
        "rules": list_rules(battle),
        "answer": answer,
    }


def list_rules(battle: Battle) -> list[str]:
    """Return the rules of a battle in sentences."""
    return [fill(_(sentence), fields) for sentence, fields in game.rule_words(battle.ruleset.as_json())]


def build_answer(puzzle: OrderPuzzle, order: str) -> Json:
    """Return the judgement of an answer, and the solution."""
    key = order_puzzles.read_key(puzzle.solution)
    grade, good = key.grade(order), key.good
    words, mark = GRADES[grade]
    source = listings.get_by_code(puzzle.source)
    mixture = sorted((key.option(each) for each in key.often), key=lambda option: (-option.often, -option.chance))
    return {
        "order": order,
        "right": key.is_right(order),
        "grade": {"name": str(grade), "words": words, "mark": mark},
        "chance": to_percent(key.chances[order]),
        "most": to_percent(key.best),
        "lost": to_percent(key.best) - to_percent(key.chances[order]),
        "best": describe_option(good[0]),
        "good": [describe_option(option) for option in good],
        "mixture": [describe_option(option) for option in mixture[:SHOWN]],
        "theme": THEMES[puzzle.theme],
        "lesson": LESSONS[puzzle.theme],
        "given": describe_option(key.option(puzzle.given)),
        "source": source,
    }


def describe_daily(puzzle: OrderPuzzle) -> Json:
    """Return the puzzle of a day for pages and programs: the position and who is to order."""
    battle = game.read(puzzle.state)
    return {"puzzle": puzzle, "position": game.view(battle)}
