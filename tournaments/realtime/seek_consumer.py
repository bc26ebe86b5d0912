"""The WebSocket of a page that looks for an opponent: it hears at once when one is found."""

from dynasty.models import Dynasty
from tournaments.access import viewers
from tournaments.access.viewers import Viewer
from tournaments.realtime.consumers import BattleConsumer, list_dynasty_streams
from tournaments.selectors import seeks


class SeekConsumer(BattleConsumer):
    """The socket of the reader's search; closed where the reader searches for nobody."""

    async def refresh_streams(self) -> bool:
        """Change nothing: another search has another page."""
        return True

    def list_streams(self) -> list[str]:
        """Return the stream of the reader's search, and of the dynasty's notifications."""
        dynasty = Dynasty.objects.filter(user=self.user_id).first() if self.user_id else None
        own = seeks.find_own(Viewer(dynasty, viewers.read_token(self.scope.get("cookies", {}))).key, dynasty)
        return [seeks.name_stream(own), *list_dynasty_streams(dynasty)] if own else []
