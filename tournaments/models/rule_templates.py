"""Rules that a dynasty keeps under a name, to begin other battles with them."""

from django.db import models

from core.limits import RULE_TEMPLATE_NAME, RULE_TEMPLATE_OPTIONS
from core.public_codes import new_code


class RuleTemplate(models.Model):
    """A battlefield and its rules under a name of the dynasty's own, which nobody else sees."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    name = models.CharField(max_length=RULE_TEMPLATE_NAME)
    options = models.CharField(max_length=RULE_TEMPLATE_OPTIONS)
    """The query of an address that fills a form in, as `tournaments.forms.rule_addresses` writes it."""
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["dynasty", "name"], name="one_template_of_a_name")]

    def __str__(self) -> str:
        return self.name
