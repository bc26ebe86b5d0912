"""Public views of dynasties, emperors and the ranking."""

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
from dynasty.selectors.emperors import build_persons
from dynasty.views.context import get_dynasty_or_404, is_owner

LATEST = 10  # lines of the log on a dynasty's page
REIGNS = 20


@require_GET
def dynasty(request: HttpRequest, code: str) -> HttpResponse:
    """Show a dynasty: its emblem, standing, and present and former members."""
    shown = get_dynasty_or_404(code)
    now = clock.now()
    form = MomentForm(request.GET, now)
    moment = form.moment()
    champion = standings.get_champion()
    context = {
        "dynasty": shown,
        "owner": is_owner(request, shown),
        "champion": champion if champion and champion.dynasty_id == shown.pk else None,
        "rank": standings.get_rank(shown),
        "chart": line.draw(standings.get_chart_curve(shown), now),
        "living": build_persons(dynasties.list_living(shown)[:MAX_PEOPLE], request.user.pk),
        "gone": dynasties.list_former_members(shown)[:MAX_PEOPLE],
        "form": form,
        "moment": moment,
        "zone": timezone.localtime(moment or now).tzname(),
        "members": dynasties.list_memberships(shown, moment)[:MAX_PEOPLE] if moment else [],
        "log": chronicle.get_log_page(shown, limit=LATEST),
    }
    return render(request, "dynasty/dynasty.html", context)


@require_GET
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Show a dynasty's log, filtered and page by page; its owner sees private lines as well."""
    shown = get_dynasty_or_404(code)
    private = is_owner(request, shown)
    form = LogForm(request.GET, dynasty=shown, private=private)
    found = chronicle.get_log_page(
        shown, viewer_is_owner=private, cursor=request.GET.get("cursor", "")[:120], **form.wanted()
    )
    query = request.GET.copy()
    query.pop("cursor", None)
    context = {"dynasty": shown, "owner": private, "form": form, "log": found, "query": query.urlencode()}
    return render(request, "dynasty/log.html", context)


@require_GET
def emperor(request: HttpRequest, code: str) -> HttpResponse:
    """Show an emperor and its life."""
    found = dynasties.find_emperor(code)
    if found is None:
        raise Http404
    shown = build_persons([found], request.user.pk)[0]
    homes, now = list(dynasties.list_homes(found)), clock.now()
    context = {
        "person": shown,
        "emperor": found,
        "homes": homes,
        "life": timelines.build_life(found, homes, now),
        "chart": line.draw(timelines.get_reputation_curve(found), found.died_at or now),
        "log": chronicle.get_life_page(found, cursor=request.GET.get("cursor", "")[:120]),
    }
    return render(request, "dynasty/emperor.html", context)


def parse_page_number(text: str) -> int:
    """Parse a page number from a URL; return 1 for anything else."""
    return int(text[:6]) if text.isascii() and text.isdigit() else 1


@require_GET
def ranking(request: HttpRequest) -> HttpResponse:
    """Show the ranking, the champion and the history of reigns."""
    page = ranks.get_page(parse_page_number(request.GET.get("page", "")))
    own = dynasties.find_dynasty_of(request.user)
    context = {"page": page, "champion": standings.get_champion(), "reigns": standings.list_reigns(REIGNS), "own": own}
    return render(request, "dynasty/ranking.html", context)


@require_GET
def emblem(request: HttpRequest, code: str) -> HttpResponse:
    """Serve a dynasty's emblem as an SVG image; it never changes."""
    drawing = emblems.draw(get_dynasty_or_404(code).emblem)
    return HttpResponse(drawing, content_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})
