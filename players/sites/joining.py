"""The command `emperors join`: a player of this machine plays a battle on a site to its end."""

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlsplit

from battlefield import fields
from battlefield.traces import line

from .. import authors, contests
from ..ladder import Choice
from .client import ApiError, CannotJoin, NoAnswer, Site
from .replica import Replica

SHORTEST, LONGEST, GROWTH = 0.5, 10.0, 1.5
"""Seconds between two questions whether anything has happened: after something did, at most, and how they grow."""
GONE = ("cancelled", "finished")
IDLE = ("ready", "unready", "pools", "said", "vote")
"""Events after which there is nothing new to order."""
CONFLICT = 409
SHOWN = ("conflict", "took", "pushed", "fell", "vanished", "collected")
GAME = "emperors"
Show = Callable[[str], None]


class BadAddress(CannotJoin):
    """An address or arguments with which no battle can be joined."""


class PlayerFailed(CannotJoin):
    """The player gave no legal order, and nothing was sent."""


@dataclass(frozen=True)
class Goal:
    """What an address leads to: a site, one of its tournaments, or a seat in a casual battle."""

    site: str
    code: str = ""
    invitation: str = ""


def read_address(text: str) -> Goal:
    """Return what an address leads to, such as a browser shows it.

    >>> read_address("https://play.example.org/tournament/k3x9/").code
    'k3x9'
    >>> read_address("https://play.example.org/casual/seat/AbC/").invitation
    'AbC'
    >>> read_address("http://localhost:8000/")
    Goal(site='http://localhost:8000', code='', invitation='')
    """
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadAddress(f"{text} is no address of a site. Give one such as https://play.example.org/.")
    site, path = f"{parts.scheme}://{parts.netloc}", [part for part in parts.path.split("/") if part]
    if path[:1] == ["tournament"] and len(path) > 1:
        return Goal(site, code=path[1])
    if path[:2] == ["casual", "seat"] and len(path) > 2:
        return Goal(site, invitation=path[2])
    return Goal(site)


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("address", metavar="URL", help="a site, the page of a tournament, or an invitation to a seat")
    command.add_argument("--player", required=True, help="a level, a file with a function choose, or hand")
    command.add_argument("--name", default="", help="of the Emperor")
    command.add_argument("--level", default="greedy", help="of the computer players in a battle made for this")
    command.add_argument("--board", default="duel-2", metavar="BOARD", help="of a battle made for this: a name")
    command.add_argument("--rules", default="classic", metavar="RULES", help="of a battle made for this: a name")
    command.add_argument("--seed", default="1", help="of the player's luck")


def run(options: argparse.Namespace) -> int:
    """Join a battle, play it to its end, and print how it ended."""
    goal = read_address(options.address)
    choose = authors.find_player(options.player)
    site = Site(goal.site, os.environ.get("EMPERORS_TOKEN", ""), os.environ.get("EMPERORS_KEY", ""))
    code = take_seat(site, goal, options)
    print(f"{goal.site}/tournament/{code}/", flush=True)
    try:
        print(play_battle(site, code, choose, Random(options.seed), lambda text: print(text, flush=True)))
    except KeyboardInterrupt:
        raise BadAddress(f"\nThe seat stays yours. {describe_way_back(site, code, options.player)}") from None
    except (PlayerFailed, NoAnswer) as error:
        raise type(error)(f"{error}\n{describe_way_back(site, code, options.player)}") from error
    return 0


def describe_way_back(site: Site, code: str, player: str) -> str:
    key = f"EMPERORS_KEY={site.key} " if site.key and not site.token else ""
    return f"To go on: {key}emperors join {site.address}/tournament/{code}/ --player {player}"


def take_seat(site: Site, goal: Goal, options: argparse.Namespace) -> str:
    """Return the code of the battle in which the player has a seat now: its own, an entered or a made one."""
    if goal.invitation:
        site.token = ""  # a seat of guests, whoever asks
        return sit_down(site, site.call("POST", "casual/seats/", {"invitation": goal.invitation, "name": options.name}))
    if goal.code:
        check_game(site, goal.code)
        if site.call("GET", f"tournaments/{goal.code}/state/")["you"] is None:
            enter(site, [goal.code], options.name)
        return goal.code
    if site.token:
        return enter(site, list_open(site), options.name)
    seats = len(fields.load(options.board).seats) if options.board in fields.FIELDS else 2
    setup = {"field": options.board, "preset": options.rules, "level": options.level, "computers": seats - 1}
    return sit_down(site, site.call("POST", "casual/", {**setup, "name": options.name}))


def sit_down(site: Site, answer: Mapping[str, Any]) -> str:
    """Keep the key of a casual seat, and return the code of its battle."""
    site.key, site.token = str(answer["key"]), ""
    return str(answer["code"])


def check_game(site: Site, code: str) -> None:
    """Raise BadAddress where the tournament is of a game that these players do not know."""
    if site.call("GET", f"tournaments/{code}/")["tournament"]["game"] != GAME:
        raise BadAddress("This tournament is a campaign; players of this command know battles on boards only.")


def list_open(site: Site) -> list[str]:
    """Return the codes of announced tournaments on boards that have a seat left."""
    return [
        card["code"]
        for card in site.call("GET", "tournaments/")
        if card["game"] == GAME and (card["taken"] or 0) < card["seats"]
    ]


def enter(site: Site, codes: Sequence[str], name: str) -> str:
    """Enter the first of these tournaments that lets the dynasty in, and return its code."""
    if not site.token:
        raise BadAddress("Set EMPERORS_TOKEN to a token, or EMPERORS_KEY to the key of a casual seat, to play there.")
    refusal: ApiError | None = None
    emperor = ""
    for code in codes:
        for seat in site.call("GET", f"tournaments/{code}/state/")["free"]:
            emperor = emperor or find_emperor(site, name)
            try:
                site.call("POST", f"tournaments/{code}/entry/", {"emperor": emperor, "seat": seat})
                return code
            except ApiError as error:
                refusal = error
    raise BadAddress(f"No seat could be taken. {refusal or 'No tournament on a board has a seat left.'}")


def find_emperor(site: Site, name: str) -> str:
    """Return the code of an emperor at court, raised now where there is none of that name."""
    own = site.call("GET", f"dynasties/{site.call('GET', 'court/')['dynasty']['code']}/emperors/")
    for emperor in own:
        if emperor["state"] == "at_court" and name in ("", emperor["name"]):
            return str(emperor["code"])
    raised = {"name": name or f"Program {Random().randrange(1000)}", "gender": "o", "birth_date": "1400-01-01"}
    return str(site.call("POST", "court/emperors/", raised)["code"])


class News:
    """The events of a battle, asked for ever more rarely while nothing happens."""

    def __init__(self, site: Site, code: str) -> None:
        self.site, self.code, self.last = site, code, 0

    def read(self) -> bool:
        """Read the events since the last one; return whether one of them may concern an order."""
        new = False
        while found := self.site.call("GET", f"tournaments/{self.code}/events/?since={self.last}"):
            self.last = found[-1]["number"]
            new = new or any(event["type"] not in IDLE for event in found)
        return new

    def wait(self) -> None:
        """Return as soon as something has happened."""
        pause = SHORTEST
        while not self.read():
            self.site.wait(pause)
            pause = min(LONGEST, pause * GROWTH)


def play_battle(site: Site, code: str, choose: Choice, luck: Random, show: Show) -> str:
    """Give an order in every round to the end; return the result in a sentence."""
    replica, news, shown, tried = Replica(site, code), News(site, code), 0, 0
    news.read()  # before the state, so that nothing between the two is missed
    while True:
        state = site.call("GET", f"tournaments/{code}/state/?since={shown}")
        shown = show_rounds(state, shown, show)
        status, own = state["tournament"]["status"], state["you"]
        if status in GONE:
            return describe_result(state)
        if own is None:
            raise BadAddress("You have no seat in this battle. Check EMPERORS_TOKEN and EMPERORS_KEY.")
        step = state["tournament"]["step"]
        if status == "running" and own["legal"] and own["order"] is None and tried != step:
            replica.follow(state)
            tried = step if give_order(site, replica, state, choose, luck) else 0
        news.wait()


def give_order(site: Site, replica: Replica, state: Mapping[str, Any], choose: Choice, luck: Random) -> bool:
    """Let the player choose, and send what it chose; return whether the site took it."""
    assert replica.battle is not None
    try:
        order = choose(replica.battle, state["you"]["seat"], luck, replica.past)
    except (Exception, SystemExit) as error:
        raise PlayerFailed(f"The player failed in round {replica.battle.number}: {contests.reason(error)}.") from error
    try:
        site.call("PUT", f"tournaments/{replica.code}/order/", {"step": state["tournament"]["step"], "order": order})
    except ApiError as error:
        if error.status != CONFLICT:  # too late, or paused: the next event says what there is to do
            raise
        return False
    return True


def show_rounds(state: Mapping[str, Any], shown: int, show: Show) -> int:
    """Show the rounds that closed after that number; return the number of the last one."""
    for closed in state["rounds"]:
        show(f"{closed['number']}. " + ", ".join(f"{seat} {text}" for seat, text in closed["orders"] or ()))
        for step in closed["events"]:
            if step["kind"] in SHOWN:
                show(f"   {line(step)}")
    return max(shown, int(state["tournament"]["rounds_closed"]))


def describe_result(state: Mapping[str, Any]) -> str:
    """Return how the battle ended, in a sentence."""
    frame = state["tournament"]
    outcome, own = frame["outcome"], (state["you"] or {}).get("seat")
    if not outcome:
        return f"The battle was called off: {frame['why'] or 'no reason is given'}."
    names = {seat["seat"]: f"{seat['seat']} ({seat['emperor']})" for seat in state["seats"]}
    who = ", ".join(names.get(seat, seat) for seat in outcome["winners"])
    you = "" if own is None else " You won." if own in outcome["winners"] and not outcome["draw"] else ""
    return f"{'Draw between' if outcome['draw'] else 'Won by'} {who}: {outcome['by']}.{you}"
