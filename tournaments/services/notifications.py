"""Notifications of battles: it has started or ended, it is a player's turn, a deadline is near.

They never contain an order. Computers and houses are not notified, and nothing of a training stays. Of casual battles
those alone are told whose rounds last a day, where their players have dynasties.

The start, a seat that falls asleep and the end are notified in the transaction of the event. Turns are not: an open
round holds the moment from which to notify (`tell_at`), and the sweep notifies the players of many rounds at a time.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Q
from django.utils import translation

from core import clock
from core.transactions import service
from dynasty.domain import event_types
from dynasty.models import Dynasty, Notice
from dynasty.selectors import following
from dynasty.services import notifications
from dynasty.services.notifications import Notification
from tournaments.domain import games
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Presence, Round, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import casual_players, hidden_names, hosting, participation, results
from tournaments.selectors.participation import Seating
from tournaments.selectors.sweeps import due_work, follower_notices

log = logging.getLogger(__name__)
ORDER_REQUESTS = ("start", "turn", "late")
"""Kinds that an order answers."""
MAIL_DELAY = timedelta(minutes=5)  # who orders within it, or a fifth of the round, gets no mail for its turn
MAX_WARNING_TIME = timedelta(hours=6)  # before a deadline, or a quarter of the round, whichever is less
MIN_WARNED_SECONDS = 600  # seconds of a round
ANNOUNCED_LATELY = timedelta(minutes=15)
"""How old an announcement is at most of which followers are still notified."""
NEWS_LINES = 3
"""Events of the day before in one notification."""
BATCH_SIZE = 200
ROUND_BATCH_SIZE = 50  # rounds: their battles are held meanwhile


def list_awake(tournaments: Collection[Tournament]) -> list[Entry]:
    """Return the seats in these battles whose players are waited for, in the order of their dynasties."""
    ids = [each.pk for each in tournaments if not each.casual]
    seats = Entry.objects.filter(tournament__in=ids, player="", dynasty__house=False, missed__lt=ASLEEP_AFTER)
    daily = casual_players.list_daily_entries([each.pk for each in tournaments if casual_players.is_daily(each)])
    found = [*seats.select_related("dynasty"), *(each for each in daily if each.missed < ASLEEP_AFTER)]
    return sorted(found, key=lambda each: (each.dynasty_id or 0, each.pk))


def get_dynasty(entry: Entry) -> Dynasty:
    assert entry.dynasty is not None, "only the seats of dynasties are asked for"
    return entry.dynasty


def build_facts(tournament: Tournament, entry: Entry | None = None, **more: object) -> dict[str, object]:
    """Return what every sentence about a battle may need."""
    own = {"emperor": entry.name} if entry else {}
    return {"title": tournament.title, "world": tournament.organiser_id is None, **own, **more}


def build_round_facts(current: Round, seat: str) -> dict[str, object]:
    """Return what a sentence says of an open round: its number, and whether it is the turn of this seat.

    `result` chooses the sentence; see `dynasty.domain.notification_types`.
    """
    if not current.game_round:
        return {"round": 0, "result": "placing"}
    turn = {"result": "turn"} if current.turn_of == seat else {}
    return {"round": current.game_round, **turn}


def notify_started(seating: Seating, first: Round, to_act: Collection[str]) -> None:
    """Notify the players that a battle has started and whose orders it needs."""
    entries = sorted((each for each in seating.people if each.seat in to_act), key=lambda each: each.dynasty_id or 0)
    notifications.notify_all([build_order_request(first, entry) for entry in entries], first.opened_at)


def get_notify_time(seating: Seating, number: int, now: datetime) -> datetime | None:
    """Return from when a round that opens is announced to its players; the first one is at once."""
    return now if number > 1 and (seating.people or casual_players.is_daily(seating.tournament)) else None


def notify_asleep(seating: Seating, opened: Round, missed: Collection[Entry]) -> None:
    """Notify those who have just missed one deadline too many that nobody waits for them any more."""
    tournament = seating.tournament
    asleep = [each for each in seating.people if each in missed and each.missed == ASLEEP_AFTER]
    asleep.sort(key=lambda each: each.dynasty_id or 0)
    key = f"asleep:{tournament.code}:{opened.number}"
    notifications.notify_all(
        [
            Notification(get_dynasty(entry), "asleep", key, build_facts(tournament, entry), tournament.code)
            for entry in asleep
        ],
        opened.opened_at,
    )


def build_order_request(current: Round, entry: Entry) -> Notification:
    """Return the notification of one player that a round is open."""
    tournament, number = current.tournament, current.number
    kind = "start" if number == 1 else "turn"
    facts = build_facts(
        tournament, entry, **build_round_facts(current, entry.seat), deadline=current.deadline.isoformat()
    )
    wait = min(MAIL_DELAY, (current.deadline - current.opened_at) / 5) if kind == "turn" else timedelta()
    key = f"{kind}:{tournament.code}:{number}"
    return Notification(get_dynasty(entry), kind, key, facts, tournament.code, current.deadline, wait)


def notify_due() -> int:
    """Tell the players of the rounds that have opened since; returns of how many rounds."""
    total = 0
    due = due_work.query_untold().order_by("tell_at")
    while found := list(due.values_list("pk", flat=True)[:ROUND_BATCH_SIZE]):
        done = notify_rounds(found)
        total += done
        if done < ROUND_BATCH_SIZE:
            break
    return total


@service
def notify_rounds(ids: Collection[int]) -> int:
    """Tell the players of these rounds that it is their turn, each round once; returns of how many.

    A battle in which something is happening just now is left for the next time, and nobody waits for anybody.
    """
    skip = connection.features.has_select_for_update_skip_locked
    free = Round.objects.select_for_update(no_key=True, of=("self", "tournament"), skip_locked=skip)
    fought = free.filter(pk__in=ids, closed_at=None, tournament__status=Tournament.Status.RUNNING)
    found = fought.exclude(tell_at=None).select_related("tournament").order_by("pk")
    opened, now = {one.tournament_id: one for one in found}, clock.now()
    notifications.settle(place=[one.tournament.code for one in opened.values()], kinds=ORDER_REQUESTS, now=now)
    missing = {pk: find_missing_seats(one) for pk, one in opened.items()}
    awake = list_awake([one.tournament for one in opened.values()])
    notifications.notify_all(
        [
            build_order_request(opened[each.tournament_id], each)
            for each in awake
            if each.seat in missing[each.tournament_id]
        ],
        now,
    )
    Round.objects.filter(pk__in=[one.pk for one in opened.values()]).update(tell_at=None)
    return len(opened)


def get_missing_seats(current: Round) -> set[str]:
    """Return the seats for which an open round still waits."""
    game = games.GAMES[current.tournament.game]
    return set(game.to_act(game.read(current.state))) - set(current.ready)


def settle_requests(tournament: Tournament, entry: Entry) -> None:
    """Settle the requests for an order that is in: nothing more needs to be asked of this player."""
    dynasty_id = entry.dynasty_id
    if casual_players.is_daily(tournament) and (player := casual_players.get_dynasties(tournament).get(entry.seat)):
        dynasty_id = player.pk
    if dynasty_id is not None and not entry.player:
        notifications.settle(place=tournament.code, kinds=ORDER_REQUESTS, dynasty_id=dynasty_id)


def find_missing_seats(current: Round) -> set[str]:
    """Return the seats to notify; none where the battle cannot be read, so that its trouble stays its own."""
    try:
        return get_missing_seats(current)
    except Exception:
        log.exception("nobody can be told of round %s of tournament %s", current.number, current.tournament_id)
        return set()


def notify_ended(tournament: Tournament, rounds: Sequence[Round] | None = None) -> None:
    """Notify players and bettors how a battle ended for them, or that it does not take place.

    `rounds`: its closed ones, where the caller has them.
    """
    if tournament.casual:
        notifications.settle(place=tournament.code, kinds=("paired",))
        notify_daily_ended(tournament)
        return
    if not is_serious(tournament.type):
        notifications.delete_for_place(place=tournament.code)
        return
    notifications.settle(place=tournament.code, kinds=(*ORDER_REQUESTS, "asleep"))
    fought = {entry.dynasty_id: entry for entry in participation.get_people(tournament)}
    there = Presence.objects.filter(tournament=tournament, dynasty__house=False).select_related("dynasty__user")
    brought, why = build_result_facts(tournament, rounds), build_cancellation_facts(tournament)
    notifications.notify_all(
        Notification(each.dynasty, "ended", f"ended:{tournament.code}",
             build_facts(tournament, entry := fought.get(each.dynasty_id), result=get_result(tournament, entry),
                   **why, **brought.get(each.dynasty_id, {})), tournament.code)
        for each in there.order_by("dynasty_id")
    )  # fmt: skip
    notify_organiser_of_end(tournament)


def notify_organiser(tournament: Tournament, result: str, *, key: str = "", **more: object) -> None:
    """Notify whoever announced a tournament of news of it; of a training nothing is told.

    `result`: a word of the variants of `hosted`. `key`: what happened, where that happens more than once.
    """
    if tournament.organiser is None or tournament.casual or not is_serious(tournament.type):
        return
    facts = build_facts(tournament, None, result=result, **more)
    notifications.notify(
        dynasty=tournament.organiser,
        kind="hosted",
        key=f"hosted:{tournament.code}:{key or result}",
        facts=facts,
        place=tournament.code,
    )


def notify_organiser_of_entry(tournament: Tournament, entry: Entry) -> None:
    """Notify whoever announced a tournament that a dynasty has entered; of an anonymous one, not which."""
    values = {"emperor": entry.name, "dynasty": get_dynasty(entry).name}
    is_hidden = hidden_names.is_anonymous(tournament)
    result = "entered_unnamed" if is_hidden else "entered"
    notify_organiser(tournament, result, key=f"entered:{entry.pk}", **({} if is_hidden else values))


def notify_organiser_of_end(tournament: Tournament) -> None:
    """Notify whoever announced a tournament of its winners, or that it does not take place."""
    if tournament.organiser_id is None:
        return
    if tournament.status == Tournament.Status.CANCELLED:
        notify_organiser(tournament, "cancelled", key="ended", **build_cancellation_facts(tournament))
        return
    entries = {each.seat: each for each in Entry.objects.filter(tournament=tournament).select_related("dynasty")}
    result = "drawn" if (tournament.outcome or {}).get("draw") else "ended"
    notify_organiser(tournament, result, key="ended", winners=format_winners(tournament, entries))


def notify_daily_ended(tournament: Tournament) -> None:
    """Notify the players of a daily casual battle how it ended; of any other nothing is told."""
    fought = casual_players.list_daily_entries([tournament.pk]) if casual_players.is_daily(tournament) else []
    if not fought:
        return
    notifications.settle(place=tournament.code, kinds=ORDER_REQUESTS)
    if tournament.status != Tournament.Status.FINISHED:
        return
    entries = {each.seat: each for each in Entry.objects.filter(tournament=tournament)}
    values = {"winners": format_winners(tournament, entries)}
    notifications.notify_all(
        Notification(
            get_dynasty(entry),
            "ended",
            f"ended:{tournament.code}",
            build_facts(tournament, entry, result=get_result(tournament, entry), **values),
            tournament.code,
        )
        for entry in sorted(fought, key=lambda each: each.dynasty_id or 0)
    )


def notify_halted(tournament: Tournament, now: datetime, **more: object) -> None:
    """Notify the players that a battle has halted, or goes on after a halt."""
    if tournament.casual or not is_serious(tournament.type):
        return
    facts = build_facts(tournament, None, round=tournament.round_no, **more)
    people = sorted(participation.get_people(tournament), key=lambda each: each.dynasty_id or 0)
    notifications.notify_all(
        [
            Notification(
                get_dynasty(each), "halted", f"halted:{tournament.code}:{now.timestamp()}", facts, tournament.code
            )
            for each in people
        ],
        now,
    )


def build_result_facts(tournament: Tournament, rounds: Sequence[Round] | None) -> dict[int, dict[str, object]]:
    """Return what a battle brought each of its players and bettors, by the number of the dynasty."""
    settled = results.build_bet_results(tournament)
    bets: dict[int, dict[str, object]] = {dynasty: {"bets": values} for dynasty, values in settled.items()}
    if tournament.status == Tournament.Status.CANCELLED:
        return bets
    rows = Entry.objects.filter(tournament=tournament).select_related("dynasty", "emperor").order_by("seat")
    entries = {entry.seat: entry for entry in rows}
    log_says = results.get_logged_result(tournament)
    became = results.build_fates(tournament, entries, log_says, rounds)
    gains = results.list_winnings(tournament, list(entries.values()))
    players = {entry.dynasty_id: results.build_player_result(entry, became, log_says, gains)
               for entry in entries.values() if entry.dynasty_id}  # fmt: skip
    values = {"winners": format_winners(tournament, entries)}
    return {dynasty: values | facts for dynasty, facts in (players | bets).items()}


def build_cancellation_facts(tournament: Tournament) -> dict[str, object]:
    """Return who cancelled a tournament and why; empty where that is not known, or where it was not cancelled."""
    if tournament.status != Tournament.Status.CANCELLED:
        return {}
    facts = hosting.get_cancellation_facts(tournament)
    return {"why": facts} if facts else {}


def format_winners(tournament: Tournament, entries: Mapping[str, Entry]) -> str:
    """Return the names of those who won a battle; `entries`: by seat."""
    won = (tournament.outcome or {}).get("winners", [])
    return ", ".join(filter(None, (results.format_name(entries.get(seat)) for seat in won)))


def get_result(tournament: Tournament, entry: Entry | None) -> str:
    """Return how it ended for one of those who were there: a word of the notifications' variants."""
    if tournament.status == Tournament.Status.CANCELLED:
        return "cancelled"
    outcome = tournament.outcome or {}
    if entry is None:
        return "bets_drawn" if outcome.get("draw") else "bets"
    if entry.seat not in outcome.get("winners", []):
        return "drawn" if outcome.get("draw") else "lost"
    return "draw" if outcome.get("draw") else "won"


def warn_due() -> int:
    """Warn players without an order whose round is about to close, once a round; return how many were notified."""
    now = clock.now()
    open_rounds = Round.objects.filter(
        closed_at=None,
        deadline__gt=now,
        deadline__lte=now + MAX_WARNING_TIME,
        ready_at=None,
        tournament__status=Tournament.Status.RUNNING,
        tournament__round_seconds__gte=MIN_WARNED_SECONDS,
    ).filter(Q(tournament__casual=False) | Q(tournament__round_seconds__gte=casual_players.DAY))
    rows = open_rounds.defer("state", "events", "orders", "seals").select_related("tournament").order_by("deadline")
    near = [each for each in rows.iterator(BATCH_SIZE) if now >= each.deadline - get_warning_time(each)]
    return sum(warn_rounds(near[start : start + BATCH_SIZE]) for start in range(0, len(near), BATCH_SIZE))


def get_warning_time(current: Round) -> timedelta:
    """Return how long before its deadline those who are late are warned."""
    length: timedelta = current.deadline - current.opened_at
    return min(MAX_WARNING_TIME, length / 4)


def warn_rounds(near: Sequence[Round]) -> int:
    by_tournament = {each.tournament_id: each for each in near}
    awake = list_awake([each.tournament for each in near])
    return len(
        notifications.notify_all(
            build_warning(by_tournament[entry.tournament_id], entry)
            for entry in awake
            if entry.seat in get_missing_seats(by_tournament[entry.tournament_id])
        )
    )


def build_warning(current: Round, entry: Entry) -> Notification:
    code, deadline = current.tournament.code, current.deadline
    facts = build_facts(
        current.tournament, entry, **build_round_facts(current, entry.seat), deadline=deadline.isoformat()
    )
    return Notification(get_dynasty(entry), "late", f"late:{code}:{current.number}", facts, code, deadline)


def notify_followers() -> int:
    """Notify those who chose it of what those whom they follow have lately announced; return how many were new.

    Each is notified of a tournament once, however often it is asked.
    """
    return sum(len(notify_of_announcement(each)) for each in follower_notices.list_new(clock.now() - ANNOUNCED_LATELY))


def notify_of_announcement(tournament: Tournament) -> list[Notice]:
    """Notify the followers of a tournament's organiser and battlefield who chose it."""
    title, _sentence = games.GAMES[tournament.game].field_words(tournament.field)
    organiser = tournament.organiser.name if tournament.organiser else ""
    facts = build_facts(tournament, dynasty=organiser, field=title, deadline=tournament.starts_at.isoformat())
    return notifications.notify_all(
        Notification(
            reader.dynasty,
            follower_notices.KIND,
            f"{follower_notices.KIND}:{tournament.code}",
            facts if reader.by_organiser else facts | {"result": "board"},
            tournament.code,
            tournament.starts_at,
        )
        for reader in follower_notices.list_readers(tournament)
    )


def notify_of_news() -> int:
    """Notify those who chose it of what happened yesterday to those whom they follow; return how many were new."""
    until = clock.get_midnight(clock.now()) + timedelta(days=1)
    found = [build_news(each, until - timedelta(days=2), until) for each in follower_notices.list_followers()]
    return len(notifications.notify_all(each for each in found if each is not None))


def build_news(follower: Dynasty, midnight: datetime, until: datetime) -> Notification | None:
    """Return the notification of the news of the day that begins at `midnight`; None if there was none."""
    lines = [each.line for each in following.list_news(follower, NEWS_LINES, midnight, midnight + timedelta(days=1))]
    texts = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            texts[language] = " ".join(event_types.format_sentence(each.kind, each.facts) for each in lines)
    key = f"{follower_notices.KIND}:{midnight.date().isoformat()}"
    facts = {"result": "news", "news": texts}
    return Notification(follower, follower_notices.KIND, key, facts, until=until) if lines else None
