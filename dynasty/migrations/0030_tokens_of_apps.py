from django.db import migrations, models

from core.migration_operations import AddIndexConcurrently


class Migration(migrations.Migration):
    """The tokens of an app, which go with what allowed them."""

    atomic = False
    dependencies = [("dynasty", "0029_apps")]

    operations = [AddIndexConcurrently("apitoken", models.Index(fields=["grant"], name="tokens_of_grant"))]
