"""Titles of the site's own tournaments, which are read in the language of the reader; those of people stay as they are.

Events and the world chronicle keep a title as text, and do not say who gave it.
"""

from django.utils.translation import gettext

TITLES: set[str] = set()
"""In English, as the catalogues have them; the package of the tournaments fills it in."""


def translate_title(title: str) -> str:
    """Return a title in the active language if it is one that the site gives; as it is otherwise.

    >>> translate_title("A cup of somebody")
    'A cup of somebody'
    """
    return gettext(title) if title in TITLES else title
