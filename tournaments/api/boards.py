"""The API of boards that players draw."""

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from core.limits import DRAWING_LENGTH
from core.pagination import PageQuery, paginate
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import parse_input, require_dynasty
from tournaments.domain import board_balance
from tournaments.models import DrawnBoard
from tournaments.selectors import boards
from tournaments.services import boards as boards_services


class BoardSerializer(serializers.Serializer[object]):
    code = serializers.CharField()
    title = serializers.CharField()
    field = serializers.SerializerMethodField(help_text="Its name as a battlefield, to announce tournaments on it.")
    author = serializers.CharField(source="author.code")
    seats = serializers.IntegerField()
    drawn_at = serializers.DateTimeField()
    listed = serializers.SerializerMethodField()
    battles = serializers.IntegerField(source="balance.battles", help_text="Of computer players, so far.")
    wins = serializers.DictField(source="balance.wins", child=serializers.IntegerField(), help_text="Of them, by seat.")
    grade = serializers.SerializerMethodField(help_text="A, even, to E; blank until it is measured.")

    def get_field(self, board: DrawnBoard) -> str:
        return boards.get_field_name(board)

    def get_listed(self, board: DrawnBoard) -> bool:
        return board.shelved_at is None

    def get_grade(self, board: DrawnBoard) -> str:
        return board_balance.grade_wins(board.balance.wins) if board.balance.done_at else ""


class WholeBoardSerializer(BoardSerializer):
    drawing = serializers.CharField()


class DrawInput(serializers.Serializer[object]):
    title = serializers.CharField(max_length=60)
    drawing = serializers.CharField(max_length=DRAWING_LENGTH, trim_whitespace=False)
    after = serializers.CharField(max_length=10, required=False, default="", allow_blank=True,
                                  help_text="The code of the board that it was made from.")  # fmt: skip


class Boards(ApiView):
    """The boards on the list, the newest first; POST puts one of yours there, and has it measured."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(parameters=[PageQuery], responses=BoardSerializer(many=True), operation_id="boards")
    def get(self, request: Request) -> Response:
        rows, links = paginate(request, boards.query_listed(), "-drawn_at", "-pk")
        return Response(BoardSerializer(rows, many=True).data, headers=links)

    @document(request=DrawInput, responses={201: WholeBoardSerializer}, operation_id="draw_board")
    def post(self, request: Request) -> Response:
        fields = parse_input(DrawInput, request.data)
        fields["after"] = get_board_or_404(fields["after"]) if fields["after"] else None
        return Response(
            WholeBoardSerializer(boards_services.create(author=require_dynasty(request), **fields)).data, status=201
        )


class OneBoard(ApiView):
    """A board with its drawing. DELETE takes one of yours off the list; battles on it go on."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(responses=WholeBoardSerializer, operation_id="board")
    def get(self, request: Request, code: str) -> Response:
        return Response(WholeBoardSerializer(get_board_or_404(code)).data)

    @document(responses={204: None}, operation_id="shelve_board")
    def delete(self, request: Request, code: str) -> Response:
        boards_services.shelve(board=get_board_or_404(code), by=require_dynasty(request))
        return Response(status=204)


def get_board_or_404(code: str) -> DrawnBoard:
    board = boards.get_by_code(code)
    if board is None:
        raise NotFound
    return board
