"""Read-only API views of studies: the public ones, and one with its chapters."""

from django.db.models import Prefetch
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.pagination import PageQuery, paginate
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import get_dynasty
from dynasty.api.serializers import DynastyName
from tournaments.models import RoundComment
from tournaments.selectors import studies as selected

Strict = serializers.Serializer[object]


class StudySerializer(Strict):
    code = serializers.CharField()
    title = serializers.CharField()
    words = serializers.CharField(help_text="What its author says about it.")
    author = DynastyName(source="dynasty")
    visibility = serializers.CharField(help_text="public, link or private.")
    made_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class CommentSerializer(Strict):
    round = serializers.IntegerField(
        source="number", help_text="0: the position before the first round. In campaigns: the turn."
    )
    text = serializers.CharField()


class ChapterSerializer(Strict):
    code = serializers.CharField()
    title = serializers.CharField()
    battle = serializers.CharField(help_text="The code of the battle it was made from, which may be gone; or blank.")
    record = serializers.CharField(help_text="The battle as text, which replays; of a campaign lines of JSON.")
    comments = CommentSerializer(many=True, source="texts")


class WholeStudySerializer(StudySerializer):
    chapters = ChapterSerializer(many=True)


class Studies(ApiView):
    """The public studies, the newest first."""

    permission_classes = [AllowAny]

    @document(parameters=[PageQuery], responses=StudySerializer(many=True), operation_id="studies")
    def get(self, request: Request) -> Response:
        rows, links = paginate(request, selected.query_public(get_dynasty(request)), "-made_at", "-pk")
        return Response(StudySerializer(rows, many=True).data, headers=links)


class OneStudy(ApiView):
    """A study that is public, that has a link, or that is yours, with its chapters and comments."""

    permission_classes = [AllowAny]

    @document(responses=WholeStudySerializer, operation_id="study")
    def get(self, request: Request, code: str) -> Response:
        found = selected.find_readable(code, selected.Reader(get_dynasty(request)))
        if found is None:
            raise NotFound
        texts = RoundComment.objects.exclude(text="").order_by("number")
        chapters = found.chapters.prefetch_related(Prefetch("comments", texts, to_attr="texts"))
        fields = ("code", "title", "words", "dynasty", "visibility", "made_at", "changed_at")
        shown = {name: getattr(found, name) for name in fields} | {"chapters": chapters}
        return Response(WholeStudySerializer(shown).data)
