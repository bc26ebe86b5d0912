"""The world chronicle: its days, one day, and the feed."""

from datetime import date, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core import clock
from core.pagination import parse_page_number
from core.sentences import fill
from tournaments.domain.world_chronicle import format_week, parse_week
from tournaments.presenters.world_chronicle import build_pages, build_weeks
from tournaments.selectors import world_chronicle

DAYS_SHOWN = 14
"""Days on one page and in the feed."""
MAX_PAGE = 10_000


@require_safe
def all_days(request: HttpRequest) -> HttpResponse:
    """List the days of the chronicle, the latest first."""
    number = min(parse_page_number(request.GET.get("page", "")) or 1, MAX_PAGE)
    found = world_chronicle.list_days((number - 1) * DAYS_SHOWN, DAYS_SHOWN + 1)
    context = {
        "pages": build_pages(found[:DAYS_SHOWN]),
        "older": number + 1 if len(found) > DAYS_SHOWN else None,
        "newer": number - 1,
        "weeks": build_weeks(world_chronicle.split_weeks(found[:DAYS_SHOWN])) if number == 1 else [],
    }
    return render(request, "chronicle/days.html", context)


@require_safe
def one_day(request: HttpRequest, day: str) -> HttpResponse:
    """Show a day of the chronicle."""
    try:
        found = world_chronicle.get_day(date.fromisoformat(day)) if len(day) == len("2026-01-31") else None
    except ValueError as error:
        raise Http404 from error
    if found is None:
        raise Http404
    before, after = world_chronicle.get_neighbours(found.day)
    [page] = build_pages([found])
    week = format_week(found.day) if world_chronicle.list_week(world_chronicle.get_monday(found.day)) else ""
    return render(request, "chronicle/day.html", {"page": page, "before": before, "after": after, "week": week})


@require_safe
def one_week(request: HttpRequest, week: str) -> HttpResponse:
    """Show a week of the chronicle."""
    monday = parse_week(week)
    found = world_chronicle.list_week(monday) if monday else []
    if monday is None or not found:
        raise Http404
    [page] = build_weeks([found])
    before, after = ((day, format_week(day)) if day else None for day in world_chronicle.find_week_neighbours(monday))
    return render(request, "chronicle/week.html", {"page": page, "before": before, "after": after})


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """Serve the latest days as an Atom feed."""
    made = Atom1Feed(
        title=_("World chronicle"),
        link=request.build_absolute_uri(reverse("chronicle")),
        description=_("Who rose, who fell, and what was fought, day by day."),
        feed_url=request.build_absolute_uri(request.path),
        author_name=_("Emperors of the Dynasty"),
    )
    days = world_chronicle.list_days(0, DAYS_SHOWN)
    for week in build_weeks(world_chronicle.split_weeks(days)):
        address = request.build_absolute_uri(reverse("chronicle_week", args=[week.code]))
        made.add_item(
            title=fill(
                _("Week of %(day)s: %(headline)s"), {"day": date_format(week.begins), "headline": week.headline}
            ),
            link=address,
            description=" ".join([*(each.sentence for each in week.news), week.total]),
            unique_id=address,
            pubdate=clock.begin_day(week.ends + timedelta(days=1)),
            updateddate=clock.begin_day(week.ends + timedelta(days=1)),
        )
    for page in build_pages(days):
        address = request.build_absolute_uri(reverse("chronicle_day", args=[page.day.isoformat()]))
        text = " ".join([*(each.sentence for each in page.news), page.total])
        moment = clock.begin_day(page.day + timedelta(days=1))
        title = f"{date_format(page.day, 'DATE_FORMAT')}: {page.headline}"
        made.add_item(
            title=title, link=address, description=text, unique_id=address, pubdate=moment, updateddate=moment
        )
    return HttpResponse(made.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
