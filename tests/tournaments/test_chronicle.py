"""What the log says of a tournament: that it was called off, where it was fought, and a capture once and by name."""

import pytest
from django.utils import translation

from core import clock
from dynasty.domain import event_types
from dynasty.models import Event
from dynasty.selectors import chronicle
from tests import factories
from tests.factories import again, announce, begin, born, found, play
from tournaments.services import announcements, lifecycle

pytestmark = pytest.mark.django_db


def sentences(emperor) -> list[str]:
    return [line.sentence for line in chronicle.get_life_page(again(emperor)).lines]


@pytest.mark.parametrize("type", ["gift", "honour", "conquer", "death"])
def test_entered_is_followed_by_its_end(type: str) -> None:
    cup, ada = announce(type), born(found("Ming"), "Ada", points=20)
    factories.enter(cup, ada, "a")
    announcements.cancel(tournament=cup, by=None)
    assert sentences(ada)[0] == "“The Test Cup”, which Ada had entered, was cancelled."
    assert Event.objects.get(kind="called_off").public
    assert [line.kind for line in chronicle.get_log_page(ada.dynasty).lines[:2]] == ["called_off", "entered"]


def test_too_few_is_said() -> None:
    cup, ada = announce("gift"), born(found("Ming"), "Ada")
    factories.enter(cup, ada, "a")
    with clock.freeze(cup.starts_at + factories.HOUR):
        lifecycle.start(tournament_id=cup.pk)
    assert sentences(ada)[0] == "“The Test Cup”, which Ada had entered, did not take place: too few seats were taken."


def test_a_training_that_is_called_off_leaves_nothing() -> None:
    cup, ada = announce("training"), born(found("Ming"), "Ada")
    factories.enter(cup, ada, "a")
    announcements.cancel(tournament=cup, by=None)
    assert sentences(ada) == ["Ada was born."]


def test_a_fight_names_its_place_in_three_languages() -> None:
    cup, (ada, _bea) = begin("gift", 0, 0)
    play(cup, {"a": "win"})
    assert "Aaa won “The Test Cup” on stage against Bbb: Bbb." in sentences(ada)
    facts = Event.objects.filter(kind="fought").first().facts | {"where": "The Narrows"}
    text = set()
    for language in ("en", "es", "ca"):
        with translation.override(language):
            text.add(event_types.format_sentence("fought", facts))
    assert len(text) == 3


@pytest.mark.parametrize("result", ["won", "draw", "survived", "fell", "abdicated", "another"])
def test_old_events_have_no_place_and_new_ones_do(result: str) -> None:
    facts = {"emperor": "Ada", "title": "Cup", "against": "Bea", "result": result}
    assert "on the hill" not in event_types.format_sentence("fought", facts) and "–" not in event_types.format_sentence(
        "fought", facts
    )
    assert "on the hill" in event_types.format_sentence("fought", facts | {"where": "the hill"})


def test_a_capture_stands_once_and_names_who_took_it() -> None:
    cup, (_ada, bea, _eve) = begin("conquer", 0, 0, 0)
    born(again(cup).entries.get(seat="a").dynasty, "Bbb")
    play(cup, {"a": "seize b"}, {"a": "seize c"})
    lines = [line for line in sentences(bea) if "captured" in line]
    assert lines == ["Bbb was captured and now serves Aaa as Bbb II."]
