"""The one lock under which a tournament changes. It is taken first, before emperors, accounts and streams."""

from collections.abc import Collection

from django.db import connection
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.id_lists import IsAmong, format_ids
from core.prepared_statements import PreparedQuery
from tournaments.models import Tournament


def query_free(tournament_ids: str) -> QuerySet[Tournament]:
    """Return the query that locks those of these tournaments that nobody else has locked, in their order."""
    skip = connection.features.has_select_for_update_skip_locked
    free = Tournament.objects.select_for_update(no_key=True, skip_locked=skip)
    return free.filter(IsAmong(F("pk"), tournament_ids)).order_by("pk")


LOCK_QUERY = PreparedQuery(lambda pk: Tournament.objects.select_for_update(no_key=True).filter(pk=pk))
FREE_QUERY = PreparedQuery(query_free)


def lock(tournament_id: int) -> Tournament:
    """Lock the tournament's row until the transaction ends, and return it as it is now."""
    found = LOCK_QUERY.first(tournament_id)
    if found is None:
        raise DomainError("no_such_tournament", _("There is no such tournament."))
    return found


def lock_free(tournament_ids: Collection[int]) -> dict[int, Tournament]:
    """Lock those of these tournaments that nobody else has locked, in their order, and return them by id.

    Whoever locks several without waiting for any cannot wait crosswise with another.
    """
    return {each.pk: each for each in FREE_QUERY(format_ids(tournament_ids))}


def lock_announced(tournament_id: int) -> Tournament:
    """Lock the tournament; raise DomainError unless it is still announced."""
    tournament = lock(tournament_id)
    if tournament.status != Tournament.Status.ANNOUNCED:
        raise DomainError("not_announced", _("This tournament has already started, or it will not take place."))
    return tournament
