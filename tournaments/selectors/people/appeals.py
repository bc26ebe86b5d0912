"""Decisions of the staff that a dynasty can ask, once each, to have looked at again."""

from dataclasses import dataclass
from datetime import datetime

from core import clock
from dynasty.models import Dynasty, TakenName
from dynasty.selectors import taken_names
from tournaments.models import PrivateMessage, Report, Silence, Study
from tournaments.selectors import chat
from tournaments.selectors.people import removed_texts, reported_names
from tournaments.selectors.people.removed_texts import Text

SILENCE = "silence"
"""Stands for the dynasty's own silence where the code of a text could stand; no code has these letters."""


@dataclass(frozen=True)
class Decision:
    """What the staff decided about a dynasty and still stands, and whether it was asked to look again."""

    code: str
    """The code of the removed text or of what was taken, or `silence`."""
    key: str
    """Unique to the decision: the key of the report that asks."""
    reason: str
    at: datetime
    text: Text | None
    """Null: it is a silence, or a name was taken."""
    until: datetime | None
    appeal: Report | None
    former: TakenName | None = None
    """What was taken, if it was a name or a motto."""

    @property
    def is_study(self) -> bool:
        """Return whether a study was removed."""
        return isinstance(self.text, Study)

    @property
    def quote(self) -> str:
        """Return the title or the text of what was removed."""
        if self.former is not None:
            return self.former.text
        return self.text.title if isinstance(self.text, Study) else self.text.text if self.text else ""

    @property
    def is_private(self) -> bool:
        """Return whether a message of two people or of a club was removed."""
        return isinstance(self.text, PrivateMessage)

    @property
    def is_silence(self) -> bool:
        """Return whether the dynasty is silenced."""
        return self.text is None and self.former is None

    @property
    def may_choose(self) -> bool:
        """Return whether another name can be chosen for the one that was taken."""
        return self.former is not None and taken_names.may_choose(self.former)


def find_decision(dynasty: Dynasty, code: str) -> Decision | None:
    """Return the decision about a dynasty that still stands: about its text with this code, its silence, or its name.

    One about a name stands until it is put back, or another one is chosen.
    """
    if code == SILENCE:
        silence = chat.find_silence(dynasty, clock.now())
        return build_silence(dynasty, silence) if silence else None
    if (former := taken_names.find_taken(code)) is not None:
        return build_taking(former) if former.dynasty_id == dynasty.pk and former.is_open else None
    text = removed_texts.find_removed(code)
    act = removed_texts.find_removal(text) if text is not None and text.dynasty_id == dynasty.pk else None
    if act is None:
        return None
    key = f"{code}:{Report.APPEAL}"
    return Decision(code, key, act.reason, act.at, text, None, Report.objects.filter(key=key).first())


def build_taking(row: TakenName) -> Decision | None:
    """Return what was taken as a decision; None where no act took it."""
    act, key = reported_names.find_taking(row), reported_names.build_appeal_key(row)
    appeal = Report.objects.filter(key=key).first()
    return Decision(row.code, key, act.reason, act.at, None, None, appeal, row) if act else None


def get_key(silence: Silence) -> str:
    """Return the key of an appeal about a silence."""
    return f"{silence.since.timestamp():.0f}:{silence.dynasty.code}"


def build_silence(dynasty: Dynasty, silence: Silence) -> Decision:
    """Return the silence of a dynasty as a decision."""
    key = get_key(silence)
    appeal = Report.objects.filter(key=key).first()
    return Decision(SILENCE, key, silence.reason, silence.since, None, silence.until, appeal)


def is_about_silence(appeal: Report) -> bool:
    """Return whether an appeal is about a silence; its text may be gone where it is about one."""
    return not appeal.key.endswith(f":{Report.APPEAL}")


def is_moot(appeal: Report) -> bool:
    """Return whether what an appeal is about no longer stands, without anybody having answered it."""
    if appeal.named:
        return False  # choosing another name withdraws it, putting the name back grants it
    if not is_about_silence(appeal):
        return appeal.message_id is None and appeal.private_id is None and appeal.study_id is None
    silence = chat.find_silence(appeal.about, clock.now())
    return silence is None or get_key(silence) != appeal.key


def has_ended(dynasty: Dynasty, code: str) -> bool:
    """Return whether nothing stands any more against a dynasty where a notification of a decision leads."""
    return code == SILENCE or any(
        model._default_manager.filter(code=code, dynasty=dynasty).exists()
        for model in (TakenName, *removed_texts.FIELDS)
    )
