"""What is said around a battle, who does not want to hear whom, and what was reported."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.limits import MESSAGE_LENGTH
from core.public_codes import new_code

from .tournaments import Tournament


class Message(models.Model):
    """Something that a dynasty said. Plain text; a removed one stays for the staff alone."""

    class Room(models.TextChoices):
        TABLE = "table"
        """The players', hidden from other people until the battle is over."""
        PUBLIC = "public"
        PARLEY = "parley"
        """Between seats of a battle, where negotiation was announced."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="messages")
    room = models.CharField(max_length=6, choices=Room.choices)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="messages")
    text = models.CharField(max_length=MESSAGE_LENGTH)
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)
    from_seat = models.CharField(max_length=1, blank=True, default="", db_default="")
    """In a parley: the letter of the seat that wrote it."""
    among = models.CharField(max_length=16, blank=True, default="", db_default="")
    """In a parley: the letters of the seats that share it, sorted, with that of the author."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(room__in=["table", "public", "parley"]), name="known_talk_room")
        ]
        indexes = [
            models.Index(fields=["tournament", "room", "-id"], name="talk_of_tournament"),
            models.Index(fields=["dynasty", "-at"], name="talk_of_dynasty"),
        ]

    @property
    def to_seats(self) -> list[str]:
        """Return the letters of the seats to which it was written."""
        return [letter for letter in self.among if letter != self.from_seat]


class Mute(models.Model):
    """That a dynasty does not want to hear another one, anywhere."""

    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="mutes")
    muted = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dynasty", "muted"], name="muted_once"),
            models.CheckConstraint(condition=~Q(dynasty=models.F("muted")), name="nobody_mutes_itself"),
        ]


class Silence(models.Model):
    """That the staff lets nobody hear a dynasty; what it said is hidden, and it can say nothing."""

    dynasty = models.OneToOneField("dynasty.Dynasty", models.CASCADE, primary_key=True, related_name="silence")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=300)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    """Null: until the staff ends it."""


class Report(models.Model):
    """That a dynasty found a text wrong, or a decision of the staff.

    It keeps the lines around it, whatever becomes of them. Who finds a decision wrong is both `reporter` and `about`.
    """

    class Reason(models.TextChoices):
        INSULT = "insult"
        SPAM = "spam"
        CHEATING = "cheating"
        OTHER = "other"

    APPEAL = "appeal"
    """Instead of a reason: its author asks that a decision of the staff is looked at again."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    message = models.ForeignKey(Message, models.SET_NULL, null=True, related_name="reports")
    private = models.ForeignKey(
        "tournaments.PrivateMessage",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reports",
        db_index=False,
        db_constraint=False,
    )
    """Instead of `message`: one of two people, or of a club."""
    study = models.ForeignKey(
        "tournaments.Study",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reports",
        db_index=False,
        db_constraint=False,
    )
    """Instead of `message`: the texts of a study."""
    named = models.CharField(max_length=10, blank=True, default="", db_default="")
    """Instead of `message`: the code of the dynasty or the Emperor whose name it is."""
    about = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    """Who said it; of an Emperor’s name, the dynasty that raised them."""
    reporter = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="reports")
    key = models.CharField(max_length=24, unique=True)
    """The message and the reporter, so that it is reported once."""
    reason = models.CharField(max_length=8, choices=Reason.choices)
    title = models.CharField(max_length=60)
    """Of the tournament or the study, the name of the club, or the one reported; empty for a message of two."""
    context = models.JSONField()
    """[{"code", "dynasty", "name", "text", "at", "said"}]: the lines around; `said` marks the reported one."""
    words = models.CharField(max_length=MESSAGE_LENGTH, blank=True, default="", db_default="")
    """Of an appeal: what speaks against the decision."""
    decided = models.CharField(max_length=300, blank=True, default="", db_default="")
    """Of an appeal: the reason that the staff gave for the decision."""
    at = models.DateTimeField()
    looked_at = models.DateTimeField(null=True, blank=True)
    """When somebody of the staff first had it on the page."""
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=12, blank=True)
    """removed, silenced or dismissed; put_back: removed first, and shown again later; of an appeal also granted,
    withdrawn where its author chose another name instead, or lapsed where what it was about has ended by itself."""

    class Meta:
        indexes = [
            models.Index(fields=["at"], condition=Q(closed_at=None), name="open_reports"),
            models.Index(fields=["reporter", "-at"], name="reports_of_dynasty"),
        ]

    @property
    def is_appeal(self) -> bool:
        """Return whether it asks to look at a decision of the staff again."""
        return self.reason == self.APPEAL

    @property
    def is_of_emperor(self) -> bool:
        """Return whether it is about the name of an Emperor."""
        return bool(self.named) and self.named != self.about.code
