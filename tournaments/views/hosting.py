"""The pages on which tournaments are composed and announced, with the contract in words."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm, Select
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core import time_zones
from core.error_status import get_status
from core.errors import DomainError
from core.public_codes import new_code
from core.sentences import fill
from dynasty.catalog import assets
from dynasty.catalog.assets import ASSETS, REPUTATION
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from dynasty.selectors.wealth import get_balances
from tournaments.domain import games, terms, timetables, tournament_types
from tournaments.forms import announcement_defaults, battlefields, rule_addresses
from tournaments.forms.announcement_plans import CONFIRM, Plan
from tournaments.forms.announcements import TITLES, get_changed_points
from tournaments.forms.battlefields import GRID
from tournaments.models import Recurrence, Tournament
from tournaments.presenters.context import BattleContext
from tournaments.selectors import boards, listings
from tournaments.selectors import hosting as hosting_selectors
from tournaments.selectors.maps import drawn as drawn_maps
from tournaments.services import hosting
from tournaments.services.organiser_costs import battlefield_locks
from tournaments.views import announcements, rule_composer
from tournaments.views.composing import rule_templates

KEPT = "private, no-cache"
"""Every step is the page of a POST: only a browser that may keep it can show it again when the reader goes back."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest) -> HttpResponse:
    """Compose a tournament step by step, and announce it at the last one."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    if request.method != "POST":
        plan = Plan(dynasty, announcement_defaults.build_form_data(get_initial_values(request))).settle("")
        return render_step(request, plan, "battle", untouched=True)
    plan = Plan(dynasty, request.POST)
    go, step = rule_templates.read_button(request, "next"), request.POST.get("step", "")
    if go == "announce":
        return submit_announcement(request, plan)
    if go == rule_templates.SAVE:
        return save_template(request, plan.settle(step), step)
    return render_next_step(request, plan.settle(step), step, go)


def save_template(request: HttpRequest, plan: Plan, step: str) -> HttpResponse:
    """Save the rules chosen so far as a template, and render the step again."""
    here, rules = step if step in plan.steps else plan.steps[0], plan.complete_rules
    status = 200
    try:
        if rules is None or not plan.seat_counts:
            raise DomainError("bad_template", _("These rules cannot be saved as a template."))
        game, field = battlefields.split_value(plan.filled["field"])
        preset = battlefields.split_value(plan.filled["preset"])[1]
        rule_templates.save_rules(request, plan.dynasty, game, field, preset, rules)
    except DomainError as error:
        messages.error(request, str(error))
        status = get_status(error.code)
    return render_step(request, plan, here, status=status)


def get_initial_values(request: HttpRequest) -> dict[str, object]:
    """Return the usual values, or those of another tournament."""
    like = request.GET.get("like", "")[:10]
    model = listings.get_by_code(like) if like else None
    if model and not model.casual and model.game in games.GAMES:
        return announcement_defaults.get_values_like(model)
    usual = announcement_defaults.get_usual_values(time_zones.choose(getattr(request.user, "time_zone", "")))
    if filled := rule_addresses.read(request.GET):
        return usual | filled.wizard_values
    code = request.GET.get("map", "")[:10]
    if code and (drawn := drawn_maps.get_by_code(code)):
        return usual | get_ground_values(
            f"{drawn_maps.list_games(drawn)[0]}:{drawn_maps.get_field_name(drawn)}", drawn.seats
        )
    code = request.GET.get("board", "")[:10]
    board = boards.get_by_code(code) if code else None
    if board is None:
        return usual
    return usual | get_ground_values(f"{GRID}:{boards.get_field_name(board)}", board.seats)


def get_ground_values(field: str, seats: int) -> dict[str, object]:
    """Return the values of a tournament on a ground that a player drew, with every seat taken."""
    return {"field": field, "seats_for": field, "seats": seats, "least_seats": seats}


def render_next_step(request: HttpRequest, plan: Plan, step: str, go: str) -> HttpResponse:
    """Render the next step if this one is valid, the previous one, or a step by name, valid or not."""
    steps, form = plan.steps, plan.forms.get(step)
    if go in steps:
        return render_step(request, plan, go)
    here = steps.index(step) if step in steps else 0
    if go == "back":
        return render_step(request, plan, steps[max(here - 1, 0)])
    if form is not None and not form.is_valid():
        return render_step(request, plan, step, errors=True, status=422)
    return render_step(request, plan, steps[min(here + 1, len(steps) - 1)])


def render_step(
    request: HttpRequest, plan: Plan, step: str, *, errors: bool = False, status: int = 200, untouched: bool = False
) -> HttpResponse:
    """Render a step with the contract; `untouched` says that nothing was filled in yet, so objections are hidden."""
    form = plan.forms[step] if errors else build_blank_form(plan, step)
    limit_choices(plan, step, form)
    context = {
        "step": step,
        "title": TITLES[step],
        "steps": [(name, TITLES[name]) for name in plan.steps],
        "form": form,
        "untouched": untouched,
        "beside": plan.beside(step),
        "plan": plan,
        "assets": list_asset_rows(plan, step),
        **build_point_cells(plan, step, form),
        **build_contract(plan),
        "groups": rule_composer.list_groups(form)
        if form is not None and step == "rules" and not plan.is_campaign
        else [],
        "with_computers": tournament_types.allows_computers(plan.filled.get("type", "")),
        "fits": plan.battle.fits if step == "battle" else None,
        "has_chests": plan.has_chests,
        **build_templates(request, plan, step),
    }
    page = render(request, "tournaments/announce.html", context, status=status)
    page["Cache-Control"] = KEPT
    return page


def build_templates(request: HttpRequest, plan: Plan, step: str) -> dict[str, object]:
    """Return the dynasty's templates of rules while nothing is filled in, and what the address names and is gone.

    Whoever comes from a board or a map has chosen it: a template would put another one in its place.
    """
    begins = request.method != "POST" and plan.recurrence is None
    is_chosen = bool(request.GET.keys() & {"board", "map"})
    filled = rule_addresses.read(request.GET) if begins else None
    return {
        "templates": rule_templates.list_rows(plan.dynasty) if begins and not is_chosen else [],
        "keeps": plan.recurrence is None and step in ("battle", "rules", CONFIRM),
        "gone": filled.gone if filled else [],
    }


def limit_choices(plan: Plan, step: str, form: BaseForm | None) -> None:
    """Limit a form to the types that the dynasty may host and the numbers of seats that the battle can have."""
    if form is None:
        return
    if step == "battle" and not hosting_selectors.can_host(plan.dynasty, "death"):
        form.fields["type"].widget.closed = set(tournament_types.list_serious_types())
        form.fields["type"].help_text = _("Fight a serious battle first: until then you can announce training only.")
    if step == "time" and (offered := plan.seats_offered):
        needed = plan.seat_counts[0]
        form.fields["seats"].widget = Select(choices=[(count, format_seats(count, needed)) for count in offered])
        least = range(offered[0], offered[-1] + 1)
        form.fields["least_seats"].widget = Select(choices=[(count, count) for count in least])


def format_seats(seats: int, needed: int) -> str:
    """Return how many seats an option stands for, and how many house players complete them."""
    if seats >= needed:
        return str(seats)
    houses = ngettext("and %(houses)s house player", "and %(houses)s house players", needed - seats)
    return f"{seats} {fill(houses, {'houses': needed - seats})}"


def build_blank_form(plan: Plan, step: str) -> BaseForm | None:
    """Return the form of a step with what was filled in and without errors; None for the confirmation."""
    if step == CONFIRM:
        return None
    form = type(plan.forms[step])
    initial = {name: plan.data.getlist(name) if name == "goals" else plan.data.get(name) for name in plan.names}
    return form(initial=initial, dynasty=plan.dynasty)


def build_point_cells(plan: Plan, step: str, form: BaseForm | None) -> dict[str, object]:
    """Return the table of points that count for the type, and whether any differ from the usual ones."""
    kind = plan.kind
    if step != "stakes" or kind is None or form is None:
        return {}
    rows = [name for name, usual in terms.POINTS.items() if usual > 0 or kind.loses_points]
    return {
        "points": [form[f"points_{name}"] for name in rows],
        "points_changed": bool(get_changed_points(plan.filled)),
    }


def list_asset_rows(plan: Plan, step: str) -> list[dict[str, object]]:
    """Return the table of stakes: what the dynasty has of each asset, and the cell of prize or fee."""
    if step != "stakes":
        return []
    form = (
        plan.forms[step]
        if plan.forms[step].is_bound and plan.data.get("step") == "stakes"
        else build_blank_form(plan, step)
    )
    assert form is not None  # no confirmation, which has none
    has = get_balances(plan.dynasty)
    gift = bool(plan.kind and plan.kind.has_prize)
    return [
        {
            "asset": asset,
            "name": assets.get_name(asset),
            "has": None if asset == REPUTATION else has.get(asset, 0),
            "cell": form[f"{'prize' if gift else 'fee'}_{asset}"],
        }
        for asset in (*ASSETS, *([REPUTATION] if gift else []))
    ]


def build_contract(plan: Plan) -> dict[str, object]:
    """Return the contract in words, made by the functions of the announcement's page, and the objections."""
    row = plan.tournament
    game = games.GAMES.get(row.game)
    values: dict[str, object] = {
        "objections": plan.objections,
        "draft": row,
        "zone": plan.zone,
        "edited": plan.recurrence,
    }
    try:
        row.terms = terms.write(plan.terms)
        values["lock"] = format_lock_price(plan)
    except DomainError:
        row.terms = {}
    if game is None or not boards.is_known(game, row.field):
        return values
    row.timetable = write_timetable(row)
    battle = BattleContext(row, plan.dynasty, {})
    return values | {
        "position": build_opening(game, row),
        "field": [_(words) for words in game.field_words(row.field)],
        "conditions": announcements.list_conditions(battle) if row.type in tournament_types.TOURNAMENT_TYPES else [],
        "game": _(game.TITLE),
        "board": f"draft-{new_code()}",  # a name of its own, or htmx would carry the old board's style over
        "differences": list(rule_composer.list_differences(row.rules))
        if row.game == GRID and plan.complete_rules
        else [],
        **describe_rules(plan, battle),
        "repeat": plan.repeat,
        "most": len(game.seats_of(row.field)),
    }


def format_lock_price(plan: Plan) -> str:
    """Return what the dynasty would pay for the lock; blank where it has none to pay, or too little."""
    if not plan.terms.key:
        return ""
    try:
        asset, amount = battlefield_locks.choose_price(plan.terms, get_balances(plan.dynasty))
    except DomainError:
        return ""
    return assets.format_amount(amount, asset)


def write_timetable(row: Tournament) -> dict[str, object]:
    """Return its timetable as it will be announced; nothing of one that contradicts itself, which is objected to."""
    try:
        return timetables.write(timetables.read(row.round_seconds, row.timetable).every_day())
    except timetables.BadTimetable:
        return {}


def build_opening(game: games.Game, row: Tournament) -> dict[str, object] | None:
    """Return the initial position of the battlefield; None where the rules do not fit it."""
    letters = game.seats_of(row.field)[: max(row.seats, 2)]
    try:
        return game.view(game.initial(row.field, letters, row.rules, "", chests=bool(row.terms.get("chests"))))
    except ValueError:
        return None


def describe_rules(plan: Plan, battle: BattleContext) -> dict[str, object]:
    """Return the rules in words; empty for rules that the game does not have."""
    if plan.complete_rules is None:
        return {"rules": [], "preset": []}
    return {
        "rules": battle.format_sentences(battle.game.rule_words(plan.complete_rules)),
        "preset": announcements.describe_preset(battle),
    }


@login_required
@require_POST
def preview_contract(request: HttpRequest) -> HttpResponse:
    """Return the contract of what is composed so far, to show beside the form."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return HttpResponse(status=403)
    plan = Plan(dynasty, request.POST, get_edited_recurrence(request, dynasty)).settle(request.POST.get("step", ""))
    is_moved = request.POST.get("step") == "time" and plan.data.get("starts") != request.POST.get("starts")
    swapped = {"swapped": plan if is_moved else None}
    return render(request, "tournaments/_contract.html", build_contract(plan) | swapped)


def get_edited_recurrence(request: HttpRequest, dynasty: Dynasty) -> Recurrence | None:
    """Return what recurs of this dynasty and is being composed anew; None where a tournament is composed."""
    code = request.POST.get("recurring", "")[:10]
    return hosting_selectors.query_recurrences(dynasty).filter(code=code).first() if code else None


def submit_announcement(request: HttpRequest, plan: Plan) -> HttpResponse:
    """Announce the tournament; an error is shown above the contract."""
    try:
        if plan.objections:
            return render_step(request, plan, CONFIRM, status=409)
        hosted = hosting.host(organiser=plan.dynasty, announcement=plan.announcement, repeat=plan.repeat)
    except DomainError as error:
        if error.code == "announced_already" and is_own_tournament(plan.dynasty, plan.code):
            return redirect("tournament", plan.code)
        messages.error(request, str(error))
        return render_step(request, plan, CONFIRM, status=get_status(error.code))
    messages.success(request, _("It is announced."))
    if hosted.token:
        messages.success(request, format_link_message(request, hosted.tournament, hosted.token))
    return redirect("tournament", hosted.tournament.code)


def is_own_tournament(dynasty: Dynasty, code: str) -> bool:
    """Return whether the dynasty organises the tournament with this code."""
    return Tournament.objects.filter(code=code, organiser=dynasty).exists()


def format_link_message(request: HttpRequest, tournament: Tournament, token: str) -> str:
    """Return the message with the private link, which is shown only once."""
    address = request.build_absolute_uri(reverse("tournament_invitation", args=[tournament.code, token]))
    return fill(_("The private link, which is shown this once: %(address)s"), {"address": address})
