"""The list of a user's sessions, where one or all others can be ended after reauthentication."""

from allauth.account.decorators import reauthentication_required
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import list_usersessions
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _


@login_required
@reauthentication_required(allow_get=True)
def devices(request: HttpRequest) -> HttpResponse:
    key = request.POST.get("session", "")
    if not key:
        page: HttpResponse = list_usersessions(request)
        return page
    if key.isdecimal():
        end_session(request, int(key))
    return redirect("usersessions_list")


def end_session(request: HttpRequest, number: int) -> None:
    """End one of the reader's sessions, but not the present one, for which there is logging out."""
    session = UserSession.objects.filter(user=request.user.pk, pk=number).first()
    if session is not None and not session.is_current():
        session.end()
        messages.info(request, _("That session is over."))
