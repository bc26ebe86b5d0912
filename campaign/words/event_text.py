"""Sentences for events. Seats are letters in the places seat, from_seat and owner."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from campaign.atlas import WILD
from campaign.events import Event
from campaign.words import order_text
from campaign.words.i18n import N_, Sentence
from campaign.words.place_names import format_territory

PHASES = {
    "claim": N_("%(seat)s claims a territory."),
    "muster": N_("%(seat)s musters the first armies."),
    "capital": N_("Everyone chooses a capital in secret."),
    "draft": N_("Round %(round)s: %(seat)s’s turn."),
    "placing": N_("Everyone places their first armies."),
}
ENDINGS = {
    "domination": N_("%(seat)s dominates the map and wins."),
    "last_standing": N_("%(seat)s is the last one standing and wins."),
    "mission": N_("%(seat)s has completed the mission and wins."),
    "hold": N_("%(seat)s holds enough territories and wins."),
    "capitals": N_("%(seat)s holds the capitals and wins."),
}
UNITS = {"spears": N_("spears"), "riders": N_("riders"), "archers": N_("archers")}
WILD_CARDS: tuple[tuple[str, ...], ...] = ((), (N_("a wild card"),), (N_("two wild cards"),))
"""What a list of cards ends in, by the number of wild cards among them."""
OF_UNITS = N_(
    "%(from)s (%(unit)s) against %(to)s (%(other_unit)s): dice %(ours)s against %(theirs)s, losses %(n)s and %(m)s."
)
MATE = N_("%(seat)s wins too, as a team mate.")
LIMIT = N_("The last round is over, and the territories are counted.")
FLIPPED = N_("%(seat)s flipped the table: the battle does not count.")


def describe_events(events: Iterable[Event]) -> list[Sentence]:
    """Return the sentences of a round's events; seats that neither won nor lost anything are not named."""
    listed = list(events)
    ties = find_ties(listed)
    return [
        sentence
        for at, event in enumerate(listed)
        for sentence in (describe_tie(event) if at in ties else WRITERS[event["kind"]](event))
    ]


def find_ties(events: Sequence[Event]) -> set[int]:
    """Return the places of the roll-offs that decide between equal bids: their auction follows them.

    >>> find_ties([{"kind": "roll_off"}, {"kind": "phase"}, {"kind": "roll_off"}, {"kind": "auction"}])
    {2}
    """
    ties: set[int] = set()
    for at in range(len(events) - 1, 0, -1):
        follows = events[at]["kind"] == "auction" or at in ties
        if follows and events[at - 1]["kind"] == "roll_off":
            ties.add(at - 1)
    return ties


def one_or(count: int, one: str, many: str) -> str:
    """Return the sentence for this number of things."""
    return one if count == 1 else many


def dice(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def describe_roll_off(event: Event) -> list[Sentence]:
    return [(N_("%(seat)s rolls a %(face)s for the first turn."), {"seat": seat, "face": face})
            for seat, face in event["dice"].items()]  # fmt: skip


def describe_tie(event: Event) -> list[Sentence]:
    sentence = N_("%(seat)s rolls a %(face)s for the equal bids.")
    return [(sentence, {"seat": seat, "face": face}) for seat, face in event["dice"].items()]


def describe_phase(event: Event) -> list[Sentence]:
    if event["phase"] not in PHASES:
        return []
    return [(PHASES[event["phase"]], {"seat": event["seat"], "round": event["round"]})]


def at(sentence: str, of_unit: str = "") -> Callable[[Event], list[Sentence]]:
    """Return the function that writes this sentence about a seat, a territory and its armies; or that of a unit."""

    def write(event: Event) -> list[Sentence]:
        count = event.get("armies", event.get("amount", 0))
        place = format_territory(event.get("at") or event.get("to") or "")
        return [choose_by_unit(event, sentence, of_unit, {"seat": event["seat"], "at": place, "n": count})]

    return write


def describe_placed(event: Event) -> list[Sentence]:
    """Return where a seat places armies; a home without any is where it starts."""
    write = PLACED if event["armies"] else STARTS
    return write(event)


def choose_by_unit(event: Event, plain: str, of_unit: str, fields: dict[str, Any]) -> Sentence:
    """Return one sentence, or where the event names a unit the other, which names it too."""
    return (of_unit, fields | {"unit": UNITS[event["unit"]]}) if "unit" in event else (plain, fields)


def describe_drafted(event: Event) -> list[Sentence]:
    regions = ", ".join(map(format_territory, event["regions"]))
    fields = {"seat": event["seat"], "pool": event["pool"], "n": event["territories"], "regions": regions}
    if regions:
        one = N_("%(seat)s receives %(pool)s for one territory and for %(regions)s.")
        many = N_("%(seat)s receives %(pool)s for %(n)s territories and for %(regions)s.")
    else:
        one = N_("%(seat)s receives %(pool)s for one territory.")
        many = N_("%(seat)s receives %(pool)s for %(n)s territories.")
    return [(one_or(event["territories"], one, many), fields)]


def describe_traded(event: Event) -> list[Sentence]:
    places = [format_territory(card) for card in event["cards"] if card not in WILD]
    wild = WILD_CARDS[len(event["cards"]) - len(places)]
    fields = {"seat": event["seat"], "cards": ", ".join([*places, *wild]), "n": event["armies"]}
    return [(N_("%(seat)s trades the cards %(cards)s for %(n)s armies."), fields)]


def describe_rolled(event: Event) -> list[Sentence]:
    faces, losses = event["dice"], event["losses"]
    fields = {"from": format_territory(event["from"]), "to": format_territory(event["to"]),
              "ours": dice(faces["attacker"]), "theirs": dice(faces["defender"]),
              "n": losses["attacker"], "m": losses["defender"]}  # fmt: skip
    if "units" in event:
        units = {"unit": UNITS[event["units"]["attacker"]], "other_unit": UNITS[event["units"]["defender"]]}
        return [(OF_UNITS, fields | units)]
    return [(N_("%(from)s against %(to)s: dice %(ours)s against %(theirs)s, losses %(n)s and %(m)s."), fields)]


def describe_captured(event: Event) -> list[Sentence]:
    fields = {"seat": event["seat"], "at": format_territory(event["at"]), "n": event["armies"]}
    if not event["armies"]:
        return [(N_("%(seat)s captures %(at)s."), fields)]
    of_unit = N_("%(seat)s captures %(at)s and moves in with %(n)s (%(unit)s).")
    return [choose_by_unit(event, N_("%(seat)s captures %(at)s and moves in with %(n)s."), of_unit, fields)]


def describe_card(event: Event) -> list[Sentence]:
    if event["card"] is None:
        return [(N_("%(seat)s draws a card."), {"seat": event["seat"]})]
    if event["card"] in WILD:
        return [(N_("%(seat)s draws a wild card."), {"seat": event["seat"]})]
    return [(N_("%(seat)s draws the card %(card)s."), {"seat": event["seat"], "card": format_territory(event["card"])})]


def describe_inherited(event: Event) -> list[Sentence]:
    fields = {"seat": event["heir"], "from_seat": event["from"], "n": len(event["cards"])}
    if not event["cards"]:
        return []
    return [(one_or(len(event["cards"]), N_("%(seat)s inherits the card of %(from_seat)s."),
                    N_("%(seat)s inherits the %(n)s cards of %(from_seat)s.")), fields)]  # fmt: skip


def describe_left(event: Event) -> list[Sentence]:
    fields = {"seat": event["seat"], "from_seat": event["by"]}
    if event["why"] == "resigned":
        return [(N_("%(seat)s resigns, and all their territories become neutral."), {"seat": event["seat"]})]
    if event["by"] is None:
        return [(N_("%(seat)s has lost the last territory and falls."), {"seat": event["seat"]})]
    return [(N_("%(from_seat)s takes the last territory of %(seat)s, and its Emperor."), fields)]


def describe_auction(event: Event) -> list[Sentence]:
    bids = ", ".join(f"{seat.upper()} {bid}" for seat, bid in event["bids"].items())
    fields = {"seat": event["winner"], "at": format_territory(event["at"]), "bids": bids}
    of_unit = N_("%(seat)s wins %(at)s by auction, with %(unit)s (%(bids)s).")
    return [choose_by_unit(event, N_("%(seat)s wins %(at)s by auction (%(bids)s)."), of_unit, fields)]


def way(sentence: str, of_unit: str) -> Callable[[Event], list[Sentence]]:
    """Return the function that writes this sentence, or that of a unit, about armies on their way."""

    def write(event: Event) -> list[Sentence]:
        ends = {"from": format_territory(event["from"]), "to": format_territory(event["to"])}
        return [choose_by_unit(event, sentence, of_unit, {"seat": event["seat"], "n": event["armies"], **ends})]

    return write


def describe_clash(event: Event) -> list[Sentence]:
    fields = {"from": format_territory(event["from"]), "to": format_territory(event["to"])}
    fields |= dict(zip(("n", "m", "a", "b"), map(str, (*event["sent"], *event["left"])), strict=True))
    return [(N_("Between %(from)s and %(to)s %(n)s meet %(m)s; %(a)s and %(b)s are left."), fields)]


def describe_battle(event: Event) -> list[Sentence]:
    forces = ", ".join(f"{format_territory(name)} {n}" for name, n in event["forces"].items())
    losses = ", ".join(f"{format_territory(name)} {n}" for name, n in event["losses"].items()) or "0"
    fields = {"at": format_territory(event["at"]), "forces": forces, "losses": losses, "n": event["defenders_left"]}
    if not event["defenders_left"]:
        return [(N_("%(at)s is attacked (%(forces)s): losses %(losses)s; no defender is left."), fields)]
    one = N_("%(at)s is attacked (%(forces)s): losses %(losses)s; one defender is left.")
    many = N_("%(at)s is attacked (%(forces)s): losses %(losses)s; %(n)s defenders are left.")
    return [(one_or(event["defenders_left"], one, many), fields)]


def describe_contest(event: Event) -> list[Sentence]:
    strength = ", ".join(f"{seat.upper()} {n}" for seat, n in event["strength"].items())
    result = event["result"]
    fields = {
        "at": format_territory(event["at"]),
        "strength": strength,
        "seat": result["winner"],
        "n": result["armies"],
    }
    if result["winner"] is None:
        return [(N_("Nobody wins %(at)s (%(strength)s)."), fields)]
    return [(N_("%(seat)s takes %(at)s with %(n)s left (%(strength)s)."), fields)]


def describe_truce_offered(event: Event) -> list[Sentence]:
    one = N_("%(seat)s offers %(from_seat)s a truce for one round.")
    many = N_("%(seat)s offers %(from_seat)s a truce for %(n)s rounds.")
    fields = {"seat": event["seat"], "from_seat": event["partner"], "n": event["rounds"]}
    return [(one_or(event["rounds"], one, many), fields)]


def describe_truce(event: Event) -> list[Sentence]:
    fields = {"seat": event["seat"], "from_seat": event["partner"], "round": event["last"]}
    return [(N_("%(seat)s and %(from_seat)s agree on a truce until the end of round %(round)s."), fields)]


def describe_truce_broken(event: Event) -> list[Sentence]:
    fields = {"seat": event["seat"], "from_seat": event["partner"]}
    return [(N_("%(seat)s breaks the truce with %(from_seat)s."), fields)]


def describe_over(event: Event) -> list[Sentence]:
    if event["void"]:
        return [(FLIPPED, {"seat": event["by"]})]
    if event["by"] is None or event["ended"] not in ENDINGS:
        return [(LIMIT, {})]
    mates = [seat for seat in event["placements"][0] if seat != event["by"]]
    return [(ENDINGS[event["ended"]], {"seat": event["by"]}), *((MATE, {"seat": seat}) for seat in mates)]


PLACED = at(N_("%(seat)s places %(n)s on %(at)s."), N_("%(seat)s places %(n)s on %(at)s (%(unit)s)."))
STARTS = at(N_("%(seat)s starts on %(at)s."))
WRITERS: dict[str, Callable[[Event], list[Sentence]]] = {
    "roll_off": describe_roll_off,
    "phase": describe_phase,
    "placed": describe_placed,
    "drafted": describe_drafted,
    "traded": describe_traded,
    "rolled": describe_rolled,
    "captured": describe_captured,
    "card": describe_card,
    "inherited": describe_inherited,
    "left": describe_left,
    "trimmed": order_text.describe_trimmed,
    "lapsed": order_text.describe_lapsed,
    "auction": describe_auction,
    "moved": way(
        N_("%(seat)s moves %(n)s from %(from)s to %(to)s."),
        N_("%(seat)s moves %(n)s from %(from)s to %(to)s (%(unit)s)."),
    ),
    "followed": way(
        N_("%(n)s of %(seat)s, from %(from)s, follow to %(to)s."),
        N_("%(n)s of %(seat)s, from %(from)s, follow to %(to)s (%(unit)s)."),
    ),
    "clash": describe_clash,
    "battle": describe_battle,
    "contest": describe_contest,
    "returned": at(N_("%(n)s of %(seat)s return to %(at)s.")),
    "built": at(N_("%(seat)s has %(n)s more on %(at)s.")),
    "income": at(N_("%(seat)s receives %(n)s.")),
    "truce_offered": describe_truce_offered,
    "truce": describe_truce,
    "truce_broken": describe_truce_broken,
    "over": describe_over,
}
