"""Every endpoint that moves something of value does so once for one key.

The addresses are those of the URL table: one that can write and is named in neither list fails the first test.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from core import clock, encryption
from core.limits import REPLY_DAYS
from dynasty.models import Dynasty, Emperor, KeptReply, Offer, Transfer, User
from dynasty.services import idempotency, offers
from tests import factories
from tests.factories import born, endow, found, gold, proven
from tests.tournaments.api.test_scopes import CELLS
from tests.tournaments.negotiation import test_treaties
from tests.tournaments.series.test_series import season as made_season
from tests.tournaments.test_races import together
from tournaments.models import Entry, Recurrence, Series, SeriesEntry, Tournament, Waiting
from tournaments.services import recurrences, waiting_list
from tournaments.services import series as seasons

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
CROWD = 20
ROOT = Path(__file__).parents[3]


@dataclass
class Call:
    """A call to repeat, with a count and by how much one success changes it."""

    user: User
    path: str
    counts: Callable[[], int]
    change: int
    body: dict[str, Any] = field(default_factory=dict)
    other: dict[str, Any] = field(default_factory=dict)
    """Another body, for the same key."""


SOON = (timedelta(hours=1), timedelta(hours=2))


def cup(**changes: Any) -> dict[str, Any]:
    starts = (clock.now() + SOON[0]).isoformat()
    return {"title": "A Cup", "type": "gift", "game": "scripted", "field": "stage", "seats": 2, "round_seconds": 60,
            "starts_at": starts, "terms": {"prize": {"gold": 100}}} | changes  # fmt: skip


def entering() -> Call:
    emperor = born(found("Ming"), "Ada")
    tournament = factories.announce("conquer", terms={"fee": {"gold": 10}})
    return Call(emperor.dynasty.user, f"tournaments/{tournament.code}/entry/", lambda: gold(emperor.dynasty), -10,
                {"emperor": emperor.code, "seat": "a"}, {"emperor": emperor.code, "seat": "b"})  # fmt: skip


def withdrawing() -> Call:
    call = entering()
    tournament, emperor = Tournament.objects.get(), Emperor.objects.get()
    factories.enter(tournament, emperor, "a")
    return Call(call.user, call.path, call.counts, 10)


def betting() -> Call:
    tournament = factories.announce("honour", terms={"betting": True})
    factories.enter(tournament, born(found("Qing"), "Ada", 10), "a")
    bettor = proven(found("Ming"))
    body = {"emperor": born(bettor, "Eve").code, "seat": "a", "asset": "gold", "amount": 30}
    return Call(bettor.user, f"tournaments/{tournament.code}/bets/", lambda: gold(bettor), -30, body,
                body | {"amount": 31})  # fmt: skip


def announcing() -> Call:
    dynasty = proven(found("Ming"))
    return Call(dynasty.user, "tournaments/", lambda: gold(dynasty), -100, cup(), cup(title="Another Cup"))


def calling_off() -> Call:
    dynasty = found("Ming")
    tournament = factories.announce("gift", dynasty)
    return Call(dynasty.user, f"tournaments/{tournament.code}/", lambda: gold(dynasty), 100)


def offering() -> Call:
    dynasty = proven(found("Ming"))
    body = {"gives": {"gold": 7}, "asks": {"silver": 1}}
    return Call(dynasty.user, "market/offers/", lambda: gold(dynasty), -7, body, body | {"asks": {"silver": 2}})


def standing_offer() -> tuple[Dynasty, Offer]:
    dynasty = proven(found("Ming"))
    return dynasty, offers.create(dynasty=dynasty, gives={"gold": 7}, asks={"silver": 5})


def withdrawing_an_offer() -> Call:
    dynasty, offer = standing_offer()
    return Call(dynasty.user, f"market/offers/{offer.code}/", lambda: gold(dynasty), 7)


def accepting() -> Call:
    _giver, offer = standing_offer()
    taker = proven(found("Qing"))
    return Call(taker.user, f"market/offers/{offer.code}/accept/", lambda: gold(taker), 7)


def buying() -> Call:
    dynasty = found("Ming")
    return Call(dynasty.user, "market/keys/", lambda: gold(dynasty), -60, {"name": "ivory"}, {"name": "dragon"})


def buying_regalia() -> Call:
    dynasty = found("Ming")
    return Call(
        dynasty.user,
        "market/regalia/",
        lambda: gold(dynasty),
        -450,
        {"name": "rubies", "asset": "gold"},
        {"name": "ribbon", "asset": "gold"},
    )


def full_cup() -> tuple[Tournament, Emperor]:
    tournament = factories.announce(terms={"punctual": True})
    for name, seat in (("Qing", "a"), ("Yuan", "b")):
        factories.enter(tournament, born(found(name), name), seat)
    return tournament, born(found("Ming"), "Ada")


def standing_in_line() -> Call:
    tournament, emperor = full_cup()
    return Call(emperor.dynasty.user, f"tournaments/{tournament.code}/line/", Waiting.objects.count, 1,
                {"emperor": emperor.code}, {"emperor": emperor.code, "chest": 1})  # fmt: skip


def stepping_out() -> Call:
    tournament, emperor = full_cup()
    waiting_list.join(tournament=tournament, dynasty=emperor.dynasty, emperor=emperor, chest=0)
    return Call(emperor.dynasty.user, f"tournaments/{tournament.code}/line/", Waiting.objects.count, -1)


def recurring() -> Call:
    dynasty = found("Ming")
    body = {"tournament": factories.announce("training", dynasty).code, "every": "daily", "times": 3}
    return Call(dynasty.user, "recurring/", Recurrence.objects.count, 1, body, body | {"times": 4})


def begun() -> tuple[Dynasty, Recurrence]:
    dynasty = found("Ming")
    tournament = factories.announce("training", dynasty)
    return dynasty, recurrences.begin(tournament=tournament, by=dynasty, every="daily", zone="UTC", times=5)


def skipping() -> Call:
    dynasty, row = begun()
    return Call(dynasty.user, f"recurring/{row.code}/", lambda: factories.again(row).left, -1)


def editing() -> Call:
    dynasty, row = begun()
    body = {"title": "Another", "type": "training", "game": "emperors", "field": "duel-2", "seats": 2,
            "round_seconds": 60, "every": "weekly", "left": 5, "starts_at": row.next_at.isoformat()}  # fmt: skip
    return Call(dynasty.user, f"recurring/{row.code}/setup/", lambda: factories.again(row).left, 1, body,
                body | {"left": 6})  # fmt: skip


def stopping() -> Call:
    dynasty, row = begun()
    return Call(dynasty.user, f"recurring/{row.code}/", Recurrence.objects.filter(stopped_at=None).count, -1)


def season() -> dict[str, Any]:
    return {"title": "A Season", "format": "ladder", "type": "conquer", "game": "scripted", "field": "stage",
            "table_seats": 2, "round_seconds": 60, "rounds": 2, "points": [3, 1],
            "starts_at": (clock.now() + SOON[1]).isoformat()}  # fmt: skip


def announcing_made_season() -> Call:
    dynasty = proven(found("Ming"))
    return Call(dynasty.user, "series/", Series.objects.count, 1, season(), season() | {"title": "Another"})


def announcing_a_series() -> Call:
    dynasty = proven(found("Ming"))
    return Call(dynasty.user, "series/", Series.objects.count, 1, season(), season() | {"title": "Another"})


def calling_a_series_off() -> Call:
    row = made_season()
    return Call(row.organiser.user, f"series/{row.code}/", Series.objects.exclude(status="cancelled").count, -1)


def joining() -> Call:
    row, dynasty = made_season(), found("Ming")
    first, other = born(dynasty, "Ada"), born(dynasty, "Eve")
    return Call(dynasty.user, f"series/{row.code}/entry/", SeriesEntry.objects.count, 1, {"emperor": first.code},
                {"emperor": other.code})  # fmt: skip


def leaving() -> Call:
    row, emperor = made_season(), born(found("Ming"), "Ada")
    seasons.join(series=row, dynasty=emperor.dynasty, emperor=emperor)
    return Call(emperor.dynasty.user, f"series/{row.code}/entry/", SeriesEntry.objects.filter(left_at=None).count, -1)


def founding() -> Call:
    user = User.objects.create_user("founder@example.org", "a long password")
    return Call(user, "court/dynasty/", Transfer.objects.filter(cause="founding", asset="gold").count, 1,
                {"name": "Ming"}, {"name": "Qing"})  # fmt: skip


def raising() -> Call:
    dynasty = found("Ming")
    body = {"name": "Ada", "gender": "w", "birth_date": date(1400, 1, 1).isoformat()}
    return Call(dynasty.user, "court/emperors/", Emperor.objects.count, 1, body, body | {"name": "Eve"})


def retiring() -> Call:
    emperor = born(found("Ming"), "Ada")
    Emperor.objects.update(fought_at=clock.now())
    return Call(emperor.dynasty.user, f"court/emperors/{emperor.code}/",
                Emperor.objects.filter(died_at=None).count, -1)  # fmt: skip


def proposing() -> Call:
    tournament = test_treaties.begin()
    dynasty = test_treaties.of("Aaa")
    body = {"kind": "peace", "to": ["b"], "until": 3, "asset": "gold", "amount": test_treaties.STAKE}
    return Call(
        dynasty.user,
        f"tournaments/{tournament.code}/treaties/",
        lambda: gold(dynasty),
        -test_treaties.STAKE,
        body,
        body | {"until": 4},
    )


def concluding() -> Call:
    treaty = test_treaties.propose(test_treaties.begin())
    dynasty = test_treaties.of("Bbb")
    path = f"tournaments/{treaty.tournament.code}/treaties/{treaty.code}/"
    return Call(dynasty.user, path, lambda: gold(dynasty), -test_treaties.STAKE, {"accept": True}, {"accept": False})


VALUE: dict[tuple[str, str], Callable[[], Call]] = {
    ("api_entry", "POST"): entering, ("api_entry", "DELETE"): withdrawing, ("api_bets", "POST"): betting,
    ("api_tournaments", "POST"): announcing, ("api_tournament", "DELETE"): calling_off,
    ("api_offers", "POST"): offering, ("api_offer", "DELETE"): withdrawing_an_offer, ("api_accept", "POST"): accepting,
    ("api_regalia", "POST"): buying_regalia, ("api_treaties", "POST"): proposing, ("api_treaty", "POST"): concluding,
    ("api_keys", "POST"): buying, ("api_line", "POST"): standing_in_line, ("api_line", "DELETE"): stepping_out,
    ("api_recurring", "POST"): recurring, ("api_one_recurring", "POST"): skipping,
    ("api_recurring_setup", "PUT"): editing,
    ("api_one_recurring", "DELETE"): stopping, ("api_all_series", "POST"): announcing_a_series,
    ("api_series", "DELETE"): calling_a_series_off, ("api_series_entry", "PUT"): joining,
    ("api_series_entry", "DELETE"): leaving, ("api_found", "PUT"): founding, ("api_raise", "POST"): raising,
    ("api_retire", "DELETE"): retiring,
}  # fmt: skip
"""What moves wealth or reputation, binds it, or makes and ends what carries it."""
WORTHLESS = {
    "api_order", "api_standing", "api_votes", "api_more_time", "api_lead", "api_computer", "api_leave", "api_one_leave",
    "api_talk", "api_report", "api_muted", "api_unmute", "api_notices", "api_notice_settings", "api_notice_push",
    "api_preferences", "api_invitations", "api_link", "api_casual", "api_casual_seats", "api_casual_battle",
    "api_casual_rematch", "api_draft", "api_queued", "api_boards", "api_board", "api_review", "api_portrait",
    "api_puzzle", "api_following", "api_webhooks", "api_webhook", "api_webhook_test", "api_webhook_secret",
    "api_maps", "api_map", "api_club_membership", "api_friends", "api_app_token", "api_app_revoke",
}  # fmt: skip
"""Where nothing of value is moved."""


def test_every_address_that_writes_is_in_one_of_the_lists() -> None:
    writing = {(name, method) for name, method in CELLS if method != "GET"}
    assert {cell for cell in writing if cell[0] not in WORTHLESS} == set(VALUE)


def send(call: Call, method: str, key: str, body: dict[str, Any] | None = None) -> Any:
    client = APIClient()
    client.force_authenticate(call.user)
    send = getattr(client, method.lower())
    wanted = call.body if body is None else body
    return send(f"/api/v1/{call.path}", wanted, format="json", headers={"Idempotency-Key": key})


@pytest.mark.parametrize("cell", VALUE, ids="-".join)
def test_twenty_at_once_have_one_effect_and_one_reply(cell: tuple[str, str]) -> None:
    call, method = VALUE[cell](), cell[1]
    before = call.counts()
    answers = together([partial(send, call, method, "the-same")] * CROWD)
    assert len({(answer.status_code, answer.content) for answer in answers}) == 1
    assert answers[0].status_code in (200, 201, 204), answers[0].content
    assert call.counts() - before == call.change
    assert [answer.get("Idempotency-Replayed") for answer in answers].count("true") == CROWD - 1
    assert factories.books_balance() and KeptReply.objects.count() == 1
    if call.body:
        other = send(call, method, "the-same", call.other)
        assert (other.status_code, other.json()["code"]) == (422, "key_reused")
        assert call.counts() - before == call.change


def test_what_was_refused_may_be_tried_again_with_the_same_key() -> None:
    call = buying()
    dynasty = Dynasty.objects.get()
    call.body = {"name": "ivory", "count": 20}
    poor = send(call, "POST", "k")
    assert (poor.status_code, poor.json()["code"]) == (409, "not_enough") and not KeptReply.objects.exists()
    endow(dynasty, "gold", 1_000)
    assert send(call, "POST", "k").status_code == 204 and gold(dynasty) == 800


def test_a_key_is_its_users_own_and_has_a_form() -> None:
    first, second = found("Ming"), found("Qing")
    body = {"name": "ivory"}
    for dynasty in (first, second):
        answer = send(Call(dynasty.user, "market/keys/", int, 0, body), "POST", "k")
        assert answer.status_code == 204 and "Idempotency-Replayed" not in answer and gold(dynasty) == 940
    bad = send(Call(first.user, "market/keys/", int, 0, body), "POST", "two words")
    assert (bad.status_code, bad.json()["code"]) == (400, "bad_idempotency_key")


def test_replies_are_kept_as_long_as_the_page_on_protection_says() -> None:
    page = " ".join((ROOT / "docs/engineering/protection.md").read_text().split())
    assert REPLY_DAYS == 2 and "replies to programs two days" in page
    call = buying()
    send(call, "POST", "k")
    with clock.freeze(clock.now() + timedelta(days=1, hours=23)):
        assert idempotency.delete_old() == 0
    with clock.freeze(clock.now() + timedelta(days=2, minutes=1)):
        assert idempotency.delete_old() == 1 and not KeptReply.objects.exists()


def test_no_key_or_order_lies_in_clear_in_a_kept_reply() -> None:
    user = found("Ming").user
    call = Call(user, "casual/", int, 0, {"mode": "link", "people": 2, "computers": 0, "field": "duel-2"})
    result = [send(call, "POST", "k") for _time in range(2)]
    assert [each.status_code for each in result] == [201, 201] and result[0].content == result[1].content
    kept = KeptReply.objects.get().body
    answer = result[0].json()
    for secret in (answer["key"], *answer["invitations"].values(), answer["code"]):
        assert secret not in kept
    assert kept.startswith(encryption.PREFIX)


def test_a_reply_under_a_lost_key_is_refused_and_nothing_is_done_twice(settings: Any) -> None:
    call = buying()
    send(call, "POST", "k")
    before, settings.SECRET_KEY = gold(Dynasty.objects.get()), "the key of a later year"
    again = send(call, "POST", "k")
    assert (again.status_code, again.json()["code"]) == (409, "reply_gone") and gold(Dynasty.objects.get()) == before


def test_a_secret_that_is_told_once_is_not_kept() -> None:
    dynasty = found("Ming")
    tournament = factories.announce("gift", dynasty, terms={"link": True})
    call = Call(dynasty.user, f"tournaments/{tournament.code}/link/", int, 0)
    assert send(call, "POST", "k").json()["token"] and not KeptReply.objects.exists()
    assert not Entry.objects.exists()
