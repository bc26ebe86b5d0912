"""The serializers of tournaments. Every field is named."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from core.limits import ROUND_SECONDS, SEATS
from dynasty.domain import skill
from tournaments.access import viewers
from tournaments.api import closed_fields
from tournaments.domain.tournament_types import FATES, TOURNAMENT_TYPES
from tournaments.models import Tournament

Strict = serializers.Serializer[object]

CASUAL_KEY = OpenApiParameter(
    viewers.HEADER, OpenApiTypes.STR, OpenApiParameter.HEADER, description="The key to your seat in a casual battle."
)

FATE_NAMES = list(FATES)
"""The choice that the document of the API calls FateEnum."""


class TypeField(serializers.ChoiceField):
    """The name of a type of tournament."""

    def __init__(self, **options: Any) -> None:
        super().__init__(list(TOURNAMENT_TYPES), **options)


class FatesSerializer(Strict):
    """What becomes of an emperor that is taken, by the kind of piece that takes it."""

    pawn = serializers.ChoiceField(choices=FATE_NAMES)
    emperor = serializers.ChoiceField(choices=FATE_NAMES)


class OutcomeShape(Strict):
    """How a battle ended."""

    winners = serializers.ListField(child=serializers.CharField(), help_text="Letters; of a draw, who shares it.")
    draw = serializers.BooleanField()
    by = serializers.CharField(help_text="The goal that was met, or the limit that was reached.")
    placements = serializers.ListField(child=serializers.ListField(child=serializers.CharField()), required=False)
    void = serializers.BooleanField(required=False, help_text="Whether it counts for nothing.")
    flipped = serializers.CharField(required=False, help_text="The seat that ended it by flipping the table.")


class CardSerializer(Strict):
    """A tournament in a list; see selectors.listings.card."""

    code = serializers.CharField()
    title = serializers.CharField()
    type = TypeField()
    fates = FatesSerializer()
    status = serializers.ChoiceField(choices=Tournament.Status.choices)
    game = serializers.CharField()
    field = serializers.CharField()
    seats = serializers.IntegerField()
    least_seats = serializers.IntegerField()
    taken = serializers.IntegerField()
    programs = serializers.BooleanField(help_text="Whether programs may enter.")
    round_seconds = serializers.IntegerField()
    round_no = serializers.IntegerField(help_text="The round of play; 0 before the first one.")
    opens_at = serializers.DateTimeField()
    starts_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    outcome = OutcomeShape(allow_null=True)
    contract = serializers.CharField()
    organiser = serializers.CharField(allow_null=True)


class AnnouncementSerializer(Strict):
    """What is fixed from the announcement on, in words and as data."""

    field_title = serializers.CharField()
    field_words = serializers.CharField()
    terms = closed_fields.TermsField()
    terms_words = serializers.ListField(child=serializers.CharField())
    timetable = closed_fields.TimetableField()
    absence = closed_fields.AbsenceField()
    time_words = serializers.ListField(child=serializers.CharField())
    rules = closed_fields.RulesField()
    rules_words = serializers.ListField(child=serializers.CharField())
    rules_text = serializers.CharField()
    contract = serializers.CharField()
    seed_hash = serializers.CharField()
    seed = serializers.CharField(allow_null=True)


class LadderSerializer(Strict):
    """Whether the result counts for skill, and on which ladder."""

    counts = serializers.BooleanField()
    family = serializers.ChoiceField(choices=list(skill.FAMILIES))
    pace = serializers.ChoiceField(choices=list(skill.PACES))


class SeatPoolShape(Strict):
    amount = serializers.IntegerField()
    bets = serializers.IntegerField()
    odds = serializers.FloatField(help_text="What one unit brings back if this seat alone wins.")


class AssetPoolShape(Strict):
    total = serializers.IntegerField()
    seats = serializers.DictField(child=SeatPoolShape(), help_text="By seat.")


class DetailSerializer(Strict):
    tournament = CardSerializer()
    skill = LadderSerializer()
    begins_at = serializers.DateTimeField(help_text="When it starts as it stands: a full one after its betting window.")
    announcement = AnnouncementSerializer()
    pools = serializers.DictField(child=AssetPoolShape(), help_text="By asset: what is bet.")
    chances = serializers.DictField(
        child=serializers.FloatField(), allow_null=True, help_text="Each seat's chance by the engine, before the start."
    )


class AnnounceInput(Strict):
    title = serializers.CharField(max_length=60)
    type = TypeField()
    game = serializers.CharField(max_length=32, default="emperors")
    field = serializers.CharField(max_length=64)
    rules = closed_fields.RulesField(default=dict)
    terms = closed_fields.TermsField(default=dict)
    seats = serializers.IntegerField(min_value=SEATS[0], max_value=SEATS[1])
    least_seats = serializers.IntegerField(min_value=SEATS[0], max_value=SEATS[1], default=2)
    round_seconds = serializers.IntegerField(min_value=ROUND_SECONDS[0], max_value=ROUND_SECONDS[1])
    timetable = closed_fields.TimetableField(default=dict)
    absence = closed_fields.AbsenceField(default=dict)
    opens_at = serializers.DateTimeField(required=False, allow_null=True)
    starts_at = serializers.DateTimeField()


class EntryInput(Strict):
    emperor = serializers.CharField(max_length=10)
    seat = serializers.CharField(max_length=1)
    chest = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)


class EntrySerializer(Strict):
    seat = serializers.CharField()
    name = serializers.CharField()


class StepInput(Strict):
    """For which step of a battle something is meant: one of the two is needed."""

    step = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        help_text="The open step of the record: `tournament.step` of the state.",
    )
    round = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False,
                                     help_text="Without a step: whatever step of this round is open.")  # fmt: skip

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Refuse what names neither."""
        if "step" not in attrs and "round" not in attrs:
            raise serializers.ValidationError({"round": _("Name the step or the round.")})
        return attrs


class OrderInput(StepInput):
    order = serializers.CharField(max_length=65_536)


class ReceiptSerializer(Strict):
    round = serializers.IntegerField()
    step = serializers.IntegerField()
    seat = serializers.CharField()
    order = serializers.CharField()
    version = serializers.IntegerField()
    given_at = serializers.CharField()
    commitment = serializers.CharField()


class BetInput(Strict):
    emperor = serializers.CharField(max_length=10, required=False, allow_blank=True, default="")
    seat = serializers.CharField(max_length=1)
    asset = serializers.CharField(max_length=40)
    amount = serializers.IntegerField(min_value=1, max_value=10**12)


class BetSerializer(Strict):
    seat = serializers.CharField()
    asset = serializers.CharField()
    amount = serializers.IntegerField()
    returned = serializers.IntegerField(allow_null=True)


class SinceQuery(Strict):
    since = serializers.IntegerField(min_value=0, max_value=2**53, required=False)


class EventsQuery(Strict):
    stream = serializers.ChoiceField(choices=["battle", "seat"], default="battle")
    since = serializers.IntegerField(min_value=0, max_value=2**53, default=0)


class ListQuery(Strict):
    status = serializers.ChoiceField(choices=["announced", "running", "finished"], default="announced")
    before = serializers.DateTimeField(required=False)


class EventSerializer(Strict):
    stream = serializers.CharField()
    number = serializers.IntegerField()
    type = serializers.CharField()
    body = serializers.JSONField()
    at = serializers.DateTimeField()
