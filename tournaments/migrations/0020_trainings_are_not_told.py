from django.db import migrations


def hide_trainings(apps, schema_editor):
    """Who is in a training that goes on is shown as at court from now on."""
    Tournament, Engagement = apps.get_model("tournaments", "Tournament"), apps.get_model("dynasty", "Engagement")
    trainings = Tournament.objects.filter(type="training", ended_at=None).values("code")
    Engagement.objects.filter(place__in=trainings).update(public=False)


class Migration(migrations.Migration):

    dependencies = [
        ("dynasty", "0010_engagements_that_are_not_told"),
        ("tournaments", "0019_battles_that_wait_for_a_leave"),
    ]

    operations = [migrations.RunPython(hide_trainings, migrations.RunPython.noop)]
