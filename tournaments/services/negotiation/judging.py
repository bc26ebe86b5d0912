"""What becomes of the treaties of a battle that ends: judged from its closed rounds, kept or broken in public."""

from collections.abc import Iterator, Sequence

from dynasty.services import chronicle, treasury
from dynasty.services.treasury import Payment
from tournaments.domain import games
from tournaments.domain import treaties as domain
from tournaments.domain.treaties import Course, Pact, Step, Verdict
from tournaments.models import Round, Tournament, Treaty
from tournaments.selectors.negotiation import treaties as selected
from tournaments.services.negotiation import treaties
from tournaments.services.settlement.finished_battles import FinishedBattle

Status = Treaty.Status
Judged = list[tuple[Treaty, str, Verdict]]
"""Treaties with what became of each."""


def judge_all(finished: FinishedBattle, rounds: Sequence[Round]) -> Judged:
    """Return what became of each open treaty of a battle that has ended; no query where none can have been concluded.

    The caller holds the tournament's row lock.
    """
    tournament = finished.tournament
    if not selected.has_treaties(tournament):
        return []
    found = list_open(tournament)
    course = build_course(finished, rounds) if found else None
    return [(treaty, *decide(treaty, course)) for treaty in found]


def list_open(tournament: Tournament) -> list[Treaty]:
    """Return the treaties of a battle that are proposed or concluded, and not judged."""
    return list(Treaty.objects.filter(tournament=tournament, status__in=selected.OPEN_STATUSES).order_by("pk"))


def decide(treaty: Treaty, course: Course | None) -> tuple[str, Verdict]:
    """Return the status and the verdict of a treaty; one that not all had accepted lapses. None: nothing counts."""
    if treaty.status == Status.PROPOSED:
        return Status.LAPSED, Verdict()
    if course is None:
        return Status.VOID, Verdict()
    verdict = domain.judge(Pact(treaty.kind, tuple(treaty.among), treaty.since, treaty.until, treaty.target), course)
    return (Status.BROKEN if verdict.broken_by else Status.KEPT), verdict


def build_course(finished: FinishedBattle, rounds: Sequence[Round]) -> Course | None:
    """Return what treaties are judged by; None where the battle counts for nothing."""
    tournament, game = finished.tournament, games.GAMES[finished.tournament.game]
    outcome = tournament.outcome or {}
    if outcome.get("void"):
        return None
    steps = []
    for each, takes in zip(rounds, finished.battle.rounds, strict=True):
        captures = frozenset((take.taker, take.taken) for take in takes if take.emperor)
        attacks = frozenset(game.attacks(each.events or [], each.state))
        steps.append(Step(each.game_round, attacks, captures))
    fallen = game.list_fallen(game.read(tournament.ending or {}))
    winners = () if finished.battle.draw else finished.battle.winners
    return Course(steps, tournament.game_round, fallen, winners)


def build_payments(finished: FinishedBattle, judged: Judged) -> Iterator[Payment]:
    """Return the payments of the stakes: to whom the verdicts give them, or back."""
    code = finished.tournament.code
    for treaty, _status, verdict in judged:
        if not treaty.amount:
            continue
        escrow = treaties.get_escrow(treaty)
        for (seat, to), part in domain.split_stakes(treaty.accepted, treaty.amount, verdict).items():
            key = f"treaty:{treaty.code}:{seat}:{'back' if seat == to else to}"
            cause = "given_back" if seat == to else "treaty_paid"
            wallet = treasury.get_wallet(finished.dynasty(to), treaty.asset)
            yield Payment(key, escrow, wallet, treaty.asset, part, cause, code)


def close_all(finished: FinishedBattle, judged: Judged) -> None:
    """Write down what became of the treaties, and who kept or broke one into the public logs of its dynasties."""
    for treaty, status, verdict in judged:
        treaties.close(treaty, status, verdict)
        if status in (Status.KEPT, Status.BROKEN):
            for seat in treaty.among:
                record(finished, treaty, seat)


def record(finished: FinishedBattle, treaty: Treaty, seat: str) -> None:
    """Write into a dynasty's public log whether it kept a treaty."""
    others = [finished.dynasty(other).name for other in treaty.among if other != seat]
    facts = {
        "title": finished.tournament.title,
        "with": ", ".join(others),
        "dynasty": finished.dynasty(seat).name,
        "result": "broken" if seat in treaty.broken_by else "kept",
    }
    chronicle.record(
        key=f"treaty:{treaty.code}:{seat}",
        kind="treaty",
        public=True,
        at=finished.tournament.ended_at or treaty.proposed_at,
        mentions=[(finished.dynasty(seat), None)],
        facts=facts,
        place=finished.tournament.code,
    )


def cancel_all(tournament: Tournament) -> list[Treaty]:
    """Return the open treaties of a battle that is cancelled, after ending them; the caller pays their refunds."""
    found = list_open(tournament) if selected.has_treaties(tournament) else []
    for treaty in found:
        treaties.close(treaty, *decide(treaty, None))
    return found
