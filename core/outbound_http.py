"""Calls to other servers: only to public addresses, checked where the connection is made."""

import ipaddress
import socket
import threading
import time
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPSConnection
from urllib3.exceptions import NameResolutionError, NewConnectionError
from urllib3.util.connection import create_connection

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
NAT64 = ipaddress.ip_network("64:ff9b::/96")
SITE_LOCAL = ipaddress.ip_network("fec0::/10")
LIFETIME = 10.0
"""Seconds after which a connection is cut, however slowly the other end goes on sending."""
MAX_ADDRESSES = 4
"""Of one host that are tried."""


def is_public(text: str) -> bool:
    """Return whether an address belongs to the public internet; False for text that is no address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return all(is_global_unicast(each) for each in (list_embedded_ipv4(address) or [address]))


def is_global_unicast(address: Address) -> bool:
    """Return whether one host of the internet can have this address."""
    special = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_loopback
    return address.is_global and not special and address not in SITE_LOCAL


def list_embedded_ipv4(address: Address) -> list[Address]:
    """Return the IPv4 addresses that an IPv6 address of a transition scheme leads to."""
    if address.version == 4:
        return []
    if address in NAT64:
        return [ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)]
    return [each for each in (address.ipv4_mapped, address.sixtofour, *(address.teredo or ())) if each is not None]


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host, in the order in which they should be tried."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class PublicConnection(HTTPSConnection):
    """An HTTPS connection that resolves its host once and connects to an address that was judged public.

    The certificate is still checked against the host's name. After LIFETIME the connection is cut.
    """

    watch: threading.Timer | None = None

    def _new_conn(self) -> socket.socket:
        port, end = self.port or 443, time.monotonic() + LIFETIME
        limit = float(self.timeout) if isinstance(self.timeout, int | float) else LIFETIME
        try:
            addresses = resolve(self.host, port)
        except (socket.gaierror, UnicodeError) as error:
            raise NameResolutionError(self.host, self, socket.gaierror(str(error))) from error
        if not addresses or not all(is_public(address) for address in addresses):
            raise NewConnectionError(self, "the host has an address that is not public")
        problem: OSError | None = None
        for address in addresses[:MAX_ADDRESSES]:
            left = max(end - time.monotonic(), 0.01)
            try:
                made = create_connection((address, port), min(limit, left), socket_options=self.socket_options)
            except OSError as error:
                problem = error
            else:
                made.settimeout(limit)
                self.watch = cut_later(made, left)
                return made
        raise NewConnectionError(self, f"no address of the host answers: {problem}")

    def close(self) -> None:
        """Close the connection; nothing needs to be cut any more."""
        super().close()
        if self.watch is not None:
            self.watch.cancel()
            self.watch = None


def cut_later(connection: socket.socket, seconds: float) -> threading.Timer:
    """Cut a connection after so many seconds; return the timer, by which that can be cancelled.

    It holds a descriptor of its own, since TLS takes over that of the connection.
    """
    own = connection.dup()

    class Cut(threading.Timer):
        def run(self) -> None:
            try:
                super().run()
            finally:
                own.close()

    timer = Cut(seconds, cut, [own])
    timer.daemon = True
    timer.start()
    return timer


def cut(connection: socket.socket) -> None:
    """End a connection in both directions; whoever waits for it learns that it is over."""
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:  # it is over already
        return


class PublicPool(HTTPSConnectionPool):
    ConnectionCls = PublicConnection


class PublicAdapter(HTTPAdapter):
    """Sends requests over `PublicConnection`."""

    def init_poolmanager(self, *arguments: Any, **named: Any) -> None:
        super().init_poolmanager(*arguments, **named)
        manager: PoolManager = self.poolmanager
        manager.pool_classes_by_scheme = {"https": PublicPool}


class PublicSession(requests.Session):
    """An HTTP session that reaches public addresses over HTTPS, and the hosts in `trusted` wherever they are.

    It follows no redirect and ignores the proxies and credentials of the environment, since through a proxy the
    address of the other end could not be judged.
    """

    def __init__(self, trusted: list[str]) -> None:
        super().__init__()
        self.trust_env = False
        self.adapters.clear()
        self.mount("https://", PublicAdapter())
        for host in trusted:
            for scheme in ("http", "https"):
                self.mount(f"{scheme}://{host}/", HTTPAdapter())

    def request(self, *arguments: Any, **named: Any) -> requests.Response:
        """Send a request and return the answer, redirect or not."""
        return super().request(*arguments, **named | {"allow_redirects": False})
