"""Random lives of a small world: after every step the books must be right."""

import os
from collections import Counter
from datetime import date

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from core.errors import DomainError
from dynasty.catalog import emblems
from dynasty.catalog.assets import ASSETS
from dynasty.models import Account, Dynasty, Emperor, Reign, Standing, User
from dynasty.selectors import integrity, ranking, standings
from dynasty.services import emperors, founding, reputation, treasury
from tests.dynasty.chances import live
from tests.dynasty.whole_economy import WholeEconomy

PLACES = ["aaa", "bbb"]
picks = st.integers(min_value=0, max_value=30)
amounts = st.integers(min_value=1, max_value=1_500)


class Economy(RuleBasedStateMachine):
    """Dynasties pay each other and escrows, emperors win, fall, change sides and die; a model counts along."""

    def __init__(self) -> None:
        super().__init__()
        self.world = transaction.atomic()
        self.world.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.world.__exit__(None, None, None)

    @initialize()
    def found(self) -> None:
        self.steps = 0
        self.dynasties = [self.founder(number) for number in range(3)]
        self.wallets = {dynasty.pk: ASSETS["gold"].grant for dynasty in self.dynasties}
        self.glory: dict[int, int] = {}

    def founder(self, number: int) -> Dynasty:
        user = User.objects.create_user(f"e{number}@example.org")
        name = f"Economy {'abc'[number]}"
        return founding.found_dynasty(user=user, name=name, motto="", emblem=emblems.DEFAULT)

    def key(self) -> str:
        self.steps += 1
        return f"step:{self.steps}"

    def alive(self) -> list[Emperor]:
        return list(Emperor.objects.filter(died_at=None).select_related("dynasty").order_by("pk"))

    def pick(self, number: int) -> Emperor:
        living = self.alive()
        return living[number % len(living)]

    @rule(debit=picks, credit=picks, amount=amounts, again=st.booleans())
    def pay(self, debit: int, credit: int, amount: int, again: bool) -> None:
        giver, taker = self.dynasties[debit % 3], self.dynasties[credit % 3]
        data = {
            "key": self.key(),
            "debit": treasury.get_wallet(giver, "gold"),
            "credit": treasury.get_wallet(taker, "gold"),
            "asset": "gold",
            "amount": amount,
            "cause": "trade",
        }
        if giver == taker or self.wallets[giver.pk] < amount:
            with pytest.raises(DomainError):
                treasury.transfer(**data)
            return
        for _ in range(1 + again):
            treasury.transfer(**data)
        self.wallets[giver.pk] -= amount
        self.wallets[taker.pk] += amount

    @rule(who=picks, amount=amounts, place=st.sampled_from(PLACES))
    def stake_and_settle(self, who: int, amount: int, place: str) -> None:
        dynasty, pot = self.dynasties[who % 3], treasury.get_escrow(f"pot:{place}", "gold")
        purse = treasury.get_wallet(dynasty, "gold")
        if self.wallets[dynasty.pk] < amount:
            return
        key = self.key()
        treasury.move([
            treasury.Payment(f"{key}:in", purse, pot, "gold", amount, "fee"),
            treasury.Payment(f"{key}:out", pot, purse, "gold", amount - amount // 3, "pot"),
        ])  # fmt: skip
        self.wallets[dynasty.pk] -= amount // 3

    @rule(dynasty=picks, name=st.sampled_from(["Livia", "Marcus", "Tullia"]), fought=st.booleans())
    def raise_emperor(self, dynasty: int, name: str, fought: bool) -> None:
        home = self.dynasties[dynasty % 3]
        data = {"dynasty": home, "name": name, "gender": "o", "birth_date": date(1400, 1, 1)}
        if home.emperors.filter(died_at=None, name=name).exists():
            with pytest.raises(DomainError):
                emperors.raise_emperor(**data)
            return
        emperor = emperors.raise_emperor(**data)
        Emperor.objects.filter(pk=emperor.pk).update(fought_at=emperor.raised_at if fought else None)
        self.glory[emperor.pk] = 0

    @precondition(lambda self: self.alive())
    @rule(who=picks, points=st.integers(min_value=-40, max_value=60), again=st.booleans())
    def award(self, who: int, points: int, again: bool) -> None:
        emperor, key = self.pick(who), self.key()
        for _ in range(1 + again):
            reputation.award(emperor=emperor, points=points, cause="won", place="aaa", key=key)
        self.glory[emperor.pk] = max(0, self.glory[emperor.pk] + points)

    @precondition(lambda self: self.alive())
    @rule(who=picks, to=picks)
    def capture(self, who: int, to: int) -> None:
        emperors.change_dynasty(emperor=self.pick(who), to=self.dynasties[to % 3], place="aaa")

    @precondition(lambda self: len(self.alive()) > 1)
    @rule(who=picks)
    def kill(self, who: int) -> None:
        victim, heir = self.pick(who), self.pick(who + 1)
        reputation.hand_over(victim=victim, heir=heir, points=10**6, place="aaa", key=self.key())
        emperors.end_life(emperor=victim, place="aaa", by=heir)
        self.glory[heir.pk] += self.glory.pop(victim.pk)

    @precondition(lambda self: self.alive())
    @rule(who=picks, place=st.sampled_from(PLACES))
    def come_and_go(self, who: int, place: str) -> None:
        emperor = self.pick(who)
        emperors.engage(emperor=emperor, kind="entered", place=place)
        with pytest.raises(DomainError):
            emperors.engage(emperor=emperor, kind="entered", place="ccc")
        emperors.release(place=place)

    @invariant()
    def the_books_are_right(self) -> None:
        assert integrity.find_differences() == []
        sums = Account.objects.values_list("asset").annotate(sum=Sum("balance")).order_by()
        assert all(total == 0 for _asset, total in sums)

    @invariant()
    def the_model_agrees(self) -> None:
        for dynasty in getattr(self, "dynasties", []):
            assert treasury.get_wallet(dynasty, "gold").balance == self.wallets[dynasty.pk]
            living = [emperor.pk for emperor in self.alive() if emperor.dynasty_id == dynasty.pk]
            assert Standing.objects.get(dynasty=dynasty).reputation == sum(self.glory[pk] for pk in living)
            assert standings.get_reputation_curve(dynasty)[-1][1] == sum(self.glory[pk] for pk in living)

    @invariant()
    def the_first_is_champion(self) -> None:
        first = ranking.query_standings().filter(reputation__gt=0).first()
        champion = standings.get_champion()
        assert (first and first.dynasty_id) == (champion and champion.dynasty_id)
        assert Reign.objects.filter(until=None).count() <= 1


@pytest.mark.django_db
def test_the_economy_holds_together() -> None:
    run_state_machine_as_test(
        Economy,
        settings=settings(
            max_examples=int(os.environ.get("ECONOMY_EXAMPLES", "6")),
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


STEPS = int(os.environ.get("ECONOMY_STEPS", "100"))
"""Of the whole economy by chance; 10,000 for a thorough look."""
LIFE = 150


@pytest.mark.races
@pytest.mark.django_db
@pytest.mark.timeout(1800 + STEPS)
def test_the_whole_economy_lives_long() -> None:
    requests: Counter[str] = Counter()
    for seed, begun in enumerate(range(0, STEPS, LIFE)):
        requests += live(seed, min(LIFE, STEPS - begun))
    print(dict(requests.most_common()))
    assert requests["ok"] > STEPS // 3


@pytest.mark.races
@pytest.mark.django_db
@pytest.mark.timeout(1800)
def test_the_whole_economy_has_no_small_crack() -> None:
    small = settings(max_examples=3, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(WholeEconomy, settings=small)
