"""When the site did what it does once in a while."""

from django.db import models


class PeriodicRun(models.Model):
    """When a piece of work was begun last, by the database's clock."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()
