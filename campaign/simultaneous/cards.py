"""Cards in the simultaneous game, an option: drawn for conquests, traded on the sheet for armies of the reserve."""

from collections.abc import Mapping, Sequence

from campaign import cards
from campaign.orders import Order
from campaign.resolution import Resolution, with_item
from campaign.state import State


def has_cards(state: State) -> bool:
    """Return whether the battle is played with cards.

    Battles that began before there were any have no such option.
    """
    return state.options.get("cards") == "on"


def shuffle_deck(resolution: Resolution) -> None:
    """Shuffle all cards of the map, where there are cards."""
    state = resolution.state
    if has_cards(state):
        deck = cards.new_deck(state.map, resolution.luck)
        resolution.set(deck=deck, hands=dict.fromkeys(state.seats, ()))


def check_trade(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    """Check a trade; return the code of a refusal, or None."""
    if not has_cards(state):
        return "not_available"
    return cards.why_no_trade(state, seat, order) or ("one_trade" if find_trade(before) else None)


def find_trade(orders: Sequence[Order]) -> Order | None:
    """Return the trade of a sheet, if there is one."""
    return next((order for order in orders if order.do == "trade"), None)


def count_traded(state: State, orders: Sequence[Order]) -> int:
    """Return the armies that the trade of a sheet brings."""
    order = find_trade(orders)
    return cards.value(state, order.cards) if order else 0


def trade(resolution: Resolution, sheets: Mapping[str, Sequence[Order]]) -> None:
    """Carry out the trades of all sheets, in seat order."""
    for seat, orders in sheets.items():
        if order := find_trade(orders):
            armies = cards.give_up_set(resolution, seat, order.cards)
            stock = resolution.state.reserve
            resolution.set(reserve=with_item(stock, seat, stock.get(seat, 0) + armies))


def draw(resolution: Resolution) -> None:
    """Let every seat draw a card that has captured a territory in this round and still owns one."""
    if not has_cards(resolution.state):
        return
    captors = {event["seat"] for event in resolution.events if event["kind"] == "captured"}
    for seat in resolution.state.living:
        if seat in captors and resolution.state.list_owned(seat):
            cards.draw(resolution, seat)


def hand_on(resolution: Resolution, fallen: Sequence[str], captors: Mapping[str, str]) -> None:
    """Give the cards of seats that fell to whoever took their last territory; discard them unseen if that seat fell."""
    for seat in fallen:
        heir, hand = captors.get(seat, ""), resolution.state.hands.get(seat, ())
        if heir in resolution.state.living:
            cards.inherit(resolution, heir, seat)
        elif hand:
            state = resolution.state
            hands = with_item(state.hands, seat, ())
            resolution.set(hands=hands, discard=state.discard + hand, buried=state.buried + hand)
