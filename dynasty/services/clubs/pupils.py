"""What pupils may write that others read: nothing, unless their teacher allows it."""

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from dynasty.models import Dynasty, Pupil


def check_may_write(dynasty: Dynasty) -> None:
    """Raise DomainError for a pupil whose class may not write what others can read."""
    if dynasty.user_id and Pupil.objects.filter(user=dynasty.user_id, club__pupils_write=False).exists():
        raise DomainError(
            "pupils_write", _("In your class, names and texts that others can read are switched off. Ask your teacher.")
        )
