"""Two worlds that are the same but for one secret, and everything that others see, hear and could overhear of them."""

import logging
import os
import random
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from celery import current_app
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from core import clock
from dynasty.models import Dynasty, StreamEvent, User
from dynasty.services import api_tokens, event_streams
from tests import factories
from tournaments.models import Tournament
from tournaments.services import bets, notifications, rounds

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)
WORLD = ("/", "/play/", "/ranking/", "/treasury/", "/market/", "/api/v1/ranking/", "/api/v1/treasury/",
         "/api/v1/dynasties/", "/api/v1/tournaments/", "/api/v1/schema/", "/healthz")  # fmt: skip
OF_TOURNAMENT = ("", "?part=news", "state", "state?since=0", "record", "round/1", "round/2", "talk", "acts",
                 "proof.json", "round/1.svg")  # fmt: skip
IN_API = ("", "state/", "rounds/1/", "rounds/2/", "record/", "talk/", "table/", "votes/", "acts/",
          "events/?stream=battle", "events/?stream=seat", "order/", "standing-orders/", "bets/", "entry/")  # fmt: skip
OF_DYNASTY = ("", "log", "log?kind=wealth", "log.csv", "log.json")
OWN = ("/court/", "/court/wealth/", "/court/wealth.json", "/court/bets/", "/notices/", "/api/v1/court/",
       "/api/v1/court/transfers/", "/api/v1/notices/")  # fmt: skip
ASKED = ("OPTIONS", "HEAD", "PUT", "POST")
"""Besides GET: what an address answers to these must not depend on the secret either."""
Observation = dict[str, bytes]
Secret = Callable[["Battle"], None]
"""What the owner of seat a does in secret."""


@dataclass
class World:
    """One of the two. Chance starts anew before each act, so that a secret draw moves nothing that comes after it."""

    luck: random.Random
    overheard: list[str] = field(default_factory=list)
    """What goes over the channel layer, to the workers, and into the logs."""

    def again(self, act: str) -> None:
        self.luck.seed(act)


@dataclass
class Battle:
    """A running battle of a against b, whom others watch."""

    world: World
    tournament: Tournament
    owner: Dynasty
    viewers: dict[str, Client]

    @property
    def number(self) -> int:
        return int(factories.again(self.tournament).round_no)

    def close(self) -> None:
        assert rounds.close_round(tournament_id=self.tournament.pk, round_no=self.number)
        notifications.notify_due()


class LogListener(logging.Handler):
    """Keeps every line that is logged."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self.heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{record.name} {record.getMessage()}")


SAVEPOINT = re.compile(r'"s\d+_x\d+"')


class QueryListener:
    """Keeps the text of every query, and not its values: in which row a secret is stored is no secret.

    Savepoints are numbered through the life of the process: their numbers are left out.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.texts.append(SAVEPOINT.sub("", sql))
        return execute(sql, params, many, context)

    def write(self) -> bytes:
        return "\n".join(["", f"{len(self.texts)} queries", *self.texts]).encode()


@contextmanager
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Yield a world that is deleted afterwards, with the random numbers and the clock of its twin."""
    luck = random.Random()
    made = World(luck)
    made.again("the beginning")
    monkeypatch.setattr(secrets, "choice", luck.choice)
    monkeypatch.setattr(secrets, "token_hex", lambda size=16: luck.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size=16: luck.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_bytes", luck.randbytes)
    monkeypatch.setattr(os, "urandom", luck.randbytes)  # where ids come from
    overhear(monkeypatch, made.overheard)
    listener = LogListener(made.overheard)
    logging.getLogger().addHandler(listener)
    cache.clear()
    try:
        with time_machine.travel(NOON, tick=False), clock.freeze(NOON), transaction.atomic():
            yield made
            transaction.set_rollback(True)
    finally:
        logging.getLogger().removeHandler(listener)


def overhear(monkeypatch: pytest.MonkeyPatch, heard: list[str]) -> None:
    """Do at once what waits for the commit, and note what is sent to workers and to the channel layer."""

    async def sent(group: str, message: dict[str, Any]) -> None:
        heard.append(f"layer {group} {sorted(message.items())}")

    monkeypatch.setattr(transaction, "on_commit", lambda act, *_given, **_named: act())
    monkeypatch.setattr(current_app, "send_task", lambda *given, **named: heard.append(f"task {given} {named}"))
    monkeypatch.setattr(get_channel_layer(), "group_send", sent)


def begin(made: World, game: str, field: str, opening: Sequence[tuple[str, str]], **announced: Any) -> Battle:
    """Return the battle after some rounds, with everybody who looks at it: opponent, bettor, spectator, program …"""
    tournament = factories.announce("honour", game=game, field=field, terms={"stake": 10, "betting": True}, **announced)
    houses = [factories.found(name) for name in ("Ming", "Qing", "Tudor", "Valois")]
    emperors = [factories.born(house, f"{house.name} I", points=20) for house in houses]
    for seat, emperor in zip("ab", emperors, strict=False):
        factories.enter(tournament, emperor, seat)
    bets.place_bet(tournament=tournament, dynasty=houses[2], emperor=emperors[2], seat="a", asset="gold", amount=50)
    assert factories.lifecycle.start(tournament_id=tournament.pk)
    battle = Battle(made, factories.again(tournament), houses[0], viewers(houses))
    for orders in opening:
        for seat, text in zip("ab", orders, strict=True):
            factories.order(tournament, seat, text)
        battle.close()
    return battle


def viewers(houses: Sequence[Dynasty]) -> dict[str, Client]:
    """Return everybody but the owner, by name."""
    _ming, qing, tudor, valois = houses
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    _row, token = api_tokens.create(user=valois.user, name="reader", scopes=["read", "play"], days=30)
    found = {name: Client() for name in ("nobody", "opponent", "bettor", "watcher", "staff")}
    for name, user in {"opponent": qing.user, "bettor": tudor.user, "watcher": valois.user, "staff": staff}.items():
        found[name].force_login(user)
    return found | {"program": Client(headers={"Authorization": f"Bearer {token}"})}


def addresses(battle: Battle) -> list[str]:
    """Return everything that there is to read of a battle, of the owner of the secret, and of the world."""
    code, owner = battle.tournament.code, battle.owner
    emperor = owner.emperors.get().code
    return [
        *WORLD, *OWN, f"/emperor/{emperor}/", f"/api/v1/emperors/{emperor}/",
        *(f"/tournament/{code}/{part}" for part in OF_TOURNAMENT),
        *(f"/api/v1/tournaments/{code}/{part}" for part in IN_API),
        *(f"/dynasty/{owner.code}/{part}" for part in OF_DYNASTY),
        *(f"/api/v1/dynasties/{owner.code}/{part}" for part in ("", "emperors/", "log/", "reputation/", "seasons/")),
    ]  # fmt: skip


def looks(battle: Battle) -> list[tuple[str, str, str]]:
    """Return all that can be asked: (viewer, method, address)."""
    code = battle.tournament.code
    asked = [(who, "GET", address) for who in battle.viewers for address in addresses(battle)]
    endpoints = (f"/api/v1/tournaments/{code}/order/", f"/api/v1/tournaments/{code}/", f"/tournament/{code}/order",
             f"/api/v1/tournaments/{code}/standing-orders/")  # fmt: skip
    return asked + [(who, method, endpoint) for who in battle.viewers for method in ASKED for endpoint in endpoints
                    if who != "opponent" or method in ("OPTIONS", "HEAD")]  # fmt: skip


def observe(battle: Battle, wanted: Sequence[tuple[str, str, str]]) -> Observation:
    """Return status, headers and body of what each is answered, what was overheard, and all events of others.

    With each answer stands what the database was asked for it: another number of queries is another time to answer.
    """
    found = {}
    for who, method, address in wanted:
        name = f"{who} {method} {address}"
        battle.world.again(name)
        queries = QueryListener()
        with connection.execute_wrapper(queries):
            answer = battle.viewers[who].generic(method, address)
        cookies = sorted(morsel.OutputString() for morsel in answer.cookies.values())
        head = f"{answer.status_code} {dict(answer.items())} {cookies}\n"
        found[name] = head.encode() + answer.getvalue() + queries.write()
    return found | {"events": repr(list_published(battle)).encode(), "overheard": overheard(battle).encode()}


def list_published(battle: Battle) -> list[tuple[object, ...]]:
    """Return every event of every stream but the owner's own."""
    rows = StreamEvent.objects.exclude(stream__name__in=own_streams(battle)).order_by("stream__name", "number")
    return list(rows.values_list("stream__name", "number", "key", "type", "body"))


def own_streams(battle: Battle) -> tuple[str, str]:
    return f"dynasty:{battle.owner.code}", f"seat:{battle.tournament.code}:a"


def overheard(battle: Battle) -> str:
    """Return what was noted, but for pointers to the owner's own pages, to which a change is no secret."""
    own = tuple(f"layer {event_streams.get_group_name(name)} " for name in own_streams(battle))
    return "\n".join(line for line in battle.world.overheard if not line.startswith(own))


def differing(one: Observation, other: Observation) -> list[str]:
    """Return the names of what differs by a byte or more."""
    return [name for name in sorted({*one, *other}) if one.get(name) != other.get(name)]
