"""What the end of a battle means for its reader: won, lost or draw, and why."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.sentences import fill
from tournaments.domain.settlement import Capture
from tournaments.presenters import ending
from tournaments.presenters.context import BattleContext

ENDINGS = {
    "last_emperor": gettext_lazy("Last Emperor standing."),
    "agreed": gettext_lazy("The players agreed on a draw."),
    "last_seat": gettext_lazy("Nobody else was left."),
    "cross": gettext_lazy("An Emperor reached its target."),
    "survive": gettext_lazy("Survived to the end with enough pieces."),
    "take_stronger_emperor": gettext_lazy("A stronger Emperor was captured."),
    "duel": gettext_lazy("An Emperor captured the Emperor opposite."),
    "treasure": gettext_lazy("A treasure was collected."),
    "throne": gettext_lazy("The throne was held long enough."),
    "max_rounds": gettext_lazy("The last round was over, so the pieces were counted."),
    "quiet_rounds": gettext_lazy("Nobody had captured anything for too long, so the pieces were counted."),
    "domination": gettext_lazy("One player held enough of the map to win."),
    "last_standing": gettext_lazy("Nobody else was left."),
    "mission": gettext_lazy("A secret mission was completed."),
    "hold": gettext_lazy("One player held enough territories."),
    "capitals": gettext_lazy("One player held the capitals."),
    "flipped": gettext_lazy("The table was flipped: the battle does not count."),
    "round_limit": gettext_lazy("The last round was over, so the territories were counted."),
}
"""Why a battle ended, in words."""
DRAWN = {"last_seat": gettext_lazy("The last Emperors fell in the same round.")}
"""The same of a draw; of what is not here the sentence above is said."""
WON = {
    "last_emperor": gettext_lazy("Yours is the last Emperor standing."),
    "cross": gettext_lazy("Your Emperor reached the target."),
    "survive": gettext_lazy("You survived the rounds with enough pieces."),
    "take_stronger_emperor": gettext_lazy("You captured a stronger Emperor."),
    "duel": gettext_lazy("You captured the Emperor opposite."),
    "treasure": gettext_lazy("You collected a treasure."),
    "throne": gettext_lazy("You held the throne long enough."),
    "domination": gettext_lazy("You held enough of the map to win."),
    "mission": gettext_lazy("You fulfilled your secret mission."),
    "hold": gettext_lazy("You held enough territories."),
    "capitals": gettext_lazy("You held enough capitals."),
    "round_limit": gettext_lazy("You were ahead when the last round was over."),
}
"""Why it ended, said to a winner; of what is not here the sentence for everybody is said."""
NAMED = {
    "domination": gettext_lazy("%(name)s held enough of the map to win."),
    "mission": gettext_lazy("%(name)s completed a secret mission."),
    "hold": gettext_lazy("%(name)s held enough territories."),
    "capitals": gettext_lazy("%(name)s held enough capitals."),
    "last_standing": gettext_lazy("%(name)s was the last one left."),
    "round_limit": gettext_lazy("%(name)s was ahead when the last round was over."),
}
"""Why it ended, said to everybody else where one player alone has won a campaign."""
VERDICTS = {
    "won": gettext_lazy("You won"),
    "lost": gettext_lazy("You lost"),
    "draw": gettext_lazy("You share the draw"),
}
"""What the end means for a reader who fought, by its picture."""


def get_reader_seat(battle: BattleContext) -> str:
    """Return the seat that the reader fought for; blank for spectators, stand-ins and several at one screen."""
    own = battle.own
    if own is None or (battle.table and battle.table.hot):
        return ""
    fought = battle.tournament.casual or (battle.dynasty is not None and own.dynasty_id == battle.dynasty.pk)
    return own.seat if fought else ""


def describe_verdict(battle: BattleContext, reader: str) -> str:
    """Return what the end means for the seat of the reader; blank without one, and of a battle that does not count."""
    return str(VERDICTS.get(ending.describe_mood(battle, reader), ""))


def describe_winner(battle: BattleContext) -> str:
    """Return who won, for a reader who did not fight: one Emperor by name."""
    outcome = battle.tournament.outcome or {}
    winners = outcome.get("winners", [])
    if outcome.get("void") or not winners:
        return _("The battle is over")
    if outcome["draw"]:
        return _("A draw")
    if len(winners) > 1:
        return _("The battle is over")
    return fill(_("%(name)s won"), {"name": battle.names.get(winners[0], winners[0].upper())})


def describe_reason(battle: BattleContext, reader: str, capture: Capture | None = None) -> str:
    """Return why a battle ended; to a reader who lost, that they resigned, or who captured their Emperor."""
    outcome = battle.tournament.outcome or {}
    if reader and reader not in outcome["winners"] and battle.resigned is not None:
        return f"{describe_resignation(battle.resigned)} {describe_ending(battle)}"
    if reader and reader in outcome["winners"] and not outcome["draw"] and outcome["by"] in WON:
        return str(WON[outcome["by"]])
    if capture is not None:
        name = battle.names.get(capture.taker, capture.taker.upper())
        return fill(_("%(name)s captured your Emperor in round %(round)s."), {"name": name, "round": capture.round})
    return describe_ending(battle)


def describe_resignation(number: int) -> str:
    """Return in which round of play the reader resigned; 0: before the first one."""
    return fill(_("You resigned in round %(round)s."), {"round": number}) if number else _("You resigned at the start.")


def describe_ending(battle: BattleContext) -> str:
    """Return why a battle ended, said to everybody."""
    outcome = battle.tournament.outcome or {}
    if len(outcome["winners"]) == 1 and not outcome["draw"] and outcome["by"] in NAMED:
        winner = outcome["winners"][0]
        return fill(str(NAMED[outcome["by"]]), {"name": battle.names.get(winner, winner.upper())})
    endings = ENDINGS | DRAWN if outcome["draw"] else ENDINGS
    return str(endings.get(outcome["by"], ""))
