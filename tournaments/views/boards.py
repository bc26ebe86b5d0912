"""The pages of boards: the list, one board with its balance report, and the editor."""

from typing import NotRequired, TypedDict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from battlefield import battles, fields, game, measured
from battlefield.battles import Battle
from battlefield.formations import Formation
from battlefield.pieces import SEATS as LETTERS
from battlefield.rulesets import Ruleset
from battlefield.surveys import Survey
from core.error_status import get_status
from core.errors import DomainError
from core.json_types import Json
from core.limits import BALANCE_BATTLES, BALANCE_PIECES, SEATS
from core.sentences import fill
from dynasty.selectors import dynasties
from tournaments.domain import board_balance
from tournaments.models import DrawnBoard
from tournaments.selectors import boards
from tournaments.services import boards as boards_services
from tournaments.views import responses

PAGE_SIZE = 24
"""Boards on one page of the list."""
MAX_CURSOR_LENGTH = 120
BLANK_FIELD = "duel-2"
"""What an empty table begins with: it is easier to change a board than to begin with none."""


@require_safe
def all_boards(request: HttpRequest) -> HttpResponse:
    """List the boards that come with the game and those that players drew."""
    page = boards.get_page(request.GET.get("cursor", "")[:MAX_CURSOR_LENGTH], PAGE_SIZE)
    context = {
        "page": page,
        "drawn": [(board, build_position(boards_services.parse_drawing(board.drawing))) for board in page.boards],
        "own": [(name, *map(_, fields.words(name)), build_position(fields.load(name))) for name in fields.FIELDS],
        "dynasty": dynasties.find_dynasty_of(request.user),
    }
    return render(request, "boards/boards.html", context)


@require_safe
def included_board(request: HttpRequest, name: str) -> HttpResponse:
    """Show a board that comes with the game, and how battles on it went."""
    if name not in fields.FIELDS:
        raise Http404
    title, sentence = map(_, fields.words(name))
    context = {
        "name": name,
        "title": title,
        "sentence": sentence,
        "historical": name in fields.HISTORICAL,
        "position": build_position(fields.with_chests(name)),
        "rules": [build_offer(name, preset) for preset in fields.list_presets(name)],
        "followed": boards.is_followed(request.user.pk, name),
    }
    return render(request, "boards/included.html", context)


def build_offer(name: str, preset: str) -> dict[str, object]:
    """Return a preset that a board is offered with, and what was measured of it."""
    title, sentence, _rules = game.presets()[preset]
    figures = [found for found in measured.find_figures(name) if found.preset == preset]
    shares = [build_shares(found) for found in figures]
    seats = zip(fields.load(name).seats, zip(*shares, strict=True), strict=True) if shares else ()
    return {
        "title": _(title),
        "sentence": _(sentence),
        "figures": list(map(build_figures, figures)),
        "seats": [{"seat": seat, "shares": of_levels} for seat, of_levels in seats],
    }


def build_figures(found: measured.Figures) -> dict[str, object]:
    """Return measured figures of a level as the page shows them: parts of all battles in per cent."""
    return {
        "level": found.level,
        "battles": found.battles,
        "short": found.rounds[0],
        "median": found.rounds[1],
        "long": found.rounds[2],
        "first_take": found.first_take,
        "draws": 100 * found.draws / found.battles,
        "limits": 100 * found.limits / found.battles,
    }


def build_shares(found: measured.Figures) -> list[dict[str, float]]:
    """Return each seat's share of the victories and its interval, in per cent."""
    return [
        {"share": 100 * share, "low": 100 * low, "high": 100 * high}
        for share, (low, high) in zip(found.shares, found.intervals, strict=True)
    ]


def build_position(formation: Formation) -> Json:
    """Return a formation as a page draws it, whether or not it can be played."""
    return game.view(
        Battle(formation, Ruleset(), formation.seats, formation.board.targets, {}, throne=formation.board.throne)
    )


def get_board_or_404(code: str) -> DrawnBoard:
    """Return the drawn board with this code; raise Http404 if there is none."""
    board = boards.get_by_code(code)
    if board is None:
        raise Http404
    return board


@require_safe
def board(request: HttpRequest, code: str) -> HttpResponse:
    """Show a board with its author, origin and balance; `part=report` is the balance report alone."""
    drawn = get_board_or_404(code)
    dynasty = dynasties.find_dynasty_of(request.user)
    context = {"board": drawn, "report": build_report(drawn), "dynasty": dynasty, "field": boards.get_field_name(drawn)}
    if request.GET.get("part") == "report":
        return render(request, "boards/_report.html", context)
    formation = boards_services.parse_drawing(drawn.drawing)
    survey = Survey(formation)
    opening = battles.begin(formation, Ruleset())
    remixes = drawn.remixes.filter(shelved_at=None).select_related("author").order_by("-drawn_at")[:PAGE_SIZE]
    context |= {
        "survey": survey,
        "position": game.view(opening),
        "remixes": remixes,
        "mine": dynasty is not None and dynasty.pk == drawn.author_id,
        "followed": boards.is_followed(request.user.pk, boards.get_field_name(drawn)),
    }
    return render(request, "boards/board.html", context)


def build_report(drawn: DrawnBoard) -> dict[str, object]:
    """Return the balance report, as far as it has been measured."""
    row = drawn.balance
    shares = board_balance.compute_shares(row.wins)
    letter = board_balance.grade_wins(row.wins) if row.done_at else ""
    words = {name: sentence for name, _most, sentence in board_balance.GRADES}
    rows = [
        {
            "seat": each.seat,
            "wins": each.wins,
            "share": 100 * each.share,
            "low": 100 * each.low,
            "high": 100 * each.high,
        }
        for each in shares
    ]
    part = max(row.battles / BALANCE_BATTLES, row.pieces / BALANCE_PIECES[1])
    return {
        "done": row.done_at is not None,
        "battles": row.battles,
        "part": round(100 * part),
        "grade": letter,
        "words": words.get(letter, ""),
        "shares": rows,
        "fair": 100 / drawn.seats,
        "player": row.player,
        "won": sum(each.wins for each in shares),
    }


@require_safe
def text(request: HttpRequest, code: str) -> HttpResponse:
    """Return the drawing as a text file."""
    drawn = get_board_or_404(code)
    named = {"Content-Disposition": f'attachment; filename="board-{drawn.code}.txt"'}
    return HttpResponse(drawn.drawing, content_type="text/plain; charset=utf-8", headers=named)


@require_http_methods(["GET", "HEAD", "POST"])
def editor(request: HttpRequest) -> HttpResponse:
    """Draw a board: with the mouse, or as text where there is no script."""
    after = boards.get_by_code(request.GET.get("like", "")[:10])
    if request.method != "POST":
        return render_editor(request, get_initial_drawing(request, after), "", after)
    sent = request.POST.get("drawing", "").replace("\r\n", "\n"), request.POST.get("title", "")
    if request.POST.get("go") != "save":
        return render_editor(request, *sent, after)
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        messages.error(request, _("Log in and found a dynasty: a board is drawn in its name."))
        return render_editor(request, *sent, after, status=403)
    try:
        drawn = boards_services.create(author=dynasty, title=sent[1], drawing=sent[0], after=after)
    except DomainError as error:
        messages.error(request, str(error))
        return render_editor(request, *sent, after, status=get_status(error.code))
    messages.success(request, _("The board is on the list. It is being measured."))
    return redirect("board", drawn.code)


def get_initial_drawing(request: HttpRequest, after: DrawnBoard | None) -> str:
    """Return the drawing to start from: another board's, or one that comes with the game."""
    if after is not None:
        return after.drawing
    name = request.GET.get("like", "")
    return boards_services.format_drawing(fields.load(name if name in fields.FIELDS else BLANK_FIELD))


def render_editor(
    request: HttpRequest, text: str, title: str, after: DrawnBoard | None, status: int = 200
) -> HttpResponse:
    """Render the editor with a drawing and what was found in it."""
    context = {
        "drawing": text,
        "title": title,
        "after": after,
        "inspection": inspect_drawing(text),
        "letters": LETTERS[: SEATS[1]],
        "dynasty": dynasties.find_dynasty_of(request.user),
    }
    return render(request, "boards/editor.html", context, status=status)


class Inspection(TypedDict):
    """The findings about a drawing; without a position it cannot be read."""

    position: Json | None
    drawing: NotRequired[str]
    objections: list[str]
    code: str
    remarks: NotRequired[list[str]]


def inspect_drawing(text: str) -> Inspection:
    """Return the findings about a drawing, for the page and its script."""
    try:
        formation = boards_services.parse_drawing(text)
    except DomainError as error:
        return {"position": None, "objections": [str(error)], "code": error.code}
    survey = Survey(formation, SEATS[1])
    objections = [fill(_(each.sentence), each.fields) for each in survey.objections]
    return {
        "position": build_position(formation),
        "drawing": boards_services.format_drawing(formation),
        "objections": objections,
        "code": survey.objections[0].code if objections else "",
        "remarks": list_remarks(survey),
    }


def list_remarks(survey: Survey) -> list[str]:
    """Return in words what is uneven or unreachable on a board."""
    if survey.objections:
        return []
    remarks = (
        [
            _(
                "The board can be turned or mirrored so that every seat takes the place of every other: it is fair by "
                "its shape."
            )
        ]
        if survey.symmetric
        else [
            _("No rotation or mirror image makes all seats equal; the balance report will show how even the board is.")
        ]
    )
    if unreached := survey.unreached:
        remarks.append(fill(_("No Emperor finds a way to: %(tiles)s."), {"tiles": ", ".join(map(str, unreached[:12]))}))
    if not survey.even:
        remarks += [
            fill(
                _("Seat %(seat)s: pawns %(pawns)s, first orders %(orders)s, steps to the nearest rival %(steps)s."),
                {"seat": camp.seat.upper(), "pawns": camp.pawns, "orders": camp.orders, "steps": camp.to_rival},
            )
            for camp in survey.camps
        ]
    return remarks


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """Return the findings about a drawing as JSON, with an error code if the board cannot be played."""
    inspection = inspect_drawing(request.POST.get("drawing", "").replace("\r\n", "\n"))
    return JsonResponse(inspection, status=get_status(inspection["code"]) if inspection["position"] is None else 200)


@login_required
@require_POST
def shelve(request: HttpRequest, code: str) -> HttpResponse:
    """Take a board off the list."""
    drawn, dynasty = get_board_or_404(code), dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    try:
        boards_services.shelve(board=drawn, by=dynasty)
    except DomainError as error:
        return responses.respond_to_error(request, error, "board", code)
    messages.success(request, _("The board is off the list. Battles on it go on."))
    return redirect("boards")
