"""The offline page, and the service worker that keeps replays.

A service worker rules the folder that it comes from, so it is served from the root and not with the static files.
"""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

WORKER = "js/workers/service-worker.js"
ICON = "images/icon-192.png"


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    return render(request, "offline.html")


@require_safe
def worker(request: HttpRequest) -> FileResponse:
    """Serve the service worker; browsers fetch it with every visit and compare."""
    found = finders.find(WORKER) or (staticfiles_storage.path(WORKER) if staticfiles_storage.exists(WORKER) else None)
    if not found:
        raise Http404
    answer = FileResponse(Path(found).open("rb"), content_type="text/javascript; charset=utf-8")  # noqa: SIM115
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Send browsers that ask for the old address of the site's icon to it."""
    return redirect(staticfiles_storage.url(ICON), permanent=True)
