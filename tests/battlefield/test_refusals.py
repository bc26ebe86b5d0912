"""Refusals leave a worker process as what they are, so that whoever plays many battles learns what is wrong."""

import pickle
from collections.abc import Callable

import pytest

from battlefield import Ruleset, begin, fields
from battlefield.battles import UnfitBoard
from battlefield.errors import BadInput
from battlefield.presets import PRESETS
from battlefield.unknown import UnknownRule


@pytest.mark.parametrize(
    ("refused", "kind"),
    [
        (lambda: begin(fields.load("bridge-2"), PRESETS["regents"][2]), UnfitBoard),
        (lambda: Ruleset.read("path=narrow"), UnknownRule),
        (lambda: fields.read_board("nothing"), BadInput),
    ],
)
def test_a_refusal_is_the_same_after_a_journey(refused: Callable[[], object], kind: type[BadInput]) -> None:
    with pytest.raises(kind) as found:
        refused()
    sent = found.value
    arrived = pickle.loads(pickle.dumps(sent))
    assert type(arrived) is type(sent) and str(arrived) == str(sent) and vars(arrived) == vars(sent)
    assert arrived.args == sent.args
