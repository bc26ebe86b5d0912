"""The signed part of the links in mails: who holds one may stop that dynasty's mails, and nothing else."""

from django.core import signing

SALT = "dynasty.stopping"  # as it was first called: links in mails that were sent keep working
ALL = "all"


def build_token(code: str, kind: str = ALL) -> str:
    """Return the signed token for the mails of one type, or all mails, to a dynasty. It never expires."""
    return signing.dumps([code, kind], salt=SALT)


def parse_token(text: str) -> tuple[str, str] | None:
    """Return the dynasty's code and the notification type; None for a token that is not ours."""
    try:
        code, kind = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    return str(code), str(kind)
