"""What the author of a study does: making it, adding and ordering chapters, commenting on rounds, deleting."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.error_status import get_status
from core.errors import DomainError
from core.limits import RECORD_LENGTH
from core.sentences import fill
from dynasty.forms.fields import add_domain_error
from dynasty.models import Dynasty
from dynasty.views.court import owner_required
from tournaments.forms.studies import StudyForm, describe
from tournaments.models import Chapter, Study
from tournaments.presenters.context import parse_number
from tournaments.selectors import studies as selected
from tournaments.selectors.studies import sources
from tournaments.services.studies import chapters, comments, editing
from tournaments.views.studies.pages import get_chapter_or_404, get_study_or_404, render_chapter

ERROR_FIELDS = {"study_title": "title", "study_text": "words", "bad_choice": "visibility"}
"""The form's field that shows a refusal, by error code."""


def get_own_or_404(dynasty: Dynasty, code: str) -> Study:
    """Return a study that belongs to a dynasty; raise Http404 for any other."""
    study = get_study_or_404(code, selected.Reader(dynasty))
    if not selected.is_own(study, dynasty):
        raise Http404
    return study


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def new(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the form of a study; a POST makes it."""
    form, status = StudyForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                made = editing.create(dynasty=dynasty, description=form.read_description())
                return redirect("edit_study", made.code)
        except DomainError as error:
            add_domain_error(form, error, ERROR_FIELDS.get(error.code))
            status = get_status(error.code)
    return render(request, "studies/new.html", {"dynasty": dynasty, "form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def edit(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show the form of the reader's own study, and its chapters; a POST changes what its button says."""
    study, error = get_own_or_404(dynasty, code), None
    form = StudyForm(initial={**describe(study)})
    if request.method == "POST":
        try:
            what = request.POST.get("act", "")
            if what == "save":
                form = StudyForm(request.POST)
                if form.is_valid():
                    editing.change(study=study, by=dynasty, description=form.read_description())
                    messages.success(request, _("Saved."))
                    return redirect("edit_study", code)
            else:
                return change_chapters(request, dynasty, study, what)
        except DomainError as refused:
            error = refused
            if refused.code in ERROR_FIELDS and form.is_bound:
                add_domain_error(form, refused, ERROR_FIELDS[refused.code])
    context = {
        "study": study,
        "form": form,
        "chapters": selected.list_chapters(study),
        "error": "" if error is None or form.errors else str(error),
        "source": request.POST.get("source", "")[:RECORD_LENGTH],
        "title": request.POST.get("chapter_title", "")[:200],
    }
    status = get_status(error.code) if error else 422 if form.errors else 200
    return render(request, "studies/edit.html", context, status=status)


def change_chapters(request: HttpRequest, dynasty: Dynasty, study: Study, what: str) -> HttpResponse:
    """Add, rename or move a chapter, as a button says, and lead on."""
    title = request.POST.get("chapter_title", "")[:200]
    if what == "add":
        source = sources.read_source(request.POST.get("source", ""))
        made = chapters.add(study=study, by=dynasty, source=source, title=title)
        messages.success(request, fill(_("Added: %(title)s. Comment on its rounds now."), {"title": made.title}))
        return redirect("study_chapter", study.code, made.code)
    chapter = get_chapter_or_404(study, request.POST.get("chapter", ""))
    if what == "rename":
        chapters.rename(chapter=chapter, by=dynasty, title=title)
        messages.success(request, _("Saved."))
    elif what in ("up", "down"):
        at = [each.pk for each in selected.list_chapters(study)].index(chapter.pk)
        chapters.move(chapter=chapter, by=dynasty, to=at + (1 if what == "down" else -1))
    return redirect(f"{reverse('edit_study', args=[study.code])}#chapters")


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def add(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Ask to which study a battle, a record or a lab is added; a POST adds it, to a new study where that is chosen."""
    text = (request.POST or request.GET).get("source", "")
    own = list(selected.query_own(dynasty))
    error: DomainError | None = None
    try:
        source = sources.read_source(text)
        if request.method == "POST":
            chosen = request.POST.get("study", "")
            study = get_own_or_404(dynasty, chosen) if chosen else None
            made = add_to(dynasty, study, source, request.POST.get("title", ""), request.POST.get("visibility", ""))
            return redirect("study_chapter", made.study.code, made.code)
    except DomainError as refused:
        error = refused
    context = {
        "dynasty": dynasty,
        "source": text,
        "own": own,
        "chosen": request.POST.get("study", own[0].code if own else ""),
        "title": request.POST.get("title", "" if error else source.title)[:200],
        "form": StudyForm(initial={"visibility": request.POST.get("visibility", Study.Visibility.PUBLIC)}),
        "error": str(error) if error else "",
        "is_readable": error is None or error.code != "bad_source",
    }
    return render(request, "studies/add.html", context, status=get_status(error.code) if error else 200)


def add_to(dynasty: Dynasty, study: Study | None, source: sources.Source, title: str, visibility: str) -> Chapter:
    """Add a chapter to a study, or to a new one with this title."""
    if study is not None:
        return chapters.add(study=study, by=dynasty, source=source)
    description: editing.Description = {"title": title[:200], "words": "", "visibility": visibility}
    return chapters.add_to_new(dynasty=dynasty, description=description, source=source)


@require_POST
@owner_required
def comment(request: HttpRequest, dynasty: Dynasty, code: str, chapter: str) -> HttpResponse:
    """Save what is said about a round, or undo the last change of it."""
    study = get_own_or_404(dynasty, code)
    row, number = get_chapter_or_404(study, chapter), parse_number(request.POST.get("round", ""))
    act: Callable[..., object] = comments.undo if request.POST.get("act") == "undo" else comments.write
    sent = {} if act is comments.undo else {"text": request.POST.get("text", "")[:4000]}
    try:
        act(chapter=row, by=dynasty, number=-1 if number is None else number, **sent)
    except DomainError as error:
        return render_chapter(request, study, row, selected.Reader(dynasty), error)
    return redirect(f"{reverse('study_chapter', args=[code, chapter])}?round={number}#round")


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def delete(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Ask whether a study is to be deleted; a POST deletes it for good."""
    study = get_own_or_404(dynasty, code)
    if request.method != "POST":
        return render(request, "studies/delete.html", {"study": study, "size": study.chapters.count()})
    editing.delete(study=study, by=dynasty)
    messages.success(request, fill(_("%(title)s is deleted."), {"title": study.title}))
    return redirect("studies")


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def delete_chapter(request: HttpRequest, dynasty: Dynasty, code: str, chapter: str) -> HttpResponse:
    """Ask whether a chapter is to be deleted; a POST deletes it for good."""
    study = get_own_or_404(dynasty, code)
    row = get_chapter_or_404(study, chapter)
    if request.method != "POST":
        written = row.comments.exclude(text="").count()
        return render(request, "studies/delete_chapter.html", {"study": study, "chapter": row, "written": written})
    try:
        chapters.delete(chapter=row, by=dynasty)
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, fill(_("%(title)s is deleted."), {"title": row.title}))
    return redirect("edit_study", code)
