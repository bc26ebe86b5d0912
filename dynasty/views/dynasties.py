"""Public views of dynasties, emperors and the ranking."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from core import clock
from core.limits import MAX_PEOPLE
from core.pagination import parse_page_number
from dynasty.catalog import emblems, regalia
from dynasty.catalog import portraits as portrait_catalog
from dynasty.charts import form as form_chart
from dynasty.charts import line
from dynasty.charts import reigns as reign_chart
from dynasty.domain.leagues import LEAGUES
from dynasty.domain.seasons import get_season, get_season_at, read_season
from dynasty.forms.chronicle import LogForm, MomentForm
from dynasty.models import Dynasty, Emperor
from dynasty.selectors import (
    achievements,
    careers,
    chronicle,
    clubs,
    dynasties,
    family,
    following,
    obituaries,
    offers,
    portraits,
    ratings,
    seasons,
    standings,
    timelines,
)
from dynasty.selectors import ranking as ranks
from dynasty.selectors.emperors import build_persons, list_living
from dynasty.selectors.taken_names import Mask
from dynasty.views.context import get_dynasty_or_404, is_owner

LATEST = 10  # lines of the log on a dynasty's page
REIGNS = 20


def draw_form(person: Dynasty | Emperor) -> form_chart.Form | None:
    """Draw how the latest battles of a dynasty or an emperor ended; None without any."""
    return form_chart.draw([each.result for each in reversed(careers.list_latest(person))])


@require_GET
def dynasty(request: HttpRequest, code: str) -> HttpResponse:
    """Show a dynasty: its emblem, standing, and present and former members."""
    shown = dynasties.find_read_dynasty(code, request.user.pk)
    if shown is None:
        raise Http404
    now = clock.resolve(shown.read)
    form = MomentForm(request.GET, now)
    moment = form.moment()
    rank = standings.get_rank(shown)
    context = {
        "dynasty": shown,
        "owner": is_owner(request, shown),
        "followed": shown.followed,
        "regalia": [regalia.REGALIA[name] for name in regalia.list_worn(shown.emblem)],
        "champion": rank == 1 and shown.standing.reputation > 0,
        "rank": rank,
        "seasons": seasons.get_seasons_of(shown, get_season_at(now)),
        "chart": line.draw(standings.get_chart_curve(shown, now), now),
        "ratings": [] if moment else ratings.list_ratings(shown),  # a page of the past asks one query more
        "living": list_living(shown, request.user.pk),
        "gone": dynasties.list_former_members(shown),
        "form": form,
        "moment": moment,
        "zone": timezone.localtime(moment or now).tzname(),
        "members": dynasties.list_memberships(shown, moment)[:MAX_PEOPLE] if moment else [],
        "log": chronicle.get_log_page(shown, limit=LATEST),
        "form_chart": draw_form(shown),
        "clubs": [] if moment or is_owner(request, shown) else clubs.list_memberships(shown),  # its owner has a list
    }
    return render(request, "dynasty/dynasty.html", context)


@require_GET
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Show a dynasty's log, filtered and page by page; its owner sees private lines as well."""
    shown = get_dynasty_or_404(code)
    private = is_owner(request, shown)
    form = LogForm(request.GET, dynasty=shown, private=private)
    found = chronicle.get_log_page(
        shown, viewer_is_owner=private, cursor=request.GET.get("cursor", "")[:120], **form.get_filter()
    )
    query = request.GET.copy()
    query.pop("cursor", None)
    context = {"dynasty": shown, "owner": private, "form": form, "log": found, "query": query.urlencode()}
    return render(request, "dynasty/log.html", context)


@require_GET
def trophies(request: HttpRequest, code: str) -> HttpResponse:
    """Show the trophies of a dynasty, and how far it is with the others."""
    shown = get_dynasty_or_404(code)
    found = achievements.list_progress(shown)
    earned = [each for each in found if each.earned_at]
    context = {"dynasty": shown, "earned": earned, "open": [each for each in found if not each.earned_at]}
    return render(request, "dynasty/trophies.html", {**context, "all": len(found)})


@require_GET
def family_tree(request: HttpRequest, code: str) -> HttpResponse:
    """Show who ever belonged to a dynasty: births, captures, changes of side and deaths."""
    shown = get_dynasty_or_404(code)
    tree = family.build_tree(shown, clock.now(), parse_page_number(request.GET.get("page", "")))
    return render(request, "dynasty/family.html", {"dynasty": shown, "tree": tree})


@require_GET
def emperor(request: HttpRequest, code: str) -> HttpResponse:
    """Show an emperor and its life."""
    found = dynasties.find_emperor(code)
    if found is None:
        raise Http404
    shown = build_persons([found], request.user.pk)[0]
    homes, now = list(dynasties.list_homes(found)), clock.now()
    curve, career = timelines.get_reputation_curve(found), careers.get_totals(found)
    mask = Mask()
    captured = found.died_at is None and found.dynasty_id != found.birthplace_id
    context = {
        "person": shown,
        "followed": following.is_followed(request.user.pk, emperor=found),
        "emperor": found,
        "offered": offers.find_offer_of(found, dynasties.find_dynasty_of(request.user)) if captured else None,
        "for_sale": captured and is_owner(request, found.dynasty) and shown.state == "at_court",
        "own": is_owner(request, found.dynasty),
        "likeness": portrait_catalog.describe(portraits.get_parts(found)),
        "marks": portrait_catalog.list_marks(portraits.get_marks(found)).values(),
        "homes": homes,
        "life": timelines.build_life(found, homes, now, mask),
        "chart": line.draw(curve, found.died_at or now),
        "log": chronicle.get_life_page(found, cursor=request.GET.get("cursor", "")[:120]),
        "career": career,
        "form_chart": draw_form(found),
        "story": obituaries.narrate_life(found, homes, career, curve, mask),
    }
    return render(request, "dynasty/emperor.html", context)


@require_GET
def ranking(request: HttpRequest) -> HttpResponse:
    """Show the ranking, the champion and the history of reigns; with `people`, without house dynasties."""
    people = "people" in request.GET
    page = (
        ranks.get_people_page(request.GET.get("from", ""))
        if people
        else ranks.get_page(parse_page_number(request.GET.get("page", "")))
    )
    own, reigns = dynasties.find_dynasty_of(request.user), standings.list_reigns(REIGNS)
    now = clock.now()
    context = {
        "page": page,
        "people": people,
        "champion": standings.get_champion(),
        "reigns": reigns,
        "history": reign_chart.draw([(each.dynasty, each.since, each.until) for each in reigns], now),
        "now": now,
        "season": (season := get_season_at(now)),
        "season_leader": next(iter(seasons.list_standings(season, people=people, limit=1)), None),
        "own": own,
        "rival": ranks.find_rival(own),
    }
    return render(request, "dynasty/ranking.html", context)


@require_GET
def season_page(request: HttpRequest) -> HttpResponse:
    """Show who gained most reputation in a season, and the hall of fame; with `people`, without house dynasties."""
    now, people = clock.now(), "people" in request.GET
    season, current = read_season(request.GET.get("of", ""), now), get_season_at(now)
    own, league = dynasties.find_dynasty_of(request.user), LEAGUES.get(request.GET.get("league", ""))
    number = parse_page_number(request.GET.get("page", ""))
    chosen = {"people": "" if people else None, "league": league and league.code}
    context = {
        "season": season,
        "leagues": LEAGUES.values(),
        "league": league,
        "query": urlencode({name: value for name, value in chosen.items() if value is not None}),
        "over": season != current,
        "later": get_season(season.ends) if season != current else None,
        "people": people,
        "page": seasons.get_page(season, number, people=people, league=league),
        "own": own,
        "mine": seasons.find_own(season, own, people=people, league=league),
        "own_league": seasons.get_own_league(current, own) if own and season == current else None,
        "fame": seasons.list_fame(current, people=people),
    }
    return render(request, "dynasty/seasons.html", context)


@require_GET
def emblem(request: HttpRequest, code: str) -> HttpResponse:
    """Serve a dynasty's emblem as an SVG image; it never changes."""
    drawing = emblems.draw(get_dynasty_or_404(code).emblem)
    return HttpResponse(drawing, content_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})
