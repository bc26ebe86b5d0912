"""The rules of a battle as sentences, one for each option."""

import re
from collections.abc import Mapping
from typing import Any

from campaign.words.i18n import N_, Sentence

CAPTURE = N_("An Emperor leads each seat’s armies: whoever takes a seat’s last territory captures its Emperor.")
STYLE = {
    "campaign.classic": N_("In turns: place new armies, attack with dice, then move armies once."),
    "campaign.escalation": N_("In turns: new armies, cards, attacks with dice, one step, a card for a capture."),
    "campaign.simultaneous": N_("All at once: everybody writes a sheet of orders in secret; then all are resolved."),
    "campaign.skirmish": N_("All at once and without chance: coins, building, guarded fields, exact arithmetic."),
}
CHOICES: dict[tuple[str, Any], str] = {
    ("teams", "none"): N_("Every seat fights for itself."),
    ("teams", "two"): N_(
        "Two teams, which win and lose together: the first, third and fifth seat, and the second, fourth and sixth."
    ),
    ("teams", "three"): N_(
        "Three teams, which win and lose together: first and fourth seat, second and fifth, third and sixth."
    ),
    ("goal", "domination"): N_("Own %(win_percent)s per cent of all territories at the end of your turn to win."),
    ("goal", "missions"): N_("Every seat has a secret mission; complete yours by the end of your turn to win."),
    ("goal", "hold"): N_("Hold %(hold_count)s territories at the end of your turn to win."),
    ("goal", "capitals"): N_("Every seat has a capital; own yours and two others at the end of your turn to win."),
    ("two_seat", "bot"): N_("At least three seats take part."),
    ("two_seat", "neutral"): N_("With two seats there is also a neutral army, which defends and never acts."),
    ("assign", "choose"): N_("Territories are claimed one by one."),
    ("assign", "deal"): N_("Territories are dealt out by chance."),
    ("placement", "all"): N_("The rest of the first armies is placed all at once."),
    ("placement", "rounds"): N_("The rest of the first armies is placed one by one, in turns."),
    ("cards_phase", "draft"): N_("Cards are traded while new armies are placed."),
    ("cards_phase", "own"): N_("Cards are traded in a phase of their own, before attacks."),
    ("card_values", "fixed"): N_(
        "A set of cards brings 6 (infantry), 8 (cavalry) or 10 armies (artillery, or one of each)."
    ),
    ("card_values", "escalating"): N_(
        "Each set of cards brings more than the one before: 4, 6, 8, 10, 12, 15, 20, 25, and then 5 more each."
    ),
    ("wild", "any"): N_("A wild card completes any set."),
    ("wild", "one_of_each"): N_("A wild card completes only a set of one of each."),
    ("card_award", "capture"): N_("A seat draws a card at its first capture of a turn."),
    ("card_award", "turn_end"): N_("A seat that has captured draws a card at the end of its turn."),
    ("defence", "auto"): N_("Defenders roll as many dice as they can."),
    ("defence", "ask"): N_("Defenders say how many dice they roll."),
    ("fortify", "connected"): N_("At the end of a turn armies move once, through connected territories of their own."),
    ("fortify", "adjacent"): N_("At the end of a turn armies move once, to a neighbouring territory."),
    ("start", "open"): N_("Nobody owns anything at first: bid for territories out of your reserve."),
    ("start", "dealt"): N_("All territories are dealt out, with %(start_armies)s armies each."),
    ("start", "single"): N_("Everybody begins on one territory, with %(start_armies)s armies."),
    ("priority", "quiet"): N_("Territories with few routes act first."),
    ("priority", "busy"): N_("Territories with many routes act first."),
    ("priority", "map"): N_("Territories act in the order of the map."),
    ("losing_bids", "kept"): N_("Bids that lose return to the reserve."),
    ("losing_bids", "lost"): N_("Bids that lose are lost."),
    ("region_bonus", True): N_("A whole region brings its bonus every round."),
    ("region_bonus", False): N_("Regions bring nothing."),
    ("reserve_order", "same"): N_("Reserves are spent in the order in which territories act."),
    ("reserve_order", "reversed"): N_(
        "Reserves are spent the other way round: first on the territories that act last."
    ),
    ("truces", "off"): N_("There are no truces."),
    ("truces", "kept"): N_(
        "While more than two seats or teams are left, two seats can agree on a truce of up to ten rounds. "
        "Its last round is public, and until then neither can attack the other."
    ),
    ("truces", "breakable"): N_(
        "While more than two seats or teams are left, two seats can agree on a truce of up to ten rounds. "
        "Its last round is public; an attack breaks it, and everyone is told."
    ),
    ("units", "one"): N_("All armies are alike."),
    ("units", "three"): N_(
        "Armies are spears, riders or archers, as in rock, paper, scissors: spears beat riders, riders beat archers, "
        "and archers beat spears. Whoever beats the other adds one to each die. An army costs %(spears_price)s of the "
        "reserve for spears, %(riders_price)s for riders, and %(archers_price)s for archers."
    ),
    ("fog", "off"): N_("Everybody sees the whole map."),
    ("fog", "on"): N_(
        "Fog of war: you see your own territories, your team’s, and those next to them. All else, the orders of others "
        "and all totals stay hidden until the battle is over, from spectators too."
    ),
    ("cards", "off"): N_("There are no cards."),
    ("cards", "on"): N_(
        "After a round in which you captured a territory you draw a card. Once a round you can trade three of a kind, "
        "or one of each, for 6 (infantry), 8 (cavalry) or 10 armies (artillery, or one of each) in your reserve."
    ),
}
"""By option and value."""
USUAL = {
    ("teams", "none"),
    ("reserve_order", "same"),
    ("cards", "off"),
    ("truces", "off"),
    ("fog", "off"),
    ("units", "one"),
}
"""Values that a contract does not mention: what everybody expects."""
TEAM_RULES = (
    N_("Team mates cannot attack each other; armies that move into a team mate’s territory are the team mate’s."),
    N_("The territories of a team count together, and who is eliminated wins if the team does."),
)
NUMBERS: dict[str, str] = {
    "starting_armies": N_("Every seat begins with %(starting_armies)s armies."),
    "draft_divisor": N_("A turn brings an army for every %(draft_divisor)s territories, at least %(draft_minimum)s."),
    "territory_bonus": N_("Trading the card of a territory you hold puts %(territory_bonus)s armies there."),
    "forced_trade": N_("Anyone who has %(forced_trade)s cards or more must trade a set."),
    "reserve": N_("Everybody begins with %(reserve)s armies in reserve."),
    "income_divisor": N_(
        "A round brings an army for every %(income_divisor)s territories, at least %(income_minimum)s."
    ),
    "min_bid": N_("The minimum bid is %(min_bid)s."),
    "battle_rounds": N_("A fight stops after %(battle_rounds)s rolls."),
    "start_units": N_("Everybody begins with %(start_units)s soldiers at home."),
    "base_income": N_(
        "A round brings %(base_income)s coins, and %(field_income)s more for every field after the first."
    ),
    "unit_cost": N_("A soldier costs %(unit_cost)s, guarding a field for a round %(guard_cost)s."),
    "continue_ratio": N_("An attack that meets another goes on if it is %(continue_ratio)s times as strong."),
    "shield": N_("Each defender absorbs %(shield)s damage, and %(guard_shield)s more on a guarded field."),
}
"""Options that are numbers, in the plural; a sentence whose numbers are all 0 is left out."""
PLACES = re.compile(r"%\((\w+)\)s")
ONES: dict[str, str] = {
    NUMBERS["starting_armies"]: N_("Every seat begins with one army."),
    NUMBERS["draft_divisor"]: N_("A turn brings an army for every territory, at least %(draft_minimum)s."),
    NUMBERS["territory_bonus"]: N_("Trading the card of a territory you hold puts an army there."),
    NUMBERS["reserve"]: N_("Everybody begins with one army in reserve."),
    NUMBERS["income_divisor"]: N_("A round brings an army for every territory, at least %(income_minimum)s."),
    NUMBERS["battle_rounds"]: N_("A fight stops after one roll."),
    NUMBERS["start_units"]: N_("Everybody begins with one soldier at home."),
    NUMBERS["base_income"]: N_("A round brings one coin, and %(field_income)s more for every field after the first."),
    CHOICES["goal", "hold"]: N_("Hold one territory at the end of your turn to win."),
    CHOICES["start", "dealt"]: N_("All territories are dealt out, with one army each."),
    CHOICES["start", "single"]: N_("Everybody begins on one territory, with one army."),
}
"""What is said instead where the number is 1."""
COUNTED = {CHOICES["goal", "hold"]: "hold_count", CHOICES["start", "dealt"]: "start_armies",
           CHOICES["start", "single"]: "start_armies"} | {words: name for name, words in NUMBERS.items()}  # fmt: skip
"""The option whose number decides between one and many."""
TITLES: dict[str, str] = {
    "teams": N_("Teams"),
    "win_percent": N_("Territories to win, per cent"),
    "round_limit": N_("Rounds, at most"),
    "table_flip": N_("Flipping the table"),
    "brink": N_("Most territories of a seat that may flip it"),
    "two_seat": N_("Battles of two seats"),
    "assign": N_("First territories"),
    "placement": N_("First armies"),
    "starting_armies": N_("First armies of a seat (0: as on the board)"),
    "draft_divisor": N_("Territories for each new army"),
    "draft_minimum": N_("New armies, at least"),
    "cards_phase": N_("When cards are traded"),
    "card_values": N_("What a set of cards brings"),
    "wild": N_("Wild cards"),
    "territory_bonus": N_("Armies for the card of your own territory"),
    "forced_trade": N_("Cards with which you must trade"),
    "card_award": N_("When you draw a card"),
    "defence": N_("Dice of the defence"),
    "fortify": N_("Moves at the end of a turn"),
    "goal": N_("Goal"),
    "hold_count": N_("Territories to hold"),
    "start": N_("First territories"),
    "reserve": N_("Armies in reserve at first"),
    "start_armies": N_("Armies on each first territory"),
    "income_divisor": N_("Territories for each new army"),
    "income_minimum": N_("New armies, at least"),
    "priority": N_("Who acts first"),
    "min_bid": N_("Minimum bid"),
    "losing_bids": N_("Losing bids"),
    "battle_rounds": N_("Rolls of a fight (0: to the end)"),
    "region_bonus": N_("Bonus of regions"),
    "reserve_order": N_("Who is reinforced first"),
    "cards": N_("Cards"),
    "truces": N_("Truces"),
    "units": N_("Units"),
    "spears_price": N_("Price of spears"),
    "riders_price": N_("Price of riders"),
    "archers_price": N_("Price of archers"),
    "fog": N_("Fog of war"),
    "start_units": N_("First soldiers"),
    "base_income": N_("Coins a round"),
    "field_income": N_("Coins for each further field"),
    "unit_cost": N_("Price of a soldier"),
    "guard_cost": N_("Price of guarding a field"),
    "continue_ratio": N_("Times as strong to go on after a clash"),
    "shield": N_("Damage that a defender absorbs"),
    "guard_shield": N_("More of it on a guarded field"),
}
"""What an option is called in a form."""
FLIPS: dict[Any, str] = {
    "casual": N_("In casual battles a seat near its end may flip the table."),
    "off": N_("Nobody can flip the table."),
}
PERCENT = N_("Own %(win_percent)s per cent of all territories to win.")
LIMIT = N_("After round %(round_limit)s the territories are counted, then the armies.")


def describe_rules(ruleset: str, rules: Mapping[str, Any]) -> list[Sentence]:
    """Return the rules as sentences, in the order in which a newcomer wants them."""
    sentences: list[Sentence] = [(STYLE[ruleset], {}), (CAPTURE, {})]
    goal = [] if rules.get("goal") == "domination" else [(PERCENT, dict(rules))]
    unusual = [each for each in rules.items() if each in CHOICES and each not in USUAL]
    chosen = [(CHOICES[each], dict(rules)) for each in unusual]
    teams: list[Sentence] = [] if rules.get("teams", "none") == "none" else [(rule, {}) for rule in TEAM_RULES]
    numbers = [(words, dict(rules)) for words in NUMBERS.values() if any(map(rules.get, PLACES.findall(words)))]
    details = [plain(use_singular(each)) for each in [*chosen, *numbers]]
    return [*sentences, *goal, *details, *teams, (LIMIT, dict(rules))]


EQUAL = N_("Where that is equal, the order of the map decides; equal bids roll dice.")
AT_ONCE = N_("Moves come first, then all attacks at the same time: nobody is quicker.")


def describe_precedence(rules: Mapping[str, Any]) -> list[Sentence]:
    """Return what acts first where all seats order at once, and what decides ties; nothing for games in turns.

    >>> describe_precedence({"priority": "map"})[0]
    ('Territories act in the order of the map.', {})
    """
    if "priority" in rules:
        turned = ["reserve_order"] if rules.get("reserve_order") == "reversed" else []
        return [*((CHOICES[name, rules[name]], {}) for name in ("priority", *turned)), (EQUAL, {})]
    return [(AT_ONCE, {})] if "unit_cost" in rules else []


def use_singular(sentence: Sentence) -> Sentence:
    """Return a sentence in the singular where its number is 1."""
    message, fields = sentence
    return (ONES[message], fields) if message in ONES and fields.get(COUNTED[message]) == 1 else sentence


def plain(sentence: Sentence) -> Sentence:
    """Drop the values of a sentence that has no placeholders."""
    message, fields = sentence
    return (message, fields) if "%(" in message else (message, {})
