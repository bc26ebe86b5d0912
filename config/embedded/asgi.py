"""The application with ASGI lifespan: worker and beat start and stop with the server."""

import asyncio
from typing import Any

from config.asgi import application as site
from config.celery import app as celery_app
from config.embedded.worker import EmbeddedCelery


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Pass HTTP and WebSockets to the site, and handle the lifespan here."""
    if scope["type"] == "lifespan":
        await run_lifespan(receive, send, EmbeddedCelery(celery_app))
    else:
        await site(scope, receive, send)


async def run_lifespan(receive: Any, send: Any, jobs: EmbeddedCelery) -> None:
    """Start the jobs before the first request, and stop them after the last."""
    await receive()
    try:
        await asyncio.to_thread(jobs.start)
    except Exception as error:
        await send({"type": "lifespan.startup.failed", "message": str(error)})
        return
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.to_thread(jobs.stop)
    await send({"type": "lifespan.shutdown.complete"})
