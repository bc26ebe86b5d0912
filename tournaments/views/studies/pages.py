"""Reading studies: the list, a chapter, its record and its frame for other sites, and the page that reports one."""

from csp.decorators import csp_replace
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from core.error_status import get_status
from core.errors import DomainError
from core.limits import PAGE_SIZE
from core.pagination import parse_page_number
from core.sentences import fill
from dynasty.models import Dynasty, User
from dynasty.selectors import dynasties
from dynasty.views.court import owner_required
from tournaments.models import Chapter, Study
from tournaments.presenters import studies as presenter
from tournaments.presenters.context import parse_number
from tournaments.selectors import listings
from tournaments.selectors import studies as selected
from tournaments.selectors.chat import find_own_report
from tournaments.selectors.studies.opened import open_chapter
from tournaments.services import chat
from tournaments.services.studies import reports
from tournaments.views.chat import list_reasons
from tournaments.views.embeds import CROSS_ORIGIN_HEADERS


@require_safe
def all_studies(request: HttpRequest) -> HttpResponse:
    """List the reader's own studies, and the public ones, the newest first."""
    dynasty = dynasties.find_dynasty_of(request.user)
    paginator = Paginator(selected.query_public(dynasty), PAGE_SIZE)
    shown = paginator.get_page(parse_page_number(request.GET.get("page", "")))
    context = {
        "own": list(selected.query_own(dynasty)) if dynasty else [],
        "studies": shown.object_list,
        "page": shown,
        "numbers": paginator.get_elided_page_range(shown.number, on_each_side=1, on_ends=1),
        "parameter": "page",
    }
    return render(request, "studies/all_studies.html", context)


def get_reader(request: HttpRequest) -> selected.Reader:
    """Return who reads."""
    is_staff = isinstance(request.user, User) and request.user.is_staff
    return selected.Reader(dynasties.find_dynasty_of(request.user), is_staff)


def get_study_or_404(code: str, reader: selected.Reader) -> Study:
    """Return the study with this code; raise Http404 where this reader may not read it."""
    study = selected.find_readable(code, reader)
    if study is None:
        raise Http404
    return study


def get_chapter_or_404(study: Study, code: str) -> Chapter:
    """Return the chapter of a study with this code; raise Http404 if there is none."""
    chapter = selected.find_chapter(study, code)
    if chapter is None:
        raise Http404
    return chapter


@require_safe
def study(request: HttpRequest, code: str) -> HttpResponse:
    """Show the first chapter of a study; one without chapters shows its author how to add one."""
    reader = get_reader(request)
    row = get_study_or_404(code, reader)
    first = row.chapters.first()
    if first is not None:
        return render_chapter(request, row, first, reader)
    if selected.is_own(row, reader.dynasty):
        return redirect("edit_study", code)
    return render(request, "studies/empty.html", {"study": row})


@require_safe
def chapter(request: HttpRequest, code: str, chapter: str) -> HttpResponse:
    """Show a chapter; `round` in the address is the round that is opened, 0 the position before the first."""
    reader = get_reader(request)
    row = get_study_or_404(code, reader)
    return render_chapter(request, row, get_chapter_or_404(row, chapter), reader)


def render_chapter(
    request: HttpRequest,
    row: Study,
    shown: Chapter,
    reader: selected.Reader,
    error: DomainError | None = None,
) -> HttpResponse:
    """Render a chapter with one of its rounds; with an error, what was wrong with the comment that was sent."""
    number = parse_number((request.POST if error else request.GET).get("round", ""))
    reading = presenter.build_reading(open_chapter(shown), selected.get_comments(shown), number)
    address = request.build_absolute_uri(reverse("study_chapter", args=[row.code, shown.code]))
    frame = request.build_absolute_uri(reverse("embedded_study", args=[row.code, shown.code]))
    context = {
        "study": row,
        "chapter": shown,
        "chapters": selected.list_chapters(row),
        "own": selected.is_own(row, reader.dynasty),
        "link": f"{address}?round={reading['number']}",
        "frame": f"{frame}?round=",
        "source": listings.get_by_code(shown.battle) if shown.battle else None,
        "error": str(error) if error else "",
        "text": request.POST.get("text", "")[:4000] if error else getattr(reading["comment"], "text", ""),
        **reading,
    }
    return render(request, "studies/chapter.html", context, status=get_status(error.code) if error else 200)


@require_safe
def record(request: HttpRequest, code: str, chapter: str) -> HttpResponse:
    """Return the record of a chapter as a text that can be replayed."""
    shown = get_chapter_or_404(get_study_or_404(code, get_reader(request)), chapter)
    disposition = f'attachment; filename="{shown.code}.txt"'
    return HttpResponse(
        shown.record, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": disposition}
    )


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def embedded(request: HttpRequest, code: str, chapter: str) -> HttpResponse:
    """Show a chapter for a frame on another site, as an anonymous reader sees it."""
    row = get_study_or_404(code, selected.Reader(None))
    shown = get_chapter_or_404(row, chapter)
    number = parse_number(request.GET.get("round", ""))
    reading = presenter.build_reading(open_chapter(shown), selected.get_comments(shown), number)
    answer = render(request, "studies/embedded.html", {"study": row, "chapter": shown, **reading})
    for name, value in CROSS_ORIGIN_HEADERS.items():
        answer[name] = value
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def report(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show the choice to mute the author of a study or to report it; a POST does one of them."""
    row = get_study_or_404(code, get_reader(request))
    if request.method == "POST":
        try:
            return judge(request, dynasty, row)
        except DomainError as error:
            messages.error(request, str(error))
            return redirect("report_study", code)
    context = {
        "study": row,
        "reasons": list_reasons(),
        "reported": find_own_report(dynasty, code),
        "own": selected.is_own(row, dynasty),
    }
    return render(request, "studies/report.html", context)


def judge(request: HttpRequest, dynasty: Dynasty, row: Study) -> HttpResponse:
    """Mute the author of a study, or report it, and lead back."""
    if request.POST.get("do") == "mute":
        chat.mute(dynasty=dynasty, author=row.dynasty)
        sentence = _("You will not see anything from %(name)s any more.")
        messages.success(request, fill(sentence, {"name": row.dynasty.name}))
        return redirect("studies")
    reports.report(dynasty=dynasty, study=row, reason=request.POST.get("reason", ""))
    messages.success(request, _("Thank you. The staff will look at it."))
    return redirect("study", row.code)
