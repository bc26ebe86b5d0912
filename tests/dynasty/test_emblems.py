import random
from xml.etree import ElementTree

import pytest

from core.errors import DomainError
from dynasty.catalog import emblems
from dynasty.catalog.heraldry import CHARGES, DIVISIONS, TINCTURES


def test_there_is_enough_to_choose_from() -> None:
    assert len(CHARGES) >= 12 and len(DIVISIONS) >= 6 and len(TINCTURES) >= 8


@pytest.mark.parametrize("charge", CHARGES)
@pytest.mark.parametrize("division", DIVISIONS)
def test_every_emblem_is_well_formed(charge: str, division: str) -> None:
    drawing = emblems.draw({**emblems.DEFAULT, "charge": charge, "division": division})
    root = ElementTree.fromstring(drawing)
    assert root.tag.endswith("svg")
    assert "style" not in drawing and "script" not in drawing and 'class="' not in drawing


def test_emblems_made_by_chance_are_valid() -> None:
    luck = random.Random(7)
    for _ in range(200):
        emblem = emblems.pick_random(luck)
        assert emblems.validate(emblem) == emblem
        assert emblems.describe(emblem)


def test_validation_keeps_the_five_parts_alone() -> None:
    assert set(emblems.validate({**emblems.DEFAULT, "onload": "alert(1)"})) == set(emblems.PARTS)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"charge": "unicorn"}, "unknown_emblem"),
        ({"tint": None}, "unknown_emblem"),
        ({"field": ["gold"]}, "unknown_emblem"),
        ({"second": "lacquer"}, "emblem_contrast"),
        ({"tint": "lacquer"}, "emblem_contrast"),
        ({"tint": "ink"}, "emblem_contrast"),
    ],
)
def test_bad_emblems_are_refused(change: dict[str, object], code: str) -> None:
    with pytest.raises(DomainError) as error:
        emblems.validate({**emblems.DEFAULT, **change})
    assert error.value.code == code


@pytest.mark.parametrize("nonsense", [None, [], "lion", 7])
def test_what_is_no_emblem_is_refused(nonsense: object) -> None:
    with pytest.raises(DomainError):
        emblems.validate(nonsense)
