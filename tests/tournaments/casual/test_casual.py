"""Battles without accounts: who holds which seat, turns at one screen, and that nothing of them is left."""

import contextlib
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps

from core import clock, limits, rate_limits
from core.counters import CountersUnavailable, get_counters
from core.errors import DomainError
from dynasty.models import Stream
from tests import factories
from tests.factories import again
from tournaments.access.viewers import Viewer, list_seats
from tournaments.domain import casual_keys, games
from tournaments.models import Casual, CasualSeat, Entry, Round, SealedOrder, Tournament
from tournaments.selectors import casual_battles as table_of
from tournaments.services import computer_players, entries, orders, retention, rounds
from tournaments.services.casual import battles as casual_battles
from tournaments.services.casual import level_records
from tournaments.services.casual import orders as casual_orders
from tournaments.services.casual import retention as casual_retention
from tournaments.services.casual import seats as casual_seats
from tournaments.services.casual.battles import Setup

pytestmark = pytest.mark.django_db
ANN, BEN, EVE = (Viewer(None, token * 22) for token in "abe")
DAY = timedelta(days=1)


def make(holder: Viewer = ANN, address: str = "192.0.2.1", **wanted: Any) -> Tournament:
    return casual_battles.create(setup=Setup(**wanted), token=holder.token, address=address)


def by_link(**wanted: Any) -> Tournament:
    return make(mode="link", people=2, computers=0, **wanted)


def hot_seat(people: int = 2, computers: int = 0, **wanted: Any) -> Tournament:
    return make(mode="hot_seat", people=people, computers=computers, **wanted)


def link(tournament: Tournament, seat: str, host: Viewer = ANN) -> str:
    return casual_keys.make_invitation(host.token, tournament.code, seat)


def sit(tournament: Tournament, seat: str = "b", holder: Viewer = BEN, name: str = "") -> Entry:
    return casual_seats.accept_invitation(invitation=link(tournament, seat), token=holder.token, name=name)


def give(tournament: Tournament, seat: str, text: str = "-", holder: Viewer = ANN) -> dict[str, Any]:
    number = again(tournament).round_no
    return casual_orders.give(tournament=tournament, key=holder.key, round_no=number, seat=seat, text=text)


def assert_error(code: str, data: Any, *arguments: Any, **named: Any) -> None:
    """Check that it is refused with that code, and that nothing was written."""
    before = snapshot()
    with pytest.raises(DomainError) as error:
        data(*arguments, **named)
    assert error.value.code == code
    assert snapshot() == before


def snapshot() -> dict[str, list[Any]]:
    """Return every row of every table of ours."""
    models = [model for name in ("dynasty", "tournaments") for model in apps.get_app_config(name).get_models()]
    return {model._meta.label: list(model.objects.order_by("pk").values_list()) for model in models}


def legal(tournament: Tournament, seat: str) -> list[str]:
    game = games.GAMES["emperors"]
    state = game.read(Round.objects.get(tournament=tournament, closed_at=None).state)
    return [f"{origin}-{to}" for origin, goals in game.legal(state, seat).items() for to in goals]


# ── Alone against computers ────────────────────────────────────────────────────────────────────────────────


def test_a_battle_against_computers_has_begun_when_it_is_made() -> None:
    battle = make()
    assert (battle.status, battle.casual, battle.organiser, battle.type) == ("running", True, None, "training")
    person, computer = Entry.objects.order_by("seat")
    assert (person.dynasty, person.emperor, person.player) == (None, None, "") and person.name
    assert computer.player == "greedy" and computer.name != person.name
    assert list_seats(battle, ANN) == ["a"] and list_seats(battle, EVE) == [] and list_seats(battle, Viewer(None)) == []


def test_the_computers_order_at_once_and_the_round_closes_when_all_have() -> None:
    battle = make(field="cross-4", computers=3, level="wanderer")
    assert computer_players.play_due() == 1
    assert Round.objects.get().ready == ["b", "c", "d"] and Round.objects.get().ready_at is None
    give(battle, "a", legal(battle, "a")[0])
    assert rounds.sweep() == 1 and again(battle).round_no == 2


def test_only_the_hash_of_a_key_is_kept() -> None:
    battle = by_link()
    kept = str(snapshot())
    assert ANN.token not in kept and link(battle, "b") not in kept and ANN.key in kept
    assert len({casual_keys.make_token() for _ in range(50)}) == 50 and casual_keys.is_well_formed(
        casual_keys.make_token()
    )


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("unknown_mode", {"mode": "chess"}),
        ("no_such_field", {"field": "moon"}),
        ("no_such_preset", {"preset": "anarchy"}),
        ("no_such_level", {"level": "god"}),
        ("too_many_seats", {"computers": 5}),
        ("bad_seats", {"computers": 0}),
        ("bad_people", {"mode": "link", "people": 1}),
        ("bad_people", {"people": 2}),
        ("bad_people", {"computers": -1}),
        ("bad_casual_time", {"round_seconds": 9}),
        ("bad_casual_time", {"round_seconds": 86_401}),
        ("name_length", {"names": ("x" * 41,)}),
        ("name_characters", {"names": ("a\u202eb",)}),
        ("too_many_names", {"names": ("Ann", "Ben")}),
        ("same_names", {"mode": "hot_seat", "people": 2, "computers": 0, "names": ("Ann", "Ann")}),
        ("unknown_emblem", {"emblem": {"charge": "unicorn"}}),
    ],
)
def test_what_cannot_be_made_is_refused(code: str, wanted: dict[str, Any]) -> None:
    assert_error(code, make, **wanted)


def test_a_class_behind_one_address_begins_at_once_and_its_address_has_a_limit() -> None:
    for _number in range(limits.CASUAL_OF_ADDRESS[0]):
        make()
    assert_error("too_fast", make)
    assert_error("too_fast", make, BEN)
    make(address="192.0.2.2")


@pytest.mark.parametrize(("name", "of", "most"), [
    ("casual", "192.0.2.1", limits.CASUAL_OF_ADDRESS[1]),
    ("casual:network", rate_limits.hash_network("192.0.2.77"), limits.CASUAL_OF_NETWORK[1]),
])  # fmt: skip
def test_addresses_and_networks_have_a_limit_a_day(name: str, of: str, most: int) -> None:
    for _number in range(most - 1):
        get_counters().add(f"{name}:{rate_limits.DAY}:{rate_limits.hash_subscriber(of)}", 60)
    make()
    assert_error("too_fast", make)


def test_a_few_networks_do_not_take_all_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count networks, however many addresses they have; a casual player needs no table that waits."""
    monkeypatch.setattr(rate_limits, "increment", lambda *_given: 0)
    monkeypatch.setattr(casual_battles, "CASUAL_WAITING", 40)
    taken = []
    for network in range(6):
        for number in range(40):
            with contextlib.suppress(DomainError):
                by_link(address=f"198.51.{network}.{number + 1}")
        taken.append(table_of.count_waiting(rate_limits.hash_network(f"198.51.{network}.9")))
    assert taken == [3] * 6 and table_of.count_waiting() == 18
    assert_error("too_many_battles", by_link, address="198.51.0.200")
    assert by_link(address="203.0.113.5") and by_link(address="2001:db8:7::1")
    for n in range(5):
        make(address=f"198.51.0.{n + 1}")


def test_a_site_full_of_waiting_tables_goes_on_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casual_battles, "CASUAL_WAITING", 2)
    by_link(address="198.51.100.1"), by_link(address="203.0.113.1")
    assert_error("too_many_battles", by_link)
    assert make() and hot_seat()
    with clock.freeze(clock.now() + timedelta(hours=1)):
        assert casual_retention.forget_abandoned() == 2 and by_link()


def test_only_a_hash_of_the_network_is_kept() -> None:
    make(address="192.0.2.1")
    assert (
        Casual.objects.get().network == rate_limits.hash_network("192.0.2.250") != rate_limits.hash_network("192.0.3.1")
    )
    assert (
        rate_limits.hash_network("2001:db8:7:1::1")
        == rate_limits.hash_network("2001:db8:7:ffff::2")
        != rate_limits.hash_network("2001:db8:8::1")
    )
    assert "192" not in Casual.objects.get().network and len(Casual.objects.get().network) == 32


def test_a_network_of_addresses_is_one_subscriber() -> None:
    assert (
        rate_limits.hash_subscriber("2001:db8::1")
        == rate_limits.hash_subscriber("2001:db8::ffff")
        != rate_limits.hash_subscriber("2001:db9::1")
    )
    assert "192" not in rate_limits.hash_subscriber("192.0.2.1")


def test_without_a_cache_the_bound_in_the_database_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: Any) -> None:
        raise CountersUnavailable

    monkeypatch.setattr(type(get_counters()), "add", broken)
    monkeypatch.setattr(casual_battles, "CASUAL_PLAYED_OF_NETWORK", 9)
    for _number in range(9):
        make()
    assert_error("too_many_battles", make)


# ── By link ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_battle_by_link_begins_when_the_last_seat_is_taken() -> None:
    battle = make(mode="link", field="cross-4", people=3, computers=1)
    sit(battle, "c", BEN, "Ben")
    assert again(battle).status == "announced"
    sit(battle, "b", EVE)
    assert again(battle).status == "running"
    assert [entry.player for entry in Entry.objects.order_by("seat")] == ["", "", "", "greedy"]
    assert list_seats(battle, BEN) == ["c"] and list_seats(battle, EVE) == ["b"] and list_seats(battle, ANN) == ["a"]


def test_a_link_gives_one_seat_once() -> None:
    battle = make(mode="link", field="cross-4", people=3, computers=0)
    sit(battle, "b")
    assert_error("no_such_invitation", sit, battle, "b", EVE)
    assert_error("one_seat", sit, battle, "c", BEN)
    assert_error("one_seat", sit, battle, "c", ANN)
    assert_error("no_such_invitation", casual_seats.accept_invitation, invitation="x" * 22, token=EVE.token, name="")
    assert_error("no_such_invitation", casual_seats.accept_invitation, invitation="", token=EVE.token, name="")
    assert_error("name_characters", sit, battle, "c", EVE, "a\nb")
    name = Entry.objects.get(seat="a").name
    assert_error("same_names", sit, battle, "c", EVE, name)


def test_invented_names_of_one_battle_have_different_first_words() -> None:
    names: set[str] = set()
    for _seat in range(16):
        names.add(casual_seats.invent_name({"Ann of the Lamps", *names}))
    assert len({name.split(" ")[0] for name in names}) == 16, sorted(names)


def test_a_name_that_begins_like_another_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    invented = iter(["Ann the Bold", "Ann", "Osric the Bold"])
    monkeypatch.setattr(casual_seats.house_players, "invent_name", lambda luck: (next(invented), "w"))
    assert casual_seats.invent_name({"Ann of the Lamps"}) == "Osric the Bold"


def test_the_host_begins_without_those_who_did_not_come() -> None:
    battle = make(mode="link", field="cross-4", people=4, computers=0, level="random")
    sit(battle)
    assert_error("not_yours", casual_seats.start, tournament=battle, key=BEN.key)
    assert_error("not_yours", casual_seats.start, tournament=battle, key="")
    casual_seats.start(tournament=battle, key=ANN.key)
    assert [entry.player for entry in Entry.objects.order_by("seat")] == ["", "", "random", "random"]
    assert_error("no_such_invitation", sit, battle, "c", EVE)
    assert_error("not_announced", casual_seats.start, tournament=battle, key=ANN.key)


def test_dynasties_do_not_come_in() -> None:
    battle, dynasty = by_link(), factories.found("Ming")
    emperor = factories.born(dynasty, "Ada")
    assert_error("casual", entries.enter, tournament=battle, dynasty=dynasty, emperor=emperor, seat="b")
    assert list_seats(battle, Viewer(dynasty)) == []


def test_nobody_orders_for_another() -> None:
    battle = by_link()
    sit(battle)
    assert_error("not_your_seat", give, battle, "a", "-", BEN)
    assert_error("not_your_seat", give, battle, "a", "-", EVE)
    assert_error("not_your_seat", give, battle, "a", "-", Viewer(None))
    assert give(battle, "b", "-", BEN)["seat"] == "b" and SealedOrder.objects.get().seat == "b"


def test_who_leaves_before_the_start_frees_the_seat() -> None:
    battle = make(mode="link", field="cross-4", people=3, computers=0)
    sit(battle)
    casual_seats.leave(tournament=battle, key=BEN.key)
    assert list_seats(battle, BEN) == [] and Entry.objects.count() == 1
    assert_error("not_your_seat", casual_seats.leave, tournament=battle, key=BEN.key)
    assert sit(battle, "b", EVE).seat == "b"
    casual_seats.leave(tournament=battle, key=ANN.key)
    assert not Tournament.objects.exists()


def test_who_leaves_a_battle_is_followed_by_a_computer() -> None:
    battle = by_link()
    sit(battle)
    give(battle, "a", legal(battle, "a")[0])
    casual_seats.leave(tournament=battle, key=BEN.key)
    assert computer_players.play_due() == 1 and rounds.sweep() == 1
    assert Entry.objects.get(seat="b").player == "greedy"
    casual_seats.leave(tournament=battle, key=ANN.key)
    assert not Tournament.objects.exists() and not Stream.objects.exists()


# ── At one screen ──────────────────────────────────────────────────────────────────────────────────────────


def test_the_screen_goes_round_and_the_round_closes_when_all_have_ordered() -> None:
    battle = hot_seat(names=("Ann", "Ben"))
    assert battle.status == "running" and battle.round_seconds == 86_400
    assert list_seats(battle, ANN) == []  # nobody has sat down yet
    assert_error("not_your_turn", give, battle, "a")
    assert_error("not_your_turn", casual_orders.begin_turn, tournament=battle, key=ANN.key, seat="b")
    assert_error("not_your_turn", casual_orders.hand_over, tournament=battle, key=ANN.key)
    casual_orders.begin_turn(tournament=battle, key=ANN.key, seat="a")
    assert list_seats(battle, ANN) == ["a"]
    assert_error("not_your_turn", give, battle, "b")
    assert_error("not_your_seat", give, battle, "a", "-", EVE)
    assert_error("order_first", casual_orders.hand_over, tournament=battle, key=ANN.key)
    first, second = legal(battle, "a")[:2]
    give(battle, "a", first)
    assert give(battle, "a", second)["version"] == 2 and Round.objects.get().ready == []
    assert casual_orders.hand_over(tournament=battle, key=ANN.key) == "b"
    assert list_seats(battle, ANN) == [] and Round.objects.get().ready == ["a"]
    assert_error("not_your_turn", casual_orders.begin_turn, tournament=battle, key=ANN.key, seat="a")
    assert_error("not_your_seat", casual_orders.begin_turn, tournament=battle, key=EVE.key, seat="b")
    casual_orders.begin_turn(tournament=battle, key=ANN.key, seat="b")
    give(battle, "b")
    assert again(battle).round_no == 1  # the last one may change its mind as well
    give(battle, "b", legal(battle, "b")[0])
    assert casual_orders.hand_over(tournament=battle, key=ANN.key) == ""
    assert again(battle).round_no == 2
    assert Round.objects.get(number=1).orders[0] == ["a", second]
    assert list_seats(battle, ANN) == []


def test_two_people_at_a_screen_fight_to_the_end() -> None:
    battle = hot_seat()
    for seat in "ab":
        casual_orders.begin_turn(tournament=battle, key=ANN.key, seat=seat)
        give(battle, seat, "abdicate" if seat == "b" else "-")
        casual_orders.hand_over(tournament=battle, key=ANN.key)
    ended = again(battle)
    assert ended.status == "finished" and ended.outcome["winners"] == ["a"]
    assert all(Entry.objects.values_list("name", flat=True))


def test_a_screen_with_computers_waits_for_them_too() -> None:
    battle = hot_seat(field="cross-4", people=2, computers=2)
    for seat in "ab":
        casual_orders.begin_turn(tournament=battle, key=ANN.key, seat=seat)
        give(battle, seat)
        casual_orders.hand_over(tournament=battle, key=ANN.key)
    assert again(battle).round_no == 1
    computer_players.play_due()
    assert rounds.sweep() == 1 and again(battle).round_no == 2


def test_an_order_that_was_not_handed_over_counts_at_the_deadline() -> None:
    battle = hot_seat()
    casual_orders.begin_turn(tournament=battle, key=ANN.key, seat="a")
    wanted = legal(battle, "a")[0]
    give(battle, "a", wanted)
    Round.objects.update(deadline=clock.now() - DAY)
    assert rounds.sweep() == 1
    assert Round.objects.get(number=1).orders == [["a", wanted], ["b", "-"]]


def test_the_last_person_at_a_screen_need_not_hand_it_over() -> None:
    battle = hot_seat(field="cross-4", people=2, computers=2)
    for seat in "ab":
        casual_orders.begin_turn(tournament=battle, key=ANN.key, seat=seat)
        give(battle, seat, "abdicate" if seat == "a" else "-")
        casual_orders.hand_over(tournament=battle, key=ANN.key)
    computer_players.play_due(), rounds.sweep()
    casual_orders.begin_turn(tournament=battle, key=ANN.key, seat="b")
    for number in (2, 3):
        give(battle, "b")
        computer_players.play_due()
        assert rounds.close_round(tournament_id=battle.pk, round_no=number)


# ── Once more ──────────────────────────────────────────────────────────────────────────────────────────────


def finish(battle: Tournament) -> Tournament:
    """Let b, or the computers, win."""
    computer_players.play_due()
    for seat, holder in (("a", ANN), ("b", BEN)):
        if list_seats(battle, holder):
            give(battle, seat, "abdicate" if seat == "a" else "-", holder)
    assert rounds.sweep() == 1 and again(battle).status == "finished"
    return again(battle)


def rematch(battle: Tournament, holder: Viewer) -> Tournament:
    return casual_battles.get_or_create_rematch(tournament=battle, token=holder.token, address="192.0.2.9")


def test_a_rematch_is_the_same_once_more() -> None:
    battle = make(names=("Ann",), preset="courtly", level="random", round_seconds=60)
    assert_error("not_over", rematch, battle, ANN)
    finish(battle)
    assert_error("not_your_seat", rematch, battle, EVE)
    new = rematch(battle, ANN)
    same = ("field", "rules", "terms", "seats", "round_seconds", "status", "casual")
    assert [getattr(new, name) for name in same] == ["duel-2", *[getattr(battle, name) for name in same[1:]]]
    assert new.code != battle.code and list_seats(new, ANN) == ["b"], "on the other seat"
    assert Entry.objects.get(tournament=new, seat="b").name == "Ann"
    emblems = CasualSeat.objects.filter(key=ANN.key).values_list("emblem", flat=True)
    assert emblems[0] == emblems[1]
    assert rematch(battle, ANN) == new


def test_a_rematch_by_link_waits_for_the_other() -> None:
    battle = by_link(names=("Ann",))
    sit(battle, name="Ben")
    finish(battle)
    new = rematch(battle, BEN)
    assert new.status == "announced" and Entry.objects.get(tournament=new).name == "Ben"
    assert rematch(battle, ANN) == new and again(new).status == "running"
    assert dict(Entry.objects.filter(tournament=new).values_list("seat", "name")) == {"a": "Ben", "b": "Ann"}


# ── Nothing is left ────────────────────────────────────────────────────────────────────────────────────────

CASUAL_ONLY = {
    *(f"dynasty.{name}" for name in ("Stream", "StreamEvent")),
    *(f"tournaments.{name}" for name in ("Tournament", "Entry", "Round", "SealedOrder", "Casual", "CasualSeat")),
    "tournaments.LevelRecord",
}


def test_twenty_casual_battles_change_no_other_row_and_are_forgotten_wholly() -> None:
    factories.begin("gift", 10, 20)  # a world with dynasties, reputation and books
    before = snapshot()
    for number in range(20):
        address = f"198.51.100.{number}"
        if number % 3 == 0:
            finish(make(address=address))
        elif number % 3 == 1:
            battle = by_link(address=address)
            sit(battle)
            finish(battle)
        else:
            make(mode="hot_seat", people=2, computers=0, address=address)
    after = snapshot()
    assert {name for name in after if after[name] != before[name]} <= CASUAL_ONLY
    for name in CASUAL_ONLY:
        assert set(map(str, before[name])) <= set(map(str, after[name])), name
    with clock.freeze(clock.now() + timedelta(days=7, minutes=1)):
        assert casual_retention.forget_abandoned() == 6
        assert retention.forget_old() == 14
    with clock.freeze(clock.now() + timedelta(days=100)):
        assert level_records.forget_old() == 1, "what is counted of them goes last"
    assert snapshot() == before


def test_a_finished_battle_is_kept_for_seven_days() -> None:
    finish(make())
    with clock.freeze(clock.now() + timedelta(days=6, hours=23)):
        assert casual_retention.forget_abandoned() == retention.forget_old() == 0
    assert Tournament.objects.count() == 1


def test_a_table_to_which_nobody_came_is_cleared_within_the_hour() -> None:
    waits, came = by_link(), make(mode="link", people=3, computers=0, field="cross-4")
    now = clock.now()
    with clock.freeze(now + timedelta(minutes=50)):
        sit(came)
        assert casual_retention.forget_abandoned() == 0
    with clock.freeze(now + timedelta(hours=1)):
        assert casual_retention.forget_abandoned() == 1
        assert list(Tournament.objects.values_list("pk", flat=True)) == [came.pk] != [waits.pk]
    with clock.freeze(now + timedelta(hours=2)):
        assert casual_retention.forget_abandoned() == 1 and not Tournament.objects.exists()


def test_a_battle_is_abandoned_a_day_after_a_persons_last_order() -> None:
    battle = by_link()
    sit(battle)
    with clock.freeze(clock.now() + timedelta(hours=23)):
        give(battle, "a")
    with clock.freeze(clock.now() + timedelta(hours=25)):
        assert casual_retention.forget_abandoned() == 0
    with clock.freeze(clock.now() + timedelta(hours=48)):
        assert casual_retention.forget_abandoned() == 1
    assert not Tournament.objects.exists() and not Casual.objects.exists()


def test_forgetting_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casual_retention, "BATCH_SIZE", 2)
    for _number in range(3):
        make()
    with clock.freeze(clock.now() + 2 * DAY):
        assert [casual_retention.forget_abandoned() for _pass in range(3)] == [2, 1, 0]


def test_the_orders_of_a_casual_seat_are_refused_to_a_dynasty() -> None:
    data = {"tournament_id": make().pk, "round_no": 1, "seat": "a", "text": "-", "dynasty": factories.found("Ming")}
    assert_error("not_your_seat", orders.give_order, **data)


OWN = {"field": "archipelago", "computers": 1, "game": "campaign.classic"}


@pytest.mark.parametrize(("rules", "seats"), [({"two_seat": "neutral"}, 2), ({"round_limit": 3}, 3)])
def test_company_comes_as_ones_own_rules_need_it(rules: dict[str, Any], seats: int) -> None:
    """Choose by the rules themselves, whatever the preset beside them says, also where there is no such preset."""
    for preset in ("classic", "none"):
        setup = Setup(preset=preset, rules=rules, **OWN)
        assert casual_battles.add_required_computers(setup).seats == seats


def test_rules_that_cannot_be_are_refused_and_break_nothing() -> None:
    setup = Setup(rules={"goal": "nonsense"}, **OWN)
    assert casual_battles.add_required_computers(setup) == setup
    with pytest.raises(DomainError):
        make(rules={"goal": "nonsense"}, **OWN)
