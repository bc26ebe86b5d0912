from django.db import migrations, models

BATCH_SIZE = 500


def fill(apps, schema_editor):
    """Write the pair of the offers that were made before, to everybody, of one asset for one other."""
    offers, parts = apps.get_model("dynasty", "Offer"), apps.get_model("dynasty", "OfferPart")
    ids = list(offers.objects.filter(to=None).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH_SIZE):
        goods = {}
        batch = parts.objects.filter(offer__in=ids[start : start + BATCH_SIZE])
        for offer, side, asset, amount in batch.values_list("offer", "side", "asset", "amount"):
            goods.setdefault(offer, {}).setdefault(side, []).append((asset, amount))
        rows = [
            offers(pk=offer, pair=f"{sold}>{paid}", amount=amount, cost=cost, price=cost / amount)
            for offer, both in goods.items()
            if [len(both.get(side, ())) for side in ("gives", "asks")] == [1, 1]
            for (sold, amount), (paid, cost) in [(both["gives"][0], both["asks"][0])]
        ]
        offers.objects.bulk_update(rows, ["pair", "amount", "cost", "price"])


class Migration(migrations.Migration):
    """The pair that an offer swaps, and its price, so that order books and days are read along an index."""

    dependencies = [("dynasty", "0030_tokens_of_apps")]

    operations = [
        migrations.AddField(
            "offer", "pair", models.CharField(blank=True, db_default="", default="", max_length=81)
        ),
        migrations.AddField("offer", "amount", models.BigIntegerField(blank=True, null=True)),
        migrations.AddField("offer", "cost", models.BigIntegerField(blank=True, null=True)),
        migrations.AddField("offer", "price", models.FloatField(blank=True, null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
