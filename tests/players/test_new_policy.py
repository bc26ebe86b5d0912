"""A conflict policy is one record: a fifth one plays in both resolvers, with nothing else changed."""

from random import Random

import pytest

from battlefield import conflicts, play, rulesets, words
from battlefield.conflicts import Keeper, Policy

from . import test_fast
from .random_battles import any_battle, any_orders

NEW = "slowest_stays"
SENTENCE = "Of pieces that claim the same tile the one ordered last stays, the others spring back."


@pytest.fixture(autouse=True)
def a_fifth_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the record, and let most battles of this module be fought by it."""
    policy = Policy(Keeper.SLOWEST, others_spring=True, sentence=SENTENCE)
    monkeypatch.setitem(conflicts.POLICIES, NEW, policy)
    monkeypatch.setitem(rulesets.CHOICES, "conflict", ("bounce", NEW))
    monkeypatch.setitem(words.RULES, ("conflict", NEW), policy.sentence)


def test_both_resolvers_play_it_alike() -> None:
    assert sum(test_fast.compare(seed) for seed in range(400)) >= 700


def test_the_slowest_keeps_its_claim() -> None:
    kept = 0
    for seed in range(300):
        luck = Random(seed)
        battle = any_battle(luck)
        if battle.ruleset.conflict != NEW or battle.ruleset.emperor_precedence or battle.ruleset.priority == "rotating":
            continue
        orders = any_orders(luck, battle)
        last = {text.partition("-")[0]: place for place, (_seat, text) in enumerate(orders)}
        for step in play(battle, orders)[1].trace:
            if step["kind"] == "conflict":
                assert step["keeps"] == max(step["pieces"], key=lambda origin: last[origin])
                kept += 1
    assert kept > 20


def test_its_sentence_is_told() -> None:
    assert (SENTENCE, {}) in words.of_ruleset(rulesets.Ruleset(conflict=NEW))
