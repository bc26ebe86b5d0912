"""The signed part of the links in mails: who holds one may stop that dynasty's mails, and nothing else."""

from django.core import signing

SALT = "dynasty.stopping"  # as it was first called: links in mails that were sent keep working
ALL = "all"


def build_token(code: str, kind: str = ALL) -> str:
    """For the mails of one kind, or all mails, to this dynasty. It does not age: a mail may be years old."""
    return signing.dumps([code, kind], salt=SALT)


def parse_token(text: str) -> tuple[str, str] | None:
    """The dynasty's code and the kind; None where it is not one of ours."""
    try:
        code, kind = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    return str(code), str(kind)
