from django.db import migrations, models


class Migration(migrations.Migration):
    """Names of webhooks, and their former secrets, which sign beside a new one for a while."""

    dependencies = [("dynasty", "0033_swaps_of_pairs")]

    operations = [
        migrations.AddField(
            "webhook", "name", models.CharField(blank=True, db_default="", default="", max_length=40)
        ),
        migrations.AddField("webhook", "former_secrets", models.TextField(blank=True, db_default="", default="")),
        migrations.AddField("webhook", "former_until", models.DateTimeField(blank=True, null=True)),
    ]
