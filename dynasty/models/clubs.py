"""Clubs: who belongs to which, who asks to come in, and what happened in each."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.limits import CLUB_WORDS_LENGTH, NAME_LENGTH, PUPIL_NAME_LENGTH
from core.public_codes import new_code


class Club(models.Model):
    """A club of dynasties. A dissolved one keeps its row for what was played under its name."""

    class Kind(models.TextChoices):
        CLUB = "club"
        CLASS = "class"
        """Of a school: its owner is the teacher, its members are pupils, and nobody else finds it."""

    class Entrance(models.TextChoices):
        OPEN = "open"
        REQUEST = "request"
        """The owner or an officer accepts whoever asks."""
        LINK = "link"
        """By the club's link alone, which also opens the others."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.CLUB)
    name = models.CharField(max_length=NAME_LENGTH[1])
    folded_name = models.CharField(max_length=80)
    words = models.CharField(max_length=CLUB_WORDS_LENGTH, blank=True)
    """What it says about itself."""
    emblem = models.JSONField()
    """As that of a dynasty; see dynasty.catalog.emblems."""
    entrance = models.CharField(max_length=8, choices=Entrance.choices)
    invitation = models.CharField(max_length=10, unique=True, default=new_code)
    """The last part of its link: whoever has it becomes a member at once."""
    size = models.PositiveIntegerField(default=0)
    """How many members it has; written with each of them."""
    pupils_write = models.BooleanField(default=False)
    """Whether the pupils of a class may write what others can read."""
    founded_at = models.DateTimeField()
    dissolved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["folded_name"], condition=Q(dissolved_at=None), name="one_club_a_name"),
            models.CheckConstraint(condition=Q(entrance__in=["open", "request", "link"]), name="known_entrance"),
        ]
        indexes = [models.Index(fields=["-size", "id"], condition=Q(dissolved_at=None), name="clubs_by_size")]

    def __str__(self) -> str:
        return self.name


class ClubMember(models.Model):
    """That a dynasty belongs to a club, and what it may do there."""

    class Role(models.TextChoices):
        OWNER = "owner"
        OFFICER = "officer"
        """May let others in and out, and announce for the club."""
        MEMBER = "member"

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="clubs")
    role = models.CharField(max_length=8, choices=Role.choices)
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "dynasty"], name="member_once"),
            models.UniqueConstraint(fields=["club"], condition=Q(role="owner"), name="one_owner_a_club"),
            models.CheckConstraint(condition=Q(role__in=["owner", "officer", "member"]), name="known_club_role"),
        ]


class ClubRequest(models.Model):
    """That a dynasty asks to become a member. It goes once somebody has answered it."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="requests")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="club_requests")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "dynasty"], name="requested_once")]


class ClubEvent(models.Model):
    """Something that happened in a club, and to whom. A line goes with the dynasty that it names."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=12)
    """A name of dynasty.domain.club_events.SENTENCES."""
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    text = models.CharField(max_length=60, blank=True)
    """The title of what was announced."""
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="events_of_club")]


class Pupil(models.Model):
    """An account that a teacher made, without e-mail, and what its teacher alone sees of it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="pupil")
    club = models.ForeignKey(Club, models.PROTECT, related_name="pupils")
    """The class."""
    name = models.CharField(max_length=PUPIL_NAME_LENGTH)
    """As the teacher wrote it."""
    login = models.CharField(max_length=20, unique=True)
    has_first_password = models.BooleanField(default=True)
    """Whether the password is still the one that the teacher handed out."""
    made_at = models.DateTimeField()
