"""One act of every service, each on a ground of its own: what is killed in test_crash_points. More in quiet_acts.

A function here prepares the ground and returns the call. `again` says what the same call does a second time:
nothing, whether it is refused or returns; only an act that is a new request each time is called once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from itertools import count
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from core import clock
from dynasty.catalog import emblems, portraits
from dynasty.domain import unsubscribe
from dynasty.models import Delivery, Dynasty, Emperor, Offer, User
from dynasty.services import (
    delivery,
    emperors,
    founding,
    inactivity,
    key_shop,
    notification_settings,
    offers,
    periodic,
    preferences,
    regalia_shop,
)
from dynasty.services import notifications as notifications_services
from tests import factories
from tournaments.domain import casual_keys, terms
from tournaments.models import Entry, Heartbeat, Round, Tournament
from tournaments.services import (
    account_deletion,
    announcements,
    bets,
    chat,
    computer_players,
    entries,
    extensions,
    hosting,
    invitations,
    lifecycle,
    moderation,
    orders,
    outages,
    recurrences,
    retention,
    rounds,
    series,
    stand_ins,
    votes,
    waiting_list,
    world,
)
from tournaments.services import leave as leave_services
from tournaments.services import notifications as tournament_notifications
from tournaments.services import standing_orders as standing_orders_services
from tournaments.services.casual import battles as casual_battles
from tournaments.services.casual import orders as casual_orders
from tournaments.services.casual import pauses
from tournaments.services.casual import retention as casual_retention
from tournaments.services.casual import seats as casual_seats
from tournaments.services.casual import words as casual_words

Call = Callable[[], Any]
SECOND = timedelta(seconds=1)
numbers = count(1)


@dataclass(frozen=True)
class Act:
    name: str
    prepare: Callable[[], Any]
    once: bool
    """Whether the same call is a new request each time."""


ACTS: list[Act] = []


def act(prepare: Any = None, *, once: bool = False) -> Any:
    if prepare is None:
        return partial(act, once=once)
    ACTS.append(Act(prepare.__name__, prepare, once))
    return prepare


# ── The ground ─────────────────────────────────────────────────────────────────────────────────────────────


def name() -> str:
    """Return a name that nobody has."""
    number, letters = next(numbers), ""
    while number:
        number, place = divmod(number, 21)
        letters += "bcdfghjklmnprstvwz"[place % 18] + "aeiou"[place % 5] + "lnr"[place // 7 % 3]
    return f"{letters.title()}{'aeiou'[len(letters) % 5]}"


def somebody() -> Dynasty:
    return factories.proven(factories.found(f"{name()}"))


def ruler(dynasty: Dynasty | None = None, points: int = 20) -> Emperor:
    return factories.born(dynasty or somebody(), name(), points)


def cup(type: str = "conquer", seats: int = 2, taken: int = 0, **changes: Any) -> Tournament:
    """Return an announced tournament with so many seats taken."""
    tournament = factories.announce(type, seats=seats, **changes)
    for seat in "abcdefgh"[:taken]:
        factories.enter(tournament, ruler(), seat)
    return tournament


def battle(type: str = "conquer", seats: int = 2, **changes: Any) -> Tournament:
    """Return a running tournament."""
    tournament = cup(type, seats, seats, **changes)
    lifecycle.start(tournament_id=tournament.pk)
    return factories.again(tournament)


def player(tournament: Tournament, seat: str = "a") -> Dynasty:
    dynasty = Entry.objects.get(tournament=tournament, seat=seat).dynasty
    assert dynasty is not None
    return dynasty


def current(tournament: Tournament) -> Round:
    return Round.objects.get(tournament=tournament, closed_at=None)


def close(tournament: Tournament) -> Call:
    return partial(rounds.close_round, tournament_id=tournament.pk, round_no=factories.again(tournament).round_no)


# ── Dynasties ──────────────────────────────────────────────────────────────────────────────────────────────


@act
def found_dynasty() -> Call:
    user = User.objects.create_user(f"{name()}@example.org", "a long password")
    return partial(founding.found_dynasty, user=user, name=name(), motto="", emblem=emblems.DEFAULT)


@act
def found_house() -> Call:
    return partial(founding.found_house, name=name(), motto="", emblem=emblems.DEFAULT)


@act
def raise_emperor() -> Call:
    return partial(emperors.raise_emperor, dynasty=somebody(), name=name(), gender="w", birth_date=date(1400, 1, 1))


@act
def choose_portrait() -> Call:
    return partial(emperors.choose_portrait, emperor=ruler(), portrait=portraits.choose_default("somebody", "w"))


@act
def retire_emperor() -> Call:
    return partial(emperors.retire, emperor=ruler())


@act
def retire_nobody() -> Call:
    return partial(emperors.retire, emperor=ruler(points=0))


@act
def change_dynasty() -> Call:
    return partial(emperors.change_dynasty, emperor=ruler(), to=somebody())


@act
def leave_for_good() -> Call:
    dynasty = ruler().dynasty
    offer(dynasty)
    cup("gift", 3, 1, organiser=dynasty)
    return partial(account_deletion.delete_account, user=dynasty.user, address=dynasty.user.email)


def offer(dynasty: Dynasty | None = None) -> Offer:
    return offers.create(dynasty=dynasty or somebody(), gives={"gold": 5}, asks={"silver": 7})


@act
def make_offer() -> Call:
    return partial(offers.create, dynasty=somebody(), gives={"gold": 5}, asks={"silver": 7}, token="a wish")


@act
def accept_offer() -> Call:
    return partial(offers.accept, offer=offer(), dynasty=somebody())


@act
def offer_captive() -> Call:
    emperor, home = captive()
    return partial(offers.create, dynasty=emperor.dynasty, gives={}, asks={"silver": 7}, to=home, emperor=emperor)


def captive() -> tuple[Emperor, Dynasty]:
    """Return an emperor that was captured, and the dynasty where it was born."""
    emperor = ruler()
    home, captor = emperor.dynasty, somebody()
    Emperor.objects.filter(pk=emperor.pk).update(fought_at=clock.now())
    return emperors.change_dynasty(emperor=emperor, to=captor), home


@act
def accept_captive() -> Call:
    emperor, home = captive()
    made = offers.create(dynasty=emperor.dynasty, gives={}, asks={"silver": 7}, emperor=emperor)
    return partial(offers.accept, offer=made, dynasty=home)


@act
def withdraw_offer() -> Call:
    made = offer()
    return partial(offers.withdraw, offer=made, dynasty=made.giver)


@act
def lapse_offer() -> tuple[Call, datetime]:
    made = offer()
    return partial(offers.lapse, made.pk), made.lapses_at + SECOND


@act
def buy_keys() -> Call:
    return partial(key_shop.buy_keys, dynasty=somebody(), name="jade", count=2, token="a wish")


@act
def buy_regalia() -> Call:
    return partial(regalia_shop.buy_piece, dynasty=somebody(), piece="ribbon", asset="gold")


@act
def warn_inactive() -> tuple[Call, datetime]:
    emperor = ruler(points=500)
    return partial(inactivity.charge, emperor.pk), clock.now() + timedelta(days=40)


@act
def choose_language() -> Call:
    return partial(preferences.update, user=somebody().user, language="ca", time_zone="Europe/Madrid")


@act
def choose_display() -> Call:
    return partial(preferences.choose_display, user=somebody().user, chosen={"palette": "clear", "dice": "off"})


@act
def choose_notices() -> Call:
    return partial(notification_settings.update, dynasty=somebody(), channels={"turn": ["page"]}, rhythm="daily",
                   quiet_from=time(22), quiet_until=time(7))  # fmt: skip


@act(once=True)
def new_calendar() -> Call:
    return partial(notification_settings.get_calendar_secret, dynasty=somebody(), anew=True)


@act
def stop_mails() -> Call:
    return partial(notification_settings.stop_mails, token=unsubscribe.build_token(somebody().code))


@act
def read_notices() -> Call:
    return partial(notifications_services.mark_read, dynasty=player(battle()))


@act(once=True)
def claim_deliveries() -> Call:
    battle()
    due = Delivery.objects.filter(done_at=None, due_at__lte=clock.now())
    return partial(delivery.claim, list(due.values_list("pk", flat=True)[:5]))


@act
def claim_hourly_work() -> Call:
    return partial(periodic.claim, name(), factories.HOUR)


# ── Tournaments before they start ──────────────────────────────────────────────────────────────────────────


def build_wanted(type: str = "gift", **more: Any) -> dict[str, Any]:
    agreed = terms.read(factories.TERMS[type] | more.pop("terms", {}))
    return {"title": "The Crash Cup", "game": "scripted", "field": "stage", "rules": {}, "round_seconds": 60,
            "starts_at": clock.now() + factories.HOUR, "type": type, "seats": 2, "terms": agreed} | more  # fmt: skip


@act
def announce() -> Call:
    wanted = build_wanted(terms={"key": "iron"})
    return partial(announcements.announce, organiser=somebody(), code=f"c{next(numbers):09}", **wanted)


@act
def host_with_link() -> Call:
    plan = build_wanted("conquer", terms={"link": True}, code=f"c{next(numbers):09}")
    return partial(hosting.host, organiser=somebody(), announcement=plan, repeat=hosting.Repeat("daily", "UTC", 3))


@act
def cancel_tournament() -> Call:
    organiser = somebody()
    tournament = cup("gift", 3, 2, organiser=organiser, terms={"betting": True})
    bet_on(tournament)()
    return partial(announcements.cancel, tournament=tournament, by=organiser)


@act
def cancel_behind_a_lock() -> Call:
    organiser = somebody()
    tournament = cup("gift", 2, 0, organiser=organiser, terms={"key": "iron"})
    return partial(announcements.cancel, tournament=tournament, by=organiser)


@act
def enter() -> Call:
    emperor = ruler()
    tournament = cup("conquer", 2, 1, terms={"fee": {"gold": 50}})
    return partial(factories.enter, tournament, emperor, "b")


@act
def withdraw() -> Call:
    tournament = cup("conquer", 3, 2, terms={"fee": {"gold": 50}, "betting": True})
    bet_on(tournament)()
    return partial(entries.withdraw, tournament=tournament, dynasty=player(tournament))


def bet_on(tournament: Tournament) -> Call:
    emperor = ruler()
    return partial(bets.place_bet, tournament=tournament, dynasty=emperor.dynasty, emperor=emperor, seat="a",
                   asset="gold", amount=10)  # fmt: skip


@act(once=True)
def place_bet() -> Call:
    return bet_on(cup("conquer", 2, 1, terms={"betting": True}))


@act
def invite() -> Call:
    organiser = somebody()
    tournament = cup("conquer", organiser=organiser, terms={"link": True})
    return partial(invitations.invite, tournament=tournament, by=organiser, dynasty=somebody())


@act(once=True)
def new_link() -> Call:
    organiser = somebody()
    tournament = cup("conquer", organiser=organiser, terms={"link": True})
    return partial(invitations.create_link, tournament=tournament, by=organiser)


@act
def accept_invitation() -> Call:
    organiser = somebody()
    tournament = cup("conquer", organiser=organiser, terms={"link": True})
    token = invitations.create_link(tournament=tournament, by=organiser)
    return partial(invitations.accept, tournament=tournament, dynasty=somebody(), token=token)


@act
def wait_in_line() -> Call:
    emperor = ruler()
    return partial(waiting_list.join, tournament=cup(seats=2, taken=2), dynasty=emperor.dynasty, emperor=emperor)


@act
def leave_the_line() -> Call:
    emperor, tournament = ruler(), cup(seats=2, taken=2)
    waiting_list.join(tournament=tournament, dynasty=emperor.dynasty, emperor=emperor)
    return partial(waiting_list.leave, tournament=tournament, dynasty=emperor.dynasty)


@act
def move_up() -> Call:
    emperor, tournament = ruler(), cup(seats=2, taken=2)
    waiting_list.join(tournament=tournament, dynasty=emperor.dynasty, emperor=emperor)
    entries.withdraw(tournament=tournament, dynasty=player(tournament))
    return partial(waiting_list.seat_next, tournament_id=tournament.pk)


@act
def recur() -> Call:
    organiser = somebody()
    tournament = cup("conquer", organiser=organiser)
    return partial(hosting.recurrences.begin, tournament=tournament, by=organiser, every="weekly", zone="UTC", times=3)


def recurrence() -> Any:
    organiser = somebody()
    tournament = cup("conquer", organiser=organiser)
    return recurrences.begin(tournament=tournament, by=organiser, every="daily", zone="UTC", times=5)


@act
def stop_recurring() -> Call:
    row = recurrence()
    return partial(recurrences.stop, recurrence=row, by=row.organiser)


@act
def change_what_recurs() -> Call:
    row = recurrence()
    wanted = {name: row.setup[name] for name in ("type", "game", "field", "rules", "seats", "round_seconds")} | {
        "title": "Another",
        "terms": terms.read(row.setup["terms"]),
        "starts_at": row.next_at,
    }
    return partial(
        recurrences.change, recurrence=row, by=row.organiser, announcement=wanted, every="weekly", zone="UTC", left=7
    )


@act(once=True)
def skip_one() -> Call:
    row = recurrence()
    return partial(recurrences.skip, recurrence=row, by=row.organiser)


@act
def announce_the_next() -> tuple[Call, datetime]:
    row = recurrence()
    return partial(recurrences.announce_next, row.pk), row.next_at - timedelta(hours=5)


@act
def start() -> Call:
    return partial(lifecycle.start, tournament_id=cup("conquer", 2, 2, terms={"fee": {"gold": 5}}).pk)


@act
def start_with_too_few() -> tuple[Call, datetime]:
    tournament = cup("conquer", 2, 1, terms={"fee": {"gold": 5}})
    return partial(lifecycle.start, tournament_id=tournament.pk), tournament.starts_at + SECOND


def houses() -> None:
    for called in ("Oriel", "Quillon", "Rookwood"):
        factories.house(called)


@act(once=True)
def hold_for_the_world() -> Call:
    houses()
    setup = world.world_seed.TRAININGS[0]
    return partial(
        world.announce, setup, "training", terms.read({"fill": "random"}), clock.now() + factories.HOUR, free=1
    )


# ── Battles ────────────────────────────────────────────────────────────────────────────────────────────────


@act
def give_order() -> Call:
    tournament = battle()
    return partial(orders.give_order, tournament_id=tournament.pk, round_no=1, seat="a", text="take b",
                   dynasty=player(tournament))  # fmt: skip


@act
def change_order() -> Call:
    tournament = battle()
    factories.order(tournament, "a", "-")
    return partial(orders.give_order, tournament_id=tournament.pk, round_no=1, seat="a", text="take b",
                   dynasty=player(tournament))  # fmt: skip


@act
def take_order_back() -> Call:
    tournament = battle()
    factories.order(tournament, "a", "-")
    return partial(orders.take_back, tournament_id=tournament.pk, round_no=1, seat="a", dynasty=player(tournament))


@act
def close_round() -> Call:
    tournament = battle("gift", 3)
    for seat in "abc":
        factories.order(tournament, seat, "take a" if seat == "b" else "-")
    return close(tournament)


@act
def tell_whose_turn_it_is() -> Call:
    tournament = battle("gift")
    factories.play(tournament, {})
    return partial(tournament_notifications.notify_rounds, ids=[current(tournament).pk])


@act
def close_at_the_deadline() -> tuple[Call, datetime]:
    tournament = battle("gift", 3)
    standing_orders_services.set_orders(tournament_id=tournament.pk, dynasty=player(tournament, "b"), texts=["take a"])
    return close(tournament), current(tournament).deadline + SECOND


@act
def win_a_gift() -> Call:
    tournament = battle("gift", 2, organiser=somebody(), terms={"prize": {"gold": 90}, "fee": {}})
    factories.order(tournament, "a", "win"), factories.order(tournament, "b", "-")
    return close(tournament)


@act
def win_honour_with_bets() -> Call:
    tournament = cup("honour", 2, 2, terms={"stake": 5, "fee": {"gold": 10, "silver": 10}, "betting": True})
    bet_on(tournament)(), bet_on(tournament)()
    lifecycle.start(tournament_id=tournament.pk)
    factories.order(tournament, "a", "win"), factories.order(tournament, "b", "take a")
    return close(tournament)


@act
def win_behind_a_lock() -> Call:
    tournament = factories.announce("conquer", somebody(), terms={"key": "iron", "key_consumed": True})
    for seat in "ab":
        emperor = ruler()
        key_shop.buy_keys(dynasty=emperor.dynasty, name="iron")
        factories.enter(tournament, emperor, seat)
    lifecycle.start(tournament_id=tournament.pk)
    factories.order(tournament, "a", "win"), factories.order(tournament, "b", "-")
    return close(tournament)


@act
def conquer() -> Call:
    tournament = battle("conquer", 2, terms={"fee": {"gold": 50}})
    factories.order(tournament, "a", "seize b"), factories.order(tournament, "b", "-")
    return close(tournament)


@act
def kill() -> Call:
    tournament = battle("death", 2)
    factories.order(tournament, "a", "seize b"), factories.order(tournament, "b", "-")
    return close(tournament)


@act
def open_a_chest() -> Call:
    tournament = factories.announce("conquer", seats=2, terms={"chests": {"minimum": 1, "maximum": 100}})
    for seat in "ab":
        factories.enter(tournament, ruler(), seat, chest=30)
    lifecycle.start(tournament_id=tournament.pk)
    factories.order(tournament, "a", "loot b"), factories.order(tournament, "b", "fall")
    return close(tournament)


@act
def abdicate() -> Call:
    tournament = battle("gift", 2)
    return partial(orders.give_order, tournament_id=tournament.pk, round_no=1, seat="a", text="abdicate",
                   dynasty=player(tournament))  # fmt: skip


@act(once=True)
def lease() -> Call:
    return partial(rounds.lease, current(battle()))


@act
def note_failure() -> Call:
    return partial(rounds.record_failure, current(battle()), "RuntimeError (resolver.py:1)")


@act
def take_back() -> Call:
    row = current(battle())
    rounds.lease(row)
    return partial(rounds.withdraw_attempt, row)


@act
def retry() -> Call:
    tournament = begin_halted()
    return partial(rounds.retry, tournament_id=tournament.pk, round_no=tournament.round_no)


@act
def resume_by_staff() -> Call:
    return partial(moderation.resume_battle, user=staff(), tournament=begin_halted(), reason="It is mended.")


@act
def give_up_by_staff() -> Call:
    return partial(moderation.cancel_halted, user=staff(), tournament=begin_halted(), reason="It cannot be mended.")


@act
def halt() -> Call:
    return partial(rounds.halt, current(battle()))


def begin_halted() -> Tournament:
    tournament = battle("conquer", 2, terms={"fee": {"gold": 5}})
    rounds.halt(current(tournament))
    return tournament


@act
def resume() -> Call:
    return partial(rounds.resume, tournament_id=begin_halted().pk)


@act
def give_up() -> Call:
    return partial(announcements.cancel_halted, tournament=begin_halted())


@act
def reserve_computers() -> Call:
    row = current(battle())
    return partial(computer_players.reserve, row, clock.now())


@act
def standing_orders() -> Call:
    tournament = battle()
    return partial(
        standing_orders_services.set_orders,
        tournament_id=tournament.pk,
        dynasty=player(tournament),
        texts=["take b", "-"],
    )


@act
def more_time() -> Call:
    tournament = battle(absence={"extensions": 2})
    return partial(extensions.request_extension, tournament_id=tournament.pk, round_no=1, dynasty=player(tournament))


@act
def vote_for_a_pause() -> Call:
    tournament = battle(absence={"pauses": 1})
    agree = partial(votes.agree, tournament_id=tournament.pk, round_no=1, what="pause")
    agree(dynasty=player(tournament, "b"))
    return partial(agree, dynasty=player(tournament))


@act
def take_a_vote_back() -> Call:
    tournament = battle(absence={"pauses": 1}, seats=3)
    what = {"tournament_id": tournament.pk, "round_no": 1, "dynasty": player(tournament), "what": "pause"}
    votes.agree(**what)
    return partial(votes.take_back, **what)


@act
def catch_up() -> Call:
    battle()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now() - timedelta(minutes=9)})
    return outages.catch_up


@act
def choose_leave() -> Call:
    return partial(leave_services.set_automatic, dynasty=somebody(), automatic=True)


def save_leave(tournament: Tournament) -> Dynasty:
    from tournaments.models import LeaveBook

    dynasty = player(tournament)
    LeaveBook.objects.update_or_create(dynasty=dynasty, defaults={"rounds": 100})
    return dynasty


@act
def take_leave() -> Call:
    return partial(
        leave_services.take, dynasty=save_leave(battle(round_seconds=86_400, absence={"leave": True})), days=2
    )


@act
def call_leave_off() -> Call:
    dynasty = save_leave(battle(round_seconds=86_400))
    leave = leave_services.take(dynasty=dynasty, days=2, since=clock.now() + timedelta(days=9))
    return partial(leave_services.cancel, dynasty=dynasty, leave_id=leave.pk)


def asleep() -> Tournament:
    tournament = battle("gift", 2, absence={"volunteers": True})
    Entry.objects.filter(tournament=tournament, seat="b").update(missed=3)
    return tournament


@act
def volunteer() -> Call:
    return partial(stand_ins.volunteer, tournament_id=asleep().pk, dynasty=somebody(), seat="b")


@act
def step_down() -> Call:
    tournament, helper = asleep(), somebody()
    stand_ins.volunteer(tournament_id=tournament.pk, dynasty=helper, seat="b")
    return partial(stand_ins.step_down, tournament_id=tournament.pk, dynasty=helper)


@act
def call_a_computer() -> Call:
    tournament = battle("gift", 2)
    return partial(stand_ins.call_computer, tournament_id=tournament.pk, dynasty=player(tournament))


@act
def forget_a_battle() -> Call:
    tournament = battle("training", 2)
    factories.order(tournament, "a", "win"), factories.order(tournament, "b", "-")
    close(tournament)()
    return partial(retention.delete_tournament, tournament.pk)


# ── Talk and its staff ─────────────────────────────────────────────────────────────────────────────────────


def post_line() -> Any:
    return chat.post(tournament=battle(), dynasty=somebody(), room="public", text=f"Well met, {name()}")


def staff() -> User:
    return User.objects.create_user(f"{name()}@example.org", "a long password", is_staff=True)


@act(once=True)
def say() -> Call:
    tournament = battle()
    return partial(chat.post, tournament=tournament, dynasty=player(tournament), room="table", text="Well met")


@act
def mute() -> Call:
    return partial(chat.mute, dynasty=somebody(), author=somebody())


@act
def unmute() -> Call:
    one, other = somebody(), somebody()
    chat.mute(dynasty=one, author=other)
    return partial(chat.unmute, dynasty=one, author=other)


@act
def report() -> Call:
    return partial(chat.report, dynasty=somebody(), message=post_line(), reason="spam")


@act
def remove_message() -> Call:
    return partial(moderation.remove_message, user=staff(), message=post_line(), reason="rude words")


@act
def silence() -> Call:
    return partial(moderation.silence, user=staff(), dynasty=somebody(), reason="rude words")


@act
def take_down() -> Call:
    announced = cup("gift", 3, 2, organiser=somebody())
    return partial(moderation.take_down, user=staff(), tournament=announced, reason="rude words")


@act
def take_down_series() -> Call:
    return partial(moderation.take_down_series, user=staff(), row=season(), reason="rude words")


@act
def hear_again() -> Call:
    user, dynasty = staff(), somebody()
    moderation.silence(user=user, dynasty=dynasty, reason="rude words")
    return partial(moderation.end_silence, user=user, dynasty=dynasty, reason="it is better")


@act
def dismiss() -> Call:
    made = chat.report(dynasty=somebody(), message=post_line(), reason="spam")
    return partial(moderation.dismiss_report, user=staff(), report=made, reason="nothing in it")


@act
def forget_factors() -> Call:
    owner = somebody().user
    TOTP.activate(owner, generate_totp_secret())
    return partial(moderation.remove_factors, user=staff(), owner=owner, reason="answered from her address")


# ── Series ─────────────────────────────────────────────────────────────────────────────────────────────────


def setup() -> series.Setup:
    return series.Setup("ladder", "conquer", "scripted", "stage", {}, terms.read({}), 2, 60,
                        clock.now() + factories.HOUR, rounds=2, points=(3, 1))  # fmt: skip


def season() -> Any:
    return series.announce(organiser=somebody(), title="The Jade Season", setup=setup())


@act(once=True)
def announce_series() -> Call:
    return partial(series.announce, organiser=somebody(), title="The Jade Season", setup=setup())


@act
def join_series() -> Call:
    emperor = ruler()
    return partial(series.join, series=season(), dynasty=emperor.dynasty, emperor=emperor)


def join_season() -> tuple[Any, Emperor]:
    made, emperor = season(), ruler()
    series.join(series=made, dynasty=emperor.dynasty, emperor=emperor)
    return made, emperor


@act
def send_another() -> Call:
    made, emperor = join_season()
    return partial(series.send_emperor, series=made, dynasty=emperor.dynasty, emperor=ruler(emperor.dynasty))


@act
def leave_series() -> Call:
    made, emperor = join_season()
    return partial(series.leave, series=made, dynasty=emperor.dynasty)


@act
def cancel_series() -> Call:
    made = season()
    return partial(series.cancel, series=made, by=made.organiser)


@act
def draw_a_round() -> tuple[Call, datetime]:
    made, _emperor = join_season()
    other = ruler()
    series.join(series=made, dynasty=other.dynasty, emperor=other)
    return partial(series.advance, series_id=made.pk), made.starts_at + SECOND


# ── Casual battles ─────────────────────────────────────────────────────────────────────────────────────────

ANN, BEN = "a" * 22, "b" * 22


def casual(**requests: Any) -> Tournament:
    return casual_battles.create(
        setup=casual_battles.Setup(**requests), token=ANN, address=f"192.0.2.{next(numbers) % 250}"
    )


@act(once=True)
def make_casual() -> Call:
    return partial(casual_battles.create, setup=casual_battles.Setup(), token=ANN, address="192.0.2.251")


@act
def take_a_casual_seat() -> Call:
    made = casual(mode="link", people=2, computers=0)
    return partial(
        casual_seats.accept_invitation,
        invitation=casual_keys.make_invitation(ANN, made.code, "b"),
        token=BEN,
        name="Ben",
    )


@act
def start_casual() -> Call:
    made = casual(mode="link", people=3, computers=0, field="delta-3")
    casual_seats.accept_invitation(invitation=casual_keys.make_invitation(ANN, made.code, "b"), token=BEN, name="Ben")
    return partial(casual_seats.start, tournament=made, key=casual_keys.hash_token(ANN))


@act
def leave_casual() -> Call:
    return partial(casual_seats.leave, tournament=casual(), key=casual_keys.hash_token(ANN))


@act
def order_casual() -> Call:
    made = casual()
    return partial(casual_orders.give, tournament=made, key=casual_keys.hash_token(ANN), round_no=1, seat="a", text="-")


@act
def take_casual_order_back() -> Call:
    made = casual()
    casual_orders.give(tournament=made, key=casual_keys.hash_token(ANN), round_no=1, seat="a", text="-")
    return partial(casual_orders.take_back, tournament=made, key=casual_keys.hash_token(ANN), round_no=1, seat="a")


@act
def sit_down() -> Call:
    made = casual(mode="hot_seat", people=2, computers=0)
    return partial(casual_orders.begin_turn, tournament=made, key=casual_keys.hash_token(ANN), seat="a")


def casual_vote() -> dict[str, Any]:
    """Begin a casual battle of two people, and return Ann's vote for a pause in it."""
    made = casual(mode="link", people=2, computers=0)
    invitation = casual_keys.make_invitation(ANN, made.code, "b")
    casual_seats.accept_invitation(invitation=invitation, token=BEN, name="Ben")
    return {"tournament": made, "key": casual_keys.hash_token(ANN), "round_no": 1, "what": "pause"}


@act
def vote_for_a_casual_pause() -> Call:
    ballot = casual_vote()
    pauses.agree(**ballot | {"key": casual_keys.hash_token(BEN)})
    return partial(pauses.agree, **ballot)


@act
def take_a_casual_vote_back() -> Call:
    ballot = casual_vote()
    pauses.agree(**ballot)
    return partial(pauses.take_back, **ballot)


@act(once=True)
def say_ready_words() -> Call:
    ballot = casual_vote()
    return partial(casual_words.say, tournament=ballot["tournament"], key=ballot["key"], words="luck")


@act
def mute_a_casual_seat() -> Call:
    ballot = casual_vote()
    return partial(casual_words.mute, tournament=ballot["tournament"], key=ballot["key"], seat="b", is_muted=True)


@act
def forget_casual() -> Call:
    made = casual()
    return partial(casual_retention.forget_if_idle, made.pk, ("running",), clock.now() + factories.HOUR)
