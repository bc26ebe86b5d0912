"""Whether the time that an answer takes tells what the answer does not say.

Two worlds that differ in one secret are asked in pairs, in an order that chance decides each time. The time is that of
this thread on its processor, the database's included: whoever asks over a network sees that and much noise besides, so
what cannot be told here can be told nowhere. `Comparison.share` is the share of pairs in which the one took longer: the
chance of guessing the secret rightly by comparing the two times, 0.5 where time tells nothing.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import median
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.test import Client
from django.urls import reverse

from dynasty.models import User
from dynasty.services import offers
from tests import factories
from tournaments.models import SealedOrder

Act = Callable[[bool], Any]
"""Of the one world (True) or of the other."""
PASSWORD = "a long password 7"


class QuickArgon2(Argon2PasswordHasher):
    """Argon2 that costs little, so that what is done besides it is not lost in it."""

    time_cost, memory_cost, parallelism = 1, 4096, 1


@dataclass(frozen=True)
class Question:
    """Something to ask of two worlds, and how to get the world ready for it, which is not timed."""

    ask: Act
    prepare: Act = lambda _one: None


@dataclass(frozen=True)
class Comparison:
    """What the times of so many pairs say."""

    pairs: int
    share: float
    """Of the pairs in which the one took longer than the other."""
    apart: float
    """Microseconds by which the medians differ."""
    each: float
    """Microseconds that the one takes, at the median."""

    @property
    def doubt(self) -> float:
        """Half of the interval in which the share is with 99.9 %, if time tells nothing."""
        return 3.29 * 0.5 / sqrt(self.pairs)

    @property
    def apparent(self) -> bool:
        return abs(self.share - 0.5) > self.doubt

    def __str__(self) -> str:
        longer = f"{self.share:.3f} ± {self.doubt:.3f} took longer"
        return f"{self.pairs} pairs: {longer}, medians {self.apart:+.0f} µs apart of {self.each:.0f}"


def compare(question: Question, pairs: int, seed: int = 1) -> Comparison:
    """Ask so many times of both worlds; the first pairs warm up and do not count."""
    luck, taken = Random(seed), {True: list[int](), False: list[int]()}
    for number in range(pairs + pairs // 10 + 2):
        first = luck.random() < 0.5
        for one in (first, not first):
            question.prepare(one)
            began = time.thread_time_ns()
            question.ask(one)
            if number >= pairs // 10 + 2:
                taken[one].append(time.thread_time_ns() - began)
    both = list(zip(taken[True], taken[False], strict=True))
    longer = sum((one > other) + (one == other) / 2 for one, other in both)
    medians = {one: median(times) / 1000 for one, times in taken.items()}
    return Comparison(pairs, longer / pairs, medians[True] - medians[False], medians[True])


# ── What is asked ──────────────────────────────────────────────────────────────────────────────────────────


def post(endpoint: str, fields: dict[str, str]) -> Any:
    return Client().post(reverse(endpoint), fields)


def an_account_at_the_log_in() -> Question:
    """Probe whether somebody has an account, by a log-in with a wrong password."""
    User.objects.create_user("known@example.org", PASSWORD)
    address = {True: "known@example.org", False: "other@example.org"}
    return Question(lambda one: post("account_login", {"login": address[one], "password": "not this one 8"}))


def an_account_at_the_reset() -> Question:
    """Probe whether somebody has an account, by asking for another password."""
    User.objects.create_user("known@example.org", PASSWORD)
    address = {True: "known@example.org", False: "other@example.org"}
    return Question(
        lambda one: post("account_reset_password", {"email": address[one]}), lambda _one: mail.outbox.clear()
    )


def a_second_factor_at_the_log_in() -> Question:
    """Probe whether an account has a second factor, by a log-in with a wrong password."""
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    for name in ("plain", "proven"):
        user = User.objects.create_user(f"{name}@example.org", PASSWORD)
        if name == "proven":
            TOTP.activate(user, generate_totp_secret())
    address = {True: "proven@example.org", False: "plain@example.org"}
    return Question(lambda one: post("account_login", {"login": address[one], "password": "not this one 8"}))


def an_offer_to_somebody_else() -> Question:
    """Probe whether there is an offer of that code, which somebody else alone may see."""
    giver, to, reader = (factories.proven(factories.found(name)) for name in ("Ming", "Qing", "Tudor"))
    offer = offers.create(dynasty=giver, gives={"gold": 5}, asks={"silver": 7}, to=to)
    client = Client()
    client.force_login(reader.user)
    code = {True: offer.code, False: "z" * len(offer.code)}
    return Question(lambda one: client.get(f"/market/offer/{code[one]}/"))


def an_order() -> Question:
    """Probe what a rival has ordered and how often it was changed, by the data of the battle."""
    tournament, emperors = factories.begin("gift", 0, 0, game="emperors", field="duel-2", rules={})
    factories.order(tournament, "a", "C3-C4")
    rival = Client()
    rival.force_login(emperors[1].dynasty.user)
    row = SealedOrder.objects.get(round__tournament=tournament, seat="a")
    kept = {True: {"text": "A2-A3", "version": 17}, False: {"text": "-", "version": 1}}
    return Question(lambda _one: rival.get(f"/tournament/{tournament.code}/state"),
                    lambda one: SealedOrder.objects.filter(pk=row.pk).update(**kept[one]))  # fmt: skip


QUESTIONS = (an_order, an_offer_to_somebody_else, an_account_at_the_log_in, a_second_factor_at_the_log_in,
             an_account_at_the_reset)  # fmt: skip
