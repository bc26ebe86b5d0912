"""Who has fought what."""

from dynasty.models import Dynasty, Mention


def has_fought(dynasty: Dynasty) -> bool:
    """Whether an emperor fought a serious battle for this dynasty, whatever has become of it."""
    return Mention.objects.filter(dynasty=dynasty, kind="fought").exists()
