"""Searches for an opponent as pages show them: the reader's own, those of others, and the choices of the form."""

from dataclasses import dataclass
from datetime import timedelta
from math import ceil, floor, isinf

from django.utils.translation import gettext as _

from core import clock
from dynasty.domain import skill
from dynasty.domain.skill import Skill
from dynasty.models import Rating
from tournaments.access.viewers import Viewer
from tournaments.domain import games, matchmaking
from tournaments.domain.matchmaking import GROUNDS, PACES
from tournaments.models import Seek
from tournaments.selectors import seeks

OFFERS_COMPUTER_AFTER = timedelta(minutes=1)


@dataclass(frozen=True)
class SeekRow:
    """A search of somebody else, with who it is and what is wanted."""

    seek: Seek
    skill: str
    """Blank of a guest."""
    ground: str
    pace: str


def build_context(viewer: Viewer) -> dict[str, object]:
    """Return what the page of tournaments shows of searches."""
    own = seeks.find_own(viewer.key, viewer.dynasty)
    others = seeks.list_others(own, viewer.key, viewer.dynasty)
    skills = get_skills(others)
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
            )
            for each in others
        ],
        "seek_paces": [(name, pace.title) for name, pace in PACES.items()],
        "seek_grounds": list_choices(),
    }


def get_skills(rows: list[Seek]) -> dict[int, str]:
    """Return the skill of each who searches, as text; blank of guests."""
    rated = Rating.objects.filter(dynasty__in=[each.dynasty_id for each in rows if each.dynasty_id])
    skills = {(each.dynasty_id, each.family, each.pace): each.skill for each in rated}
    found = {}
    for each in rows:
        ladder = skill.get_pace(PACES[each.pace].round_seconds, daily=False)
        own = skills.get((each.dynasty_id or 0, each.family, ladder), Skill())
        found[each.pk] = own.text if each.dynasty_id else ""
    return found


def describe_own(own: Seek) -> dict[str, object]:
    """Return what the reader's own search says while it goes on."""
    pace, waited = PACES[own.pace], clock.now() - own.sought_at
    band = matchmaking.get_band(pace, waited)
    return {
        "ground": name_ground(own.family, own.field),
        "pace": pace.title,
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
