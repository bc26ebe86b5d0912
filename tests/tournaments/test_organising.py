"""What organisers do: who may host and enter, the line before a full tournament, what recurs, and the log of it all."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from core import clock
from core.errors import DomainError
from dynasty.domain import notification_types
from dynasty.models import Dynasty, Notice, User
from tests import factories
from tests.factories import again, announce, at_court, born, enter, found, gold, proven
from tests.tournaments.test_races import together
from tournaments.domain import audit_actions
from tournaments.domain import terms as terms_of
from tournaments.models import DirectorAct, Entry, Invitation, Occurrence, PrivateLink, Recurrence, Tournament, Waiting
from tournaments.selectors import hosting as hosting_selectors
from tournaments.services import (
    announcements,
    audit_log,
    bets,
    chat,
    entries,
    hosting,
    invitations,
    lifecycle,
    moderation,
    recurrences,
    rounds,
    waiting_list,
)

pytestmark = pytest.mark.django_db
PUNCTUAL = {"punctual": True}


def error_code(call: Any, **arguments: Any) -> str:
    with pytest.raises(DomainError) as error:
        call(**arguments)
    assert str(error.value)
    return error.value.code


def acts(tournament: Tournament) -> list[str]:
    return list(DirectorAct.objects.filter(tournament=tournament).order_by("pk").values_list("act", flat=True))


# ── Who may host ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("type", ["gift", "honour", "conquer", "death"])
def test_who_never_fought_holds_no_serious_tournament(type: str) -> None:
    organiser = found("Ming")
    with pytest.raises(DomainError) as error:
        announce(type, organiser, proven=False)
    assert error.value.code == "never_fought"
    assert not Tournament.objects.exists() and not DirectorAct.objects.exists() and gold(organiser) == 1_000
    assert announce(type, proven(organiser), proven=False).organiser == organiser


def test_everybody_holds_training() -> None:
    assert announce("training", found("Ming"), proven=False).status == "announced"


def test_a_code_is_announced_once() -> None:
    organiser = found("Ming")
    made = announce("gift", organiser, code="abcdefghjk")
    assert made.code == "abcdefghjk"
    with pytest.raises(DomainError) as error:
        announce("gift", organiser, code="abcdefghjk")
    assert error.value.code == "announced_already" and gold(organiser) == 900


# ── Invitations and links ──────────────────────────────────────────────────────────────────────────────────


def test_the_invited_are_told_and_enter_and_others_are_refused() -> None:
    organiser, guest, stranger = found("Ming"), born(found("Qing"), "Kangxi"), born(found("Yuan"), "Kublai")
    cup = announce("gift", organiser, terms={"invited": [guest.dynasty.code]})
    notice = Notice.objects.get(dynasty=guest.dynasty)
    assert (notice.kind, notice.facts["title"], notice.facts["dynasty"]) == ("invited", cup.title, "Ming")
    assert acts(cup) == ["announced", "invited"]
    with pytest.raises(DomainError) as error:
        enter(cup, stranger, "a")
    assert error.value.code == "not_invited" and at_court(stranger)
    enter(cup, guest, "a")
    invitations.invite(tournament=cup, by=organiser, dynasty=stranger.dynasty)
    invitations.invite(tournament=cup, by=organiser, dynasty=stranger.dynasty)
    assert acts(cup) == ["announced", "invited", "invited"]
    enter(cup, stranger, "b")


def test_only_the_organiser_invites_and_only_where_it_matters() -> None:
    organiser, other = found("Ming"), found("Qing")
    closed, open_ = announce("gift", organiser, terms={"link": True}), announce("gift", organiser)
    invite = partial(error_code, invitations.invite, dynasty=other)
    assert invite(tournament=closed, by=other) == "not_yours"
    assert invite(tournament=open_, by=organiser) == "open_to_all"
    assert (
        error_code(invitations.invite, tournament=closed, by=organiser, dynasty=factories.house("Gate"))
        == "house_dynasty"
    )
    announcements.cancel(tournament=closed, by=organiser)
    assert invite(tournament=closed, by=organiser) == "not_announced"
    assert not Invitation.objects.exists() and not Notice.objects.exclude(kind="ended").exists()


def test_invitations_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "INVITED", 1)
    organiser = found("Ming")
    cup = announce("gift", organiser, terms={"link": True})
    invitations.invite(tournament=cup, by=organiser, dynasty=found("Qing"))
    assert error_code(invitations.invite, tournament=cup, by=organiser, dynasty=found("Yuan")) == "too_many_invited"


def test_a_private_link_lets_in_and_only_its_hash_is_kept() -> None:
    organiser, guest = found("Ming"), born(found("Qing"), "Kangxi")
    wanted = {"title": "Behind the Wall", "type": "conquer", "game": "scripted", "field": "stage", "rules": {},
              "terms": factories.terms.read({"link": True}), "seats": 2, "round_seconds": 60,
              "starts_at": clock.now() + factories.HOUR}  # fmt: skip
    hosted = hosting.host(organiser=proven(organiser), announcement=wanted)
    cup, token = hosted.tournament, hosted.token
    kept = PrivateLink.objects.get(tournament=cup).hash
    assert len(token) >= 32 and token not in kept and token not in str(DirectorAct.objects.values())
    assert error_code(enter, tournament=cup, emperor=guest, seat="a") == "not_invited"
    accept = partial(invitations.accept, tournament=cup, dynasty=guest.dynasty)
    assert error_code(accept, token="x" * 32) == "no_such_invitation"
    accept(token=token), accept(token=token)
    assert Invitation.objects.get().by_link
    enter(cup, guest, "a")
    new = invitations.create_link(tournament=cup, by=organiser)
    assert error_code(invitations.accept, tournament=cup, dynasty=found("Yuan"), token=token) == "no_such_invitation"
    assert invitations.is_link_secret(cup, new) and not invitations.is_link_secret(announce(), new)
    assert error_code(invitations.create_link, tournament=cup, by=guest.dynasty) == "not_yours"


def test_no_link_where_none_was_announced() -> None:
    organiser = found("Ming")
    assert error_code(invitations.create_link, tournament=announce("gift", organiser), by=organiser) == "no_link_here"


# ── The line ───────────────────────────────────────────────────────────────────────────────────────────────


def full(**changes: Any) -> tuple[Tournament, list[Any]]:
    cup = announce("gift", terms=PUNCTUAL | changes.pop("terms", {}), **changes)
    inside = [born(found(name), name) for name in ("Ming", "Qing")]
    for seat, emperor in zip("ab", inside, strict=True):
        enter(cup, emperor, seat)
    return cup, inside


def test_a_punctual_tournament_waits_for_its_time() -> None:
    cup, _inside = full()
    assert not lifecycle.start(tournament_id=cup.pk) and lifecycle.start_due() == 0
    with clock.freeze(cup.starts_at + timedelta(seconds=1)):
        assert lifecycle.start_due() == 1
    assert again(cup).status == "running"


def test_the_first_in_line_takes_the_seat_of_who_withdraws() -> None:
    cup, inside = full()
    first, second = born(found("Yuan"), "Kublai"), born(found("Song"), "Taizu")
    for emperor in (first, second):
        waiting_list.join(tournament=cup, dynasty=emperor.dynasty, emperor=emperor)
    assert at_court(first) and waiting_list.move_up_due() == 0
    entries.withdraw(tournament=cup, dynasty=inside[0].dynasty)
    assert waiting_list.move_up_due() == 1
    assert Entry.objects.get(tournament=cup, seat="a").emperor == first and not at_court(first)
    assert [each.dynasty for each in hosting_selectors.list_waiting(cup)] == [second.dynasty]
    assert Notice.objects.get(dynasty=first.dynasty).facts["result"] == "moved"
    assert waiting_list.move_up_due() == 0


def test_who_cannot_come_any_more_is_passed_over_and_told() -> None:
    cup, inside = full()
    busy, second = born(found("Yuan"), "Kublai"), born(found("Song"), "Taizu")
    for emperor in (busy, second):
        waiting_list.join(tournament=cup, dynasty=emperor.dynasty, emperor=emperor)
    enter(announce("gift"), busy, "a")
    entries.withdraw(tournament=cup, dynasty=inside[1].dynasty)
    assert waiting_list.move_up(tournament_id=cup.pk) == 1
    assert Entry.objects.get(tournament=cup, seat="b").emperor == second and not Waiting.objects.exists()
    notices = Notice.objects.get(dynasty=busy.dynasty, kind="seat").facts
    assert notices["result"] == "passed" and notices["why"]["code"] == "not_at_court"
    for language, words in (("es", "no está en la corte."), ("ca", "no és a la cort."), ("en", "is not at court.")):
        with translation.override(language):
            assert notification_types.format_sentence("seat", notices).endswith(f"Kublai {words}")


def test_a_chest_waits_in_secret_and_is_filled_when_its_turn_comes() -> None:
    cup = announce("conquer", terms=PUNCTUAL | {"chests": {"minimum": 100, "maximum": 500}})
    ming, qing, yuan = (born(found(name), name) for name in ("Ming", "Qing", "Yuan"))
    enter(cup, ming, "a", chest=100), enter(cup, qing, "b", chest=100)
    wait = partial(waiting_list.join, tournament=cup, dynasty=yuan.dynasty, emperor=yuan)
    assert error_code(wait, chest=99) == "bad_chest"
    wait(chest=345)
    assert gold(yuan.dynasty) == 1_000
    entries.withdraw(tournament=cup, dynasty=ming.dynasty)
    assert waiting_list.move_up(tournament_id=cup.pk) == 1 and gold(yuan.dynasty) == 655


def test_refusals_at_the_line() -> None:
    free = announce("gift", terms=PUNCTUAL)
    cup, inside = full(title="The Full Cup", terms={"betting": True})
    late, bettor = born(found("Yuan"), "Kublai"), born(found("Song"), "Taizu")

    bets.place_bet(tournament=cup, dynasty=bettor.dynasty, emperor=bettor, seat="a", asset="gold", amount=5)
    wait = partial(error_code, waiting_list.join)
    assert wait(tournament=free, dynasty=late.dynasty, emperor=late) == "seats_free"
    assert wait(tournament=cup, dynasty=inside[0].dynasty, emperor=inside[0]) == "one_seat"
    assert wait(tournament=cup, dynasty=bettor.dynasty, emperor=bettor) == "you_bet_here"
    assert wait(tournament=cup, dynasty=late.dynasty, emperor=bettor) == "not_your_emperor"
    assert error_code(waiting_list.leave, tournament=cup, dynasty=late.dynasty) == "not_waiting"
    assert not Waiting.objects.exists()
    waiting_list.join(tournament=cup, dynasty=late.dynasty, emperor=late)
    assert wait(tournament=cup, dynasty=late.dynasty, emperor=late) == "waits_already"
    waiting_list.leave(tournament=cup, dynasty=late.dynasty)
    with clock.freeze(cup.starts_at + timedelta(seconds=1)):
        assert wait(tournament=cup, dynasty=late.dynasty, emperor=late) == "not_open"
        lifecycle.start_due()
        assert wait(tournament=cup, dynasty=late.dynasty, emperor=late) == "not_announced"
    assert not Waiting.objects.exists()


def test_the_line_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_list, "MAX_WAITING", 1)
    cup, _inside = full()
    for name, code in (("Yuan", ""), ("Song", "line_too_long")):
        emperor = born(found(name), name)
        if code:
            assert error_code(waiting_list.join, tournament=cup, dynasty=emperor.dynasty, emperor=emperor) == code
        else:
            waiting_list.join(tournament=cup, dynasty=emperor.dynasty, emperor=emperor)


# ── Recurring tournaments ────────────────────────────────────────────────────────────────────────────────────────────

MADRID = "Europe/Madrid"


def recurring(organiser: Dynasty, starts_at: datetime, every: str = "daily", times: int = 3, **changes: Any) -> Any:
    cup = announce("training", organiser, starts_at=starts_at, title="Every Evening", **changes)
    return recurrences.begin(tournament=cup, by=organiser, every=every, zone=MADRID, times=times)


def test_the_same_hour_of_madrid_across_both_changes_of_the_clocks() -> None:
    for day, before, after in (((2026, 3, 28), 19, 18), ((2026, 10, 24), 18, 19)):
        moment = datetime(*day, before, tzinfo=UTC)
        found_ = recurrences.get_next_start(moment, "daily", datetime(1, 1, 1, 20).time(), MADRID)
        assert found_ - moment == timedelta(hours=24 + after - before)


def test_it_is_announced_again_until_it_was_held_so_often() -> None:
    organiser, start = found("Ming"), datetime(2030, 5, 1, 18, tzinfo=UTC)
    with clock.freeze(start - timedelta(hours=2)):
        row = recurring(organiser, start)
        assert (row.left, row.next_at) == (2, start + timedelta(days=1))
        assert recurrences.announce_due() == 0
    for day in (1, 2):
        with clock.freeze(start + timedelta(days=day) - timedelta(hours=10)):
            assert recurrences.announce_due() == 1 and recurrences.announce_due() == 0
    row = again(row)
    assert row.stopped_at is not None and row.left == 0
    held = Tournament.objects.order_by("starts_at")
    assert [each.starts_at for each in held] == [start + timedelta(days=day) for day in range(3)]
    assert {each.title for each in held} == {"Every Evening"} and Occurrence.objects.count() == 3
    assert acts(held[1]) == ["announced", "recurred"]


def test_skip_and_stop() -> None:
    organiser, start = found("Ming"), datetime(2030, 5, 1, 18, tzinfo=UTC)
    with clock.freeze(start - timedelta(hours=2)):
        row = recurring(organiser, start, every="weekly", times=5)
        assert row.next_at == start + timedelta(days=7)
        assert error_code(recurrences.skip, recurrence=row, by=found("Qing")) == "not_yours"
        assert recurrences.skip(recurrence=row, by=organiser).next_at == start + timedelta(days=14)
        recurrences.stop(recurrence=row, by=organiser)
        assert error_code(recurrences.stop, recurrence=row, by=organiser) == "has_stopped"
        assert error_code(recurrences.skip, recurrence=row, by=organiser) == "has_stopped"
    with clock.freeze(start + timedelta(days=13)):
        assert recurrences.announce_due() == 0 and Tournament.objects.count() == 1


def next_one(row: Any, **changes: Any) -> dict[str, Any]:
    """Return what a change of a recurrence sends: its present values, but for the changes."""
    wanted = {name: row.setup[name] for name in recurrences.SETUP_FIELDS} | {"starts_at": row.next_at} | changes
    return wanted | {"terms": terms_of.read(wanted["terms"])}


def change(row: Any, every: str = "daily", zone: str = MADRID, left: int = 2, **changes: Any) -> Any:
    return recurrences.change(
        recurrence=row,
        by=changes.pop("by", row.organiser),
        announcement=next_one(row, **changes),
        every=every,
        zone=zone,
        left=left,
    )


def test_a_change_holds_from_the_next_one_on_and_nothing_is_taken_before() -> None:
    organiser, start = found("Ming"), datetime(2030, 5, 1, 18, tzinfo=UTC)
    with clock.freeze(start - timedelta(hours=2)):
        row = recurring(organiser, start)
        first = Tournament.objects.get()
        notices, before = Notice.objects.count(), acts(first)
        change(
            row,
            every="weekly",
            left=5,
            title="Every Week",
            type="gift",
            terms={"prize": {"gold": 700}},
            starts_at=start + timedelta(days=2, hours=1),
        )
        assert gold(organiser) == 1_000 and Notice.objects.count() == notices and acts(first) == before
        assert Tournament.objects.count() == 1 and factories.books_balance()
    with clock.freeze(start + timedelta(days=1)):
        assert recurrences.announce_due() == 1
    cup = Tournament.objects.order_by("pk")[1]
    assert (cup.title, cup.type, cup.starts_at) == ("Every Week", "gift", start + timedelta(days=2, hours=1))
    assert (again(first).title, again(first).type, gold(organiser)) == ("Every Evening", "training", 300)
    assert (again(row).left, again(row).next_at) == (4, start + timedelta(days=9, hours=1))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"every": "hourly"}, "bad_recurrence"),
        ({"left": 0}, "bad_recurrence"),
        ({"left": 61}, "bad_recurrence"),
        ({"zone": "Europe/Atlantis"}, "unknown_zone"),
        ({"title": "No"}, "title_length"),
        ({"seats": 17}, "bad_seats"),
        ({"type": "gift", "terms": {"prize": {"gold": 1_001}}}, "not_enough"),
        ({"type": "gift", "terms": {"prize": {"reputation": 5}, "giver": "nobody"}}, "bad_giver"),
        ({"starts_at": datetime(2030, 1, 1, tzinfo=UTC)}, "bad_times"),
        ({"timetable": {"daily": "25:00"}}, "bad_hour"),
        ({"rules": {"path": "sideways"}, "game": "emperors", "field": "duel-2"}, "unknown-value"),
    ],
)
def test_a_change_is_checked_like_an_announcement_and_refused_as_a_whole(changes: dict[str, Any], code: str) -> None:
    organiser = found("Ming")
    row = again(recurring(organiser, clock.now() + factories.HOUR))
    stands = vars(row) | {"_state": None}
    assert error_code(change, row=row, **changes) == code
    assert vars(again(row)) | {"_state": None} == stands and factories.books_balance()


def test_a_change_is_ones_own_and_of_what_still_recurs() -> None:
    organiser = found("Ming")
    row = recurring(organiser, clock.now() + factories.HOUR)
    assert error_code(change, row=row, by=found("Qing")) == "not_yours"
    recurrences.stop(recurrence=row, by=organiser)
    assert error_code(change, row=row) == "has_stopped"


def test_a_change_never_announces_the_same_evening_twice() -> None:
    organiser, start = found("Ming"), datetime(2030, 5, 1, 18, tzinfo=UTC)
    with clock.freeze(start - timedelta(hours=2)):
        row = recurring(organiser, start)
        shown = again(row)
    with clock.freeze(start + timedelta(hours=6)):
        assert recurrences.announce_due() == 1
        assert error_code(change, row=shown, title="Meanwhile it was announced") == "recurs_already"
        announcements.cancel(tournament=Tournament.objects.order_by("pk")[1], by=organiser)
        assert change(shown, title="Again").next_at == shown.next_at


def test_a_start_that_stands_far_off_stays_and_failures_are_forgiven() -> None:
    organiser, start = found("Ming"), clock.now() + timedelta(days=58)
    row = recurring(organiser, start, every="weekly")
    Recurrence.objects.filter(pk=row.pk).update(missed=2)
    assert change(row, every="weekly", title="Far off").next_at == row.next_at.replace(microsecond=0)
    assert again(row).missed == 0 and row.next_at > clock.now() + announcements.LATEST_START


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"every": "hourly"}, "bad_recurrence"),
        ({"times": 1}, "bad_recurrence"),
        ({"times": 61}, "bad_recurrence"),
        ({"zone": "Europe/Atlantis"}, "unknown_zone"),
        ({"zone": "../../etc/passwd"}, "unknown_zone"),
    ],
)
def test_what_cannot_recur(changes: dict[str, Any], code: str) -> None:
    organiser = found("Ming")
    cup = announce("training", organiser)
    wanted = {"every": "daily", "zone": "UTC", "times": 3} | changes
    assert error_code(recurrences.begin, tournament=cup, by=organiser, **wanted) == code
    assert not Recurrence.objects.exists()


def test_what_recurs_is_bounded_and_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recurrences, "RECURRING", 1)
    organiser, start = found("Ming"), clock.now() + factories.HOUR
    recurring(organiser, start)
    cup = announce("training", organiser)
    begin = partial(error_code, recurrences.begin, tournament=cup, every="daily", zone="UTC", times=3)
    assert begin(by=organiser) == "too_many_recurring" and begin(by=found("Qing")) == "not_yours"


def test_what_cannot_be_paid_is_told_and_stops_after_three_times() -> None:
    organiser, start = found("Ming"), datetime(2030, 5, 1, 18, tzinfo=UTC)
    with clock.freeze(start - timedelta(hours=2)):
        cup = announce("gift", organiser, starts_at=start, terms={"prize": {"gold": 700}})
        row = recurrences.begin(tournament=cup, by=organiser, every="daily", zone="UTC", times=9)
    for day in (1, 2, 3):
        with clock.freeze(start + timedelta(days=day) - timedelta(hours=1)):
            assert recurrences.announce_due() == 0
    assert again(row).stopped_at is not None and Tournament.objects.count() == 1
    notices = Notice.objects.filter(dynasty=organiser, kind="recurring").order_by("pk")
    assert len(notices) == 3 and notices[2].facts["result"] == "stopped"
    assert notices[0].facts["why"]["code"] == "not_enough"
    with translation.override("ca"):
        assert "No en tens prou (monedes d’or): en necessites 700 i en tens 300." in notification_types.format_sentence(
            "recurring", notices[0].facts
        )
    assert gold(organiser) == 300 and factories.books_balance()


# ── The log of directors ───────────────────────────────────────────────────────────────────────────────────


def test_a_reason_for_calling_off_is_public_and_everything_goes_back() -> None:
    organiser = found("Ming")
    cup = announce("gift", organiser)
    call_off = partial(announcements.cancel, tournament=cup, by=organiser)
    assert (
        error_code(call_off, reason="x" * 201) == "bad_reason"
        and error_code(call_off, reason="a\u202eb") == "bad_reason"
    )
    assert again(cup).status == "announced"
    call_off(reason="  The hall   burnt down. ")
    assert again(cup).status == "cancelled" and gold(organiser) == 1_000
    assert hosting_selectors.list_acts(cup)[0].sentence == "Ming cancelled it: The hall burnt down."


def test_halting_resuming_and_giving_up_are_told_of_the_staff() -> None:
    cup, _fighters = factories.begin("gift", 0, 0)
    rounds.halt(cup.rounds.get())
    rounds.resume(tournament_id=cup.pk)
    rounds.halt(cup.rounds.get())
    announcements.cancel_halted(tournament=cup)
    assert acts(cup) == ["halted", "resumed", "halted", "given_up"]
    assert hosting_selectors.list_acts(cup)[-1].sentence == "The staff of the site halted it in round 1."


def test_a_removed_message_stands_in_the_log_without_its_words() -> None:
    cup, (one, _other) = factories.begin("gift", 0, 0)
    text = chat.post(tournament=cup, dynasty=one.dynasty, room="table", text="Something vile")
    staff = User.objects.create_user("staff@example.org", "a long password", is_staff=True)
    moderation.remove_message(user=staff, message=text, reason="Insults")
    line = hosting_selectors.list_acts(cup)[0]
    assert line.act == "message_removed" and "Insults" in line.sentence and "vile" not in line.sentence


def test_an_act_is_never_changed_and_every_act_has_words() -> None:
    cup = announce("gift", found("Ming"))
    with pytest.raises(IntegrityError), transaction.atomic():
        DirectorAct.objects.update(act="cancelled")
    with pytest.raises(ValueError, match="unknown act"):
        audit_log.record(cup, "danced")
    facts = dict.fromkeys(("reason", "round", "dynasty", "table", "series"), "X")
    for act in audit_actions.SENTENCES:
        assert "%" not in audit_actions.describe_action(act, "Ming", facts)


# ── Races ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_fifty_enter_for_the_last_seat() -> None:
    cup = announce("gift", seats=2)
    enter(cup, born(found("Ming"), "Yongle"), "a")
    many = [born(found(f"House {number:02}"), "Ada") for number in range(50)]
    results = together([partial(enter, cup, emperor, "b") for emperor in many])
    assert results.count("seat_taken") == 49 and cup.entries.count() == 2


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_the_line_moves_up_once_however_many_move_it() -> None:
    cup, inside = full()
    many = [born(found(f"House {number:02}"), "Ada") for number in range(12)]
    results = together(
        [partial(waiting_list.join, tournament=cup, dynasty=each.dynasty, emperor=each) for each in many]
    )
    assert len([each for each in results if isinstance(each, Waiting)]) == 12
    entries.withdraw(tournament=cup, dynasty=inside[0].dynasty)
    first = hosting_selectors.list_waiting(cup)[0].dynasty
    moved = together([partial(waiting_list.move_up, tournament_id=cup.pk)] * 6 + [waiting_list.move_up_due] * 2)
    assert sum(moved) == 1 and cup.entries.count() == 2 and Waiting.objects.count() == 11
    assert Entry.objects.get(tournament=cup, seat="a").dynasty == first


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_a_recurring_tournament_is_announced_once_however_many_announce_it() -> None:
    organiser = found("Ming")
    row = recurring(organiser, clock.now() + factories.HOUR)
    Recurrence.objects.filter(pk=row.pk).update(next_at=clock.now() + timedelta(hours=5))
    assert sum(together([recurrences.announce_due] * 6)) == 1
    assert Tournament.objects.count() == 2 and again(row).left == 1
