"""The error of the territory games: an order or set-up that the rules refuse."""

from typing import Any

from campaign.words.i18n import Sentence
from campaign.words.sentences import (
    AT_LEAST,
    BETWEEN,
    BID,
    COINS,
    LINES,
    NONE_LEAVES,
    NONE_LEFT,
    ONLY,
    SENTENCES,
    UP_TO,
    UP_TO_LEAVE,
)


class DetailedCode(str):
    """A code with the sentence for this one refusal, and what fills its places.

    It is a text like any other code, so that all that passes codes on passes the sentence on.
    """

    sentence: str
    fields: dict[str, Any]

    def __new__(cls, code: str, sentence: str, **fields: Any) -> "DetailedCode":
        made = super().__new__(cls, code)
        made.sentence, made.fields = sentence, fields
        return made


def build_bad_number(least: int, most: int | None = None) -> DetailedCode:
    """Return `bad_number` for numbers from `least` to `most`; from `least` on where no number can be given now.

    >>> build_bad_number(1, 3), build_bad_number(1, 3) == "bad_number"
    ('bad_number', True)
    """
    if most is None or most < least:
        return DetailedCode("bad_number", AT_LEAST, least=least)
    return DetailedCode("bad_number", ONLY if least == most else BETWEEN, least=least, most=most)


def build_too_many(most: int) -> DetailedCode:
    """Return `too_many` where an order can name `most` armies.

    >>> describe_refusal(build_too_many(3))
    ('You do not have that many armies available: %(most)s at most.', {'most': 3})
    """
    return DetailedCode("too_many", UP_TO if most > 0 else NONE_LEFT, most=max(0, most))


def build_too_many_leave(at: str, most: int) -> DetailedCode:
    """Return `too_many` where `most` armies can leave the field of this name."""
    return DetailedCode("too_many", UP_TO_LEAVE if most > 0 else NONE_LEAVES, at=at, most=most)


def build_bid_too_low(least: int) -> DetailedCode:
    """Return `bid_too_low` with the least bid."""
    return DetailedCode("bid_too_low", BID, least=least)


def build_not_enough_money(cost: int, coins: int) -> DetailedCode:
    """Return `not_enough_money` with what the orders cost and what there is."""
    return DetailedCode("not_enough_money", COINS, cost=cost, coins=coins)


def build_too_many_lines(lines: int, most: int) -> DetailedCode:
    """Return `too_many_lines` with how many there are and may be."""
    return DetailedCode("too_many_lines", LINES, lines=lines, most=most)


def describe_refusal(code: str) -> Sentence:
    """Return the sentence that a player reads of what is refused with this code, and what fills its places.

    >>> describe_refusal("not_in_hand")
    ('You do not hold all of these cards.', {})
    >>> describe_refusal(build_bad_number(1, 3))
    ('Choose a number from %(least)s to %(most)s.', {'least': 1, 'most': 3})
    """
    return (code.sentence, code.fields) if isinstance(code, DetailedCode) else (SENTENCES[code], {})


class OrderError(ValueError):
    """A set-up or a submission that the rules refuse: a stable code, and a sentence for the player."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.sentence, self.fields = describe_refusal(code)
        self.text = self.sentence % self.fields if self.fields else self.sentence
        super().__init__(code)

    def __str__(self) -> str:
        return self.text
