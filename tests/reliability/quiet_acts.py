"""Acts that few see: of programs, browsers, boards, queued orders, rematches, and the site's own work."""

from datetime import datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.test import Client

from core import clock
from dynasty.models import Delivery, User
from dynasty.services import api_tokens, delivery, founding, idempotency, log_ins, notifications, web_push
from tests import factories
from tests.reliability.acts import ACTS, ANN, BEN, Call, act, battle, casual, name, player, somebody
from tests.tournaments.test_boards import LINE
from tournaments.domain import casual_keys
from tournaments.models import Balance, SelfCheck, Tournament
from tournaments.services import (
    board_measurement,
    boards,
    casual_battles,
    casual_orders,
    casual_seats,
    integrity,
    puzzles,
    queued_orders,
    rounds,
)

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
    """A wish that founds a dynasty, sent with a key."""
    called = name()

    def found() -> idempotency.Reply:
        dynasty = founding.found_dynasty(user=founder, name=called, motto="", emblem=founding.emblems.DEFAULT)
        return idempotency.Reply(201, dynasty.code)

    return partial(idempotency.run_once, user=founder, key="a key", asked="a digest", act=found)


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


@act
def keep_puzzle() -> Call:
    day = puzzles.get_today()
    return partial(puzzles.save_puzzle, day, puzzles.generate_round(day))


def stopped_watch() -> Any:
    """How long a look took is written down, and is to be the same each time."""
    return patch.object(integrity, "time", SimpleNamespace(monotonic=lambda: 5.0))


@act
def note_a_look() -> Call:
    def look() -> None:
        with stopped_watch():
            integrity.record_check(SelfCheck.Kind.VERIFY, 3.0, ["a finding"], {"battles": 7})

    return look


@act
def begin_replays_again() -> Call:
    integrity.record_check(SelfCheck.Kind.REPLAY, 3.0, [], {"battles": 7})
    return integrity.reset_replays


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


@act
def hand_over_the_screen() -> Call:
    made = casual(mode="hot_seat", people=2, computers=0)
    key = casual_keys.hash_token(ANN)
    casual_orders.begin_turn(tournament=made, key=key, seat="a")
    casual_orders.give(tournament=made, key=key, round_no=1, seat="a", text="-")
    return partial(casual_orders.end_turn, made, key)


def over() -> Tournament:
    """A casual battle of Ann and Ben that Ben has won."""
    made = casual(mode="link", people=2, computers=0)
    casual_seats.accept_invitation(invitation=casual_keys.make_invitation(ANN, made.code, "b"), token=BEN, name="Ben")
    for token, seat, text in ((ANN, "a", "abdicate"), (BEN, "b", "-")):
        casual_orders.give(tournament=made, key=casual_keys.hash_token(token), round_no=1, seat=seat, text=text)
    assert rounds.close_round(tournament_id=made.pk, round_no=1)
    return made


@act
def rematch() -> Call:
    return partial(casual_battles.get_or_create_rematch, tournament=over(), token=ANN, address="192.0.2.251")


@act
def join_rematch() -> Call:
    made = over()
    casual_battles.get_or_create_rematch(tournament=made, token=BEN, address="192.0.2.251")
    return partial(casual_battles.get_or_create_rematch, tournament=made, token=ANN, address="192.0.2.252")
