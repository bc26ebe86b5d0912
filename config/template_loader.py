"""Load the site's templates without the indentation that is there for their reader."""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTED = re.compile(r"(?P<kept><(?P<tag>pre|textarea)\b.*?</(?P=tag)>)|\n[ \t]+", re.DOTALL)


def without_indentation(source: str) -> str:
    """Return the source with every line moved to the left, except where a page shows its blanks.

    >>> without_indentation("<ul>\\n  <li>one</li>\\n</ul>")
    '<ul>\\n<li>one</li>\\n</ul>'
    >>> without_indentation("<pre>one\\n  two</pre>")
    '<pre>one\\n  two</pre>'
    """
    return INDENTED.sub(lambda found: found["kept"] or "\n", source)


class Loader(filesystem.Loader):
    """Find templates in the site's own folder; pages are sent without their indentation, mails as written."""

    def get_contents(self, origin: Origin) -> str:
        """Return a template's source, less what a browser has no use for."""
        source = super().get_contents(origin)
        return without_indentation(source) if str(origin.name).endswith(".html") else source
