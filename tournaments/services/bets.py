"""Betting on the battles of others: stakes go into escrow at once, and come back when the battle is over."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.catalog.assets import ASSETS
from dynasty.models import Account, Dynasty, Emperor
from dynasty.services import chronicle, emperors, notifications, treasury
from dynasty.services.notifications import Notification
from dynasty.services.treasury import Payment
from tournaments.domain import games, pools, terms
from tournaments.models import Bet, Entry, Presence, Tournament
from tournaments.selectors import bets as bets_selectors
from tournaments.services import locks
from tournaments.services.events import publish_to_battle
from tournaments.services.payments import pay


class Wager(NamedTuple):
    """What somebody wants to bet."""

    tournament: Tournament
    dynasty: Dynasty
    seat: str
    asset: str
    amount: int


@service
def place_bet(
    *, tournament: Tournament, dynasty: Dynasty, emperor: Emperor | None, seat: str, asset: str, amount: int
) -> Bet:
    """Bet, or raise one's bet. The first bet sends `emperor` to attend; later ones need none."""
    locked = locks.lock_announced(tournament.pk)
    wager = Wager(locked, dynasty, seat, asset, amount)
    check_wager(wager)
    attend(locked, dynasty, emperor)
    check_newcomer_limit(wager)
    bet, paid = add_stake(wager)
    pay(
        [
            Payment(
                f"bet:{locked.code}:{bet.pk}:{paid}",
                treasury.get_wallet(dynasty, asset),
                get_escrow(locked, asset),
                asset,
                amount,
                "bet",
                locked.code,
            )
        ]
    )
    chronicle.record(
        key=f"bet:{locked.code}:{bet.pk}:{paid}",
        kind="bet",
        public=False,
        at=clock.now(),
        mentions=[(dynasty, None)],
        place=locked.code,
        facts={
            "amount": amount,
            "asset": asset,
            "seat": seat,
            "title": locked.title,
            **get_seat_labels(locked, [seat])[seat],
        },
    )
    publish_to_battle(locked, f"pools:{bet.pk}:{paid}", "pools", asset=asset, seat=seat)
    return bet


def get_seat_labels(tournament: Tournament, seats: Collection[str]) -> dict[str, dict[str, str]]:
    """Return for each seat what the log calls a bet on it by: its Emperor; nothing where nobody has taken it."""
    found = dict(Entry.objects.filter(tournament=tournament, seat__in=seats).values_list("seat", "name"))
    return {seat: {"on": found[seat]} if found.get(seat) else {} for seat in seats}


def get_escrow(tournament: Tournament, asset: str) -> Account:
    return treasury.get_escrow(f"bets:{tournament.code}", asset)


def check_wager(wager: Wager) -> None:
    """Raise unless betting is open and this bet is allowed."""
    tournament = wager.tournament
    if not terms.read(tournament.terms).betting:
        raise DomainError("no_betting", _("There is no betting on this tournament."))
    if clock.now() >= tournament.starts_at:
        raise DomainError("betting_closed", _("Betting closed when the tournament started."))
    if wager.asset not in ASSETS:
        raise DomainError("unknown_asset", _("There is no such asset."))
    if type(wager.amount) is not int or wager.amount <= 0:
        raise DomainError("bad_amount", _("A bet is a whole number of one asset."))
    if wager.seat not in games.GAMES[tournament.game].seats_of(tournament.field)[: tournament.seats]:
        raise DomainError("no_such_seat", _("There is no such seat."))


def attend(tournament: Tournament, dynasty: Dynasty, emperor: Emperor | None) -> None:
    """See that an emperor of this dynasty is there to bet: the one that came first, or this one from court.

    The caller holds the tournament's lock.
    """
    there = Presence.objects.filter(tournament=tournament, dynasty=dynasty).first()
    if there is not None and there.role == Presence.Role.PLAYER:
        raise DomainError("you_fight_here", _("You can’t bet on a battle you’re playing."))
    if there is not None:
        return
    if emperor is None or emperor.dynasty_id != dynasty.pk:
        raise DomainError("not_your_emperor", _("Send one of your Emperors at court to bet."))
    emperors.engage(emperor=emperor, kind="attending", place=tournament.code)
    Presence.objects.create(tournament=tournament, dynasty=dynasty, emperor=emperor, role=Presence.Role.BETTOR)
    chronicle.record(
        key=f"attended:{tournament.code}:{emperor.code}",
        kind="attended",
        public=False,
        at=clock.now(),
        mentions=[(dynasty, emperor)],
        place=tournament.code,
        facts={"emperor": emperor.name, "title": tournament.title},
    )


def check_newcomer_limit(wager: Wager) -> None:
    """Raise DomainError where a dynasty that never fought would bet more than a tenth of its grant."""
    rest = bets_selectors.get_newcomer_rest(wager.tournament, wager.dynasty, wager.asset)
    if rest is not None and wager.amount > rest:
        sentence = _(
            "Until your dynasty has fought a serious battle, it can bet at most %(most)s %(asset)s in one tournament."
        )
        most = bets_selectors.get_newcomer_limit(wager.asset)
        raise DomainError("newcomers_limit", sentence, most=most, asset=wager.asset)


def add_stake(wager: Wager) -> tuple[Bet, int]:
    """Return the bet with the amount added; a new bet comes after all others.

    The caller holds the tournament's lock.
    """
    tournament, dynasty, seat, asset, amount = wager
    bet = Bet.objects.filter(tournament=tournament, dynasty=dynasty, seat=seat, asset=asset).first()
    if bet is None:
        last = Bet.objects.filter(tournament=tournament).aggregate(last=Max("sequence"))["last"] or 0
        bet = Bet(
            tournament=tournament,
            dynasty=dynasty,
            seat=seat,
            asset=asset,
            amount=0,
            sequence=last + 1,
            placed_at=clock.now(),
        )
    bet.amount += amount
    bet.save()
    return bet, bet.amount


def list_on_seat(tournament: Tournament, seat: str) -> list[Bet]:
    """Return the bets on a seat of a locked tournament."""
    return list(Bet.objects.filter(tournament=tournament, seat=seat).select_related("dynasty"))


def refund_empty_seats(tournament: Tournament, occupied: Collection[str]) -> None:
    """Give back what was bet on the seats of a locked tournament that starts without them, and tell the bettors."""
    empty = list(Bet.objects.filter(tournament=tournament, returned=None).exclude(seat__in=occupied)
                 .select_related("dynasty").order_by("pk"))  # fmt: skip
    if not empty:
        return
    pay(build_payouts(tournament, empty))
    for bet in empty:
        bet.returned = bet.amount
    settle(tournament, empty)
    notify_bettors(tournament, empty, "empty", result="empty")
    release_bettors(tournament, {bet.dynasty_id for bet in empty})


def notify_seat_taken(tournament: Tournament, entry: Entry) -> None:
    """Tell those who bet on a seat while it was open who has taken it."""
    notify_bettors(tournament, list_on_seat(tournament, entry.seat), f"{entry.pk}", emperor=entry.name,
                 dynasty=entry.dynasty.name if entry.dynasty else "–")  # fmt: skip


def notify_bettors(tournament: Tournament, placed: Iterable[Bet], event: str, **facts: object) -> None:
    """Tell each dynasty that placed these bets what became of their seats, once for each event."""
    seats: dict[int, tuple[Dynasty, set[str]]] = {}
    for bet in placed:
        seats.setdefault(bet.dynasty_id, (bet.dynasty, set()))[1].add(bet.seat)
    common = {"title": tournament.title, "world": tournament.organiser_id is None, **facts}
    notifications.notify_all([
        Notification(dynasty, "bet_seat", f"bet_seat:{tournament.code}:{event}",
             common | {"seat": ", ".join(sorted(of)).upper()}, tournament.code)
        for _pk, (dynasty, of) in sorted(seats.items(), key=lambda pair: pair[0])
    ])  # fmt: skip


def void(tournament: Tournament, bets: Collection[Bet]) -> None:
    """Forget bets that have been given back, since the emperor left before the start; their makers' logs say so.

    The caller holds the tournament's lock.
    """
    names = get_seat_labels(tournament, {bet.seat for bet in bets})
    for bet in bets:
        record_settled(tournament, bet, "refunded", names[bet.seat])
    Bet.objects.filter(pk__in=[bet.pk for bet in bets]).delete()
    release_bettors(tournament, {bet.dynasty_id for bet in bets})


def release_bettors(tournament: Tournament, dynasties: Collection[int]) -> None:
    """Call the emperors of these bettors back to court where nothing that they bet is left at stake.

    The caller holds the tournament's lock.
    """
    still = Bet.objects.filter(tournament=tournament, returned=None).values("dynasty")
    there = Presence.objects.filter(tournament=tournament, role=Presence.Role.BETTOR, dynasty__in=dynasties)
    for presence in there.exclude(dynasty__in=still).select_related("emperor"):
        if presence.emperor:
            emperors.release(place=tournament.code, emperor=presence.emperor)
        presence.delete()


def build_payouts(tournament: Tournament, bets: Collection[Bet]) -> Iterator[Payment]:
    """Return what these bets bring back: what `results` says, or else their stakes."""
    for bet in bets:
        amount = bet.amount if bet.returned is None else bet.returned
        yield build_payout(tournament, bet, amount, "bet_won" if get_ending(bet, bets) == "won" else "bet_back")


def get_ending(bet: Bet, bets: Iterable[Bet]) -> str:
    """Return how a bet ended among all bets of its battle: won, lost or refunded, a word of dynasty.domain.event_types.

    A pool from which everybody got the stake back paid nobody anything.
    """
    pool = [each for each in bets if each.asset == bet.asset]
    if all(each.returned in (None, each.amount) for each in pool):
        return "refunded"
    return "won" if bet.returned else "lost"


def build_payout(tournament: Tournament, bet: Bet, amount: int, cause: str) -> Payment:
    """Return the payment of what one bet brings back, from escrow to the dynasty that made it, once."""
    return Payment(
        f"bet:{tournament.code}:{bet.pk}:back",
        get_escrow(tournament, bet.asset),
        treasury.get_wallet(bet.dynasty, bet.asset),
        bet.asset,
        amount,
        cause,
        tournament.code,
    )


def calculate_results(tournament: Tournament, winners: Collection[str]) -> list[Bet]:
    """Return all bets of a locked tournament with what each brings back; without winners that is its stake."""
    bets = list(Bet.objects.filter(tournament=tournament, returned=None).select_related("dynasty").order_by("pk"))
    staked: Counter[str] = Counter(bet.asset for bet in bets)
    back: dict[int, int] = {}
    for asset in staked:
        stakes = [pools.Stake(bet.sequence, bet.seat, bet.amount) for bet in bets if bet.asset == asset]
        back |= pools.calculate_payouts(stakes, winners)
    for bet in bets:
        bet.returned = back[bet.sequence]
    return bets


def settle(tournament: Tournament, bets: Collection[Bet]) -> None:
    """Note what these bets have brought back, for good and in the bettors' logs."""
    Bet.objects.bulk_update(bets, ["returned"])
    names = get_seat_labels(tournament, {bet.seat for bet in bets})
    for bet in bets:
        record_settled(tournament, bet, get_ending(bet, bets), names[bet.seat])


def record_settled(tournament: Tournament, bet: Bet, ending: str, name: dict[str, str]) -> None:
    """Write into the bettor's own log how a bet ended, and what it brought back. `name`: what `called` says.

    The caller holds the tournament's lock.
    """
    returned = bet.amount if bet.returned is None else bet.returned
    chronicle.record(
        key=f"bet:{tournament.code}:{bet.pk}:settled",
        kind="bet_settled",
        public=False,
        at=clock.now(),
        mentions=[(bet.dynasty, None)],
        place=tournament.code,
        facts={
            "amount": bet.amount,
            "asset": bet.asset,
            "returned": returned,
            "result": ending,
            "seat": bet.seat,
            "title": tournament.title,
            **name,
        },
    )
