"""Views of a user's API tokens: list, create, revoke."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from core import clock
from core.errors import DomainError
from core.sentences import fill
from dynasty.forms.fields import add_domain_error
from dynasty.forms.preferences import SCOPE_TEXTS, TokenForm
from dynasty.models import ApiToken
from dynasty.selectors import api_tokens as read
from dynasty.selectors import dynasties
from dynasty.services import api_tokens, founding
from dynasty.views.context import get_user


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@sensitive_variables("secret")
def token_page(request: HttpRequest) -> HttpResponse:
    """Show the list of tokens; a POST creates one and shows its secret on this uncached page only.

    A token outlives the session, so the view asks for a recent login.
    """
    form = TokenForm(request.POST or None)
    made = create_token(request, form) if request.method == "POST" and form.is_valid() else None
    row, secret = made or (None, "")
    context = {
        "form": TokenForm() if made else form,
        "made": row,
        "secret": secret,
        "tokens": [(token, describe_scopes(token)) for token in read.list_tokens(get_user(request))],
        "now": clock.now(),
        "dynasty": dynasties.find_dynasty_of(request.user),
    }
    return render(request, "dynasty/tokens.html", context, status=422 if form.errors else 200)


def create_token(request: HttpRequest, form: TokenForm) -> tuple[ApiToken, str] | None:
    """Create a token from a valid form; on a refusal, add it to the form and return None."""
    try:
        return api_tokens.create(user=get_user(request), **form.cleaned_data)
    except DomainError as error:
        add_domain_error(form, error, "name" if error.code.startswith("name") else None)
        return None


def describe_scopes(token: ApiToken) -> list[str]:
    """Describe in short what a token may do."""
    return [str(SCOPE_TEXTS[scope]).partition(":")[0] for scope in token.scopes]


@require_http_methods(["GET", "POST"])
@login_required
def revoke(request: HttpRequest, code: str) -> HttpResponse:
    """Ask once more, then take the token back."""
    token = next((each for each in read.list_tokens(get_user(request)) if each.code == code), None)
    if token is None:
        raise Http404
    if request.method == "GET":
        return render(request, "dynasty/token_revoke.html", {"token": token})
    api_tokens.revoke(user=get_user(request), code=code)
    messages.success(request, fill(_("The token “%(name)s” no longer works."), {"name": token.name}))
    return redirect("tokens")


@require_http_methods(["GET", "POST"])
@login_required
def mark(request: HttpRequest) -> HttpResponse:
    """Ask once more, then mark the dynasty as one that a program plays."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None or dynasty.program:
        return redirect("tokens")
    if request.method == "GET":
        return render(request, "dynasty/token_mark.html", {"dynasty": dynasty})
    founding.mark_program(dynasty=dynasty)
    messages.success(
        request, fill(_("Everyone can now see that a program plays for %(dynasty)s."), {"dynasty": dynasty.name})
    )
    return redirect("tokens")
