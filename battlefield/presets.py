"""Named rulesets that make good battles."""

from .marks import N_
from .rulesets import Ruleset

PRESETS: dict[str, tuple[str, str, Ruleset]] = {
    "classic": (
        N_("Classic"),
        N_("Pieces that collide spring back, captured pawns change sides, the last Emperor wins."),
        Ruleset(),
    ),
    "courtly": (
        N_("Courtly"),
        N_("Collisions send everybody home, and an Emperor who captures pushes the victim aside."),
        Ruleset(conflict="rollback", emperor_takes_pawn="push", emperor_precedence=True),
    ),
    "hasty": (
        N_("Hasty"),
        N_("In a collision the quickest order stands; the others spring back."),
        Ruleset(conflict="bounce_and_stay", experience="ordered"),
    ),
    "turning": (
        N_("Turning wheel"),
        N_("In a collision one piece stays; the right to stay passes to the next seat each round."),
        Ruleset(conflict="rollback_and_stay", priority="rotating"),
    ),
    "walls": (
        N_("Walls"),
        N_("Pieces cannot pass over each other, so a wall of pawns holds."),
        Ruleset(path="clear", conflict="bounce", experience="ordered"),
    ),
    "usurpers": (
        N_("Usurpers"),
        N_("A captured Emperor fights on for its captor, and headless armies fight to the last pawn."),
        Ruleset(
            pawn_takes_emperor="converted",
            emperor_takes_emperor="converted",
            leaderless="fight_on",
            emperor_resets_strongest=True,
        ),
    ),
    "hunters": (
        N_("Giant killers"),
        N_("Bring down an Emperor mightier than your own, or outlast them all."),
        Ruleset(
            goals=("last_emperor", "take_stronger_emperor"),
            pawn_takes_emperor="veteran",
            emperor_takes_emperor="veteran",
            leaderless="vanish",
        ),
    ),
    "treasure": (
        N_("Treasure hunt"),
        N_("The first Emperor to get through the crowd to the treasure wins."),
        Ruleset(goals=("treasure", "last_emperor"), emperor_takes_pawn="push"),
    ),
    "crossing": (
        N_("Crossing"),
        N_("Lead your Emperor to the other side."),
        Ruleset(goals=("cross", "last_emperor"), emperor_takes_pawn="push", emperor_precedence=True),
    ),
    "captives": (
        N_("Captive Emperors"),
        N_("A captured Emperor fights on for its captor; whoever has none left is out."),
        Ruleset(pawn_takes_emperor="converted", emperor_takes_emperor="converted"),
    ),
    "throne": (
        N_("Hold the throne"),
        N_("Keep a piece on the throne in the middle, round after round."),
        Ruleset(goals=("throne(6)", "last_emperor"), collectors="all"),
    ),
    "regents": (
        N_("Regents"),
        N_("Hold the throne round after round; a captured Emperor fights on for its captor."),
        Ruleset(
            goals=("throne(6)", "last_emperor"),
            collectors="all",
            pawn_takes_emperor="converted",
            emperor_takes_emperor="converted",
        ),
    ),
    "siege": (
        N_("Siege"),
        N_("Twenty rounds: whoever still has four pieces then shares the victory."),
        Ruleset(goals=("survive(20,3)", "last_emperor"), conflict="rollback"),
    ),
    "duel": (
        N_("Duel of Emperors"),
        N_("Take the Emperor opposite with your own Emperor, in person."),
        Ruleset(goals=("duel", "last_emperor"), emperor_precedence=True, emperor_takes_emperor="removed"),
    ),
}
"""By name: title, one sentence, rules."""
WITHDRAWN = frozenset({"usurpers"})
"""Presets of battles that were announced, which are offered no longer: nearly all of theirs ended at the last round."""
