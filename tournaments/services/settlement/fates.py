"""What becomes of emperors that were taken, once the battle is over: they change sides, or die."""

from dynasty.services import emperors
from tournaments.domain.settlement import Capture
from tournaments.services.settlement.finished_battles import FinishedBattle


def apply_fates(finished: FinishedBattle) -> None:
    """Let each captured emperor meet its fate, in the order in which they were taken."""
    for capture in finished.captures:
        if capture.fate.changes_dynasty:
            change_dynasty(finished, capture)
        elif capture.fate.kills:
            bury_emperor(finished, capture)


def change_dynasty(finished: FinishedBattle, capture: Capture) -> None:
    """Let the emperor join, with its reputation, the dynasty of the seat that took it."""
    emperors.change_dynasty(
        emperor=finished.emperor(capture.taken),
        to=finished.dynasty(capture.taker),
        place=finished.tournament.code,
        title=finished.tournament.title,
        round=finished.game_rounds[capture.round - 1],
    )


def bury_emperor(finished: FinishedBattle, capture: Capture) -> None:
    """Bury the emperor that died by the hand of the one that took it."""
    emperors.end_life(
        emperor=finished.emperor(capture.taken),
        cause="battle",
        place=finished.tournament.code,
        title=finished.tournament.title,
        by=finished.emperor(capture.taker),
        round=finished.game_rounds[capture.round - 1],
    )
