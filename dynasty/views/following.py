"""Following dynasties and Emperors: the buttons on their pages and in the list of those who are followed."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from core.errors import DomainError
from dynasty.models import Dynasty, Emperor
from dynasty.selectors import dynasties
from dynasty.services import following
from dynasty.views.context import get_dynasty_or_404
from dynasty.views.court import owner_required


@require_POST
@owner_required
def follow_dynasty(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Follow a dynasty, or no longer."""
    return change(request, dynasty, "dynasty", code, dynasty=get_dynasty_or_404(code))


@require_POST
@owner_required
def follow_emperor(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Follow an emperor, or no longer."""
    emperor = dynasties.find_emperor(code)
    if emperor is None:
        raise Http404
    return change(request, dynasty, "emperor", code, emperor=emperor)


def change(
    request: HttpRequest, follower: Dynasty, page: str, code: str, *,
    dynasty: Dynasty | None = None, emperor: Emperor | None = None,
) -> HttpResponse:  # fmt: skip
    """Carry out what the button says, and go back to where it was."""
    act = following.unfollow if request.POST.get("act") == "unfollow" else following.follow
    try:
        act(follower=follower, dynasty=dynasty, emperor=emperor)
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("following") if request.POST.get("from") == "list" else redirect(page, code=code)
