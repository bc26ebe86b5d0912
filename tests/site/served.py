"""The size of scripts and style sheets as they are served: collected, without comments, compressed."""

import gzip
from pathlib import PurePath
from typing import Any
from urllib.parse import urlsplit

from config.storage import UNNEEDED


def measure_served(response: Any) -> int:
    """Return the size of a response that came from the sources as it would be once collected."""
    suffix = PurePath(urlsplit(response.url).path).suffix
    return len(gzip.compress(UNNEEDED[suffix].sub("", response.text()).encode(), 9))
