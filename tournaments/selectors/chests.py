"""The content of chests: one for its owner alone, captured ones for everybody once the battle is over."""

from dataclasses import dataclass

from dynasty.models import Account, Transfer
from tournaments.domain import games
from tournaments.models import Entry, Tournament
from tournaments.selectors.closed_rounds import find_closed_rounds


@dataclass(frozen=True)
class OpenedChest:
    """A captured chest, whose content is public."""

    owner: str
    """The seat that filled it."""
    collector: str
    """The seat that collected it, and earned what was in it."""
    gold: int


def get_own_content(tournament: Tournament, own: Entry | None) -> int:
    """Return how much gold the reader has put into the chest of its own seat."""
    if own is None or not tournament.terms.get("chests"):
        return 0
    name = f"chest:{tournament.code}:{own.seat}"
    escrow = Account.objects.filter(purpose=Account.Purpose.ESCROW, ref=name, asset="gold")
    return escrow.values_list("balance", flat=True).first() or 0


def list_opened(tournament: Tournament) -> list[OpenedChest]:
    """List the captured chests by the seat of their owners.

    The content of the other chests is never published.
    """
    if tournament.status != Tournament.Status.FINISHED or not tournament.terms.get("chests"):
        return []
    paid = Transfer.objects.filter(place=tournament.code, cause="chest_captured").values_list("debit__ref", "amount")
    contents = {ref.rpartition(":")[2]: gold for ref, gold in paid}
    collectors = get_collectors(tournament) if contents else {}
    return [
        OpenedChest(owner, collectors[owner], gold) for owner, gold in sorted(contents.items()) if owner in collectors
    ]


def get_collectors(tournament: Tournament) -> dict[str, str]:
    """Return the seat that captured each captured chest, by the owner's seat, from the published events."""
    game, rounds = games.GAMES[tournament.game], find_closed_rounds(tournament).values_list("events", flat=True)
    return {owner: collector for events in rounds for collector, owner in game.chests_taken(events or [])}
