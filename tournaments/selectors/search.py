"""Search: dynasties, emperors, boards, maps, series and studies by name, battles by players and by what they were."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from django.db.models import QuerySet
from django.utils.translation import gettext

from battlefield.fields import FIELDS
from battlefield.fields import words as board_words
from campaign.map_catalog import PAGES, SLUGS
from core.errors import UnknownPageError
from dynasty.domain.search_words import KINDS, Query, Word, make_facet, parse_query, split_words
from dynasty.models import Club, Dynasty, Emperor
from dynasty.selectors import search
from dynasty.selectors.search import LAST, Hit
from tournaments.models import DrawnBoard, DrawnMap, Series, Study, Tournament
from tournaments.selectors import listings, studies

PAGE_SIZE = 20
SHOWN_OF_EACH = 5
"""Hits of each kind where nobody has chosen one."""
MAX_PLAYERS = 30
"""Dynasties that the words of a search for battles can mean."""


@dataclass(frozen=True)
class BattleFilter:
    """What battles are asked for besides their words; blank: any."""

    type: str = ""
    field: str = ""
    goal: str = ""
    length: str = ""
    event: str = ""
    player: str = ""
    """The code of a dynasty."""

    def build_query(self) -> Query:
        """Return the query for what was chosen."""
        chosen = ((each.name, getattr(self, each.name)) for each in fields(self))
        return tuple((Word(make_facet(name, value)),) for name, value in chosen if value)


@dataclass(frozen=True)
class Found:
    """Something that was found: its kind and its row."""

    kind: str
    row: Dynasty | Emperor | Club | DrawnBoard | DrawnMap | Series | Study | Tournament


@dataclass(frozen=True)
class SearchPage:
    """A page of what was found."""

    found: list[Found]
    next: str = ""
    """The cursor of the page after; blank on the last one."""


def find_page(
    text: str, kind: str, battles: BattleFilter = BattleFilter(), cursor: str = "", reader: Dynasty | None = None
) -> SearchPage:
    """Return a page of one kind, the newest first; without words, of all of it.

    `reader`: whose mutes count; the page is shorter by what they hide.
    """
    if cursor and not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
        raise UnknownPageError
    before = int(cursor) if cursor else LAST
    if text.strip() and not parse_query(text):
        return SearchPage([])
    query = build_query(text, kind, battles)
    hits = search.find(query, [kind], before=before, limit=PAGE_SIZE + 1)
    shown = hits[:PAGE_SIZE]
    return SearchPage(load(shown, reader), str(shown[-1].number) if len(hits) > PAGE_SIZE else "")


def find_first(text: str, reader: Dynasty | None = None) -> dict[str, list[Found]]:
    """Return the newest of each kind, by kind."""
    query = parse_query(text)
    if not query:
        return {}
    people = search.find(query, ["dynasty"], limit=SHOWN_OF_EACH) + search.find(query, ["emperor"], limit=SHOWN_OF_EACH)
    others = search.find(query, ["club", "board", "map", "series", "study"], limit=SHOWN_OF_EACH)
    battles = search.find(build_query(text, "battle", BattleFilter()), ["battle"], limit=SHOWN_OF_EACH)
    found = load([*people, *others, *battles], reader)
    return {kind: rows for kind in KINDS if (rows := [each for each in found if each.kind == kind])}


def build_query(text: str, kind: str, battles: BattleFilter) -> Query:
    """Return the query for a kind; the words of a search for battles can name their players' dynasties."""
    query = parse_query(text)
    if kind != "battle":
        return query
    typed = tuple(word for group in query for word in group)
    dynasties = search.find((typed,), ["dynasty"], limit=MAX_PLAYERS) if typed else []
    return tuple((word, *list_players(word, dynasties)) for (word,) in query) + battles.build_query()


def list_players(word: Word, dynasties: Sequence[Hit]) -> list[Word]:
    """Return the facets of the dynasties that a word can mean."""
    meant = (each for each in dynasties if any(name.startswith(word.text) for name in each.words.split()))
    return [Word(make_facet("player", each.code)) for each in meant]


def load(hits: Sequence[Hit], reader: Dynasty | None) -> list[Found]:
    """Load what was found, in the same order, by a query or two for each kind."""
    rows = {
        (kind, row.code): row
        for kind in KINDS
        if (codes := [each.code for each in hits if each.kind == kind])
        for row in query_rows(kind, reader).filter(code__in=codes)
    }
    return [Found(each.kind, rows[each.kind, each.code]) for each in hits if (each.kind, each.code) in rows]


def query_rows(
    kind: str, reader: Dynasty | None
) -> QuerySet[Dynasty | Emperor | Club | DrawnBoard | DrawnMap | Series | Study | Tournament]:
    """Return the query of the rows of a kind, with what a list shows of them."""
    if kind == "dynasty":
        return Dynasty.objects.select_related("standing")
    if kind == "emperor":
        return Emperor.objects.select_related("dynasty")
    if kind == "club":
        return Club.objects.all()
    if kind == "board":
        return DrawnBoard.objects.select_related("author")
    if kind == "map":
        return DrawnMap.objects.select_related("author")
    if kind == "series":
        return Series.objects.select_related("organiser")
    if kind == "study":
        return studies.query_public(reader)
    return listings.query_tournaments().prefetch_related("entries")


def find_included_boards(text: str) -> list[tuple[str, str]]:
    """Return the boards of the game whose titles hold all words of a text: their names and titles."""
    words = split_words(text)
    titles = ((name, gettext(board_words(name)[0])) for name in FIELDS)
    return [(name, title) for name, title in titles if words and all(has_word(title, word) for word in words)]


def find_included_maps(text: str) -> list[tuple[str, str]]:
    """Return the maps of campaigns whose titles hold all words of a text: as their addresses end, and the titles."""
    words = split_words(text)
    titles = ((slug, gettext(PAGES[name][0])) for slug, name in SLUGS.items())
    return [(slug, title) for slug, title in titles if words and all(has_word(title, word) for word in words)]


def has_word(title: str, beginning: str) -> bool:
    """Return whether a word of a title begins like this."""
    return any(word.startswith(beginning) for word in split_words(title))
