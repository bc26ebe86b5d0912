"""Calendars: a dynasty's own at a secret address, and the public one of what is announced. They hold no orders."""

from collections.abc import Sequence

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core import clock
from core.icalendar import CalendarEvent, write_calendar
from core.sentences import fill
from dynasty.models import NoticeSetting
from tournaments.models import Arena
from tournaments.presenters.context import get_title
from tournaments.selectors import deadlines as dates
from tournaments.selectors.deadlines import CalendarDate


@require_safe
def deadlines(request: HttpRequest, secret: str) -> HttpResponse:
    """Return a dynasty's dates as iCalendar in its owner's language; raise Http404 for an unknown secret."""
    setting = NoticeSetting.objects.select_related("dynasty__user").filter(calendar=secret[:64]).first()
    if setting is None or setting.dynasty.user is None or not setting.dynasty.user.is_active:
        raise Http404
    with translation.override(setting.dynasty.user.language or settings.LANGUAGE_CODE):
        events = [build_date(request, each) for each in dates.list_dates(setting.dynasty)]
        events += [build_arena(request, each, alarm=True) for each in dates.list_arenas_of(setting.dynasty)]
        return answer(request, "dynasty", events)


@require_safe
def announced(request: HttpRequest) -> HttpResponse:
    """Return the tournaments and arenas that players have announced as iCalendar, in the language asked for."""
    language = request.GET.get("language", "")
    with translation.override(language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        events = [build_start(request, each) for each in dates.list_announced()]
        events += [build_arena(request, each, alarm=False) for each in dates.list_announced_arenas()]
        return answer(request, "tournaments", events)


def answer(request: HttpRequest, name: str, events: Sequence[CalendarEvent]) -> HttpResponse:
    """Return these dates as a file, the earliest first. `name`: of the file."""
    ordered = sorted(events, key=lambda event: event.at)
    return HttpResponse(
        write_calendar(_("Emperors of the Dynasty"), request.get_host(), ordered, clock.now()),
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{name}.ics"', "Referrer-Policy": "no-referrer"},
    )


def build_date(request: HttpRequest, date: CalendarDate) -> CalendarEvent:
    """Return a start or a deadline of a dynasty's own."""
    url = request.build_absolute_uri(reverse("tournament", args=[date.tournament.code]))
    return CalendarEvent(date.key, date.at, describe_deadline(date), url, alarm=True)


def build_start(request: HttpRequest, date: CalendarDate) -> CalendarEvent:
    """Return the start of a tournament, as it is announced to everybody."""
    url = request.build_absolute_uri(reverse("tournament", args=[date.tournament.code]))
    return CalendarEvent(date.key, date.at, get_title(date.tournament), url)


def build_arena(request: HttpRequest, arena: Arena, *, alarm: bool) -> CalendarEvent:
    """Return an arena from its start to its end."""
    url = request.build_absolute_uri(reverse("arena", args=[arena.code]))
    title = fill(_("Arena “%(title)s”"), {"title": arena.title})
    return CalendarEvent(f"arena-{arena.code}", arena.starts_at, title, url, arena.ends_at, alarm)


def describe_deadline(date: CalendarDate) -> str:
    """Return the title of a deadline in words."""
    facts = {"title": get_title(date.tournament), "emperor": date.emperor, "round": date.round}
    if date.round == 0:
        return fill(_("“%(title)s”: the time to place armies ends, and %(emperor)s has placed none"), facts)
    if date.round:
        return fill(_("“%(title)s”: round %(round)s closes, and %(emperor)s has no order yet"), facts)
    return fill(_("“%(title)s” starts, with %(emperor)s"), facts)
