"""An arena from its announcement to its end."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock
from core.errors import DomainError
from core.limits import ARENAS_OPEN
from dynasty.models import Dynasty, Notice, RatedBattle
from tests import factories
from tests.factories import again, found
from tournaments.domain import casual_keys
from tournaments.models import Arena, ArenaPlayer, CasualSeat, Mute, Tournament
from tournaments.selectors import arenas as selected
from tournaments.services import account_deletion, rounds
from tournaments.services.arenas import announcing, battles, players
from tournaments.services.casual import between_people, orders
from tournaments.services.casual.between_people import Person, Table

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def announce(organiser: Dynasty | None = None, starts_in: timedelta = 2 * MINUTE, **changes: object) -> Arena:
    setup = {
        "title": "The Friday Arena",
        "field": "duel-2",
        "preset": "classic",
        "round_seconds": 30,
        "starts_at": clock.now() + starts_in,
        "minutes": 20,
    }
    return announcing.announce(organiser=organiser or found("Somebody"), **(setup | changes))  # type: ignore[arg-type]


def enter(arena: Arena, name: str) -> ArenaPlayer:
    dynasty = Dynasty.objects.filter(name=name).first() or found(name)
    person = Person(casual_keys.hash_token(name), dynasty)
    return players.enter(arena=arena, dynasty=dynasty, person=person, address="10.0.0.1")


def look(arena: Arena, *names: str) -> None:
    """Say that the pages of these are open."""
    for each in ArenaPlayer.objects.filter(arena=arena, dynasty__name__in=names).select_related("dynasty"):
        players.renew(arena=arena, dynasty=each.dynasty, person=Person(each.key, each.dynasty))


def begin(arena: Arena, *names: str) -> Tournament:
    """Let these two enter a running arena, and return the battle in which they meet."""
    for name in names:
        enter(arena, name)
    assert battles.tend(arena) == 1
    player = ArenaPlayer.objects.get(arena=arena, dynasty__name=names[0])
    assert player.tournament is not None
    return player.tournament


def win(tournament: Tournament, name: str) -> None:
    """Let somebody win a battle: the other abdicates."""
    for each in ArenaPlayer.objects.filter(tournament=tournament).select_related("dynasty"):
        seat = CasualSeat.objects.get(tournament=tournament, key=each.key).seat
        text = "-" if each.dynasty.name == name else "abdicate"
        orders.give(tournament=tournament, key=each.key, round_no=1, seat=seat, text=text)
    rounds.close_round(tournament_id=tournament.pk, round_no=1)
    assert again(tournament).status == "finished"


def test_two_who_are_there_meet_and_the_winner_has_two_points() -> None:
    arena = announce()
    with clock.freeze(arena.starts_at):
        battle = begin(arena, "Ming", "Inca")
        assert battle.status == "running" and battle.casual and battle.round_seconds == 30
        assert battles.tend(arena) == 0, "both fight"
        win(battle, "Ming")
        battles.tend(arena)
        ming, inca = (ArenaPlayer.objects.get(dynasty__name=name) for name in ("Ming", "Inca"))
        assert (ming.points, ming.wins, ming.battles, ming.scores) == (2, 1, 1, [2])
        assert (inca.points, inca.wins, inca.battles, inca.scores) == (0, 0, 1, [0])
        assert not battles.settle(tournament_id=battle.pk), "it is counted once"
    assert RatedBattle.objects.count() == 1, "it counts for skill"


def test_that_a_rival_was_found_is_no_news_once_the_battle_is_over() -> None:
    arena = announce()
    with clock.freeze(arena.starts_at):
        battle = begin(arena, "Ming", "Inca")
        told = Notice.objects.filter(kind="paired", place=battle.code)
        assert told.filter(read_at=None).count() == 2
        win(battle, "Ming")
        assert told.filter(read_at=None).count() == 0


def test_the_next_rival_comes_at_once_and_is_another_one() -> None:
    arena = announce()
    with clock.freeze(arena.starts_at):
        win(begin(arena, "Ming", "Inca"), "Ming")
        enter(arena, "Benin")
        assert battles.tend(arena) == 1
        benin = ArenaPlayer.objects.get(dynasty__name="Benin")
        assert benin.last_rival is not None and benin.last_rival.name == "Ming", "who has the most points comes first"


def test_nobody_is_paired_before_the_start_on_a_break_or_with_a_closed_page() -> None:
    arena = announce()
    for name in ("Ming", "Inca"):
        enter(arena, name)
    assert battles.tend_due() == 0
    with clock.freeze(arena.starts_at + MINUTE):
        assert battles.tend_due() == 0, "both pages are closed"
        look(arena, "Ming", "Inca")
        players.pause(arena=arena, dynasty=Dynasty.objects.get(name="Ming"))
        assert battles.tend_due() == 0
        enter(arena, "Ming")
        assert battles.tend_due() == 1


def fill(arena: Arena, count: int) -> None:
    """Let so many enter an arena whose pages are open."""
    for number in range(count):
        enter(arena, f"House {number}")


def test_many_begin_in_one_transaction_with_names_rivals_and_notices() -> None:
    arena = announce()
    with clock.freeze(arena.starts_at):
        fill(arena, 6)
        assert battles.tend(arena) == 3
    rows = {each.dynasty_id: each for each in ArenaPlayer.objects.select_related("dynasty")}
    for each in rows.values():
        assert each.tournament is not None and each.last_rival_id is not None
        assert rows[each.last_rival_id].tournament == each.tournament and each.tournament.terms["rated"]
        assert CasualSeat.objects.filter(tournament=each.tournament, key=each.key).count() == 1
        assert Notice.objects.filter(kind="paired", dynasty=each.dynasty, place=each.tournament.code).count() == 1


def test_who_left_is_not_among_the_many_and_in_one_that_is_over_nobody_is() -> None:
    arena = announce()
    with clock.freeze(arena.starts_at):
        fill(arena, 4)
        waiting = list(ArenaPlayer.objects.order_by("pk").values_list("pk", flat=True))
        ArenaPlayer.objects.filter(pk=waiting[1]).update(paused=True)
        pairs = list(zip(waiting[::2], waiting[1::2], strict=True))
        assert battles.pair_together(arena=arena, pairs=pairs) == 1
        assert battles.pair_together(arena=arena, pairs=pairs) == 0
    with clock.freeze(arena.ends_at):
        look(arena, *(f"House {number}" for number in range(4)))
        ArenaPlayer.objects.update(paused=False, tournament=None)
        assert battles.pair_together(arena=arena, pairs=pairs) == 0


def test_where_the_many_cannot_begin_each_begins_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    arena, begin_all = announce(), between_people.begin_all

    def begin_alone(tables: Sequence[Table]) -> list[Tournament]:
        assert len(tables) == 1
        return begin_all(tables)

    monkeypatch.setattr(between_people, "begin_all", begin_alone)
    with clock.freeze(arena.starts_at):
        fill(arena, 6)
        assert battles.tend(arena) == 3


def test_a_battle_more_costs_no_statement_more_but_its_event(django_assert_max_num_queries: Any) -> None:
    arena = announce()
    with clock.freeze(arena.starts_at):
        fill(arena, 24)
        with django_assert_max_num_queries(60 + 2 * 12):  # on SQLite events are added one by one
            assert battles.tend(arena) == 12


def test_who_muted_the_other_does_not_meet_it() -> None:
    arena = announce()
    with clock.freeze(arena.starts_at):
        one, other = enter(arena, "Ming"), enter(arena, "Inca")
        Mute.objects.create(dynasty=one.dynasty, muted=other.dynasty, at=clock.now())
        assert battles.tend(arena) == 0


def test_a_battle_that_ends_after_the_arena_is_worth_nothing() -> None:
    arena = announce()
    with clock.freeze(arena.ends_at - timedelta(seconds=1)):
        battle = begin(arena, "Ming", "Inca")
    with clock.freeze(arena.ends_at + timedelta(seconds=1)):
        win(battle, "Ming")
    with clock.freeze(arena.ends_at + MINUTE):
        battles.tend_due()
        ming = ArenaPlayer.objects.get(dynasty__name="Ming")
        assert (ming.points, ming.battles, ming.tournament) == (0, 0, None)


def test_the_end_settles_the_places_and_notifies_everybody_once() -> None:
    arena = announce()
    with clock.freeze(arena.starts_at):
        win(begin(arena, "Ming", "Inca"), "Inca")
        enter(arena, "Idle")
    with clock.freeze(arena.ends_at):
        battles.tend_due()
        assert Arena.objects.get().closed_at is None, "battles of the last moment are still counted"
    with clock.freeze(arena.ends_at + MINUTE):
        battles.tend_due()
        assert not announcing.close(arena_id=arena.pk)
    places = dict(ArenaPlayer.objects.values_list("dynasty__name", "place"))
    assert places == {"Inca": 1, "Ming": 2, "Idle": None}, "who never fought has no place"
    told = Notice.objects.filter(kind="arena").values_list("dynasty__name", "facts__place", "facts__players")
    assert sorted(told) == [("Inca", 1, 2), ("Ming", 2, 2)]
    with pytest.raises(DomainError) as refusal, clock.freeze(arena.ends_at + MINUTE):
        enter(arena, "Late")
    assert refusal.value.code == "arena_over"


def test_those_who_never_fought_come_last_and_have_no_place_on_the_page_and_in_the_api() -> None:
    arena = announce()
    enter(arena, "Early")
    with clock.freeze(arena.starts_at):
        win(begin(arena, "Ming", "Inca"), "Ming")
        battles.tend(arena)
        ArenaPlayer.objects.filter(dynasty__name="Early").update(tournament=None)
        lines = selected.build_table(selected.list_players(arena))
        assert [(each.player.dynasty.name, each.place) for each in lines] == [("Ming", 1), ("Inca", 2), ("Early", None)]
        client = Client()
        client.force_login(Dynasty.objects.get(name="Early").user)  # type: ignore[arg-type]
        page = client.get(f"/arena/{arena.code}/").content.decode()
        assert "no battle yet" in page and "place 2 of 3" not in page
        client.force_login(Dynasty.objects.get(name="Inca").user)  # type: ignore[arg-type]
        assert "place 2 of 2" in client.get(f"/arena/{arena.code}/").content.decode()
        table = client.get(f"/api/v1/arenas/{arena.code}/").json()["table"]
        places = [(each["dynasty"]["name"], each["place"]) for each in table]
        assert places == [("Ming", 1), ("Inca", 2), ("Early", None)]


def test_the_page_of_an_arena_that_is_over_leads_to_a_battle_while_it_goes_on_and_is_asked_no_more() -> None:
    arena, client = announce(), Client()
    with clock.freeze(arena.ends_at - timedelta(seconds=1)):
        battle = begin(arena, "Ming", "Inca")
        client.force_login(Dynasty.objects.get(name="Ming").user)
        assert client.get(f"/arena/{arena.code}/?part=table").status_code == 200
    link = f"/tournament/{battle.code}/".encode()
    with clock.freeze(arena.ends_at + timedelta(seconds=10)):
        battles.tend_due()
        answers = [
            client.get(f"/arena/{arena.code}/?part=table"),
            client.post(f"/arena/{arena.code}/act", {"act": "here"}),
        ]
        assert [each.status_code for each in answers] == [286, 286], "htmx asks no more after this status"
        assert all(link in each.content and "HX-Redirect" not in each for each in answers)
        ming = Dynasty.objects.get(name="Ming")
        players.renew(arena=arena, dynasty=ming, person=Person(casual_keys.hash_token("Ming"), ming))
        win(battle, "Ming")
        assert link not in client.get(f"/arena/{arena.code}/").content


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"title": "x"}, "arena_title"),
        ({"field": "cross-4"}, "bad_arena"),
        ({"preset": "nothing"}, "bad_arena"),
        ({"round_seconds": 1}, "bad_arena"),
        ({"minutes": 7}, "bad_arena"),
        ({"starts_in": timedelta(0)}, "bad_times"),
        ({"starts_in": timedelta(days=400)}, "bad_times"),
    ],
)
def test_what_cannot_be_announced(changes: dict[str, object], code: str) -> None:
    with pytest.raises(DomainError) as refusal:
        announce(**changes)  # type: ignore[arg-type]
    assert refusal.value.code == code and not Arena.objects.exists()


def test_a_dynasty_can_have_so_many() -> None:
    host = found("Host")
    for _number in range(ARENAS_OPEN):
        announce(host)
    with pytest.raises(DomainError) as refusal:
        announce(host)
    assert refusal.value.code == "too_many_arenas"


def test_its_organiser_alone_calls_it_off_before_its_start() -> None:
    arena = announce()
    enter(arena, "Ming")
    with pytest.raises(DomainError) as refusal:
        announcing.call_off(arena=arena, by=Dynasty.objects.get(name="Ming"))
    assert refusal.value.code == "not_yours"
    assert arena.organiser is not None
    with clock.freeze(arena.starts_at), pytest.raises(DomainError) as refusal:
        announcing.call_off(arena=arena, by=arena.organiser)
    assert refusal.value.code == "arena_begun"
    announcing.call_off(arena=arena, by=arena.organiser)
    assert not Arena.objects.exists()
    assert Notice.objects.get(kind="arena").dynasty.name == "Ming"


def test_an_arena_whose_rules_are_gone_ends_with_a_notice() -> None:
    host = found("Host")
    arena, begun = announce(host), announce(host)
    enter(arena, "Ming")
    with clock.freeze(arena.starts_at):
        win(begin(begun, "Song", "Inca"), "Song")
    Arena.objects.update(preset="rules of an older version")
    with clock.freeze(arena.starts_at + timedelta(seconds=5)):
        assert [battles.tend_due() for _second in range(2)] == [0, 0]
    assert list(Arena.objects.all()) == [begun], "one without battles does not take place"
    notices = Notice.objects.filter(facts__result="withdrawn").values_list("dynasty__name", flat=True)
    assert sorted(notices) == ["Host", "Ming"]
    with clock.freeze(arena.starts_at + MINUTE):
        battles.tend_due()
    closed = again(begun)
    assert closed.closed_at is not None and closed.ends_at < begun.ends_at
    assert Notice.objects.get(facts__place=1).dynasty.name == "Song", "the other one is settled as it stands"


def test_leaving_before_ones_first_battle_leaves_no_trace() -> None:
    arena = announce()
    ming = enter(arena, "Ming").dynasty
    players.leave(arena=arena, dynasty=ming)
    assert not ArenaPlayer.objects.exists()
    with clock.freeze(arena.starts_at):
        begin(arena, "Ming", "Inca")
        players.leave(arena=arena, dynasty=ming)
    assert ArenaPlayer.objects.get(dynasty=ming).paused


def test_an_account_that_is_deleted_leaves_its_arenas() -> None:
    host = found("Host")
    arena, other = announce(host), announce()
    enter(other, "Host")
    assert host.user is not None
    account_deletion.delete_account(user=host.user, address=host.user.email)
    assert again(arena).organiser is None and not ArenaPlayer.objects.exists()


def test_the_pages(client: Client) -> None:
    host = found("Host")
    assert host.user is not None
    client.force_login(host.user)
    assert b"two players are enough" in client.get("/arenas/").content
    form = {
        "title": "The Friday Arena",
        "ground": "duel-2:classic",
        "round_seconds": 30,
        "minutes": 20,
        "zone": "UTC",
        "starts": (clock.now() + 2 * MINUTE).strftime("%Y-%m-%dT%H:%M"),
    }
    assert client.get("/arenas/new/").status_code == 200
    refused = client.post("/arenas/new/", form | {"starts": "2001-01-01T20:00"})
    assert refused.status_code == 422 and b"An arena starts in a minute at the earliest" in refused.content
    page = client.post("/arenas/new/", form)["Location"]
    assert b"Enter, and be here when it starts" in Client().get(page).content
    assert client.post(f"{page}act", {"act": "enter"}).status_code == 302
    assert b"You have entered" in client.get(page).content
    arena = Arena.objects.get()
    with clock.freeze(arena.starts_at):
        client.post(f"{page}act", {"act": "here"})
        enter(arena, "Inca")
        assert battles.tend_due() == 1
        part = client.post(f"{page}act", {"act": "here"})
        battle = ArenaPlayer.objects.get(dynasty=host).tournament
        assert battle is not None and part["HX-Redirect"] == f"/tournament/{battle.code}/"
        assert "HX-Redirect" not in Client().get(f"{page}?part=table"), "others stay"
        win(battle, "Host")
        assert b"Back to the arena" in client.get(f"/tournament/{battle.code}/").content
    with clock.freeze(arena.ends_at + MINUTE):
        battles.tend_due()
        assert b"You came in place 1 of 2" in client.get(page).content
        notice = Notice.objects.get(dynasty=host, kind="arena")
        assert client.get(f"/notices/of/{notice.code}")["Location"] == page
    assert factories.books_balance()


def log_in(name: str) -> Client:
    client, user = Client(), Dynasty.objects.get(name=name).user
    assert user is not None
    client.force_login(user)
    return client


def test_the_page_leads_to_a_new_battle_once_and_can_be_read_while_it_goes_on() -> None:
    arena = announce(found("Host"))
    with clock.freeze(arena.starts_at):
        battle = begin(arena, "Ming", "Inca")
        ming, there = log_in("Ming"), f"/arena/{arena.code}/"
        assert b'name="known" value=""' in ming.get(there).content, "it has just begun: the page leads there"
        led = ming.post(f"{there}act", {"act": "here", "known": ""})
        assert led["HX-Redirect"] == f"/tournament/{battle.code}/"
        link = f"{there}?known={battle.code}"
        assert f'href="{link}"' in ming.get(led["HX-Redirect"]).content.decode(), "whoever comes from it stays"
        assert f'name="known" value="{battle.code}"' in ming.get(link).content.decode()
    with clock.freeze(arena.starts_at + timedelta(seconds=25)):
        assert f'name="known" value="{battle.code}"' in ming.get(there).content.decode()
        stays = ming.post(f"{there}act", {"act": "here", "known": battle.code})
        assert "HX-Redirect" not in stays.headers and b"Your battle is on" in stays.content
        ming.post(f"{there}act", {"act": "pause"})
        assert ArenaPlayer.objects.get(dynasty__name="Ming").paused
        ArenaPlayer.objects.filter(dynasty__name="Ming").update(key=casual_keys.hash_token("Ming"))
        win(battle, "Ming")
        battles.tend(arena)
        part = ming.post(f"{there}act", {"act": "here", "known": battle.code}).content
        assert b"You are taking a break" in part and b'name="known" value=""' in part


def test_the_double_battle_that_goes_on_is_called_so() -> None:
    arena = announce(found("Host"))
    with clock.freeze(arena.starts_at):
        begin(arena, "Ming", "Inca")
        ArenaPlayer.objects.filter(dynasty__name="Ming").update(streak=2)
        page = log_in("Ming").get(f"/arena/{arena.code}/").content
        assert b"This battle counts double" in page and b'badge good">The next battle' not in page


def test_results_in_the_list_say_who_won(client: Client) -> None:
    arena = announce(found("Host"))
    with clock.freeze(arena.starts_at):
        win(begin(arena, "Ming", "Inca"), "Ming")
        battles.tend(arena)
    with clock.freeze(arena.ends_at + MINUTE):
        battles.tend_due()
        assert "Won by Ming" in client.get("/arenas/").content.decode()


def test_a_guest_can_log_in_or_sign_up_to_enter(client: Client) -> None:
    there = f"/arena/{announce(found('Host')).code}/"
    page = client.get(there).content.decode()
    assert f'/account/login/?next={there}"' in page and f'/account/signup/?next={there}"' in page
