"""Entry point of `python -m campaign < record.txt`: replay a battle from its record and its seed."""

import json
import sys
from hashlib import sha256

from campaign.game import replay
from campaign.outcome import outcome


def main() -> None:
    """Say what the seed is sealed by, how many dice were rolled, and how the battle ends when it is played again."""
    record = sys.stdin.read()
    state, rounds = replay(record)
    rolled = [event for events in rounds for event in events if event["kind"] in ("rolled", "roll_off")]
    sys.stdout.write(f"seal {sha256(seed_of(record).encode()).hexdigest()}\n")
    sys.stdout.write(f"rounds {len(rounds)}, rolls {len(rolled)}, words {state.words}\n")
    sys.stdout.write(f"outcome {outcome(state)}\n")


def seed_of(record: str) -> str:
    """Return the seed that a record of a finished battle names."""
    return str(json.loads(record.splitlines()[0])["headers"]["Seed"])


if __name__ == "__main__":
    main()
