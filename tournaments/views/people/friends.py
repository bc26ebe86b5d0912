"""The page of friends: who is here, what one shows of oneself, and who may write first."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import DomainError
from dynasty.models import Dynasty
from dynasty.services import social
from dynasty.views.court import owner_required
from tournaments.forms.people import SocialForm
from tournaments.selectors.people import friends as selected


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def friends(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """List the friends of the reader; a POST saves what it shows, and who may write to it."""
    setting = selected.get_setting(dynasty)
    initial = {"shows_online": setting.shows_online, "first_messages": setting.first_messages}
    form, status = SocialForm(request.POST or None, initial=initial), 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                social.choose(dynasty=dynasty, **form.cleaned_data)
                messages.success(request, _("Saved."))
                return redirect("friends")
        except DomainError as error:
            form.add_error(None, str(error))
    context = {"dynasty": dynasty, "friends": selected.list_friends(dynasty), "form": form}
    return render(request, "people/friends.html", context, status=status)
