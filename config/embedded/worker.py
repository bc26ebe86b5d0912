"""The embedded mode's channel layer, and Celery's worker and beat as threads of the server's process.

Nothing here is imported when REDIS_URL is set.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from celery import Celery
from channels.layers import InMemoryChannelLayer

log = logging.getLogger(__name__)


class EmbeddedChannelLayer(InMemoryChannelLayer):
    """InMemoryChannelLayer that may be written to from any thread.

    The stock class puts into asyncio.Queue objects straight from the calling thread. These are not
    thread-safe: the waiting consumer's future is resolved without waking the server's loop, so a message from
    a Celery thread lies there until something else happens to wake it. Here a send made on another loop is
    handed over to the loop that receives.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.home: asyncio.AbstractEventLoop | None = None  # the loop that receives

    async def receive(self, channel: str) -> dict[str, Any]:
        self.home = asyncio.get_running_loop()
        message: dict[str, Any] = await super().receive(channel)
        return message

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        await self._at_home(super().send, channel, message)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._at_home(super().group_send, group, message)

    async def _at_home(self, method: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
        home = self.home
        if home is None or home is asyncio.get_running_loop() or not home.is_running():
            await method(*args)
        else:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(method(*args), home))


class Beat(threading.Thread):
    """Celery's beat as a thread that stops at once; Celery's own one first sleeps until the next job."""

    def __init__(self, app: Celery) -> None:
        super().__init__(name="celery-beat", daemon=True)
        self.app = app
        self.stopping = threading.Event()

    def run(self) -> None:
        from config.beat import SteadyScheduler

        self.app.set_current()
        scheduler = SteadyScheduler(self.app)
        while not self.stopping.wait(scheduler.tick()):
            pass
        scheduler.close()


class EmbeddedCelery:
    """Celery's worker (a pool of threads) and beat as threads of this process, on the memory:// broker."""

    def __init__(self, app: Celery, concurrency: int = 2) -> None:
        self.app, self.concurrency = app, concurrency

    def start(self, timeout: float = 15) -> None:
        """Start all threads, and return when the worker accepts tasks; `timeout` is in seconds."""
        from celery.worker import WorkController, state

        from config.sweeper import build_sweepers

        self.app.finalize()
        self.app.set_default()
        state.should_stop = state.should_terminate = None  # as an earlier stop in this process left them
        ready = threading.Event()
        self.worker = WorkController(
            app=self.app,
            pool="threads",
            concurrency=self.concurrency,
            hostname="embedded@localhost",
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
            quiet=True,
            ready_callback=lambda consumer: ready.set(),
        )
        self.thread = threading.Thread(target=self.worker.start, name="celery-worker", daemon=True)
        self.thread.start()
        if not ready.wait(timeout):
            raise RuntimeError("the embedded Celery worker did not start")
        self.beat = Beat(self.app)
        self.beat.start()
        self.sweepers = build_sweepers()
        for sweeper in self.sweepers:
            sweeper.start()
        log.info("embedded Celery worker and beat are running")

    def stop(self, timeout: float = 10) -> None:
        """Let running tasks finish, then stop all threads; `timeout` is in seconds."""
        from celery.worker import state as worker_state

        from config.sweeper import stop_sweepers

        state: Any = worker_state
        stop_sweepers(self.sweepers, timeout)
        self.beat.stopping.set()
        state.should_stop = 0  # warm shutdown
        self.app.control.broadcast("shutdown")  # wakes the worker out of its poll of two seconds
        self.thread.join(timeout)
        self.beat.join(timeout)
        state.should_stop = None
        for name, thread in (("worker", self.thread), ("beat", self.beat)):
            if thread.is_alive():
                log.warning("the embedded Celery %s did not stop within %s s", name, timeout)
