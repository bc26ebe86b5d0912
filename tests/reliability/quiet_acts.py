"""Acts that few see: of programs, browsers, boards, queued orders, rematches, and the site's own work."""

import json
from datetime import datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.test import Client

from core import clock
from dynasty.models import Delivery, User, Webhook
from dynasty.services import (
    achievements,
    api_tokens,
    delivery,
    following,
    founding,
    idempotency,
    log_ins,
    notifications,
    ratings,
    web_push,
)
from dynasty.services.ratings import Fighter
from dynasty.services.webhooks import registration, sending
from dynasty.services.webhooks.sending import Answer
from players.campaign.matches import Course
from tests import factories
from tests.campaign.drawing.test_drawing import draw
from tests.reliability.acts import ACTS, ANN, BEN, Call, act, battle, casual, close, name, player, somebody
from tests.tournaments.test_boards import LINE
from tournaments.domain import casual_keys
from tournaments.models import Balance, LevelRecord, OrderPuzzle, Round, SelfCheck, Tournament
from tournaments.services import board_measurement, boards, integrity, puzzles, queued_orders, rounds, search_index
from tournaments.services import reviews as review_services
from tournaments.services.casual import battles as casual_battles
from tournaments.services.casual import level_records
from tournaments.services.casual import orders as casual_orders
from tournaments.services.casual import positions as casual_positions
from tournaments.services.casual import seats as casual_seats
from tournaments.services.closing import together
from tournaments.services.maps import drawing as map_drawing
from tournaments.services.maps import measurement
from tournaments.services.order_puzzles import making, solving, streaks

__all__ = ["ACTS"]
YEAR = timedelta(days=366)

# ── Programs ───────────────────────────────────────────────────────────────────────────────────────────────


def user() -> User:
    return User.objects.create_user(f"{name()}@example.org", "a long password")


@act(once=True)
def give_token() -> Call:
    return partial(api_tokens.create, user=user(), name="A player", scopes=["play"], days=30)


@act
def revoke_token() -> Call:
    token, _secret = api_tokens.create(user=user(), name="A player", scopes=["play"], days=30)
    return partial(api_tokens.revoke, user=token.user, code=token.code)


@act
def note_use_of_token() -> Call:
    token, _secret = api_tokens.create(user=user(), name="A player", scopes=["play"], days=30)
    return partial(api_tokens.record_use, token=token, at=clock.now())


@act
def mark_program() -> Call:
    return partial(founding.mark_program, dynasty=somebody())


def reply_to(founder: User) -> Call:
    """Return a request that founds a dynasty, with an idempotency key."""
    called = name()

    def found() -> idempotency.Reply:
        dynasty = founding.found_dynasty(user=founder, name=called, motto="", emblem=founding.emblems.DEFAULT)
        return idempotency.Reply(201, dynasty.code)

    return partial(idempotency.run_once, user=founder, key="a key", request_hash="a digest", act=found)


@act
def do_once() -> Call:
    return reply_to(user())


@act
def forget_replies() -> tuple[Call, datetime]:
    reply_to(user())()
    return idempotency.delete_old, clock.now() + YEAR


@act
def forget_log_ins() -> tuple[Call, datetime]:
    Client().force_login(user())
    return log_ins.delete_expired, clock.now() + YEAR


# ── Notices ────────────────────────────────────────────────────────────────────────────────────────────────


def browser(dynasty: Any, number: int = 1) -> Call:
    return partial(web_push.subscribe, dynasty=dynasty, endpoint=f"https://fcm.googleapis.com/{dynasty.code}{number}",
                   p256dh="k" * 87, auth="a" * 22)  # fmt: skip


@act
def subscribe() -> Call:
    return browser(somebody())


@act
def unsubscribe() -> Call:
    known = browser(somebody())()
    return partial(web_push.unsubscribe, dynasty=known.dynasty, endpoint=known.endpoint)


def webhook() -> Webhook:
    """Return a webhook for which a message waits."""
    made, _secret = registration.create(dynasty=somebody(), address="https://example.org/hook", kinds=["turn"])
    notifications.notify(dynasty=made.dynasty, kind="turn", key="turn", facts={})
    return made


@act(once=True)
def make_webhook() -> Call:
    return partial(registration.create, dynasty=somebody(), address="https://example.org/hook", kinds=["turn"])


@act
def change_webhook() -> Call:
    made = webhook()
    return partial(registration.change, dynasty=made.dynasty, code=made.code, kinds=["late"], active=True)


@act(once=True)
def renew_secret() -> Call:
    made = webhook()
    return partial(registration.renew_secret, dynasty=made.dynasty, code=made.code)


@act
def test_webhook() -> Call:
    made = webhook()
    return partial(registration.send_test, dynasty=made.dynasty, code=made.code)


@act
def delete_webhook() -> Call:
    made = webhook()
    return partial(registration.delete, dynasty=made.dynasty, code=made.code)


@act(once=True)
def reseal_webhooks() -> Call:
    webhook()
    return registration.reseal


@act
def claim_webhook() -> Call:
    webhook()
    return sending.claim_next


@act
def record_call() -> Call:
    return partial(sending.record, delivery_id=webhook().deliveries.get().pk, answer=Answer(204))


@act
def record_last_failure() -> Call:
    made = webhook()
    return partial(sending.record, delivery_id=made.deliveries.get().pk, answer=Answer(410))


@act
def forget_messages() -> tuple[Call, datetime]:
    webhook()
    return sending.delete_old, clock.now() + YEAR


@act
def tick_off() -> Call:
    battle()
    due = list(Delivery.objects.filter(done_at=None).order_by("pk")[:5])
    return partial(delivery.mark_done, due, Delivery.Result.SENT)


@act
def forget_notices() -> tuple[Call, datetime]:
    battle()
    return notifications.delete_old, clock.now() + YEAR


# ── Boards, puzzles and the site's looks at itself ─────────────────────────────────────────────────────────


def reviewable() -> Tournament:
    """Return a battle of one round."""
    tournament = battle("honour", game="emperors", field="duel-2")
    for seat, order in (("a", "C3-C4"), ("b", "abdicate")):
        factories.order(tournament, seat, order)
    close(tournament)()
    return factories.again(tournament)


@act(once=True)
def ask_for_review() -> Call:
    return partial(review_services.ask, tournament=reviewable(), address="10.0.0.1")


@act(once=True)
def claim_review() -> Call:
    review_services.ask(tournament=reviewable(), address="10.0.0.1")
    return review_services.claim


@act
def save_review() -> Call:
    row = review_services.ask(tournament=reviewable(), address="10.0.0.1")
    return partial(review_services.save_piece, row, [{"chances": {}, "orders": {}}])


def puzzle() -> OrderPuzzle:
    """Build a puzzle of the first round of a duel."""
    over = reviewable()
    first = Round.objects.get(tournament=over, number=1)
    return OrderPuzzle(
        state=first.state,
        seat="a",
        given="-",
        solution={"chances": {"-": 0.2, "C3-C4": 0.6}, "often": {"C3-C4": 1.0}},
        theme="capture",
        source=over.code,
        number=1,
        rating=1500.0,
        deviation=400.0,
        made_at=clock.now(),
    )


def add_puzzle() -> OrderPuzzle:
    row = puzzle()
    row.save()
    return row


@act
def save_puzzles() -> Call:
    review = review_services.ask(tournament=reviewable(), address="10.0.0.1")
    return partial(making.save, review, [puzzle()])


@act
def choose_daily_puzzle() -> Call:
    add_puzzle()
    return partial(making.choose_daily, day=puzzles.get_today())


@act
def answer_puzzle() -> Call:
    return partial(solving.record_answer, puzzle=add_puzzle(), dynasty=somebody(), order="C3-C4")


@act(once=True)
def carry_streak() -> Call:
    today = clock.get_day(clock.now())
    row = add_puzzle()
    OrderPuzzle.objects.filter(pk=row.pk).update(day=today)
    return partial(streaks.carry, dynasty=somebody(), day=today, days=3)


@act
def draw_board() -> Call:
    return partial(boards.create, author=somebody(), title="The Line", drawing=LINE)


@act
def shelve_board() -> Call:
    board = boards.create(author=somebody(), title="The Line", drawing=LINE)
    return partial(boards.shelve, board=board, by=board.author)


@act
def write_measure() -> Call:
    board = boards.create(author=somebody(), title="The Line", drawing=LINE)
    return partial(board_measurement.save_piece, Balance.objects.get(board=board), 7, {"a": 4, "b": 3}, False)


def ring() -> dict[str, Any]:
    return {"author": somebody(), "title": "The Ring", "drawing": json.dumps(draw())}


@act
def draw_map() -> Call:
    return partial(map_drawing.create, **ring())


@act
def shelve_map() -> Call:
    drawn = map_drawing.create(**ring())
    return partial(map_drawing.shelve, drawn=drawn, by=drawn.author)


@act
def write_map_measure() -> Call:
    row = map_drawing.create(**ring()).balances.order_by("pk")[0]
    return partial(measurement.save_battles, row=row, courses=[Course(("a",), "domination", 3)])


@act
def keep_puzzle() -> Call:
    day = puzzles.get_today()
    return partial(puzzles.save_puzzle, day, puzzles.generate_round(day))


def stop_watch() -> Any:
    """Stop the clock: how long a look took is written down, and is to be equal each time."""
    return patch.object(integrity, "time", SimpleNamespace(monotonic=lambda: 5.0))


@act
def record_check() -> Call:
    def run_check() -> None:
        with stop_watch():
            integrity.record_check(SelfCheck.Kind.VERIFY, 3.0, ["a finding"], {"battles": 7})

    return run_check


@act
def begin_replays_again() -> Call:
    integrity.record_check(SelfCheck.Kind.REPLAY, 3.0, [], {"battles": 7})
    return integrity.reset_replays


@act(once=True)
def rate_unnamed_battle() -> Call:
    fighters = [Fighter(1, somebody()), Fighter(2, somebody()), Fighter(2, level="greedy", rating=1450)]
    return partial(ratings.rate_battle, place=None, family="board", pace="live", at=clock.now(), fighters=fighters)


@act
def rate_battle() -> Call:
    fighters = [Fighter(1, somebody()), Fighter(2, somebody())]
    return partial(ratings.rate_battle, place="cup", family="map", pace="daily", at=clock.now(), fighters=fighters)


# ── Queued orders, the next player at the screen, and the same once more ───────────────────────────────────


@act
def queue_orders() -> Call:
    tournament = battle()
    return partial(
        queued_orders.queue, tournament_id=tournament.pk, round_no=1, dynasty=player(tournament), texts=["take b"]
    )


@act
def queue_casual() -> Call:
    made = casual()
    return partial(
        queued_orders.queue_by_key,
        tournament_id=made.pk,
        round_no=1,
        key=casual_keys.hash_token(ANN),
        seat="a",
        texts=["-"],
    )


@act
def queued_order_is_given() -> Call:
    tournament = battle()
    queued_orders.queue(tournament_id=tournament.pk, round_no=1, dynasty=player(tournament), texts=["take b"])
    factories.order(tournament, "a", "-"), factories.order(tournament, "b", "-")
    return partial(rounds.close_round, tournament_id=tournament.pk, round_no=1)


def begin_several() -> list[Round]:
    """Return the open rounds of some battles in which all orders are in."""
    begun = [battle("gift", 2) for _battle in range(3)]
    for tournament in begun:
        factories.order(tournament, "b", "-"), factories.order(tournament, "a", "-")
    return list(Round.objects.filter(tournament__in=begun, closed_at=None).order_by("pk"))


@act
def close_many() -> Call:
    return partial(together.close_together, due=begin_several())


@act(once=True)
def lease_many() -> Call:
    return partial(rounds.lease_all, begin_several())


@act
def withdraw_many() -> Call:
    due = begin_several()
    rounds.lease_all(due)
    return partial(rounds.withdraw_attempts, due)


@act
def hand_over_the_screen() -> Call:
    made = casual(mode="hot_seat", people=2, computers=0)
    key = casual_keys.hash_token(ANN)
    casual_orders.begin_turn(tournament=made, key=key, seat="a")
    casual_orders.give(tournament=made, key=key, round_no=1, seat="a", text="-")
    return partial(casual_orders.end_turn, made, key)


def over() -> Tournament:
    """Return a casual battle of Ann and Ben that Ben has won."""
    made = casual(mode="link", people=2, computers=0)
    casual_seats.accept_invitation(invitation=casual_keys.make_invitation(ANN, made.code, "b"), token=BEN, name="Ben")
    for token, seat, text in ((ANN, "a", "abdicate"), (BEN, "b", "-")):
        casual_orders.give(tournament=made, key=casual_keys.hash_token(token), round_no=1, seat=seat, text=text)
    assert rounds.close_round(tournament_id=made.pk, round_no=1)
    return made


@act
def rematch() -> Call:
    return partial(casual_battles.get_or_create_rematch, tournament=over(), token=ANN, address="192.0.2.251")


@act(once=True)
def play_on_from_a_round() -> Call:
    return partial(
        casual_positions.play_on,
        tournament=reviewable(),
        number=1,
        seat="a",
        level="random",
        token=ANN,
        address="192.0.2.250",
    )


@act
def forget_position() -> tuple[Call, datetime]:
    row = casual_positions.save_position(reviewable(), 1, "a drawing")
    return partial(casual_positions.forget_if_unused, row.pk), clock.now() + YEAR


@act
def forget_level_records() -> Call:
    LevelRecord.objects.create(holder="5f", level="novice", played_at=clock.now() - timedelta(days=100))
    return level_records.forget_old


@act
def join_rematch() -> Call:
    made = over()
    casual_battles.get_or_create_rematch(tournament=made, token=BEN, address="192.0.2.251")
    return partial(casual_battles.get_or_create_rematch, tournament=made, token=ANN, address="192.0.2.252")


# ── Following ──────────────────────────────────────────────────────────────────────────────────────────────


@act
def follow_a_dynasty() -> Call:
    return partial(following.follow, follower=somebody(), dynasty=somebody())


@act
def follow_no_longer() -> Call:
    follower, other = somebody(), somebody()
    following.follow(follower=follower, dynasty=other)
    return partial(following.unfollow, follower=follower, dynasty=other)


@act
def follow_a_board() -> Call:
    return partial(boards.follow, follower=somebody(), field="duel-2")


@act
def follow_a_board_no_longer() -> Call:
    follower = somebody()
    boards.follow(follower=follower, field="duel-2")
    return partial(boards.unfollow, follower=follower, field="duel-2")


# ── The search ─────────────────────────────────────────────────────────────────────────────────────────────


@act
def index_a_batch() -> Call:
    dynasty = somebody()
    search_index.drop_entries(kind="dynasty", codes=[dynasty.code])
    return partial(search_index.index_batch, kind="dynasty", ids=[dynasty.pk])


@act
def drop_what_is_gone() -> Call:
    dynasty = somebody()
    return partial(search_index.drop_entries, kind="dynasty", codes=[dynasty.code])


@act
def award_bettors() -> Call:
    with clock.set_back(clock.now() - timedelta(days=70)):
        bettor = factories.found(name())
        for number in range(20):
            factories.log_bet(bettor, number, returned=150)
    return achievements.award_bettors
