"""What a finished battle brought: who gained and lost reputation and why, and how the prize was shared."""

from dataclasses import dataclass

from dynasty import causes
from dynasty.assets import REPUTATION
from dynasty.models import Event
from tournaments import settlement, terms
from tournaments.models import Entry, Tournament


@dataclass(frozen=True)
class Change:
    """What one cause did to one emperor's reputation."""

    emperor: str
    code: str
    points: int
    cause: str


@dataclass(frozen=True)
class Gain:
    """What a seat won, as everybody can work out from the announcement."""

    seat: str
    asset: str
    amount: int


def reputation_changes(tournament: Tournament) -> list[Change]:
    """Every change of reputation in this battle, with its cause, in the order in which they were made."""
    events = Event.objects.filter(place=tournament.code, kind="reputation", public=True).order_by("pk")
    return [Change(facts["emperor"], facts["code"], facts["points"], causes.words(facts["cause"]))
            for facts in events.values_list("facts", flat=True)]  # fmt: skip


def winnings(tournament: Tournament, entries: list[Entry]) -> list[Gain]:
    """The wealth that the winners share: the prize, and the fees of all that paid one."""
    agreed, winners = terms.read(tournament.terms), (tournament.outcome or {}).get("winners", [])
    paying = sum(entry.dynasty is not None and not entry.dynasty.house for entry in entries)
    pot = [(asset, amount * paying) for asset, amount in agreed.fee]
    prizes = [(asset, amount) for asset, amount in (*agreed.prize, *pot) if asset != REPUTATION]
    return [Gain(seat, asset, part) for asset, amount in prizes
            for seat, part in settlement.share(amount, winners).items() if part]  # fmt: skip
