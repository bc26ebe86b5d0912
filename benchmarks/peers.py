"""How fast we are beside others who judge simultaneous orders, everything in one run: CPU seconds of one core.

    pip install '.[compiled,rl]' diplomacy pygame
    EMPERORS_COMPILED=yes python -m benchmarks.peers

What matters: the readable resolver with its trace beside 20,000 four-seat rounds a second and beside ten times what the
`diplomacy` package adjudicates; mass simulation beside 2,000,000 rounds a second, and beside OpenSpiel's goofspiel and
laser_tag, which play at random wholly inside C++. A peer that is not installed is named as such.
Battlesnake's rules are written in Go and are not measured here.
"""

import argparse
import random
import time
from collections.abc import Callable

from battlefield import Ruleset, begin, fields
from benchmarks import resolver
from benchmarks.simulation import flat
from players import fast

Rate = float
GRID_GAMES = ("goofspiel", "laser_tag", "markov_soccer")


def rate(work: Callable[[], int], seconds: float) -> Rate:
    """Return how many units `work` does in a second of CPU; it returns how many it did."""
    work()
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def open_spiel_from_python(name: str, seconds: float) -> Rate:
    """Measure joint steps of random play, driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    luck = random.Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, chances)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([luck.choice(state.legal_actions(each)) for each in range(game.num_players())])
                steps += 1
            else:
                state.apply_action(luck.choice(state.legal_actions()))
        return steps

    return rate(play, seconds)


def open_spiel_bots(name: str, seconds: float) -> Rate:
    """Measure joint steps of OpenSpiel's uniform random bots, a whole game a call, inside C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

    def play() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, play.seed)  # type: ignore[attr-defined]
        play.seed += 1  # type: ignore[attr-defined]
        return int(state.move_number())

    play.seed = 1  # type: ignore[attr-defined]
    return rate(play, seconds)


def open_spiel_rollouts(name: str, seconds: float) -> Rate:
    """Measure joint steps of the random rollouts of OpenSpiel's tree search, inside C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = pyspiel.convert_to_turn_based(game).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    each, searches = 1000, 2
    evaluator = pyspiel.RandomRolloutEvaluator(each, 1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, searches, 1000, False, 1, False)

    def search() -> int:
        bot.mcts_search(state)
        return each * searches * game.max_game_length()

    return rate(search, seconds)


def diplomacy_adjudication(seconds: float) -> Rate:
    """Measure adjudicated phases of seven powers; making the orders up is not counted."""
    from diplomacy import Game

    luck, spent, phases = random.Random(1), 0.0, 0
    while spent < seconds:
        game = Game()
        while not game.is_game_done and phases < 10**6 and game.get_current_phase() < "S1910M":
            possible = game.get_all_possible_orders()
            for power in game.powers:
                game.set_orders(power, [luck.choice(possible[place]) for place in game.get_orderable_locations(power)
                                        if possible[place]])  # fmt: skip
            began = time.process_time()
            game.process()
            spent, phases = spent + time.process_time() - began, phases + 1
    return phases / spent


def pettingzoo_grid(seconds: float) -> Rate:
    """Measure steps of all agents in PettingZoo's grid environment pursuit."""
    import numpy as np
    from pettingzoo.sisl import pursuit_v5

    env = pursuit_v5.parallel_env(max_cycles=200)
    luck = np.random.default_rng(1)

    def play() -> int:
        env.reset(seed=1)
        steps = 0
        while env.agents:
            env.step({agent: int(luck.integers(5)) for agent in env.agents})
            steps += 1
        return steps

    return rate(play, seconds)


def own_environment(seconds: float) -> Rate:
    """Measure steps of our own PettingZoo environment, masks and observations included."""
    from players.environments.parallel import env as make

    env = make("cross-4")

    def play() -> int:
        observed, _infos = env.reset(seed=1)
        steps = 0
        while env.agents:
            orders = {seat: env.action_space(seat).sample(observed[seat]["action_mask"]) for seat in env.agents}
            observed, *_rest = env.step(orders)
            steps += 1
        return steps

    return rate(play, seconds)


def own_batch(seconds: float) -> Rate:
    """Measure rounds of four seats in batches of 256 battles, masks and observations included; orders drawn before."""
    from players.environments.batched import Battles

    battles = Battles(256, "cross-4", seed=1)
    drawn = [battles.draw() for _each in range(8)]

    def play() -> int:
        for actions in drawn:
            battles.step(actions)
        return battles.count * len(drawn)

    return rate(play, seconds)


def readable(seconds: float) -> Rate:
    """Measure rounds of four seats resolved with their trace by the readable resolver."""
    played = resolver.rounds("cross-4", 3000, seed=1)

    def play() -> int:
        resolver.readable(played)
        return len(played)

    return rate(play, seconds)


def measure_simulation(rounds: int) -> Rate:
    """Measure rounds of four seats of mass simulation, orders included."""
    opening = begin(fields.without_chests(fields.load("cross-4")), Ruleset())
    return flat(opening, rounds)[0]


def measure_peers(seconds: float) -> dict[str, Rate | str]:
    """Return every line of the table: a rate, or why there is none."""
    lines: dict[str, Callable[[], Rate]] = {
        "readable resolver with trace, 4 seats": lambda: readable(seconds),
        f"mass simulation ({'compiled' if fast.COMPILED else 'plain Python'}), 4 seats":
            lambda: measure_simulation(4_000_000 if fast.COMPILED else 30_000),
        "our PettingZoo environment, 4 seats": lambda: own_environment(seconds),
        f"our batch of 256 battles ({'compiled' if fast.COMPILED else 'plain Python'}), 4 seats":
            lambda: own_batch(seconds),
        "diplomacy, adjudication, 7 powers": lambda: diplomacy_adjudication(seconds),
        "PettingZoo pursuit, 8 agents": lambda: pettingzoo_grid(seconds),
        **{f"OpenSpiel {name}, from Python": lambda name=name: open_spiel_from_python(name, seconds)  # type: ignore[misc]
           for name in GRID_GAMES},
        **{f"OpenSpiel {name}, random bots in C++": lambda name=name: open_spiel_bots(name, seconds)  # type: ignore[misc]
           for name in GRID_GAMES},
        "OpenSpiel goofspiel, rollouts in C++": lambda: open_spiel_rollouts("goofspiel", seconds),
    }  # fmt: skip
    return {name: try_line(line) for name, line in lines.items()}


def try_line(line: Callable[[], Rate]) -> Rate | str:
    try:
        return line()
    except Exception as error:  # a peer that is not there, or does not do this
        return f"{type(error).__name__}: {error}"[:70]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="of CPU for each line")
    found = measure_peers(parser.parse_args().seconds)
    rates = {name: value for name, value in found.items() if isinstance(value, float)}
    base, mass = (rates[name] for name in list(found)[:2])
    print(f"{'one core, CPU seconds':45} {'a second':>12}  readable is  simulation is")
    for name, value in found.items():
        if isinstance(value, str):
            print(f"{name:45} not measured: {value}")
        else:
            print(f"{name:45} {value:12,.0f}  {base / value:10.2f}×  {mass / value:12.2f}×")


if __name__ == "__main__":
    main()
