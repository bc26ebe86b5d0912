"""Sessions in the database, found by a prepared statement: every request of somebody signed in looks for one."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from core.prepared_statements import PreparedQuery

QUERY = PreparedQuery(lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now))


class SessionStore(db.SessionStore):
    """Django's store, whose query is written once."""

    def _get_session_from_db(self) -> Session | None:
        found = QUERY.first(self.session_key, timezone.now()) if self.session_key else None
        if found is None:
            self._session_key = None
        return found
