"""What a battle's page draws once for many readers is in each reader's language, and tells the rules of that battle."""

import pytest
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db


def read(code: str, language: str = "en") -> str:
    return Client().get(f"/tournament/{code}/", headers={"Accept-Language": language}).content.decode()


def test_each_reader_reads_it_in_the_own_language() -> None:
    battle, _ = factories.begin("training", 0, 0, game="emperors", field="duel-2")
    for language, words in (
        ("en", "How to play"),
        ("es", "Cómo se juega"),
        ("ca", "Com es juga"),
        ("en", "How to play"),
    ):
        assert words in read(battle.code, language)


@pytest.mark.parametrize("limit", [50, 60])
def test_each_battle_tells_its_own_rules(limit: int) -> None:
    """Name the rounds of its own limit in both places, whatever battle was shown before."""
    battle, _ = factories.begin("training", 0, 0, game="emperors", field="duel-2", rules={"max_rounds": limit})
    assert read(battle.code).count(f"The battle ends after {limit} rounds") == 2
