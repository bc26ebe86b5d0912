"""Reviewing the record of any battle: read and checked at once, judged by workers a few rounds at a time.

Nothing is stored but in the site's cache (`tournaments.selectors.reviews.pasted`); what is lost there is judged anew as
long as the page is open.
"""

from django.utils.translation import gettext_lazy as _

from battlefield import records
from core import rate_limits
from core.cache_errors import get_redis_errors
from core.errors import DomainError
from core.limits import EVALUATED_WEIGHT, RECORD_LENGTH, RECORD_WEIGHT, RECORDS_A_DAY
from tournaments.lab.state import get_weight
from tournaments.selectors import evaluations
from tournaments.selectors.reviews import pasted as selectors
from tournaments.selectors.reviews.pasted import PastedBattle
from tournaments.services import reviews, task_queue

BUSY_SECONDS, ASKED_SECONDS = 30, 10
"""For how long a worker has a record to itself, and after how long another one is asked for."""
EVERYBODY = "all"


def import_record(*, text: str, address: str) -> str:
    """Keep a record that is to be reviewed, ask a worker for its judgements, and return its key."""
    text = text.replace("\r\n", "\n").strip()
    pasted = read(text)
    check_open(pasted)
    if selectors.find(pasted.key) is None:
        rate_limits.hit("reviews", address, reviews.LIMITS)
        rate_limits.hit("records", EVERYBODY, {rate_limits.DAY: RECORDS_A_DAY})
        try:
            selectors.keep(text)
        except get_redis_errors() as error:
            refusal = DomainError("busy", _("Records cannot be reviewed right now. Try again in a minute."))
            refusal.retry_after = rate_limits.MINUTE
            raise refusal from error
    ask_worker(pasted)
    return pasted.key


def read(text: str) -> PastedBattle:
    """Return the battle of a record; raise DomainError where it is none, illegal, or too large."""
    if len(text) > RECORD_LENGTH:
        raise DomainError("bad_lab", _("This record is too long to be reviewed."))
    try:
        record = records.parse(text)
        check_size(record)
        records.verify(record)
    except ValueError as error:
        raise DomainError(
            "bad_lab", _("This is no record of a battle on a board, or one of its orders is illegal.")
        ) from error
    return PastedBattle(selectors.get_key(text), record)


def check_size(record: records.Record) -> None:
    """Raise DomainError where a record is empty, or too large to be reviewed."""
    weight = get_weight(record.opening)
    if not record.rounds:
        raise DomainError("bad_lab", _("Only battles with a round played can be reviewed."))
    if weight > EVALUATED_WEIGHT or weight * len(record.rounds) > RECORD_WEIGHT:
        raise DomainError("bad_lab", _("This record is too long to be reviewed."))


def check_open(pasted: PastedBattle) -> None:
    """Raise DomainError where a position of a record is open in a battle under way."""
    if evaluations.is_under_way(*pasted.positions):
        raise DomainError(
            "bad_lab", _("A position of this record is being fought over right now: review it once that round is over.")
        )


def ask_worker(pasted: PastedBattle) -> None:
    """Ask a worker for the rounds that are not judged, unless one has just been asked."""
    missing = len(selectors.find_judged(pasted.key)) < len(pasted.record.rounds)
    if missing and selectors.claim("asked", pasted.key, ASKED_SECONDS):
        task_queue.enqueue_on_commit("review_record", key=pasted.key)


def judge(*, key: str) -> int:
    """Judge some rounds of a record and keep the judgements; return how many."""
    pasted = selectors.find(key)
    if pasted is None or not selectors.claim("busy", key, BUSY_SECONDS):
        return 0
    try:
        before = selectors.find_judged(key)
        found = reviews.judge_piece(pasted.tournament, pasted.rounds, before)
        selectors.keep_judged(key, [*before, *found])
    finally:
        selectors.release("busy", key)
    if len(before) + len(found) < len(pasted.rounds):
        task_queue.enqueue_on_commit("review_record", key=key)
    return len(found)
