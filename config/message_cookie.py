"""What a page says once, on the next one: in a cookie that no other host can plant, like all cookies of the site."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookie(CookieStorage):
    cookie_name = "__Host-messages" if settings.HTTPS else "messages"


class Messages(FallbackStorage):
    """In the cookie, or in the session what is too long for it."""

    storage_classes = (HostCookie, SessionStorage)
