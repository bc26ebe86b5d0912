"""Names and mottos that the staff took away."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code


class TakenName(models.Model):
    """That the staff took the name or the motto from a dynasty, or the name from an Emperor.

    It stands until it is put back. Readers see the present name wherever the former one was written down before.
    """

    code = models.CharField(max_length=10, unique=True, default=new_code)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="taken_names")
    """Who is told, and may choose another one: of an Emperor, the dynasty to which it belonged then."""
    emperor = models.ForeignKey("dynasty.Emperor", models.CASCADE, null=True, blank=True, related_name="taken_names")
    """Null: it was the dynasty's own."""
    name = models.CharField(max_length=40, blank=True)
    """Blank: the motto alone was taken."""
    motto = models.CharField(max_length=120, blank=True)
    copies = models.JSONField(default=list)
    """The names under which it stands in the log and on the seats of battles."""
    at = models.DateTimeField()
    put_back_at = models.DateTimeField(null=True, blank=True)
    renamed_at = models.DateTimeField(null=True, blank=True)
    """When its owner chose another one, once."""

    class Meta:
        indexes = [models.Index(fields=["at"], condition=Q(put_back_at=None), name="names_that_are_taken")]

    def __str__(self) -> str:
        return self.name or self.motto

    @property
    def text(self) -> str:
        """Return what was taken, in lines."""
        return "\n".join(filter(None, (self.name, self.motto)))

    @property
    def is_open(self) -> bool:
        """Return whether it can be put back, or another one chosen."""
        return self.put_back_at is None and self.renamed_at is None
