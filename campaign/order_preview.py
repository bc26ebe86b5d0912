"""The preview of a submission: what is wrong with each line, and what each attack would do."""

import re
from collections.abc import Iterator
from typing import Any

from campaign import cards, games, odds, orders, setup, turn_plans
from campaign.attack import attack_dice, defence_dice
from campaign.errors import describe_refusal
from campaign.skirmish.combat import exchange
from campaign.state import State
from campaign.units import list_ranks
from campaign.words import text
from campaign.words.i18n import N_, Sentence

Weighed = dict[str, Any]
TO_THE_END = N_("%(wins)s%% to take it; mean losses %(lost)s against %(killed)s.")
TWO_DICE = N_("One roll: %(theirs)s%% they lose two, %(each)s%% one each, %(ours)s%% you lose two.")
ONE_DIE = N_("One roll: %(theirs)s%% they lose one, %(ours)s%% you lose one.")
UNTIL = N_("%(wins)s%% to take it before you stop; mean losses %(lost)s against %(killed)s.")
CAPTURED = N_("If nothing else moves: taken, with %(left)s left.")
BRINGS = N_("Brings %(n)s armies.")
DEFENDED = N_("If nothing else moves: held, by %(left)s.")


def weigh(state: State, seat: str, draft: str) -> list[Weighed]:
    """Return a row for every line, `level` `fine`, `warning` or `error`; a row without a line is about the whole."""
    lines = [line.strip() for line in re.split(r"[\n;]", draft)]
    numbers = [number for number, line in enumerate(lines, 1) if line]
    written = [line for line in lines if line]
    if code := turn_plans.check_length(written):
        return [_row(None, code) | {"text": ""}]
    rows = _in_turns if state.ruleset in setup.IN_TURNS else _sheet
    return [row | {"line": numbers[row["line"] - 1] if row["line"] else None,
                   "text": written[row["line"] - 1] if row["line"] else ""}
            for row in rows(state, seat, [orders.spell(text.read(line), state.map) for line in written])]  # fmt: skip


def _row(line: int | None, code: str | None, level: str = "error", texts: list[Sentence] | None = None) -> Weighed:
    sentences = [describe_refusal(code)] if code else []
    return {"line": line, "level": level if code else "fine", "code": code or "", "said": [*sentences, *(texts or [])]}


def _in_turns(state: State, seat: str, lines: list[dict[str, Any]]) -> Iterator[Weighed]:
    for number, step in enumerate(turn_plans.walk(state, seat, lines), 1):
        tell = IN_TURNS.get(step.line["do"]) if step.code is None else None
        yield _row(number, step.code, texts=tell(step.state, step.line) if tell and step.state else [])


def _dice(state: State, line: turn_plans.Order) -> list[Sentence]:
    """Describe the odds of an attack in turns: of one roll, or until so many armies are left."""
    origin, target = line["from"], line["to"]
    dice, until = line.get("dice") or attack_dice(state, origin), line.get("until")
    if until is None:
        return _one_roll(dice, defence_dice(state, target))
    sentence = TO_THE_END if until == 1 else UNTIL
    return _describe_roll(sentence, odds.assault(state.armies(origin) - 1, state.armies(target), dice, until - 1))


def _one_roll(dice: int, defence: int) -> list[Sentence]:
    """Describe the chance of each loss in one roll; as many dice are compared as both sides roll."""
    pairs = min(dice, defence)
    ways = {"theirs": (0, pairs), "each": (1, 1), "ours": (pairs, 0)}
    chances = {name: _percent(odds.throws(dice, defence).get(losses, 0)) for name, losses in ways.items()}
    return [(TWO_DICE if pairs == 2 else ONE_DIE, chances)]


def _describe_roll(sentence: str, found: odds.Odds | None) -> list[Sentence]:
    if found is None:
        return []
    return [(sentence, {"wins": _percent(found.wins), "lost": f"{found.lost:.1f}", "killed": f"{found.killed:.1f}"})]


def _describe_set(state: State, line: turn_plans.Order) -> list[Sentence]:
    """Describe the armies for a set of cards."""
    return [(BRINGS, {"n": cards.value(state, line["cards"])})]


IN_TURNS = {"attack": _dice, "trade": _describe_set}
"""What is told of an order in turns, by its verb."""


def _percent(chance: float) -> str:
    """Format a chance as whole per cents; only what is impossible or certain is shown as 0 or 100."""
    if 0 < chance < 0.01:
        return "<1"
    return ">99" if 0.99 < chance < 1 else f"{100 * chance:.0f}"


def _sheet(state: State, seat: str, lines: list[dict[str, Any]]) -> Iterator[Weighed]:
    found = games.check(state, seat, lines)
    by_line = {each.get("line"): each for each in found}
    forecasts = SHEETS.get(state.ruleset, _no_forecast)
    for number, line in enumerate(lines, 1):
        finding = by_line.get(number)
        is_attack = line["do"] == "attack" and (finding is None or finding["level"] == "warning")
        texts = forecasts(state, line, lines) if is_attack else []
        yield _row(number, finding["code"] if finding else None, finding["level"] if finding else "", texts)
    if None in by_line:
        yield _row(None, by_line[None]["code"])


def _no_forecast(state: State, line: dict[str, Any], lines: list[dict[str, Any]]) -> list[Sentence]:
    return []


def _assault(state: State, line: dict[str, Any], lines: list[dict[str, Any]]) -> list[Sentence]:
    """Describe the odds of an assault on the armies that stand there now; other attackers are not known yet."""
    rolls, ranks = state.options["battle_rounds"], list_ranks(state.garrison(line["to"]), line.get("unit", ""))
    return _describe_roll(TO_THE_END, odds.assault_ranks(line["armies"], ranks, rolls=rolls))


def _arithmetic(state: State, line: dict[str, Any], lines: list[dict[str, Any]]) -> list[Sentence]:
    """Describe what all own attacks on that field would leave of the armies there now, without a guard."""
    attacks = [each for each in lines if each["do"] == "attack" and each.get("to") == line["to"]]
    force = sum(each["armies"] for each in attacks if type(each.get("armies")) is int)
    defenders = state.armies(line["to"])
    left, remaining = exchange(force, defenders, defenders * state.options["shield"])
    return [(DEFENDED, {"left": remaining})] if remaining else [(CAPTURED, {"left": left})]


SHEETS = {"campaign.simultaneous": _assault, "campaign.skirmish": _arithmetic}
