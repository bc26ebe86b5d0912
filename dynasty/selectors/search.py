"""Full-text search: one interface to the indexes of both databases."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection

from dynasty.domain.search_words import KINDS, Query, Word, make_facet

STATEMENTS = {
    "postgresql": """SELECT id, kind, code, words FROM dynasty_searchentry
WHERE array_to_tsvector(string_to_array(words, ' ')) @@ %s::tsquery AND id < %s ORDER BY id DESC LIMIT %s""",
    "sqlite": """SELECT e.id, e.kind, e.code, e.words
FROM dynasty_searchwords w JOIN dynasty_searchentry e ON e.id = w.rowid
WHERE dynasty_searchwords MATCH %s AND w.rowid < %s ORDER BY w.rowid DESC LIMIT %s""",
}
LAST = 2**62


@dataclass(frozen=True)
class Hit:
    """Something that was found."""

    number: int
    kind: str
    code: str
    words: str


def find(query: Query, kinds: Iterable[str] = KINDS, *, before: int = LAST, limit: int) -> list[Hit]:
    """Return what has a word of each group of the query, the newest first, from before a number on."""
    groups = (tuple(Word(make_facet("kind", kind)) for kind in kinds), *query)
    with connection.cursor() as cursor:
        cursor.execute(STATEMENTS[connection.vendor], [format_query(groups), before, limit])
        return [Hit(*row) for row in cursor.fetchall()]


def format_query(query: Query) -> str:
    """Return a query as the database reads it; its words hold letters and digits alone."""
    if connection.vendor == "postgresql":
        groups = (" | ".join(f"'{word.text}'{':*' if word.begins else ''}" for word in group) for group in query)
        return " & ".join(f"({group})" for group in groups)
    groups = (" OR ".join(f'"{word.text}"{" *" if word.begins else ""}' for word in group) for group in query)
    return " AND ".join(f"({group})" for group in groups)
