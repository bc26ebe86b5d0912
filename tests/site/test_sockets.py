"""Whose pages may open a WebSocket here: ours."""

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin


def socket_of(site: str) -> str:
    """Return the address of the socket of a battle that does not exist."""
    return site.replace("http://", "ws://") + "/ws/battle/nowhere/"


@pytest.mark.parametrize("origin", ["https://evil.example", None])
def test_a_foreign_page_opens_no_socket(site: str, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as error, connect(socket_of(site), origin=Origin(origin) if origin else None):
        pass
    assert error.value.response.status_code == 403


def test_our_own_page_does(site: str) -> None:
    with connect(socket_of(site), origin=Origin(site)) as opened:
        assert opened.response and opened.response.status_code == 101
