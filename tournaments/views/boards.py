"""The pages of boards: the list, one board with its balance report, and the editor."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from battlefield import battles, fields, game
from battlefield.battles import Battle
from battlefield.formations import Formation
from battlefield.pieces import SEATS as LETTERS
from battlefield.rulesets import Ruleset
from battlefield.surveys import Survey
from core.error_status import get_status
from core.errors import DomainError
from core.limits import BALANCE_BATTLES, BALANCE_PIECES, SEATS
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


def build_position(formation: Formation) -> dict[str, Any]:
    """Return a formation as a page draws it, whether or not it can be played."""
    return game.view(Battle(formation, Ruleset(), formation.seats, formation.board.targets, {}))


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
    }
    return render(request, "boards/board.html", context)


def build_report(drawn: DrawnBoard) -> dict[str, Any]:
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
    given = request.POST.get("drawing", "").replace("\r\n", "\n"), request.POST.get("title", "")
    if request.POST.get("go") != "save":
        return render_editor(request, *given, after)
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        messages.error(request, _("Log in and found a dynasty: a board is drawn in its name."))
        return render_editor(request, *given, after, status=403)
    try:
        drawn = boards_services.create(author=dynasty, title=given[1], drawing=given[0], after=after)
    except DomainError as refused:
        messages.error(request, str(refused))
        return render_editor(request, *given, after, status=get_status(refused.code))
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
        "look": inspect_drawing(text),
        "letters": LETTERS[: SEATS[1]],
        "dynasty": dynasties.find_dynasty_of(request.user),
    }
    return render(request, "boards/editor.html", context, status=status)


def inspect_drawing(text: str) -> dict[str, Any]:
    """Return the findings about a drawing, for the page and its script."""
    try:
        formation = boards_services.parse_drawing(text)
    except DomainError as refused:
        return {"position": None, "objections": [str(refused)], "code": refused.code}
    survey = Survey(formation, SEATS[1])
    objections = [_(each.sentence) % each.fields for each in survey.objections]
    said = {
        "position": build_position(formation),
        "drawing": boards_services.format_drawing(formation),
        "objections": objections,
    }
    return said | {"code": survey.objections[0].code if objections else "", "remarks": list_remarks(survey)}


def list_remarks(survey: Survey) -> list[str]:
    """Return in words what is uneven or unreachable on a board."""
    if survey.objections:
        return []
    said = (
        [
            _(
                "The board can be turned or mirrored so that every seat takes the place of every other: it is fair by "
                "its shape."
            )
        ]
        if survey.symmetric
        else [_("No turn or mirror brings every seat to the place of every other: let the balance report judge it.")]
    )
    if unreached := survey.unreached:
        said.append(_("No Emperor finds a way to: %(tiles)s.") % {"tiles": ", ".join(map(str, unreached[:12]))})
    if not survey.even:
        said += [
            _("Seat %(seat)s: %(pawns)s pawns, %(orders)s first orders, %(steps)s steps to the nearest rival.")
            % {"seat": camp.seat.upper(), "pawns": camp.pawns, "orders": camp.orders, "steps": camp.to_rival}
            for camp in survey.camps
        ]
    return said


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """Return the findings about a drawing as JSON, with an error code if the board cannot be played."""
    said = inspect_drawing(request.POST.get("drawing", "").replace("\r\n", "\n"))
    return JsonResponse(said, status=get_status(said["code"]) if said["position"] is None else 200)


@login_required
@require_POST
def shelve(request: HttpRequest, code: str) -> HttpResponse:
    """Take a board off the list."""
    drawn, dynasty = get_board_or_404(code), dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    try:
        boards_services.shelve(board=drawn, by=dynasty)
    except DomainError as refused:
        return responses.respond_to_error(request, refused, "board", code)
    messages.success(request, _("The board is off the list. Battles on it go on."))
    return redirect("boards")
