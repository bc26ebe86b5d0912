"""What a seat may order now, for whoever writes orders: an example of each kind, and what it does."""

from collections.abc import Iterable, Mapping
from typing import Any

from campaign.holdings import LIMIT
from campaign.words import text
from campaign.words.i18n import N_, Sentence

PURPOSES = {
    "claim": N_("Claim a territory that nobody owns."),
    "capital": N_("Choose your capital; nobody sees it until all have chosen."),
    "place": N_("Place armies on a territory of yours: %(n)s in all."),
    "reinforce": N_("Place armies of your reserve on a territory of yours."),
    "colonize": N_("Bid armies of your reserve for a territory that nobody owns."),
    "build": N_("Build armies on a territory of yours: you can pay for %(n)s."),
    "guard": N_("Guard a territory of yours for this round."),
    "move": N_("Move armies to a neighbouring territory of yours."),
    "trade": N_("Trade a set of cards for armies."),
    "attack": N_("Attack a neighbouring territory."),
    "defend": N_("Say how many dice you roll for the defence: %(n)s at most."),
    "occupy": N_("Say how many armies move in: %(n)s at most."),
    "fortify": N_("Move armies from one territory of yours to another."),
    "truce": N_("Offer a truce to another seat, for so many rounds."),
    "done": N_("Go on to what comes next, or end your turn."),
}
"""By the first word of an order, in the order in which they are told."""
MEANS = {"reserve": N_("Your reserve: %(n)s."), "money": N_("Your coins: %(n)s.")}
"""What a seat has for its orders besides its armies on the map, by the name in a position."""
RANGES = ("armies", "dice", "rounds")
Form = Mapping[str, Any]


def list_examples(forms: Iterable[Form]) -> list[tuple[str, Sentence]]:
    """Return an example of each kind of order that may be given, and the sentence that says what it does.

    >>> list_examples([{"do": "place", "at": "gate", "armies": [1, 5]}, {"do": "place", "at": "ash", "armies": [1, 5]}])
    [('place gate 5', ('Place armies on a territory of yours: %(n)s in all.', {'n': 5}))]
    """
    first: dict[str, Form] = {}
    for form in forms:
        first.setdefault(form["do"], form)
    return [(write_example(first[verb]), (PURPOSES[verb], {"n": find_most(first[verb])}))
            for verb in PURPOSES if verb in first]  # fmt: skip


def describe_means(position: Mapping[str, Any], seat: str) -> list[Sentence]:
    """Return what a seat has for its orders, as far as the game has it.

    >>> describe_means({"money": {"a": 3}}, "a")
    [('Your coins: %(n)s.', {'n': 3})]
    """
    return [(sentence, {"n": position[name].get(seat, 0)}) for name, sentence in MEANS.items() if position.get(name)]


def find_most(form: Form) -> int:
    """Return the largest number that the order may name; 1 where the rules leave it open."""
    most = next((form[name][-1] for name in RANGES if isinstance(form.get(name), list)), 1)
    return int(most) if most < LIMIT else 1


def write_example(form: Form) -> str:
    """Return the order as it is written, with the largest number that it may name.

    >>> write_example({"do": "attack", "from": "ash", "to": "gate", "optional": {"dice": [1, 3]}})
    'attack ash gate'
    """
    most = find_most(form)
    return text.write({name: most if name in RANGES else value for name, value in form.items() if name != "optional"})
