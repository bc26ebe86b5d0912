"""The public half of the key that signs what is sent to browsers; a browser subscribes with it."""

import base64
from functools import cache


@cache
def derive_public_key(private: str) -> str:
    """Return the public key of a private P-256 number, uncompressed, in base64url; blank without a private key."""
    if not private:
        return ""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(base64.urlsafe_b64decode(private + "=" * (-len(private) % 4)), "big")
    key = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
