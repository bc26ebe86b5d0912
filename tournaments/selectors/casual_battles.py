"""Casual battles: the keys of their seats, the seat at the screen, and the battles of a key."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from dynasty.models import Dynasty
from tournaments.domain import games
from tournaments.models import (
    Arena,
    ArenaBattle,
    Casual,
    CasualPlayer,
    CasualSeat,
    CasualWords,
    ClubMatch,
    Entry,
    MatchBoard,
    Mute,
    Round,
    TableFlip,
    Tournament,
)

MAX_ROWS = 20
"""Of a browser's own battles."""
FLIPS_SHOWN = timedelta(days=21)
"""How long a mark stands beside somebody who flipped the table."""
WORDS_SHOWN = 12
"""Of what was said in a battle, the latest."""
OPEN_STATUSES = (Tournament.Status.ANNOUNCED, Tournament.Status.RUNNING, Tournament.Status.HALTED)


@dataclass(frozen=True)
class CasualBattle:
    """A casual battle with its seats for people."""

    casual: Casual
    seats: Sequence[CasualSeat]

    def list_owned_seats(self, key: str) -> list[str]:
        """Return all seats that belong to a key, whether or not its player is at the screen."""
        return [each.seat for each in self.seats if key and each.key == key]

    def list_visible_seats(self, key: str) -> list[str]:
        """Return the seats that a key can see and order for now; in hot seat, only the one at the screen."""
        owned = self.list_owned_seats(key)
        return [seat for seat in owned if seat == self.casual.at_screen] if self.hot else owned

    @property
    def hot(self) -> bool:
        return self.casual.mode == Casual.Mode.HOT_SEAT

    @property
    def has_words(self) -> bool:
        """Return whether people at several screens fight here, who can say ready words to each other."""
        return self.casual.mode == Casual.Mode.LINK and self.casual.people > 1

    def get_muted(self, key: str) -> str:
        """Return the letters of the seats whose ready words the player with this key does not want to read."""
        return "".join(each.muted for each in self.seats if key and each.key == key)

    @cached_property
    def emblems(self) -> dict[str, dict[str, str]]:
        return {each.seat: each.emblem for each in self.seats}

    def find_flippers(self, now: datetime) -> set[str]:
        """Return the seats whose players flipped a table not long ago, here or elsewhere."""
        keys = {each.key for each in self.seats} - {""}
        marked = TableFlip.objects.filter(key__in=keys, flipped_at__gt=now - FLIPS_SHOWN)
        found = set(marked.values_list("key", flat=True)) if keys else set()
        return {each.seat for each in self.seats if each.key in found}


def get_casual_battle(tournament: Tournament) -> CasualBattle | None:
    """Return the casual data of a tournament; None where it is not casual."""
    if not tournament.casual:
        return None
    casual = Casual.objects.filter(tournament=tournament).first()
    seats = CasualSeat.objects.filter(tournament=tournament).order_by("seat")
    return CasualBattle(casual, list(seats)) if casual else None


def find_occasion(table: CasualBattle) -> Arena | ClubMatch | None:
    """Return the arena or the match of clubs in which people meet in a casual battle; None where they met by chance."""
    if not table.casual.paired:
        return None
    battle = table.casual.tournament_id
    fought = ArenaBattle.objects.select_related("arena__of_club__club").filter(tournament=battle).first()
    if fought:
        return fought.arena
    board = MatchBoard.objects.select_related("match__home", "match__away").filter(tournament=battle).first()
    return board.match if board else None


def list_words(table: CasualBattle, key: str, dynasty: Dynasty | None) -> list[CasualWords]:
    """Return what was said last in a casual battle, as the player with this key reads it, the oldest first.

    `dynasty`: the reader's, if there is one; what it mutes anywhere is not said here either.
    """
    if not table.has_words or not table.list_owned_seats(key):
        return []
    found = CasualWords.objects.filter(tournament=table.casual.tournament_id).exclude(seat__in=table.get_muted(key))
    if dynasty and table.casual.paired:
        muted = Mute.objects.filter(dynasty=dynasty).values("muted")
        players = CasualPlayer.objects.filter(tournament=table.casual.tournament_id, dynasty__in=muted)
        found = found.exclude(seat__in=players.values("seat"))
    return list(found.order_by("-pk")[:WORDS_SHOWN])[::-1]


def get_open_round(tournament: Tournament) -> Round | None:
    return Round.objects.filter(tournament=tournament, closed_at=None).first()


def list_waiting_seats(tournament: Tournament, current: Round | None, seats: Sequence[str]) -> list[str]:
    """List those of these seats that the open round still waits for, in the given order."""
    if current is None or tournament.status != Tournament.Status.RUNNING:
        return []
    game = games.GAMES[tournament.game]
    waiting = set(game.to_act(game.read(current.state))) - set(current.ready)
    return [seat for seat in seats if seat in waiting]


def list_free_seats(tournament: Tournament) -> list[CasualSeat]:
    """List the seats for people that nobody has taken."""
    occupied = Entry.objects.filter(tournament=tournament).values("seat")
    return list(CasualSeat.objects.filter(tournament=tournament).exclude(seat__in=occupied).order_by("seat"))


def find_by_invitation(invitation: str) -> CasualSeat | None:
    """Return the seat that this invitation hash is for; None if it is taken or the battle has started."""
    if not invitation:
        return None
    found = CasualSeat.objects.filter(invitation=invitation, key="").select_related("tournament").first()
    return found if found and found.tournament.status == Tournament.Status.ANNOUNCED else None


def list_by_key(key: str) -> list[Tournament]:
    """List the casual battles in which a key holds a seat, the latest first."""
    if not key:
        return []
    mine = CasualSeat.objects.filter(key=key).values("tournament")
    return list(Tournament.objects.filter(pk__in=mine).order_by("-announced_at", "-pk")[:MAX_ROWS])


def find_last_emblem(key: str) -> dict[str, str] | None:
    """Return the emblem under which a key has played last; None where it has not."""
    if not key:
        return None
    latest = CasualSeat.objects.filter(key=key).order_by("-tournament__announced_at", "-pk")
    return latest.values_list("emblem", flat=True).first()


def count_live(network: str) -> int:
    """Return how many casual battles made from a network have not ended."""
    return Casual.objects.filter(network=network, tournament__status__in=OPEN_STATUSES).count()


def count_waiting(network: str = "") -> int:
    """Return how many tables, of a network or of all, wait for players."""
    announced = Casual.objects.filter(
        mode=Casual.Mode.LINK, paired=False, tournament__status=Tournament.Status.ANNOUNCED
    )
    return (announced.filter(network=network) if network else announced).count()
