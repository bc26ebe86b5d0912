"""Series: announced, joined and left, drawn without a pair meeting twice, counted, won, and written down."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from core import clock
from core.errors import DomainError
from dynasty.domain.notification_types import format_sentence
from dynasty.models import Emperor, Event, Notice
from tests import factories
from tests.factories import again, at_court, born, found, gold, play, proven
from tests.tournaments.test_pages import log_in
from tests.tournaments.test_races import together
from tournaments.domain import terms
from tournaments.models import Entry, Round, Series, SeriesEntry, SeriesTable, Tournament
from tournaments.services import announcements, house_players, lifecycle, series, series_tables
from tournaments.services.series import Setup

pytestmark = pytest.mark.django_db


def setup(**changes: Any) -> Setup:
    agreed = terms.read(changes.pop("terms", {}))
    plain = Setup("ladder", "conquer", "scripted", "stage", {}, agreed, 2, 60, clock.now() + factories.HOUR, rounds=3,
                  points=(3, 1))  # fmt: skip
    return replace(plain, **changes)


def season(**changes: Any) -> Series:
    return series.announce(organiser=proven(found("Host")), title="The Jade Season", setup=setup(**changes))


def knockout(**changes: Any) -> Series:
    wanted = {"format": "knockout", "rounds": 0, "points": (), "advance": 1}
    return season(**wanted | changes)


def join_all(made: Series, *names: str) -> list[Emperor]:
    fighters = [born(found(name), f"{name} I") for name in names]
    for emperor in fighters:
        series.join(series=made, dynasty=emperor.dynasty, emperor=emperor)
    return fighters


def error_code(call: Any, **arguments: Any) -> str:
    with pytest.raises(DomainError) as error:
        call(**arguments)
    assert str(error.value)
    return error.value.code


def draw(made: Series) -> list[SeriesTable]:
    """Let the series move on as if its time had come; the tables of its round."""
    with clock.freeze(again(made).starts_at + timedelta(seconds=1)):
        assert series.advance_due() == 1
    made = again(made)
    return list(SeriesTable.objects.filter(series=made, round_no=made.round_no).order_by("number"))


def fight(drawn: list[SeriesTable], *winners: str) -> None:
    """Fight all these tables; a dynasty that is named wins its table, else the first seat does."""
    for table in drawn:
        tournament = table.tournament
        if tournament is None:
            continue
        with clock.freeze(tournament.starts_at + timedelta(seconds=1)):
            lifecycle.start(tournament_id=tournament.pk)
            if again(tournament).status == "running":
                seats = dict(tournament.entries.values_list("dynasty__name", "seat"))
                seat = next((seats[name] for name in winners if name in seats), "a")
                play(tournament, {seat: "win"})


def standing(made: Series) -> dict[str, int]:
    return dict(SeriesEntry.objects.filter(series=made).values_list("dynasty__name", "points"))


# ── Announcing ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": "league"}, "bad_series"),
        ({"type": "training"}, "bad_series"),
        ({"rounds": 0}, "bad_series"),
        ({"rounds": 31}, "bad_series"),
        ({"points": ()}, "bad_series"),
        ({"points": (1, 2)}, "bad_series"),
        ({"points": (101,)}, "bad_series"),
        ({"points": (3, 2, 1), "table_seats": 2}, "too_many_places"),
        ({"format": "knockout", "advance": 2}, "bad_series"),
        ({"format": "knockout", "advance": 0}, "bad_series"),
        ({"terms": {"chests": {}}}, "bad_series"),
        ({"terms": {"link": True}}, "bad_series"),
        ({"terms": {"anonymous": True}}, "anonymous_series"),
        ({"type": "honour"}, "honour_needs_stake"),
        ({"field": "nowhere"}, "no_such_field"),
        ({"table_seats": 9}, "too_many_seats"),
        ({"round_seconds": 5}, "bad_round_time"),
    ],
)
def test_what_cannot_be_a_series(changes: dict[str, Any], code: str) -> None:
    host = proven(found("Host"))
    assert error_code(series.announce, organiser=host, title="The Jade Season", setup=setup(**changes)) == code
    assert not Series.objects.exists()


def test_who_never_fought_and_who_has_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    announce = partial(error_code, series.announce, title="The Jade Season", setup=setup())
    assert announce(organiser=found("Ming")) == "never_fought"
    monkeypatch.setattr(series, "OPEN_SERIES", 1)
    host = season().organiser
    assert announce(organiser=host) == "too_many_series" and Series.objects.count() == 1


# ── Joining and leaving ────────────────────────────────────────────────────────────────────────────────────


def test_join_send_another_and_leave_before_the_start() -> None:
    made = season()
    (ada,) = join_all(made, "Ming")
    bea = born(ada.dynasty, "Bea")
    series.join(series=made, dynasty=ada.dynasty, emperor=bea)
    assert SeriesEntry.objects.get().emperor == bea and at_court(bea)
    series.leave(series=made, dynasty=ada.dynasty)
    assert not SeriesEntry.objects.exists()
    assert error_code(series.leave, series=made, dynasty=ada.dynasty) == "not_in_series"
    assert error_code(series.send_emperor, series=made, dynasty=ada.dynasty, emperor=bea) == "not_in_series"


def test_who_cannot_join(monkeypatch: pytest.MonkeyPatch) -> None:
    made = season(terms={"programs": False})
    ada, stranger = born(found("Ming"), "Ada"), born(found("Qing"), "Eve")
    join = partial(error_code, series.join, series=made)
    assert join(dynasty=ada.dynasty, emperor=stranger) == "not_your_emperor"
    program = born(found("Robot", program=True), "Bit")
    assert join(dynasty=program.dynasty, emperor=program) == "no_programs"
    monkeypatch.setattr(series, "SERIES_ENTRIES", 1)
    join_all(made, "Yuan")
    assert join(dynasty=ada.dynasty, emperor=ada) == "series_full"
    series.cancel(series=made, by=made.organiser)
    assert join(dynasty=ada.dynasty, emperor=ada) == "series_over" and SeriesEntry.objects.count() == 1


def test_only_the_host_calls_off_and_only_before_the_start() -> None:
    made = season()
    join_all(made, "Ming", "Qing")
    assert error_code(series.cancel, series=made, by=found("Yuan")) == "not_yours"
    draw(made)
    assert error_code(series.cancel, series=made, by=made.organiser) == "series_started"


def test_alone_there_is_no_series() -> None:
    made = season()
    join_all(made, "Ming")
    draw(made)
    made = again(made)
    assert (made.status, made.why) == ("cancelled", "too_few") and not Tournament.objects.exists()


# ── A ladder ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_season_of_four_in_which_everybody_meets_everybody_once() -> None:
    made = season()
    join_all(made, "Ming", "Qing", "Song", "Yuan")
    met: list[frozenset[str]] = []
    for _number in range(3):
        drawn = draw(made)
        met += [frozenset(table.dynasties) for table in drawn]
        assert series.advance_due() == 0
        fight(drawn, "Ming", "Qing", "Song")
    assert len(set(met)) == 6
    draw(made)
    made = again(made)
    assert made.status == "finished" and standing(made) == {"Ming": 9, "Qing": 7, "Song": 5, "Yuan": 3}
    assert [each.dynasty.name for each in SeriesEntry.objects.filter(champion=True)] == ["Ming"]
    events = Event.objects.get(kind="series_won")
    assert events.public and events.facts["title"] == "The Jade Season" and events.mentions.get().dynasty.name == "Ming"


def test_a_table_is_an_ordinary_tournament_for_its_dynasties_alone() -> None:
    made = season()
    fighters = join_all(made, "Ming", "Qing")
    (table,) = draw(made)
    cup = table.tournament
    assert cup is not None and cup.status == "announced" and cup.organiser == made.organiser
    assert terms.read(cup.terms).punctual and cup.entries.count() == 2 and not any(map(at_court, fighters))
    assert [each.act for each in cup.acts.order_by("pk")] == ["announced", "drawn"]
    stranger = born(found("Song"), "Eve")
    assert error_code(factories.enter, tournament=cup, emperor=stranger, seat="a") in ("not_invited", "not_open")
    kinds = Notice.objects.filter(dynasty=fighters[0].dynasty).values_list("kind", flat=True)
    assert list(kinds) == ["table"]


def test_late_join_and_leave() -> None:
    made = season()
    fighters = join_all(made, "Ming", "Qing")
    fight(draw(made), "Ming")
    join_all(made, "Song", "Yuan")
    second = draw(made)
    assert {code for table in second for code in table.dynasties} == {
        each.dynasty.code for each in SeriesEntry.objects.filter(series=made)}  # fmt: skip
    series.leave(series=made, dynasty=fighters[0].dynasty)
    fight(second, "Ming")
    third = draw(made)
    assert fighters[0].dynasty.code not in {code for table in third for code in table.dynasties}
    assert standing(made)["Ming"] == 6
    series.join(series=made, dynasty=fighters[0].dynasty, emperor=fighters[0])
    assert standing(made)["Ming"] == 6


def test_who_is_not_at_court_is_absent_and_has_no_points() -> None:
    made = season()
    ada, _bea = join_all(made, "Ming", "Qing")
    factories.enter(factories.announce("gift"), ada, "a")
    (table,) = draw(made)
    sentences = [format_sentence(each.kind, each.facts) for each in Notice.objects.filter(kind="table")]
    assert any("you have a seat for Qing I" in each for each in sentences), "who fights is told as well"
    notices = Notice.objects.get(dynasty=ada.dynasty, kind="table").facts
    assert notices["result"] == "absent" and notices["why"]["code"] == "not_at_court"
    fight([table])
    assert again(table.tournament).status == "cancelled"
    draw(made)
    assert standing(made) == {"Ming": 0, "Qing": 3}


def test_a_prize_that_cannot_be_paid_ends_the_season_as_it_stands() -> None:
    made = season(type="gift", terms={"prize": {"gold": 600}})
    join_all(made, "Ming", "Qing")
    fight(draw(made), "Qing")
    draw(made)
    made = again(made)
    assert (made.status, made.why) == ("finished", "not_enough") and gold(made.organiser) == 400
    assert SeriesEntry.objects.get(champion=True).dynasty.name == "Qing" and factories.books_balance()


# ── A knock-out ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_knock_out_to_its_final() -> None:
    made = knockout(table_seats=4, advance=2)
    names = ["Ming", "Qing", "Song", "Yuan", "Tang", "Han", "Zhou"]
    join_all(made, *names)
    first = draw(made)
    assert sorted(len(table.dynasties) for table in first) == [3, 4]
    late = born(found("Late"), "Ada")
    assert error_code(series.join, series=made, dynasty=late.dynasty, emperor=late) == "series_started"
    fight(first, "Ming", "Qing")
    (final,) = draw(made)
    assert len(final.dynasties) == 4
    through = set(SeriesEntry.objects.filter(series=made, out_in=None).values_list("dynasty__code", flat=True))
    assert through == set(final.dynasties)
    fight([final], "Ming", "Qing")
    draw(made)
    made = again(made)
    champions = SeriesEntry.objects.filter(series=made, champion=True)
    assert made.status == "finished" and len(champions) == 1 and champions[0].dynasty.code in final.dynasties
    assert SeriesEntry.objects.filter(series=made, out_in=1).count() == 3


def test_who_leaves_a_knock_out_is_out() -> None:
    made = knockout()
    fighters = join_all(made, "Ming", "Qing", "Song", "Yuan")
    fight(draw(made), "Ming", "Qing", "Song")
    left = SeriesEntry.objects.filter(series=made).exclude(dynasty=fighters[0].dynasty)
    series.leave(series=made, dynasty=fighters[0].dynasty)
    drawn = draw(made)
    assert not drawn[0].dynasties or fighters[0].dynasty.code not in drawn[0].dynasties or again(made).ended_at
    assert left.exists()


CLASSIC = {"game": "campaign.classic", "field": "seven", "table_seats": 2}


def test_tables_that_nobody_completes_are_refused() -> None:
    with pytest.raises(DomainError, match="at least 3 dynasties at each table"):
        season(type="conquer", **CLASSIC)


def test_a_house_that_completes_a_table_does_not_go_on() -> None:
    house_players.found_houses()
    made = knockout(type="gift", terms={"prize": {"gold": 1}}, **CLASSIC)
    join_all(made, "Ming", "Qing")
    table = draw(made)[0].tournament
    with clock.freeze(again(table).starts_at + timedelta(seconds=1)):
        lifecycle.start(tournament_id=table.pk)
    house = Entry.objects.get(tournament=table, dynasty__house=True)
    Tournament.objects.filter(pk=table.pk).update(
        status=Tournament.Status.FINISHED, outcome={"winners": [house.seat], "reason": "last_standing"},
        ending=Round.objects.get(tournament=table).state)  # fmt: skip
    assert set(series_tables.get_places(again(SeriesTable.objects.get()))) == {
        each.dynasty.code for each in SeriesEntry.objects.all()}  # fmt: skip


def test_a_table_that_is_left_alone_passes() -> None:
    made = knockout()
    join_all(made, "Ming", "Qing", "Song")
    drawn = draw(made)
    assert sorted(len(table.dynasties) for table in drawn) == [1, 2]
    told = Notice.objects.get(kind="table", facts__result="bye")
    passes = "Round 1 of the series “The Jade Season” is drawn: you pass it without a battle."
    assert format_sentence(told.kind, told.facts) == passes
    assert passes in log_in(told.dynasty).get("/notices/").text
    fight(drawn)
    assert len(draw(made)[0].dynasties) == 2


def test_a_notification_that_names_no_moment_can_be_read() -> None:
    facts = {"title": "The Jade Season", "round": 1, "result": "bye", "deadline": ""}
    assert format_sentence("table", facts).endswith("you pass it without a battle.")


def test_many_tables_do_not_fill_the_hosts_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcements, "OPEN_TOURNAMENTS", 1)
    made = season()
    join_all(made, "Ming", "Qing", "Song", "Yuan")
    assert len(draw(made)) == 2 and again(made).status == "running"


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_a_round_is_drawn_once_however_many_draw_it() -> None:
    made = season()
    join_all(made, "Ming", "Qing", "Song", "Yuan")
    Series.objects.update(starts_at=clock.now())
    assert sum(together([partial(series.advance, series_id=made.pk)] * 6)) == 1
    assert SeriesTable.objects.count() == 2 and Tournament.objects.count() == 2


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_many_join_the_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "SERIES_ENTRIES", 3)
    made = season()
    many = [born(found(f"House {number:02}"), "Ada") for number in range(12)]
    join = partial(series.join, series=made)
    results = together([partial(join, dynasty=each.dynasty, emperor=each) for each in many])
    assert results.count("series_full") == 9 and SeriesEntry.objects.count() == 3


def test_the_titles_of_tables_fit() -> None:
    assert len(series_tables.format_title("x" * 60, 30, 100)) <= 60


# ── What those who joined are told, and until when one can ─────────────────────────────────────────────────


def read_notices(made: Series) -> dict[str, str]:
    """Return what each dynasty was told of a series itself, with a link to it."""
    said = Notice.objects.filter(kind="series", place=made.code).select_related("dynasty")
    return {each.dynasty.name: format_sentence("series", each.facts) for each in said}


def test_the_end_of_a_season_is_told_to_those_who_stayed() -> None:
    made = season(rounds=1)
    join_all(made, "Ming", "Qing", "Song", "Yuan")
    drawn = draw(made)
    series.leave(series=again(made), dynasty=Emperor.objects.get(name="Yuan I").dynasty)
    fight(drawn, "Ming", "Qing", "Song")
    draw(made)
    said = read_notices(made)
    champions = {each.dynasty.name for each in SeriesEntry.objects.filter(champion=True)}
    assert champions and set(said) == {"Ming", "Qing", "Song"}
    for name, sentence in said.items():
        if name in champions:
            assert sentence == "You won the series “The Jade Season”."
        else:
            assert "The series “The Jade Season” is over: you came in place " in sentence


def test_the_end_of_a_knock_out_is_told_to_those_who_are_out_as_well() -> None:
    made = knockout()
    join_all(made, "Ming", "Qing")
    fight(draw(made), "Qing")
    draw(made)
    assert read_notices(made) == {
        "Qing": "You won the series “The Jade Season”.",
        "Ming": "The series “The Jade Season” is over: you were out in round 1.",
    }


def test_whoever_joined_a_series_that_does_not_take_place_is_told() -> None:
    made = season()
    join_all(made, "Ming")
    draw(made)
    sentence = "Too few dynasties joined the series “The Jade Season”, so it does not take place."
    assert again(made).status == "cancelled" and read_notices(made) == {"Ming": sentence, "Host": sentence}


def test_whoever_joined_a_series_that_is_cancelled_is_told() -> None:
    made = season()
    join_all(made, "Ming")
    series.cancel(series=made, by=made.organiser)
    assert read_notices(made) == {"Ming": "The organiser cancelled the series “The Jade Season”."}


def test_nobody_new_joins_a_season_whose_last_round_is_drawn() -> None:
    made = season(rounds=1)
    ming, *_others = join_all(made, "Ming", "Qing", "Song", "Yuan")
    draw(made)
    late = born(found("Late"), "Late I")
    assert error_code(series.join, series=made, dynasty=late.dynasty, emperor=late) == "series_started"
    series.leave(series=again(made), dynasty=ming.dynasty)
    series.join(series=again(made), dynasty=ming.dynasty, emperor=ming)
    assert SeriesEntry.objects.get(dynasty=ming.dynasty).left_at is None, "whoever was in it can come back"
