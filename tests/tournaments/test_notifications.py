"""What players are told of their battles: each thing once, and never an order."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from core import clock
from dynasty.domain import notification_types
from dynasty.models import Delivery, Dynasty, Event, Notice, Stream
from dynasty.selectors import notifications as inbox
from dynasty.services import delivery, notification_settings, web_push
from tests import factories
from tests.factories import again
from tournaments.domain import casual_keys
from tournaments.models import Arena, Entry, Round, Tournament
from tournaments.selectors import participation
from tournaments.services import announcements, bets, cancellation, notifications, rounds
from tournaments.services.arenas import announcing, players
from tournaments.services.casual.between_people import Person

pytestmark = pytest.mark.django_db
DAY = 86_400
CANARY = "loot b"


def kinds(name: str = "") -> list[str]:
    found = Notice.objects.filter(dynasty__name=name) if name else Notice.objects.all()
    return list(found.order_by("pk").values_list("kind", flat=True))


def of(name: str) -> Dynasty:
    return Dynasty.objects.get(name=name)


def test_a_start_is_told_once_to_each_player() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=DAY)
    assert kinds("Aaa") == kinds("Bbb") == ["start"]
    notifications.notify_started(participation.get_seating(tournament), Round.objects.get(), "ab")
    assert notifications.notify_due() == 0, "at once means: not again with the others"
    assert Notice.objects.count() == 2


def test_the_next_round_asks_anew_and_settles_the_last() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=DAY)
    miss(tournament)
    assert kinds("Aaa") == ["start"], "the close writes nothing for anybody"
    assert [notifications.notify_due(), notifications.notify_due()] == [1, 0]
    assert kinds("Aaa") == ["start", "turn"]
    assert Notice.objects.get(dynasty=of("Aaa"), kind="start").read_at
    assert inbox.count_unread(of("Aaa").user) == 1


def test_many_battles_are_told_together_each_its_own() -> None:
    tournaments = [factories.announce("gift", title=f"The {word} Cup", round_seconds=DAY) for word in ("Jade", "Ruby")]
    for number, tournament in enumerate(tournaments):
        for seat in "ab":
            factories.enter(tournament, factories.born(factories.found(f"D{number}{seat}x"), "Ada"), seat)
        assert factories.lifecycle.start(tournament_id=tournament.pk)
        factories.play(tournament, {})
    assert notifications.notify_due() == 2
    assert {(each.dynasty.name, each.facts["title"]) for each in Notice.objects.filter(kind="turn")} == {
        ("D0ax", "The Jade Cup"),
        ("D0bx", "The Jade Cup"),
        ("D1ax", "The Ruby Cup"),
        ("D1bx", "The Ruby Cup"),
    }


def test_who_has_ordered_before_it_could_be_told_is_asked_for_nothing() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=DAY)
    factories.play(tournament, {})
    factories.order(tournament, "a", "-")
    assert notifications.notify_due() == 1
    assert kinds("Aaa") == ["start"] and kinds("Bbb") == ["start", "turn"]


def test_a_round_that_closes_before_it_could_be_told_is_told_no_more() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=DAY)
    factories.play(tournament, {}, {})
    assert notifications.notify_due() == 1
    assert [each.facts["round"] for each in Notice.objects.filter(kind="turn")] == [3, 3]
    factories.play(tournament, {}, {"a": "win"})
    assert notifications.notify_due() == 0 and kinds("Aaa").count("turn") == 1


def test_a_battle_that_cannot_be_read_keeps_nobody_else_from_being_told(monkeypatch: Any) -> None:
    burning, _fighters = factories.begin("gift", 0, 0, round_seconds=DAY)
    factories.play(burning, {})
    other = factories.announce("gift", round_seconds=DAY)
    for seat, name in (("a", "Ccc"), ("b", "Ddd")):
        factories.enter(other, factories.born(factories.found(name), name), seat)
    assert factories.lifecycle.start(tournament_id=other.pk)
    factories.play(other, {})
    real = notifications.get_missing_seats
    monkeypatch.setattr(
        notifications, "get_missing_seats", lambda one: real(one) if one.tournament_id == other.pk else 1 / 0
    )
    assert [notifications.notify_due(), notifications.notify_due()] == [2, 0]
    assert kinds("Aaa") == ["start"] and kinds("Ccc") == ["start", "turn"]


def test_an_order_settles_what_asked_for_it() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=DAY)
    factories.order(tournament, "a", "-")
    assert inbox.count_unread(of("Aaa").user) == 0 and inbox.count_unread(of("Bbb").user) == 1
    mails = Delivery.objects.filter(channel="mail")
    assert mails.get(dynasty=of("Aaa")).result == "settled" and not mails.get(dynasty=of("Bbb")).result


@pytest.mark.parametrize(
    "orders, result",
    [({"a": "win"}, {"Aaa": "won", "Bbb": "lost"}), ({"a": "draw", "b": "draw"}, {"Aaa": "draw", "Bbb": "draw"})],
)
def test_an_end_is_told_to_each_as_it_ended(orders: dict[str, str], result: dict[str, str]) -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    factories.play(tournament, orders)
    ended = Notice.objects.filter(kind="ended")
    assert {notice.dynasty.name: notice.facts["result"] for notice in ended} == result


def test_bettors_and_those_of_a_cancelled_tournament_are_told() -> None:
    tournament = factories.announce("gift", terms={"betting": True})
    factories.enter(tournament, factories.born(factories.found("Lone"), "Lone"), "a")
    gambler = factories.born(factories.found("Gambler"), "Gus")
    bets.place_bet(tournament=tournament, dynasty=gambler.dynasty, emperor=gambler, seat="a", asset="gold", amount=5)
    announcements.cancel(tournament=tournament, by=None)
    assert kinds("Lone") == kinds("Gambler") == ["ended"]
    assert {each.facts["result"] for each in Notice.objects.all()} == {"cancelled"}


def read_notice(name: str, kind: str = "ended") -> str:
    notice = Notice.objects.filter(dynasty=of(name), kind=kind).latest("pk")
    return notification_types.format_sentence(kind, notice.facts)


@pytest.mark.parametrize(
    ("by_staff", "reason", "words"),
    [
        (False, "Two of us are ill.", "Ming cancelled it: Two of us are ill."),
        (False, "", "Ming cancelled it."),
        (True, "It insults others.", "The staff of the site cancelled it: It insults others."),
    ],
)
def test_the_notice_of_a_cancelled_tournament_says_who_and_why(by_staff: bool, reason: str, words: str) -> None:
    ming = factories.proven(factories.found("Ming"))
    settings = {"rhythm": "at_once", "quiet_from": None, "quiet_until": None}
    notification_settings.update(dynasty=ming, channels={"hosted": ["page"]}, **settings)
    tournament = factories.announce("gift", ming, terms={"betting": True})
    factories.enter(tournament, factories.born(factories.found("Lone"), "Lone"), "a")
    gambler = factories.born(factories.found("Gambler"), "Gus")
    bets.place_bet(tournament=tournament, dynasty=gambler.dynasty, emperor=gambler, seat="a", asset="gold", amount=5)
    announcements.cancel(tournament=tournament, by=None if by_staff else ming, reason=reason)
    assert read_notice("Lone").endswith(f"has been given back. {words}")
    assert read_notice("Gambler").endswith(f"was given back. {words}")
    assert read_notice("Ming", "hosted").endswith(f"does not take place. {words}")
    assert words in Client().get(f"/tournament/{tournament.code}/").content.decode()
    with translation.override("es"):
        assert ("El equipo del sitio" if by_staff else "Ming") + " lo canceló" in read_notice("Lone")


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("too_few", "Too few seats were taken, so it was cancelled."),
        ("unplayable", "It was cancelled: its rules cannot be played by the seats that were taken."),
    ],
)
def test_the_notice_says_why_where_nobody_cancelled(why: str, words: str) -> None:
    tournament = factories.announce("gift")
    factories.enter(tournament, factories.born(factories.found("Lone"), "Lone"), "a")
    cancellation.cancel(tournament, why)
    assert read_notice("Lone").endswith(words)
    assert words in Client().get(f"/tournament/{tournament.code}/").content.decode()


def test_houses_computers_and_casual_players_are_told_nothing() -> None:
    tournament = factories.announce("gift", terms={"fill": "random"})
    for seat, name in (("a", "The Guard"), ("b", "The Watch")):
        factories.enter(tournament, factories.born(factories.house(name), name), seat, player="random")
    assert factories.lifecycle.start(tournament_id=tournament.pk)
    assert not Notice.objects.exists()
    casual, _fighters = factories.begin("gift", 0, 0)
    Notice.objects.all().delete()
    casual.casual = True
    seating = participation.get_seating(casual)
    for each in seating.entries:
        each.dynasty = None
    notifications.notify_started(seating, Round.objects.get(tournament=casual), "ab")
    assert notifications.get_notify_time(seating, 2, clock.now()) is None
    notifications.notify_ended(casual)
    assert not Notice.objects.exists()


def test_a_training_leaves_no_notice_behind() -> None:
    training, _fighters = factories.begin("training", 0, 0, round_seconds=DAY)
    assert kinds("Aaa") == ["start"]
    factories.play(training, {"a": "win"})
    assert not Notice.objects.exists() and not Delivery.objects.exists()


def miss(tournament: Tournament) -> None:
    """Let the open round run out with only b's order."""
    number = factories.again(tournament).round_no
    factories.order(tournament, "b", "-")
    late = Round.objects.get(tournament=tournament, closed_at=None).deadline + timedelta(seconds=1)
    with clock.freeze(late):
        assert rounds.close_round(tournament_id=tournament.pk, round_no=number)


def test_nobody_is_told_twice_that_it_sleeps_however_quickly_the_others_go_on() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=DAY)
    for _number in range(3):
        miss(tournament)
    for number in (4, 5, 6):
        factories.order(tournament, "b", "-")
        assert rounds.close_round(tournament_id=tournament.pk, round_no=number), "nobody waits for a"
    assert kinds("Aaa") == ["start", "asleep"]


def test_who_falls_asleep_is_told_that_and_asked_no_more() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=DAY)
    for _number in range(5):
        miss(tournament)
        notifications.notify_due()
    assert kinds("Aaa") == ["start", "turn", "turn", "asleep"]
    assert kinds("Bbb") == ["start", *["turn"] * 5]
    factories.order(tournament, "a", "-")
    factories.play(tournament, {})
    notifications.notify_due()
    assert kinds("Aaa")[-1] == "turn"


def near_the_deadline() -> datetime:
    current = Round.objects.get(closed_at=None)
    return current.deadline - timedelta(hours=5)


def test_who_is_about_to_miss_a_deadline_is_warned_once() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=DAY)
    assert notifications.warn_due() == 0
    factories.order(tournament, "b", "-")
    with clock.freeze(near_the_deadline()):
        assert [notifications.warn_due(), notifications.warn_due()] == [1, 0]
    assert kinds("Aaa") == ["start", "late"] and kinds("Bbb") == ["start"]


def test_quick_rounds_warn_nobody() -> None:
    factories.begin("gift", 0, 0, round_seconds=60)
    with clock.freeze(Round.objects.get().deadline - timedelta(seconds=10)):
        assert notifications.warn_due() == 0


def test_quick_rounds_send_no_mail_and_slow_ones_wait_for_the_order() -> None:
    quick, _fighters = factories.begin("gift", 0, 0, round_seconds=60)
    assert not Delivery.objects.filter(channel="mail").exists()
    Round.objects.filter(tournament=quick).update(deadline=clock.now() + timedelta(days=1))
    factories.play(quick, {})
    Tournament.objects.filter(pk=quick.pk).update(round_seconds=DAY)
    factories.play(quick, {})
    notifications.notify_due()
    turn = Notice.objects.filter(dynasty=of("Aaa"), kind="turn").latest("pk")
    due = turn.deliveries.get(channel="mail").due_at
    assert due - turn.at == notifications.MAIL_DELAY


def test_no_notice_mail_push_or_stream_of_a_dynasty_holds_an_order(monkeypatch: Any) -> None:
    pushed: list[str] = []
    monkeypatch.setattr(web_push, "post_to_service", lambda browser, data: pushed.append(data))
    tournament = factories.announce("gift", seats=3, round_seconds=DAY)
    for seat, name in zip("abc", ("Aaa", "Bbb", "Ccc"), strict=True):
        factories.enter(tournament, factories.born(factories.found(name), name), seat)
        web_push.subscribe(
            dynasty=of(name), endpoint=f"https://fcm.googleapis.com/{name}", p256dh="k" * 87, auth="a" * 22
        )
    assert factories.lifecycle.start(tournament_id=tournament.pk)
    factories.order(tournament, "a", CANARY)
    with clock.freeze(near_the_deadline()):
        notifications.warn_due()
        delivery.deliver_due()
    factories.play(tournament, {"b": "abdicate"}, {"a": "win"})
    with clock.freeze(clock.now() + timedelta(hours=1)):
        delivery.deliver_due()
    notices = [str(list(Notice.objects.values())), str([each.message() for each in mail.outbox]), str(pushed)]
    streams = Stream.objects.filter(name__startswith="dynasty:")
    notices.append(str([list(stream.events.values()) for stream in streams]))
    assert mail.outbox and pushed and streams
    assert not [text for text in notices if CANARY in text or "abdicate" in text]


def test_a_calendar_tells_dates_and_no_orders(client: Any) -> None:
    from dynasty.services import notification_settings

    tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=DAY, title="Cup; of Jade, and Gold")
    waiting = factories.announce("gift", seats=3)
    dynasty = of("Aaa")
    factories.enter(waiting, factories.born(dynasty, "Second"), "b")
    path = f"/notices/calendar/{notification_settings.get_calendar_secret(dynasty=dynasty)}.ics"
    text = client.get(path).content.decode()
    assert text.startswith("BEGIN:VCALENDAR\r\n") and text.count("BEGIN:VEVENT") == 2
    assert "Cup\\; of Jade\\, and Gold" in text.replace("\r\n ", "")
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    factories.order(tournament, "a", CANARY)
    after = client.get(path).content.decode()
    assert after.count("BEGIN:VEVENT") == 1 and CANARY not in after
    notification_settings.get_calendar_secret(dynasty=dynasty, anew=True)
    assert client.get(path).status_code == 404 and client.get("/notices/calendar/guess.ics").status_code == 404
    assert Entry.objects.count() == 3


def test_a_calendar_holds_the_arenas_that_one_entered(client: Any) -> None:
    from dynasty.services import notification_settings

    mine, other = factories.found("Mine"), factories.found("Other")
    arena = an_arena("Friday Night", host=other)
    an_arena("Not entered", host=other)
    players.enter(arena=arena, dynasty=mine, person=Person(casual_keys.hash_token("m"), mine), address="10.0.0.1")
    path = f"/notices/calendar/{notification_settings.get_calendar_secret(dynasty=mine)}.ics"
    text = client.get(path).content.decode()
    assert "Arena “Friday Night”" in text and "Not entered" not in text and f"/arena/{arena.code}/" in text
    assert f"DTEND:{arena.ends_at:%Y%m%dT%H%M%SZ}" in text


def test_the_public_calendar_holds_what_players_announced(client: Any, django_assert_max_num_queries: Any) -> None:
    host = factories.found("Host")
    cup = factories.announce("gift", organiser=host, title="The Jade Cup", game="emperors", field="duel-2")
    factories.announce("gift", title="One of the site")
    factories.begin("gift", 0, 0, title="It has begun")
    an_arena("Friday Night", host=host)
    with django_assert_max_num_queries(5):
        text = client.get("/play/calendar.ics?language=es").content.decode()
    assert "SUMMARY:The Jade Cup" in text and f"/tournament/{cup.code}/" in text and "Friday Night" in text
    assert "Arena «Friday Night»" in text and "One of the site" not in text and "It has begun" not in text
    assert "BEGIN:VALARM" not in text, "it reminds nobody of what they did not enter"
    assert client.get("/play/calendar.ics?language=xx").status_code == 200
    assert b'href="/play/calendar.ics' in client.get("/play/").content


def an_arena(title: str, host: Dynasty) -> Arena:
    return announcing.announce(
        organiser=host,
        title=title,
        field="duel-2",
        preset="classic",
        round_seconds=30,
        starts_at=clock.now() + timedelta(hours=1),
        minutes=20,
    )


def ending(name: str) -> str:
    """Return what the notice of an ended battle says to a dynasty."""
    found = Notice.objects.get(kind="ended", dynasty__name=name)
    return notification_types.format_sentence(found.kind, found.facts)


@pytest.mark.parametrize(
    "type, terms, values",
    [
        ("death", {}, "Your Emperor Bbb was captured by Aaa: Aaa and died."),
        ("conquer", {}, "Your Emperor Bbb was captured by Aaa: Aaa and now serves Aaa."),
        ("honour", {"stake": 10}, "Your Emperor Bbb was captured by Aaa: Aaa, and is back at court unharmed."),
        ("gift", {"fates": {"pawn": "robbed", "emperor": "robbed"}},
         "Aaa: Aaa captured your Emperor Bbb and took over the reputation."),
    ],
)  # fmt: skip
def test_a_player_is_told_what_became_of_the_emperor(type: str, terms: dict[str, Any], values: str) -> None:
    tournament, _fighters = factories.begin(type, 20, 20, terms=terms)
    factories.play(tournament, {"a": "seize b"})
    assert ending("Bbb").startswith(f"You lost “{tournament.title}”: Aaa: Aaa won. {values}")
    assert values not in ending("Aaa")


def test_what_was_won_and_lost_is_told_with_its_causes() -> None:
    tournament, (winner, loser) = factories.begin("honour", 20, 20, terms={"stake": 10})
    factories.play(tournament, {"a": "seize b"})
    rows = "+10, won the honour that was at stake; +20, won the battle; +10, took Emperors"
    assert ending("Aaa") == f"You won “{tournament.title}” with Aaa. Reputation +40, now 60: {rows}."
    assert "Reputation −15, now 5: −10, staked honour; −5, fell in battle." in ending("Bbb")
    assert (factories.has(winner), factories.has(loser)) == (60, 5)


@pytest.mark.parametrize("had, text", [(0, "−5, was already 0, fell in battle"), (3, "−3 of −5, fell in battle")])
def test_a_loss_that_finds_too_little_is_told(had: int, text: str) -> None:
    tournament, fighters = factories.begin("conquer", 0, had)
    factories.play(tournament, {"b": "fall"})
    assert text in ending("Bbb")
    event = Event.objects.get(kind="reputation", facts__cause="fell", facts__code=fighters[1].code)
    assert event.facts["wanted"] == -5 and event.facts["points"] == -had
    assert factories.books_balance()


def test_a_bettor_is_told_what_the_bet_paid() -> None:
    tournament = factories.announce("gift", terms={"betting": True})
    for seat, name in (("a", "Aaa"), ("b", "Bbb")):
        factories.enter(tournament, factories.born(factories.found(name), name), seat)
    for name, seat, amount in (("Gus", "a", 30), ("Sad", "b", 20)):
        gambler = factories.born(factories.found(name), name)
        bets.place_bet(tournament=tournament, dynasty=gambler.dynasty, emperor=gambler, seat=seat, asset="gold",
                       amount=amount)  # fmt: skip
    factories.lifecycle.start(tournament_id=tournament.pk)
    factories.play(tournament, {"a": "win"})
    over = f"“{tournament.title}” is over: Aaa: Aaa won. "
    assert ending("Gus") == over + "Your bet of 30 gold coins on Aaa won, and brought back 50 gold coins."
    assert ending("Sad") == over + "Your bet of 20 gold coins on Bbb was lost."


def test_a_fast_battle_has_one_notice_that_is_kept_up_to_date() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    for _round in range(5):
        factories.play(tournament, {"a": "-", "b": "-"})
        notifications.notify_due()
        shown = Notice.objects.filter(dynasty=of("Aaa"), shown=True)
        assert [each.kind for each in shown] == ["turn"]
        assert shown[0].facts["round"] == again(tournament).round_no
    factories.play(tournament, {"a": "win"})
    of_the_battle = Notice.objects.filter(place=tournament.code, kind__in=notification_types.BATTLE_TYPES)
    left = of_the_battle.filter(dynasty=of("Aaa"), shown=True)
    assert [each.kind for each in left] == ["ended"] and left[0].read_at is None
    assert not Delivery.objects.filter(notice__shown=False, done_at=None).exclude(channel="page").exists()
