"""Identities at the provider of log-ins, by which a user can log in; there are none without one in the settings."""

from django.apps import apps
from django.db.models import Model, QuerySet

from dynasty.models import User

APPLICATION = "allauth.socialaccount"
MODEL = ("socialaccount", "SocialAccount")


def query_identities(user: User) -> QuerySet[Model] | None:
    """Return the query of a user's identities; None where the settings name no provider."""
    if not apps.is_installed(APPLICATION):
        return None
    model = apps.get_model(*MODEL)
    found: QuerySet[Model] = model._default_manager.filter(user=user).order_by("pk")
    return found
