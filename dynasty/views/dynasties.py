"""Pages about one dynasty or one emperor, for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from core import clock
from core.limits import MAX_PEOPLE
from dynasty.catalog import emblems
from dynasty.charts import line
from dynasty.forms.chronicle import LogForm, MomentForm
from dynasty.selectors import chronicle, dynasties, standings, timelines
from dynasty.selectors import ranking as ranks
from dynasty.selectors.emperors import persons
from dynasty.views.context import dynasty_or_404, owns

LATEST = 10  # lines of the log on a dynasty's page
REIGNS = 20


@require_GET
def dynasty(request: HttpRequest, code: str) -> HttpResponse:
    """A dynasty: who it is, how it stands, who belongs and belonged to it."""
    shown = dynasty_or_404(code)
    now = clock.now()
    form = MomentForm(request.GET, now)
    moment = form.moment()
    champion = standings.champion()
    context = {
        "dynasty": shown,
        "owner": owns(request, shown),
        "champion": champion if champion and champion.dynasty_id == shown.pk else None,
        "rank": standings.rank(shown),
        "chart": line.draw(standings.drawn_curve(shown), now),
        "living": persons(dynasties.living(shown)[:MAX_PEOPLE], request.user.pk),
        "gone": dynasties.gone(shown)[:MAX_PEOPLE],
        "form": form,
        "moment": moment,
        "zone": timezone.localtime(moment or now).tzname(),
        "members": dynasties.memberships(shown, moment)[:MAX_PEOPLE] if moment else [],
        "log": chronicle.log(shown, limit=LATEST),
    }
    return render(request, "dynasty/dynasty.html", context)


@require_GET
def log(request: HttpRequest, code: str) -> HttpResponse:
    """The log of a dynasty, filtered and page by page; its owner sees what is private as well."""
    shown = dynasty_or_404(code)
    private = owns(request, shown)
    form = LogForm(request.GET, dynasty=shown, private=private)
    found = chronicle.log(shown, viewer_is_owner=private, cursor=request.GET.get("cursor", "")[:120], **form.wanted())
    query = request.GET.copy()
    query.pop("cursor", None)
    context = {"dynasty": shown, "owner": private, "form": form, "log": found, "query": query.urlencode()}
    return render(request, "dynasty/log.html", context)


@require_GET
def emperor(request: HttpRequest, code: str) -> HttpResponse:
    """An emperor and its life."""
    found = dynasties.emperor_by_code(code)
    if found is None:
        raise Http404
    shown = persons([found], request.user.pk)[0]
    homes, now = list(dynasties.homes(found)), clock.now()
    context = {
        "person": shown,
        "emperor": found,
        "homes": homes,
        "life": timelines.life(found, homes, now),
        "chart": line.draw(timelines.reputation(found), found.died_at or now),
        "log": chronicle.life(found, cursor=request.GET.get("cursor", "")[:120]),
    }
    return render(request, "dynasty/emperor.html", context)


def page_number(text: str) -> int:
    """The number of a page as its address has it; 1 for anything else."""
    return int(text[:6]) if text.isascii() and text.isdigit() else 1


@require_GET
def ranking(request: HttpRequest) -> HttpResponse:
    """The ranking, the champion and the history of reigns."""
    page = ranks.ranking(page_number(request.GET.get("page", "")))
    own = dynasties.dynasty_of(request.user)
    context = {"page": page, "champion": standings.champion(), "reigns": standings.reigns(REIGNS), "own": own}
    return render(request, "dynasty/ranking.html", context)


@require_GET
def emblem(request: HttpRequest, code: str) -> HttpResponse:
    """A dynasty's emblem as a picture; it never changes."""
    drawing = emblems.drawing(dynasty_or_404(code).emblem)
    return HttpResponse(drawing, content_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})
