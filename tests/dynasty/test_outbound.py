"""Calls to other servers reach public addresses alone, and the very address that was judged."""

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import requests
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import example, given
from hypothesis import strategies as st
from urllib3.util import parse_url

from core import outbound_http
from dynasty.services import web_push
from tests.patience import PATIENCE

PRIVATE = [
    "127.0.0.1", "127.0.0.44", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
    "224.0.0.1", "240.0.0.1", "255.255.255.255", "198.18.0.1", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:80ff:fffe", "2001:db8::1", "fe80::1%eth0", "localhost", "", "127.1", "0x7f000001",
]  # fmt: skip
PUBLIC = ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert not outbound_http.is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_accepted(address: str) -> None:
    assert outbound_http.is_public(address)


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_is_judged_the_same_in_every_disguise(address: ipaddress.IPv4Address) -> None:
    number, plain = int(address), outbound_http.is_public(str(address))
    mapped = ipaddress.IPv6Address((0xFFFF << 32) | number)
    nat64 = ipaddress.IPv6Address((0x64FF9B << 96) | number)
    sixtofour = ipaddress.IPv6Address((0x2002 << 112) | (number << 80))
    assert {outbound_http.is_public(str(each)) for each in (mapped, nat64, sixtofour)} == {plain}


@given(st.text(alphabet="ahtps:/.\\@#?%[]0127fcm-googleapis.com\t\n。 ", max_size=60))
@example("//127.0.0.44\\.push.apple.com/x")
def test_what_is_accepted_is_read_the_same_by_the_client(text: str) -> None:
    endpoint = f"https:{text}"
    if web_push.is_allowed(endpoint):
        client = parse_url(requests.Request("POST", endpoint).prepare().url or "")
        assert client.auth is None and client.port in (None, 443)
        assert any(str(client.host).endswith(name) for name in web_push.SERVICES)


class Connected(Exception):
    """Stops a test where the connection would be made."""


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the addresses to which a connection would be opened; none is."""
    calls: list[Any] = []

    def create(address: Any, *_given: Any, **_named: Any) -> socket.socket:
        calls.append(address)
        raise Connected

    monkeypatch.setattr(outbound_http, "create_connection", create)
    return calls


def resolves_to(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let the resolver give these answers, one after the other; the list counts how often it was asked."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, *_given: Any, **_named: Any) -> list[Any]:
        answer = answers[min(len(asked), len(answers) - 1)]
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answer]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::ffff:127.0.0.1"], []])
def test_a_host_with_a_private_address_is_not_called(
    monkeypatch: pytest.MonkeyPatch, dialled: list[Any], addresses: list[str]
) -> None:
    resolves_to(monkeypatch, addresses)
    with pytest.raises(requests.ConnectionError), outbound_http.PublicSession(trusted=[]) as session:
        session.post("https://fcm.googleapis.com/x", timeout=1)
    assert dialled == []


def test_a_name_that_changes_its_address_changes_nothing(monkeypatch: pytest.MonkeyPatch, dialled: list[Any]) -> None:
    asked = resolves_to(monkeypatch, ["8.8.8.8"], ["127.0.0.1"])
    with pytest.raises(Connected), outbound_http.PublicSession(trusted=[]) as session:
        session.post("https://fcm.googleapis.com/x", timeout=1)
    assert dialled == [("8.8.8.8", 443)] and asked == ["fcm.googleapis.com"]


def test_plain_http_and_proxies_are_not_used(monkeypatch: pytest.MonkeyPatch, dialled: list[Any]) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    resolves_to(monkeypatch, ["8.8.8.8"])
    with outbound_http.PublicSession(trusted=[]) as session:
        with pytest.raises(requests.exceptions.InvalidSchema):
            session.post("http://fcm.googleapis.com/x", timeout=1)
        with pytest.raises(Connected):
            session.post("https://fcm.googleapis.com/x", timeout=1)
    assert dialled == [("8.8.8.8", 443)]


@pytest.fixture
def secure_server(tmp_path: Path) -> Iterator[tuple[int, str]]:
    """Yield a loopback server with a certificate for `push.example.org` alone: its port, and the certificate's file."""
    certificate = self_signed("push.example.org", tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    class Quiet(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_given: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Quiet) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port, str(certificate)
        server.shutdown()


def test_a_site_that_answers_byte_by_byte_is_cut(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    certificate = self_signed("push.example.org", tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    monkeypatch.setattr(outbound_http, "resolve", lambda _host, _port: ["127.0.0.1"])
    monkeypatch.setattr(outbound_http, "is_public", lambda _address: True)
    monkeypatch.setattr(outbound_http, "LIFETIME", 0.6)

    answer, sent = "HTTP/1.1 200 OK\r\nX-Slow: " + "x" * 600, []

    class Slow(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                for character in answer:
                    self.wfile.write(character.encode())
                    sent.append(character)
                    time.sleep(0.1)
            except OSError:
                return

        def log_message(self, *_given: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Slow) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(requests.ConnectionError), outbound_http.PublicSession(trusted=[]) as session:
            session.get(f"https://push.example.org:{server.server_port}/x", verify=str(certificate), timeout=PATIENCE)
        assert len(sent) < len(answer) / 2, "cut long before a minute is over"
        server.shutdown()


def self_signed(name: str, folder: Path) -> Path:
    """Write a certificate for this name, with its key, and return the file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    day = timedelta(days=1)
    built = x509.CertificateBuilder(subject, subject, key.public_key(), 7, now - day, now + day)
    built = built.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / "certificate.pem"
    file.write_bytes(plain + built.sign(key, SHA256()).public_bytes(Encoding.PEM))
    return file


def test_the_certificate_is_that_of_the_name(monkeypatch: pytest.MonkeyPatch, secure_server: tuple[int, str]) -> None:
    port, certificate = secure_server
    monkeypatch.setattr(outbound_http, "resolve", lambda _host, _port: ["127.0.0.1"])
    monkeypatch.setattr(outbound_http, "is_public", lambda _address: True)
    with outbound_http.PublicSession(trusted=[]) as session:
        answer = session.get(f"https://push.example.org:{port}/x", verify=certificate, timeout=PATIENCE)
        assert answer.status_code == 302, "no redirect is followed"
        with pytest.raises(requests.exceptions.SSLError):
            session.get(f"https://other.example.org:{port}/x", verify=certificate, timeout=PATIENCE)
