"""Serializers of dynasties, emperors and logs; every field is named, so none is shown by accident."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.datetimes import parse_datetime
from dynasty.catalog import portraits, regalia
from dynasty.domain import skill
from dynasty.domain.event_types import EVENT_TYPES
from dynasty.models import Dynasty, Emperor, Rating
from dynasty.selectors import dynasties
from dynasty.selectors import portraits as selected_portraits


class EmblemShape(serializers.Serializer[dict[str, str]]):
    division = serializers.CharField()
    field = serializers.CharField()
    second = serializers.CharField()
    charge = serializers.CharField()
    tint = serializers.CharField()


class WornEmblemShape(EmblemShape):
    """An emblem as it is seen: with the regalia that were bought for it."""

    regalia = serializers.SerializerMethodField(method_name="list_regalia")

    def list_regalia(self, emblem: dict[str, Any]) -> list[str]:
        return regalia.list_worn(emblem)


class SkillShape(serializers.Serializer[Any]):
    """A rating of skill, with how sure it is."""

    family = serializers.ChoiceField(choices=list(skill.FAMILIES))
    pace = serializers.ChoiceField(choices=list(skill.PACES))
    rating = serializers.FloatField()
    deviation = serializers.FloatField()
    provisional = serializers.SerializerMethodField()
    battles = serializers.IntegerField()

    def get_provisional(self, rating: Rating) -> bool:
        return rating.deviation > skill.SURE_DEVIATION


class DynastyShape(serializers.ModelSerializer[Dynasty]):
    emblem = WornEmblemShape()
    reputation = serializers.SerializerMethodField()
    skill = SkillShape(many=True, source="ratings")

    class Meta:
        model = Dynasty
        fields = ["code", "name", "motto", "emblem", "house", "program", "founded_at", "reputation", "skill"]
        read_only_fields = fields

    def get_reputation(self, dynasty: Dynasty) -> int | None:
        standing = getattr(dynasty, "standing", None)
        return standing.reputation if standing else None


class DynastyName(serializers.ModelSerializer[Dynasty]):
    class Meta:
        model = Dynasty
        fields = ["code", "name"]
        read_only_fields = fields


class PortraitShape(serializers.Serializer[dict[str, str]]):
    """The parts of a portrait; see the picture at `/emperor/CODE/portrait.svg`."""

    face = serializers.ChoiceField(choices=list(portraits.PARTS["face"]))
    skin = serializers.ChoiceField(choices=list(portraits.PARTS["skin"]))
    hair = serializers.ChoiceField(choices=list(portraits.PARTS["hair"]))
    hair_colour = serializers.ChoiceField(choices=list(portraits.PARTS["hair_colour"]))
    beard = serializers.ChoiceField(choices=list(portraits.PARTS["beard"]))
    crown = serializers.ChoiceField(choices=list(portraits.PARTS["crown"]))
    robe = serializers.ChoiceField(choices=list(portraits.PARTS["robe"]))
    backdrop = serializers.ChoiceField(choices=list(portraits.PARTS["backdrop"]))


class EmperorShape(serializers.ModelSerializer[Emperor]):
    """Expects `context["reputations"]`, by emperor's id, and `context["reader"]`, the id of the user who asks."""

    dynasty = DynastyName()
    birthplace = DynastyName()
    state = serializers.SerializerMethodField()
    reputation = serializers.SerializerMethodField()
    portrait = serializers.SerializerMethodField()

    class Meta:
        model = Emperor
        fields = [
            "code",
            "name",
            "gender",
            "birth_date",
            "raised_at",
            "died_at",
            "fought_at",
            "dynasty",
            "birthplace",
            "state",
            "reputation",
            "portrait",
        ]
        read_only_fields = fields

    @extend_schema_field(PortraitShape)
    def get_portrait(self, emperor: Emperor) -> dict[str, str]:
        return selected_portraits.get_parts(emperor)

    def get_state(self, emperor: Emperor) -> str:
        return dynasties.get_visible_state(emperor, self.context["reader"])

    def get_reputation(self, emperor: Emperor) -> int:
        return int(self.context["reputations"].get(emperor.pk, 0))


class EmperorName(serializers.ModelSerializer[Emperor]):
    class Meta:
        model = Emperor
        fields = ["code", "name"]
        read_only_fields = fields


class HappenedShape(serializers.Serializer[Any]):
    """What an event of the log is, wherever it is shown."""

    at = serializers.DateTimeField()
    kind = serializers.CharField()
    public = serializers.BooleanField()
    place = serializers.CharField(help_text="The code of the tournament, or blank.")
    facts = serializers.DictField()


class LineShape(HappenedShape):
    sentence = serializers.CharField()
    emperor = EmperorName(allow_null=True)


class LogShape(serializers.Serializer[Any]):
    lines = LineShape(many=True)
    next = serializers.CharField(allow_null=True, help_text="Give it as `cursor` for the page after this one.")


class LogQuery(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=sorted(EVENT_TYPES), required=False)
    emperor = serializers.CharField(required=False, max_length=10, help_text="An emperor's code.")
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)
    cursor = serializers.CharField(required=False, max_length=120)


@extend_schema_field(OpenApiTypes.DATETIME)
class MomentField(serializers.Field[datetime, str, str, Any]):
    """A moment to the second, in universal time unless it names an offset; a day means its end."""

    default_error_messages = {
        "invalid": _("This is not a valid time. Write it like 2026-11-22 06:11:05, or only the date.")
    }

    def to_internal_value(self, data: str) -> datetime:
        try:
            return parse_datetime(str(data))
        except ValueError:
            self.fail("invalid")


class MembersQuery(serializers.Serializer[Any]):
    at = MomentField(required=False, help_text="A moment, such as 2026-11-22T06:11:05Z, or a day, which means its end.")


class RankedShape(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    dynasty = DynastyName()
    reputation = serializers.IntegerField()


class RankingShape(serializers.Serializer[Any]):
    page = serializers.IntegerField(source="number")
    last = serializers.BooleanField(help_text="Whether this is the last page.")
    rows = RankedShape(many=True)


class RankingQuery(serializers.Serializer[Any]):
    page = serializers.IntegerField(
        required=False, min_value=1, max_value=1_000_000, default=1, help_text="Not asked where there is a cursor."
    )


class ReignShape(serializers.Serializer[Any]):
    dynasty = DynastyName()
    since = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True)


class PointShape(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    reputation = serializers.IntegerField()


class HoldingShape(serializers.Serializer[Any]):
    asset = serializers.CharField()
    amount = serializers.IntegerField()


class CourtShape(serializers.Serializer[Any]):
    dynasty = DynastyShape()
    wealth = HoldingShape(many=True)
