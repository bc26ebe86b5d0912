"""The tables of a series: draw them, announce them as tournaments, and count their results."""

import logging
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError, ErrorFacts, to_facts
from dynasty.models import Dynasty
from dynasty.services import chronicle, notifications
from tournaments.domain import games, pairing, terms
from tournaments.models import Entry, Series, SeriesEntry, SeriesTable, Tournament
from tournaments.services import announcements, audit_log, entries

log = logging.getLogger(__name__)
NOTICE = timedelta(minutes=30)
"""Between a draw and the start of its tables."""
REPLAYED_CAUSES = ("called_off", "given_up")
"""Why a table was cancelled that is played again: the staff ended it, not its players."""
ENDED_STATUSES = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


def format_title(title: str, round_no: int, number: int) -> str:
    """Format the title of a table: the series' title, cut to fit, and the numbers of round and table."""
    return f"{' '.join(title.split())[:44]} · {round_no}.{number}"


def query_active_entries(series: Series) -> QuerySet[SeriesEntry]:
    """Return the query of the entries that are still drawn: neither left nor eliminated."""
    return SeriesEntry.objects.filter(series=series, left_at=None, out_in=None).select_related("dynasty", "emperor")


def is_over(series: Series) -> bool:
    """Check whether the series is over.

    A ladder is after its rounds, a knock-out after its final; both are when fewer than two entries are active.
    """
    if series.format == Series.Format.LADDER:
        return series.round_no >= series.rounds or query_active_entries(series).count() < 2
    final = SeriesTable.objects.filter(series=series, round_no=series.round_no).count() == 1
    return (final and series.round_no > 0) or query_active_entries(series).count() < 2


def is_round_over(series: Series) -> bool:
    """Check whether every table of the round has ended."""
    going_on = SeriesTable.objects.filter(series=series, round_no=series.round_no, tournament__isnull=False)
    return not going_on.exclude(tournament__status__in=ENDED_STATUSES).exists()


def get_met_pairs(series: Series) -> set[pairing.Pair]:
    """Return the pairs that have been drawn together in this series."""
    drawn = SeriesTable.objects.filter(series=series).values_list("dynasties", flat=True)
    return {pair for table in drawn for pair in pairing.list_pairs(table)}


def pair_round(series: Series) -> None:
    """Pair the next round, announce its tables, and seat all entries whose emperor is at court.

    The caller holds the lock of the series.
    """
    series.round_no += 1
    entered = {entry.dynasty.code: entry for entry in query_active_entries(series)}
    drawn = pairing.pair_players(
        list(entered), series.table_seats, get_met_pairs(series), f"{series.seed}:{series.round_no}"
    )
    for number, codes in enumerate(drawn, 1):
        announce_table(series, number, [entered[code] for code in codes])
    series.save(update_fields=["round_no", "status"])


def announce_table(series: Series, number: int, drawn: list[SeriesEntry]) -> None:
    """Announce one table; an entry drawn alone advances without a battle. The caller holds the lock of the series."""
    codes = [entry.dynasty.code for entry in drawn]
    tournament = create_tournament(series, number, codes) if len(drawn) > 1 else None
    SeriesTable.objects.create(series=series, round_no=series.round_no, number=number, tournament=tournament,
                               dynasties=codes)  # fmt: skip
    seat_all(series, tournament, drawn)


def seat_all(series: Series, tournament: Tournament | None, drawn: list[SeriesEntry], again: str = "") -> None:
    """Give everybody who was drawn for a table a seat, and tell them. `again`: a word where it is played anew."""
    for seat, entry in zip(entries.list_seats(tournament) if tournament else "a", drawn, strict=False):
        notify_entry(series, tournament, entry, seat_entry(tournament, entry, seat) if tournament else {}, again)


def play_again(series: Series) -> bool:
    """Announce anew the tables of this round that the staff has called off; return whether there were any.

    Where fewer than two of a table are still in the series, or it is refused, the table counts as not fought.
    """
    stopped = SeriesTable.objects.filter(
        series=series,
        round_no=series.round_no,
        tournament__status=Tournament.Status.CANCELLED,
        tournament__why__in=REPLAYED_CAUSES,
    )
    return sum(replay_table(series, table) for table in stopped.order_by("number")) > 0


def replay_table(series: Series, table: SeriesTable) -> bool:
    """Announce one table anew; False where it cannot be. The caller holds the lock of the series."""
    drawn = list(query_active_entries(series).filter(dynasty__code__in=table.dynasties).order_by("pk"))
    if len(drawn) < 2:
        return False
    try:
        with transaction.atomic():
            tournament = create_tournament(series, table.number, [entry.dynasty.code for entry in drawn])
    except DomainError:
        log.exception("table %s of the series %s is not played again", table.number, series.code)
        return False
    table.tournament = tournament
    table.save(update_fields=["tournament"])
    seat_all(series, tournament, drawn, again=tournament.code)
    return True


def create_tournament(series: Series, number: int, codes: list[str]) -> Tournament:
    """Create the tournament of a table, for its dynasties alone and with a punctual start.

    The caller holds the lock of the series.
    """
    setup, now = series.setup, clock.now()
    agreed = terms.read(setup["terms"] | {"invited": codes, "punctual": True, "club": ""})
    made = announcements.announce(
        organiser=series.organiser, title=format_title(series.title, series.round_no, number), type=setup["type"],
        game=setup["game"], field=setup["field"], rules=setup["rules"], terms=agreed, seats=len(codes), least_seats=2,
        round_seconds=setup["round_seconds"], starts_at=now + NOTICE, call=False,
    )  # fmt: skip
    audit_log.record(made, "drawn", series.organiser, series=series.title, round=series.round_no, table=number)
    return made


def seat_entry(tournament: Tournament, entry: SeriesEntry, seat: str) -> ErrorFacts:
    """Give the emperor of an entry its seat; return why not, as facts, where it cannot come. Until the start another
    one may.
    """
    try:
        if entry.emperor is None:
            raise DomainError("not_your_emperor", _("This Emperor cannot fight for your dynasty."))
        with transaction.atomic():
            entries.enter(tournament=tournament, dynasty=entry.dynasty, emperor=entry.emperor, seat=seat)
    except DomainError as error:
        return to_facts(error)
    return {}


def notify_entry(
    series: Series, tournament: Tournament | None, entry: SeriesEntry, why: ErrorFacts, again: str = ""
) -> None:
    result = "bye" if tournament is None else "absent" if why else "again" if again else ""
    starts = {"deadline": tournament.starts_at.isoformat()} if tournament else {}
    facts = {"title": series.title, "round": series.round_no, "why": why, "result": result,
             "emperor": entry.emperor.name if entry.emperor else "–", **starts}  # fmt: skip
    notifications.notify(dynasty=entry.dynasty, kind="table", facts=facts,
                 key=f"table:{series.code}:{series.round_no}{again and f':{again}'}",
                 place=tournament.code if tournament else "")  # fmt: skip


def score_round(series: Series) -> None:
    """Record the places of the round's tables, and add points or eliminate entries.

    The caller holds the lock of the series.
    """
    for table in SeriesTable.objects.filter(series=series, round_no=series.round_no).select_related("tournament"):
        table.places = get_places(table)
        table.save(update_fields=["places"])
        if series.format == Series.Format.LADDER:
            if not is_walkover(table):
                add_points(series, table.places)
        else:
            eliminate(series, table)


def get_places(table: SeriesTable) -> dict[str, int]:
    """Return the places of a table by dynasty code.

    Where it was not fought, whoever had a seat is first, and so is who was alone; but nobody who has left the series.
    Houses of the site, which complete a table that its game needs larger, have no place.
    """
    tournament = table.tournament
    if tournament is None:
        return dict.fromkeys(filter_staying(table, table.dynasties), 1)
    rows = Entry.objects.filter(tournament=tournament, dynasty__house=False)
    seats = dict(rows.values_list("seat", "dynasty__code"))
    if tournament.status == Tournament.Status.CANCELLED:
        return dict.fromkeys(filter_staying(table, seats.values()), 1)
    game = games.GAMES[tournament.game]
    fallen = game.list_fallen(game.read(tournament.ending or {}))
    found = pairing.rank_seats((tournament.outcome or {}).get("winners", []), fallen, seats)
    return {seats[seat]: place for seat, place in found.items()}


def filter_staying(table: SeriesTable, codes: Iterable[str]) -> list[str]:
    """Return those of the dynasties that have not left the series."""
    left = SeriesEntry.objects.filter(series=table.series_id).exclude(left_at=None)
    gone = set(left.values_list("dynasty__code", flat=True))
    return [code for code in codes if code not in gone]


def is_walkover(table: SeriesTable) -> bool:
    """Return whether a table was not fought because somebody drawn for it has left: there is nothing to win then."""
    fought = table.tournament is not None and table.tournament.status == Tournament.Status.FINISHED
    return not fought and len(filter_staying(table, table.dynasties)) < len(table.dynasties)


def add_points(series: Series, places: dict[str, int]) -> None:
    """Add a ladder's points for one table; absent dynasties get none. The caller holds the lock of the series."""
    won = pairing.award_points(places, series.points)
    for entry in SeriesEntry.objects.filter(series=series, dynasty__code__in=won).select_related("dynasty"):
        entry.points += won[entry.dynasty.code]
        entry.firsts += places[entry.dynasty.code] == 1
        entry.tables += 1
        entry.save(update_fields=["points", "firsts", "tables"])


def eliminate(series: Series, table: SeriesTable) -> None:
    """Eliminate all but the first places of a knock-out's table; of the final, all but the first place.

    Entries that have left the series are passed over: the best of the others advance.
    The caller holds the lock of the series.
    """
    fought = table.places or {}
    places = {code: fought[code] for code in filter_staying(table, fought)}
    best = min(places.values(), default=0)
    final = SeriesTable.objects.filter(series=series, round_no=series.round_no).count() == 1
    lot = f"{series.seed}:{series.round_no}:{table.number}"
    first = [code for code, place in places.items() if place == best]
    through = first if final else pairing.select_advancing(places, series.advance, lot)
    drawn = SeriesEntry.objects.filter(series=series, dynasty__code__in=table.dynasties)
    drawn.filter(dynasty__code__in=fought).update(tables=series.round_no)
    drawn.exclude(dynasty__code__in=through).update(out_in=series.round_no)


def crown_champions(series: Series) -> None:
    """Crown the champions of a series and add each to the chronicle; none where no battle was fought."""
    rows = SeriesEntry.objects.filter(series=series).select_related("dynasty").order_by("dynasty_id")
    if series.format == Series.Format.LADDER:
        there = [row for row in rows if row.left_at is None]
        best = max(((row.points, row.firsts) for row in there), default=(0, 0))
        won = [row for row in there if best > (0, 0) and (row.points, row.firsts) == best]
    else:
        won = [row for row in rows if row.out_in is None and row.left_at is None and row.tables]
    for row in won:
        row.champion = True
        row.save(update_fields=["champion"])
        record_champion(series, row.dynasty)


def record_champion(series: Series, dynasty: Dynasty) -> None:
    chronicle.record(key=f"series_won:{series.code}:{dynasty.code}", kind="series_won", public=True, at=clock.now(),
                     mentions=[(dynasty, None)], facts={"dynasty": dynasty.name, "title": series.title,
                                                        "series": series.code})  # fmt: skip
