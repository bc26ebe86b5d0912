"""The ASGI application: pages and API over HTTP, pointers to new events over WebSockets."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()  # sets Django up: what follows needs the models

from config import logs  # noqa: E402

if settings.LOG_FORMAT == "json":
    logs.log_uncaught_errors()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import re_path  # noqa: E402

from config.middleware.incoming_text import UnknownAddressConsumer, check_sockets  # noqa: E402
from tournaments.realtime.routing import program_urlpatterns, websocket_urlpatterns  # noqa: E402

pages_only = URLRouter([*websocket_urlpatterns, re_path("", UnknownAddressConsumer.as_asgi())])
browsers = AllowedHostsOriginValidator(AuthMiddlewareStack(pages_only))
# Programs show a token and send no Origin; no cookie is looked at, so no foreign page can open these in a browser.
sockets = check_sockets(URLRouter([*program_urlpatterns, re_path("", browsers)]))
application = ProtocolTypeRouter({"http": pages, "websocket": sockets})
