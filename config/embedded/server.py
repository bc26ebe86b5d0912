"""The embedded site's uvicorn server, on a socket that is bound before anything else happens."""

import contextlib
import signal
import socket
import threading
from collections.abc import Iterator

import uvicorn

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Server(uvicorn.Server):
    """A uvicorn server that stops cleanly on a signal and then lets this process exit with success.

    uvicorn itself raises the signal again after it has stopped, which kills the process before it can say so.
    """

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield  # signals come to the main thread only
            return
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise OSError when the address is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(False)
    return listening


def build_server(stop_within: int = 3) -> Server:
    """Return the embedded site's server, not yet started."""
    return Server(
        uvicorn.Config(
            "config.embedded.asgi:application",
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # nobody stands in front of it, so nobody may say who the client is
            server_header=False,
            ws="config.lean_sockets:LeanSocketProtocol",
            ws_max_size=4096,
            ws_per_message_deflate=False,  # nothing large is ever sent, and nothing can be blown up
            ws_ping_interval=60,  # heartbeats keep the way open; a ping only finds out who has gone
            timeout_graceful_shutdown=stop_within,
        )
    )
