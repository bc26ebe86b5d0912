from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("dynasty", "0027_condensed_days"),
    ]

    operations = [
        migrations.AddField(
            model_name="battleresult",
            name="placement",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
