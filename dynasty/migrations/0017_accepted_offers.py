from django.db import migrations, models

from core.migration_operations import AddIndexConcurrently


class Migration(migrations.Migration):
    """The latest accepted offers, from which prices are read."""

    atomic = False
    dependencies = [("dynasty", "0016_following")]

    operations = [
        AddIndexConcurrently(
            "offer",
            models.Index(condition=models.Q(status="accepted"), fields=["-ended_at"], name="accepted_offers"),
        ),
    ]
