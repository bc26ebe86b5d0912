"""The API of puzzles of one order: that of the day, the next one, and answers, of which a dynasty's first counts."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from battlefield import game
from core.json_types import Json
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, get_dynasty, parse_input, require_dynasty
from dynasty.models import Dynasty
from players.reviews import Grade, Option
from tournaments.access import viewers
from tournaments.api import closed_fields
from tournaments.domain import order_puzzles
from tournaments.domain.puzzle_themes import THEMES
from tournaments.models import OrderPuzzle
from tournaments.selectors import order_puzzles as selectors
from tournaments.services.order_puzzles import solving

Strict = serializers.Serializer[object]
MAX_ORDER_LENGTH = 64


class PieceShape(Strict):
    tile = serializers.CharField()
    seat = serializers.CharField()
    kind = serializers.CharField()
    experience = serializers.IntegerField()


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "integer"}]})
class SeatOrCount(serializers.JSONField):
    """A seat's letter, or a number of rounds."""


class BoardPositionShape(Strict):
    """A position of the game on a board, as in `position` of its battles."""

    columns = serializers.IntegerField()
    rows = serializers.IntegerField()
    tiles = serializers.ListField(child=serializers.CharField())
    pieces = PieceShape(many=True)
    items = serializers.DictField(child=serializers.CharField(), help_text="By tile: a treasure, or the owner's chest.")
    targets = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), help_text="By seat: the tiles that it has to reach."
    )
    throne = serializers.CharField(required=False, help_text="The tile that is to be held, where there is one.")
    reign = serializers.ListField(
        child=SeatOrCount(),
        required=False,
        help_text="The seat that holds it, or blank, and for how many rounds.",
    )


class PuzzleSerializer(Strict):
    """A position, and who is to order. Nothing of the solution is in it."""

    code = serializers.CharField()
    day = serializers.DateField(allow_null=True, help_text="Whose puzzle of the day it is or was.")
    seat = serializers.CharField()
    position = BoardPositionShape()
    rules = closed_fields.RulesField()
    legal = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Where each piece may be ordered; `-` holds.",
    )
    answered = serializers.BooleanField(help_text="Whether your dynasty has answered it: later answers do not count.")


class NextPuzzleSerializer(Strict):
    puzzle = PuzzleSerializer(allow_null=True, help_text="Null where none is left.")


class PuzzleRatingSerializer(Strict):
    rating = serializers.FloatField()
    deviation = serializers.FloatField()
    tried = serializers.IntegerField()
    solved = serializers.IntegerField()
    streak = serializers.IntegerField(help_text="Puzzles of the day in a row, each on its day and at the first try.")


class PuzzlesSerializer(Strict):
    daily = PuzzleSerializer(allow_null=True)
    mistakes = PuzzleSerializer(many=True, help_text="Your own, not answered yet, the latest first.")
    rating = PuzzleRatingSerializer(allow_null=True, help_text="Of your dynasty, once it has answered.")


class SolutionOptionSerializer(Strict):
    order = serializers.CharField()
    often = serializers.FloatField(help_text="How often the seat should give it.")
    chance = serializers.FloatField(help_text="The chance to win that it leaves.")


class PuzzleAnswerInput(Strict):
    order = serializers.CharField(max_length=MAX_ORDER_LENGTH, help_text="`C3-C4`, or `-` to hold.")


class PuzzleAnswerSerializer(Strict):
    """The judgement of an answer, and the solution."""

    order = serializers.CharField()
    right = serializers.BooleanField()
    counted = serializers.BooleanField(help_text="Whether it was the first answer of your dynasty, which is rated.")
    grade = serializers.ChoiceField(choices=[str(grade) for grade in Grade])
    chance = serializers.FloatField()
    good = SolutionOptionSerializer(many=True, help_text="The right orders, the best first.")
    original = SolutionOptionSerializer(help_text="The order that was given in the battle.")
    theme = serializers.ChoiceField(choices=list(THEMES))
    battle = serializers.CharField(help_text="The code of the battle, which may be forgotten.")
    round = serializers.IntegerField()
    rating = PuzzleRatingSerializer()


class Puzzles(ApiView):
    """The puzzle of the day, your own mistakes and your rating."""

    permission_classes = [AllowAny]

    @document(responses=PuzzlesSerializer, operation_id="puzzles")
    def get(self, request: Request) -> Response:
        dynasty, daily = get_dynasty(request), selectors.find_daily()
        return build_private_response(
            {
                "daily": describe_puzzle(daily, dynasty) if daily else None,
                "mistakes": [describe_puzzle(each, dynasty) for each in selectors.list_mistakes(dynasty)],
                "rating": describe_rating(dynasty),
            }
        )


class NextPuzzle(ApiView):
    """The puzzle that your dynasty meets next: not answered, and as hard as it is good."""

    permission_classes = [AllowAny]

    @document(responses=NextPuzzleSerializer, operation_id="next_puzzle")
    def get(self, request: Request) -> Response:
        dynasty = get_dynasty(request)
        found = selectors.find_next(dynasty)
        return build_private_response({"puzzle": describe_puzzle(found, dynasty) if found else None})


class OnePuzzle(ApiView):
    """A puzzle; a POST answers it."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(responses=PuzzleSerializer, operation_id="puzzle")
    def get(self, request: Request, code: str) -> Response:
        return build_private_response(describe_puzzle(get_puzzle_or_404(code), get_dynasty(request)))

    @document(request=PuzzleAnswerInput, responses=PuzzleAnswerSerializer, operation_id="answer_puzzle")
    def post(self, request: Request, code: str) -> Response:
        dynasty = require_dynasty(request)
        puzzle = get_puzzle_or_404(code)
        text = parse_input(PuzzleAnswerInput, request.data)["order"]
        solving.check_pace(viewers.get_client_address(request._request))
        order = solving.read_answer(puzzle, text)
        counted = solving.record_answer(puzzle=puzzle, dynasty=dynasty, order=order)
        return build_private_response(describe_answer(puzzle, order, dynasty, counted=counted))


def get_puzzle_or_404(code: str) -> OrderPuzzle:
    """Return a puzzle; raise NotFound where there is none."""
    found = selectors.find_puzzle(code)
    if found is None:
        raise NotFound(_("There is no such puzzle."))
    return found


def describe_puzzle(puzzle: OrderPuzzle, dynasty: Dynasty | None) -> Json:
    """Return a puzzle without its solution."""
    battle = game.read(puzzle.state)
    return {
        "code": puzzle.code,
        "day": puzzle.day,
        "seat": puzzle.seat,
        "position": game.view(battle),
        "rules": battle.ruleset.as_json(),
        "legal": game.legal(battle, puzzle.seat),
        "answered": selectors.find_attempt(puzzle, dynasty) is not None,
    }


def describe_rating(dynasty: Dynasty | None) -> Json | None:
    """Return how well a dynasty solves; None before its first answer."""
    own = selectors.find_skill(dynasty)
    if own is None:
        return None
    counts = {"tried": own.tried, "solved": own.solved, "streak": selectors.count_streak(own)}
    return {"rating": own.rating, "deviation": own.deviation} | counts


def describe_answer(puzzle: OrderPuzzle, order: str, dynasty: Dynasty, *, counted: bool) -> Json:
    """Return the judgement of an answer that was recorded, and the solution."""
    key = order_puzzles.read_key(puzzle.solution)
    return {
        "order": order,
        "right": key.is_right(order),
        "counted": counted,
        "grade": str(key.grade(order)),
        "chance": key.chances[order],
        "good": [describe_option(option) for option in key.good],
        "original": describe_option(key.option(puzzle.given)),
        "theme": puzzle.theme,
        "battle": puzzle.source,
        "round": puzzle.number,
        "rating": describe_rating(dynasty),
    }


def describe_option(option: Option) -> Json:
    """Return an order of the solution as JSON."""
    return {"order": option.order, "often": option.often, "chance": option.chance}
