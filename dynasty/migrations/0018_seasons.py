from itertools import groupby
from operator import itemgetter

import django.db.models.deletion
from django.db import migrations, models

BATCH_SIZE = 1000


def fill(apps, schema_editor):
    """Write the seasons of the past from what each day ended with."""
    days = apps.get_model("dynasty", "StandingDay").objects.order_by("dynasty", "day")
    table, rows = apps.get_model("dynasty", "SeasonStanding"), []
    ends = days.values_list("dynasty", "day", "reputation").iterator(chunk_size=BATCH_SIZE)
    for dynasty, own in groupby(ends, itemgetter(0)):
        base = 0
        for begins, season in groupby(own, lambda row: row[1].replace(month=(row[1].month - 1) // 3 * 3 + 1, day=1)):
            last = [reputation for _dynasty, _day, reputation in season][-1]
            rows.append(table(dynasty_id=dynasty, begins=begins, base=base, reputation=last))
            base = last
        if len(rows) >= BATCH_SIZE:
            table.objects.bulk_create(rows)
            rows = []
    table.objects.bulk_create(rows)


class Migration(migrations.Migration):
    dependencies = [("dynasty", "0017_accepted_offers")]

    operations = [
        migrations.CreateModel(
            name="SeasonStanding",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "dynasty",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="season_standings",
                        to="dynasty.dynasty",
                    ),
                ),
                ("begins", models.DateField()),
                ("base", models.BigIntegerField()),
                ("reputation", models.BigIntegerField()),
                (
                    "gained",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.F("reputation") - models.F("base"),
                        output_field=models.BigIntegerField(),
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["begins", "-gained", "dynasty"], name="standings_of_season")],
                "constraints": [models.UniqueConstraint(fields=("dynasty", "begins"), name="one_standing_a_season")],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
