"""The puzzles for practice as their page shows them, each with its solution and what every order is worth.

Nothing of it counts, so that the solutions may lie in the page and be read without a network.
"""

from battlefield import game
from core.json_types import Json
from tournaments.domain.order_puzzles import Key
from tournaments.domain.practice_puzzles import PracticePuzzle, count_dozens, list_dozen
from tournaments.domain.puzzle_themes import THEMES
from tournaments.presenters.order_puzzles import LESSONS, SHOWN, list_rules
from tournaments.presenters.review import GRADES, describe_option, to_percent


def build_dozen(number: int) -> Json | None:
    """Return the context of the page of a dozen, counted from 1; None where there is no such dozen."""
    puzzles = list_dozen(number)
    if not puzzles:
        return None
    return {
        "number": number,
        "puzzles": [build_puzzle(place, each) for place, each in enumerate(puzzles, 1)],
        "dozens": range(1, count_dozens() + 1),
        "after": number % count_dozens() + 1,
        "rules": list_rules(game.read(puzzles[0].state)),
    }


def build_puzzle(place: int, puzzle: PracticePuzzle) -> Json:
    """Return a puzzle with everything that its place of the page shows."""
    battle = game.read(puzzle.state)
    position, legal, key = game.view(battle), game.legal(battle, puzzle.seat), puzzle.key
    mixture = sorted((key.option(each) for each in key.often), key=lambda option: (-option.often, -option.chance))
    return {
        "place": place,
        "name": f"practice-{place}",
        "seat": puzzle.seat,
        "position": position,
        "data": {"position": position, "you": {"seat": puzzle.seat, "legal": legal, "order": None}, "rounds": []},
        "orders": list(puzzle.chances),
        "judgements": {order: judge(key, order) for order in puzzle.chances},
        "most": to_percent(key.best),
        "theme": THEMES[puzzle.theme],
        "lesson": LESSONS[puzzle.theme],
        "good": [describe_option(option) for option in key.good],
        "mixture": [describe_option(option) for option in mixture[:SHOWN]],
        "given": describe_option(key.option(puzzle.bad_order)),
    }


def judge(key: Key, order: str) -> Json:
    """Return what an order is worth: whether it is right, its grade in words, and the chance to win in percent."""
    words, mark = GRADES[key.grade(order)]
    return {
        "right": key.is_right(order),
        "grade": str(key.grade(order)),
        "words": f"{words} {mark}".strip(),
        "chance": to_percent(key.chances[order]),
    }
