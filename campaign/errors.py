"""The error of the territory games: an order or set-up that the rules refuse."""

from campaign.words.sentences import SENTENCES


class OrderError(ValueError):
    """A set-up or a submission that the rules refuse: a stable code, and a sentence for the player."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.text = self.sentence = SENTENCES[code]
        super().__init__(code)

    def __str__(self) -> str:
        return self.text
