"""What an ended battle brought somebody, in sentences: the Emperor's fate, reputation and why, wealth, and bets.

The facts are plain values, kept with a notice; the sentences are made when they are read, in the reader's language.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core import numbers
from core.errors import format_facts
from core.sentences import fill
from dynasty.catalog import assets
from dynasty.domain import transfer_reasons

Facts = Mapping[str, Any]
FATES = {
    "dies": _("%(emperor)s was captured by %(by)s and died."),
    "joins": _("%(emperor)s was captured by %(by)s and now serves %(house)s."),
    "robbed": _("%(by)s captured %(emperor)s and took over the reputation."),
    "unharmed": _("%(emperor)s was captured by %(by)s, and is back at court unharmed."),
    "fell": _("%(emperor)s fell, and is back at court."),
    "resigned": _("%(emperor)s resigned, and is back at court."),
}
"""What became of an Emperor, by a word of its fate; of one that neither was captured nor fell nothing is said."""
OWN_FATES = {
    "dies": _("Your Emperor %(emperor)s was captured by %(by)s and died."),
    "joins": _("Your Emperor %(emperor)s was captured by %(by)s and now serves %(house)s."),
    "robbed": _("%(by)s captured your Emperor %(emperor)s and took over the reputation."),
    "unharmed": _("Your Emperor %(emperor)s was captured by %(by)s, and is back at court unharmed."),
    "fell": _("Your Emperor %(emperor)s fell, and is back at court."),
    "resigned": _("You resigned, and your Emperor %(emperor)s is back at court."),
}
"""The same, said to the player of that Emperor."""
BETS = {
    "won": _("Your bet of %(stake)s on %(on)s won, and brought back %(returned)s."),
    "lost": _("Your bet of %(stake)s on %(on)s was lost."),
    "refunded": _("Your bet of %(stake)s on %(on)s was given back."),
}


def describe_fate(facts: Facts) -> str:
    """Return what became of an Emperor; blank where nothing did. `facts`: emperor, fate, by, house and own."""
    template = (OWN_FATES if facts.get("own") else FATES).get(str(facts.get("fate", "")))
    names = {name: facts.get(name) or "–" for name in ("emperor", "by", "house")}
    return fill(str(template), names) if template else ""


def describe_change(row: Facts) -> str:
    """Return one change of reputation with its cause. `row`: points, cause and, where it was less than due, wanted."""
    values = {"cause": transfer_reasons.get_text(str(row["cause"])), "signed": numbers.format_signed(row["points"]),
            "wanted": numbers.format_signed(row.get("wanted", row["points"]))}  # fmt: skip
    if row.get("wanted", row["points"]) == row["points"]:
        return fill(gettext("%(signed)s, %(cause)s"), values)
    if row["points"] or row.get("result") == "limited":
        return fill(gettext("%(signed)s of %(wanted)s, %(cause)s"), values)
    return fill(gettext("%(wanted)s, was already 0, %(cause)s"), values)


def describe_reputation(rows: Sequence[Facts], now: int) -> str:
    """Return the sum of the changes, what the reputation is now, and why."""
    total = sum(row["points"] for row in rows)
    values = {
        "total": numbers.format_signed(total),
        "now": numbers.format_number(now),
        "rows": "; ".join(map(describe_change, rows)),
    }
    return fill(gettext("Reputation %(total)s, now %(now)s: %(rows)s."), values)


def describe_bet(facts: Facts) -> str:
    """Return how a bet ended. `facts`: result, asset, amount, returned, on."""
    values = {"stake": assets.format_amount(facts["amount"], facts["asset"]), "on": facts["on"],
            "returned": assets.format_amount(facts["returned"], facts["asset"])}  # fmt: skip
    return fill(str(BETS[facts["result"]]), values)


def list_sentences(facts: Facts) -> list[str]:
    """Return everything that a notice of an ended or cancelled battle says after its first sentence."""
    sentences = [describe_fate({**facts, "own": True})]
    if facts.get("changes"):
        sentences.append(describe_reputation(facts["changes"], facts["reputation"]))
    if facts.get("gains"):
        won = ", ".join(assets.format_amount(amount, asset) for asset, amount in facts["gains"])
        sentences.append(fill(gettext("You won %(gains)s."), {"gains": won}))
    sentences += [describe_bet(each) for each in facts.get("bets", [])]
    if facts.get("result") == "cancelled":
        sentences.append(format_facts(facts.get("why")))
    return [sentence for sentence in sentences if sentence]
