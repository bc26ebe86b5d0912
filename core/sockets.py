"""What the server and the consumers of WebSockets agree on."""

SHARED_WRITE = "emperors.shared_write"
"""The extension of a scope that writes a text to a socket at once: `(text) -> whether it was written`."""
