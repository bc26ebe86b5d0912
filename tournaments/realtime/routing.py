"""URL table of the WebSockets."""

from django.urls import path

from tournaments.realtime import consumers, lab_consumer, program_consumer, seek_consumer

websocket_urlpatterns = [
    path("ws/battle/<str:code>/", consumers.BattleConsumer.as_asgi()),
    path("ws/notices/", consumers.NoticeConsumer.as_asgi()),
    path("ws/lab/<str:code>/", lab_consumer.LabConsumer.as_asgi()),
    path("ws/opponents/", seek_consumer.SeekConsumer.as_asgi()),
]
program_urlpatterns = [path("ws/events/", program_consumer.ProgramConsumer.as_asgi())]
