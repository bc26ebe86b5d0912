"""API views of one's own court: founding, raising and retiring, and preferences."""

from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.limits import EMPEROR_NAME_LENGTH, MOTTO_LENGTH, NAME_LENGTH
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.dynasties import serialize_emperors
from dynasty.api.requests import (
    build_private_response,
    get_dynasty,
    get_own_emperor,
    get_user,
    parse_input,
    require_dynasty,
)
from dynasty.api.serializers import DynastyShape, EmblemShape, EmperorShape, HappenedShape, PortraitShape
from dynasty.catalog import emblems
from dynasty.domain import display, event_types
from dynasty.models import Emperor, Event, User
from dynasty.selectors.taken_names import cover_event
from dynasty.services import emperors, founding, preferences


class FoundInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_LENGTH[1])
    motto = serializers.CharField(max_length=MOTTO_LENGTH, required=False, default="", allow_blank=True)
    emblem = EmblemShape(required=False)
    program = serializers.BooleanField(default=False, help_text="Whether a program plays for it; stays for good.")


class RaiseInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=EMPEROR_NAME_LENGTH[1])
    gender = serializers.ChoiceField(choices=Emperor.Gender.choices)
    birth_date = serializers.DateField()
    portrait = PortraitShape(required=False, help_text="Without it, the looks follow from the name.")


class PreferencesShape(serializers.Serializer[Any]):
    language = serializers.ChoiceField(choices=["", *dict(settings.LANGUAGES)], help_text="Blank: as you ask.")
    time_zone = serializers.CharField(max_length=64, allow_blank=True, help_text="Such as Europe/Madrid; blank: UTC.")
    palette = serializers.ChoiceField(
        choices=display.CHOICES["palette"],
        required=False,
        help_text="Colours of the seats: `clear` is told apart by colour-blind people; blank: as usual.",
    )
    speed = serializers.ChoiceField(
        choices=display.CHOICES["speed"], required=False, help_text="How rounds of campaigns are played back."
    )
    dice = serializers.ChoiceField(choices=display.CHOICES["dice"], required=False, help_text="`off` hides them.")
    map = serializers.CharField(
        max_length=40, allow_blank=True, required=False, help_text="The map that forms of campaigns propose first."
    )


class EventOfLog(HappenedShape):
    number = serializers.IntegerField(source="pk")
    sentence = serializers.SerializerMethodField()

    def get_sentence(self, event: Event) -> str:
        return str(event_types.format_sentence(event.kind, event.facts))


class OwnDynasty(ApiView):
    """PUT founds your dynasty, with what every dynasty starts with; you have one at most."""

    permission_classes = [IsAuthenticated]

    @document(request=FoundInput, responses={201: DynastyShape}, operation_id="found_dynasty")
    def put(self, request: Request) -> Response:
        fields = parse_input(FoundInput, request.data)
        fields["emblem"] = dict(fields.get("emblem") or emblems.DEFAULT)
        return build_private_response(DynastyShape(founding.found_dynasty(user=get_user(request), **fields)).data, 201)


class OwnEmperors(ApiView):
    """POST raises an emperor at your court."""

    permission_classes = [IsAuthenticated]

    @document(request=RaiseInput, responses={201: EmperorShape}, operation_id="raise_emperor")
    def post(self, request: Request) -> Response:
        raised = emperors.raise_emperor(dynasty=require_dynasty(request), **parse_input(RaiseInput, request.data))
        return build_private_response(serialize_emperors([raised], request.user.pk, many=False), 201)


class OwnEmperor(ApiView):
    """DELETE retires an emperor at your court: it dies, for good."""

    permission_classes = [IsAuthenticated]

    @document(responses={204: None}, operation_id="retire_emperor")
    def delete(self, request: Request, code: str) -> Response:
        emperors.retire(emperor=get_own_emperor(require_dynasty(request), code))
        return Response(status=204)


class OwnPortrait(ApiView):
    """PUT gives a living emperor of yours another portrait; what battles left on it stays."""

    permission_classes = [IsAuthenticated]

    @document(request=PortraitShape, responses=EmperorShape, operation_id="choose_portrait")
    def put(self, request: Request, code: str) -> Response:
        emperor = get_own_emperor(require_dynasty(request), code)
        changed = emperors.choose_portrait(emperor=emperor, portrait=parse_input(PortraitShape, request.data))
        return build_private_response(serialize_emperors([changed], request.user.pk, many=False))


def describe_preferences(user: User) -> dict[str, str]:
    """Return all preferences of a user."""
    return {"language": user.language, "time_zone": user.time_zone, **display.fill(user.display)}


class Preferences(ApiView):
    """Your language, time zone and display of battles; PUT keeps options of the display that it leaves out."""

    permission_classes = [IsAuthenticated]

    @document(responses=PreferencesShape, operation_id="preferences")
    def get(self, request: Request) -> Response:
        return build_private_response(describe_preferences(get_user(request)))

    @document(request=PreferencesShape, responses=PreferencesShape, operation_id="choose_preferences")
    def put(self, request: Request) -> Response:
        fields = parse_input(PreferencesShape, request.data)
        reading = {name: fields[name] for name in ("language", "time_zone")}
        shown = {name: fields[name] for name in display.NAMES if name in fields}
        user = get_user(request)
        preferences.update(user=user, **reading, shown=shown)
        user.refresh_from_db()
        return build_private_response(describe_preferences(user))


class OneEvent(ApiView):
    """One event of the log; a private one is shown to the dynasty that it concerns alone."""

    permission_classes = [AllowAny]

    @document(responses=EventOfLog, operation_id="log_event")
    def get(self, request: Request, number: int) -> Response:
        found = Event.objects.filter(pk=number).first() if number < 2**62 else None
        dynasty = get_dynasty(request)
        if found is None or not (found.public or (dynasty and found.mentions.filter(dynasty=dynasty).exists())):
            raise NotFound
        found.facts = cover_event(found)
        return build_private_response(EventOfLog(found).data)
