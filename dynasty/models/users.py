"""Who logs in."""

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower


class UserManager(BaseUserManager["User"]):
    """Makes users; an address is kept in lower case, so that it is compared without case."""

    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person or a program with a login of its own. What it plays with is its dynasty."""

    email = models.EmailField(max_length=254)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    language = models.CharField(max_length=8, blank=True)
    """The language of mails to this user; blank: the site's."""
    time_zone = models.CharField(max_length=64, blank=True)
    """An IANA zone such as Europe/Madrid; blank: UTC."""
    display = models.JSONField(default=dict, blank=True)
    """How battles are shown to this user, without what is as usual; see dynasty.domain.display."""

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    objects = UserManager()

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_user_per_address")]

    def __str__(self) -> str:
        return f"user {self.pk}"
