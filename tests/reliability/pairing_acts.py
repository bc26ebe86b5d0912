"""Acts of people who find or challenge each other: searches, pairs, arenas, and battles begun with a click."""

from datetime import datetime, timedelta
from functools import partial

from core import clock
from dynasty.models import Dynasty
from tests.reliability.acts import ACTS, Call, act, name, somebody
from tournaments.domain import casual_keys
from tournaments.models import Arena, ArenaPlayer, CasualSeat, Seek, Tournament
from tournaments.services import rounds
from tournaments.services.arenas import announcing, battles, computers, players
from tournaments.services.casual import between_people
from tournaments.services.casual import orders as casual_orders
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import challenges, rematches, seeks

__all__ = ["ACTS"]


def person() -> Person:
    return Person(casual_keys.hash_token(name()), somebody())


def search(who: Person, pace: str = "live") -> Seek:
    return seeks.create(person=who, family="board", field="", pace=pace, network="a network")


@act
def begin_search() -> Call:
    return partial(search, person())


@act
def change_search() -> Call:
    who = person()
    search(who)
    return partial(search, who, "daily")


@act
def keep_search() -> Call:
    who = person()
    search(who)
    return partial(seeks.renew, person=who)


@act
def stop_search() -> Call:
    who = person()
    search(who)
    return partial(seeks.cancel, person=who)


@act
def pair_two() -> Call:
    return partial(seeks.pair, search(person()).pk, search(person()).pk)


@act
def pair_many() -> Call:
    waiting = [search(person()).pk for _ in range(6)]
    return partial(seeks.pair_together, pairs=list(zip(waiting[::2], waiting[1::2], strict=True)))


@act
def take_up_search() -> Call:
    return partial(seeks.accept, person=person(), code=search(person()).code, address="10.0.0.1")


@act
def forget_searches() -> tuple[Call, datetime]:
    search(person())
    return seeks.forget_ended, clock.now() + timedelta(minutes=1)


def challenge_of(one: Person, other: Person) -> Tournament:
    assert other.dynasty is not None
    return challenges.challenge(
        person=one, to=other.dynasty, field="duel-2", preset="classic", pace="daily", seat="a", address="10.0.0.1"
    )


@act
def challenge_somebody() -> Call:
    return partial(challenge_of, person(), person())


@act
def accept_challenge() -> Call:
    other = person()
    return partial(challenges.accept, tournament=challenge_of(person(), other), person=other)


@act
def decline_challenge() -> Call:
    other = person()
    return partial(challenges.end, tournament=challenge_of(person(), other), dynasty=other.dynasty)


@act
def play_on_elsewhere() -> Call:
    one, other = person(), person()
    made = challenge_of(one, other)
    challenges.accept(tournament=made, person=other)
    return partial(between_people.move_seat, tournament=made, dynasty=one.dynasty, key=casual_keys.hash_token(name()))


def play_to_the_end() -> tuple[Tournament, str, str]:
    """Return a battle of two guests that is over, and the keys of both."""
    tokens = casual_keys.make_token(), casual_keys.make_token()
    people = [Person(casual_keys.hash_token(token)) for token in tokens]
    made = seeks.pair(search(people[0]).pk, search(people[1]).pk)
    assert made is not None
    for each in people:
        seat = CasualSeat.objects.get(tournament=made, key=each.key).seat
        text = "abdicate" if each is people[0] else "-"
        casual_orders.give(tournament=made, key=each.key, round_no=1, seat=seat, text=text)
    assert rounds.close_round(tournament_id=made.pk, round_no=1)
    return made, *tokens


@act
def ask_for_rematch() -> Call:
    made, one, _other = play_to_the_end()
    return partial(rematches.get_or_create_rematch, tournament=made, token=one, address="10.0.0.1")


@act
def begin_rematch() -> Call:
    made, one, other = play_to_the_end()
    rematches.get_or_create_rematch(tournament=made, token=one, address="10.0.0.1")
    return partial(rematches.get_or_create_rematch, tournament=made, token=other, address="10.0.0.1")


def arena(host: Dynasty | None = None, now: datetime | None = None, *, computers: bool = False) -> Arena:
    return announcing.announce(
        organiser=host or somebody(),
        title="The Friday Arena",
        field="duel-2",
        preset="classic",
        round_seconds=30,
        starts_at=(now or clock.now()) + timedelta(minutes=5),
        minutes=20,
        computers=computers,
    )


def take_part(where: Arena) -> ArenaPlayer:
    who = person()
    assert who.dynasty is not None
    return players.enter(arena=where, dynasty=who.dynasty, person=who, address="10.0.0.1")


@act(once=True)
def announce_arena() -> Call:
    host, now = somebody(), clock.now()
    return partial(arena, host, now)


@act
def enter_arena() -> Call:
    who = person()
    return partial(players.enter, arena=arena(), dynasty=who.dynasty, person=who, address="10.0.0.1")


@act
def pause_in_arena() -> Call:
    where = arena()
    return partial(players.pause, arena=where, dynasty=take_part(where).dynasty)


@act
def leave_arena() -> Call:
    where = arena()
    return partial(players.leave, arena=where, dynasty=take_part(where).dynasty)


@act
def keep_place_in_arena() -> Call:
    where = arena()
    player = take_part(where)
    return partial(players.renew, arena=where, dynasty=player.dynasty, person=Person(player.key, player.dynasty))


@act
def call_arena_off() -> Call:
    where = arena()
    take_part(where)
    return partial(announcing.call_off, arena=where, by=where.organiser)


@act
def withdraw_arena() -> Call:
    where = arena()
    take_part(where)
    Arena.objects.filter(pk=where.pk).update(preset="rules of an older version")
    return partial(announcing.withdraw, arena_id=where.pk)


@act
def pair_in_arena() -> Call:
    where = arena()
    waiting = [take_part(where).pk for _ in range(4)]
    return partial(battles.pair_together, arena=where, pairs=list(zip(waiting[::2], waiting[1::2], strict=True)))


@act
def fight_computer_in_arena() -> tuple[Call, datetime]:
    where = arena(computers=True)
    player = take_part(where)
    return partial(computers.fight, arena=where, dynasty=player.dynasty, key=player.key), where.starts_at


@act
def count_battle_of_arena() -> Call:
    where = arena()
    assert battles.pair_together(arena=where, pairs=[(take_part(where).pk, take_part(where).pk)]) == 1
    made = Tournament.objects.get(arena_battle__arena=where)
    for seat in CasualSeat.objects.filter(tournament=made):
        text = "abdicate" if seat.seat == "a" else "-"
        casual_orders.give(tournament=made, key=seat.key, round_no=1, seat=seat.seat, text=text)
    assert rounds.close_round(tournament_id=made.pk, round_no=1)
    return partial(battles.settle, tournament_id=made.pk)


@act
def close_arena() -> tuple[Call, datetime]:
    where = arena()
    take_part(where)
    return partial(announcing.close, arena_id=where.pk), where.ends_at + timedelta(minutes=1)
