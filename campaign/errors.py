"""The one error of the territory games."""

from campaign.sentences import SENTENCES


class Refused(ValueError):
    """A set-up or a submission that the rules refuse: a stable code, and a sentence for the player."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.text = SENTENCES[code]
        super().__init__(code, self.text)
