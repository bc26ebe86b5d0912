"""Decisions of the staff that a dynasty can ask, once each, to have looked at again."""

from dataclasses import dataclass
from datetime import datetime

from core import clock
from dynasty.models import Dynasty
from tournaments.models import PrivateMessage, Report, Silence, Study
from tournaments.selectors import chat
from tournaments.selectors.people import removed_texts
from tournaments.selectors.people.removed_texts import Text

SILENCE = "silence"
"""Stands for the dynasty's own silence where the code of a text could stand; no code has these letters."""


@dataclass(frozen=True)
class Decision:
    """What the staff decided about a dynasty and still stands, and whether it was asked to look again."""

    code: str
    """The code of the removed text, or `silence`."""
    key: str
    """Unique to the decision: the key of the report that asks."""
    reason: str
    at: datetime
    text: Text | None
    """Null: it is a silence."""
    until: datetime | None
    appeal: Report | None

    @property
    def is_study(self) -> bool:
        """Return whether a study was removed."""
        return isinstance(self.text, Study)

    @property
    def quote(self) -> str:
        """Return the title or the text of what was removed."""
        return self.text.title if isinstance(self.text, Study) else self.text.text if self.text else ""

    @property
    def is_private(self) -> bool:
        """Return whether a message of two people or of a club was removed."""
        return isinstance(self.text, PrivateMessage)


def find_decision(dynasty: Dynasty, code: str) -> Decision | None:
    """Return the decision about a dynasty that still stands: about its text with this code, or its silence."""
    if code == SILENCE:
        silence = chat.find_silence(dynasty, clock.now())
        return build_silence(dynasty, silence) if silence else None
    text = removed_texts.find_removed(code)
    act = removed_texts.find_removal(text) if text is not None and text.dynasty_id == dynasty.pk else None
    if act is None:
        return None
    key = f"{code}:{Report.APPEAL}"
    return Decision(code, key, act.reason, act.at, text, None, Report.objects.filter(key=key).first())


def build_silence(dynasty: Dynasty, silence: Silence) -> Decision:
    """Return the silence of a dynasty as a decision."""
    key = f"{silence.since.timestamp():.0f}:{dynasty.code}"
    appeal = Report.objects.filter(key=key).first()
    return Decision(SILENCE, key, silence.reason, silence.since, None, silence.until, appeal)


def has_ended(dynasty: Dynasty, code: str) -> bool:
    """Return whether nothing stands any more against a dynasty where a notification of a decision leads."""
    return code == SILENCE or any(
        model._default_manager.filter(code=code, dynasty=dynasty).exists() for model in removed_texts.FIELDS
    )
