"""Pages of apps of third parties: one's own, those that one has let in, and the question whether to let one in."""

from urllib.parse import urlsplit

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from core.error_status import get_status
from core.errors import DomainError
from core.sentences import fill
from dynasty.domain import tokens
from dynasty.forms.apps import AppForm
from dynasty.forms.fields import add_domain_error
from dynasty.forms.preferences import SCOPE_TEXTS
from dynasty.models import Dynasty
from dynasty.selectors import apps as read
from dynasty.selectors import dynasties
from dynasty.services.apps import grants, registration
from dynasty.services.apps.grants import Parameters
from dynasty.views.context import get_user
from dynasty.views.court import owner_required

FIELDS = {"app_name_length": "name", "bad_redirect": "addresses"}
"""Where a refusal is shown, by its code."""


@require_http_methods(["GET", "POST"])
@owner_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@sensitive_variables("secret")
def app_page(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the apps that the reader has let in, and the own ones; a POST registers one and shows its secret once."""
    form, made, secret, status = AppForm(request.POST or None), None, "", 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                made, secret = registration.create(dynasty=dynasty, **form.cleaned_data)
                form, status = AppForm(), 200
        except DomainError as error:
            add_domain_error(form, error, FIELDS.get(error.code))
            status = get_status(error.code)
    context = {
        "form": form,
        "made": made,
        "secret": secret,
        "allowed": [(each, describe_scopes(each.scopes)) for each in read.list_access(get_user(request))],
        "own": read.list_apps(dynasty),
        "dynasty": dynasty,
    }
    return render(request, "dynasty/apps.html", context, status=status)


def describe_scopes(scopes: list[str]) -> list[str]:
    """Describe in short what an app may do."""
    return [str(SCOPE_TEXTS[scope]).partition(":")[0] for scope in scopes]


@require_http_methods(["GET", "POST"])
@owner_required
def delete(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Ask once more, then delete an own app."""
    row = read.find_app(dynasty, code)
    if row is None:
        raise Http404
    if request.method != "POST":
        return render(request, "dynasty/app_delete.html", {"app": row})
    registration.delete(dynasty=dynasty, code=code)
    messages.success(request, fill(_("The app “%(name)s” is deleted."), {"name": row.name}))
    return redirect("apps")


@require_http_methods(["GET", "POST"])
@login_required
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Ask once more, then take back what an app was allowed."""
    user = get_user(request)
    access = read.find_access(user, code)
    if access is None:
        raise Http404
    if request.method != "POST":
        return render(request, "dynasty/app_take_back.html", {"access": access})
    grants.take_back(user=user, code=code)
    messages.success(request, fill(_("“%(name)s” can no longer act for you."), {"name": access.app.name}))
    return redirect("apps")


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@sensitive_variables("address")
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask whether an app may act for the reader; a POST says so, and leads back to the app.

    What an app is allowed outlives the session, so the view asks for a recent login. Nobody is sent anywhere without
    having decided: a wrong request is shown here, with a link.
    """
    parameters = list_parameters(request)
    try:
        app_request = grants.read_request(parameters)
        if request.method == "POST":
            if request.POST.get("answer") != "allow":
                return lead_on(request, app_request, grants.build_denial(app_request))
            address = grants.allow(user=get_user(request), parameters=parameters, scopes=request.POST.getlist("scopes"))
            return lead_on(request, app_request, address)
    except grants.WrongRequest as error:
        wrong = {"error": str(error), "back": error.back, "host": urlsplit(error.back).hostname}
        return render(request, "dynasty/app_wrong.html", wrong, status=get_status(error.code))
    context = {
        "app": app_request.app,
        "host": urlsplit(app_request.redirect).netloc,
        "scopes": [
            (scope, str(SCOPE_TEXTS[scope]).partition(":"))
            for scope in tokens.SCOPES
            if scope in {*app_request.scopes, tokens.READ}
        ],
        "needs_mark": tokens.PLAY in app_request.scopes,
        "moves_wealth": bool({tokens.TRADE, tokens.BET} & set(app_request.scopes)),
        "dynasty": dynasties.find_dynasty_of(request.user),
    }
    return render(request, "dynasty/app_consent.html", context)


def list_parameters(request: HttpRequest) -> Parameters:
    """Return the query's parameters, those that come twice as well."""
    return [(name, value) for name, values in request.GET.lists() for value in values]


def lead_on(request: HttpRequest, app_request: grants.AppRequest, address: str) -> HttpResponse:
    """Show a page that leads to the app at once: no form of this site may lead to another."""
    context = {"app": app_request.app, "address": address, "host": urlsplit(address).netloc}
    return render(request, "dynasty/app_lead_on.html", context)


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Return where and how apps are let in (RFC 8414)."""
    site = request.build_absolute_uri("/").rstrip("/")
    return JsonResponse(
        {
            "issuer": site,
            "authorization_endpoint": site + reverse("authorize_app"),
            "token_endpoint": site + reverse("api_app_token"),
            "revocation_endpoint": site + reverse("api_app_revoke"),
            "service_documentation": site + reverse("api_guide"),
            "scopes_supported": list(tokens.SCOPES),
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none", "client_secret_basic", "client_secret_post"],
        }
    )
