"""Log-in by an OpenID Connect provider that the settings name: a school's or a club's accounts open this site.

A provider is believed about one thing, which address is whose. So a log-in opens an account only by an address that
the provider has verified; and an account that exists already only where this site has verified its address too, since
anybody can have typed it at sign-up. Nothing else joins the two: an account that is logged in takes on no identity.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.db.models.signals import pre_save
from django.http import HttpRequest
from django.shortcuts import render

from dynasty.models import User


def connect_signals() -> None:
    """Store no profile with an identity. Called once, at the start, where the settings name a provider."""
    pre_save.connect(
        forget_profile, sender="socialaccount.SocialAccount", dispatch_uid="config.accounts.single_sign_on"
    )


def forget_profile(instance: SocialAccount, **_signal: Any) -> None:
    """Drop what the provider tells of a person besides the identity."""
    instance.extra_data = {}


class SingleSignOnAdapter(DefaultSocialAccountAdapter):
    """The allauth adapter that says which account a provider's log-in opens."""

    def authenticate_by_email(self, login: SocialLogin) -> tuple[User, str] | None:
        """Return the account that a log-in opens for the first time, with its address; None where there is none."""
        for email in list_verified(login):
            address = EmailAddress.objects.filter(email=email, verified=True).select_related("user").first()
            if address is not None:
                return address.user, email
        return None

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse, with a page that says why, what neither opens an account nor may make one."""
        reason = find_objection(sociallogin)
        if reason:
            context = {"reason": reason}
            raise ImmediateHttpResponse(render(request, "account/sign_on_refused.html", context, status=403))


def find_objection(login: SocialLogin) -> str:
    """Return why a log-in is refused, as a word that its page knows; blank where it is not."""
    if login.state.get("process") == AuthProcess.CONNECT:
        return "connects"
    if login.is_existing:
        return ""
    verified = list_verified(login)
    if not verified:
        return "unverified"
    is_taken = (
        User.objects.filter(email__in=verified).exists() or EmailAddress.objects.filter(email__in=verified).exists()
    )
    return "taken" if is_taken else ""


def list_verified(login: SocialLogin) -> list[str]:
    """Return the addresses that the provider says it has verified, as this site writes them."""
    return [each.email.lower() for each in login.email_addresses if each.verified is True]
