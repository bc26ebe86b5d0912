"""Which page a notification leads to."""

from collections.abc import Mapping
from typing import Any

PAGES = {
    "followed": "/court/following/",
    "offer": "/market/",
    "championship": "/ranking/",
    "test": "/notices/",
    "series": "/series/",
    "webhook": "/court/settings/webhooks/",
}
"""The pages of kinds that are about no tournament; of all others it is the court."""

FOLDERS = {"message": "messages", "moderated": "appeal"}
"""Where the pages of kinds lie whose place is no tournament, arena, series, club or match."""


def get_path(kind: str, place: str, facts: Mapping[str, Any]) -> str:
    """Return the path of the page that a notification is about. `place`: the code of a tournament or arena, if any.

    >>> get_path("moderated", "silence", {}), get_path("moderated", "", {})
    ('/appeal/silence/', '/court/')

    >>> get_path("turn", "k3x", {}), get_path("arena", "", {}), get_path("offer", "", {}), get_path("asleep", "", {})
    ('/tournament/k3x/', '/arenas/', '/market/', '/court/')
    """
    if place and kind in FOLDERS:
        return f"/{FOLDERS[kind]}/{place}/"
    if kind == "chronicle":
        return f"/chronicle/week/{facts['week']}/"
    if kind == "arena" or (kind == "club" and facts.get("result") == "arena"):
        return f"/arena/{place}/" if place else "/arenas/"
    if kind == "club" and str(facts.get("result", "")).startswith("match_"):
        return f"/match/{place}/"
    if kind == "club" and facts.get("result") in ("tournament", "series"):
        return f"/{facts['result']}/{place}/"
    if kind in ("series", "webhook"):
        code = place or facts.get("code")
        return f"{PAGES[kind]}{code}/" if code else PAGES[kind]
    if kind == "club":
        return f"/club/{place}/" if place else "/clubs/"
    return f"/tournament/{place}/" if place else PAGES.get(kind, "/court/")
