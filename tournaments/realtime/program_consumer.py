"""The event feed over a WebSocket, opened with a token and never with a cookie."""

import asyncio
import contextlib
from urllib.parse import parse_qs

from asgiref.typing import WebSocketScope
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from dynasty.api.authentication import BadToken, get_token, read_secret
from dynasty.domain.tokens import READ
from dynasty.models import ApiToken
from tournaments.realtime import event_feed
from tournaments.realtime.closing import close_on_error

UNEXPECTED_MESSAGE, BAD_TOKEN, NO_BATTLE, UNREADABLE, TOO_MANY = 4400, 4401, 4404, 4422, 4429
CLOSE_CODES = {"revoked": BAD_TOKEN, "too_many": TOO_MANY}


class ProgramConsumer(AsyncJsonWebsocketConsumer):
    """The socket of one program."""

    flowing: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self.accept()  # first, so that a program learns the reason of a close
        async with close_on_error(self):
            await self.start()

    async def start(self) -> None:
        """Start the feed, or close the socket with the reason."""
        token = await database_sync_to_async(authenticate)(self.scope)
        if token is None:
            await self.close(BAD_TOKEN)
            return
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        try:
            since = event_feed.parse_positions(query.get("since", [""])[0])
        except ValueError:
            await self.close(UNREADABLE)
            return
        watched = [code for code in query.get("battle", [""])[0].split(",") if code][: event_feed.MAX_WATCHED]
        if await database_sync_to_async(event_feed.find_unknown_battles)(watched):
            await self.close(NO_BATTLE)
            return
        flow = event_feed.EventFeed(token.user, watched, since, lambda: event_feed.is_token_valid(token.pk))
        self.flowing = asyncio.create_task(self.send_all(flow))

    async def send_all(self, flow: event_feed.EventFeed) -> None:
        async with close_on_error(self), contextlib.aclosing(flow.lines()) as lines:
            async for line in lines:
                await self.send_json(line)
                if "end" in line:
                    await self.close(CLOSE_CODES[line["end"]])

    async def disconnect(self, code: int) -> None:
        if self.flowing and self.flowing is not asyncio.current_task():
            self.flowing.cancel()
            await asyncio.wait([self.flowing])  # its place is free when the socket is gone

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: object) -> None:
        """Close the socket: nothing is received here."""
        await self.close(UNEXPECTED_MESSAGE)


def authenticate(scope: WebSocketScope) -> ApiToken | None:
    """Return the token of the handshake; None where it is missing, invalid or may not read."""
    header = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"authorization"), "")
    try:
        token = get_token(read_secret(header) or "")
    except BadToken:
        return None
    return token if READ in token.scopes else None
