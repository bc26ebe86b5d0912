"""Read-only API views of careers: what the serious battles of a dynasty or an emperor add up to."""

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.dynasties import get_dynasty_or_404, get_emperor_or_404
from dynasty.api.serializers import DynastyName, EmperorName
from dynasty.models import BattleResult, Dynasty
from dynasty.selectors import achievements, betting_records, careers
from dynasty.selectors.careers import Person


class TotalsShape(serializers.Serializer[Any]):
    battles = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    survived = serializers.IntegerField(help_text="Survived without winning.")
    fell = serializers.IntegerField()
    abdicated = serializers.IntegerField()
    rounds = serializers.IntegerField()
    captures = serializers.IntegerField(help_text="Emperors captured.")
    captured = serializers.IntegerField(help_text="Battles in which its own Emperor was captured.")
    kills = serializers.IntegerField(help_text="Of the Emperors captured, those that died of it.")
    pawns = serializers.IntegerField()
    orders = serializers.IntegerField()
    missed = serializers.IntegerField(help_text="Orders that did not come in time.")
    in_time = serializers.IntegerField(help_text="Orders in a hundred that came in time, rounded down.")
    campaigns = serializers.IntegerField(help_text="Battles in games with dice and territories.")
    territories = serializers.IntegerField(help_text="Territories held at the end of campaigns.")
    eliminated = serializers.IntegerField(help_text="Players eliminated in campaigns.")
    luck = serializers.IntegerField(help_text="Hundredths of armies by which the dice did better than the mean.")


class ShareShape(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="A type or an ending; of a field or a preset `game:name`.")
    battles = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()


class OpeningShape(serializers.Serializer[Any]):
    game = serializers.CharField()
    field = serializers.CharField()
    opening = serializers.CharField(help_text="The first order.")
    battles = serializers.IntegerField()
    won = serializers.IntegerField()


class CampaignShape(serializers.Serializer[Any]):
    game = serializers.CharField()
    field = serializers.CharField(help_text="The map.")
    battles = serializers.IntegerField()
    won = serializers.IntegerField()
    mean_place = serializers.FloatField(allow_null=True, help_text="1 for a victory; null where none is known.")
    mean_seats = serializers.FloatField(allow_null=True, help_text="Among how many seats, on average.")
    mean_luck = serializers.FloatField(help_text="Armies by which the dice did better than the mean in a battle.")


class RivalShape(serializers.Serializer[Any]):
    dynasty = DynastyName()
    battles = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class UpsetShape(serializers.Serializer[Any]):
    place = serializers.CharField(source="result.place", help_text="The code of the tournament.")
    at = serializers.DateTimeField(source="result.at")
    emperor = EmperorName(source="result.emperor")
    reputation = serializers.IntegerField(source="result.reputation", help_text="Of the winner, before the battle.")
    over = EmperorName(source="over.emperor")
    over_dynasty = DynastyName(source="over.dynasty")
    over_reputation = serializers.IntegerField(source="over.reputation")


class LongestReignShape(serializers.Serializer[Any]):
    since = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True, help_text="Null while it goes on.")


class CareerShape(serializers.Serializer[Any]):
    totals = TotalsShape()
    by_type = ShareShape(many=True)
    by_field = ShareShape(many=True)
    by_preset = ShareShape(many=True)
    by_ending = ShareShape(many=True)
    campaigns = CampaignShape(many=True, help_text="By ruleset and map, the most frequent first.")
    openings = OpeningShape(many=True)
    rivals = RivalShape(many=True, help_text="The dynasties met most often.")
    upset = UpsetShape(allow_null=True, help_text="The victory over the strongest Emperor; null if there was none.")


class BettingShape(serializers.Serializer[Any]):
    bets = serializers.IntegerField(help_text="Won or lost; bets that were given back do not count.")
    won = serializers.IntegerField()
    percent = serializers.IntegerField(help_text="What a bet brought back on average, in percent of its stake.")


class DynastyCareerShape(CareerShape):
    betting = BettingShape(
        allow_null=True,
        help_text="Of months that are over, from ten bets in five battles on; null before, and of house dynasties.",
    )
    longest_reign = LongestReignShape(allow_null=True, help_text="As world champion; null if it never was.")


class ResultShape(serializers.ModelSerializer[BattleResult]):
    emperor = EmperorName()

    class Meta:
        model = BattleResult
        fields = ["place", "seat", "emperor", "at", "type", "game", "field", "preset", "ending", "result", "captures"]
        read_only_fields = fields


class TrophyShape(serializers.Serializer[Any]):
    achievement = serializers.CharField(source="achievement.code")
    name = serializers.CharField(source="achievement.name")
    count = serializers.IntegerField(help_text="How far the dynasty is, at most the goal.")
    goal = serializers.IntegerField(source="achievement.goal")
    earned_at = serializers.DateTimeField(allow_null=True)


class MeetingShape(serializers.Serializer[Any]):
    own = ResultShape()
    other = ResultShape()


class HeadToHeadShape(serializers.Serializer[Any]):
    battles = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    captured = serializers.IntegerField(help_text="How often the first captured the Emperor of the other.")
    suffered = serializers.IntegerField(help_text="How often the other captured the Emperor of the first.")
    latest = MeetingShape(many=True)


def build_career(person: Person) -> dict[str, Any]:
    """Return what the API says of the battles of a dynasty or an emperor, and of a dynasty's bets."""
    rows = careers.count_kinds(person)
    kinds = {f"by_{kind}": shares for kind, shares in careers.break_down(rows).items()}
    found = {"totals": careers.get_totals(person), "openings": careers.list_openings(person)}
    found["campaigns"] = careers.list_campaigns(rows)
    found |= kinds | {"rivals": careers.list_rivals(person), "upset": careers.find_upset(person)}
    if isinstance(person, Dynasty):
        found |= {"betting": betting_records.find_record(person), "longest_reign": careers.find_longest_reign(person)}
        return dict(DynastyCareerShape(found).data)
    return dict(CareerShape(found).data)


class DynastyCareer(ApiView):
    """What the serious battles of a dynasty add up to, and its bets."""

    permission_classes = [AllowAny]

    @document(responses=DynastyCareerShape, operation_id="dynasty_career")
    def get(self, request: Request, code: str) -> Response:
        return Response(build_career(get_dynasty_or_404(code)))


class Trophies(ApiView):
    """Every achievement with how far a dynasty is, and since when it has the trophy."""

    permission_classes = [AllowAny]

    @document(responses=TrophyShape(many=True), operation_id="dynasty_trophies")
    def get(self, request: Request, code: str) -> Response:
        found = achievements.list_progress(get_dynasty_or_404(code))
        return Response(TrophyShape(found, many=True).data)


class EmperorCareer(ApiView):
    """What the serious battles of an emperor add up to."""

    permission_classes = [AllowAny]

    @document(responses=CareerShape, operation_id="emperor_career")
    def get(self, request: Request, code: str) -> Response:
        return Response(build_career(get_emperor_or_404(code)))


class HeadToHead(ApiView):
    """How the battles of two dynasties with each other ended, from the side of the first."""

    permission_classes = [AllowAny]

    @document(responses=HeadToHeadShape, operation_id="head_to_head")
    def get(self, request: Request, code: str, other: str) -> Response:
        found = careers.compare(get_dynasty_or_404(code), get_dynasty_or_404(other))
        return Response(HeadToHeadShape(found).data)
