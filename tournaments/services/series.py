"""Series of several battles, drawn round by round; each table is a tournament."""

import logging
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import OPEN_SERIES, SERIES_ENTRIES, SERIES_ROUNDS
from core.run_safely import run_safely
from core.transactions import service
from dynasty.models import Dynasty, Emperor
from dynasty.services import notifications
from dynasty.services.clubs.pupils import check_may_write
from dynasty.services.notifications import Notification
from dynasty.services.search_index import remove
from tournaments.domain import terms
from tournaments.domain.terms import Terms
from tournaments.domain.tournament_types import TOURNAMENT_TYPES, is_serious
from tournaments.models import Series, SeriesEntry, Tournament
from tournaments.selectors import hosting, timeliness
from tournaments.selectors import series as selected
from tournaments.selectors.clubs import reserved
from tournaments.selectors.series import Standing
from tournaments.services import announcements, entries, search_index, series_tables
from tournaments.services.clubs import reserved as reserved_services

log = logging.getLogger(__name__)
Status = Series.Status
MAX_POINTS = 100
MIN_NOTICE = timedelta(minutes=10)
"""So long others can join a series at least."""
BATCH_SIZE = 20


@dataclass(frozen=True)
class Setup:
    """The setup of a series besides its title: its format and the settings of each table."""

    format: str
    type: str
    game: str
    field: str
    rules: dict[str, object]
    terms: Terms
    table_seats: int
    round_seconds: int
    starts_at: datetime
    rounds: int = 0
    advance: int = 0
    points: tuple[int, ...] = ()

    @property
    def table(self) -> dict[str, object]:
        plain = {name: getattr(self, name) for name in ("type", "game", "field", "rules", "round_seconds")}
        return plain | {"terms": terms.write(self.terms)}


@service
def announce(*, organiser: Dynasty, title: str, setup: Setup) -> Series:
    """Announce a new series, whose setup is fixed from now on.

    Anybody may join until it starts, and a ladder later too.
    """
    Dynasty.objects.select_for_update(no_key=True).get(pk=organiser.pk)
    check_may_write(organiser)
    check_series(organiser, title, setup)
    if Series.objects.filter(organiser=organiser, ended_at=None).count() >= OPEN_SERIES:
        raise DomainError(
            "too_many_series", _("A dynasty can have %(most)s series that have not ended."), most=OPEN_SERIES
        )
    ladder = setup.format == Series.Format.LADDER
    series = Series.objects.create(
        title=" ".join(title.split()), organiser=organiser, format=setup.format, setup=setup.table,
        table_seats=setup.table_seats, rounds=setup.rounds if ladder else 0, advance=0 if ladder else setup.advance,
        points=list(setup.points) if ladder else [], seed=secrets.token_hex(32), starts_at=setup.starts_at,
        announced_at=clock.now(),
    )  # fmt: skip
    reserved_services.notify_members(setup.terms, organiser, "series", series.title, series.code, setup.starts_at)
    search_index.put_series(series)
    return series


def check_series(organiser: Dynasty, title: str, setup: Setup) -> None:
    """Raise DomainError where such a series cannot be announced."""
    check_setup(setup)
    check_table(organiser, title, setup)
    if setup.starts_at < clock.now() + MIN_NOTICE:
        raise DomainError("bad_times", _("A series starts in ten minutes at the earliest, so that others can join."))


def check_setup(setup: Setup) -> None:
    """Raise DomainError if the numbers of a series are out of range."""
    if setup.format not in Series.Format.values:
        raise DomainError("bad_series", _("A series is a season or a knock-out."))
    if not is_serious(setup.type):
        raise DomainError("bad_series", _("Series are for prize, honour, conquest and death tournaments."))
    if setup.format == Series.Format.LADDER:
        check_season(setup)
    elif not 1 <= setup.advance <= setup.table_seats // 2:
        raise DomainError("bad_series", _("At most half of a table goes on."))
    if setup.terms.anonymous:
        sentence = _("A series names who meets at each table: leave out that its battles are anonymous.")
        raise DomainError("anonymous_series", sentence)
    if setup.terms.chests or setup.terms.invited or setup.terms.link or setup.terms.fill:
        raise DomainError("bad_series", _("Its tables have no chests, and are open to its dynasties alone."))


def check_season(setup: Setup) -> None:
    """Raise DomainError if the rounds or the points of a season are out of range."""
    if not SERIES_ROUNDS[0] <= setup.rounds <= SERIES_ROUNDS[1]:
        raise DomainError("bad_series", _("A season has from 1 to 30 rounds."))
    are_falling = list(setup.points) == sorted(setup.points, reverse=True)
    if not (1 <= len(setup.points) <= 16 and are_falling and all(0 <= each <= MAX_POINTS for each in setup.points)):
        sentence = _("Its places are worth from 0 to 100 points, none more than the one before it.")
        raise DomainError("bad_series", sentence)
    if len(setup.points) > setup.table_seats:
        sentence = _("A table has only %(seats)s seats: give at most so many places a value.")
        raise DomainError("too_many_places", sentence, seats=setup.table_seats)


def check_table(organiser: Dynasty, title: str, setup: Setup) -> None:
    """Raise DomainError where such a table could not be announced."""
    now = clock.now()
    row = Tournament(
        organiser=organiser,
        title=series_tables.format_title(title, 30, 50),
        type=setup.type,
        game=setup.game,
        field=setup.field,
        rules=setup.rules,
        seats=setup.table_seats,
        least_seats=2,
        seed="",
        round_seconds=setup.round_seconds,
        opens_at=now,
        starts_at=setup.starts_at,
    )
    if objections := announcements.list_objections(row, setup.terms):
        raise objections[0]
    if row.least_seats > setup.table_seats:
        raise DomainError("bad_series", _("These rules need at least %(least)s dynasties at each table."),
                      least=row.least_seats)  # fmt: skip
    if not hosting.can_host(organiser, setup.type):
        raise DomainError("never_fought", _("Fight a serious battle first: until then you can announce training only."))


def lock_series(series: Series) -> Series:
    """Lock the series' row until the transaction ends and return it as it is now."""
    return Series.objects.select_for_update(no_key=True).get(pk=series.pk)


@service
def join(*, series: Series, dynasty: Dynasty, emperor: Emperor) -> SeriesEntry:
    """Join with an emperor, or send another one from now on; who left a ladder comes back with its points."""
    row = lock_series(series)
    check_can_join(row)
    if dynasty.house or emperor.dynasty_id != dynasty.pk or emperor.died_at is not None:
        raise DomainError("not_your_emperor", _("This Emperor cannot fight for your dynasty."))
    there = SeriesEntry.objects.filter(series=row, dynasty=dynasty).first()
    if there is None and SeriesEntry.objects.filter(series=row).count() >= SERIES_ENTRIES:
        raise DomainError("series_full", _("%(most)s dynasties have joined already."), most=SERIES_ENTRIES)
    if dynasty.program and not row.setup["terms"].get("programs", True):
        raise DomainError("no_programs", _("Programs may not enter this tournament."))
    if there is None:
        check_has_rounds_left(row)
        agreed = terms.read(row.setup["terms"])
        timeliness.check(agreed, dynasty)
        reserved.check(agreed, dynasty)
    entry = there or SeriesEntry(series=row, dynasty=dynasty, joined_at=clock.now())
    entry.emperor, entry.left_at = emperor, None
    entry.save()
    return entry


def check_can_join(series: Series) -> None:
    if series.ended_at is not None:
        raise DomainError("series_over", _("This series is over."))
    if series.format == Series.Format.KNOCKOUT and series.status != Status.ANNOUNCED:
        raise DomainError("series_started", _("Nobody can join a knock-out after it has started."))


def check_has_rounds_left(series: Series) -> None:
    """Raise DomainError where a newcomer would no longer be drawn."""
    if series.format == Series.Format.LADDER and series.round_no >= series.rounds:
        raise DomainError("series_started", _("Its last round is drawn: nobody new can join."))


@service
def send_emperor(*, series: Series, dynasty: Dynasty, emperor: Emperor) -> SeriesEntry:
    """Send another emperor to the tables that are drawn from now on, also in a knock-out that has begun."""
    lock_series(series)
    entry = SeriesEntry.objects.filter(series=series, dynasty=dynasty, left_at=None).first()
    if entry is None or series.ended_at is not None:
        raise DomainError("not_in_series", _("Your dynasty is not in this series."))
    if emperor.dynasty_id != dynasty.pk or emperor.died_at is not None:
        raise DomainError("not_your_emperor", _("This Emperor cannot fight for your dynasty."))
    entry.emperor = emperor
    entry.save(update_fields=["emperor"])
    return entry


@service
def leave(*, series: Series, dynasty: Dynasty) -> None:
    """Leave a series; points of a ladder stay in its standings, and a table that is drawn takes place."""
    row = lock_series(series)
    entry = SeriesEntry.objects.filter(series=row, dynasty=dynasty, left_at=None).first()
    if entry is None or row.ended_at is not None:
        raise DomainError("not_in_series", _("Your dynasty is not in this series."))
    if row.status == Status.ANNOUNCED:
        entry.delete()
        return
    entry.left_at = clock.now()
    entry.save(update_fields=["left_at"])


@service
def cancel(*, series: Series, by: Dynasty) -> None:
    """Cancel a series that has not begun, for which nothing was paid yet."""
    row = lock_series(series)
    if row.organiser_id != by.pk:
        raise DomainError("not_yours", _("Only the organiser can cancel this tournament."))
    if row.status != Status.ANNOUNCED:
        raise DomainError("series_started", _("It has begun, and goes on to its end."))
    notify_entrants(row, f"series:{row.code}:cancelled", "cancelled", besides=by)
    end_series(row, Status.CANCELLED, "called_off")


@service
def abandon(*, dynasty: Dynasty) -> None:
    """Remove a dynasty that leaves the site from all series and from the tables that it was drawn for.

    Its own series end if they have not begun or if it would pay for them; the site continues the others.
    """
    joined = SeriesEntry.objects.filter(dynasty=dynasty, left_at=None, series__ended_at=None).select_related("series")
    for entry in joined.order_by("series_id"):
        leave(series=entry.series, dynasty=dynasty)
    drawn = Tournament.objects.filter(
        series_table__isnull=False, status=Tournament.Status.ANNOUNCED, entries__dynasty=dynasty
    )
    for tournament in drawn.order_by("pk"):
        entries.withdraw(tournament=tournament, dynasty=dynasty)
    for announced in Series.objects.filter(organiser=dynasty, ended_at=None).order_by("pk"):
        hand_over(lock_series(announced))


@service
def take_down(*, series: Series, why: str) -> None:
    """Take down an announced series for the staff, and notify its organiser and entrants of the reason."""
    row = lock_series(series)
    if row.status != Status.ANNOUNCED:
        raise DomainError("series_started", _("It has begun, and goes on to its end."))
    row.reason = why
    row.save(update_fields=["reason"])
    end_series(row, Status.CANCELLED, "taken_down")
    notify_entrants(row, f"taken_down:{row.code}", "taken_down", why)


def hand_over(series: Series) -> None:
    """Continue a series without its organiser, or end it, and notify its entrants."""
    if series.status == Status.ANNOUNCED:
        end_series(series, Status.CANCELLED, "organiser_left")
    elif TOURNAMENT_TYPES[series.setup["type"]].has_prize:
        series_tables.crown_champions(series)
        end_series(series, Status.FINISHED, "organiser_left")
    else:
        series.organiser = None
        series.save(update_fields=["organiser"])
    result = "handed_over" if series.organiser_id is None else "abandoned"
    notify_entrants(series, f"organiser:{series.code}", result)


def notify_entrants(series: Series, key: str, result: str, why: str = "", besides: Dynasty | None = None) -> None:
    """Notify the entrants of a series of its new state; `besides`: not this one."""
    there = SeriesEntry.objects.filter(series=series, left_at=None, dynasty__house=False).exclude(dynasty=besides)
    facts = {"title": series.title, "result": result, "why": why}
    people = there.select_related("dynasty__user").order_by("dynasty_id")
    notifications.notify_all(Notification(each.dynasty, "series", key, facts, series.code) for each in people)


def finish(series: Series, why: str = "") -> None:
    """End a series that was fought, crown its champions, and notify those who stayed of how far they came."""
    series_tables.crown_champions(series)
    end_series(series, Status.FINISHED, why)
    standings = selected.build_standings(selected.list_entries(series))
    notifications.notify_all(
        Notification(each.entry.dynasty, "series", f"series:{series.code}:end", facts, series.code)
        for each in standings
        if each.entry.left_at is None
        for facts in [describe_end(series, each, len(standings))]
    )


def describe_end(series: Series, line: Standing, players: int) -> dict[str, object]:
    """Return the facts of a notification of the end; a knock-out has no places, but rounds in which one goes out."""
    if line.entry.champion:
        return {"title": series.title, "result": "won"}
    if line.entry.out_in:
        return {"title": series.title, "result": "out", "round": line.entry.out_in}
    if series.format == Series.Format.KNOCKOUT:
        return {"title": series.title}
    return {"title": series.title, "result": "placed", "place": line.place, "players": players}


def end_series(series: Series, status: str, why: str = "") -> None:
    series.status, series.why, series.ended_at = status, why, clock.now()
    series.save(update_fields=["status", "why", "ended_at"])
    if status == Status.CANCELLED:
        remove("series", [series.code])


def cancel_for_want_of_players(series: Series) -> None:
    """Cancel a series that fewer than two have joined, and notify its organiser and whoever did."""
    organiser = series.organiser
    key, result = f"series:{series.code}:cancelled", "too_few"
    notify_entrants(series, key, result, besides=organiser)
    if organiser is not None:
        facts = {"title": series.title, "result": result}
        notifications.notify(dynasty=organiser, kind="series", key=key, facts=facts, place=series.code)
    end_series(series, Status.CANCELLED, "too_few")


def advance_due() -> int:
    """Advance all series that are due; return how many advanced."""
    starting = Series.objects.filter(status=Status.ANNOUNCED, starts_at__lte=clock.now())
    ids = [*starting.values_list("pk", flat=True)[:BATCH_SIZE],
           *Series.objects.filter(status=Status.RUNNING).values_list("pk", flat=True)[: 10 * BATCH_SIZE]]  # fmt: skip
    return sum(run_safely(partial(advance, series_id=pk), log, "the series %s cannot move on", pk) for pk in ids)


@service
def advance(*, series_id: int) -> bool:
    """Score a fought round, then draw the next one or end the series, exactly once."""
    series = Series.objects.select_for_update(no_key=True).get(pk=series_id)
    if series.status == Status.ANNOUNCED and clock.now() >= series.starts_at:
        if series_tables.query_active_entries(series).count() < 2:
            cancel_for_want_of_players(series)
            return True
        series.status = Status.RUNNING
    elif series.status != Status.RUNNING:
        return False
    elif series_tables.play_again(series):
        return True
    elif not series_tables.is_round_over(series):
        return False
    else:
        series_tables.score_round(series)
    if series_tables.is_over(series):
        finish(series)
        return True
    return pair_next_round(series)


def pair_next_round(series: Series) -> bool:
    """Pair the next round; if a table cannot be announced, end the series as it stands."""
    try:
        with transaction.atomic():
            series_tables.pair_round(series)
    except DomainError as error:
        log.warning("the series %s ends: %s", series.code, error.code)
        finish(series, error.code[:40])
    return True
