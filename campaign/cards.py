"""Cards: sets, their value, trading, drawing and inheriting."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from campaign import events
from campaign.atlas import SYMBOLS, WILD, Map
from campaign.chance import Luck
from campaign.orders import Order
from campaign.resolution import Resolution, with_item
from campaign.state import State

EACH = "one of each"
FIXED = {"infantry": 6, "cavalry": 8, "artillery": 10, EACH: 10}
ESCALATING = (4, 6, 8, 10, 12, 15, 20, 25)
STEP = 5


USUAL = {"card_values": "fixed", "wild": "any", "territory_bonus": 0}
"""What holds of cards in a game that has no options for them."""


def get_rule(state: State, name: str) -> Any:
    """Return an option about cards."""
    return state.options.get(name, USUAL.get(name))


def new_deck(map: Map, luck: Luck) -> tuple[str, ...]:
    """Return all cards of a map, shuffled; the first is drawn first."""
    return tuple(luck.shuffle([*map.cards, *WILD]))


def is_card(map: Map, name: str) -> bool:
    """Tell whether the deck of the map has such a card.

    >>> from campaign.atlas import find
    >>> is_card(find("archipelago"), "nowhere")
    False
    """
    return name in map.cards or name in WILD


def readings(map: Map, cards: Sequence[str], wild: str) -> list[str]:
    """Return every way in which three cards are a set: a symbol, or one of each."""
    symbols = [map.cards[card] for card in cards if card not in WILD]
    found = [EACH] if len(set(symbols)) == len(symbols) else []
    if wild == "one_of_each" and len(symbols) < len(cards):
        return found
    return found + [symbol for symbol in SYMBOLS if set(symbols) <= {symbol}]


def is_set(state: State, cards: Sequence[str]) -> bool:
    """Tell whether three cards make a set."""
    return bool(readings(state.map, cards, get_rule(state, "wild")))


def value(state: State, cards: Sequence[str]) -> int:
    """Return the armies that a set would bring now."""
    if get_rule(state, "card_values") == "fixed":
        return find_fixed_value(state.map, cards, get_rule(state, "wild"))
    return count_escalating(state.sets + 1)


def find_fixed_value(map: Map, cards: Sequence[str], wild: str = "any") -> int:
    """Return the armies for a set where a set always brings the same.

    >>> from campaign.atlas import find
    >>> [find_fixed_value(find("seven"), cards.split()) for cards in ("ash dale gate", "ash birch cedar")]
    [6, 10]
    """
    return max(FIXED[reading] for reading in readings(map, cards, wild))


def count_escalating(number: int) -> int:
    """Return the armies for the set of this number in the game.

    >>> [count_escalating(number) for number in (1, 2, 8, 9)]
    [4, 6, 25, 30]
    """
    beyond = max(0, number - len(ESCALATING))
    return ESCALATING[min(number, len(ESCALATING)) - 1] + STEP * beyond


def sets_in(state: State, seat: str) -> Iterator[tuple[str, ...]]:
    """Yield every set of a hand, those of the earliest cards first."""
    for cards in combinations(state.hands.get(seat, ()), 3):
        if is_set(state, cards):
            yield cards


def has_set(state: State, seat: str) -> bool:
    """Tell whether a seat could trade."""
    return any(True for _ in sets_in(state, seat))


def best_set(state: State, seat: str) -> tuple[str, ...] | None:
    """Return the set of greatest value; of equal ones the earliest in hand."""
    return max(sets_in(state, seat), key=lambda cards: value(state, cards), default=None)


def must_trade(state: State, seat: str) -> bool:
    """Tell whether a hand is too big to be kept; one without any set cannot be helped."""
    return len(state.hands.get(seat, ())) >= state.options["forced_trade"] and has_set(state, seat)


def bonus_places(state: State, seat: str, cards: Sequence[str]) -> list[str]:
    """Return the territories of the seat, in map order, on which these cards may put bonus armies."""
    if not get_rule(state, "territory_bonus"):
        return []
    return [name for name in state.list_owned(seat) if name in cards]


def why_no_trade(state: State, seat: str, order: Order) -> str | None:
    """Return the code that refuses a trade, if one does."""
    if len(order.cards) != 3 or len(set(order.cards)) != 3:
        return "not_a_set"
    if not set(order.cards) <= set(state.hands.get(seat, ())):
        return "not_in_hand"
    if not is_set(state, order.cards):
        return "not_a_set"
    if order.on is not None and order.on not in bonus_places(state, seat, order.cards):
        return "no_bonus_there"
    return None


def trade(resolution: Resolution, seat: str, order: Order) -> None:
    """Exchange a set for armies in the pool, and perhaps some on a territory it names."""
    state = resolution.state
    places = bonus_places(state, seat, order.cards)
    at = order.on or (places[0] if places else None)
    resolution.set(pool=state.pool + give_up_set(resolution, seat, order.cards, at))
    if at is not None:
        resolution.add(at, state.options["territory_bonus"])
        resolution.record(events.build_placed(seat, at, state.options["territory_bonus"]))


def give_up_set(resolution: Resolution, seat: str, cards: tuple[str, ...], bonus_at: str | None = None) -> int:
    """Move a set from a hand to the discards, and return the armies that it brings."""
    state = resolution.state
    armies = value(state, cards)
    hand = tuple(card for card in state.hands[seat] if card not in cards)
    resolution.set(hands=with_item(state.hands, seat, hand), discard=state.discard + cards, sets=state.sets + 1)
    resolution.record(events.build_traded(seat, cards, armies, state.sets + 1, bonus_at))
    return armies


def draw(resolution: Resolution, seat: str) -> None:
    """Give a seat the next card; an empty deck is first refilled from the discards."""
    if not resolution.state.deck and resolution.state.discard:
        resolution.set(deck=tuple(resolution.luck.shuffle(resolution.state.discard)), discard=(), buried=())
    state = resolution.state
    if not state.deck:
        return
    card, *rest = state.deck
    hand = (*state.hands.get(seat, ()), card)
    resolution.set(deck=tuple(rest), hands=with_item(state.hands, seat, hand))
    resolution.record(events.build_card(seat, card))


def inherit(resolution: Resolution, heir: str, fallen: str) -> None:
    """Hand the cards of a fallen seat to the one that eliminated it, after its own."""
    hands: Mapping[str, Any] = resolution.state.hands
    cards = hands.get(fallen, ())
    if cards:
        both = {heir: (*hands.get(heir, ()), *cards), fallen: ()}
        resolution.set(hands={**hands, **both})
        resolution.record(events.build_inherited(heir, fallen, cards))
