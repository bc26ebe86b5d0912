"""WebSockets of hostile addresses, with hostile cookies or frames, are closed with a code; none breaks."""

import pytest

from config.asgi import application
from tests.websockets import WebsocketCommunicator

pytestmark = pytest.mark.races
HUGE = "9" * 40


@pytest.mark.parametrize(("path", "code"), [
    ("/ws/nothing/", 4404), ("/ws/", 4404), ("/", 4404), ("/ws/battle/nosuch/", 4404), ("/ws/battle/%00/", 4400),
    ("/ws/lab/nosuch/", 4404), ("/ws/lab/%00/", 4400), (f"/ws/lab/{HUGE}/", 4404), ("/ws/notices/?state=en", 4404),
    ("/ws/battle/a\u202eb/", 4400), ("/ws/notices/?x=%00", 4400), (f"/ws/battle/{HUGE}/", 4404),
    ("/ws/events/?battle=%00", 4400), ("/ws/events/?since=" + HUGE, 4401),
])  # fmt: skip
@pytest.mark.django_db(transaction=True)
async def test_a_socket_of_a_hostile_address_is_closed(path: str, code: int) -> None:
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    end = WebsocketCommunicator(application, path, headers)
    end.scope["path"] = end.scope["path"].replace("%00", "\x00")
    connected, _protocol = await end.connect()
    assert connected and (await end.receive_output())["code"] == code
    await end.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_socket_with_a_hostile_cookie_is_closed() -> None:
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"cookie", rb'session="aaaaaaaa\000"')]
    end = WebsocketCommunicator(application, "/ws/battle/nosuch/", headers)
    await end.connect()
    assert (await end.receive_output())["code"] == 4400
    await end.disconnect()


@pytest.mark.parametrize("frame", ["\x00", '"\\ud800"', "[" * 4000, "{}", "1e999"])
@pytest.mark.django_db(transaction=True)
async def test_a_frame_closes_the_socket(frame: str) -> None:
    from asgiref.sync import sync_to_async

    from tests import factories

    tournament = await sync_to_async(factories.announce)()
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    end = WebsocketCommunicator(application, f"/ws/battle/{tournament.code}/", headers)
    await end.connect()
    await end.send_to(text_data=frame)
    while (output := await end.receive_output())["type"] != "websocket.close":
        pass
    assert output["code"] == 4400
    await end.disconnect()
