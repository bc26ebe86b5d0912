"""Kept statements say the same as the queries and the saves that they stand for."""

from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.accounts import sessions
from core import clock
from core.id_lists import format_ids
from core.prepared_statements import PreparedDelete, PreparedInsert, PreparedQuery, PreparedUpdate
from dynasty.models import Dynasty, Stream
from dynasty.selectors import dynasties, wealth
from dynasty.services import chronicle
from tests import factories
from tests.factories import order
from tournaments.domain import casual_keys
from tournaments.models import DrawnBoard, DrawnMap, Mute, QueuedOrder, Round, SealedOrder, StandIn, Tournament
from tournaments.presenters import context
from tournaments.selectors import battles, boards, chat, listings, lobby, participation, seeks
from tournaments.selectors.lobby import LobbyFilter
from tournaments.selectors.maps import drawn as drawn_maps
from tournaments.selectors.sweeps import due_work
from tournaments.services import announcements, locks, orders, outages, round_statements
from tournaments.services import chat as chat_service
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import seeks as pairing

pytestmark = pytest.mark.django_db


def columns(row: Any, behind: Any = None) -> dict[str, Any]:
    """Return every column that a row was read with, and what was read beside it, less the row `behind` it."""
    values = {name: value for name, value in vars(row).items() if name != "_state"}
    cached = row._state.fields_cache.items()
    beside = {name: columns(each, row) for name, each in cached if isinstance(each, Model) and each is not behind}
    return values | beside


@pytest.fixture
def fought() -> Tournament:
    tournament, _fighters = factories.begin("gift", 3, 4)
    order(tournament, "b", "-"), order(tournament, "a", "-")
    return tournament


def list_queries(fought: Tournament) -> list[tuple[PreparedQuery[Any], tuple[Any, ...]]]:
    current = Round.objects.get(closed_at=None)
    own = participation.get_entries(fought)[0].dynasty
    assert own is not None
    return [
        (listings.CODE_QUERY, (fought.code,)),
        (context.ENTRIES_QUERY, (fought.pk,)),
        (battles.ROUND_QUERY, (fought.pk, 1)),
        (orders.OWN_QUERY, (fought.pk, "b")),
        (lobby.prepare_own(3), (own.pk,)),
        (dynasties.OWN_QUERY, (own.user_id,)),
        (wealth.WALLET_QUERY, (own.pk,)),
        (locks.LOCK_QUERY, (fought.pk,)),
        (participation.ENTRIES_QUERY, (fought.pk,)),
        (participation.OPEN_ROUND_QUERY, (fought.pk,)),
        (round_statements.OPEN_ROUND_QUERY, (fought.pk, 1, 0)),
        (orders.SEALED_QUERY, (current.pk,)),
        (orders.COUNTING_QUERY, (format_ids([current.pk, 0]),)),
        (locks.FREE_QUERY, (format_ids([0, fought.pk]),)),
        (participation.ENTRIES_OF_ALL_QUERY, (format_ids([fought.pk]),)),
        (round_statements.OPEN_ROUNDS_QUERY, (format_ids([current.pk]), format_ids([fought.pk]))),
        (round_statements.LEASABLE_QUERY, (format_ids([current.pk]),)),
    ]


def test_what_comes_back_is_what_the_query_brings_to_the_last_column(fought: Tournament) -> None:
    for kept, given in list_queries(fought):
        with clock.freeze(clock.now()):
            text, brought = list(kept.make(*given)), kept(*given)
        assert text and [type(each) for each in brought] == [type(each) for each in text]
        for one, other in zip(brought, text, strict=True):
            ours, theirs = columns(one), columns(other)
            moments = ours.pop("now", None), theirs.pop("now", None)
            assert ours == theirs and type(moments[0]) is type(moments[1])
            assert one._state.adding is False and one == other


def test_moments_are_passed_as_the_orm_passes_them(fought: Tournament) -> None:
    factories.announce("gift")
    outages.record_heartbeat()
    now = clock.now()
    for kept in (due_work.CLOSING_LOOK, due_work.PLAYING_LOOK, due_work.START_QUERY):
        for moment in (now, now + 2 * factories.HOUR, now):
            assert [columns(each) for each in kept(moment)] == [columns(each) for each in kept.make(moment)]
    assert not due_work.list_startable(now) and due_work.list_startable(now + 2 * factories.HOUR)


def test_it_is_written_once_and_asked_each_time(fought: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    for kept, given in list_queries(fought):
        kept(*given)
        monkeypatch.setattr(kept, "make", lambda *values: pytest.fail("written again"))
        with CaptureQueriesContext(connection) as queries:
            first, second = kept(*given), kept(*given)
        assert first == second and first and len(queries) == 2
        nothing = ["" if isinstance(each, str) else 0 for each in given]
        assert kept(*nothing) == [] and kept.first(*nothing) is None


FILTERS = [LobbyFilter(), LobbyFilter("gift"), LobbyFilter(field="duel-2"), LobbyFilter("gift", "duel-2")]


@pytest.mark.parametrize("choice", [*FILTERS, LobbyFilter("honour"), LobbyFilter(field="cross-4")])
def test_lists_of_the_lobby_are_those_of_the_orm_whatever_is_chosen(choice: LobbyFilter) -> None:
    now = clock.now()
    for title in ("One", "Two", "Three", "Four", "Five", "Six"):
        factories.announce("gift", game="emperors", field="duel-2", title=title)
    Tournament.objects.filter(title__in=["Four", "Five"]).update(status="running", started_at=now)
    Tournament.objects.filter(title="Six").update(status="finished", ended_at=now)
    matches = choice.type != "honour" and choice.field != "cross-4"
    for kept, given, number in (
        (lobby.OPEN_FOR_ENTRY_QUERY, (now,), 3),
        (lobby.OPEN_FOR_BETS_QUERY, (now,), 0),
        (lobby.RUNNING_QUERY, (), 2),
        (lobby.FINISHED_QUERY, (), 1),
    ):
        found = [columns(each) for each in kept(choice, 2, *given)]
        assert found == [columns(each) for each in kept.make(choice, *given)[:2]]
        assert len(found) == (min(number, 2) if matches else 0)


def test_what_a_form_offers_is_what_the_orm_finds(fought: Tournament, client: Client) -> None:
    own = participation.get_entries(fought)[0].dynasty
    assert own is not None and own.user is not None
    client.force_login(own.user)
    key = client.session.session_key
    assert key is not None
    chronicle.record(key="f", kind="fought", public=True, at=clock.now(), mentions=[(own, None)])
    Tournament.objects.filter(pk=fought.pk).update(organiser=own)
    made = {"author": own, "seats": 2, "drawn_at": clock.now()}
    drawn = [DrawnBoard.objects.create(code=code, title=code, drawing=code, digest=code, **made) for code in "ab"]
    maps = [
        DrawnMap.objects.create(code=code, title=code, drawing=code, digest=code, territories=2, regions=1, **made)
        for code in "cd"
    ]
    DrawnBoard.objects.filter(code="b").update(shelved_at=clock.now())
    for kept, given, number in (
        (boards.CHOICES_QUERY, (own.pk, "b"), 2),
        (boards.CHOICES_QUERY, (own.pk, ""), 1),
        (drawn_maps.CHOICES_QUERY, (own.pk, "c"), 2),
        (dynasties.ALL_LIVING_QUERY, (own.pk,), 1),
        (dynasties.FOUGHT_QUERY, (own.pk,), 1),
        (dynasties.FOUGHT_QUERY, (0,), 0),
        (announcements.OPEN_QUERY, (own.pk,), 1),
        (sessions.QUERY, (key, clock.now()), 1),
        (sessions.QUERY, ("nobody", clock.now()), 0),
    ):
        found = [columns(each) for each in kept(*given)]
        assert found == [columns(each) for each in kept.make(*given)] and len(found) == number
    assert drawn_maps.list_choices(own, "drawn:c")[0] == drawn_maps.get_field_name(maps[0])
    assert (boards.get_field_name(drawn[1]), "b (2)") in boards.list_choices(own, "drawn:b")


def test_searches_and_talk_are_those_of_the_orm(fought: Tournament) -> None:
    now, speaker = clock.now(), factories.found("Numidia")
    for author, text in ((speaker, "Who wins?"), (factories.found("Lydia"), "I cannot tell.")):
        factories.proven(author)
        chat_service.post(tournament=fought, dynasty=author, room="public", text=text)
        person = Person(casual_keys.hash_token(author.code), author)
        pairing.create(person=person, family="board", field="", pace="daily", network="a network")
    own, latest = factories.again(speaker), chat.LATEST_QUERIES["public",]
    for kept, given, number in (
        (latest, (now, fought.pk, 0), 2),
        (latest, (now, fought.pk, own.pk), 2),
        (seeks.OWN_QUERY, (now, "", own.pk), 1),
        (seeks.GUESTS_QUERY, (now, casual_keys.hash_token(own.code)), 1),
        (seeks.OTHERS_QUERY, (now,), 2),
        (seeks.OTHERS_OF_QUERY, (now, own.pk), 2),
    ):
        found = [columns(each) for each in kept(*given)]
        assert len(found) == number and found == [columns(each) for each in kept.make(*given)]
    Mute.objects.create(dynasty=own, muted=Dynasty.objects.get(name="Lydia"), at=now)
    assert len(latest(now, fought.pk, own.pk)) == 1
    assert len(seeks.OTHERS_OF_QUERY(now, own.pk)) == 1


def test_a_value_that_a_query_does_not_say_as_it_is_is_refused() -> None:
    for make in (lambda name: Stream.objects.filter(name__startswith=name), lambda name: Stream.objects.all()):
        with pytest.raises(AssertionError, match="works something out"):
            PreparedQuery(make)("battle")
    for name in ("battle:a", "\ue0000"):
        Stream.objects.create(name=name)
    kept = PreparedQuery(lambda head, name: Stream.objects.filter(head=head, name=name))
    assert [each.name for name in ("battle:a", "\ue0000", "\ue0001") for each in kept(0, name)] == [
        "battle:a",
        "\ue0000",
    ]


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_within_a_transaction_only() -> None:
    kept = PreparedQuery(lambda pk: Stream.objects.select_for_update().filter(pk=pk))
    with transaction.atomic():
        assert kept(1) == []
    with pytest.raises(transaction.TransactionManagementError):
        kept(1)


def test_what_is_saved_and_added_and_gone_is_what_the_orm_would_have_made_of_it(fought: Tournament) -> None:
    tournament = factories.again(fought)
    tournament.round_no, tournament.outcome = 7, {"winners": ["a", "ç"], "draw": False}
    PreparedUpdate(Tournament, "round_no", "outcome").save(tournament)
    assert columns(factories.again(fought)) == columns(tournament)
    current = Round.objects.get(closed_at=None)
    SealedOrder.objects.exclude(seat="a").delete()
    PreparedDelete(SealedOrder, "round").delete(current.pk + 1)
    assert SealedOrder.objects.count() == 1
    PreparedDelete(SealedOrder, "round").delete_all([])
    assert SealedOrder.objects.count() == 1
    PreparedDelete(SealedOrder, "round").delete_all([current.pk + 1, current.pk])
    assert not SealedOrder.objects.exists()
    Round.objects.update(closed_at=clock.now())
    plain = {name: value for name, value in vars(current).items() if name not in ("_state", "id")}
    added = PreparedInsert(Round).create(Round(**plain | {"number": 2, "events": [{"é": 1}]}))
    assert columns(Round.objects.get(number=2)) == columns(added) and added.state == current.state


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_gone_is_told_as_django_tells_it_and_let_go() -> None:
    """Raise Django's error and close it, so that others reconnect and no worker keeps it for ever."""
    if connection.vendor != "postgresql":
        pytest.skip("a file has no connections to lose")
    connection.ensure_connection()
    connection.connection.close()
    with pytest.raises(OperationalError):
        PreparedQuery(lambda pk: Stream.objects.filter(pk=pk)).first(1)
    connection.close_if_unusable_or_obsolete()
    assert PreparedQuery(lambda pk: Stream.objects.filter(pk=pk)).first(1) is None


def test_what_is_not_there_cannot_be_saved() -> None:
    with pytest.raises(DatabaseError):
        PreparedUpdate(Stream, "head").save(Stream(pk=1, name="a", head=2))


def test_the_moment_in_a_query_is_that_of_the_database_unless_a_clock_is_held() -> None:
    Stream.objects.create(name="battle:a")
    before = clock.now()
    (found,) = Stream.objects.annotate(now=clock.DatabaseNow())
    assert before <= clock.resolve(found.now) <= clock.now()
    with clock.freeze(before):
        assert clock.resolve(found.now) == before


def test_a_close_takes_the_seldom_things_into_account_when_they_are_there(fought: Tournament) -> None:
    """Use stand-ins, leave and queued orders where the round says that there are any."""
    (plain,) = round_statements.OPEN_ROUND_QUERY(fought.pk, 1, 0)
    assert (plain.has_stand_ins, plain.has_leave, plain.has_queued_orders) == (False, False, False)
    entry = participation.get_entries(fought)[0]
    StandIn.objects.create(tournament=fought, seat="a", computer="greedy", since=clock.now())
    fought_by = entry.dynasty
    assert fought_by is not None
    fought_by.leaves.create(since=clock.now(), until=clock.now() + 24 * factories.HOUR, taken_at=clock.now())
    QueuedOrder.objects.create(tournament=fought, seat="b", round=2, texts=["-"], given_at=clock.now())
    (full,) = round_statements.OPEN_ROUND_QUERY(fought.pk, 1, 0)
    assert (full.has_stand_ins, full.has_leave, full.has_queued_orders) == (True, True, True)
