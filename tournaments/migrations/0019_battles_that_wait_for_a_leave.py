"""Which battles wait for which leave; of leaves taken before, all that waited for their dynasty since."""

from django.db import migrations, models


def note_battles(apps, schema_editor):
    """Note for each leave that is not over the battles whose deadlines were put off for its dynasty since."""
    from django.utils import timezone

    entry_model, delay_model = apps.get_model("tournaments", "Entry"), apps.get_model("tournaments", "Delay")
    for leave in apps.get_model("tournaments", "Leave").objects.filter(until__gt=timezone.now()):
        fought = entry_model.objects.filter(dynasty=leave.dynasty_id, tournament__status="running")
        waited = [each.tournament.code for each in fought.select_related("tournament")
                  if delay_model.objects.filter(tournament=each.tournament_id, seat=each.seat, cause="leave",
                                                at__gte=leave.taken_at).exists()]  # fmt: skip
        if waited:
            leave.battles = waited
            leave.save(update_fields=["battles"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_organisers_who_left_and_ends_of_silences")]

    operations = [
        migrations.AddField("leave", "battles", models.JSONField(blank=True, default=list)),
        migrations.RunPython(note_battles, migrations.RunPython.noop),
    ]
