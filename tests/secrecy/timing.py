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

from core import clock
from dynasty.models import User
from dynasty.services import offers
from tests import factories
from tournaments.domain import games
from tournaments.models import Message, SealedOrder, Tournament

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


def begin_teams() -> Tournament:
    """Begin a battle in fog of a and c against b and d, whose players' letters are secret."""
    rules = games.GAMES["campaign.skirmish"].read_rules({"fog": "on", "teams": "two"})
    terms = {"stake": 10, "negotiation": "secret"}
    tournament = factories.announce(
        "honour", seats=4, game="campaign.skirmish", field="grid7x7/D4", rules=rules, terms=terms
    )
    for seat, name in zip("abcd", ("Ming", "Tudor", "Qing", "Song"), strict=True):
        factories.enter(tournament, factories.born(factories.found(name), f"{name} I", points=20), seat)
    factories.lifecycle.start(tournament_id=tournament.pk)
    return factories.again(tournament)


def open_rival(tournament: Tournament) -> Client:
    """Return the browser of the player of seat b."""
    rival, dynasty = Client(), tournament.entries.get(seat="b").dynasty
    assert dynasty and dynasty.user
    rival.force_login(dynasty.user)
    return rival


def an_order_of_the_other_team() -> Question:
    """Probe what the other team has ordered in fog, by the data of the battle."""
    tournament = begin_teams()
    factories.order(tournament, "a", "place A1 2")
    rival, row = open_rival(tournament), SealedOrder.objects.get(round__tournament=tournament, seat="a")
    kept = {True: {"text": "place A1 1; place A2 1", "version": 17}, False: {"text": "-", "version": 1}}
    address = f"/tournament/{tournament.code}/state"
    return Question(
        lambda _one: rival.get(address), lambda one: SealedOrder.objects.filter(pk=row.pk).update(**kept[one])
    )


def the_talk_of_the_other_team() -> Question:
    """Probe whether the other team talks, by the talk of the battle."""
    tournament = begin_teams()
    rival, owner = open_rival(tournament), tournament.entries.get(seat="a").dynasty
    said = {"tournament": tournament, "room": "parley", "dynasty": owner, "from_seat": "a", "among": "ac"}

    def prepare(one: bool) -> None:
        Message.objects.filter(tournament=tournament).delete()
        lines = [Message(text=f"I take A{number}", at=clock.now(), **said) for number in range(10)]
        Message.objects.bulk_create(lines if one else [])

    return Question(lambda _one: rival.get(f"/tournament/{tournament.code}/talk"), prepare)


QUESTIONS = (an_order, an_order_of_the_other_team, the_talk_of_the_other_team, an_offer_to_somebody_else,
             an_account_at_the_log_in, a_second_factor_at_the_log_in, an_account_at_the_reset)  # fmt: skip
