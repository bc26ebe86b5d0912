"""Ending what users have allowed apps. Rows are locked first, so that no token that is being given is left behind."""

from django.db.models import QuerySet

from core.transactions import service
from dynasty.models import AppGrant, ThirdPartyApp


@service
def end_grants(rows: QuerySet[AppGrant]) -> int:
    """End these grants with their tokens; return how many there were."""
    locked = list(rows.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    AppGrant.objects.filter(pk__in=locked).delete()
    return len(locked)


def delete_apps(rows: QuerySet[ThirdPartyApp]) -> None:
    """Delete these apps with all that they were allowed. Runs in the caller's transaction."""
    locked = list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
    end_grants(AppGrant.objects.filter(app__in=locked))
    ThirdPartyApp.objects.filter(pk__in=locked).delete()
