"""What the OpenAPI document says of a battle's state and of its closed rounds.

The answers are built by `tournaments.selectors.battles`; tests hold these shapes to its types.
"""

from typing import Any

from rest_framework import serializers

from tournaments.api.serializers import ReceiptSerializer
from tournaments.models import Tournament


class OutcomeShape(serializers.Serializer[Any]):
    winners = serializers.ListField(child=serializers.CharField(), help_text="Letters; of a draw, who shares it.")
    draw = serializers.BooleanField()
    by = serializers.CharField(help_text="The goal that was met, or the limit that was reached.")
    placements = serializers.ListField(child=serializers.ListField(child=serializers.CharField()), required=False)
    void = serializers.BooleanField(required=False, help_text="Whether it counts for nothing.")
    flipped = serializers.CharField(required=False, help_text="The seat that ended it by flipping the table.")


class FrameShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    status = serializers.ChoiceField(choices=Tournament.Status.choices)
    type = serializers.CharField()
    outcome = OutcomeShape(allow_null=True)
    why = serializers.CharField(help_text="Why it was halted or cancelled, or blank.")
    round_seconds = serializers.IntegerField()
    contract = serializers.CharField()
    round = serializers.IntegerField(help_text="The round of play; 0 before the first one.")
    turn = serializers.CharField(help_text="Whose turn it is, in the games in turns; else blank.")
    step = serializers.IntegerField(help_text="The open step of the record, which an order names.")
    rounds_closed = serializers.IntegerField(help_text="How many steps are closed: the latest `rounds/…/` there is.")
    statistics = serializers.ListField(child=serializers.DictField())
    opened_at = serializers.CharField(allow_null=True)
    deadline = serializers.CharField(allow_null=True, help_text="When the open step closes; null while it is halted.")
    starts_at = serializers.CharField(allow_null=True)
    now = serializers.CharField(allow_null=True)


class OwnSeatShape(serializers.Serializer[Any]):
    seat = serializers.CharField()
    order = serializers.CharField(allow_null=True, help_text="Your order in the open step.")
    receipt = ReceiptSerializer(allow_null=True)
    legal = serializers.DictField(
        help_text="What you may order now; empty where you may not. On a board by piece: where it may go."
    )


class SeatShape(serializers.Serializer[Any]):
    seat = serializers.CharField()
    emperor = serializers.CharField()
    dynasty = serializers.CharField()
    code = serializers.CharField(allow_null=True)
    emblem = serializers.DictField(allow_null=True)
    computer = serializers.BooleanField()
    level = serializers.CharField(help_text="Of a computer player; else blank.")
    ready = serializers.BooleanField(help_text="Whether it has ordered in the open step.")
    asleep = serializers.BooleanField(help_text="Whether rounds do not wait for it.")
    to_act = serializers.BooleanField(help_text="Whether it may order in the open step.")
    pieces = serializers.IntegerField(allow_null=True)
    fallen = serializers.BooleanField()
    team = serializers.IntegerField(required=False)


class ClosedRoundShape(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Of the step in the record.")
    round = serializers.IntegerField()
    turn = serializers.CharField()
    before = serializers.DictField()
    orders = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), allow_null=True, help_text="Seat and order of each."
    )
    events = serializers.ListField(child=serializers.JSONField())
    after = serializers.DictField()
    standing = serializers.DictField(child=serializers.DictField(), help_text="By seat: its pieces, and if it fell.")
    told = serializers.ListField(child=serializers.CharField(), help_text="What happened, in words.")
    stand_ins = serializers.DictField(child=serializers.CharField())
    seals = serializers.DictField(allow_null=True)
    digest = serializers.CharField()
    closed_at = serializers.CharField(allow_null=True)


class BattleShape(serializers.Serializer[Any]):
    tournament = FrameShape()
    you = OwnSeatShape(allow_null=True, help_text="Null where you have no seat.")
    seats = SeatShape(many=True)
    free = serializers.ListField(child=serializers.CharField(), help_text="Seats that can still be taken.")
    position = serializers.DictField(help_text="The open position; each game has its own form.")
    reach = serializers.DictField(help_text="By seat: where its pieces could go, as `legal`.")
    rounds = ClosedRoundShape(many=True)
    table = serializers.DictField(allow_null=True, help_text="Who is away, who leads whose seat, and what is voted.")
    chests = serializers.ListField(child=serializers.DictField(), help_text="Once it is over: which were captured.")
