"""Treaties between seats: proposed, accepted or declined in secret, with stakes in escrow."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from core import clock, crash_points
from core.errors import DomainError
from core.limits import MAX_AMOUNT, TREATIES, TREATY_ROUNDS
from core.transactions import service
from dynasty.catalog.assets import ASSETS
from dynasty.models import Account, Dynasty
from dynasty.selectors import dynasties
from dynasty.services import event_streams, treasury
from dynasty.services.treasury import Payment
from tournaments.domain import treaties as domain
from tournaments.models import Tournament, Treaty
from tournaments.selectors import participation
from tournaments.selectors.bets import get_newcomer_limit
from tournaments.selectors.negotiation import letters
from tournaments.selectors.negotiation import treaties as selected
from tournaments.services import chat, locks
from tournaments.services.payments import pay

Status = Treaty.Status


@service
def propose(
    *,
    tournament: Tournament,
    dynasty: Dynasty,
    kind: str,
    to: Collection[str],
    until: int = 0,
    target: str = "",
    asset: str = "",
    amount: int = 0,
) -> Treaty:
    """Create a proposal to one or more seats, and put its stake into escrow."""
    locked = locks.lock(tournament.pk)
    seat = get_seat(locked, dynasty)
    others = list_parties(locked, seat)
    if not to or not set(to) <= set(others):
        raise DomainError(
            "no_addressee",
            _("Choose one or more players whose seat has not fallen. Computer players conclude no treaties."),
        )
    treaty = Treaty(
        tournament=locked,
        kind=kind,
        from_seat=seat,
        among="".join(sorted({seat, *to})),
        accepted=seat,
        until=0 if kind == domain.TRIBUTE else until,
        target=target if kind == domain.JOINT else "",
        asset=asset if amount else "",
        amount=amount,
        proposed_at=clock.now(),
    )
    check_terms(treaty, list_living(locked))
    if Treaty.objects.filter(tournament=locked, from_seat=seat).count() >= TREATIES:
        raise DomainError("too_many_treaties", _("A seat proposes at most %(most)s treaties."), most=TREATIES)
    chat.check_not_silenced(dynasty, treaty.proposed_at)
    treaty.save()
    stake(treaty, seat, dynasty)
    publish(treaty)
    return treaty


@service
def accept(*, tournament: Tournament, dynasty: Dynasty, code: str) -> Treaty:
    """Accept a treaty and put the seat's stake into escrow; when all have accepted, it binds from the next round."""
    locked, seat, treaty = get_proposed(tournament, dynasty, code)
    if seat in treaty.accepted:
        raise DomainError("accepted_already", _("You have accepted this treaty already."))
    check_terms(treaty, list_living(locked))
    stake(treaty, seat, dynasty)
    treaty.accepted = "".join(sorted({*treaty.accepted, seat}))
    if treaty.accepted == treaty.among:
        treaty.status, treaty.since = Status.SEALED, locked.game_round
    treaty.save(update_fields=["accepted", "status", "since"])
    crash_points.reach("treaties.accept saved")
    publish(treaty)
    return treaty


@service
def decline(*, tournament: Tournament, dynasty: Dynasty, code: str) -> Treaty:
    """Decline a proposed treaty, or withdraw from it before all have accepted; the stakes go back."""
    locked, _seat, treaty = get_proposed(tournament, dynasty, code)
    pay(build_refunds(locked, [treaty]))
    close(treaty, Status.DECLINED)
    publish(treaty)
    return treaty


def get_seat(locked: Tournament, dynasty: Dynasty) -> str:
    """Return the seat for which a dynasty promises. Raise DomainError where it has none, or nothing is promised."""
    if not selected.has_treaties(locked):
        raise DomainError("no_treaties", _("Nobody can conclude treaties in this battle."))
    seat = selected.find_own_seat(locked, dynasty)
    if not seat:
        raise DomainError("not_your_seat", _("This seat is not yours."))
    if locked.status != Tournament.Status.RUNNING:
        raise DomainError("talk_over", _("Players negotiate while the battle is under way."))
    return seat


def get_proposed(tournament: Tournament, dynasty: Dynasty, code: str) -> tuple[Tournament, str, Treaty]:
    """Lock a tournament; return it with the dynasty's seat and a treaty of that seat that is not concluded yet."""
    locked = locks.lock(tournament.pk)
    seat = get_seat(locked, dynasty)
    treaty = selected.find_own(locked, seat, code)
    if treaty is None:
        raise DomainError("no_such_treaty", _("There is no such treaty."))
    if treaty.status != Status.PROPOSED:
        raise DomainError("treaty_decided", _("This treaty is decided already."))
    return locked, seat, treaty


def list_living(locked: Tournament) -> list[str]:
    """Return the seats that have not fallen, computers' too."""
    current = participation.get_open_round(locked)
    entries = participation.get_entries(locked)
    return list(participation.get_living(locked, current, entries)) if current else []


def list_parties(locked: Tournament, seat: str) -> list[str]:
    """Return the seats with which one can conclude a treaty now."""
    return [each.seat for each in letters.list_addressees(locked, seat, participation.get_entries(locked))]


def check_terms(treaty: Treaty, living: Collection[str]) -> None:
    """Raise DomainError for terms that do not exist, are over, or name a seat that is none or has fallen."""
    now = treaty.tournament.game_round
    if treaty.kind not in domain.KINDS:
        raise DomainError("bad_treaty", _("Choose what the treaty is about."))
    if treaty.kind != domain.TRIBUTE and not now < treaty.until <= now + TREATY_ROUNDS:
        sentence = _("A treaty is about a round to come: from %(least)s to %(most)s.")
        raise DomainError("bad_treaty", sentence, least=now + 1, most=now + TREATY_ROUNDS)
    if treaty.kind == domain.JOINT and (treaty.target not in living or treaty.target in treaty.among):
        raise DomainError("bad_treaty", _("Choose whom you attack together: a seat that has not fallen."))
    if not set(treaty.among) <= set(living):
        raise DomainError("bad_treaty", _("A seat of this treaty has fallen."))
    if treaty.amount and (treaty.asset not in ASSETS or not 0 < treaty.amount <= MAX_AMOUNT):
        raise DomainError("bad_amount", _("An amount is a whole number from 1 to %(most)s."), most=MAX_AMOUNT)
    if treaty.kind == domain.TRIBUTE and not treaty.amount:
        raise DomainError("bad_treaty", _("A treaty about the result needs a stake."))


def stake(treaty: Treaty, seat: str, dynasty: Dynasty) -> None:
    """Put the stake of one seat into escrow. Refuse a newcomer more than it could bet."""
    if not treaty.amount:
        return
    check_newcomer(treaty, dynasty)
    pay(
        [
            Payment(
                f"treaty:{treaty.code}:{seat}",
                treasury.get_wallet(dynasty, treaty.asset),
                get_escrow(treaty),
                treaty.asset,
                treaty.amount,
                "treaty_stake",
                treaty.tournament.code,
            )
        ]
    )


def check_newcomer(treaty: Treaty, dynasty: Dynasty) -> None:
    """Raise DomainError where a dynasty that never fought would stake more than a tenth of its grant in a battle."""
    if dynasties.has_fought(dynasty):
        return
    seat, most = selected.find_own_seat(treaty.tournament, dynasty), get_newcomer_limit(treaty.asset)
    others = Treaty.objects.filter(tournament=treaty.tournament, asset=treaty.asset, status__in=selected.OPEN_STATUSES)
    staked = sum(each.amount for each in others.exclude(pk=treaty.pk) if seat in each.accepted)
    if staked + treaty.amount > most:
        sentence = _(
            "Until your dynasty has fought a serious battle, it can stake at most %(most)s %(asset)s in one battle."
        )
        raise DomainError("newcomers_limit", sentence, most=most, asset=treaty.asset)


def get_escrow(treaty: Treaty) -> Account:
    """Return the escrow account of a treaty."""
    return treasury.get_escrow(f"treaty:{treaty.tournament.code}:{treaty.code}", treaty.asset)


def build_refunds(tournament: Tournament, found: Collection[Treaty]) -> list[Payment]:
    """Return the payments that give back the stakes of all who accepted these treaties."""
    entries = {each.seat: each for each in participation.get_entries(tournament)}
    refunds = []
    for treaty in found:
        for seat in treaty.accepted if treaty.amount else "":
            dynasty = entries[seat].dynasty
            assert dynasty is not None, "only dynasties conclude treaties"
            refunds.append(
                Payment(
                    f"treaty:{treaty.code}:{seat}:back",
                    get_escrow(treaty),
                    treasury.get_wallet(dynasty, treaty.asset),
                    treaty.asset,
                    treaty.amount,
                    "given_back",
                    tournament.code,
                )
            )
    return refunds


def close(treaty: Treaty, status: str, verdict: domain.Verdict | None = None) -> None:
    """End a treaty. The caller has made its payments."""
    verdict = verdict or domain.Verdict()
    treaty.status, treaty.ended_at = status, clock.now()
    treaty.broken_by, treaty.pays = "".join(verdict.broken_by), {seat: list(to) for seat, to in verdict.pays.items()}
    treaty.save(update_fields=["status", "ended_at", "broken_by", "pays"])


def publish(treaty: Treaty) -> None:
    """Point the pages of a treaty's seats to it, and nobody else's."""
    for seat in treaty.among:
        stream = f"seat:{treaty.tournament.code}:{seat}"
        event_streams.publish_event(stream, f"treaty:{treaty.code}:{treaty.accepted}:{treaty.status}", "treaty", {})
