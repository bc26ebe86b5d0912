"""The pages of series: the list, one series, and announcing, joining and leaving one."""

from collections.abc import Callable
from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import clock, time_zones
from core.error_status import get_status
from core.errors import DomainError
from core.sentences import fill
from dynasty.forms.fields import add_domain_error
from dynasty.models import Dynasty
from dynasty.selectors import clubs, dynasties
from tournaments.domain import games, terms
from tournaments.forms import announcement_defaults
from tournaments.forms.announcement_plans import keep_moment
from tournaments.forms.series import SeriesForm
from tournaments.models import Series, SeriesEntry
from tournaments.presenters import series_ending
from tournaments.presenters.context import format_sentence
from tournaments.selectors import series as found
from tournaments.selectors.contract import group_terms
from tournaments.services import series
from tournaments.services.series import Setup
from tournaments.views.actions import get_emperor


@require_safe
def all_series(request: HttpRequest) -> HttpResponse:
    """List all series."""
    return render(request, "tournaments/all_series.html", {"series": found.list_series()})


def get_series_or_404(code: str) -> Series:
    """Return the series with this code; raise Http404 if there is none."""
    row = found.get_by_code(code)
    if row is None or row.setup["game"] not in games.GAMES:
        raise Http404
    return row


@require_safe
def one_series(request: HttpRequest, code: str) -> HttpResponse:
    """Show a series: its terms, its standings, and what the reader can do."""
    row, dynasty = get_series_or_404(code), dynasties.find_dynasty_of(request.user)
    rows = found.list_entries(row)
    own = next((each for each in rows if dynasty and each.dynasty_id == dynasty.pk), None)
    emperors = dynasties.fetch_living(dynasty) if dynasty and row.ended_at is None else []
    standings, rounds = found.build_standings(rows), found.list_rounds(row, rows)
    context = {
        "series": row,
        "standings": standings,
        "rounds": rounds,
        "ending": series_ending.describe_ending(row, own, standings, rounds),
        "deciding": series_ending.find_deciding_battle(row, rounds),
        "own": own,
        "emperors": emperors,
        "dynasty": dynasty,
        "hosts": dynasty is not None and row.organiser_id == dynasty.pk,
        "own_table": found.find_own_table(rounds, dynasty) if row.ended_at is None else None,
        "open": row.ended_at is None and can_join(row, own),
        "champions": [each for each in rows if each.champion],
        **build_contract(row),
    }
    return render(request, "tournaments/series.html", context)


def can_join(row: Series, own: SeriesEntry | None) -> bool:
    """Return whether somebody with this entry, or without one, can join a series that goes on."""
    if row.format == Series.Format.KNOCKOUT:
        return row.status == Series.Status.ANNOUNCED
    return own is not None or row.round_no < row.rounds


def build_contract(row: Series) -> dict[str, object]:
    """Return in words what each battle of a series is played for and by which rules."""
    setup, game = row.setup, games.GAMES[row.setup["game"]]
    return {
        "conditions": group_terms(setup["type"], terms.read(setup["terms"])),
        "rules": [format_sentence(each, {}) for each in game.rule_words(setup["rules"])],
        "field": [_(words) for words in game.field_words(setup["field"])],
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest) -> HttpResponse:
    """Announce a series."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    form, status = (
        SeriesForm(request.POST or None, clubs=clubs.list_managed(dynasty), initial=get_initial_values(request)),
        200,
    )
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                made = series.announce(organiser=dynasty, title=form.cleaned_data["title"], setup=form.setup())
                messages.success(request, _("It is announced."))
                return redirect("series", made.code)
        except DomainError as error:
            add_domain_error(form, error)
            status = get_status(error.code)
    context = {
        "form": form,
        "starts_for": form.data.get("starts_for") or form.initial["starts_for"],
        **(build_draft(dynasty, form) if form.is_bound else build_untouched_draft(dynasty, form)),
    }
    return render(request, "tournaments/announce_series.html", context, status=status)


def get_initial_values(request: HttpRequest) -> dict[str, str]:
    """Return the initial values: a classic battle for four, tomorrow at this hour in the user's time zone."""
    zone = time_zones.choose(getattr(request.user, "time_zone", ""))
    starts = announcement_defaults.format_local_time(clock.now() + timedelta(days=1), zone)
    return {
        "zone": zone,
        "starts": starts,
        "starts_for": f"{zone}|{starts}",
        "field": "emperors:cross-4",
        "preset": "emperors:throne",
    }


def build_untouched_draft(dynasty: Dynasty, form: SeriesForm) -> dict[str, object]:
    """Return the contract of a form that nobody has filled in yet, without objections."""
    usual = {name: field.initial for name, field in form.fields.items() if field.initial is not None}
    return build_draft(dynasty, SeriesForm({**usual, **form.initial}, clubs=())) | {"untouched": True}


def build_draft(dynasty: Dynasty, form: SeriesForm) -> dict[str, object]:
    """Return the series as its page would show it, and what stands in the way of announcing it."""
    objections = [
        f"{form.fields[name].label}: {error}" if name in form.fields else str(error)
        for name, errors in form.errors.items()
        for error in errors
    ]
    if not form.has_a_battle:
        return {"objections": objections}
    try:
        setup = form.setup()
    except DomainError as raised:
        return {"objections": [*objections, str(raised)]}
    title = form.cleaned_data.get("title") or _("Untitled")
    if not objections:
        objections = list_objections(dynasty, title, setup)
    row = Series(
        title=title,
        format=setup.format,
        setup=setup.table,
        table_seats=setup.table_seats,
        rounds=setup.rounds,
        advance=setup.advance,
        points=list(setup.points),
        starts_at=setup.starts_at,
    )
    return {"objections": objections, "draft": row, "zone": form.cleaned_data["zone"], **build_contract(row)}


def list_objections(dynasty: Dynasty, title: str, setup: Setup) -> list[str]:
    """Return in words why the series cannot be announced; empty if it can."""
    try:
        series.check_series(dynasty, title, setup)
    except DomainError as error:
        return [str(error)]
    return []


@login_required
@require_POST
def preview_contract(request: HttpRequest) -> HttpResponse:
    """Return the contract of the series that is composed, to show beside its form."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return HttpResponse(status=403)
    data = request.POST.copy()
    moved = keep_moment(data, data.get("zone", "")) if time_zones.is_known(data.get("zone", "")) else {}
    for name, value in moved.items():
        data[name] = value
    return render(
        request,
        "tournaments/_series_contract.html",
        build_draft(dynasty, SeriesForm(data, clubs=clubs.list_managed(dynasty))) | {"moved": moved},
    )


def perform_action(request: HttpRequest, code: str, act: Callable[[Series, Dynasty], str]) -> HttpResponse:
    """Perform a dynasty's action in a series, and show the confirmation or the error."""
    row, dynasty = get_series_or_404(code), dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    try:
        messages.success(request, act(row, dynasty))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("series", code)


@login_required
@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Join with an emperor, or send another one from now on."""

    def act(row: Series, dynasty: Dynasty) -> str:
        emperor = get_emperor(dynasty, request.POST.get("emperor", "")[:10])
        own = found.get_own_entry(row, dynasty)
        if own and own.left_at is None:
            series.send_emperor(series=row, dynasty=dynasty, emperor=emperor)
        else:
            series.join(series=row, dynasty=dynasty, emperor=emperor)
        return fill(_("%(emperor)s goes to the tables that are drawn from now on."), {"emperor": emperor.name})

    return perform_action(request, code, act)


@login_required
@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave a series."""

    def act(row: Series, dynasty: Dynasty) -> str:
        series.leave(series=row, dynasty=dynasty)
        return _("Your dynasty has left the series.")

    return perform_action(request, code, act)


@login_required
@require_POST
def call_off(request: HttpRequest, code: str) -> HttpResponse:
    """Cancel a series."""

    def act(row: Series, dynasty: Dynasty) -> str:
        series.cancel(series=row, by=dynasty)
        return _("The series is cancelled.")

    return perform_action(request, code, act)
