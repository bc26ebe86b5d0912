"""Storage of one-time messages in a cookie that no other host can set."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookie(CookieStorage):
    cookie_name = "__Host-messages" if settings.HTTPS else "messages"


class Messages(FallbackStorage):
    """Storage in the cookie, or in the session for what is too long for it."""

    storage_classes = (HostCookie, SessionStorage)
