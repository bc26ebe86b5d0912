"""Read-only API views of dynasties, emperors, their logs and the ranking."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.limits import PAGE_SIZE
from core.pagination import PageQuery, build_link_headers, paginate
from dynasty.api import serializers
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import parse_input, require_dynasty
from dynasty.models import Dynasty, Emperor, Reign
from dynasty.selectors import chronicle, dynasties, ranking, standings, wealth


def get_dynasty_or_404(code: str) -> Dynasty:
    dynasty = dynasties.find_dynasty(code)
    if dynasty is None:
        raise NotFound
    return dynasty


def get_emperor_or_404(code: str) -> Emperor:
    emperor = dynasties.find_emperor(code)
    if emperor is None:
        raise NotFound
    return emperor


class Dynasties(ApiView, ListAPIView[Dynasty]):
    """All dynasties, the youngest first."""

    permission_classes = [AllowAny]
    serializer_class = serializers.DynastyShape
    queryset = Dynasty.objects.select_related("standing").prefetch_related("ratings")


class OneDynasty(ApiView):
    """One dynasty."""

    permission_classes = [AllowAny]

    @document(responses=serializers.DynastyShape, operation_id="dynasty")
    def get(self, request: Request, code: str) -> Response:
        return Response(serializers.DynastyShape(get_dynasty_or_404(code)).data)


class Emperors(ApiView):
    """The living emperors of a dynasty, or those that it was made of at a moment of its past; the eldest first."""

    permission_classes = [AllowAny]

    @document(
        parameters=[serializers.MembersQuery, PageQuery],
        responses=serializers.EmperorShape(many=True),
        operation_id="dynasty_emperors",
    )
    def get(self, request: Request, code: str) -> Response:
        dynasty, moment = (
            get_dynasty_or_404(code),
            parse_input(serializers.MembersQuery, request.query_params).get("at"),
        )
        found = dynasties.list_members_at(dynasty, moment) if moment else dynasties.list_living(dynasty)
        emperors, beside = paginate(request, found.select_related("birthplace"), "raised_at", "pk")
        return Response(serialize_emperors(emperors, request.user.pk, many=True), headers=beside)


class OneEmperor(ApiView):
    """One emperor, alive or dead."""

    permission_classes = [AllowAny]

    @document(responses=serializers.EmperorShape, operation_id="emperor")
    def get(self, request: Request, code: str) -> Response:
        return Response(serialize_emperors([get_emperor_or_404(code)], request.user.pk, many=False))


def serialize_emperors(emperors: list[Emperor], reader: int | None, many: bool) -> Any:
    """Serialize emperors as the user with the id `reader` may see them; one query reads their reputations."""
    context = {"reader": reader, "reputations": dynasties.get_reputations([emperor.pk for emperor in emperors])}
    return serializers.EmperorShape(emperors if many else emperors[0], many=many, context=context).data


class Log(ApiView):
    """A page of a dynasty's log, the latest first. Its owner sees what is private as well."""

    permission_classes = [AllowAny]

    @document(parameters=[serializers.LogQuery], responses=serializers.LogShape, operation_id="dynasty_log")
    def get(self, request: Request, code: str) -> Response:
        query = serializers.LogQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        fields = dict(query.validated_data)
        if "emperor" in fields:
            fields["emperor"] = get_emperor_or_404(fields["emperor"])
        dynasty = get_dynasty_or_404(code)
        owner = request.user.is_authenticated and dynasty.user_id == request.user.pk
        return Response(serializers.LogShape(chronicle.get_log_page(dynasty, viewer_is_owner=owner, **fields)).data)


class Curve(ApiView):
    """How a dynasty's reputation changed: from each of these moments on it was this."""

    permission_classes = [AllowAny]

    @document(responses=serializers.PointShape(many=True), operation_id="dynasty_reputation")
    def get(self, request: Request, code: str) -> Response:
        points = standings.get_reputation_curve(get_dynasty_or_404(code))
        return Response([{"at": at, "reputation": value} for at, value in points])


class Ranking(ApiView):
    """A page of the ranking: the first, the one of a number, or the one that a Link header leads to."""

    permission_classes = [AllowAny]

    @document(
        parameters=[serializers.RankingQuery, PageQuery], responses=serializers.RankingShape, operation_id="ranking"
    )
    def get(self, request: Request) -> Response:
        query, paging = (
            parse_input(serializers.RankingQuery, request.query_params),
            parse_input(PageQuery, request.query_params),
        )
        size = paging.get("page_size", PAGE_SIZE)
        cursor = paging.get("cursor")
        found = ranking.get_page(query["page"], size) if cursor is None else ranking.get_page_at(cursor, size)
        if found is None and cursor is not None:
            raise ValidationError({"cursor": [_("The list has no such page.")]})
        if found is None:
            raise NotFound
        links = build_link_headers(request, found.after, found.before)
        return Response(serializers.RankingShape(found).data, headers=links)


class Reigns(ApiView):
    """The history of the championship, the last reign first; one without an end is the champion's."""

    permission_classes = [AllowAny]

    @document(parameters=[PageQuery], responses=serializers.ReignShape(many=True), operation_id="championship")
    def get(self, request: Request) -> Response:
        reigns, beside = paginate(request, Reign.objects.select_related("dynasty"), "-since", "-pk")
        return Response(serializers.ReignShape(reigns, many=True).data, headers=beside)


class Court(ApiView):
    """Your own dynasty and its wealth."""

    permission_classes = [IsAuthenticated]

    @document(responses=serializers.CourtShape, operation_id="court")
    def get(self, request: Request) -> Response:
        dynasty = require_dynasty(request)
        return Response(serializers.CourtShape({"dynasty": dynasty, "wealth": wealth.list_holdings(dynasty)}).data)
