"""What is sent to a webhook: the message in its format, and the signature of https://www.standardwebhooks.com."""

import base64
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SECRET_PREFIX = "whsec_"
SECRET_BYTES = 32
MAX_DISCORD_LENGTH = 2000
DISCORD_ADDRESS = re.compile(r"https://(?:[a-z]+\.)?discord(?:app)?\.com/api/webhooks/[0-9]+/[\w-]+")
MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|~<>:@])")

TROUBLES: dict[str, Promise] = {
    "timeout": _("no answer in time"),
    "unreachable": _("could not be reached"),
    "certificate": _("its certificate is not valid"),
    "key": _("its address can no longer be read: delete it and make a new one"),
}
"""Why there was no answer at all."""


def generate_secret() -> str:
    """Return a new secret of 256 random bits, in the form that libraries for such signatures read."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sign(secrets: Sequence[str], code: str, at: datetime, body: bytes) -> dict[str, str]:
    """Return the headers by which the other site knows that a message is ours and new.

    `secrets`: each signs; of several, the other site needs to know one. `code`: the identity of the message. `at`:
    when it is sent.

    >>> from datetime import UTC
    >>> secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    >>> moment = datetime.fromtimestamp(1614265330, UTC)
    >>> sign([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", moment, b'{"test": 2432232314}')["webhook-signature"]
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """
    timestamp = str(int(at.timestamp()))
    signed = b".".join([code.encode(), timestamp.encode(), body])
    signatures = " ".join(f"v1,{calculate_digest(each, signed)}" for each in secrets)
    return {"webhook-id": code, "webhook-timestamp": timestamp, "webhook-signature": signatures}


def calculate_digest(secret: str, signed: bytes) -> str:
    """Return the HMAC-SHA256 of what is signed, in base64."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    return base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def build_json(kind: str, at: datetime, sentence: str, url: str, place: str, facts: Mapping[str, Any]) -> bytes:
    """Return a message for programs. `at`: when it happened; `url`: of the page that shows it."""
    data = {"sentence": sentence, "url": url, "place": place, "facts": facts}
    return json.dumps({"type": kind, "timestamp": at.isoformat(), "data": data}, ensure_ascii=False).encode()


def build_discord(sentence: str, url: str) -> bytes:
    """Return a message for a Discord channel, in which no name can mention anybody or change the layout.

    >>> build_discord("*Bo* won.", "https://example.org/")
    b'{"content": "\\\\\\\\*Bo\\\\\\\\* won\\\\\\\\.\\\\n<https://example.org/>", "allowed_mentions": {"parse": []}}'
    """
    text = MARKDOWN.sub(r"\\\1", sentence)[: MAX_DISCORD_LENGTH - len(url) - 3]
    content = f"{text}\n<{url}>" if url else text
    return json.dumps({"content": content, "allowed_mentions": {"parse": []}}, ensure_ascii=False).encode()
