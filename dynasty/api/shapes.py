"""How dynasties, emperors and logs look to programs. Every field is named; nothing is shown by accident."""

from typing import Any

from rest_framework import serializers

from dynasty.kinds import KINDS
from dynasty.models import Dynasty, Emperor
from dynasty.selectors import people


class EmblemShape(serializers.Serializer[dict[str, str]]):
    division = serializers.CharField()
    field = serializers.CharField()
    second = serializers.CharField()
    charge = serializers.CharField()
    tint = serializers.CharField()


class DynastyShape(serializers.ModelSerializer[Dynasty]):
    emblem = EmblemShape()
    reputation = serializers.SerializerMethodField()

    class Meta:
        model = Dynasty
        fields = ["code", "name", "motto", "emblem", "house", "program", "founded_at", "reputation"]
        read_only_fields = fields

    def get_reputation(self, dynasty: Dynasty) -> int | None:
        standing = getattr(dynasty, "standing", None)
        return standing.reputation if standing else None


class DynastyName(serializers.ModelSerializer[Dynasty]):
    class Meta:
        model = Dynasty
        fields = ["code", "name"]
        read_only_fields = fields


class EmperorShape(serializers.ModelSerializer[Emperor]):
    """Expects `context["reputations"]`: by emperor's id."""

    dynasty = DynastyName()
    birthplace = DynastyName()
    state = serializers.SerializerMethodField()
    reputation = serializers.SerializerMethodField()

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
        ]
        read_only_fields = fields

    def get_state(self, emperor: Emperor) -> str:
        return people.emperor_state(emperor)

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
    kind = serializers.ChoiceField(choices=sorted(KINDS), required=False)
    emperor = serializers.CharField(required=False, max_length=10, help_text="An emperor's code.")
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)
    cursor = serializers.CharField(required=False, max_length=120)


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
