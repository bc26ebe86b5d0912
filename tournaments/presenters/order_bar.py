"""The bar of a battle page in words: whose move it is, what to do, and what is being waited for.

static/js/pages/battle/order-bar.js says the same as the battle goes on.
"""

from collections.abc import Callable

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from battlefield import game
from core import clock
from core.sentences import fill
from tournaments.domain import games
from tournaments.domain.battle_types import BattleState, Seat
from tournaments.domain.durations import format_duration
from tournaments.models import Tournament
from tournaments.presenters import verdict
from tournaments.presenters.context import BattleContext

Words = tuple[str, str]
"""A title, and what stands beside it."""


def describe_bar(battle: BattleContext, state: BattleState) -> dict[str, str]:
    """Return the state of the bar, with its title and text, for the reader of this state.

    `thinks` is "computer" while the text says that computer players think, else blank; `until` is there in a pause.
    """
    name = find_state(battle, state)
    title, text = WORDS[name](battle, state)
    thinks = "computer" if name in AWAITING and is_thought_about(state) else ""
    bar = {"state": AT_ONE_SCREEN.get(name, name), "title": title, "text": text, "thinks": thinks}
    until = battle.tournament.paused_until
    return bar | {"until": until.isoformat()} if name == "paused" and until else bar


def find_state(battle: BattleContext, state: BattleState) -> str:
    """Return the state that comes first: what stops everybody, then what the reader has done or is to do."""
    tournament, you = battle.tournament, state["you"]
    if tournament.status == Tournament.Status.FINISHED:
        return "over"
    if tournament.status == Tournament.Status.HALTED:
        return "halted"
    if tournament.paused_until and clock.now() < tournament.paused_until:
        return "paused"
    shared = list_shared(battle, state)
    if you is None:
        return "handing" if shared else "watching"
    own = find_own_state(next(each for each in state["seats"] if each["seat"] == you["seat"]), state)
    return {"sent": "sealed", "last": "choosing"}.get(own, own) if len(shared) > 1 else own


def find_own_state(own: Seat, state: BattleState) -> str:
    """Return the state of a reader with a seat in a battle that goes on."""
    if own["fallen"]:
        return "fallen"
    if state["you"] and state["you"]["order"]:
        return "sent"
    if not own["to_act"]:
        return "waiting"
    if own["asleep"]:
        return "asleep"
    others = [each for each in state["seats"] if each["to_act"] and each["seat"] != own["seat"]]
    return "last" if others and not list_awaited(state, own["seat"]) else "choosing"


def list_shared(battle: BattleContext, state: BattleState) -> list[Seat]:
    """Return the seats of all who order at the reader's screen in turn; empty where each has a screen of their own."""
    table = battle.table
    if table is None or not table.hot:
        return []
    owned = table.list_owned_seats(battle.viewer.key)
    return [each for each in state["seats"] if each["seat"] in owned and each["to_act"] and not each["fallen"]]


def find_next_at_screen(battle: BattleContext, state: BattleState) -> str:
    """Return the name of whose turn at the screen is next; blank where all there have ordered."""
    here = state["you"]["seat"] if state["you"] else ""
    names = (each["emperor"] for each in list_shared(battle, state) if not each["ready"] and each["seat"] != here)
    return next(names, "")


def describe_hand_over(battle: BattleContext, state: BattleState) -> Words:
    """Return who takes the screen that nobody has; or, after the last one, for whom the round waits."""
    if following := find_next_at_screen(battle, state):
        title = fill(_("Pass the device to %(name)s"), {"name": following})
        return title, _("Orders are given in turn, each in secret.")
    return _("Everyone has given an order"), describe_awaited(battle, state)


def describe_sealed(battle: BattleContext, state: BattleState) -> Words:
    """Return what comes after an order at a screen that several share."""
    if following := find_next_at_screen(battle, state):
        return _("Sealed"), fill(_("Hand the screen over to %(name)s."), {"name": following})
    return _("Sealed"), _("Close the round when you are done.")


def describe_choice(battle: BattleContext, state: BattleState) -> Words:
    """Return what the reader chooses first: on a board a piece, on a map a territory, but for a number in a fight."""
    if games.GAMES[battle.tournament.game].VIEW == "board":
        return _("Your turn"), _("Choose a piece")
    questions = {"defend": _("Say how many dice you roll"), "occupy": _("Say how many armies move in")}
    return _("Your turn"), questions.get(state["position"].get("phase", ""), _("Choose a territory"))


def list_awaited(state: BattleState, own: str = "") -> list[Seat]:
    """Return the other seats whose orders are still awaited; rounds do not wait for seats that are asleep."""
    return [each for each in state["seats"] if each["seat"] != own
            and each["to_act"] and not (each["ready"] or each["fallen"] or each["asleep"])]  # fmt: skip


def list_awaited_by_reader(state: BattleState) -> list[Seat]:
    """Return the seats for which the reader waits."""
    return list_awaited(state, state["you"]["seat"] if state["you"] else "")


def is_thought_about(state: BattleState) -> bool:
    """Return whether the reader waits for computer players alone."""
    awaited = list_awaited_by_reader(state)
    return bool(awaited) and all(each["computer"] for each in awaited)


def describe_awaited(battle: BattleContext, state: BattleState) -> str:
    """Return whom the round waits for: one by name, several by number; computer players think."""
    awaited = list_awaited_by_reader(state)
    if not awaited:
        return _("The round closes now.")
    if len(awaited) == 1:
        text = _("%(name)s thinks …") if is_thought_about(state) else _("waiting for %(name)s")
        return fill(text, {"name": awaited[0]["emperor"]})
    if is_thought_about(state):
        return fill(_("%(number)s computer players think …"), {"number": len(awaited)})
    return fill(_("waiting for %(number)s players"), {"number": len(awaited)})


def describe_audience(battle: BattleContext, state: BattleState) -> Words:
    """Return how many are ready, for somebody without a seat; where one alone is to act, who it is."""
    if sum(each["to_act"] for each in state["seats"]) == 1:
        return _("You are watching"), describe_awaited(battle, state)
    fighting = [each for each in state["seats"] if not each["fallen"]]
    counted = {"ready": sum(each["ready"] for each in fighting), "seats": len(fighting)}
    return _("You are watching"), fill(_("%(ready)s of %(seats)s are ready"), counted)


def describe_pause(battle: BattleContext, state: BattleState) -> Words:
    """Return until when the battle is paused, and how much time of the round stands still meanwhile."""
    until = battle.tournament.paused_until
    moment = date_format(localtime(until), "DATETIME_FORMAT") if until else ""
    if until is None or battle.current is None:
        return _("Paused"), fill(_("by vote, until %(moment)s"), {"moment": moment})
    left = format_duration(max(0, int((battle.current.deadline - until).total_seconds())))
    words = _("by vote, until %(moment)s; %(left)s of the round are left then")
    return _("Paused"), fill(words, {"moment": moment, "left": left})


def describe_end(battle: BattleContext, state: BattleState) -> Words:
    """Return how the battle ended for the reader, and why."""
    reader = verdict.get_reader_seat(battle)
    title = verdict.describe_verdict(battle, reader) or verdict.describe_winner(battle)
    return title, verdict.describe_reason(battle, reader) if battle.tournament.outcome else ""


def describe_fall(battle: BattleContext, state: BattleState) -> Words:
    """Return what is left for a reader who is out: to watch, and to review a battle of a game that has reviews."""
    title = _("You are out") if battle.resigned is None else _("You resigned")
    if battle.tournament.game == game.NAME:
        return title, _("Watch on, and review it later.")
    return title, _("You can watch to the end.")


AT_ONE_SCREEN = {"handing": "waiting", "sealed": "sent"}
"""States of a screen that several share, and the states that they are for the page."""
AWAITING = ("sent", "waiting", "handing")
"""States whose text says whom the reader waits for."""
WORDS: dict[str, Callable[[BattleContext, BattleState], Words]] = {
    "over": describe_end,
    "halted": lambda battle, state: (
        _("This round could not be resolved"),
        _("All orders are kept, and the site tries again by itself."),
    ),
    "paused": describe_pause,
    "watching": describe_audience,
    "handing": describe_hand_over,
    "sealed": describe_sealed,
    "fallen": describe_fall,
    "sent": lambda battle, state: (_("Sent"), describe_awaited(battle, state)),
    "waiting": lambda battle, state: (_("Not your turn"), describe_awaited(battle, state)),
    "asleep": lambda battle, state: (_("You missed three rounds"), _("Send an order to rejoin.")),
    "last": lambda battle, state: (_("All others are ready"), _("Your order ends the round.")),
    "choosing": describe_choice,
}
"""Title and text of each state."""
