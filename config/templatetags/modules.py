"""Scripts that a page needs at once, asked for in one go: a module names what it imports only when it has arrived."""

import re
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from config.module_bundles import BUNDLE_OF

register = template.Library()
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r"""^(?:import|export)\b[^;"'()]*?["'](\.[^"']+)["'];?$""", re.MULTILINE)
"""An import that a module cannot begin without; `import(…)` waits until it is used."""


@register.simple_tag
def preload_modules(*names: str) -> SafeString:
    """Link modules of static/js, and all that they import, to be loaded side by side and not one after another."""
    modules = list_modules(tuple(f"js/{name}.js" for name in names))
    if settings.STATIC_COLLECTED:
        modules = tuple(dict.fromkeys(BUNDLE_OF.get(name, name) for name in modules))
    addresses = ((staticfiles_storage.url(name),) for name in modules)
    return format_html_join("\n  ", '<link rel="modulepreload" href="{}">', addresses)


@lru_cache(maxsize=16)
def list_modules(names: tuple[str, ...]) -> tuple[str, ...]:
    """List modules and what they import, directly or not, each once; those that are named first come first.

    >>> found = list_modules(("js/core/clock.js",))
    >>> found[0], "js/core/i18n.js" in found
    ('js/core/clock.js', True)
    """
    found = list(names)
    for name in found:  # it grows meanwhile
        found += [each for each in list_imports(name) if each not in found]
    return tuple(found)


def list_imports(name: str) -> list[str]:
    """List the modules that one names as its own imports."""
    path = finders.find(name)
    text = COMMENT.sub("", Path(path).read_text()) if path else ""
    return [normpath(join(dirname(name), each)) for each in dict.fromkeys(IMPORT.findall(text))]
