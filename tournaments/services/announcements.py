"""Announcing a tournament, and calling it off before it starts."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NotRequired, TypedDict

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.json_types import Json
from core.limits import OPEN_TOURNAMENTS, REASON_LENGTH, ROUND_SECONDS, SEATS
from core.prepared_statements import PreparedQuery
from core.public_codes import new_code
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.selectors.wealth import get_balances
from dynasty.services.clubs.pupils import check_may_write
from tournaments.domain import compatibility, contract, game_errors, games, seat_counts
from tournaments.domain import terms as terms_of
from tournaments.domain.terms import Terms
from tournaments.models import SeriesTable, Tournament
from tournaments.selectors import boards, hosting, positions, time_rules
from tournaments.services import (
    audit_log,
    cancellation,
    computer_players,
    invitations,
    locks,
    notifications,
    search_index,
)
from tournaments.services.clubs import reserved
from tournaments.services.organiser_costs import battlefield_locks, prizes
from tournaments.services.payments import pay

TITLE_LENGTH = (3, 60)
LATEST_START = timedelta(days=60)
OPEN_STATUSES = (Tournament.Status.ANNOUNCED, Tournament.Status.RUNNING, Tournament.Status.HALTED)


class Announcement(TypedDict):
    """What is announced of a tournament: the arguments of `announce` that an organiser chooses."""

    title: str
    type: str
    game: str
    field: str
    rules: Json
    terms: Terms
    seats: int
    round_seconds: int
    starts_at: datetime
    least_seats: NotRequired[int]
    opens_at: NotRequired[datetime | None]
    timetable: NotRequired[Json | None]
    absence: NotRequired[Json | None]
    code: NotRequired[str]


@service
def announce(  # noqa: PLR0913 - all that is announced, each by its name
    *, organiser: Dynasty | None, title: str, type: str, game: str, field: str, rules: Json,
    terms: Terms, seats: int, least_seats: int = 2, round_seconds: int,
    opens_at: datetime | None = None, starts_at: datetime, timetable: Json | None = None,
    absence: Json | None = None, code: str = "", call: bool = True,
) -> Tournament:  # fmt: skip
    """Announce a tournament, fixed from now on; the prize of a dynasty goes into escrow at once.

    Times: entries open at `opens_at` (now if none), and it starts at `starts_at` at the latest.
    `timetable`, `absence`: JSON of selectors.time_rules. `code`: its public name, so that asking twice announces once.
    `call`: tell those whom the terms invite; the tables of a series tell theirs themselves.
    """
    now = clock.now()
    check_code_unused(code)
    if organiser is not None:
        check_may_write(organiser)
    tournament = Tournament(
        code=code or new_code(),
        organiser=organiser,
        title=" ".join(title.split()),
        type=type,
        game=game,
        field=field,
        seats=seats,
        least_seats=least_seats,
        round_seconds=round_seconds,
        opens_at=opens_at or now,
        starts_at=starts_at,
        announced_at=now,
        seed=secrets.token_hex(32),
        rules=rules,
    )
    terms = complete_terms(tournament, terms, now)
    time_rules.set_time_rules(tournament, timetable or {}, absence or {}, anonymous=terms.anonymous)
    tournament.absence["computer"] = computer_players.get_level(game, tournament.absence["computer"])
    tournament.terms = terms_of.write(terms)
    tournament.contract = contract.hash_contract(tournament)
    tournament.save()
    escrow_costs(tournament, terms)
    if organiser is not None:
        reserved.notify_members(terms, organiser, "tournament", tournament.title, tournament.code, starts_at)
        audit_log.record(tournament, "announced", organiser)
        invitations.invite_all(tournament, organiser, terms.invited if call else ())
        notifications.notify_organiser(tournament, "announced", deadline=starts_at.isoformat())
    search_index.put_tournament(tournament)
    return tournament


def escrow_costs(tournament: Tournament, terms: Terms) -> None:
    """Take prize and lock from the organiser; runs in the transaction of the announcement."""
    pay([*prizes.build_escrow(tournament, terms), *battlefield_locks.build_escrow(tournament, terms)])
    prizes.give_reputation(tournament, terms)


def complete_terms(tournament: Tournament, terms: Terms, now: datetime) -> Terms:
    """Check an unsaved tournament with its terms, complete its seats and rules, and return the complete terms.

    Raise Refused where it cannot be announced.
    """
    fit_seats(tournament, terms)
    check_frame(tournament, now)
    prizes.check_terms(tournament, terms)
    reserved.check_organiser(terms, tournament.organiser)
    tournament.rules = check_battle(tournament, chests=terms.chests is not None)
    if terms.betting and terms.betting_window is None:
        terms = replace(terms, betting_window=terms_of.get_default_window(tournament.round_seconds))
    fill = computer_players.get_level(tournament.game, terms.fill)
    houses = terms_of.admits_houses(tournament.type, terms)
    rated = terms_of.is_rated(tournament.type, terms)
    return replace(terms, fill=fill, fates=terms_of.get_fates(tournament.type, terms), houses=houses, rated=rated)


def check_code_unused(code: str) -> None:
    if code and Tournament.objects.filter(code=code).exists():
        raise DomainError("announced_already", _("This tournament has been announced already."))


def list_objections(tournament: Tournament, terms: Terms) -> list[DomainError]:
    """Return why a tournament could not be announced, as far as that is known before."""
    now = clock.now()
    fit_seats(tournament, terms)
    checks: tuple[Callable[[], object], ...] = (
        lambda: check_frame(tournament, now),
        lambda: prizes.check_terms(tournament, terms),
        lambda: check_battle(tournament, chests=terms.chests is not None),
        lambda: computer_players.get_level(tournament.game, terms.fill),
        lambda: time_rules.set_time_rules(
            tournament, tournament.timetable, tournament.absence, anonymous=terms.anonymous
        ),
        *list_wealth_checks(tournament, terms),
        lambda: reserved.check_organiser(terms, tournament.organiser),
    )
    return [error for check in checks if (error := catch_domain_error(check))]


def list_wealth_checks(tournament: Tournament, terms: Terms) -> list[Callable[[], object]]:
    """Return the checks of what a dynasty pays at once; the site pays nothing."""
    if tournament.organiser is None or not (terms.prize or terms.key):
        return []
    has = get_balances(tournament.organiser)
    lock = [lambda: battlefield_locks.choose_price(terms, has)] if terms.key else []
    return [lambda: prizes.check_wealth(terms, has), *lock]


def fit_seats(tournament: Tournament, terms: Terms) -> None:
    """Give a tournament as many seats as its game needs: the site adds house players where it may.

    Where it may not, as many people as the game needs must take part.
    """
    least = seat_counts.get_min_seats(tournament.game, tournament.rules)
    if not 2 <= tournament.least_seats <= tournament.seats:
        return
    tournament.seats = max(tournament.seats, least)
    if not terms_of.can_have_house_players(tournament.type, terms):
        tournament.least_seats = max(tournament.least_seats, least)


def catch_domain_error(check: Callable[[], object]) -> DomainError | None:
    try:
        check()
    except DomainError as error:
        return error
    return None


def check_host(tournament: Tournament) -> None:
    """Refuse a dynasty that may not hold tournaments of this type."""
    if tournament.organiser is not None and not hosting.can_host(tournament.organiser, tournament.type):
        raise DomainError("never_fought", _("Fight a serious battle first: until then you can announce training only."))


def check_frame(tournament: Tournament, now: datetime) -> None:
    """Raise unless host, title, seats, times and number of open tournaments of an unsaved tournament are allowed."""
    check_host(tournament)
    seats, least = tournament.seats, tournament.least_seats
    if not TITLE_LENGTH[0] <= len(tournament.title) <= TITLE_LENGTH[1]:
        raise DomainError("title_length", _("A title has from 3 to 60 characters."))
    if not tournament.title.isprintable():
        raise DomainError("title_characters", _("The title holds characters that cannot be shown."))
    if not SEATS[0] <= least <= seats <= SEATS[1]:
        sentence = _("A tournament has from 2 to 16 seats, and needs at least two of them taken.")
        raise DomainError("bad_seats", sentence)
    if not ROUND_SECONDS[0] <= tournament.round_seconds <= ROUND_SECONDS[1]:
        raise DomainError("bad_round_time", _("A round lasts from 10 seconds to 7 days."))
    check_times(tournament, now)
    check_open_tournaments(tournament.organiser)


def check_times(tournament: Tournament, now: datetime) -> None:
    """Raise unless an unsaved tournament opens before it starts, and starts neither in the past nor too late."""
    if tournament.starts_at < now:
        raise DomainError("bad_times", _("It would start in the past. Choose a later day or hour."))
    if not tournament.opens_at <= tournament.starts_at <= now + LATEST_START:
        raise DomainError("bad_times", _("It must open before it starts, and start within 60 days."))


OPEN_QUERY = PreparedQuery(
    lambda organiser: Tournament.objects.filter(organiser=organiser, status__in=OPEN_STATUSES, series_table=None).only(
        "pk"
    )[:OPEN_TOURNAMENTS]
)


def check_open_tournaments(organiser: Dynasty | None) -> None:
    """Raise where a dynasty has as many tournaments under way as it can have; the site has no limit."""
    if organiser is None:
        return
    if len(OPEN_QUERY(organiser.pk)) >= OPEN_TOURNAMENTS:
        sentence = _("A dynasty can have %(limit)s tournaments that have not ended.")
        raise DomainError("too_many_open", sentence, limit=OPEN_TOURNAMENTS)


def check_battle(tournament: Tournament, *, chests: bool) -> Json:
    """Return the complete rules. Raise DomainError where the game, the field or the rules are unknown or do not fit."""
    game = games.GAMES.get(tournament.game)
    if game is None:
        raise DomainError("no_such_game", _("There is no such game."))
    from_position = tournament.casual and positions.find_drawing(tournament.field) is not None
    if not from_position and not boards.is_known(game, tournament.field):
        raise DomainError("no_such_field", _("There is no such battlefield."))
    letters = game.seats_of(tournament.field)[: tournament.seats]
    if len(letters) < tournament.seats:
        raise DomainError("too_many_seats", _("This battlefield has %(most)s seats."), most=len(letters))
    try:
        rules = game.read_rules(tournament.rules)
        opening = compatibility.open_battle(game, tournament.field, letters, rules, tournament.seed, chests=chests)
    except ValueError as error:
        code = game_errors.get_error_code(error, "bad_rules")
        raise game_errors.to_domain_error(error, code, _("These rules do not fit this battlefield.")) from error
    if chests and not compatibility.has_placed_chests(game, opening, letters):
        raise DomainError("no_chests_here", _("This battlefield has no place for chests."))
    return rules


@service
def cancel(*, tournament: Tournament, by: Dynasty | None, reason: str = "") -> None:
    """Call off a tournament that has not started; everything goes back. Only who announced it may (None: the site)."""
    locked = locks.lock_announced(tournament.pk)
    if by is not None and locked.organiser_id != by.pk:
        raise DomainError("not_yours", _("Only the organiser can cancel this tournament."))
    if by is not None and SeriesTable.objects.filter(tournament=locked).exists():
        sentence = _("A single table of a series cannot be cancelled: the series goes on to its end.")
        raise DomainError("in_series", sentence)
    why = " ".join(reason.split())
    if len(why) > REASON_LENGTH or not why.isprintable():
        raise DomainError("bad_reason", _("A reason has at most %(most)s characters, all of them to be seen."),
                      most=REASON_LENGTH)  # fmt: skip
    audit_log.record(locked, "cancelled", by, reason=why or "–")
    cancellation.cancel(locked, "called_off")


@service
def abandon(*, tournament: Tournament) -> None:
    """Call off an announced tournament whose organiser leaves for good. Started or ended meanwhile, nothing happens."""
    locked = locks.lock(tournament.pk)
    if locked.status == Tournament.Status.ANNOUNCED:
        audit_log.record(locked, "abandoned")
        cancellation.cancel(locked, "organiser_left")


@service
def cancel_halted(*, tournament: Tournament) -> None:
    """Cancel a halted tournament that cannot be mended: for the site's staff. Everything goes back."""
    locked = locks.lock(tournament.pk)
    if locked.status != Tournament.Status.HALTED:
        raise DomainError("not_halted", _("This tournament is not halted."))
    audit_log.record(locked, "given_up")
    cancellation.cancel(locked, "given_up")
