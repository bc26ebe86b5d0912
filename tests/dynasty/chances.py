"""Long lives of the whole economy, led by chance and not by hypothesis, which prefers short ones."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from dynasty.models import Offer
from tests.dynasty.whole_economy import ENDINGS, NAMES, SEATS, STAKES, WholeEconomy
from tournaments.models import Tournament


def acts_of(luck: random.Random) -> dict[str, Callable[[], dict[str, Any]]]:
    """Return a strategy of random arguments for each act."""
    pick, assets = lambda: luck.randrange(1_000), ["gold", "silver", "copper", "key:iron", "key:jade"]

    def basket(among: list[str]) -> dict[str, int]:
        return {
            asset: luck.randint(1, 4 if asset.startswith("key") else 400)
            for asset in luck.sample(among, luck.randint(1, 2))
        }

    def trade() -> dict[str, Any]:
        mixed = luck.sample(assets, len(assets))
        return {"who": pick(), "gives": basket(mixed[:2]), "asks": basket(mixed[2:]), "to": luck.choice([None, pick()])}

    return {
        "found": lambda: {"fought": luck.random() < 0.5},
        "raise_emperor": lambda: {
            "who": pick(),
            "name": luck.choice(NAMES) + luck.choice(["", " the Old", " the Young"]),
        },
        "retire": lambda: {"who": pick(), "one": pick()},
        "buy": lambda: {
            "who": pick(),
            "name": luck.choice(["iron", "jade"]),
            "count": luck.randint(0, 2),
            "twice": luck.random() < 0.2,
        },
        "offer": trade,
        "accept": lambda: {"which": pick(), "who": pick()},
        "withdraw_offer": lambda: {"which": pick(), "who": pick(), "own": luck.random() < 0.8},
        "announce": lambda: {
            "type": luck.choice(sorted(STAKES)),
            "which": pick(),
            "organiser": luck.choice([None, pick()]),
            "betting": True,
        },
        "enter": lambda: {
            "which": pick(),
            "who": pick(),
            "one": pick(),
            "seat": luck.choice(SEATS),
            "gold": luck.choice([0, 150, 500]),
        },
        "withdraw_entry": lambda: {"which": pick(), "who": pick()},
        "bet": lambda: {
            "which": pick(),
            "who": pick(),
            "one": pick(),
            "seat": luck.choice(SEATS),
            "asset": luck.choice(assets[:3]),
            "amount": luck.randint(1, 200),
        },
        "call_off": lambda: {"which": pick()},
        "fight": lambda: {
            "which": pick(),
            "ending": luck.choice(ENDINGS),
            "winner": pick(),
            "guests": luck.choice([3, 3, 2, 1]),
        },
        "wait": lambda: {"hours": luck.choice([1, 30, 168])},
    }


OFTEN = {
    "offer": 5,
    "accept": 5,
    "enter": 5,
    "bet": 4,
    "announce": 3,
    "raise_emperor": 2,
    "withdraw_offer": 2,
    "fight": 4,
}


def live(seed: int, steps: int) -> Counter[str]:
    """Run one economy, checking every invariant after every step; return the results of all requests."""
    luck, machine = random.Random(seed), WholeEconomy()
    try:
        machine.begin()
        acts = acts_of(luck)
        names = [name for name in acts for _ in range(OFTEN.get(name, 1))]
        for _ in range(steps):
            name = luck.choice(names)
            getattr(machine, name)(**acts[name]())
            machine.check_laws()
        machine.ends.update(f"{each.type} {each.status}" for each in Tournament.objects.all())
        machine.ends.update(f"offer {each.status}" for each in Offer.objects.all())
        return machine.ends
    finally:
        machine.teardown()
