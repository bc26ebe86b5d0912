"""The sentences of refusals and warnings, by code."""


def _(text: str) -> str:
    """Mark a sentence for translation; whoever shows it translates it."""
    return text


BETWEEN = _("Choose a number from %(least)s to %(most)s.")
ONLY = _("This number can only be %(least)s here.")
AT_LEAST = _("Choose a number that is %(least)s or more.")
UP_TO = _("You do not have that many armies available: %(most)s at most.")
NONE_LEFT = _("You have no armies available for this.")
UP_TO_LEAVE = _("Not that many armies can leave %(at)s: %(most)s at most.")
NONE_LEAVES = _("There are no armies in %(at)s that could leave it.")
BID = _("The bid is too low: the least one is %(least)s.")
COINS = _("You do not have enough coins for all your orders: they cost %(cost)s, and you have %(coins)s.")
LINES = _("You can send at most %(most)s lines at once; these are %(lines)s.")
SENTENCES: dict[str, str] = {
    # any order
    "game_over": _("The game is over."),
    "seat_out": _("This seat has left the game."),
    "not_your_turn": _("It is not your turn."),
    "unknown_order": _("This game has no such order. “How to play” shows how orders are written."),
    "wrong_phase": _("This order belongs to another phase. Above the map stands what can be done now."),
    "bad_field": _(
        "The order is incomplete, or part of it does not belong there. “How to play” shows how orders are written."
    ),
    "unknown_territory": _("There is no such territory on this map. “Map as text” lists the names for orders."),
    # the opening
    "unknown_ruleset": _("There is no such ruleset."),
    "unknown_map": _("There is no such map."),
    "bad_map": _("This map cannot be used for this game."),
    "too_few_seats": _("This game needs more seats."),
    "too_many_seats": _("There are too many seats for this game or map."),
    "bad_option": _("An option is unknown or has an impossible value."),
    "team_missions": _("Missions cannot be played in teams. Choose another goal."),
    "too_few_armies": _("There are too few starting armies to garrison every territory."),
    # placing
    "not_unclaimed": _("This territory already has an owner."),
    "not_owner": _("That territory is not yours: choose one of your own. Neutral armies go on neutral territories."),
    "bad_number": _("This number is too small or too large."),
    "too_many": _("You do not have that many armies available."),
    "must_place": _("Place all your armies first."),
    # cards
    "must_trade": _("You hold so many cards that you must trade a set first."),
    "not_a_set": _("These cards are not a set."),
    "not_in_hand": _("You do not hold all of these cards."),
    "no_bonus_there": _("These cards earn no bonus armies on that territory."),
    # attack and fortify
    "own_target": _("You cannot attack your own territory."),
    "team_target": _("You cannot attack a team mate."),
    "not_adjacent": _("No route joins the two territories."),
    "too_few": _("There are too few armies in the territory: one stays behind, and each die needs one."),
    "not_available": _("This is not available with the options of this game."),
    "same_place": _("The armies are there already."),
    "no_route": _("No chain of your own territories joins the two."),
    # sheets
    "duplicate": _("The same order is already in your plan."),
    "one_trade": _("Only one set can be traded in a round."),
    "bad_partner": _("Offer a truce to another seat that is still in the game and not in your team."),
    "only_two": _("With two seats or teams left there are no truces."),
    "offered": _("Your offer to this seat still stands."),
    "in_truce": _("You have a truce with this seat already."),
    "truce": _("You have a truce with the owner of this territory."),
    "breaks_truce": _("This attack breaks your truce."),
    "unknown_unit": _("Name a unit after the number: spears, riders, or archers."),
    "bid_too_low": _("The bid is below the minimum."),
    "too_many_lines": _("These are more lines than can be sent at once."),
    "stands_alone": _("Resigning or flipping the table is an order that stands alone: take the other lines out."),
    "unclaimed_target": _("Nobody holds this territory: bid for it instead of attacking."),
    "over_reserve": _("This is more than is left of your reserve; the order will be cut."),
    "over_armies": _("This is more than the territory can spare; the order will be cut."),
    "one_attack": _("A field can send out one attack only."),
    "not_enough_money": _("You do not have enough coins for all your orders."),
    # flipping the table
    "flip_not_allowed": _("The table cannot be flipped in this game."),
    "flip_too_early": _("It is too early to flip the table."),
    "flip_too_strong": _("You are too strong to flip the table."),
}
