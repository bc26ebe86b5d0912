"""The pages of organisers: composing and announcing a tournament, step by step, with its contract in words."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dynasty import assets
from dynasty.assets import ASSETS, REPUTATION
from dynasty.codes import new_code
from dynasty.errors import Refused
from dynasty.models import Dynasty
from dynasty.refusals import status_of
from dynasty.selectors import people
from dynasty.selectors.wealth import wealth
from tournaments import games, likeness, terms, timetables
from tournaments.forms.announcing import GRID, TITLES, zones
from tournaments.models import Tournament
from tournaments.plans import CONFIRM, Plan
from tournaments.selectors import boards, listings
from tournaments.services import hosting
from tournaments.views import announcements, composing
from tournaments.views.seeing import Seen


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest) -> HttpResponse:
    """Compose a tournament: one step at a time, and everything once more before it is announced."""
    dynasty = people.dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    if request.method != "POST":
        return step_page(request, Plan(dynasty, likeness.as_data(beginning(request))), "battle")
    plan = Plan(dynasty, request.POST)
    if request.POST.get("go") == "announce":
        return announced(request, plan)
    return onward(request, plan, request.POST.get("step", ""), request.POST.get("go", "next"))


def beginning(request: HttpRequest) -> dict[str, Any]:
    """The usual, or a tournament like another one."""
    model = listings.by_code(request.GET.get("like", "")[:10])
    if model and not model.casual and model.game in games.GAMES:
        return likeness.like(model)
    zone = getattr(request.user, "time_zone", "") or "UTC"
    usual = likeness.usual(zone if (zone, zone.replace("_", " ")) in zones() else "UTC")
    board = boards.by_code(request.GET.get("board", "")[:10])
    if board is None:
        return usual
    return usual | {"field": f"{GRID}:{boards.field_of(board)}", "seats": board.seats, "least_seats": board.seats}


def onward(request: HttpRequest, plan: Plan, step: str, go: str) -> HttpResponse:
    """Forward where the step is filled in well; back, or to a step by its name, whatever it holds."""
    steps, form = plan.steps, plan.forms.get(step)
    if go in steps:
        return step_page(request, plan, go)
    here = steps.index(step) if step in steps else 0
    if go == "back":
        return step_page(request, plan, steps[max(here - 1, 0)])
    if form is not None and not form.is_valid():
        return step_page(request, plan, step, errors=True, status=422)
    return step_page(request, plan, steps[min(here + 1, len(steps) - 1)])


def step_page(request: HttpRequest, plan: Plan, step: str, *, errors: bool = False, status: int = 200) -> HttpResponse:
    context = {
        "step": step, "title": TITLES[step], "steps": [(name, TITLES[name]) for name in plan.steps],
        "form": plan.forms[step] if errors else blank(plan, step), "beside": plan.beside(step), "plan": plan,
        "assets": asset_rows(plan, step), **contract(plan),
        "groups": composing.groups(blank(plan, step)) if step == "rules" else [],
        "with_computers": plan.given.get("type") in terms.WITH_COMPUTERS,
    }  # fmt: skip
    return render(request, "tournaments/announce.html", context, status=status)


def blank(plan: Plan, step: str) -> Any:
    """The form of a step with what was filled in, and without errors."""
    if step == CONFIRM:
        return None
    form = type(plan.forms[step])
    given = {name: plan.data.getlist(name) if name == "goals" else plan.data.get(name) for name in plan.names}
    return form(initial=given, dynasty=plan.dynasty)


def asset_rows(plan: Plan, step: str) -> list[dict[str, Any]]:
    """The table of the stakes: what there is of each asset, and what goes into the prize and the fee."""
    if step != "stakes":
        return []
    form = plan.forms[step] if plan.forms[step].is_bound and plan.data.get("step") == "stakes" else blank(plan, step)
    has = {held.asset: held.amount for held in wealth(plan.dynasty)}
    gift = plan.given.get("type") == "gift"
    return [{"asset": asset, "name": assets.name(asset), "has": has.get(asset),
             "cell": form[f"{'prize' if gift else 'fee'}_{asset}"]}
            for asset in (*ASSETS, *([REPUTATION] if gift else []))]  # fmt: skip


def contract(plan: Plan) -> dict[str, Any]:
    """The contract in words, by the same functions as an announcement's page, and what stands in its way."""
    row = plan.tournament
    game = games.GAMES.get(row.game)
    said: dict[str, Any] = {"objections": plan.objections, "draft": row}
    try:
        row.terms = terms.write(plan.terms)
    except Refused:
        row.terms = {}
    if game is None or not boards.known(game, row.field):
        return said
    row.timetable = readable(row)
    seen = Seen(row, plan.dynasty, {})
    return said | {
        "position": opening(game, row), "field": [_(words) for words in game.field_words(row.field)],
        "conditions": announcements.conditions(seen) if row.type in terms.TYPES else [], "preset": preset(seen),
        "board": f"draft-{new_code()}",  # a name of its own, or htmx would carry the old board's style over
        "differences": list(composing.differences(row.rules)) if row.game == GRID else [],
        "rules": rule_sentences(seen), "repeat": plan.repeat, "most": len(game.seats_of(row.field)),
    }  # fmt: skip


def readable(row: Tournament) -> dict[str, Any]:
    """Its timetable; nothing of one that contradicts itself, which is objected to."""
    try:
        timetables.read(row.round_seconds, row.timetable)
    except timetables.BadTimetable:
        return {}
    return row.timetable


def opening(game: games.Game, row: Tournament) -> dict[str, Any] | None:
    """The battlefield as it opens; None where these rules do not fit it."""
    letters = game.seats_of(row.field)[: max(row.seats, 2)]
    try:
        return game.view(game.initial(row.field, letters, row.rules, "", chests=bool(row.terms.get("chests"))))
    except ValueError:
        return None


def preset(seen: Seen) -> list[str]:
    return announcements.preset(seen)


def rule_sentences(seen: Seen) -> list[str]:
    try:
        return seen.tell(seen.game.rule_words(seen.tournament.rules))
    except ValueError:
        return []


@login_required
@require_POST
def words(request: HttpRequest) -> HttpResponse:
    """The contract of what is composed so far, beside the form while it is filled in."""
    dynasty = people.dynasty_of(request.user)
    if dynasty is None:
        return HttpResponse(status=403)
    return render(request, "tournaments/_contract.html", contract(Plan(dynasty, request.POST)))


def announced(request: HttpRequest, plan: Plan) -> HttpResponse:
    """Announce it; a refusal is shown above the contract."""
    try:
        if plan.objections:
            return step_page(request, plan, CONFIRM, status=409)
        hosted = hosting.host(organiser=plan.dynasty, wanted=plan.wanted, repeat=plan.repeat)
    except Refused as refused:
        if refused.code == "announced_already" and is_own(plan.dynasty, plan.code):
            return redirect("tournament", plan.code)
        messages.error(request, str(refused))
        return step_page(request, plan, CONFIRM, status=status_of(refused.code))
    messages.success(request, _("It is announced."))
    if hosted.token:
        messages.success(request, link_words(request, hosted.tournament, hosted.token))
    return redirect("tournament", hosted.tournament.code)


def is_own(dynasty: Dynasty, code: str) -> bool:
    return Tournament.objects.filter(code=code, organiser=dynasty).exists()


def link_words(request: HttpRequest, tournament: Tournament, token: str) -> str:
    """The private link, which is shown this once."""
    address = request.build_absolute_uri(reverse("tournament_invitation", args=[tournament.code, token]))
    return _("The private link, which is shown this once: %(address)s") % {"address": address}
