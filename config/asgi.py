"""The ASGI application: pages and API over HTTP, pointers to new events over WebSockets."""

import os
import warnings
from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume")  # WhiteNoise's files, which Django reads whole
pages = get_asgi_application()  # sets Django up: what follows needs the models

from config import logs  # noqa: E402

if settings.LOG_FORMAT == "json":
    logs.log_uncaught_errors()
if not settings.EMBEDDED:
    logs.log_missing_services()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import re_path  # noqa: E402

from config.identified import postpone, postpone_all, settle  # noqa: E402
from config.middleware.incoming_text import UnknownAddressConsumer, check_sockets  # noqa: E402
from config.middleware.public_pages import PublicPages  # noqa: E402
from config.shared_frames import offer_shared_frames  # noqa: E402
from tournaments.realtime.routing import program_urlpatterns, websocket_urlpatterns  # noqa: E402

unknown: Any = re_path("", postpone(UnknownAddressConsumer.as_asgi()))
pages_only = URLRouter([*postpone_all(websocket_urlpatterns), unknown])
browsers: Any = AllowedHostsOriginValidator(AuthMiddlewareStack(pages_only))
# Programs show a token and send no Origin; no cookie is looked at, so no foreign page can open these in a browser.
sockets = settle(check_sockets(URLRouter([*postpone_all(program_urlpatterns), re_path("", browsers)])))
application = ProtocolTypeRouter({"http": PublicPages(pages), "websocket": offer_shared_frames(sockets)})
