"""Apps of third parties, and what users have allowed them."""

from django.db import models

from core.public_codes import new_code


class ThirdPartyApp(models.Model):
    """A program of one dynasty's owner that other users may let in (OAuth 2.1)."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    """Its `client_id`."""
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="apps")
    """Whose it is."""
    name = models.CharField(max_length=40)
    redirects = models.JSONField()
    """The addresses to which its users may be sent back."""
    secret_digest = models.CharField(max_length=64, blank=True)
    """The hash of its secret; blank for an app that runs where no secret can be kept."""
    made_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["dynasty", "id"], name="apps_of_dynasty")]

    def __str__(self) -> str:
        return self.name

    @property
    def client_id(self) -> str:
        """Return the code under the name by which oauthlib asks for it."""
        return self.code


class AppGrant(models.Model):
    """What a user has once allowed an app: a code that is exchanged once, then a refresh token that changes with use.

    Access tokens are rows of ApiToken that belong to it, and go with it.
    """

    code = models.CharField(max_length=10, unique=True, default=new_code)
    app = models.ForeignKey(ThirdPartyApp, models.CASCADE, related_name="grants")
    user = models.ForeignKey("dynasty.User", models.CASCADE, related_name="app_grants")
    scopes = models.JSONField()
    """Words of dynasty.domain.tokens.SCOPES."""
    redirect = models.TextField()
    """The address to which the code was sent."""
    challenge = models.CharField(max_length=43)
    """What the code verifier has to hash to (PKCE, S256)."""
    code_digest = models.CharField(max_length=64, unique=True)
    family_digest = models.CharField(max_length=64, blank=True)
    """The hash of the part of its refresh tokens that stays, by which one that was used before is known."""
    refresh_digest = models.CharField(max_length=64, blank=True)
    """The hash of the refresh token that is to be used next; blank until the code is exchanged."""
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    """When it ends: the code first, then the refresh token."""

    class Meta:
        indexes = [
            models.Index(fields=["user", "-id"], name="grants_of_user"),
            models.Index(fields=["expires_at"], name="grants_by_end"),
            models.Index(fields=["family_digest"], name="grants_by_family"),
        ]
