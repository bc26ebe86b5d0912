"""The search page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from dynasty.domain.search_words import KINDS
from dynasty.selectors import dynasties
from tournaments.forms.search import SearchForm
from tournaments.selectors import search

TITLES = {
    "dynasty": _("Dynasties"),
    "emperor": _("Emperors"),
    "club": _("Clubs"),
    "board": _("Boards"),
    "map": _("Maps"),
    "series": _("Series"),
    "study": _("Studies"),
    "battle": _("Battles"),
}
ICONS = {
    "dynasty": "shield",
    "emperor": "crown",
    "club": "users",
    "board": "table",
    "map": "globe",
    "series": "medal",
    "study": "book-open",
    "battle": "swords",
}


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """Show what was found: a page of one kind, or the newest of each."""
    form = SearchForm(request.GET)
    text, chosen = form.get_text(), form.get_filter()
    kind = request.GET.get("kind", "")
    kind = kind if kind in KINDS else "battle" if chosen.build_query() else ""
    reader = dynasties.find_dynasty_of(request.user)
    page = search.find_page(text, kind, chosen, request.GET.get("cursor", ""), reader) if kind else None
    groups = {kind: page.found} if page and page.found else {} if kind else search.find_first(text, reader)
    query = request.GET.copy()
    query.pop("cursor", None)
    parameters = query.urlencode()
    query.pop("kind", None)
    context = {
        "form": form,
        "text": text,
        "kind": kind,
        "tabs": [(name, ICONS[name], title) for name, title in TITLES.items()],
        "groups": [(name, TITLES[name], rows) for name, rows in groups.items()],
        "included": search.find_included_boards(text) if kind in ("", "board") else [],
        "maps": search.find_included_maps(text) if kind in ("", "map") else [],
        "page": page,
        "query": parameters,
        "words": query.urlencode(),
        "asked": bool(text or chosen.build_query()),
    }
    return render(request, "search/search.html", context)
