"""Views of single events, and a dynasty's log as a feed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.sentences import fill
from dynasty.domain import event_types
from dynasty.models import Event
from dynasty.selectors import chronicle
from dynasty.selectors.taken_names import cover_event
from dynasty.views.context import get_dynasty_or_404, is_owner

LINES = 40


@require_GET
def event(request: HttpRequest, number: int) -> HttpResponse:
    """Show one event; a private one only to the dynasties that it concerns."""
    found = Event.objects.filter(pk=number).first() if number < 2**62 else None
    if found is None:
        raise Http404
    mentions = list(found.mentions.select_related("dynasty", "emperor").order_by("pk"))
    if not found.public and not any(is_owner(request, each.dynasty) for each in mentions):
        raise Http404
    sentence = event_types.format_sentence(found.kind, cover_event(found))
    context = {"event": found, "sentence": sentence, "mentions": mentions}
    return render(request, "dynasty/event.html", context)


@require_GET
def feed(request: HttpRequest, code: str) -> HttpResponse:
    """Serve a dynasty's public log as an Atom feed, whoever asks."""
    dynasty = get_dynasty_or_404(code)
    here = request.build_absolute_uri(reverse("dynasty_log", args=[dynasty.code]))
    made = Atom1Feed(title=fill(_("Log of %(name)s"), {"name": dynasty.name}), link=here, description=dynasty.motto,
                     feed_url=request.build_absolute_uri(request.path), author_name=dynasty.name)  # fmt: skip
    for line in chronicle.get_log_page(dynasty, limit=LINES).lines:
        address = request.build_absolute_uri(reverse("event", args=[line.event]))
        made.add_item(title=line.sentence, link=address, description=line.sentence, unique_id=address,
                      pubdate=line.at, updateddate=line.at)  # fmt: skip
    return HttpResponse(made.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
