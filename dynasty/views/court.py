"""The owner's view of a dynasty: its emperors, its wealth, and next steps."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import DomainError
from core.sentences import fill
from dynasty.forms.fields import add_domain_error
from dynasty.forms.founding import EmperorForm
from dynasty.forms.portraits import PortraitForm
from dynasty.models import Dynasty
from dynasty.selectors import chronicle, dynasties, standings, taken_names, wealth
from dynasty.selectors.emperors import Person, build_persons, list_living, mark_captives
from dynasty.services import emperors

LATEST = 10  # lines of the log on the court's page

View = Callable[..., HttpResponse]


def owner_required(view: Callable[..., HttpResponse]) -> View:
    """Restrict a view to owners of a dynasty and pass it theirs; send others to found one first."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, **parts: str) -> HttpResponse:
        dynasty = dynasties.find_dynasty_of(request.user)
        return view(request, dynasty, **parts) if dynasty else redirect("found")

    return guarded


@require_http_methods(["GET", "POST"])
@owner_required
def court(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the court; a POST raises an emperor."""
    form = EmperorForm(request.POST or None, initial={"birth_date": None, "name": request.GET.get("emperor", "")[:40]})
    looks = PortraitForm(request.POST or None, free=True)
    if (
        request.method == "POST"
        and form.is_valid()
        and looks.is_valid()
        and raise_emperor(request, dynasty, form, looks)
    ):
        return redirect("court")
    living = mark_captives(list_living(dynasty, dynasty.user_id), dynasty)
    log = chronicle.get_log_page(dynasty, viewer_is_owner=True, limit=LATEST)
    context = {
        "dynasty": dynasty,
        "living": living,
        "form": form,
        "looks": looks,
        "holdings": wealth.list_holdings(dynasty),
        "rank": standings.get_rank(dynasty),
        "log": log,
        "next_steps": list_next_steps(living),
        "open_raise": form.is_bound or "emperor" in request.GET or not has_somebody_at_court(living),
        "champion": standings.get_champion(),
        "taken": taken_names.list_open(dynasty) if log.any_taken else [],
    }
    return render(request, "dynasty/court.html", context, status=422 if form.errors or looks.errors else 200)


def raise_emperor(request: HttpRequest, dynasty: Dynasty, form: EmperorForm, looks: PortraitForm) -> bool:
    """Raise the emperor; a refusal is shown in the form."""
    try:
        emperor = emperors.raise_emperor(dynasty=dynasty, portrait=looks.get_chosen(), **form.cleaned_data)
    except DomainError as error:
        add_domain_error(form, error, "name" if error.code == "name_taken" else None)
        return False
    messages.success(request, fill(_("%(emperor)s was born."), {"emperor": emperor.name}))
    return True


def has_somebody_at_court(living: list[Person]) -> bool:
    """Return whether an Emperor is free, so that the form to raise another one need not lie open."""
    return any(person.state == "at_court" for person in living)


def list_next_steps(living: list[Person]) -> list[str]:
    """List the codes of the steps that the owner could take now; the page has a sentence for each."""
    steps = [] if living else ["raise"]
    if has_somebody_at_court(living):
        steps += ["enter", "bet"]
    if any(person.state == "entered" for person in living):
        steps.insert(0, "fight")
    return [*steps, "train"]


@require_http_methods(["GET", "POST"])
@owner_required
def retire(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Ask once more, then let the emperor die."""
    emperor = dynasties.find_emperor(code)
    if emperor is None or emperor.dynasty_id != dynasty.pk:
        raise Http404
    if request.method == "GET":
        (person,) = build_persons([emperor], dynasty.user_id)
        return render(request, "dynasty/retire.html", {"dynasty": dynasty, "person": person})
    try:
        emperors.retire(emperor=emperor)
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, fill(_("%(emperor)s has retired from the world."), {"emperor": emperor.name}))
    return redirect("court")
