from django.db import migrations, models

from core.migration_operations import AddIndexConcurrently


class Migration(migrations.Migration):
    """The open offers of a pair, the best first."""

    atomic = False
    dependencies = [("dynasty", "0031_pairs_of_offers")]

    operations = [
        AddIndexConcurrently(
            "offer",
            models.Index(
                condition=models.Q(status="open"), fields=["pair", "price", "made_at"], name="order_books"
            ),
        ),
    ]
