"""What the OpenAPI document says of a battle's state and of its closed rounds.

The answers are built by `tournaments.selectors.battles`; tests hold these shapes to its types.
"""

from typing import Any

from rest_framework import serializers

from tournaments.api.serializers import OutcomeShape, ReceiptSerializer
from tournaments.models import Tournament


class StatisticsShape(serializers.Serializer[Any]):
    """What a seat did in a campaign that is over."""

    seat = serializers.CharField()
    place = serializers.IntegerField()
    territories = serializers.IntegerField(help_text="That it held at the end.")
    armies = serializers.IntegerField()
    captured = serializers.IntegerField(help_text="Territories that it took.")
    beaten = serializers.IntegerField(help_text="Seats that it eliminated.")
    traded = serializers.IntegerField(allow_null=True, help_text="Sets of cards; null in games without cards.")
    out = serializers.IntegerField(allow_null=True, help_text="The step in which it left; null: it stayed to the end.")
    by = serializers.CharField(help_text="The seat that eliminated it, or blank.")
    resigned = serializers.BooleanField()


class StandingOfSeatShape(serializers.Serializer[Any]):
    pieces = serializers.IntegerField(allow_null=True, help_text="Null where the reader cannot know it, in fog.")
    fallen = serializers.BooleanField()


class SealShape(serializers.Serializer[Any]):
    salt = serializers.CharField()
    version = serializers.IntegerField()
    commitment = serializers.CharField(help_text="As in the receipt.")


class OpenVoteShape(serializers.Serializer[Any]):
    what = serializers.CharField(help_text="draw, pause or resume.")
    agreed = serializers.ListField(child=serializers.CharField(), help_text="The seats that agree.")
    needed = serializers.IntegerField()


class DelayOfRoundShape(serializers.Serializer[Any]):
    seat = serializers.CharField()
    cause = serializers.CharField()
    seconds = serializers.IntegerField()


class VotingShape(serializers.Serializer[Any]):
    """Who is away, who leads whose seat, and what is voted."""

    round = serializers.IntegerField()
    step = serializers.IntegerField()
    deadline = serializers.DateTimeField(allow_null=True)
    paused_until = serializers.DateTimeField(allow_null=True)
    voices = serializers.ListField(child=serializers.CharField(), help_text="The seats that may vote.")
    votes = OpenVoteShape(many=True)
    asleep = serializers.ListField(child=serializers.CharField())
    on_leave = serializers.DictField(child=serializers.DateTimeField(), help_text="By seat: until when.")
    led = serializers.DictField(
        child=serializers.CharField(), help_text="By seat: the code of the dynasty, `computer` or `volunteer`."
    )
    wanted = serializers.ListField(child=serializers.CharField(), help_text="Seats that want a substitute.")
    delays = DelayOfRoundShape(many=True)


class OpenedChestShape(serializers.Serializer[Any]):
    owner = serializers.CharField(help_text="The seat that filled it.")
    collector = serializers.CharField(help_text="The seat that captured it.")
    gold = serializers.IntegerField()


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
    statistics = StatisticsShape(many=True, help_text="Of a campaign, once it is over; of a board, nothing.")
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
    emblem = serializers.DictField(child=serializers.CharField(), allow_null=True)
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
    before = serializers.DictField(help_text="The position, as `position` of the state.")
    orders = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), allow_null=True, help_text="Seat and order of each."
    )
    events = serializers.ListField(
        child=serializers.DictField(), help_text="What happened, for programs; each game has its own form."
    )
    after = serializers.DictField(help_text="The position, as `position` of the state.")
    standing = serializers.DictField(child=StandingOfSeatShape(), help_text="By seat.")
    told = serializers.ListField(child=serializers.CharField(), help_text="What happened, in words.")
    stand_ins = serializers.DictField(child=serializers.CharField())
    seals = serializers.DictField(child=SealShape(), allow_null=True, help_text="By seat: what its receipt is held to.")
    digest = serializers.CharField()
    closed_at = serializers.CharField(allow_null=True)


class BattleShape(serializers.Serializer[Any]):
    tournament = FrameShape()
    you = OwnSeatShape(allow_null=True, help_text="Null where you have no seat.")
    seats = SeatShape(many=True)
    free = serializers.ListField(child=serializers.CharField(), help_text="Seats that can still be taken.")
    position = serializers.DictField(help_text="The open position; each game has its own form.")
    reach = serializers.DictField(
        child=serializers.DictField(), help_text="By seat: where its pieces could go, as `legal`."
    )
    rounds = ClosedRoundShape(many=True)
    table = VotingShape(allow_null=True, help_text="While it is fought.")
    chests = OpenedChestShape(many=True, help_text="Once it is over: which were captured.")


class FindingShape(serializers.Serializer[Any]):
    line = serializers.IntegerField(allow_null=True, help_text="Of the order, from 1; null: it is about the whole.")
    text = serializers.CharField()
    level = serializers.ChoiceField(choices=["fine", "warning", "error"])
    code = serializers.CharField(help_text="What is wrong, or blank.")
    said = serializers.ListField(child=serializers.CharField(), help_text="The same in words, and the odds.")


class FindingsShape(serializers.Serializer[Any]):
    lines = FindingShape(many=True)
