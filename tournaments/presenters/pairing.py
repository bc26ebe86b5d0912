"""Searches for an opponent as pages show them: the reader's own, those of others, and the choices of the form."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import ceil, floor, isinf

from django.utils.translation import gettext as _

from core import clock
from dynasty.domain import skill
from dynasty.domain.skill import Skill
from dynasty.models import Dynasty, Rating
from tournaments.access.viewers import Viewer
from tournaments.domain import games, matchmaking, timeliness
from tournaments.domain.matchmaking import GROUNDS, PACES
from tournaments.models import Seek
from tournaments.selectors import seeks
from tournaments.selectors import timeliness as timeliness_selectors

OFFERS_COMPUTER_AFTER = timedelta(minutes=1)


@dataclass(frozen=True)
class SeekRow:
    """A search of somebody else, with who it is and what is wanted."""

    seek: Seek
    skill: str
    """Blank of a guest."""
    ground: str
    pace: str
    asks: str
    """What it asks of the other; blank: nothing."""
    objection: str
    """Why the reader cannot take it up; blank: the reader can."""


def build_context(viewer: Viewer) -> dict[str, object]:
    """Return what the page of tournaments shows of searches."""
    own = seeks.find_own(viewer.key, viewer.dynasty)
    others = seeks.list_others(own, viewer.key, viewer.dynasty)
    skills, own_percents = get_skills(others), get_percents(others, viewer.dynasty)
    return {
        "seek": own,
        "seek_state": "idle" if own is None else "seeking" if own.tournament_id is None else "found",
        "search": describe_own(own) if own and own.tournament_id is None else None,
        "seeks": [
            SeekRow(
                each,
                skills[each.pk],
                name_ground(each.family, each.field),
                str(PACES[each.pace].title),
                describe_demand(each.asks),
                timeliness.find_search_objection(each.asks, own_percents.get(seeks.get_ladder_pace(each.pace))),
            )
            for each in others
        ],
        "seek_paces": [(name, pace.title) for name, pace in PACES.items()],
        "seek_grounds": list_choices(),
        "seek_demands": [(name, title) for name, (_demand, title) in timeliness.SEARCHES.items()],
    }


def get_percents(rows: Sequence[Seek], dynasty: Dynasty | None) -> dict[str, int | None]:
    """Return how many of a hundred orders the reader gave in time, by the paces at which these searches ask for it."""
    paces = {seeks.get_ladder_pace(each.pace) for each in rows if each.asks}
    return {pace: timeliness_selectors.get_percent(dynasty, pace) for pace in sorted(paces)}


def describe_demand(asks: str) -> str:
    """Return what a search asks of the other, in the active language; blank: nothing."""
    return str(timeliness.SEARCHES[asks][1]) if asks else ""


def get_skills(rows: list[Seek]) -> dict[int, str]:
    """Return the skill of each who searches, as text; blank of guests."""
    rated = Rating.objects.filter(dynasty__in=[each.dynasty_id for each in rows if each.dynasty_id])
    skills = {(each.dynasty_id, each.family, each.pace): each.skill for each in rated}
    found = {}
    for each in rows:
        own = skills.get((each.dynasty_id or 0, each.family, seeks.get_ladder_pace(each.pace)), Skill())
        found[each.pk] = own.text if each.dynasty_id else ""
    return found


def describe_own(own: Seek) -> dict[str, object]:
    """Return what the reader's own search says while it goes on."""
    pace, waited = PACES[own.pace], clock.now() - own.sought_at
    band = matchmaking.get_band(pace, waited)
    return {
        "ground": name_ground(own.family, own.field),
        "pace": pace.title,
        "asks": describe_demand(own.asks),
        "seconds": int(waited.total_seconds()),
        "lowest": "" if isinf(band) else str(max(0, floor((own.rating - band) / 10) * 10)),
        "highest": "" if isinf(band) else str(ceil((own.rating + band) / 10) * 10),
        "needs_page": pace.needs_page,
        "offers_computer": waited >= OFFERS_COMPUTER_AFTER,
    }


def name_ground(family: str, field: str) -> str:
    """Return the battlefield that is wanted, in the active language."""
    if not field:
        return _("Any map") if family == "map" else _("Any board")
    return _(games.GAMES[GROUNDS[field].game].field_words(field)[0])


def list_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the battlefields of the form, by family: any of it first."""
    return [
        (
            str(title),
            [
                (family, name_ground(family, "")),
                *((each.field, name_ground(family, each.field)) for each in matchmaking.list_grounds(family)),
            ],
        )
        for family, title in skill.FAMILIES.items()
    ]


def read_ground(value: str) -> tuple[str, str]:
    """Return family and battlefield of a choice of the form; what is no choice is refused later.

    >>> read_ground("board"), read_ground("seven")
    (('board', ''), ('map', 'seven'))
    """
    ground = GROUNDS.get(value)
    return (ground.family, ground.field) if ground else (value, "")
