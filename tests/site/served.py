"""The size of scripts and style sheets as they are served: collected, without comments, compressed."""

import gzip
from collections.abc import Mapping
from pathlib import PurePath
from urllib.parse import urlsplit

from config.storage import BUNDLE, SHEETS, UNNEEDED


def measure_served(sources: Mapping[str, str]) -> dict[str, int]:
    """Return the size of each file as it would be once collected, the style sheets of every page as one.

    `sources`: the text of each file by its address, as the sources have it.
    """
    texts = {
        address: UNNEEDED[PurePath(urlsplit(address).path).suffix].sub("", text) for address, text in sources.items()
    }
    shared = [address for address in texts if address.endswith(SHEETS)]
    bundle = {BUNDLE: "".join(texts.pop(address) for address in shared)}
    return {address: len(gzip.compress(text.encode(), 9)) for address, text in (bundle | texts).items()}
