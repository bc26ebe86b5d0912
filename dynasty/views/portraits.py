"""Views of portraits: the picture of an emperor, and the page on which its player chooses the parts."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import DomainError
from core.sentences import fill
from dynasty.catalog import portraits as catalog
from dynasty.forms.portraits import PortraitForm
from dynasty.models import Dynasty
from dynasty.selectors import dynasties, portraits
from dynasty.services import emperors
from dynasty.views.court import owner_required

YEAR = 365 * 24 * 3600


@require_GET
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the portrait of an emperor as an SVG image; its address changes with it."""
    found = dynasties.find_emperor(code)
    if found is None:
        raise Http404
    drawn = catalog.draw(portraits.get_parts(found), found.dynasty.emblem, portraits.get_marks(found))
    is_exact = request.GET.get("v") == portraits.get_version(found)
    caching = f"public, max-age={YEAR}, immutable" if is_exact else "public, max-age=300"
    return HttpResponse(drawn, content_type="image/svg+xml", headers={"Cache-Control": caching})


@require_http_methods(["GET", "POST"])
@owner_required
def portrait(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show the form of a living emperor's portrait and change it; the button for a preview changes nothing."""
    emperor = dynasties.find_emperor(code)
    if emperor is None or emperor.dynasty_id != dynasty.pk or emperor.died_at:
        raise Http404
    own = portraits.get_parts(emperor)
    sent = request.POST or (request.GET if "face" in request.GET else None)
    form = PortraitForm(sent, initial=own)
    if request.method == "POST" and "preview" not in request.POST and form.is_valid():
        try:
            emperors.choose_portrait(emperor=emperor, portrait=form.get_chosen())
        except DomainError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, fill(_("%(emperor)s has a new portrait."), {"emperor": emperor.name}))
        return redirect("emperor", code=code)
    parts, marks = form.get_shown(own), portraits.get_marks(emperor)
    context = {
        "dynasty": dynasty,
        "emperor": emperor,
        "form": form,
        "drawing": catalog.draw(parts, dynasty.emblem, marks, ' class="portrait" aria-hidden="true"'),
        "words": catalog.describe(parts),
        "marks": catalog.list_marks(marks).values(),
    }
    return render(request, "dynasty/portrait.html", context, status=422 if form.errors else 200)
