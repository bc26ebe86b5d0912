"""Long lists of choices, and a select whose options are written once for all readers of a language."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.choices import BaseChoiceIterator
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

Option = tuple[str, str]
Group = tuple[str, tuple[Option, ...]]
LISTS = 128
"""Lists that a process remembers: those of each language, as a few readers have them."""


class Choices(BaseChoiceIterator):
    """Choices that are pairs already, groups of them with lists of pairs.

    Django would look at each one, and at its label, to find that out; twice for each field and form.
    """

    def __init__(self, pairs: Sequence[Any]) -> None:
        self.pairs = pairs

    def __iter__(self) -> Iterator[Any]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __deepcopy__(self, memo: object) -> "Choices":
        return self


class Select(forms.Select):
    """Django's select with one choice, for a list so long that a template for each option would take too long."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        """Return what Django's widget returns."""
        chosen = "" if value is None else escape(str(value))
        options = write_options(tuple(freeze(self.choices)))
        options = options.replace(f'<option value="{chosen}">', f'<option value="{chosen}" selected>', 1)
        attributes = flatatt(self.build_attrs(self.attrs, attrs))
        return mark_safe(f'<select name="{escape(name)}"{attributes}>{options}\n</select>')


def freeze(choices: Iterable[Any]) -> Iterable[Option | Group]:
    """Yield the choices as tuples, which can be looked up."""
    for value, label in choices:
        if isinstance(label, (list, tuple)):
            yield str(value), tuple((str(one), str(text)) for one, text in label)
        else:
            yield str(value), str(label)


@lru_cache(maxsize=LISTS)
def write_options(choices: tuple[Option | Group, ...]) -> str:
    """Return the options, of which none is chosen.

    >>> print(write_options((("", "none"), ("Europe", (("Europe/Rome", "Rome & around"),)))))
    <BLANKLINE>
    <option value="">none</option>
    <optgroup label="Europe">
    <option value="Europe/Rome">Rome &amp; around</option>
    </optgroup>
    """
    return "".join(
        f'\n<option value="{escape(value)}">{escape(label)}</option>'
        if isinstance(label, str)
        else f'\n<optgroup label="{escape(value)}">{write_options(label)}\n</optgroup>'
        for value, label in choices
    )
