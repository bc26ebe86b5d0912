"""Where the WebSockets are."""

from django.urls import path

from tournaments import consumers, program_sockets

websocket_urlpatterns = [
    path("ws/battle/<str:code>/", consumers.BattleConsumer.as_asgi()),
    path("ws/notices/", consumers.NoticeConsumer.as_asgi()),
]
program_urlpatterns = [path("ws/events/", program_sockets.ProgramConsumer.as_asgi())]
