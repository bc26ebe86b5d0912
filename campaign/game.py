"""The territory games as the platform plays them: `tournaments.domain.games` states what each function promises.

A round of the platform is one submission of every seat that is to act. In the games in turns that is one seat, and its
submission may hold several orders, a whole turn if it likes; see `campaign.turn_plans`.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, NotRequired, TypedDict

from campaign import (
    aims,
    course,
    dice_luck,
    fog,
    games,
    hostilities,
    map_catalog,
    options,
    order_preview,
    orders,
    setup,
    statistics,
    turn_plans,
    views,
)
from campaign import state as states
from campaign.chance import Stream
from campaign.errors import OrderError, describe_refusal
from campaign.events import Event
from campaign.findings import find_first_error
from campaign.holdings import list_pieces
from campaign.presets import PRESETS
from campaign.resolution import Resolution
from campaign.state import State
from campaign.teams import Team, count_teams, split
from campaign.words import event_text, story, text
from campaign.words import rule_text as rule_text_module
from campaign.words.i18n import N_, Sentence

TITLES = {
    "campaign.classic": N_("Classic campaign"),
    "campaign.escalation": N_("Escalation"),
    "campaign.simultaneous": N_("Simultaneous campaign"),
    "campaign.skirmish": N_("Skirmish"),
}
VERSIONS = {"campaign.skirmish": 2}
"""Of games whose rules are not the first ones: in version 1 of skirmish seats began elsewhere on some maps."""
SILENT = "-"
"""The submission of a seat that leaves everything to the rules: until its turn is over, or for this round."""
GIVEN_UP = ("abdicate", "resign")
LEAVING = ("flip", "resign")
"""Submissions that are resolved before all others, each alone: who flips the table leaves nothing to resign from."""
OPENING = ("claim", "muster", "capital", "placing")
"""Phases before the first round: placing armies is no round."""
UNSEEN = ("board", "units", "options", "casual")
"""Facts that a page has otherwise, or has no use for."""


class Ending(TypedDict):
    """How a battle ended, in the form of `tournaments.domain.games.Outcome`.

    Each game has its own copy: the games know neither one another nor the platform, which is a package above them.
    """

    winners: list[str]
    draw: bool
    by: str
    placements: NotRequired[list[list[str]]]
    void: NotRequired[bool]
    flipped: NotRequired[str]


class Illegal(ValueError):
    """A submission that the rules refuse: a stable code, and a message to be translated."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.sentence, self.fields = describe_refusal(code)
        super().__init__(self.sentence)


@dataclass(frozen=True)
class CampaignGame:
    """One of the rulesets, with everything that the platform asks of a game."""

    NAME: str
    TITLE: str
    VIEW: str = "map"
    TAKERS: tuple[str, ...] = ("emperor",)
    VERSION: int = 1
    """Of what the rules make of the same orders; see `tournaments.domain.games.EARLIER_VERSIONS`."""

    @property
    def in_turns(self) -> bool:
        return self.NAME in setup.IN_TURNS

    def field_names(self) -> list[str]:
        return list(map_catalog.FIELDS[self.NAME])

    def field_words(self, field: str) -> tuple[str, str]:
        return map_catalog.get_words(self.NAME, field)

    def ground(self, field: str) -> dict[str, Any]:
        return map_catalog.describe_map(field)

    def seats_of(self, field: str) -> tuple[str, ...]:
        return map_catalog.list_seats(field)

    def least_seats(self, rules: Mapping[str, Any]) -> int:
        return setup.least_seats(self.NAME, rules)

    def presets(self) -> dict[str, tuple[str, str, dict[str, Any]]]:
        return {name: (title, sentence, self.read_rules(rules))
                for name, (title, sentence, rules) in PRESETS[self.NAME].items()}  # fmt: skip

    def offers(self, field: str) -> list[str]:
        """Return the presets that are offered with a map: all."""
        return list(PRESETS[self.NAME])

    def read_rules(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the complete options. Raise OrderError for unknown values and for a battle without a round limit."""
        complete = options.complete(self.NAME, rules)
        if not complete["round_limit"]:
            raise OrderError("bad_option")
        return complete

    def rule_words(self, rules: Mapping[str, Any]) -> list[Sentence]:
        return rule_text_module.describe_rules(self.NAME, rules)

    def list_aims(self, state: Any, seat: str | None) -> list[tuple[Sentence, Sentence | None]]:
        return aims.list_aims(state, seat)

    def rule_text(self, rules: Mapping[str, Any]) -> str:
        usual = options.defaults(self.NAME)
        chosen = {name: rules.get(name, value) for name, value in usual.items()}
        return " ".join([self.NAME, *(f"{name}={chosen[name]}" for name in usual if chosen[name] != usual[name])])

    def initial(self, field: str, seats: Sequence[str], rules: Mapping[str, Any], seed: str, *, chests: bool,
                casual: bool = False) -> State:  # fmt: skip
        """Return the state before the first round; without a seed it is the bare map, so that no lot is known early.

        Of a bare map there is nothing to hide: it is without fog.
        """
        empty = self._empty(field, seats, rules, casual)
        return self._begin(empty, seed)[0] if seed else fog.lift(empty)

    def _empty(self, field: str, seats: Sequence[str], rules: Mapping[str, Any], casual: bool) -> State:
        """Return the set-up with the letters of the seats that take part; there may be gaps between them."""
        described = {"ruleset": self.NAME, "map": field, "seats": len(seats), "options": rules, "casual": casual}
        return self._place_homes(replace(setup.new(described), seats=tuple(seats)))

    def _place_homes(self, state: State) -> State:
        """Return a state on its map with the homes of this version."""
        if VERSIONS.get(self.NAME, 1) == self.VERSION or not state.map.first_homes:
            return state
        return replace(state, map=replace(state.map, homes=state.map.first_homes))

    def _begin(self, empty: State, seed: str) -> tuple[State, list[Event]]:
        resolution = Resolution(replace(empty, salt=sha256(f"salt:{seed}".encode()).hexdigest()), Stream(seed))
        games.GAMES[self.NAME].begin(resolution)
        return resolution.finish(0)

    def to_act(self, state: State) -> tuple[str, ...]:
        return games.to_act(state)

    def turn(self, state: State) -> str:
        return turn_plans.identify_turn(state) if self.in_turns else str((state.round, state.phase))

    def get_round_and_turn(self, state: State) -> tuple[int, str]:
        """Return the round, 0 while the opening is placed, and the seat whose turn it is."""
        return (0 if state.phase in OPENING else state.round), (state.active or "") if self.in_turns else ""

    def legal(self, state: State, seat: str) -> dict[str, Any]:
        forms = games.legal(state, seat)
        return {"forms": forms} if forms else {}

    def reach(self, state: State) -> dict[str, Any]:
        """Return an empty dict: what a seat may order depends on cards and missions that only it knows."""
        return {}

    def check(self, state: State, seat: str, text_given: str) -> str:
        """Return the submission in its stored form, one order after the other. Raise Illegal if it is not allowed."""
        try:
            return self._check_given(state, seat, text_given.strip("; \t\r\n"))
        except OrderError as error:
            raise Illegal(error.code) from error

    def _check_given(self, state: State, seat: str, submitted: str) -> str:
        if submitted.lower() in GIVEN_UP:
            self._check_act(state, seat, {"do": "resign"})
            return "resign"
        if submitted.lower() == "flip":
            self._check_act(state, seat, {"do": "flip"})
            return "flip"
        if submitted in ("", SILENT):
            return self._silent(state, seat)
        lines = [orders.spell(line, state.map) for line in turn_plans.split_lines(submitted)]
        if code := turn_plans.check_length(lines):
            raise OrderError(code)
        if self.in_turns:
            turn_plans.check(state, seat, lines)
        else:
            self._check_act(state, seat, lines)
        return "; ".join(map(text.write, lines))

    def weigh(self, state: State, seat: str, text_given: str) -> list[dict[str, Any]]:
        return order_preview.weigh(state, seat, text_given)

    def _silent(self, state: State, seat: str) -> str:
        if seat not in games.to_act(state):
            raise OrderError("game_over" if state.ended else "not_your_turn")
        return SILENT

    def _check_act(self, state: State, seat: str, submission: Any) -> None:
        if found := find_first_error(games.check(state, seat, submission)):
            raise OrderError(found["code"])

    def resolve(self, state: State, orders: Sequence[tuple[str, str]], seed: str) -> tuple[State, list[Event]]:
        """Resolve a round and return the new state and its events: flips first, then resignations, then the orders."""
        happened = self._list_opening_events(state, seed)
        luck = Stream(seed, state.words)
        for how, seat in sorted((submitted, seat) for seat, submitted in orders if submitted in LEAVING):
            if state.ended is None and seat in state.living:
                state, more = turn_plans.step(state, seat, {"do": how}, luck)
                happened += more
        if state.ended is not None:
            return state, happened
        answered = [
            (seat, submitted) for seat, submitted in orders if submitted not in LEAVING and seat in games.to_act(state)
        ]
        state, more = self._play(state, answered, luck)
        return state, happened + more

    def _play(self, state: State, answered: Sequence[tuple[str, str]], luck: Stream) -> tuple[State, list[Event]]:
        lines = {seat: turn_plans.split_lines(submitted) for seat, submitted in answered if submitted != SILENT}
        if not self.in_turns:
            return games.resolve(state, {seat: text.write_sheet(list(sheet)) for seat, sheet in lines.items()}, luck)
        if state.phase == "capital":
            return games.resolve(state, {seat: chosen[0] for seat, chosen in lines.items() if chosen}, luck)
        for seat, submitted in answered:
            rest = turn_plans.split_lines(submitted)
            return (turn_plans.play_out(state, seat, luck) if submitted == SILENT
                    else turn_plans.play(state, seat, rest, luck))  # fmt: skip
        return state, []

    def _list_opening_events(self, state: State, seed: str) -> list[Event]:
        """Return the events before the first round, which are published with that round."""
        if state.round > 1 or state.ended is not None:
            return []
        empty = setup.bare(self.NAME, state.map, state.seats, state.options, state.casual)
        opening, happened = self._begin(empty, seed)
        return happened if opening == state else []

    def default(self, state: State, seat: str) -> str:
        return SILENT

    def resigns(self, submitted: str) -> bool:
        return submitted == "resign"

    def takes(self, events: Sequence[Event], before: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return who eliminated whom, as captures of an Emperor by an Emperor: these games have no pawns."""
        return [
            {"taker": event["by"], "taken": event["seat"], "emperor": True, "by": "emperor"}
            for event in events
            if event["kind"] == "left" and event["why"] == "eliminated" and event["by"]
        ]

    def attacks(self, events: Sequence[Event], before: Mapping[str, Any]) -> set[tuple[str, str]]:
        """Return who attacked whom in a step."""
        return hostilities.find_attacks(
            events, {name: holding.owner for name, holding in self.read(before).board.items()}
        )

    def dice_luck(self, events: Sequence[Event], before: Mapping[str, Any]) -> dict[str, float]:
        """Return by seat how many armies more than the mean the dice of a step were worth to it."""
        return dice_luck.measure(events, {name: holding.owner for name, holding in self.read(before).board.items()})

    def course(
        self,
        field: str,
        rules: Mapping[str, Any],
        steps: Iterable[tuple[int, Mapping[str, Any], Sequence[Event]]],
        ending: Mapping[str, Any],
        judge: course.Judge | None = None,
    ) -> course.Course:
        """Return what every seat held round by round, its luck with dice, and the steps that decided the battle."""
        last, closed = self.read(ending), []
        for number, before, events in steps:
            state = self.read(before)
            chances = judge(state) if judge else {}
            closed.append(course.Step(number, *self.get_round_and_turn(state), state.board, events, chances))
        result = judge(last) if judge else None
        return course.narrate(last.seats, closed, last.board, result, field=field, pays=self.pays_regions(rules))

    def pays_regions(self, rules: Mapping[str, Any]) -> bool:
        """Return whether a region brings armies to the seat that holds it."""
        return bool(rules.get("region_bonus", self.in_turns))

    def chests_taken(self, events: Sequence[Event]) -> list[tuple[str, str]]:
        return []

    def list_fallen(self, state: State) -> dict[str, int]:
        return {departure.seat: departure.round for departure in state.gone}

    def list_teams(self, rules: Mapping[str, Any], seats: Sequence[str]) -> tuple[Team, ...]:
        number = count_teams(rules)
        return split(seats, number) if number else ()

    def outcome(self, state: State) -> Ending | None:
        """Return how the battle ended, or None. The first group of the placements wins or draws."""
        found = games.outcome(state)
        if found is None:
            return None
        first = found["placements"][0] if found["placements"] else []
        ending: Ending = {
            "winners": list(first),
            "draw": tuple(first) not in state.teams,
            "by": found["ended"],
            "placements": found["placements"],
            "void": found["void"],
        }
        return ending | {"flipped": found["by"]} if found["void"] else ending

    def statistics(
        self, ending: State, outcome: Mapping[str, Any], steps: Iterable[tuple[int, Sequence[Event]]]
    ) -> list[dict[str, Any]]:
        return statistics.count_by_seat(ending, outcome, steps)

    def filter_events(
        self, events: Sequence[Event], seat: str | None = None, before: State | None = None
    ) -> list[Event]:
        return views.filter_events(events, seat, before)

    def has_fog(self, rules: Mapping[str, Any]) -> bool:
        """Return whether seats see only a part of the map."""
        return rules.get("fog") == "on"

    def reveal(self, state: State) -> State:
        return fog.lift(state)

    def list_confidants(self, state: State, seat: str | None = None) -> tuple[str, ...] | None:
        return fog.get_team(state, seat) if fog.has_fog(state) else None

    def event_words(self, events: Sequence[Event]) -> list[Sentence]:
        return event_text.describe_events(events)

    def event_reasons(
        self, before: Mapping[str, Any], events: Sequence[Event], rules: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """Return an empty list: armies are no pieces, and the events explain themselves."""
        return []

    def event_story(
        self,
        before: Mapping[str, Any],
        after: Mapping[str, Any],
        events: Sequence[Event],
        rules: Mapping[str, Any],
        fallen: Collection[str],
        reader: str = "",
        *,
        field: str = "",
    ) -> list[Sentence]:
        """Return the round with each fight, and each region that changes hands, in one sentence."""
        pays = bool(field) and self.pays_regions(rules)
        unseen = {*before.get("unseen", ()), *after.get("unseen", ())}
        return story.narrate(before["pieces"], after["pieces"], events, field=field, pays=pays, unseen=unseen)

    def view(self, state: State, seat: str | None = None) -> dict[str, Any]:
        """Return what the seat may know, with the holdings as pieces; without a seat, what everybody may know."""
        visible = {name: value for name, value in games.view(state, seat).items() if name not in UNSEEN}
        return {
            **visible,
            "to_act": list(games.to_act(state)),
            "pieces": list_pieces(fog.get_visible_board(state, seat), state.units),
        }

    def write(self, state: State) -> dict[str, Any]:
        return states.write(state)

    def read(self, data: Mapping[str, Any]) -> State:
        return self._place_homes(states.read(data))

    def record(self, headers: Mapping[str, str], opening: State, rounds: Sequence[Sequence[tuple[str, str]]]) -> str:
        """Write one JSON object a line: the headers, the set-up, then the submissions of each round.

        It replays with the seed, which is among the headers once the battle is over.
        """
        made: dict[str, Any] = {
            "ruleset": self.NAME,
            "map": opening.map.source,
            "seats": "".join(opening.seats),
            "options": dict(opening.options),
            "casual": opening.casual,
        }
        made |= {"version": self.VERSION} if self.VERSION > 1 else {}
        return write_record(headers, made, rounds)


def get_game(name: str, version: int | None = None) -> CampaignGame:
    """Return the game of a ruleset for the platform: `classic`, `escalation`, `simultaneous` or `skirmish`.

    Without a version it is the present one.

    >>> get_game("skirmish").TITLE, get_game("skirmish", 1).VERSION
    ('Skirmish', 1)
    """
    full = f"campaign.{name}"
    return CampaignGame(full, TITLES[full], VERSION=version or VERSIONS.get(full, 1))


def write_record(
    headers: Mapping[str, str], described: Mapping[str, Any], rounds: Sequence[Sequence[tuple[str, str]]]
) -> str:
    """Write a record with its set-up as described: one JSON object a line."""
    lines: list[dict[str, Any]] = [{"headers": dict(headers)}, {"setup": dict(described)}]
    lines += [{"round": number, "orders": [list(each) for each in orders]} for number, orders in enumerate(rounds, 1)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def begin_again(described: Mapping[str, Any], seed: str) -> tuple[CampaignGame, State]:
    """Return the game of a record's set-up, in the version in which it was played, and the state that it began with."""
    played = get_game(described["ruleset"].partition(".")[2], described.get("version", 1))
    seats, casual = tuple(described["seats"]), bool(described.get("casual"))
    return played, played.initial(described["map"], seats, described["options"], seed, chests=False, casual=casual)


def replay(record: str) -> tuple[State, list[list[Event]]]:
    """Play a finished battle again from its record: the last state, and the events of each round."""
    headers, made, *rounds = map(json.loads, record.splitlines())
    seed = headers["headers"]["Seed"]
    played, state = begin_again(made["setup"], seed)
    found = []
    for each in rounds:
        state, events = played.resolve(state, [(seat, submitted) for seat, submitted in each["orders"]], seed)
        found.append(events)
    return state, found


def result_of(outcome: Mapping[str, Any]) -> str:
    """Return how a battle ended as a record says it, with the seats by their places: `a > bc (round_limit)`."""
    places = "void" if outcome["void"] else " > ".join("".join(sorted(place)) for place in outcome["placements"])
    return f"{places} ({outcome['by']})"


def verify(record: str) -> list[list[Event]]:
    """Play a record again and return the events of each round; raise ValueError where it comes to another result.

    A record without a result, as of a battle that a vote ended, is only played again.
    """
    headers, made, *_rounds = map(json.loads, record.splitlines())
    state, rounds = replay(record)
    outcome = get_game(made["setup"]["ruleset"].partition(".")[2]).outcome(state)
    found, claimed = result_of(outcome) if outcome else "no end", headers["headers"].get("Result")
    if claimed not in (None, found):
        raise ValueError(f"the battle comes to {found}, not to {claimed}")
    return rounds


__all__ = ["CampaignGame", "Illegal", "begin_again", "get_game", "replay", "result_of", "verify", "write_record"]
