"""Betting on the battles of others: stakes go into escrow at once, and come back when the battle is over."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from django.db.models import Max, Sum
from django.utils.translation import gettext_lazy as _

from dynasty import clock
from dynasty.assets import ASSETS, GRANT
from dynasty.atomic import atomic
from dynasty.errors import Refused
from dynasty.models import Account, Dynasty, Emperor
from dynasty.selectors import people
from dynasty.services import chronicle, emperors, treasury
from dynasty.services.treasury import Payment
from tournaments import betting, terms
from tournaments.models import Bet, Entry, Presence, Tournament
from tournaments.services import locks
from tournaments.services.paying import pay
from tournaments.services.telling import tell_battle

NEWCOMERS_SHARE = 10  # a dynasty that never fought bets at most one part in ten of its grant


class Wager(NamedTuple):
    """What somebody wants to bet."""

    tournament: Tournament
    dynasty: Dynasty
    seat: str
    asset: str
    amount: int


@atomic
def place_bet(
    *, tournament: Tournament, dynasty: Dynasty, emperor: Emperor | None, seat: str, asset: str, amount: int
) -> Bet:
    """Bet, or raise one's bet. The first bet sends `emperor` to attend; later ones need none."""
    locked = locks.lock_announced(tournament.pk)
    wager = Wager(locked, dynasty, seat, asset, amount)
    refuse_wager(wager)
    attend(locked, dynasty, emperor)
    refuse_newcomers_excess(wager)
    bet, paid = stake(wager)
    pay([Payment(f"bet:{locked.code}:{bet.pk}:{paid}", treasury.wallet(dynasty, asset), escrow(locked, asset), asset,
                 amount, "bet", locked.code)])
    chronicle.record(key=f"bet:{locked.code}:{bet.pk}:{paid}", kind="bet", public=False, at=clock.now(),
                     mentions=[(dynasty, None)], place=locked.code,
                     facts={"amount": amount, "asset": asset, "seat": seat, "title": locked.title})
    tell_battle(locked, f"pools:{bet.pk}:{paid}", "pools", asset=asset, seat=seat)
    return bet


def escrow(tournament: Tournament, asset: str) -> Account:
    return treasury.escrow(f"bets:{tournament.code}", asset)


def refuse_wager(wager: Wager) -> None:
    """Raise Refused where nobody, or not this dynasty, can bet like that."""
    tournament = wager.tournament
    refusals = {
        "no_betting": not terms.read(tournament.terms).betting,
        "betting_closed": clock.now() >= tournament.starts_at,
        "no_houses": wager.dynasty.house,
        "unknown_asset": wager.asset not in ASSETS,
        "bad_amount": type(wager.amount) is not int or wager.amount <= 0,
        "empty_seat": not Entry.objects.filter(tournament=tournament, seat=wager.seat).exists(),
    }
    for code, refused in refusals.items():
        if refused:
            raise Refused(code, REFUSALS[code])


REFUSALS = {
    "no_betting": _("There is no betting on this tournament."),
    "betting_closed": _("Betting closed when the tournament started."),
    "no_houses": _("Houses of the site do not bet."),
    "unknown_asset": _("There is no such asset."),
    "bad_amount": _("A bet is a whole number of one asset."),
    "empty_seat": _("Nobody has taken this seat."),
}


def attend(tournament: Tournament, dynasty: Dynasty, emperor: Emperor | None) -> None:
    """See that an emperor of this dynasty is there to bet: the one that came first, or this one from court."""
    there = Presence.objects.filter(tournament=tournament, dynasty=dynasty).first()
    if there is not None and there.role == Presence.Role.PLAYER:
        raise Refused("you_fight_here", _("A dynasty that fights in a tournament cannot bet on it."))
    if there is not None:
        return
    if emperor is None or emperor.dynasty_id != dynasty.pk:
        raise Refused("not_your_emperor", _("Send one of your emperors at court to bet."))
    emperors.engage(emperor=emperor, kind="attending", place=tournament.code)
    Presence.objects.create(tournament=tournament, dynasty=dynasty, emperor=emperor, role=Presence.Role.BETTOR)
    chronicle.record(key=f"attended:{tournament.code}:{emperor.code}", kind="attended", public=False, at=clock.now(),
                     mentions=[(dynasty, emperor)], place=tournament.code,
                     facts={"emperor": emperor.name, "title": tournament.title})


def refuse_newcomers_excess(wager: Wager) -> None:
    """Raise Refused where a dynasty that never fought would bet more than a tenth of its grant."""
    if people.has_fought(wager.dynasty):
        return
    own = Bet.objects.filter(tournament=wager.tournament, dynasty=wager.dynasty, asset=wager.asset)
    most = GRANT.get(wager.asset, 0) // NEWCOMERS_SHARE
    if (own.aggregate(sum=Sum("amount"))["sum"] or 0) + wager.amount > most:
        sentence = _("Until your dynasty has fought a serious battle, it can bet %(most)s of this in one tournament.")
        raise Refused("newcomers_limit", sentence, most=most)


def stake(wager: Wager) -> tuple[Bet, int]:
    """The bet with the amount added, and what it is now; a new one comes after all others."""
    tournament, dynasty, seat, asset, amount = wager
    bet = Bet.objects.filter(tournament=tournament, dynasty=dynasty, seat=seat, asset=asset).first()
    if bet is None:
        last = Bet.objects.filter(tournament=tournament).aggregate(last=Max("sequence"))["last"] or 0
        bet = Bet(tournament=tournament, dynasty=dynasty, seat=seat, asset=asset, amount=0, sequence=last + 1,
                  placed_at=clock.now())
    bet.amount += amount
    bet.save()
    return bet, bet.amount


def on_seat(tournament: Tournament, seat: str) -> list[Bet]:
    """The bets on a seat of a locked tournament."""
    return list(Bet.objects.filter(tournament=tournament, seat=seat).select_related("dynasty"))


def void(bets: Collection[Bet]) -> None:
    """Forget bets that have been given back, since the emperor left before the start."""
    Bet.objects.filter(pk__in=[bet.pk for bet in bets]).delete()


def payouts(tournament: Tournament, bets: Iterable[Bet], cause: str) -> Iterator[Payment]:
    """What these bets bring back: what `results` says, or else their stakes."""
    for bet in bets:
        amount = bet.amount if bet.returned is None else bet.returned
        yield payout(tournament, bet, amount, cause)


def payout(tournament: Tournament, bet: Bet, amount: int, cause: str) -> Payment:
    """What one bet brings back, from escrow to the dynasty that made it, once."""
    return Payment(f"bet:{tournament.code}:{bet.pk}:back", escrow(tournament, bet.asset),
                   treasury.wallet(bet.dynasty, bet.asset), bet.asset, amount, cause, tournament.code)


def results(tournament: Tournament, winners: Collection[str]) -> list[Bet]:
    """All bets of a locked tournament, with what each brings back; without winners that is its stake."""
    bets = list(Bet.objects.filter(tournament=tournament, returned=None).select_related("dynasty").order_by("pk"))
    pools: Counter[str] = Counter(bet.asset for bet in bets)
    back: dict[int, int] = {}
    for asset in pools:
        stakes = [betting.Stake(bet.sequence, bet.seat, bet.amount) for bet in bets if bet.asset == asset]
        back |= betting.payout(stakes, winners)
    for bet in bets:
        bet.returned = back[bet.sequence]
    return bets


def settle(tournament: Tournament, bets: Collection[Bet]) -> None:
    """Note what these bets have brought back, for good and in the bettors' logs."""
    Bet.objects.bulk_update(bets, ["returned"])
    for bet in bets:
        tell_settled(tournament, bet)


def tell_settled(tournament: Tournament, bet: Bet) -> None:
    """Write into the bettor's own log what a bet brought back."""
    chronicle.record(key=f"bet:{tournament.code}:{bet.pk}:settled", kind="bet_settled", public=False, at=clock.now(),
                     mentions=[(bet.dynasty, None)], place=tournament.code,
                     facts={"amount": bet.amount, "asset": bet.asset, "returned": bet.returned,
                            "seat": bet.seat, "title": tournament.title})
