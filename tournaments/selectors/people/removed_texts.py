"""Messages and studies that the staff has removed and can put back."""

from dataclasses import dataclass

from django.utils.text import Truncator

from dynasty.models import Dynasty, StaffAct
from tournaments.models import Message, PrivateMessage, Study

Text = Message | PrivateMessage | Study
FIELDS: dict[type[Text], str] = {Message: "message", PrivateMessage: "private", Study: "study"}
"""The field in which a report names a text, by its kind."""
REMOVALS = ("removed", "study_removed")
SHOWN = 300
"""Characters of a removed text on the page of the staff."""


@dataclass(frozen=True)
class RemovedText:
    """A text that is hidden from everybody, and the act that removed it."""

    code: str
    dynasty: Dynasty
    title: str
    """Of a study."""
    text: str
    act: StaffAct


def find_removed(code: str) -> Text | None:
    """Return the removed message or study with this code; None if there is none."""
    for model in FIELDS:
        found: Text | None = model._default_manager.select_related("dynasty").filter(code=code).first()
        if found is not None and found.removed_at is not None:
            return found
    return None


def get_word(text: Text) -> str:
    """Return the word for a text in the objects of acts and in the results of notifications."""
    return "study" if isinstance(text, Study) else "message"


def find_removal(text: Text) -> StaffAct | None:
    """Return the act that removed a text last."""
    return StaffAct.objects.filter(object=f"{get_word(text)}:{text.code}", act__in=REMOVALS).order_by("pk").last()


def list_removed(limit: int = 30) -> list[RemovedText]:
    """Return what the staff has removed and not put back, the latest first."""
    removed: dict[str, Text] = {}
    for model in FIELDS:
        found = model._default_manager.filter(removed_at__isnull=False).select_related("dynasty")
        removed |= {row.code: row for row in found.order_by("-removed_at")[:limit]}
    objects = [f"{get_word(text)}:{code}" for code, text in removed.items()]
    acts = StaffAct.objects.filter(object__in=objects, act__in=REMOVALS).select_related("user").order_by("pk")
    latest = {act.object.partition(":")[2]: act for act in acts}
    shown = sorted(latest.values(), key=lambda act: -act.pk)[:limit]
    return [describe(removed[code], act) for act in shown if (code := act.object.partition(":")[2])]


def describe(text: Text, act: StaffAct) -> RemovedText:
    """Return a removed text as the staff sees it."""
    words = text.words if isinstance(text, Study) else text.text
    title = text.title if isinstance(text, Study) else ""
    return RemovedText(text.code, text.dynasty, title, Truncator(words).chars(SHOWN), act)
