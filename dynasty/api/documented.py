"""What the OpenAPI document says of a view, kept until somebody asks for the document.

`extend_schema` of drf-spectacular works it out while the view is imported, and needs its whole generator and Django's
test client for it: 5 MB of a process that may never write the document.
"""

from collections.abc import Callable
from typing import Any, TypeVar

V = TypeVar("V", bound=Callable[..., Any])
ATTRIBUTE = "documented"
"""Where a view keeps it, as arguments of `extend_schema`."""


def document(**description: Any) -> Callable[[V], V]:
    """Return a decorator that keeps with a view what `extend_schema` is to be told of it.

    >>> @document(operation_id="ranking")
    ... def get(): ...
    >>> get.documented
    {'operation_id': 'ranking'}
    """

    def keep(view: V) -> V:
        setattr(view, ATTRIBUTE, description)
        return view

    return keep
