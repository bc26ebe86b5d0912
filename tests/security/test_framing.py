"""Where one request ends and the next begins: what two servers could read differently is refused, or ends the line."""

import socket
from urllib.parse import urlsplit

import pytest

from tests.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
SMUGGLED = "GET /healthz?smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD = "POST /account/login/ HTTP/1.1\r\nHost: localhost\r\n"
UNCLEAR = {
    "a length and chunks": f"{HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "two lengths": f"{HEAD}Content-Length: 0\r\nContent-Length: {len(SMUGGLED)}\r\n\r\n{SMUGGLED}",
    "no number": f"{HEAD}Content-Length: +0\r\n\r\n{SMUGGLED}",
    "a coding before chunks": f"{HEAD}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "chunks by another name": f"{HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "a space before the colon": f"{HEAD}Content-Length : 0\r\n\r\n{SMUGGLED}",
    "a length that is folded": f"{HEAD}Content-Length:\r\n 0\r\n\r\n{SMUGGLED}",
}


def send_raw(site: str, text: str) -> bytes:
    """Return all that is answered until the connection ends, or nothing comes for a while."""
    parts = urlsplit(site)
    with socket.create_connection((parts.hostname or "", parts.port or 80), timeout=PATIENCE) as line:
        line.sendall(text.encode())
        line.settimeout(2)
        heard = b""
        try:
            while more := line.recv(65536):
                heard += more
        except TimeoutError:
            pass
    return heard


def test_requests_are_told_apart_and_unclear_ones_smuggle_nothing(site: str) -> None:
    plain = f"{HEAD}Content-Length: 0\r\n\r\n{SMUGGLED}"
    both = send_raw(site, plain)
    assert both.count(b"HTTP/1.1 ") == 2 and b'"status"' in both, "two that are clear are both answered"
    for name, text in UNCLEAR.items():
        assert b'"status"' not in send_raw(site, text), name
