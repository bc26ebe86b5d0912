"""The tables of a series: drawn, announced as tournaments, counted when they have been fought."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet

from dynasty import clock
from dynasty.errors import Refused
from dynasty.models import Dynasty
from dynasty.services import chronicle, notices
from tournaments import draws, games, terms
from tournaments.models import Entry, Series, SeriesEntry, SeriesTable, Tournament
from tournaments.services import announcing, directing, entries

NOTICE = timedelta(minutes=30)
"""Between a draw and the start of its tables."""
OVER = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


def title_of(title: str, round_no: int, number: int) -> str:
    """What a table is called: by its series, as far as there is room."""
    return f"{' '.join(title.split())[:44]} · {round_no}.{number}"


def in_play(series: Series) -> QuerySet[SeriesEntry]:
    """Who is drawn: has not left, and has not gone out."""
    return SeriesEntry.objects.filter(series=series, left_at=None, out_in=None).select_related("dynasty", "emperor")


def is_over(series: Series) -> bool:
    """A ladder after its rounds, a knock-out when its final has been counted; both when nobody is left to fight."""
    if series.format == Series.Format.LADDER:
        return series.round_no >= series.rounds or in_play(series).count() < 2
    final = SeriesTable.objects.filter(series=series, round_no=series.round_no).count() == 1
    return (final and series.round_no > 0) or in_play(series).count() < 2


def all_over(series: Series) -> bool:
    """Whether every table of the round has ended."""
    going_on = SeriesTable.objects.filter(series=series, round_no=series.round_no, tournament__isnull=False)
    return not going_on.exclude(tournament__status__in=OVER).exists()


def met(series: Series) -> set[draws.Pair]:
    """The pairs that have been drawn together in this series."""
    drawn = SeriesTable.objects.filter(series=series).values_list("dynasties", flat=True)
    return {pair for table in drawn for pair in draws.pairs(table)}


def draw_round(series: Series) -> None:
    """Draw the tables of the next round, announce them, and give everybody a seat whose emperor is at court."""
    series.round_no += 1
    entered = {entry.dynasty.code: entry for entry in in_play(series)}
    drawn = draws.draw(list(entered), series.table_seats, met(series), f"{series.seed}:{series.round_no}")
    for number, codes in enumerate(drawn, 1):
        announce(series, number, [entered[code] for code in codes])
    series.save(update_fields=["round_no", "status"])


def announce(series: Series, number: int, drawn: list[SeriesEntry]) -> None:
    """One table; who is left alone passes without a battle."""
    codes = [entry.dynasty.code for entry in drawn]
    tournament = tournament_of(series, number, codes) if len(drawn) > 1 else None
    SeriesTable.objects.create(series=series, round_no=series.round_no, number=number, tournament=tournament,
                               dynasties=codes)  # fmt: skip
    for seat, entry in zip(entries.seats_of(tournament) if tournament else "a", drawn, strict=False):
        tell(series, tournament, entry, seat_one(tournament, entry, seat) if tournament else "")


def tournament_of(series: Series, number: int, codes: list[str]) -> Tournament:
    """The tournament of a table: for its dynasties alone, and at its time."""
    setup, now = series.setup, clock.now()
    agreed = terms.read(setup["terms"] | {"invited": codes, "punctual": True})
    made = announcing.announce(
        organiser=series.organiser, title=title_of(series.title, series.round_no, number), type=setup["type"],
        game=setup["game"], field=setup["field"], rules=setup["rules"], terms=agreed, seats=len(codes), least_seats=2,
        round_seconds=setup["round_seconds"], starts_at=now + NOTICE, call=False,
    )  # fmt: skip
    directing.write(made, "drawn", series.organiser, series=series.title, round=series.round_no, table=number)
    return made


def seat_one(tournament: Tournament, entry: SeriesEntry, seat: str) -> str:
    """Give the emperor of an entry its seat; why not, where it cannot come. Until the start another one may."""
    if entry.emperor is None:
        return "–"
    try:
        with transaction.atomic():
            entries.enter(tournament=tournament, dynasty=entry.dynasty, emperor=entry.emperor, seat=seat)
    except Refused as refused:
        return str(refused)
    return ""


def tell(series: Series, tournament: Tournament | None, entry: SeriesEntry, why: str) -> None:
    result = "bye" if tournament is None else "absent" if why else ""
    facts = {"title": series.title, "round": series.round_no, "why": why, "result": result,
             "emperor": entry.emperor.name if entry.emperor else "–",
             "deadline": tournament.starts_at.isoformat() if tournament else ""}  # fmt: skip
    notices.tell(dynasty=entry.dynasty, kind="table", key=f"table:{series.code}:{series.round_no}", facts=facts,
                 place=tournament.code if tournament else "")  # fmt: skip


def count(series: Series) -> None:
    """Write down the places of the round's tables, and what follows from them."""
    for table in SeriesTable.objects.filter(series=series, round_no=series.round_no).select_related("tournament"):
        table.places = places_of(table)
        table.save(update_fields=["places"])
        if series.format == Series.Format.LADDER:
            score(series, table.places)
        else:
            let_through(series, table)


def places_of(table: SeriesTable) -> dict[str, int]:
    """Who came which in a table. Where it was not fought, whoever had a seat is first; who was alone is, too."""
    tournament = table.tournament
    if tournament is None:
        return dict.fromkeys(table.dynasties, 1)
    rows = Entry.objects.filter(tournament=tournament, dynasty__isnull=False)
    seats = dict(rows.values_list("seat", "dynasty__code"))
    if tournament.status == Tournament.Status.CANCELLED:
        return dict.fromkeys(seats.values(), 1)
    game = games.GAMES[tournament.game]
    fallen = game.fallen(game.read(tournament.ending or {}))
    found = draws.places((tournament.outcome or {}).get("winners", []), fallen, seats)
    return {seats[seat]: place for seat, place in found.items()}


def score(series: Series, places: dict[str, int]) -> None:
    """Points of a ladder; who was absent has none."""
    won = draws.points(places, series.points)
    for entry in SeriesEntry.objects.filter(series=series, dynasty__code__in=won).select_related("dynasty"):
        entry.points += won[entry.dynasty.code]
        entry.firsts += places[entry.dynasty.code] == 1
        entry.tables += 1
        entry.save(update_fields=["points", "firsts", "tables"])


def let_through(series: Series, table: SeriesTable) -> None:
    """The first of a table of a knock-out go on; of the final, those on the first place alone."""
    places = table.places or {}
    final = SeriesTable.objects.filter(series=series, round_no=series.round_no).count() == 1
    lot = f"{series.seed}:{series.round_no}:{table.number}"
    first = [code for code, place in places.items() if place == 1]
    through = first if final else draws.through(places, series.advance, lot)
    drawn = SeriesEntry.objects.filter(series=series, dynasty__code__in=table.dynasties)
    drawn.filter(dynasty__code__in=places).update(tables=series.round_no)
    drawn.exclude(dynasty__code__in=through).update(out_in=series.round_no)


def crown(series: Series) -> None:
    """The champions of a series, and the chronicle's line about each; nobody where nothing was fought."""
    rows = SeriesEntry.objects.filter(series=series).select_related("dynasty").order_by("dynasty_id")
    if series.format == Series.Format.LADDER:
        best = max(((row.points, row.firsts) for row in rows), default=(0, 0))
        won = [row for row in rows if best > (0, 0) and (row.points, row.firsts) == best]
    else:
        won = [row for row in rows if row.out_in is None and row.left_at is None and row.tables]
    for row in won:
        row.champion = True
        row.save(update_fields=["champion"])
        write(series, row.dynasty)


def write(series: Series, dynasty: Dynasty) -> None:
    chronicle.record(key=f"series_won:{series.code}:{dynasty.code}", kind="series_won", public=True, at=clock.now(),
                     mentions=[(dynasty, None)], facts={"dynasty": dynasty.name, "title": series.title,
                                                        "series": series.code})  # fmt: skip
