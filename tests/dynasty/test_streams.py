import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from dynasty.models import Stream, StreamEvent
from dynasty.services import event_streams

pytestmark = pytest.mark.django_db


def test_numbers_run_without_gaps_in_each_stream() -> None:
    assert [event_streams.publish_event("battle:a", f"k{n}", "news", {"n": n}) for n in range(3)] == [1, 2, 3]
    assert event_streams.publish_event("battle:b", "k0", "news", {}) == 1


def test_what_was_told_is_not_told_again() -> None:
    assert event_streams.publish_event("battle:a", "round:3:closed", "round", {"n": 3}) == 1
    assert event_streams.publish_event("battle:a", "round:3:closed", "round", {"n": 4}) == 1
    assert StreamEvent.objects.get().body == {"n": 3} and Stream.objects.get().head == 1


@pytest.mark.parametrize("name", ["battle:abc", "seat:abc:a", "dynasty:ñ/../x y"])
def test_groups_are_safe_names(name: str) -> None:
    assert get_channel_layer().require_valid_group_name(event_streams.get_group_name(name))
    assert event_streams.get_group_name(name) != event_streams.get_group_name(name + "x")


def test_a_pointer_is_pushed_after_the_commit(django_capture_on_commit_callbacks) -> None:
    layer = get_channel_layer()
    async_to_sync(layer.group_add)(event_streams.get_group_name("battle:a"), "test.channel")
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        event_streams.publish_event("battle:a", "k1", "news", {"secret": "not in the pointer"})
    assert len(callbacks) == 1
    received = async_to_sync(layer.receive)("test.channel")
    assert received == {"type": "pointer", "stream": "battle:a", "head": 1}


def test_a_broken_layer_breaks_nothing(monkeypatch, django_capture_on_commit_callbacks) -> None:
    def broken(*args: object) -> None:
        raise ConnectionError("no layer")

    monkeypatch.setattr(event_streams, "get_channel_layer", broken)
    with django_capture_on_commit_callbacks(execute=False) as callbacks:
        assert event_streams.publish_event("battle:a", "k1", "news", {}) == 1
    with pytest.raises(ConnectionError):
        callbacks[0]()
    # Django calls it as `robust`: the error is logged and the reply goes out.
    assert StreamEvent.objects.count() == 1


def test_a_broken_channel_layer_fails_nobody(db, monkeypatch, django_capture_on_commit_callbacks) -> None:
    """Answer what was committed without an error, even though nobody could be notified at once."""

    class Broken:
        async def group_send(self, group: str, message: object) -> None:
            raise ConnectionError("no broker")

    monkeypatch.setattr(event_streams, "get_channel_layer", Broken)
    with django_capture_on_commit_callbacks(execute=True):
        assert event_streams.publish_event("battle:a", "k", "news", {}) == 1
