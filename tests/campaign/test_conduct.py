"""Laws that hold in every step of every game, whatever is played."""

import json
from random import Random
from typing import Any

import pytest

from campaign import games
from campaign.chance import Stream
from campaign.events import Event
from campaign.forms import matches
from campaign.holdings import armies_of
from campaign.outcome import outcome
from campaign.simultaneous.cards import has_cards
from campaign.state import State, read, write
from campaign.units import get_price
from tests import sweeps
from tests.campaign.random_play import any_submission, play

GAMES: list[tuple[str, str, dict[str, Any]]] = [
    ("classic", "world", {}),
    ("classic", "world", {"goal": "missions", "assign": "deal", "placement": "rounds"}),
    ("classic", "seven", {"two_seat": "neutral", "defence": "ask", "win_percent": 60}),
    ("classic", "rivers", {"goal": "hold", "card_values": "escalating", "card_award": "turn_end"}),
    ("classic", "archipelago", {"cards_phase": "own", "territory_bonus": 1, "forced_trade": 6, "fortify": "adjacent"}),
    ("escalation", "world", {}),
    ("escalation", "seven", {"goal": "capitals", "defence": "ask"}),
    ("escalation", "rivers", {"draft_divisor": 1, "draft_minimum": 0, "forced_trade": 3}),
    ("classic", "rivers", {"assign": "deal", "truces": "breakable"}),
    ("escalation", "seven", {"truces": "kept", "defence": "ask"}),
    ("simultaneous", "world", {"start": "dealt"}),
    ("simultaneous", "seven", {}),
    ("simultaneous", "rivers", {"start": "single", "losing_bids": "lost", "min_bid": 3, "battle_rounds": 2}),
    ("simultaneous", "grid4x3", {"priority": "busy", "region_bonus": False, "win_percent": 51}),
    ("simultaneous", "seven", {"start": "dealt", "cards": "on", "reserve_order": "reversed", "start_armies": 6}),
    ("simultaneous", "archipelago", {"start": "dealt", "truces": "kept"}),
    ("simultaneous", "lake", {"start": "dealt", "units": "three", "archers_price": 2, "cards": "on"}),
    ("skirmish", "grid5x5/C3", {"truces": "breakable"}),
    ("skirmish", "grid3x3", {"continue_ratio": 1, "shield": 0, "guard_cost": 0}),
    ("skirmish", "archipelago", {"base_income": 5, "win_percent": 70}),
    ("skirmish", "world", {"start_units": 5, "unit_cost": 2, "guard_shield": 0}),
]
ROUNDS = 8
Play = tuple[dict[str, Any], str]


def setups() -> list[Play]:
    """Return every game with every number of seats that it allows."""
    found = []
    for ruleset, map, options in GAMES:
        for seats in range(2, 7):
            setup = {"ruleset": f"campaign.{ruleset}", "map": map, "seats": seats}
            setup["options"] = {"round_limit": ROUNDS, **options}
            try:
                games.initial(setup, "x")
            except games.OrderError:
                continue
            found.append((setup, f"{ruleset}-{map}-{seats}"))
    return found


PLAYS = setups()
IDS = [f"{number}-{name}" for number, (_, name) in enumerate(PLAYS)]
every_game = pytest.mark.parametrize(("setup", "seed"), PLAYS, ids=IDS)
"""Every game with every number of seats."""


def some_games(first: int) -> pytest.MarkDecorator:
    """Ask a law of every third of them, and in a whole sweep of all."""
    return pytest.mark.parametrize(("setup", "seed"), sweeps.sample(PLAYS, 3, first), ids=sweeps.sample(IDS, 3, first))


def test_every_number_of_seats_is_played() -> None:
    # Five of the twenty-one refuse two seats, the one with capitals refuses two and three.
    assert len(PLAYS) == 21 * 5 - 5 - 2


@every_game
def test_laws(setup: dict[str, Any], seed: str) -> None:
    last = None
    for before, given, after, events in play(setup, seed, leave=0.003):
        assert read(json.loads(json.dumps(write(after), sort_keys=True))) == after
        assert all(event["kind"] in KINDS for event in json.loads(json.dumps(events)))
        same_board_rules(after)
        if given or before is not after:
            armies_balance(before, after, events)
        for seat in after.seats:
            assert bool(games.legal(after, seat)) == (seat in games.to_act(after))
        assert after.words >= before.words
        assert after.round <= ROUNDS
        last = after
    assert last is not None
    result = outcome(last)
    assert result is not None
    assert sorted(seat for group in result["placements"] for seat in group) == list(last.seats)
    assert {seat for group in result["placements"][-len(last.out) :] for seat in group} >= set(last.out) or not last.out
    assert games.to_act(last) == ()


KINDS = {
    "roll_off", "phase", "placed", "drafted", "traded", "rolled", "captured", "card", "inherited", "left", "trimmed",
    "lapsed", "auction", "moved", "followed", "clash", "battle", "contest", "returned", "built", "income", "over",
    "truce_offered", "truce", "truce_broken",
}  # fmt: skip


def same_board_rules(state: State) -> None:
    """Check that a seat that left owns nothing, and which territories may be without armies."""
    assert list(state.board) == list(state.map.place)
    for name, (owner, armies) in state.board.items():
        assert owner in (*state.living, "n", "")
        assert armies >= 0
        waits = state.phase == "occupy" and state.battle is not None and state.battle.target == name
        if owner and state.ruleset != "campaign.skirmish":
            assert (armies == 0) == waits
    if (state.order or has_cards(state)) and state.map.cards:
        everywhere = [*state.deck, *state.discard, *(card for hand in state.hands.values() for card in hand)]
        assert sorted(everywhere) == sorted([*state.map.cards, "wild1", "wild2"])


def armies_balance(before: State, after: State, events: list[Event]) -> None:
    """Check that all armies come and go through events."""
    change = total(after) - total(before)
    if after.ruleset == "campaign.skirmish":
        grown = sum(event["amount"] for event in events if event["kind"] == "built")
        grown += sum(event["armies"] for event in events if event["kind"] == "placed")
        assert change <= grown
        return
    come = sum(event["armies"] for event in events if event["kind"] == "placed")
    come += sum(event["bids"][event["winner"]] for event in events if event["kind"] == "auction")
    gone = sum(sum(event["losses"].values()) for event in events if event["kind"] == "rolled")
    assert change == come - gone
    if after.ruleset == "campaign.simultaneous":
        reserve_balance(before, after, events)


def reserve_balance(before: State, after: State, events: list[Event]) -> None:
    """Check that what left the reserves was placed, lost in an auction, or lost with its seat."""
    paid = sum(
        get_price(before.options, event.get("unit", ""))
        * event.get("armies", event.get("bids", {}).get(event.get("winner")))
        for event in events
        if event["kind"] in ("placed", "auction")
    )
    income = sum(event["amount"] for event in events if event["kind"] == "income")
    income += sum(event["armies"] for event in events if event["kind"] == "traded")
    staying = [seat for seat in before.seats if seat in after.living]
    kept = sum(after.reserve[seat] for seat in staying) - income
    assert all(after.reserve[seat] == 0 for seat in after.out)
    if after.living == before.living and after.options["losing_bids"] == "kept":
        assert kept == sum(before.reserve[seat] for seat in staying) - paid


def total(state: State) -> int:
    return sum(armies_of(state.board, owner) for owner in (*state.seats, "n"))


@pytest.mark.sweep
@some_games(0)
def test_nothing_given_is_changed_and_equal_is_equal(setup: dict[str, Any], seed: str) -> None:
    assert games.initial(setup, seed) == games.initial(setup, seed)
    for before, given, after, events in play(setup, seed, leave=0.01):
        if before is after:
            continue
        frozen, asked = json.dumps(write(before)), json.dumps(given)
        luck = Stream(seed, before.words)
        assert games.resolve(before, given, luck) == (after, events)
        assert (luck.words, json.dumps(write(before)), json.dumps(given)) == (before.words, frozen, asked)
        for seat in before.seats:
            games.view(before, seat), games.legal(before, seat), games.check(before, seat, given.get(seat))
        assert json.dumps(write(before)) == frozen


@pytest.mark.sweep
@some_games(1)
def test_defaults_alone_end_the_game(setup: dict[str, Any], seed: str) -> None:
    state, _ = games.initial(setup, seed)
    for _ in range(5000):
        seats = games.to_act(state)
        if not seats:
            break
        for seat in seats:
            findings = games.check(state, seat, games.default(state, seat))
            assert not [finding for finding in findings if finding["level"] == "error"]
        given = {seat: games.default(state, seat) for seat in seats}
        explicit = games.resolve(state, given, games.stream(state, seed))
        assert games.resolve(state, {}, games.stream(state, seed)) == explicit
        state = explicit[0]
    assert state.ended is not None


@pytest.mark.sweep
@some_games(2)
def test_what_a_seat_sees_does_not_depend_on_secrets(setup: dict[str, Any], seed: str) -> None:
    rng = Random(seed)
    for number, (_, _, state, _) in enumerate(play(setup, seed)):
        if number % 5 and state.phase not in ("capital", "occupy"):
            continue
        if state.ended is None and (state.order or has_cards(state)):
            for seat in (*state.seats, None):
                other = with_other_secrets(state, seat, rng)
                assert games.view(other, seat) == games.view(state, seat)
        else:
            assert games.view(state, None)["board"] == games.view(state, "a")["board"]


def with_other_secrets(state: State, seat: str | None, rng: Random) -> State:
    """Return a state in which all that the seat may not know is different."""
    data = write(state)
    hidden = [other for other in state.seats if other != seat]
    pool = [*data["deck"], *(card for other in hidden for card in data["hands"].get(other, ())), *data["buried"]]
    rng.shuffle(pool)
    renamed = dict(zip(data["buried"], pool, strict=False))
    data["discard"] = [renamed.get(card, card) for card in data["discard"]]
    data["buried"] = [pool.pop(0) for _ in data["buried"]]
    for other in hidden:
        data["hands"][other] = [pool.pop() for _ in data["hands"].get(other, ())]
        data["missions"] = {**data["missions"], other: "M8"} if other in data["missions"] else data["missions"]
        if state.phase == "capital" and other in data["capitals"]:
            data["capitals"][other] = rng.choice(state.list_owned(other))
    data["deck"] = pool
    return read(data)


def candidates(state: State, seat: str) -> list[dict[str, Any]]:
    """Return all orders of a small game, right and wrong."""
    names, hand = list(state.map.place), list(state.hands[seat])
    pairs = [(a, b) for a in names for b in names]
    found: list[dict[str, Any]] = [{"do": "done"}, {"do": "nop"}]
    found += [{"do": verb, "at": name} for verb in ("claim", "capital") for name in names]
    found += [{"do": "place", "at": name, "armies": n} for name in names for n in (0, 1, 2, 3, 5, 40)]
    found += [{"do": "defend", "dice": n} for n in range(4)] + [{"do": "occupy", "armies": n} for n in range(9)]
    found += [{"do": "fortify", "from": a, "to": b, "armies": n} for a, b in pairs for n in (0, 1, 2, 6)]
    found += [{"do": "attack", "from": a, "to": b, **more} for a, b in pairs for more in ATTACKS]
    triples = [(a, b, c) for a in hand for b in hand for c in hand]
    found += [{"do": "trade", "cards": list(cards)} for cards in triples[:200]]
    found += [{"do": "trade", "cards": list(cards), "on": name} for cards in triples[:60] for name in names]
    return found


ATTACKS: list[dict[str, Any]] = [
    {}, {"dice": 1}, {"dice": 2}, {"dice": 3}, {"dice": 4}, {"until": 0}, {"until": 1}, {"until": 4}, {"advance": 0},
    {"advance": 7}, {"dice": 2, "until": 2, "advance": 1}, {"armies": 2},
]  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [
        ("classic", 3, {}),
        ("classic", 4, {"goal": "capitals", "defence": "ask", "territory_bonus": 2}),
        ("escalation", 2, {}),
        ("escalation", 3, {"cards_phase": "draft", "wild": "any", "placement": "rounds"}),
    ],
)
def test_legal_is_what_check_accepts(ruleset: str, seats: int, options: dict[str, Any]) -> None:
    setup = {"ruleset": f"campaign.{ruleset}", "map": "seven", "seats": seats}
    setup["options"] = {"starting_armies": 8, "round_limit": 30, **options}
    phases: set[str] = set()
    for seed in range(sweeps.count(2, 3)):
        for number, (_, _, state, _) in enumerate(play(setup, f"legal-{ruleset}-{seats}-{seed}")):
            if state.ended is None and (number <= 40 or number % 9 == 0 or state.phase in ("occupy", "defend")):
                phases.add(state.phase)
                forms_fit_check(state)
    assert phases >= {"muster", "draft", "attack", "occupy", "fortify"}


def forms_fit_check(state: State) -> None:
    seat = games.to_act(state)[0]
    forms = games.legal(state, seat)
    assert forms
    for order in candidates(state, seat):
        fits = any(matches(form, order) for form in forms)
        assert fits == (not games.check(state, seat, order)), (order, forms)


@pytest.mark.parametrize("ruleset", ["simultaneous", "skirmish"])
def test_every_accepted_line_matches_a_form(ruleset: str) -> None:
    setup = {"ruleset": f"campaign.{ruleset}", "map": "seven", "seats": 3, "options": {"round_limit": 20}}
    for _, _, state, _ in play(setup, "lines"):
        for seat in games.to_act(state):
            forms = games.legal(state, seat)
            sheet = any_submission(state, seat, Random(state.round))
            assert all(any(matches(form, line) for form in forms) for line in sheet)
            for name in state.map.place:
                for verb in ("reinforce", "colonize", "build", "place"):
                    line = {"do": verb, "at": name, "armies": 1}
                    error = [f["code"] for f in games.check(state, seat, [line]) if f["level"] == "error"]
                    fits = any(matches(form, line) for form in forms)
                    assert fits == (error in ([], ["must_place"])), (line, error)


def test_a_game_without_limit_in_which_nobody_can_ever_act_ends() -> None:
    options = {"round_limit": 0, "draft_minimum": 0, "draft_divisor": 100, "starting_armies": 3}
    setup = {"ruleset": "campaign.classic", "map": "grid3x3", "seats": 3, "options": options}
    with pytest.raises(games.OrderError):
        games.initial(setup, "x")
    setup |= {"map": "seven"}
    steps = list(play(setup, "stuck", steps=3000))
    assert steps[-1][2].ended is not None
