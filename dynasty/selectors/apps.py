"""Selectors of apps: one's own, and those that one has let in."""

from dataclasses import dataclass
from datetime import datetime

from core import clock
from dynasty.domain import tokens
from dynasty.models import ApiToken, AppGrant, Dynasty, ThirdPartyApp, User


@dataclass(frozen=True)
class Access:
    """What an app may do for a user, by all that the user has allowed it."""

    app: ThirdPartyApp
    scopes: list[str]
    since: datetime
    last_used_at: datetime | None


def list_apps(dynasty: Dynasty) -> list[ThirdPartyApp]:
    """Return a dynasty's own apps, the newest first."""
    return list(ThirdPartyApp.objects.filter(dynasty=dynasty).order_by("-pk"))


def find_app(dynasty: Dynasty, code: str) -> ThirdPartyApp | None:
    """Return a dynasty's own app with this code; None if there is none."""
    return ThirdPartyApp.objects.filter(dynasty=dynasty, code=code).first()


def list_access(user: User) -> list[Access]:
    """Return the apps that may act for a user, by name."""
    rows = AppGrant.objects.filter(user=user, expires_at__gt=clock.now()).exclude(refresh_digest="")
    grants: dict[int, list[AppGrant]] = {}
    for row in rows.select_related("app__dynasty").order_by("app__name", "app", "pk"):
        grants.setdefault(row.app_id, []).append(row)
    used = dict(
        ApiToken.objects.filter(grant__in=rows).exclude(last_used_at=None).values_list("grant__app", "last_used_at")
    )
    return [
        Access(
            app=each[0].app,
            scopes=[scope for scope in tokens.SCOPES if any(scope in row.scopes for row in each)],
            since=min(row.made_at for row in each),
            last_used_at=used.get(app),
        )
        for app, each in grants.items()
    ]


def find_access(user: User, code: str) -> Access | None:
    """Return what an app may do for a user, by the app's code; None if it may do nothing."""
    return next((each for each in list_access(user) if each.app.code == code), None)
