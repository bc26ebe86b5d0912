"""Series as everybody may see them: lists, standings and rounds."""

from dataclasses import dataclass

from core.limits import PAGE_SIZE
from dynasty.models import Dynasty
from tournaments.models import Series, SeriesEntry, SeriesTable, Tournament


@dataclass(frozen=True)
class SeriesSeat:
    """One dynasty's seat at one table of a series."""

    name: str
    code: str
    place: int | None
    through: bool


@dataclass(frozen=True)
class SeriesBattle:
    number: int
    tournament: Tournament | None
    seats: list[SeriesSeat]


@dataclass(frozen=True)
class SeriesRound:
    """One round of a series with its tables."""

    number: int
    tables: list[SeriesBattle]


@dataclass(frozen=True)
class OwnTable:
    """The table at which the reader is to fight, or fights."""

    round: int
    table: SeriesBattle


@dataclass(frozen=True)
class Standing:
    """A line of the public standings; equal entries share a rank."""

    place: int
    entry: SeriesEntry


def list_series(limit: int = PAGE_SIZE) -> list[Series]:
    """List the open series first, then those that have ended."""
    found = Series.objects.select_related("organiser").order_by("ended_at", "-pk")
    going_on = list(found.filter(ended_at=None)[:limit])
    return going_on + list(found.exclude(ended_at=None).order_by("-ended_at")[:limit])


def get_by_code(code: str) -> Series | None:
    return Series.objects.select_related("organiser").filter(code=code).first()


def find_series_of(tournament: Tournament) -> Series | None:
    """Return the series of which a tournament is a table; None for any other."""
    table = SeriesTable.objects.select_related("series").filter(tournament=tournament).first()
    return table.series if table else None


def find_own_table(rounds: list[SeriesRound], dynasty: Dynasty | None) -> OwnTable | None:
    """Return the table for which a dynasty is drawn and whose battle is not over; None without one."""
    for drawn in reversed(rounds):
        for table in drawn.tables:
            is_open = table.tournament is not None and table.tournament.ended_at is None
            if is_open and dynasty and dynasty.code in [seat.code for seat in table.seats]:
                return OwnTable(drawn.number, table)
    return None


def get_own_entry(series: Series, dynasty: Dynasty | None) -> SeriesEntry | None:
    """Return the reader's entry in a series; None if it has not joined."""
    return SeriesEntry.objects.filter(series=series, dynasty=dynasty).first() if dynasty else None


def list_entries(series: Series) -> list[SeriesEntry]:
    """List all entries of a series, the best first."""
    rows = SeriesEntry.objects.filter(series=series).select_related("dynasty", "emperor")
    return list(rows.order_by("-champion", "-points", "-firsts", "joined_at", "pk"))


def build_standings(rows: list[SeriesEntry]) -> list[Standing]:
    """Build the standings of a ladder; equal points and firsts share a rank."""
    worth = [(row.points, row.firsts) for row in rows]
    return [Standing(1 + sum(other > own for other in worth), row) for row, own in zip(rows, worth, strict=True)]


def list_rounds(series: Series, rows: list[SeriesEntry]) -> list[SeriesRound]:
    """List the rounds that were drawn, the first one first."""
    people = {row.dynasty.code: row for row in rows}
    drawn = SeriesTable.objects.filter(series=series).select_related("tournament").order_by("round_no", "number")
    found: dict[int, list[SeriesBattle]] = {}
    for table in drawn:
        seats = [build_seat(people[code], table) for code in table.dynasties if code in people]
        seats.sort(key=lambda each: each.place or len(seats) + 1)
        found.setdefault(table.round_no, []).append(SeriesBattle(table.number, table.tournament, seats))
    return [SeriesRound(number, tables) for number, tables in found.items()]


def build_seat(entry: SeriesEntry, table: SeriesTable) -> SeriesSeat:
    place = (table.places or {}).get(entry.dynasty.code)
    through = table.places is not None and (entry.out_in is None or entry.out_in > table.round_no)
    return SeriesSeat(entry.dynasty.name, entry.dynasty.code, place, through)


def describe_tables(series: Series) -> list[dict[str, object]]:
    """Describe the tables of a series for programs: the dynasties drawn and their places."""
    tables = SeriesTable.objects.filter(series=series).select_related("tournament").order_by("round_no", "number")
    return [{"round": each.round_no, "number": each.number, "dynasties": each.dynasties, "places": each.places,
             "tournament": each.tournament.code if each.tournament else None} for each in tables]  # fmt: skip
