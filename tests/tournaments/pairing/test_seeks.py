"""Searching for an opponent: paired once, by skill and waiting, with guests and dynasties, and left in peace."""

from datetime import timedelta
from typing import Any

import pytest

from core import clock, rate_limits
from core.errors import DomainError
from dynasty.models import Dynasty, Notice, RatedBattle, RatedSeat, Rating, Stream
from tests.factories import found
from tournaments.domain import casual_keys
from tournaments.models import Casual, CasualPlayer, CasualSeat, Entry, Round, Seek, Tournament
from tournaments.selectors import account_data
from tournaments.selectors import seeks as selected
from tournaments.services import account_deletion, rounds
from tournaments.services.casual import between_people, retention, seats
from tournaments.services.casual import orders as casual_orders
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import seeks

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def without_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)


def guest(name: str, dynasty: Dynasty | None = None) -> Person:
    return Person(casual_keys.hash_token(name), dynasty)


def seek(person: Person, pace: str = "live", **wanted: Any) -> Seek:
    return seeks.seek(person=person, **{"family": "board", "field": "", "pace": pace, "address": "10.0.0.1"} | wanted)


def rate(name: str, rating: float) -> Person:
    dynasty = found(name)
    Rating.objects.create(
        dynasty=dynasty, family="board", pace="live", rating=rating, deviation=90, battles=20, rated_at=clock.now()
    )
    return guest(name, dynasty)


def test_two_guests_are_paired_at_once_and_their_battle_has_begun() -> None:
    first, second = guest("ann"), guest("ben")
    waiting = seek(first, field="bridge-2")
    assert waiting.tournament is None and seeks.pair_due() == 0
    tournament = seek(second).tournament
    assert tournament is not None and tournament.status == "running" and tournament.field == "bridge-2"
    waiting.refresh_from_db()
    assert waiting.tournament == tournament and tournament.round_seconds == 30
    assert {each.key for each in CasualSeat.objects.filter(tournament=tournament)} == {first.key, second.key}
    assert Casual.objects.get(tournament=tournament).paired and not tournament.terms["rated"]
    assert Stream.objects.get(name=f"seek:{waiting.code}").head == 1
    assert seeks.pair_due() == 0 and Tournament.objects.count() == 1


def test_other_paces_families_and_grounds_do_not_meet() -> None:
    seek(guest("ann"), field="duel-2")
    for number, wanted in enumerate(({"pace": "calm"}, {"field": "bridge-2"}, {"family": "map"})):
        assert seek(guest(f"other {number}"), **wanted).tournament is None
    assert seeks.pair_due() == 0 and seek(guest("ben")).tournament is not None


def test_skill_keeps_people_apart_until_they_have_waited() -> None:
    strong, weak = rate("Ming", 2300), rate("Qing", 1000)
    first, second = seek(strong), seek(weak)
    assert second.tournament is None and second.rating == 1000
    with clock.freeze(clock.now() + 25 * SECOND):
        for person in (strong, weak):
            assert seeks.renew(person=person) == 1
        assert seeks.pair_due() == 0
    with clock.freeze(clock.now() + 50 * SECOND):
        for person in (strong, weak):
            seeks.renew(person=person)
    with clock.freeze(clock.now() + 61 * SECOND):
        assert seeks.pair_due() == 1
    first.refresh_from_db()
    assert first.tournament is not None


def test_the_result_of_two_dynasties_counts_for_skill_and_for_nothing_else() -> None:
    ming, qing = guest("ming", found("Ming")), guest("qing", found("Qing"))
    seek(ming)
    tournament = seek(qing).tournament
    assert tournament is not None and tournament.terms["rated"]
    assert sorted(Entry.objects.filter(tournament=tournament).values_list("name", flat=True)) == ["Ming", "Qing"]
    assert Notice.objects.filter(kind="paired", place=tournament.code).count() == 2
    loser = CasualSeat.objects.get(tournament=tournament, key=ming.key).seat
    resign(tournament, ming)
    tournament.refresh_from_db()
    assert tournament.status == "finished" and loser not in tournament.outcome["winners"]
    assert RatedBattle.objects.get().place == tournament.code and RatedSeat.objects.count() == 2
    assert Rating.objects.get(dynasty=qing.dynasty).rating > 1500 > Rating.objects.get(dynasty=ming.dynasty).rating


def resign(tournament: Tournament, person: Person) -> None:
    seat = CasualSeat.objects.get(tournament=tournament, key=person.key).seat
    other = CasualSeat.objects.filter(tournament=tournament).exclude(key=person.key).get()
    number = Round.objects.get(tournament=tournament, closed_at=None).number
    for each, key, text in ((seat, person.key, "abdicate"), (other.seat, other.key, "-")):
        casual_orders.give(tournament=tournament, key=key, round_no=number, seat=each, text=text)
    rounds.close_round(tournament_id=tournament.pk, round_no=number)


def test_a_battle_with_a_guest_counts_for_nothing_and_nobody_leaves_it_to_a_computer() -> None:
    ming = guest("ming", found("Ming"))
    seek(ming)
    tournament = seek(guest("ann")).tournament
    assert tournament is not None and not tournament.terms["rated"]
    with pytest.raises(DomainError) as refused:
        seats.leave(tournament=tournament, key=ming.key)
    assert refused.value.code == "resign_first"
    resign(tournament, ming)
    assert not RatedBattle.objects.exists()
    seats.leave(tournament=tournament, key=ming.key)


def test_a_search_ends_with_its_page_but_for_daily_battles() -> None:
    ann, ben = guest("ann"), guest("ben")
    seek(ann), seek(ben, "daily")
    later = clock.now() + 31 * SECOND
    with clock.freeze(later):
        assert seek(guest("late")).tournament is None
        assert seeks.renew(person=ann) == 0 and seeks.forget_ended() == 1
        assert seek(guest("eve"), "daily").tournament is not None
    assert Seek.objects.filter(key=ann.key).count() == 0


def test_leaving_the_page_ends_a_search_soon_and_coming_back_keeps_it() -> None:
    ann = guest("ann")
    seek(ann)
    seeks.renew(person=ann, leaving=True)
    with clock.freeze(clock.now() + 5 * SECOND):
        assert seeks.renew(person=ann) == 1
        seeks.renew(person=ann, leaving=True)
    with clock.freeze(clock.now() + 16 * SECOND):
        assert seek(guest("ben")).tournament is None


def test_searching_anew_replaces_and_cancelling_ends() -> None:
    ann = guest("ann")
    seek(ann)
    assert seek(ann, "calm").pace == "calm" and Seek.objects.count() == 1
    assert seeks.cancel(person=ann) == 1 and seeks.cancel(person=ann) == 0


def test_accepting_pairs_whatever_the_skill_and_ends_ones_own_search() -> None:
    strong, weak = rate("Ming", 2300), rate("Qing", 1000)
    wanted = seek(strong)
    own = seek(weak)
    with pytest.raises(DomainError) as refused:
        seeks.accept(person=strong, code=wanted.code, address="10.0.0.1")
    assert refused.value.code == "own_seek"
    tournament = seeks.accept(person=weak, code=wanted.code, address="10.0.0.2")
    assert not Seek.objects.filter(pk=own.pk).exists() and not Seek.objects.filter(tournament=None).exists()
    assert CasualPlayer.objects.filter(tournament=tournament).count() == 2
    for code in (wanted.code, "nothing"):
        with pytest.raises(DomainError) as refused:
            seeks.accept(person=guest("late"), code=code, address="10.0.0.3")
        assert refused.value.code == "no_such_seek"


@pytest.mark.parametrize("wanted", [{"pace": "soon"}, {"family": "cards"}, {"field": "cross-4"}, {"field": "seven"}])
def test_only_what_is_offered_can_be_looked_for(wanted: dict[str, str]) -> None:
    with pytest.raises(DomainError) as refused:
        seek(guest("ann"), **wanted)
    assert refused.value.code == "bad_seek"


def test_battles_on_maps_begin_too_and_idle_ones_are_forgotten_later() -> None:
    for field in ("seven", "grid5x5/C3"):
        seek(guest(f"one {field}"), family="map", field=field)
        assert seek(guest(f"other {field}"), family="map", field=field).tournament.status == "running"  # type: ignore[union-attr]
    with clock.freeze(clock.now() + timedelta(days=2)):
        assert retention.forget_abandoned() == 0
    with clock.freeze(clock.now() + timedelta(days=4)):
        assert retention.forget_abandoned() == 2


def test_what_is_kept_of_a_player_is_handed_out_and_goes_with_the_account() -> None:
    ming, qing = guest("ming", found("Ming")), guest("qing", found("Qing"))
    seek(ming)
    tournament = seek(qing).tournament
    seek(ming, "daily")
    assert ming.dynasty is not None and tournament is not None
    data = account_data.export_user(ming.dynasty.user)
    assert [each["pace"] for each in data["searches"]] == ["live", "daily"]
    assert [each["tournament"] for each in data["casual"]] == [tournament.code]
    account_deletion.delete_account(user=ming.dynasty.user, address=ming.dynasty.user.email)
    assert not Seek.objects.filter(dynasty=ming.dynasty).exists()
    assert not CasualPlayer.objects.filter(dynasty=ming.dynasty).exists()
    names = set(Entry.objects.filter(tournament=tournament).values_list("name", flat=True))
    assert len(names) == 2 and "Ming" not in names and "Qing" in names
    resign(tournament, ming)
    assert not RatedSeat.objects.exists()


# ── Many at once ───────────────────────────────────────────────────────────────────────────────────────────


def wait_all(people: list[Person], pace: str = "live") -> list[Seek]:
    """Let these people search without looking for each other yet."""
    return [
        seeks.create(person=each, family="board", field="duel-2", pace=pace, network=f"n{place}")
        for place, each in enumerate(people)
    ]


def describe(tournament: Tournament) -> list[Any]:
    """Return everything that is stored of a battle but what differs from one to the next."""
    changing = {
        "id",
        "tournament_id",
        "tournament",
        "code",
        "seed",
        "contract",
        "emblem",
        "key",
        "network",
        "host",
        "name",
        "dynasty_id",
    }
    rows = [
        Tournament.objects.filter(pk=tournament.pk),
        *(
            model.objects.filter(tournament=tournament).order_by(order)
            for model, order in (
                (Casual, "pk"),
                (CasualSeat, "seat"),
                (CasualPlayer, "seat"),
                (Entry, "seat"),
                (Round, "pk"),
            )
        ),
    ]
    found: list[Any] = [
        [{name: value for name, value in row.items() if name not in changing} for row in each.values()] for each in rows
    ]
    stream = Stream.objects.get(name=f"battle:{tournament.code}")
    return [*found, stream.head, list(stream.events.values_list("number", "key", "type", "body"))]


def test_battles_begun_together_are_those_begun_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)
    people = [guest(f"guest {number}") for number in range(4)] + [
        guest(name, found(name)) for name in ("Ming", "Qing", "Tang", "Song")
    ]
    waiting = [each.pk for each in wait_all(people)]
    alone = [seeks.pair(*waiting[0:2]), seeks.pair(*waiting[4:6])]
    assert seeks.pair_together(pairs=[(waiting[2], waiting[3]), (waiting[6], waiting[7])]) == 2
    together = [Seek.objects.get(pk=pk).tournament for pk in (waiting[2], waiting[6])]
    for one, other in zip(alone, together, strict=True):
        assert one and other and describe(one) == describe(other)
    battle = together[1]
    assert battle and battle.status == "running" and len({battle.seed, battle.code, battle.contract}) == 3
    names = dict(Entry.objects.filter(tournament=battle).values_list("seat", "name"))
    players = CasualPlayer.objects.filter(tournament=battle).select_related("dynasty")
    assert {each.seat: each.dynasty.name for each in players} == names and set(names.values()) == {"Tang", "Song"}
    assert {each.key for each in CasualSeat.objects.filter(tournament=battle)} == {each.key for each in people[6:8]}
    assert Casual.objects.get(tournament=battle).host == people[6].key
    assert Notice.objects.filter(kind="paired", place=battle.code).count() == 2
    own = Seek.objects.get(pk=waiting[6])
    assert Stream.objects.get(name=f"seek:{own.code}").events.get().body == {"tournament": battle.code}
    assert own.ends_at == now + selected.SHOWN


def test_who_has_left_or_found_somebody_is_left_out_of_the_many() -> None:
    waiting = [each.pk for each in wait_all([guest(f"guest {number}") for number in range(6)])]
    Seek.objects.filter(pk=waiting[1]).delete()
    seeks.pair(*waiting[2:4])
    pairs = list(zip(waiting[::2], waiting[1::2], strict=True))
    assert seeks.pair_together(pairs=pairs) == 1 and seeks.pair_together(pairs=pairs) == 0
    assert Tournament.objects.count() == 2 and list(Seek.objects.filter(tournament=None)) == [
        Seek.objects.get(pk=waiting[0])
    ]


def test_where_the_many_cannot_begin_each_begins_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    wait_all([guest(f"guest {number}") for number in range(6)], "daily")
    monkeypatch.setattr(between_people, "begin_all", lambda tables: 1 / 0)
    assert seeks.pair_due() == 3 == Round.objects.count() and not Seek.objects.filter(tournament=None).exists()


def test_what_is_left_after_its_time_waits_for_the_next_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    wait_all([guest(f"guest {number}") for number in range(8)])
    monkeypatch.setattr(seeks, "TOGETHER", 2)
    monkeypatch.setattr(seeks, "SWEEP_SECONDS", 0.0)
    assert [seeks.pair_due(), seeks.pair_due(), seeks.pair_due()] == [2, 2, 0]


def test_a_battle_more_costs_no_statement_more(django_assert_max_num_queries: Any) -> None:
    waiting = [each.pk for each in wait_all([guest(f"guest {number}") for number in range(40)])]
    events = 20 + 40
    with django_assert_max_num_queries(20 + 2 * events):  # on SQLite events are added one by one
        assert seeks.pair_together(pairs=list(zip(waiting[::2], waiting[1::2], strict=True))) == 20
