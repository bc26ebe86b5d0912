"""Where the WebSockets are."""

from django.urls import path

from tournaments import consumers

websocket_urlpatterns = [
    path("ws/battle/<str:code>/", consumers.BattleConsumer.as_asgi()),
    path("ws/notices/", consumers.NoticeConsumer.as_asgi()),
]
