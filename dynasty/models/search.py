"""What can be found by search, and by which words."""

from django.db import models


class SearchEntry(models.Model):
    """Something that can be found, with its kind and its words. Newer things have higher numbers.

    The full text is looked up in an index of the database: on PostgreSQL one over the words, on SQLite a table of its
    own (`dynasty_searchwords`), which dynasty.services.search_index keeps alongside.
    """

    kind = models.CharField(max_length=8)
    """A word of dynasty.domain.search_words.KINDS."""
    code = models.CharField(max_length=10)
    """Its public code."""
    words = models.TextField()
    """Folded words and facets, with one space between them."""

    class Meta:
        verbose_name_plural = "search entries"
        constraints = [models.UniqueConstraint(fields=["kind", "code"], name="one_search_entry")]
