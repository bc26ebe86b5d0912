"""Prizes of gift tournaments: a dynasty's lie in escrow from the start, the treasury pays when they are won."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from dynasty.catalog.assets import REPUTATION
from dynasty.models import Emperor
from dynasty.services import emperors, reputation, treasury
from dynasty.services.treasury import Payment
from tournaments.domain import games
from tournaments.domain import terms as terms_of
from tournaments.domain.terms import Terms
from tournaments.models import Tournament
from tournaments.services.payments import list_escrows


def check_terms(tournament: Tournament, terms: Terms) -> None:
    """Refuse terms that the type does not allow, or with reputation that comes from nowhere."""
    terms_of.check(tournament.type, terms)
    if tournament.game in games.GAMES:
        terms_of.check_fates(terms, games.GAMES[tournament.game].TAKERS)
    by_dynasty = tournament.organiser is not None
    if bool(terms.giver) != (by_dynasty and REPUTATION in dict(terms.prize)):
        raise DomainError(
            "bad_giver", _("Reputation that you put up as a prize is given by one of your Emperors at court.")
        )


def check_wealth(terms: Terms, has: Mapping[str, int]) -> None:
    """Refuse a prize of assets that its dynasty has not got now; when it is announced they are taken at once."""
    for asset, amount in terms.prize:
        if asset != REPUTATION and has.get(asset, 0) < amount:
            raise DomainError("not_enough", _("Not enough %(asset)s: you need %(amount)s and have %(balance)s."),
                          asset=asset, amount=amount, balance=has.get(asset, 0))  # fmt: skip


def build_escrow(tournament: Tournament, terms: Terms) -> Iterator[Payment]:
    """Return the payments of the prize by the dynasty that announces the tournament.

    The treasury sets nothing aside for what the site announces.
    """
    if tournament.organiser is None:
        return
    for asset, amount in terms.prize:
        if asset != REPUTATION:
            yield Payment(
                f"prize:{tournament.code}:{asset}",
                treasury.get_wallet(tournament.organiser, asset),
                treasury.get_escrow(f"prize:{tournament.code}", asset),
                asset,
                amount,
                "prize_put_up",
                tournament.code,
            )


def give_reputation(tournament: Tournament, terms: Terms) -> None:
    """Take the reputation of a prize from the emperor that gives it; all of it, or it is refused."""
    giver, points = terms.giver, dict(terms.prize).get(REPUTATION, 0)
    if tournament.organiser is None or not points:
        return
    # It is engaged for the moment, so that nothing else can cost it reputation meanwhile.
    emperor = Emperor.objects.filter(code=giver, dynasty=tournament.organiser, died_at=None).first()
    if emperor is None:
        raise DomainError("bad_giver", _("Only an Emperor at your court can give reputation."))
    emperors.engage(emperor=emperor, kind="attending", place=tournament.code)
    if treasury.get_reputation_account(emperor).balance < points:
        raise DomainError("too_little_reputation", _("That Emperor does not have that much reputation to give."))
    reputation.award(
        emperor=emperor, points=-points, cause="prize_put_up", place=tournament.code, key=f"gives:{tournament.code}"
    )
    emperors.release(place=tournament.code, emperor=emperor)


def build_refunds(tournament: Tournament) -> Iterator[Payment]:
    """Return the payments that give a dynasty back what it put up and nobody won."""
    if tournament.organiser is not None:
        for account in list_escrows(f"prize:{tournament.code}"):
            yield Payment(
                f"prize:{tournament.code}:{account.asset}:back",
                account,
                treasury.get_wallet(tournament.organiser, account.asset),
                account.asset,
                account.balance,
                "given_back",
                tournament.code,
            )


def return_reputation(tournament: Tournament, terms: Terms) -> None:
    """Return to an emperor of the organiser the reputation that nobody won, as long as that one lives."""
    if tournament.organiser is None:
        return
    giver = Emperor.objects.filter(code=terms.giver, died_at=None).first() if terms.giver else None
    if giver is not None:
        reputation.award(
            emperor=giver,
            points=dict(terms.prize)[REPUTATION],
            cause="given_back",
            place=tournament.code,
            key=f"gives:{tournament.code}:back",
        )
