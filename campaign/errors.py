"""The error of the territory games: an order or set-up that the rules refuse."""

from typing import Any

from campaign.words.i18n import Sentence
from campaign.words.sentences import AT_LEAST, BETWEEN, ONLY, SENTENCES


class BadNumber(str):
    """The code `bad_number` where it is known which numbers are allowed.

    It is a text like any other code, so that all that passes codes on passes the numbers on.

    >>> BadNumber(1, 3), BadNumber(1, 3) == "bad_number"
    ('bad_number', True)
    """

    fields: dict[str, Any]

    def __new__(cls, least: int, most: int | None = None) -> "BadNumber":
        """Return the code for numbers from `least` to `most`; from `least` on where no number can be given now."""
        code = super().__new__(cls, "bad_number")
        is_open = most is None or most < least
        code.fields = {"least": least} if is_open else {"least": least, "most": most}
        return code

    @property
    def sentence(self) -> str:
        if "most" not in self.fields:
            return AT_LEAST
        return ONLY if self.fields["least"] == self.fields["most"] else BETWEEN


def describe_refusal(code: str) -> Sentence:
    """Return the sentence that a player reads of what is refused with this code, and what fills its places.

    >>> describe_refusal("not_in_hand")
    ('You do not hold all of these cards.', {})
    >>> describe_refusal(BadNumber(1, 3))
    ('Choose a number from %(least)s to %(most)s.', {'least': 1, 'most': 3})
    """
    return (code.sentence, code.fields) if isinstance(code, BadNumber) else (SENTENCES[code], {})


class OrderError(ValueError):
    """A set-up or a submission that the rules refuse: a stable code, and a sentence for the player."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.sentence, self.fields = describe_refusal(code)
        self.text = self.sentence % self.fields if self.fields else self.sentence
        super().__init__(code)

    def __str__(self) -> str:
        return self.text
