"""The search index: kept in the transaction that changes what can be found."""

from collections.abc import Collection, Iterable

from django.db import connection

from dynasty.domain.search_words import join_words, make_facet
from dynasty.models import Club, Dynasty, Emperor, SearchEntry


def put(kind: str, code: str, texts: Iterable[str], facets: Iterable[str] = ()) -> None:
    """Let a thing be found by these texts and facets, instead of those that it had."""
    words = join_words(texts, (make_facet("kind", kind), *facets))
    entry = SearchEntry(kind=kind, code=code, words=words)
    SearchEntry.objects.bulk_create(
        [entry], update_conflicts=True, unique_fields=["kind", "code"], update_fields=["words"]
    )
    replace_words({entry.pk: words})


def remove(kind: str, codes: Collection[str]) -> None:
    """Let things be found no longer."""
    entries = SearchEntry.objects.filter(kind=kind, code__in=codes)
    replace_words(dict.fromkeys(entries.values_list("pk", flat=True), ""))
    entries.delete()


def replace_words(words: dict[int, str]) -> None:
    """Replace the words of entries in SQLite's table of words; PostgreSQL keeps its index by itself."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.executemany("DELETE FROM dynasty_searchwords WHERE rowid = %s", [(pk,) for pk in words])
        cursor.executemany(
            "INSERT INTO dynasty_searchwords (rowid, words) VALUES (%s, %s)",
            [(pk, text) for pk, text in words.items() if text],
        )


def put_dynasty(dynasty: Dynasty) -> None:
    """Let a dynasty be found by its name."""
    put("dynasty", dynasty.code, [dynasty.name])


def put_emperor(emperor: Emperor) -> None:
    """Let an emperor be found by its name."""
    put("emperor", emperor.code, [emperor.name])


def put_club(club: Club) -> None:
    """Let a club be found by its name."""
    put("club", club.code, [club.name])


def remove_dynasty(dynasty: Dynasty) -> None:
    """Let a dynasty that has left the site be found no longer, nor the emperors that belong to it."""
    remove("dynasty", [dynasty.code])
    remove("emperor", list(dynasty.emperors.values_list("code", flat=True)))
