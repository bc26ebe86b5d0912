"""Rounds as their games count them, beside the steps of the record; and how every seat fared."""

from django.db import migrations, models
from django.db.models import F

OPENING = ("claim", "muster", "capital", "placing")
TOGETHER = ("emperors", "campaign.simultaneous")
"""Games in which each step is a round."""


def count_rounds(apps, schema_editor):
    """Read the rounds of play off the states that are kept."""
    tournament_model, round_model = apps.get_model("tournaments", "Tournament"), apps.get_model("tournaments", "Round")
    round_model.objects.filter(tournament__game__in=TOGETHER).update(game_round=F("number"))
    tournament_model.objects.filter(game__in=TOGETHER).update(game_round=F("round_no"))
    others = round_model.objects.exclude(tournament__game__in=TOGETHER)
    changed = []
    for one in others.only("pk", "state").iterator(200):
        phase = one.state.get("phase", "")
        one.game_round = 0 if phase in OPENING else one.state.get("round", 0)
        one.turn_of = (one.state.get("active") or "") if one.state.get("order") else ""
        changed.append(one)
        if len(changed) == 200:
            round_model.objects.bulk_update(changed, ["game_round", "turn_of"])
            changed = []
    round_model.objects.bulk_update(changed, ["game_round", "turn_of"])
    last = round_model.objects.filter(tournament=models.OuterRef("pk"), number=models.OuterRef("round_no"))
    fought = tournament_model.objects.exclude(game__in=TOGETHER).filter(round_no__gt=0)
    known = fought.annotate(last=models.Subquery(last.values("game_round")[:1])).values_list("pk", "last")
    for pk, number in list(known):
        tournament_model.objects.filter(pk=pk).update(game_round=number or 0)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_casual_networks")]

    operations = [
        migrations.AddField("round", "game_round", models.PositiveIntegerField(default=0)),
        migrations.AddField("round", "turn_of", models.CharField(blank=True, default="", max_length=1)),
        migrations.AddField("tournament", "game_round", models.PositiveIntegerField(default=0)),
        migrations.AddField("tournament", "statistics", models.JSONField(blank=True, default=list)),
        migrations.RunPython(count_rounds, migrations.RunPython.noop),
    ]
