"""`python3 manage.py play`: run the whole site on this machine without other services."""

import os
import socket
from argparse import ArgumentTypeError
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import get_resolver
from django.utils import autoreload
from django.utils.module_loading import import_string

from config import environment, storage
from config.embedded import instance_lock, memory
from config.embedded import server as server_module
from core.missing_services import list_missing_services

PORT_TAKEN, ALREADY_PLAYING = 3, 4
MAX_PORT = 65_535
ANY_ADDRESS = ("0.0.0.0", "::")


class Command(BaseCommand):
    requires_system_checks = ()  # `prepare` makes them, since they import the makers of migrations
    help = "Migrate, then serve the site, the WebSockets and the background jobs from one process."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0: others on the network may play too")
        parser.add_argument("--port", type=read_port, default=8000, help="0: any free one")
        parser.add_argument("--reload", action="store_true", help="start again when a source file changes")

    def handle(self, *, host: str, port: int, reload: bool, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError(
                "REDIS_URL is set, and `play` is for one machine without Redis. Unset it, or start the web, "
                "worker and beat processes (Procfile, docs/operators/operating.md)."
            )
        if reload:
            settings.WHITENOISE_AUTOREFRESH = True
            autoreload.run_with_reloader(self.serve, host, port)
        else:
            self.serve(host, port)

    def serve(self, host: str, port: int) -> None:
        """Bind the port and take the lock before anything is changed; then serve until a signal."""
        autoreload.raise_last_exception()
        listening = bind_socket(host, port)
        address = format_address(host, listening.getsockname()[1])
        with listening, acquire_lock(address):
            allow_host(host)
            settings.SITE_URL = settings.SITE_URL or address
            memory.share_heaps()
            if settings.WHITENOISE_AUTOREFRESH:  # every file is read anew, and another thread watches them
                self.prepare()
            else:
                memory.run_in_children(self.prepare, storage.collect, meanwhile=load_site)
                storage.use_collected()
            self.stdout.write(f"Emperors of the Dynasty: {address}   (Ctrl-C stops it)")
            for sentence in list_missing_services():
                self.stdout.write(sentence)
            self.stdout.flush()
            server = server_module.build_server()
            server.run(sockets=[listening])
            if not server.started:
                raise CommandError("The site did not start; the reason is above.")
        self.stdout.write("Stopped. The world is kept in " + str(settings.VAR))

    def prepare(self) -> None:
        """Make Django's checks of the site, and prepare its world if they find nothing wrong."""
        self.check()
        prepare_world()


def read_port(text: str) -> int:
    """Return the number of a port; raise ArgumentTypeError where it is none."""
    if not (text.isascii() and text.isdigit() and int(text) <= MAX_PORT):
        raise ArgumentTypeError(f"a port is a number from 0 to {MAX_PORT}, not {text}")
    return int(text)


def bind_socket(host: str, port: int) -> socket.socket:
    """Return the listening socket; raise CommandError where the port is taken."""
    try:
        return server_module.bind(host, port)
    except OSError as error:
        raise CommandError(
            f"Port {port} of {host} cannot be used ({error.strerror}). Is the site running already? "
            f"Another port: python3 manage.py play --port {port % MAX_PORT + 1}",
            returncode=PORT_TAKEN,
        ) from None


def acquire_lock(address: str) -> Any:
    """Return the lock on var/; raise CommandError where another site uses it."""
    try:
        return instance_lock.acquire(settings.VAR / "play.lock", f"{address} (process {os.getpid()})")
    except instance_lock.AlreadyLocked as holder:
        raise CommandError(
            f"This world is being played already: {holder}. Stop that one first, or give this one a world of "
            "its own: EMPERORS_VAR=/another/directory python3 manage.py play",
            returncode=ALREADY_PLAYING,
        ) from None


def format_address(host: str, port: int) -> str:
    """Return the address to type into a browser."""
    name = "localhost" if host in ANY_ADDRESS else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def allow_host(host: str) -> None:
    """Allow the host names by which the chosen host makes the site reachable."""
    names = environment.list_own_host_names() if host in ANY_ADDRESS else [host]
    settings.ALLOWED_HOSTS = list(dict.fromkeys([*settings.ALLOWED_HOSTS, *names]))


def load_site() -> None:
    """Import what the server needs for its first answer.

    Not the application itself: it looks for static files as it is imported, and they may not all be there yet.
    """
    for name in ("config.embedded.worker", "tournaments.realtime.routing"):
        import_module(name)
    for name in settings.MIDDLEWARE:
        import_string(name)
    get_resolver().url_patterns  # noqa: B018  (imports every view)


def prepare_world() -> None:
    """Migrate the database and seed an empty one; both do nothing on the next start."""
    settings.VAR.joinpath("mail").mkdir(exist_ok=True)
    call_command("migrate", interactive=False, verbosity=0)
    if "seed" in get_commands():
        call_command("seed", verbosity=0)
