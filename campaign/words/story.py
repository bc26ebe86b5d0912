"""A closed round in few sentences: a fight of many rolls is one of them, and so is a region that changes hands."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from campaign import atlas
from campaign.events import Event
from campaign.words import event_text
from campaign.words.i18n import N_, Sentence
from campaign.words.place_names import format_territory

TAKES = N_("%(seat)s takes %(at)s from %(from_seat)s and moves in with %(n)s; losses %(lost)s against %(killed)s.")
TAKES_FREE = N_("%(seat)s takes %(at)s and moves in with %(n)s; losses %(lost)s against %(killed)s.")
ATTACKS = N_("%(seat)s attacks %(at)s from %(from)s; losses %(lost)s against %(killed)s.")
MEETS = N_("Armies from %(from)s and %(at)s meet; losses %(lost)s against %(killed)s.")
OF_UNITS = {
    TAKES: N_(
        "%(seat)s takes %(at)s from %(from_seat)s and moves in with %(n)s (%(unit)s); "
        "losses %(lost)s against %(killed)s."
    ),
    TAKES_FREE: N_("%(seat)s takes %(at)s and moves in with %(n)s (%(unit)s); losses %(lost)s against %(killed)s."),
    ATTACKS: N_("%(seat)s attacks %(at)s from %(from)s (%(unit)s); losses %(lost)s against %(killed)s."),
    MEETS: N_("Armies from %(from)s (%(unit)s) and %(at)s (%(other_unit)s) meet; losses %(lost)s against %(killed)s."),
}
"""What is told instead where there are units."""
PLACES = N_("%(seat)s places armies on %(count)s territories.")
HOLDS = N_("%(seat)s now holds %(region)s: +%(bonus)s every turn.")
LOSES = N_("%(seat)s no longer holds %(region)s.")
MANY = 3
"""Placements of a seat on more territories are told together."""
Pieces = Iterable[Mapping[str, Any]]


def narrate(
    before: Pieces,
    after: Pieces,
    events: Sequence[Event],
    *,
    field: str,
    pays: bool,
    unseen: Collection[str] = (),
) -> list[Sentence]:
    """Return the sentences of a round; `field` names the map, and `pays` says whether regions bring armies.

    `unseen`: territories that the reader did not see before or does not see after.
    """
    owners = {piece["tile"]: piece["seat"] for piece in before}
    sentences = [sentence for group in group_events(events) for sentence in narrate_group(group, owners)]
    return sentences + (narrate_regions(field, before, after, unseen) if pays else [])


def narrate_changes(
    before: Pieces, after: Pieces, events: Sequence[Event], *, field: str, pays: bool
) -> list[Sentence]:
    """Return the sentences of a round on what it changed for good: who left, the regions, then what was taken."""
    left = [event for event in events if event["kind"] == "left"]
    captures = [event for group in group_events(events) if group[-1]["kind"] == "captured" for event in group]
    return [
        *narrate(before, after, left, field=field, pays=pays),
        *narrate(before, after, captures, field=field, pays=False),
    ]


def group_events(events: Sequence[Event]) -> list[list[Event]]:
    """Return the events with the rolls of a fight and its capture together, those for a bid, and placements of a seat.

    >>> rolled = {"kind": "rolled", "what": "assault", "from": "ash", "to": "gate"}
    >>> [len(group) for group in group_events([rolled, rolled, {"kind": "captured", "from": "ash", "at": "gate"}])]
    [3]
    """
    groups: list[list[Event]] = []
    for event in events:
        if groups and belongs(event, groups[-1][0]):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def belongs(event: Event, first: Event) -> bool:
    """Return whether an event is told together with the first one of a group."""
    if first["kind"] == "rolled" and event["kind"] == "rolled":
        return all(event[name] == first[name] for name in ("what", "from", "to"))
    if first["kind"] == "rolled" and event["kind"] == "captured":
        return bool((event["from"], event["at"]) == (first["from"], first["to"]))
    if first["kind"] == "roll_off":
        return event["kind"] in ("roll_off", "auction")
    return bool(first["kind"] == event["kind"] == "placed" and event["seat"] == first["seat"])


def narrate_group(group: list[Event], owners: dict[str, str]) -> list[Sentence]:
    """Return the sentences of events that belong together, and note whose the territories are after them."""
    last = group[-1]
    if is_walk_in(group[0], owners):
        return []
    sentences = narrate_fight(group, owners) if group[0]["kind"] == "rolled" else narrate_others(group)
    if last["kind"] == "captured":
        owners[last["at"]] = last["seat"]
    elif last["kind"] == "auction":
        owners[last["at"]] = last["winner"]
    return sentences


def is_walk_in(event: Event, owners: Mapping[str, str]) -> bool:
    """Return whether armies entered a field of nobody's: who captures it is an event of its own.

    >>> is_walk_in({"kind": "battle", "at": "A2", "losses": {"A1": 0}}, {"A1": "a"})
    True
    """
    return event["kind"] == "battle" and not owners.get(event["at"]) and not any(event["losses"].values())


def narrate_others(group: list[Event]) -> list[Sentence]:
    """Return the words of events; many placements are counted."""
    count = len({event.get("at") for event in group})
    if count > MANY and group[0]["kind"] == "placed":
        return [(PLACES, {"seat": group[0]["seat"], "count": count})]
    return event_text.describe_events(group)


def narrate_fight(group: list[Event], owners: Mapping[str, str]) -> list[Sentence]:
    """Return the sentence of a fight: who took what from whom, or who attacked, and what it cost."""
    first, last = group[0], group[-1]
    rolls = [event for event in group if event["kind"] == "rolled"]
    fields = {
        "seat": first.get("seat") or owners.get(first["from"], ""),
        "at": format_territory(first["to"]),
        "from": format_territory(first["from"]),
        "lost": sum(event["losses"]["attacker"] for event in rolls),
        "killed": sum(event["losses"]["defender"] for event in rolls),
    }
    if last["kind"] != "captured":
        return [name_units(first, MEETS if first["what"] == "meeting" else ATTACKS, fields)]
    victim = owners.get(first["to"], "")
    details = fields | {"seat": last["seat"], "n": last["armies"]}
    if victim in ("", "n"):
        return [name_units(first, TAKES_FREE, details)]
    return [name_units(first, TAKES, details | {"from_seat": victim})]


def name_units(roll: Event, sentence: str, fields: dict[str, Any]) -> Sentence:
    """Return the sentence of a fight, with the units of its first roll where there are units."""
    if "units" not in roll:
        return sentence, fields
    sides = {"unit": roll["units"]["attacker"], "other_unit": roll["units"]["defender"]}
    return OF_UNITS[sentence], fields | {place: event_text.UNITS[unit] for place, unit in sides.items()}


def narrate_regions(field: str, before: Pieces, after: Pieces, unseen: Collection[str] = ()) -> list[Sentence]:
    """Return a sentence for each region that a seat holds now and did not hold before, or the other way round."""
    then, now = ({piece["tile"]: piece["seat"] for piece in pieces} for pieces in (before, after))
    sentences: list[Sentence] = []
    for region in atlas.find(field).regions:
        if not set(region.territories).isdisjoint(unseen):
            continue
        fields = {"region": region.name, "bonus": region.bonus}
        old, new = ({owners.get(name, "") for name in region.territories} for owners in (then, now))
        had, has = (next(iter(seats)) if len(seats) == 1 else "" for seats in (old, new))
        if has != had and had not in ("", "n"):
            sentences.append((LOSES, fields | {"seat": had}))
        if has != had and has not in ("", "n"):
            sentences.append((HOLDS, fields | {"seat": has}))
    return sentences
