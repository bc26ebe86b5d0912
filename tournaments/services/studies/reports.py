"""Showing the staff a study."""

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.models import Report, Study
from tournaments.selectors import studies
from tournaments.services import chat


@service
def report(*, dynasty: Dynasty, study: Study, reason: str) -> Report:
    """Show a study to the staff, with all that its author wrote; reported already, the old report is returned."""
    key = f"{study.code}:{dynasty.code}"
    existing = Report.objects.filter(key=key).first()
    if existing:
        return existing
    if studies.find_readable(study.code, studies.Reader(dynasty)) is None:
        raise DomainError("no_such_study", _("There is no such study."))
    now = clock.now()
    chat.check_report(dynasty, study.dynasty, reason, now)
    return Report.objects.create(
        study=study,
        about=study.dynasty,
        reporter=dynasty,
        key=key,
        reason=reason,
        title=study.title,
        context=[describe_text(study, text) for text in studies.list_texts(study)],
        at=now,
    )


def describe_text(study: Study, text: str) -> dict[str, object]:
    """Return a text of a study as a line of a report."""
    return {
        "code": study.code,
        "dynasty": study.dynasty.code,
        "name": study.dynasty.name,
        "text": text,
        "at": study.changed_at.isoformat(),
        "said": True,
    }
