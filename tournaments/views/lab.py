"""The lab: a visitor orders for every seat of any position. The whole state is in the address."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from battlefield import fields, game, records
from battlefield.formations import Formation
from battlefield.outlook import Outlook, Row, outlook
from battlefield.pieces import SEATS as LETTERS
from battlefield.rulesets import Ruleset
from core import rate_limits
from core.error_status import get_status
from core.errors import DomainError
from core.json_types import Json
from core.limits import EVALUATED_WEIGHT, LAB_ADDRESS, OUTCOMES, OUTCOMES_A_MINUTE, OUTCOMES_WEIGHT
from core.sentences import fill
from players import thinking
from players.reviews import preview
from tournaments.access import viewers
from tournaments.domain import game_errors
from tournaments.lab import state as state_module
from tournaments.lab.editor import arrange
from tournaments.lab.state import Lab, PlayedRound
from tournaments.models import Round
from tournaments.presenters.context import format_with_letters, get_battle_context, parse_number
from tournaments.selectors import battles, evaluations
from tournaments.services import reviews
from tournaments.views import responses

DEFAULT_FIELD = "cross-4"
ADVISER = thinking.GREEDY
"""How the computer player thinks that gives hints: a quick one, which never strolls as the level of that name does."""
MIN_SEATS = 2
MIN_OUTCOMES = 100
"""Replies that are played through on however large a board."""
LAB_ACTIONS = {"close": state_module.close_round, "undo": state_module.undo, "here": state_module.restart_here}


@dataclass(frozen=True)
class SeatRow:
    """A seat that may order, and its order."""

    letter: str
    order: str
    pieces: int


@dataclass(frozen=True)
class PieceFate:
    """What may become of one piece."""

    row: Row
    played: int
    address: str
    """The lab in which the reply that takes it is given; empty where none does."""

    @property
    def shares(self) -> list[tuple[str, int, int]]:
        """Return (safe, bounced or taken; how often; in percent)."""
        counts = (("safe", self.row.safe), ("bounced", self.row.bounced), ("taken", self.row.taken))
        return [(name, count, round(100 * count / self.played)) for name, count in counts]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the lab of an address; with an action in it, redirect to the lab that results."""
    try:
        if "b" not in request.GET:
            return redirect_to_lab(build_lab(request))
        found = state_module.read(request.GET)
        changed = read_action(request.GET, found)
        return redirect_to_lab(changed) if changed else render_lab(request, found)
    except DomainError as error:
        return respond_to_error(request, error)


@require_POST
def open_record(request: HttpRequest) -> HttpResponse:
    """Open a lab on the battle of a record, with its rounds; of a long battle only as it stood at the end."""
    rate_limits.hit("outcomes", viewers.get_client_address(request), {rate_limits.MINUTE: OUTCOMES_A_MINUTE})
    try:
        return redirect_to_lab(read_record(request.POST.get("record", "")))
    except DomainError as error:
        return respond_to_error(request, error)


def read_record(text: str) -> Lab:
    """Return the lab of a record; raise DomainError where it holds no battle on a board, or an illegal order."""
    try:
        record = records.read(text)
    except ValueError as error:
        raise DomainError(
            "bad_lab", _("This is no record of a battle on a board, or one of its orders is illegal.")
        ) from error
    whole = Lab(state_module.open_at(record.opening).opening, record.rounds)
    try:
        return state_module.read(state_module.write_parts(whole))
    except DomainError:
        played = record.replay()
        return state_module.open_at(played[-1][0] if played else record.opening)


def build_lab(request: HttpRequest) -> Lab:
    """Return a lab on a battlefield by name, or on the diagram in the address."""
    diagram = request.GET.get("diagram", "")
    if len(diagram) > LAB_ADDRESS * 4:
        raise DomainError("bad_lab", _("This address is too long for a lab."))
    try:
        formation = Formation.read(diagram) if diagram.strip() else fields.load(read_field(request))
        return set_up(formation)
    except ValueError as error:
        raise game_errors.to_domain_error(
            error, "bad_lab", _("This address holds no board that can be set up.")
        ) from error


def set_up(formation: Formation) -> Lab:
    """Return a lab on a formation, by the usual rules."""
    opening = state_module.build_battle(formation, Ruleset(), formation.board.targets)
    return state_module.read(state_module.write_parts(Lab(opening)))


def read_field(request: HttpRequest) -> str:
    """Return the battlefield that the address names; the default one if it names none."""
    field = request.GET.get("field", "")
    return field if field in fields.FIELDS else DEFAULT_FIELD


def read_action(parts: Mapping[str, str], found: Lab) -> Lab | None:
    """Return the lab after the action in an address or a form; None where there is no action."""
    if "give" in parts:
        return state_module.give_order(found, parts["give"])
    if "set" in parts:
        return arrange(found, parts["set"])
    if seat := parts.get("ask"):
        return state_module.give_order(found, f"{seat}.{advise_order(found, seat)}")
    turn = LAB_ACTIONS.get(parts.get("do", ""))
    return turn(found) if turn else None


def advise_order(found: Lab, seat: str) -> str:
    """Return the order that a computer player would give for a seat."""
    state = found.now
    if seat not in state.to_act:
        raise DomainError("bad_lab", _("This seat does not fight here."))
    past = [(played.before, dict(played.orders)) for played in found.rounds]
    return thinking.choose_order(ADVISER, state, seat, Random(state.number), past)


def redirect_to_lab(lab: Lab) -> HttpResponse:
    """Redirect to the address of a lab."""
    return redirect(f"{reverse('lab')}?{state_module.write_query(lab)}")


def respond_to_error(request: HttpRequest, error: DomainError) -> HttpResponse:
    """Show an error, and keep the lab where there is one."""
    if responses.wants_json(request):
        return responses.build_error_problem(error)
    status = get_status(error.code)
    try:
        found = state_module.read(request.GET)
    except DomainError:
        return render(request, "lab/invalid.html", {"sentence": str(error), "fields": list_titles()}, status=status)
    return render_lab(request, found, error_text=str(error), status=status)


def render_lab(
    request: HttpRequest, found: Lab, *, error_text: str = "", status: int = 200, more: Json | None = None
) -> HttpResponse:
    """Render the lab: the board, the orders, the rounds, and what may happen; `more`: about the room that it is in."""
    now, seat, rounds = found.now, request.GET.get("look", ""), describe_rounds(found)
    orders = dict(found.orders)
    context = {
        "lab": found,
        "now": now,
        "query": state_module.write_query(found),
        "error_text": error_text,
        "fields": list_titles(),
        "data": build_board_data(found, rounds) | {"version": more["room"].version if more else 0},
        "seats": [SeatRow(each, orders.get(each, ""), len(now.formation.of(each))) for each in now.to_act],
        "rounds": rounds[::-1],
        "rules": describe_rules(now.ruleset),
        "letters": LETTERS[:8],
        "parameters": [(name, value) for name, value in request.GET.items() if name in set(state_module.PARTS)],
    }
    if seat in now.to_act and not error_text:
        context |= build_outcomes(request, found, seat)
    judged = request.GET.get("judge", "")
    if judged in now.to_act and not error_text:
        context |= build_evaluation(request, found, judged)
    return render(request, "lab/lab.html", context | (more or {}), status=status)


def build_board_data(found: Lab, rounds: list[Json]) -> Json:
    """Return the data of the board component."""
    now = found.now
    reach = game.reach(now)
    orders = [
        {"seat": seat, "from": text.partition("-")[0], "to": text.partition("-")[2]}
        for seat, text in found.orders
        if len(text) > 1 and "-" in text
    ]
    legal = {tile: goals for each in reach.values() for tile, goals in each.items()}
    return {
        "position": game.view(now),
        "reach": reach,
        "rounds": rounds[-1:],
        "all": rounds,
        "you": {"seat": "", "legal": legal, "orders": orders},
    }


def describe_rounds(found: Lab) -> list[Json]:
    """Return all rounds of a lab in words."""
    return [describe_round(played) for played in found.shown]


def describe_round(played: PlayedRound) -> Json:
    """Return a round in words, with letters for seats."""
    before = game.view(played.before)
    sentences = [format_with_letters(sentence) for sentence in game.event_words(played.events)]
    reasons = game.event_reasons(before, played.events, played.before.ruleset.as_json())
    why = [
        {name: story[name] for name in ("piece", "seat", "kind", "at")}
        | {"words": " ".join(map(format_with_letters, story["sentences"]))}
        for story in reasons
    ]
    return {
        "number": played.before.number,
        "before": before,
        "orders": played.orders,
        "events": played.events,
        "after": game.view(played.after),
        "told": sentences,
        "why": why,
    }


def build_outcomes(request: HttpRequest, found: Lab, seat: str) -> Json:
    """Return what may become of the pieces of a seat under its order."""
    try:
        rate_limits.hit("outcomes", viewers.get_client_address(request), {rate_limits.MINUTE: OUTCOMES_A_MINUTE})
    except DomainError as error:
        return {"looked": seat, "outcomes_error": str(error)}
    text = dict(found.orders).get(seat, "-")
    most = max(min(OUTCOMES, OUTCOMES_WEIGHT // state_module.get_weight(found.now)), MIN_OUTCOMES)
    counted = outlook(found.now, seat, text, most, Random(f"{state_module.write_query(found)} {seat}"))
    return {
        "looked": seat,
        "text": text,
        "outlook": counted,
        "counted": describe_count(counted),
        "fates": [PieceFate(row, counted.played, build_reply_url(found, seat, text, row)) for row in counted.rows],
    }


def build_evaluation(request: HttpRequest, found: Lab, seat: str) -> Json:
    """Return what the position promises every seat, and what a seat should order; a worker makes what takes long."""
    shown: Json = {"judged": seat}
    state = game.write(found.now)
    evaluation = evaluations.find(state)
    try:
        check_judged(found)
        if evaluation is None:
            reviews.ask_evaluation(state=state, address=viewers.get_client_address(request))
    except DomainError as error:
        return shown | {"evaluation_error": str(error)}
    evaluation = evaluation or evaluations.PENDING
    if "failed" in evaluation:
        return shown | {"evaluation_error": _("This position cannot be evaluated.")}
    chances = evaluation.get("chances") or preview(found.now)
    shown |= {
        "chances": [(each, round(100 * share)) for each, share in chances.items()],
        "pending": "pending" in evaluation,
    }
    return shown if shown["pending"] else shown | describe_advice(found, evaluation["advice"][seat], seat)


def check_judged(found: Lab) -> None:
    """Raise DomainError where a position is not evaluated: too large, of one seat, or open in a battle under way."""
    if len(found.now.to_act) < MIN_SEATS:
        raise DomainError("bad_lab", _("Only a position in which several seats fight can be evaluated."))
    if state_module.get_weight(found.now) > EVALUATED_WEIGHT:
        raise DomainError("bad_lab", _("This position is too large to be evaluated."))
    if evaluations.is_under_way(found.now):
        raise DomainError(
            "bad_lab", _("This position is being fought over right now: it is evaluated once that round is over.")
        )


def describe_advice(found: Lab, advice: Json, seat: str) -> Json:
    """Return the mixture of a seat and the replies that matter, in percent, each with the lab in which it is given."""
    return {
        "mixture": [describe_option(found, seat, *option) for option in advice["mixture"]],
        "replies": [describe_option(found, *reply) for reply in advice["replies"]],
    }


def describe_option(found: Lab, seat: str, order: str, often: float, chance: float) -> Json:
    query = state_module.write_query(state_module.give_order(found, f"{seat}.{order}"))
    return {"seat": seat, "order": order, "often": round(100 * often), "chance": round(100 * chance), "query": query}


def describe_count(counted: Outlook) -> str:
    """Return in words which replies the numbers count."""
    if counted.exact:
        return fill(
            ngettext(
                "Exact: the one reply of the others was played through.",
                "Exact: all %(count)s replies of the others were played through.",
                counted.total,
            ),
            {"count": counted.total},
        )
    return fill(
        _("A sample: %(played)s of %(total)s replies, drawn by chance."),
        {
            "played": counted.played,
            "total": f"{counted.total:.1e}" if counted.total > 10**9 else counted.total,
        },
    )


def build_reply_url(found: Lab, seat: str, text: str, row: Row) -> str:
    """Return the address of the lab in which the others give the reply that takes the piece."""
    if not row.threat:
        return ""
    return state_module.write_query(Lab(found.opening, found.closed, ((seat, text), *row.threat)))


def describe_rules(rules: Ruleset) -> list[str]:
    """Return in words the rules that decide a round, without those that end a battle."""
    sentences = game.rule_words(rules.as_json())[len(rules.goals) : -1]
    return [fill(_(message), fields) for message, fields in sentences]


def list_titles() -> list[tuple[str, str]]:
    """Return the titles of the battlefields."""
    return [(name, _(game.field_words(name)[0])) for name in game.field_names()]


@require_safe
def battle_lab(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to a lab on a battle as it is, or before one of its rounds with the orders of that round."""
    battle = get_battle_context(request, code)
    if battle.game.VIEW != "board":
        raise Http404
    number = parse_number(request.GET.get("round", ""))
    played = Round.objects.filter(tournament=battle.tournament, number=number or 0).exclude(closed_at=None).first()
    if played is None:
        return redirect_to_lab(state_module.open_at(battles.get_state(battle.tournament, battle.current)))
    opened = state_module.open_at(game.read(played.state))
    return redirect_to_lab(Lab(opened.opening, (), tuple((seat, text) for seat, text in played.orders or [])))
