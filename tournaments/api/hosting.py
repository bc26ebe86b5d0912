"""The API of organisers: invitations, links, the waiting list, the director's log, recurrences and series."""

from typing import cast

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import DomainError
from core.limits import RECURRENCES, ROUND_SECONDS, SEATS
from core.pagination import PageQuery, paginate
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, get_own_emperor, parse_input, require_dynasty
from dynasty.catalog.names import fold
from dynasty.domain import tokens
from dynasty.models import Dynasty
from tournaments.access.lookup import get_tournament_or_404
from tournaments.access.program_access import get_playing_dynasty, get_series_dynasty
from tournaments.api import closed_fields
from tournaments.api import serializers as serializers_api
from tournaments.domain import terms
from tournaments.models import Recurrence, Series, SeriesEntry
from tournaments.selectors import hosting
from tournaments.selectors import series as found
from tournaments.services import invitations, recurrences, series, waiting_list
from tournaments.services.announcements import Announcement

Strict = serializers.Serializer[object]


class ActSerializer(Strict):
    at = serializers.DateTimeField()
    act = serializers.CharField()
    by = serializers.CharField(allow_blank=True)
    sentence = serializers.CharField()


class InviteInput(Strict):
    dynasty = serializers.CharField(max_length=60, help_text="The name or the code of a dynasty.")


class TokenSerializer(Strict):
    token = serializers.CharField(max_length=64)


class WaitInput(Strict):
    emperor = serializers.CharField(max_length=10)
    chest = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)


class RecurInput(Strict):
    tournament = serializers.CharField(max_length=10)
    every = serializers.ChoiceField(choices=Recurrence.Every.choices)
    zone = serializers.CharField(max_length=64, default="UTC")
    times = serializers.IntegerField(min_value=2, max_value=RECURRENCES)


class RecurrenceSerializer(Strict):
    code = serializers.CharField()
    title = serializers.CharField(source="setup.title")
    every = serializers.CharField()
    hour = serializers.TimeField()
    zone = serializers.CharField()
    next_at = serializers.DateTimeField()
    left = serializers.IntegerField()


class NextInput(serializers_api.AnnounceInput):
    """What is announced from the next one on, which starts at `starts_at` and opens when it is announced."""

    opens_at = None  # type: ignore[assignment]  # a field less
    every = serializers.ChoiceField(choices=Recurrence.Every.choices)
    zone = serializers.CharField(max_length=64, default="UTC")
    left = serializers.IntegerField(min_value=1, max_value=RECURRENCES, help_text="How many are still to be announced.")


class TableSetupShape(Strict):
    """What is the same at every table of a series, and each time that a tournament recurs."""

    type = serializers_api.TypeField()
    game = serializers.CharField()
    field = serializers.CharField()
    rules = closed_fields.RulesField()
    terms = closed_fields.TermsField()
    round_seconds = serializers.IntegerField()


class SetupShape(TableSetupShape):
    title = serializers.CharField()
    seats = serializers.IntegerField()
    least_seats = serializers.IntegerField()
    timetable = closed_fields.TimetableField()
    absence = closed_fields.AbsenceField()


class NextSerializer(RecurrenceSerializer):
    starts_at = serializers.DateTimeField(source="next_at")
    setup = SetupShape(help_text="What is announced each time.")


class SeriesInput(Strict):
    title = serializers.CharField(max_length=44)
    format = serializers.ChoiceField(choices=Series.Format.choices)
    type = serializers_api.TypeField()
    game = serializers.CharField(max_length=32, default="emperors")
    field = serializers.CharField(max_length=64)
    rules = closed_fields.RulesField(default=dict)
    terms = closed_fields.TermsField(default=dict)
    table_seats = serializers.IntegerField(min_value=SEATS[0], max_value=SEATS[1])
    round_seconds = serializers.IntegerField(min_value=ROUND_SECONDS[0], max_value=ROUND_SECONDS[1])
    starts_at = serializers.DateTimeField()
    rounds = serializers.IntegerField(min_value=0, max_value=30, default=0)
    advance = serializers.IntegerField(min_value=0, max_value=8, default=0)
    points = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=100), max_length=16,
                                   default=list)  # fmt: skip


class SeriesEntrySerializer(Strict):
    dynasty = serializers.CharField(source="dynasty.code")
    name = serializers.CharField(source="dynasty.name")
    points = serializers.IntegerField()
    firsts = serializers.IntegerField()
    tables = serializers.IntegerField()
    left = serializers.SerializerMethodField()
    out_in = serializers.IntegerField(allow_null=True)
    champion = serializers.BooleanField()

    def get_left(self, entry: SeriesEntry) -> bool:
        return entry.left_at is not None


class SeriesSerializer(Strict):
    code = serializers.CharField()
    title = serializers.CharField()
    organiser = serializers.CharField(source="organiser.code", allow_null=True)
    format = serializers.CharField()
    status = serializers.CharField()
    setup = TableSetupShape(help_text="The same for each table.")
    table_seats = serializers.IntegerField()
    rounds = serializers.IntegerField()
    advance = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField(), help_text="Of each place, the best first.")
    round_no = serializers.IntegerField()
    starts_at = serializers.DateTimeField()


class TableSerializer(Strict):
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    tournament = serializers.CharField(allow_null=True)
    dynasties = serializers.ListField(child=serializers.CharField())
    places = serializers.DictField(
        child=serializers.IntegerField(), allow_null=True, help_text="By dynasty; null until it is over."
    )


class SeriesDetailSerializer(Strict):
    series = SeriesSerializer()
    entries = SeriesEntrySerializer(many=True)
    tables = TableSerializer(many=True)


class JoinInput(Strict):
    emperor = serializers.CharField(max_length=10)


class Acts(ApiView):
    """What the organiser and the staff did about a tournament, the last act first."""

    permission_classes = [AllowAny]

    @document(parameters=[PageQuery], responses=ActSerializer(many=True), operation_id="director_log")
    def get(self, request: Request, code: str) -> Response:
        rows, links = paginate(request, hosting.query_acts(get_tournament_or_404(code)), "-pk")
        return Response(ActSerializer(hosting.describe_acts(rows), many=True).data, headers=links)


class Invitations(ApiView):
    """Invite a dynasty to a tournament of yours."""

    permission_classes = [IsAuthenticated]

    @document(request=InviteInput, responses={201: InviteInput}, operation_id="invite")
    def post(self, request: Request, code: str) -> Response:
        name, by = parse_input(InviteInput, request.data)["dynasty"], require_dynasty(request)
        guest = Dynasty.objects.filter(code=name).first() or Dynasty.objects.filter(folded_name=fold(name)).first()
        if guest is None:
            raise DomainError("no_such_dynasty", _("There is no dynasty of the name “%(name)s”."), name=name)
        invitations.invite(tournament=get_tournament_or_404(code), by=by, dynasty=guest)
        return Response({"dynasty": guest.code}, status=201)


class Link(ApiView):
    """POST makes a new private link of your tournament and tells its secret this once; PUT comes in by one."""

    stores_replies = False
    permission_classes = [IsAuthenticated]

    @document(request=None, responses={201: TokenSerializer}, operation_id="new_private_link")
    def post(self, request: Request, code: str) -> Response:
        token = invitations.create_link(tournament=get_tournament_or_404(code), by=require_dynasty(request))
        return build_private_response({"token": token}, 201)

    @document(request=TokenSerializer, responses={204: None}, operation_id="accept_private_link")
    def put(self, request: Request, code: str) -> Response:
        token = parse_input(TokenSerializer, request.data)["token"]
        invitations.accept(tournament=get_tournament_or_404(code), dynasty=require_dynasty(request), token=token)
        return Response(status=204)


class Line(ApiView):
    """POST stands in line for a seat of a full tournament, DELETE steps out."""

    permission_classes = [IsAuthenticated]

    @document(request=WaitInput, responses={204: None}, operation_id="wait")
    def post(self, request: Request, code: str) -> Response:
        fields, tournament = parse_input(WaitInput, request.data), get_tournament_or_404(code)
        dynasty = get_playing_dynasty(request, tournament)
        emperor = get_own_emperor(dynasty, fields["emperor"])
        waiting_list.join(tournament=tournament, dynasty=dynasty, emperor=emperor, chest=fields["chest"])
        return Response(status=204)

    @document(responses={204: None}, operation_id="stop_waiting")
    def delete(self, request: Request, code: str) -> Response:
        waiting_list.leave(tournament=get_tournament_or_404(code), dynasty=require_dynasty(request))
        return Response(status=204)


class Recurrences(ApiView):
    """What your dynasty lets recur; POST lets an announced tournament of yours recur."""

    write_scope = tokens.TRADE
    permission_classes = [IsAuthenticated]

    @document(parameters=[PageQuery], responses=RecurrenceSerializer(many=True), operation_id="recurrences")
    def get(self, request: Request) -> Response:
        rows, links = paginate(request, hosting.query_recurrences(require_dynasty(request)), "next_at", "pk")
        return Response(RecurrenceSerializer(rows, many=True).data, headers=links)

    @document(request=RecurInput, responses={201: RecurrenceSerializer}, operation_id="recur")
    def post(self, request: Request) -> Response:
        fields = parse_input(RecurInput, request.data)
        made = recurrences.begin(
            tournament=get_tournament_or_404(fields.pop("tournament")), by=require_dynasty(request), **fields
        )
        return Response(RecurrenceSerializer(made).data, status=201)


def get_own_recurrence(request: Request, code: str) -> Recurrence:
    """Return a recurrence of the dynasty that asks; raise NotFound for another's as for none."""
    row = Recurrence.objects.filter(code=code, organiser=require_dynasty(request)).first()
    if row is None:
        raise NotFound
    return row


class OneRecurrence(ApiView):
    """POST leaves the next one out, DELETE stops it."""

    permission_classes = [IsAuthenticated]

    @document(request=None, responses=RecurrenceSerializer, operation_id="skip_recurrence")
    def post(self, request: Request, code: str) -> Response:
        row = recurrences.skip(recurrence=get_own_recurrence(request, code), by=require_dynasty(request))
        return Response(RecurrenceSerializer(row).data)

    @document(responses={204: None}, operation_id="stop_recurrence")
    def delete(self, request: Request, code: str) -> Response:
        recurrences.stop(recurrence=get_own_recurrence(request, code), by=require_dynasty(request))
        return Response(status=204)


class RecurringSetup(ApiView):
    """What your dynasty announces next of what recurs; PUT changes it. What is announced already stays as it is."""

    write_scope = tokens.TRADE
    permission_classes = [IsAuthenticated]

    @document(responses=NextSerializer, operation_id="recurring_setup")
    def get(self, request: Request, code: str) -> Response:
        return Response(NextSerializer(get_own_recurrence(request, code)).data)

    @document(request=NextInput, responses=NextSerializer, operation_id="change_recurrence")
    def put(self, request: Request, code: str) -> Response:
        row, filled = get_own_recurrence(request, code), parse_input(NextInput, request.data)
        rhythm = {name: filled.pop(name) for name in ("every", "zone", "left")}
        filled["terms"] = terms.read(filled["terms"])
        announcement = cast(Announcement, filled)
        changed = recurrences.change(recurrence=row, by=require_dynasty(request), announcement=announcement, **rhythm)
        return Response(NextSerializer(changed).data)


class AllSeries(ApiView):
    """All series; POST announces one."""

    write_scope = tokens.TRADE
    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(parameters=[PageQuery], responses=SeriesSerializer(many=True), operation_id="all_series")
    def get(self, request: Request) -> Response:
        rows, links = paginate(request, Series.objects.select_related("organiser"), "-pk")
        return Response(SeriesSerializer(rows, many=True).data, headers=links)

    @document(request=SeriesInput, responses={201: SeriesSerializer}, operation_id="announce_series")
    def post(self, request: Request) -> Response:
        fields = parse_input(SeriesInput, request.data)
        fields |= {"terms": terms.read(fields["terms"]), "points": tuple(fields["points"])}
        title = fields.pop("title")
        made = series.announce(organiser=require_dynasty(request), title=title, setup=series.Setup(**fields))
        return Response(SeriesSerializer(made).data, status=201)


def get_series_or_404(code: str) -> Series:
    row = found.get_by_code(code)
    if row is None:
        raise NotFound
    return row


class OneSeries(ApiView):
    """A series: its table and its tables. DELETE calls one of yours off."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(responses=SeriesDetailSerializer, operation_id="series")
    def get(self, request: Request, code: str) -> Response:
        row = get_series_or_404(code)
        detail = {"series": row, "entries": found.list_entries(row), "tables": found.describe_tables(row)}
        return Response(SeriesDetailSerializer(detail).data)

    @document(responses={204: None}, operation_id="call_off_series")
    def delete(self, request: Request, code: str) -> Response:
        series.cancel(series=get_series_or_404(code), by=require_dynasty(request))
        return Response(status=204)


class OwnPlace(ApiView):
    """Your place in a series: PUT joins, or sends another emperor from now on; DELETE leaves."""

    permission_classes = [IsAuthenticated]

    @document(request=JoinInput, responses=SeriesEntrySerializer, operation_id="join_series")
    def put(self, request: Request, code: str) -> Response:
        row = get_series_or_404(code)
        dynasty = get_series_dynasty(request, row)
        emperor = get_own_emperor(dynasty, parse_input(JoinInput, request.data)["emperor"])
        own: SeriesEntry | None = found.get_own_entry(row, dynasty)
        act = series.send_emperor if own and own.left_at is None else series.join
        return Response(SeriesEntrySerializer(act(series=row, dynasty=dynasty, emperor=emperor)).data)

    @document(responses={204: None}, operation_id="leave_series")
    def delete(self, request: Request, code: str) -> Response:
        series.leave(series=get_series_or_404(code), dynasty=require_dynasty(request))
        return Response(status=204)
