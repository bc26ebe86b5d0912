"""What is said with one press in a battle: sentences of the site's own, which each reader reads in their language."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class ReadyWords:
    """A sentence, and the code by which it is stored."""

    code: str
    text: str | Promise


DURING = (
    ReadyWords("luck", _("Good luck!")),
    ReadyWords("played", _("Well played!")),
    ReadyWords("moment", _("One moment, please.")),
)
"""Said most often in a battle."""
AFTER = (ReadyWords("game", _("Good game!")), ReadyWords("thanks", _("Thank you!")), ReadyWords("again", _("Rematch?")))
"""Said most often after it."""
TEXTS = {each.code: each.text for each in (*DURING, *AFTER)}


def list_offered(over: bool) -> Sequence[ReadyWords]:
    """Return what can be said in a battle, or once it is over.

    >>> [words.code for words in list_offered(over=True)]
    ['game', 'thanks', 'again']
    """
    return AFTER if over else DURING


def is_offered(code: str, over: bool) -> bool:
    """Return whether this can be said in a battle, or once it is over.

    >>> is_offered("luck", over=False), is_offered("luck", over=True), is_offered("What a fool!", over=False)
    (True, False, False)
    """
    return code in {words.code for words in list_offered(over)}
