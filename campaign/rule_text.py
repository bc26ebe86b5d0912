"""The rules of a battle as sentences, one for each option."""

from collections.abc import Mapping
from typing import Any

from campaign.i18n import N_, Sentence

TAKEN = N_("An Emperor leads the armies of a seat: who takes the last territory of a seat has taken its Emperor.")
STYLE = {
    "campaign.classic": N_("In turns: place new armies, attack with dice, then move armies once."),
    "campaign.escalation": N_("In turns: new armies, cards, attacks with dice, one step, a card for a capture."),
    "campaign.simultaneous": N_("All at once: everybody writes a sheet of orders in secret; then all are resolved."),
    "campaign.skirmish": N_("All at once and without chance: coins, building, guarded fields, exact arithmetic."),
}
CHOICES: dict[tuple[str, Any], str] = {
    ("goal", "domination"): N_("Who owns %(win_percent)s per cent of all territories at the end of its turn wins."),
    ("goal", "missions"): N_("Every seat has a secret mission; who fulfils it at the end of its turn wins."),
    ("goal", "hold"): N_("Who holds %(hold_count)s territories at the end of its turn wins."),
    ("goal", "capitals"): N_("Every seat has a capital; who owns its own and two others at the end of its turn wins."),
    ("two_seat", "bot"): N_("At least three seats take part."),
    ("two_seat", "neutral"): N_("Between two seats a neutral army stands, which defends and never acts."),
    ("assign", "choose"): N_("Territories are claimed one by one."),
    ("assign", "deal"): N_("Territories are dealt out by chance."),
    ("placement", "all"): N_("What is left of the first armies is placed in one visit."),
    ("placement", "rounds"): N_("What is left of the first armies is placed one by one, in turns."),
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
    ("fortify", "adjacent"): N_("At the end of a turn armies move once, to a territory beside."),
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
}
"""By option and value."""
NUMBERS: dict[str, str] = {
    "starting_armies": N_("Every seat begins with %(starting_armies)s armies."),
    "draft_divisor": N_("A turn brings an army for every %(draft_divisor)s territories, at least %(draft_minimum)s."),
    "territory_bonus": N_("A traded card of a territory one holds puts %(territory_bonus)s armies there."),
    "forced_trade": N_("Who begins its trading with %(forced_trade)s cards or more must trade."),
    "reserve": N_("Everybody begins with %(reserve)s armies in reserve."),
    "income_divisor": N_(
        "A round brings an army for every %(income_divisor)s territories, at least %(income_minimum)s."
    ),
    "min_bid": N_("The least bid is %(min_bid)s."),
    "battle_rounds": N_("A fight stops after %(battle_rounds)s rolls."),
    "start_units": N_("Everybody begins with %(start_units)s soldiers at home."),
    "base_income": N_("A round brings %(base_income)s coins, and %(field_income)s for every field."),
    "unit_cost": N_("A soldier costs %(unit_cost)s, guarding a field for a round %(guard_cost)s."),
    "continue_ratio": N_("An attack that meets another goes on if it is %(continue_ratio)s times as strong."),
    "shield": N_("Defenders shrug off %(shield)s damage, on a guarded field %(guard_shield)s."),
}
"""Options that are numbers, in the plural; those that are 0 and mean nothing then are left out."""
ONES: dict[str, str] = {
    NUMBERS["starting_armies"]: N_("Every seat begins with one army."),
    NUMBERS["draft_divisor"]: N_("A turn brings an army for every territory, at least %(draft_minimum)s."),
    NUMBERS["territory_bonus"]: N_("A traded card of a territory one holds puts an army there."),
    NUMBERS["reserve"]: N_("Everybody begins with one army in reserve."),
    NUMBERS["income_divisor"]: N_("A round brings an army for every territory, at least %(income_minimum)s."),
    NUMBERS["battle_rounds"]: N_("A fight stops after one roll."),
    NUMBERS["start_units"]: N_("Everybody begins with one soldier at home."),
    NUMBERS["base_income"]: N_("A round brings one coin, and %(field_income)s for every field."),
    CHOICES["goal", "hold"]: N_("Who holds one territory at the end of its turn wins."),
    CHOICES["start", "dealt"]: N_("All territories are dealt out, with one army each."),
    CHOICES["start", "single"]: N_("Everybody begins on one territory, with one army."),
}
"""What is said instead where the number is 1."""
COUNTED = {CHOICES["goal", "hold"]: "hold_count", CHOICES["start", "dealt"]: "start_armies",
           CHOICES["start", "single"]: "start_armies"} | {words: name for name, words in NUMBERS.items()}  # fmt: skip
"""The option whose number decides between one and many."""
PERCENT = N_("Who owns %(win_percent)s per cent of all territories wins.")
LIMIT = N_("After round %(round_limit)s the territories are counted, then the armies.")


def describe_rules(ruleset: str, rules: Mapping[str, Any]) -> list[Sentence]:
    """Return the rules as sentences, in the order in which a newcomer wants them."""
    said: list[Sentence] = [(STYLE[ruleset], {}), (TAKEN, {})]
    goal = [] if rules.get("goal") == "domination" else [(PERCENT, dict(rules))]
    chosen = [(CHOICES[name, value], dict(rules)) for name, value in rules.items() if (name, value) in CHOICES]
    numbers = [(NUMBERS[name], dict(rules)) for name in NUMBERS if rules.get(name)]
    return [*said, *goal, *(plain(counted(each)) for each in [*chosen, *numbers]), (LIMIT, dict(rules))]


def counted(sentence: Sentence) -> Sentence:
    """Return a sentence in the singular where its number is 1."""
    message, fields = sentence
    return (ONES[message], fields) if message in ONES and fields.get(COUNTED[message]) == 1 else sentence


def plain(sentence: Sentence) -> Sentence:
    """Drop the values of a sentence that has no placeholders."""
    message, fields = sentence
    return (message, fields) if "%(" in message else (message, {})
