"""What the site's staff did. Written once, in the transaction of the act, never changed."""

from django.conf import settings
from django.db import models


class StaffAct(models.Model):
    """One act of one member of the staff, with what it changed and why."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="staff_acts")
    act = models.CharField(max_length=24)
    """A word: removed, put_back, silenced, heard, dismissed."""
    object = models.CharField(max_length=80)
    """What it was done to: message:<code>, dynasty:<code>."""
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["-at"], name="acts_by_time"), models.Index(fields=["object"], name="acts_on")]

    def __str__(self) -> str:
        return f"{self.act} {self.object}"
