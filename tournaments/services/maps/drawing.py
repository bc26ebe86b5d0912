"""Drawn maps: read, put on the list, and taken off it."""

import hashlib
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from campaign import atlas
from campaign.drawing import reading
from campaign.drawing.reading import MapError
from campaign.drawing.survey import Survey
from core import clock
from core.errors import DomainError
from core.limits import MAPS
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services.clubs.pupils import check_may_write
from dynasty.services.search_index import remove
from tournaments.domain import compatibility, game_errors, map_figures
from tournaments.models import DrawnMap, MapBalance
from tournaments.selectors.maps import drawn as drawn_maps
from tournaments.services import search_index

TITLE_LENGTH = (3, 60)
LEVEL = "greedy"
"""The level of the computer players that measure a map."""


def parse_drawing(text: str) -> Survey:
    """Return the survey of a map's file. Raise DomainError where it is too large or cannot be read."""
    try:
        return Survey(reading.read(text))
    except MapError as error:
        raise game_errors.to_domain_error(error, error.code, _("This map cannot be read.")) from error


def check_title(title: str) -> str:
    """Return a title without needless spaces. Raise DomainError where it is too short, too long or not printable."""
    called = " ".join(title.split())
    if not TITLE_LENGTH[0] <= len(called) <= TITLE_LENGTH[1] or not called.isprintable():
        raise DomainError("map_title", _("A map’s title has from 3 to 60 characters, all of them to be seen."))
    return called


@service
def create(
    *, author: Dynasty, title: str, drawing: str, after: DrawnMap | None = None, after_included: str = ""
) -> DrawnMap:
    """Put a map on the list, and have it measured. Drawn by the same dynasty already, that one is returned."""
    check_may_write(author)
    called, survey = check_title(title), parse_drawing(drawing)
    for objection in survey.objections:
        raise DomainError(objection.code, _(objection.sentence), **objection.fields)
    data = reading.name_ids(survey.data)
    made = atlas.build(data, data)
    digest = hashlib.sha256(reading.write(data).encode()).hexdigest()
    Dynasty.objects.select_for_update(no_key=True).get(pk=author.pk)  # so that the limits hold for two at once
    existing = DrawnMap.objects.filter(author=author, digest=digest).first()
    if existing is not None:
        return restore(existing)
    now = clock.now()
    check_limits(author)
    drawn = DrawnMap.objects.create(
        author=author,
        title=called,
        drawing=reading.write(data, name=called),
        digest=digest,
        territories=len(made.territories),
        regions=len(made.regions),
        seats=len(made.homes),
        after=after,
        after_included=after_included,
        drawn_at=now,
    )
    field = drawn_maps.get_field_name(drawn)
    MapBalance.objects.bulk_create(
        MapBalance(map=drawn, game=game, level=LEVEL, asked_at=now)
        for game, preset in map_figures.MEASURED.items()
        if compatibility.fits_preset(game, field, preset)
    )
    search_index.put_map(drawn)
    return drawn


def check_limits(author: Dynasty) -> None:
    """Raise DomainError where a dynasty has drawn too many maps. The caller holds the author's lock."""
    own = DrawnMap.objects.filter(author=author)
    if own.filter(shelved_at=None).count() >= MAPS[0]:
        raise DomainError("too_many_maps", _("A dynasty can have %(most)s maps on the list."), most=MAPS[0])
    if own.filter(drawn_at__gt=clock.now() - timedelta(days=1)).count() >= MAPS[1]:
        raise DomainError("too_many_maps_today", _("A dynasty can publish %(most)s maps a day."), most=MAPS[1])


def restore(drawn: DrawnMap) -> DrawnMap:
    """Put a map on the list again, if it was taken off. The caller holds the author's lock."""
    DrawnMap.objects.filter(pk=drawn.pk).update(shelved_at=None)
    drawn.shelved_at = None
    search_index.put_map(drawn)
    return drawn


@service
def shelve(*, drawn: DrawnMap, by: Dynasty) -> None:
    """Take a map off the list. What was announced or is fought on it goes on; its address stays."""
    if drawn.author_id != by.pk:
        raise DomainError("not_your_map", _("Only the author of a map can remove it from the list."))
    DrawnMap.objects.filter(pk=drawn.pk, shelved_at=None).update(shelved_at=clock.now())
    remove("map", [drawn.code])
