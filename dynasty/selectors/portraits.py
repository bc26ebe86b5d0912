"""What the portrait of an emperor shows: its parts, and what its life left on it."""

import json
import zlib

from django.db.models import Count, Exists, F, OuterRef, Q

from dynasty.catalog import portraits
from dynasty.catalog.portraits import Marks
from dynasty.models import Emperor, Reign


def get_parts(emperor: Emperor) -> dict[str, str]:
    """Return the parts of an emperor's portrait; those that are no longer known as if nobody had chosen."""
    default = portraits.choose_default(emperor.code, emperor.gender)
    chosen = emperor.portrait or {}
    return {part: chosen[part] if chosen.get(part) in portraits.PARTS[part] else default[part] for part in default}


def get_marks(emperor: Emperor) -> Marks:
    """Return what the battles of an emperor, and the reigns of its dynasties, left on its portrait: one query."""
    home = "dynasty__memberships"
    there = Q(**{f"{home}__emperor": OuterRef("pk"), f"{home}__since__lte": F("since")})
    still = Q(**{f"{home}__until": None}) | Q(**{f"{home}__until__gt": F("since")})
    own = Emperor.objects.filter(pk=emperor.pk).annotate(
        battles=Count("results"),
        kills=Count("results", filter=Q(results__kills__gt=0)),
        survived=Count("results", filter=Q(results__seats__gte=8) & ~Q(results__result__in=("fell", "abdicated"))),
        captured=Count("results", filter=~Q(results__captor="") & ~Q(results__fate="dies")),
        champion=Exists(Reign.objects.filter(there & still)),
    )
    counted = own.values("battles", "kills", "survived", "captured", "champion").get()
    return Marks(
        battles=counted["battles"],
        champion=counted["champion"],
        king_slayer=bool(counted["kills"]),
        survivor=bool(counted["survived"]),
        captured=bool(counted["captured"]),
        dead=emperor.died_at is not None,
    )


def get_version(emperor: Emperor) -> str:
    """Return a word that changes whenever the portrait may look different, for its address."""
    parts = [emperor.portrait, emperor.dynasty_id, emperor.fought_at, emperor.died_at]
    return f"{zlib.crc32(json.dumps(parts, default=str, sort_keys=True).encode()):x}"
