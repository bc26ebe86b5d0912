from django.db import migrations, models

from core.migration_operations import AddIndexConcurrently


class Migration(migrations.Migration):
    """The latest swaps of a pair, with what they swapped."""

    atomic = False
    dependencies = [("dynasty", "0032_order_books")]

    operations = [
        AddIndexConcurrently(
            "offer",
            models.Index(
                condition=models.Q(status="accepted"),
                fields=["pair", "-ended_at", "amount", "cost", "status"],
                name="swaps_of_pair",
            ),
        ),
    ]
