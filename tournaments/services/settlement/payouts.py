"""What winners and losers get: prize, pot and chests in wealth; stakes, prize and points in reputation."""

from collections.abc import Iterator, Sequence

from core import clock
from dynasty.catalog.assets import REPUTATION
from dynasty.models import Account
from dynasty.services import reputation, standings, treasury
from dynasty.services.reputation import Award
from dynasty.services.treasury import Payment
from tournaments.domain import settlement
from tournaments.domain.point_limits import Row, limit_rows
from tournaments.domain.settlement import Chest
from tournaments.selectors import point_limits
from tournaments.services.organiser_costs import battlefield_locks
from tournaments.services.payments import get_winnings_account, keep_paid, list_escrows
from tournaments.services.settlement.finished_battles import FinishedBattle

REASONS = {"won": "won", "shared": "shared_draw", "survived": "survived", "emperor": "took_emperors",
          "pawn": "took_pawns", "fell": "fell", "missed": "missed_deadlines"}  # fmt: skip
"""The rows of the table of points, as dynasty.domain.transfer_reasons names them."""


def build_payments(finished: FinishedBattle) -> Iterator[Payment]:
    """Return everything that changes hands, and what the treasury takes."""
    yield from build_prize(finished)
    yield from build_pot(finished)
    yield from build_key_payments(finished)
    yield from battlefield_locks.build_dues(finished.tournament, finished.battle.terms)
    yield from build_chest_payments(finished)


def build_prize(finished: FinishedBattle) -> Iterator[Payment]:
    """Return the prize's payments, from where the organiser put it, or from the treasury."""
    tournament = finished.tournament
    for asset, amount in finished.battle.terms.prize:
        if asset != REPUTATION:
            source = (treasury.get_escrow(f"prize:{tournament.code}", asset) if tournament.organiser_id
                      else treasury.get_treasury(asset))  # fmt: skip
            yield from build_shares(finished, "prize", source, amount)


def build_pot(finished: FinishedBattle) -> Iterator[Payment]:
    """Return the payments of the fees."""
    for account in list_escrows(f"fees:{finished.tournament.code}"):
        yield from build_shares(finished, "pot", account, account.balance)


def build_shares(finished: FinishedBattle, cause: str, source: Account, amount: int) -> Iterator[Payment]:
    """Return equal parts for the winners, or for those that share a draw."""
    code, asset = finished.tournament.code, source.asset
    for seat, part in settlement.split_evenly(amount, finished.battle.winners).items():
        yield Payment(
            f"{cause}:{code}:{seat}:{asset}",
            source,
            get_winnings_account(finished.dynasty(seat), asset),
            asset,
            part,
            cause,
            code,
        )


def build_key_payments(finished: FinishedBattle) -> Iterator[Payment]:
    """Return the keys' payments: used up ones to the treasury, others back to those who entered with them."""
    code = finished.tournament.code
    if not finished.battle.terms.key_consumed:
        yield from build_key_refunds(finished)
        return
    for account in list_escrows(f"keys:{code}"):
        yield Payment(
            f"keys:{code}:{account.asset}",
            account,
            treasury.get_treasury(account.asset),
            account.asset,
            account.balance,
            "key_used",
            code,
        )


def build_key_refunds(finished: FinishedBattle) -> Iterator[Payment]:
    """Return the payments that give each player's key back."""
    tournament, name = finished.tournament, finished.battle.terms.key
    if not name:
        return
    asset = f"key:{name}"
    source = treasury.get_escrow(f"keys:{tournament.code}", asset)
    yield from keep_paid(
        Payment(
            f"keys:{tournament.code}:{entry.pk}:{asset}:back",
            source,
            get_winnings_account(finished.dynasty(seat), asset),
            asset,
            1,
            "given_back",
            tournament.code,
        )
        for seat, entry in finished.entries.items()
    )


def list_chests(finished: FinishedBattle) -> list[Chest]:
    """Return the chests, with what is in them and who collected them. Call this before they are emptied."""
    if not finished.battle.terms.chests:
        return []
    return [Chest(seat, get_chest_account(finished, seat).balance, finished.chests.get(seat, ""))
            for seat in finished.entries]  # fmt: skip


def get_chest_account(finished: FinishedBattle, seat: str) -> Account:
    return treasury.get_escrow(f"chest:{finished.tournament.code}:{seat}", "gold")


def build_chest_payments(finished: FinishedBattle) -> Iterator[Payment]:
    """Return the chests' payments: a captured one to its captor, any other back to its owner."""
    code = finished.tournament.code
    for chest in list_chests(finished):
        cause = "chest_captured" if chest.captor else "given_back"
        yield Payment(
            f"chest:{code}:{chest.seat}:out",
            get_chest_account(finished, chest.seat),
            get_winnings_account(finished.dynasty(chest.captor or chest.seat), "gold"),
            "gold",
            chest.gold,
            cause,
            code,
        )


def award_reputation(finished: FinishedBattle, chests: Sequence[Chest]) -> None:
    """Award the captures and the stakes first, then the table of points.

    Who dies gains nothing more by the table; what it won besides goes where the rest of its reputation went.
    """
    dead = finished.dead
    standings.lock()  # before the points of the day are counted
    hand_over_reputation(finished)
    rows = [*list_stakes(finished), *list_prize_points(finished), *list_generosity(finished, chests)]
    awards = [build_bequest(finished, row) if row[0] in dead and row[2] > 0 else build_award(finished, row)
              for row in rows]  # fmt: skip
    awards += [build_award(finished, row, counted) for row, counted in list_points(finished) if row[0] not in dead]
    reputation.award_all(awards)


def build_award(finished: FinishedBattle, row: Row, counted: int | None = None) -> Award:
    """Return what a seat's emperor wins or loses. `counted`: how many of the points count, if not all."""
    seat, cause, points = row
    code, reason = finished.tournament.code, REASONS.get(cause, cause)
    if counted is None or counted == points:
        return Award(finished.emperor(seat), points, reason, code, f"{cause}:{code}:{seat}")
    return Award(finished.emperor(seat), counted, reason, code, f"{cause}:{code}:{seat}", uncut=points)


def list_points(finished: FinishedBattle) -> list[tuple[Row, int]]:
    """Return the rows of the table of points, each with the points of it that count."""
    counted: list[tuple[Row, int]] = []
    rows = settlement.list_points(finished.battle)
    for seat in dict.fromkeys(row[0] for row in rows):
        own, dynasty = [row for row in rows if row[0] == seat], finished.dynasty(seat)
        company = point_limits.get_company(finished.tournament, finished.entries.values(), dynasty)
        today = 0 if company.has_people else point_limits.count_today(dynasty, clock.now())
        counted += limit_rows(own, company, today)
    return counted


def build_bequest(finished: FinishedBattle, row: Row) -> Award:
    """Return what an emperor that dies has won, for the one that got its reputation."""
    seat, cause, points = row
    code, heir = finished.tournament.code, settlement.find_heir(finished.captures, seat)
    return Award(finished.emperor(heir), points, "inherited", code, f"{cause}:{code}:{seat}:inherited")


def list_stakes(finished: FinishedBattle) -> list[Row]:
    """Return what winners gain and losers lose under honour; of the dead, the stake and its winnings apart."""
    changes, stake = settlement.calculate_stakes(finished.battle), finished.battle.terms.stake
    apart = finished.dead.intersection(changes)
    rows = [(seat, "honour_pot" if points > 0 else "honour_stake", points)
            for seat, points in changes.items() if seat not in apart]  # fmt: skip
    for seat in sorted(apart):
        rows += [(seat, "honour_stake", -stake), (seat, "honour_pot", changes[seat] + stake)]
    return rows


def list_prize_points(finished: FinishedBattle) -> list[Row]:
    """Return the winners' parts of a prize in reputation."""
    points = dict(finished.battle.terms.prize).get(REPUTATION, 0)
    return [(seat, "prize", part) for seat, part in settlement.split_evenly(points, finished.battle.winners).items()]


def list_generosity(finished: FinishedBattle, chests: Sequence[Chest]) -> list[Row]:
    """Return who put in most and least of those whose chest was captured."""
    agreed = finished.battle.terms.chests
    changes = settlement.calculate_generosity(chests, agreed.generosity) if agreed else {}
    return [(seat, "chest_fullest" if points > 0 else "chest_emptiest", points) for seat, points in changes.items()
            if points > 0 or seat not in finished.dead]  # fmt: skip


def hand_over_reputation(finished: FinishedBattle) -> None:
    """Give the robber or killer of an emperor the reputation which that one had at the start of the round."""
    for capture in finished.captures:
        if capture.fate.hands_over_reputation and capture.heir != capture.taken:
            gained, lost = ("killed", "was_killed") if capture.fate.kills else ("robbed", "was_robbed")
            reputation.hand_over(
                victim=finished.emperor(capture.taken),
                heir=finished.emperor(capture.heir),
                points=capture.reputation,
                place=finished.tournament.code,
                gained=gained,
                lost=lost,
                key=f"{gained}:{finished.tournament.code}:{capture.taken}",
            )
