"""Studies: annotated battles, chapter by chapter."""

from django.db import models
from django.db.models import Q

from core.limits import STUDY_COMMENT_LENGTH, STUDY_TITLE_LENGTH, STUDY_WORDS_LENGTH
from core.public_codes import new_code


class Study(models.Model):
    """A study of one dynasty. One that the staff removed is shown to its owner and to the staff alone."""

    class Visibility(models.TextChoices):
        PUBLIC = "public"
        LINK = "link"
        PRIVATE = "private"

    code = models.CharField(max_length=10, unique=True, default=new_code)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    title = models.CharField(max_length=STUDY_TITLE_LENGTH)
    words = models.CharField(max_length=STUDY_WORDS_LENGTH, blank=True)
    """What its author says about it."""
    visibility = models.CharField(max_length=7, choices=Visibility.choices)
    made_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "studies"
        constraints = [
            models.CheckConstraint(
                condition=Q(visibility__in=["public", "link", "private"]), name="known_visibility_of_study"
            )
        ]
        indexes = [
            models.Index(fields=["-made_at"], condition=Q(visibility="public", removed_at=None), name="public_studies"),
            models.Index(fields=["dynasty", "-made_at"], name="studies_of_dynasty"),
        ]

    def __str__(self) -> str:
        return self.title


class Chapter(models.Model):
    """A battle, a campaign or a position of a study. It holds the whole record, since battles may be forgotten."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    study = models.ForeignKey(Study, models.CASCADE, related_name="chapters")
    place = models.PositiveSmallIntegerField()
    """Among the chapters of its study, which are read in the order of their places."""
    title = models.CharField(max_length=STUDY_TITLE_LENGTH)
    record = models.TextField()
    battle = models.CharField(max_length=10, blank=True)
    """The code of the battle that it was made from, which may be gone; blank for records and positions."""

    class Meta:
        ordering = ["place", "pk"]
        indexes = [models.Index(fields=["study", "place"], name="chapters_in_order")]


class RoundComment(models.Model):
    """What is said about a round of a chapter; round 0 is the position before the first."""

    chapter = models.ForeignKey(Chapter, models.CASCADE, related_name="comments")
    number = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=STUDY_COMMENT_LENGTH, blank=True)
    earlier = models.CharField(max_length=STUDY_COMMENT_LENGTH, blank=True)
    """What stood there before the last change, for one who undoes it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["chapter", "number"], name="one_comment_of_a_round")]
