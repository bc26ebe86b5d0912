"""The templates of rules that a dynasty keeps."""

from core.prepared_statements import PreparedQuery
from dynasty.models import Dynasty
from tournaments.models import RuleTemplate

OWN_QUERY = PreparedQuery(lambda dynasty: RuleTemplate.objects.filter(dynasty=dynasty))


def list_own(dynasty: Dynasty | None) -> list[RuleTemplate]:
    """Return the templates of a dynasty by name; none for a guest."""
    return OWN_QUERY(dynasty.pk) if dynasty else []


def find_own(dynasty: Dynasty, code: str) -> RuleTemplate | None:
    """Return a template of this dynasty; None where it has none of this code."""
    return RuleTemplate.objects.filter(dynasty=dynasty, code=code[:10]).first()
