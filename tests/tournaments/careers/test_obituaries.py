"""A life told in a few true sentences: of the dead and the captured, by gender, in three languages, and as a card."""

import pytest
from django.test import Client
from django.utils import translation

from core.clock import now
from dynasty.domain import obituaries
from dynasty.domain.obituaries import SENTENCES, Ending, Story
from dynasty.models import Emperor, Event
from dynasty.services import emperors
from tests.factories import again, begin, born, found, play

pytestmark = pytest.mark.django_db


def read(client: Client, emperor: Emperor) -> str:
    return client.get(f"/emperor/{emperor.code}/").content.decode()


def test_who_was_killed_is_told_with_the_round_and_the_hand(client: Client) -> None:
    cup, (ada, bea, _eve) = begin("death", 30, 50, 0)
    play(cup, {"b": "take a"}, {"a": "seize b"}, {"c": "win"})
    shown = read(client, bea)
    assert "Bbb came to the court of Bbb on" in shown and "She fought a single battle." in shown
    assert "In round 2 of “The Test Cup”, Aaa captured and killed her." in shown
    assert "At the height of her fame her reputation stood at 50." in shown
    assert "A life in brief" not in read(client, ada), "she lives where she was raised"
    picture = client.get(f"/emperor/{bea.code}/card.png")
    assert picture["Content-Type"] == "image/png" and picture.content.startswith(b"\x89PNG")
    assert client.get("/emperor/nobody/card.png").status_code == 404


def test_who_changed_sides_is_told_so_with_her_captives(client: Client) -> None:
    cup, (ada, bea, eve) = begin("conquer", 5, 10, 40)
    play(cup, {"b": "seize c"}, {"a": "seize b"})
    told = read(client, bea)
    assert "In round 2 of “The Test Cup” she was captured, and she has served Aaa from then on." in told
    assert "She captured Ccc." in told
    assert "In round 1 of “The Test Cup” she was captured, and she has served Bbb from then on." in read(client, eve)
    assert "A life in brief" not in read(client, ada)


def test_the_greatest_victory_is_over_the_strongest(client: Client) -> None:
    cup, (ada, _bea) = begin("gift", 5, 40)
    play(cup, {"a": "win"})
    emperors.retire(emperor=again(ada))
    told = read(client, ada)
    assert "She fought a single battle, and won it." in told
    assert "Her greatest victory was over Bbb, whose reputation was 40 to her 5." in told
    assert "She retired from the world on" in told


def test_an_event_from_before_rounds_were_written_down_is_told_without(client: Client) -> None:
    ming, now_ = found("Ming"), now()
    livia = born(ming, "Livia")
    Emperor.objects.filter(pk=livia.pk).update(fought_at=now_)
    emperors.end_life(emperor=again(livia), place="abc", title="The Last Stand", by=born(ming, "Marcus"))
    assert Event.objects.get(kind="died").facts["round"] == 0
    assert "In “The Last Stand”, Marcus captured and killed her." in read(client, livia)


@pytest.mark.parametrize("language", ["en", "es", "ca"])
@pytest.mark.parametrize("gender", ["w", "m", "o"])
def test_every_sentence_is_whole_for_every_gender_and_language(language: str, gender: str) -> None:
    with translation.override(language):
        moment = now()
        endings = [
            Ending(kind, moment, "Cup", "Ada", "Ming", number)
            for kind in ("killed", "retired", "joined")
            for number in (0, 3)
            if kind != "retired" or not number
        ]
        victory = obituaries.Victory("Bea", 40, 5)
        story = Story("Livia", gender, "Ming", moment, 7, 3, tuple("ABCDEF"), victory, 90, endings)
        told = obituaries.narrate(story)
        assert len(told) == 10 and not any("%(" in each or "–" in each for each in told)
        assert all(each.endswith(".") for each in told)
        if language != "en":
            assert all(str(texts[gender]) not in english() for texts in SENTENCES.values())


def english() -> set[str]:
    with translation.override("en"):
        return {str(text) for texts in SENTENCES.values() for text in texts.values()}
