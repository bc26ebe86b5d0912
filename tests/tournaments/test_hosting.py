"""Announcing a tournament step by step, and the pages of organisers: what they show, refuse, and never take."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.forms.models import model_to_dict
from django.test import Client

from core import clock
from dynasty.models import Transfer
from tests import factories
from tests.factories import again, born, endow, enter, found, gold, proven
from tests.tournaments.test_pages import log_in
from tournaments.domain import games, terms
from tournaments.forms import announcement_defaults, battlefields
from tournaments.forms.announcements import STEPS
from tournaments.models import Invitation, PrivateLink, Recurrence, Tournament, Waiting
from tournaments.services import invitations, recurrences, waiting_list

pytestmark = pytest.mark.django_db
BUDGET = 15


@pytest.fixture
def send(django_assert_max_num_queries: Any) -> Any:
    """Post a whole announcement within the budget of queries; `go`: announce, or the name of a step to see."""

    def post(who: Client, go: str = "announce", step: str = "confirm", **changes: Any) -> Any:
        data = dict(
            announcement_defaults.build_form_data(
                announcement_defaults.get_usual_values() | {"title": "The Jade Cup"} | changes
            ).lists()
        )
        data |= {"go": [go], "step": [step]}
        if go == "announce":
            return who.post("/announce/", data)
        with django_assert_max_num_queries(BUDGET):
            return who.post("/announce/", data)

    return post


def tomorrow() -> str:
    return announcement_defaults.format_local_time(clock.now() + timedelta(days=1), "UTC")


def words(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def test_only_dynasties_announce() -> None:
    assert "/account/login/" in Client().get("/announce/")["Location"]
    stranger = Client()
    stranger.force_login(factories.User.objects.create_user("new@example.org", "a long password"))
    assert stranger.get("/announce/")["Location"] == "/found/"
    assert stranger.post("/announce/words", {}).status_code == 403


def test_every_step_shows_its_own_and_carries_the_rest(send: Any) -> None:
    who = log_in(proven(found("Ming")))
    for step, form in STEPS.items():
        page = send(who, go=step, type="conquer", preset="composed").content.decode()
        shown = set(re.findall(r'name="([a-z_]+)"', page))
        assert set(announcement_defaults.get_usual_values()) - {"stake"} <= shown | {"giver"}, step
        assert f'name="step" value="{step}"' in page and "<h1>" in page
        assert page.count('type="hidden" name="title"') == (0 if "title" in form.base_fields else 1)
    assert not Tournament.objects.exists()


def test_a_step_that_is_not_filled_in_is_shown_again(send: Any) -> None:
    who = log_in(found("Ming"))
    answer = send(who, go="next", step="battle", title="")
    assert answer.status_code == 422 and 'value="battle"' in words(answer) and "errorlist" in words(answer)
    assert 'name="step" value="time"' in words(send(who, go="next", step="battle"))
    assert 'name="step" value="stakes"' in words(send(who, go="next", step="battle", type="conquer"))
    assert 'name="step" value="rules"' in words(send(who, go="next", step="battle", preset="composed"))
    assert 'name="step" value="battle"' in words(send(who, go="back", step="time"))
    assert 'name="step" value="confirm"' in words(send(who, go="next", step="entry"))


def test_the_contract_is_the_one_that_is_announced(send: Any) -> None:
    ming = proven(found("Ming"))
    who = log_in(ming)
    wanted = {"type": "honour", "stake": 25, "fee_gold": 40, "betting": "on", "seats": 4, "field": "emperors:cross-4",
              "preset": "emperors:throne",
              "minimum_reputation": 30, "daily": "20:00", "zone": "Europe/Madrid", "round_seconds": 3_600,
              "starts": tomorrow()}  # fmt: skip
    text = words(send(who, go="confirm", **wanted))
    answer = send(who, **wanted)
    cup = Tournament.objects.get()
    assert answer["Location"] == f"/tournament/{cup.code}/"
    announced = words(Client().get(answer["Location"]))
    sentences = ["Every Emperor stakes 25 reputation.", "Entering costs 40 gold coins, which the winners share.",
                 "An Emperor needs a reputation of 30 to enter.", "Winning: +20 reputation."]  # fmt: skip
    assert all(sentence in text and sentence in announced for sentence in sentences)
    assert (cup.organiser, cup.type, cup.seats, cup.field) == (ming, "honour", 4, "cross-4")
    assert cup.timetable["daily"] == "20:00" and cup.timetable["zone"] == "Europe/Madrid"
    assert terms.read(cup.terms).stake == 25


def test_a_lock_has_its_price_in_the_contract(send: Any) -> None:
    ming = proven(found("Ming"))
    who = log_in(ming)
    wanted = {"type": "conquer", "key": "iron", "starts": tomorrow()}
    assert "Iron Gate – lock: 2 sapphires or 110 gold coins" in words(send(who, go="entry", **wanted))
    assert "You pay 110 gold coins for the lock now." in words(send(who, go="confirm", **wanted))
    endow(ming, "sapphire", 2)
    assert "You pay 2 sapphires for the lock now." in words(send(who, go="confirm", **wanted))
    send(who, **wanted)
    assert gold(ming, "sapphire") == 0 and gold(ming) == 1_000
    text = words(send(who, go="confirm", **wanted | {"prize_gold": 900, "type": "gift"}))
    assert "your dynasty has too little of both" in text and "for the lock now" not in text
    assert 'name="go" value="entry"' in text


def test_what_is_chosen_of_names_and_orders_in_time_stands_in_the_contract(send: Any) -> None:
    wanted = {
        "type": "conquer",
        "seats": 4,
        "field": "emperors:cross-4",
        "preset": "emperors:throne",
        "round_seconds": 86_400,
        "starts": tomorrow(),
        "anonymous": "on",
        "timeliness": 90,
        "newcomers": "",
    }
    send(log_in(proven(found("Ming"))), **wanted)
    cup = Tournament.objects.get()
    agreed = terms.read(cup.terms)
    assert (agreed.anonymous, agreed.programs, agreed.timeliness, agreed.newcomers) == (True, False, 90, False)
    assert not cup.absence["leave"]


def test_a_training_that_is_to_be_anonymous_is_sent_back_to_that_step(send: Any) -> None:
    text = words(send(log_in(proven(found("Ming"))), go="confirm", anonymous="on"))
    assert "A training never names its players" in text
    assert 'name="go" value="time"' in text


@pytest.mark.parametrize(
    ("changes", "values", "agreed"),
    [
        ({}, ["Vacations do not count", "half a round more, 3 times", "pause the battle for 10 minutes, 2 times"],
         {"leave": False, "volunteers": False, "computer": "", "extensions": 3, "draws": True, "pauses": 2}),
        ({"leave": "yes", "volunteers": "yes", "sits_in": "greedy", "extensions": 1, "pauses": 1, "draws": "no"},
         ["Vacations count", "half a round more, 1 time", "A computer player (Greedy) leads a seat that is asleep.",
          "A volunteer may lead a seat that is asleep", "10 minutes, 1 time;"],
         {"leave": True, "volunteers": True, "computer": "greedy", "extensions": 1, "draws": False, "pauses": 1}),
        ({"type": "conquer", "sits_in": "greedy", "round_seconds": 86_400}, ["Vacations count", "A volunteer may lead"],
         {"leave": True, "volunteers": True, "computer": "", "extensions": 3, "draws": True, "pauses": 2}),
        ({"extensions": 0, "pauses": 0}, ["Vacations do not count"],
         {"leave": False, "volunteers": False, "computer": "", "extensions": 0, "draws": True, "pauses": 0}),
    ],
)  # fmt: skip
def test_what_holds_for_who_is_away_is_composed_and_shown(
    send: Any, changes: dict[str, Any], values: list[str], agreed: dict[str, Any]
) -> None:
    who = log_in(proven(found("Ming")))
    asked = 'id="id_sits_in"' in words(send(who, go="absence", **changes))
    assert asked == (changes.get("type") != "conquer")
    beside = words(
        who.post(
            "/announce/words",
            dict(
                announcement_defaults.build_form_data(
                    announcement_defaults.get_usual_values() | {"title": "The Jade Cup"} | changes
                ).lists()
            ),
        )
    )
    send(who, **changes)
    cup = Tournament.objects.get()
    announced = words(Client().get(f"/tournament/{cup.code}/"))
    assert cup.absence == agreed
    assert all(sentence in beside and sentence in announced for sentence in values), beside


def test_the_button_pressed_twice_announces_once(send: Any) -> None:
    who, code = log_in(proven(found("Ming"))), "abcdefghjk"
    first = send(who, code=code, type="gift", prize_gold=100)
    second = send(who, code=code, type="gift", prize_gold=100)
    assert first["Location"] == second["Location"] and Tournament.objects.count() == 1
    assert Transfer.objects.filter(cause="prize_put_up").count() == 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"type": "gift"}, "A prize tournament needs a prize."),
        ({"type": "gift", "prize_gold": 5_000}, "Not enough gold coins"),
        ({"type": "gift", "prize_reputation": 5}, "is given by one of your Emperors at court"),
        ({"type": "honour", "stake": 0}, "An honour tournament needs a stake."),
        ({"type": "conquer", "fill": "greedy"}, "Computer players take part in training and prize tournaments only."),
        ({"seats": 3, "least_seats": 4}, "There are only 3 seats."),
        ({"seats": 5}, "This battlefield has 2 seats."),
        ({"starts": "2020-01-01T10:00"}, "It would start in the past"),
        ({"starts": "soon"}, "Write a day and an hour"),
        ({"title": "ab"}, "A title has from 3 to 60 characters."),
        ({"entry": "invited"}, "Invite at least one dynasty."),
        ({"entry": "invited", "invited": "Nobody at all"}, "There is no dynasty of the name"),
        (
            {"type": "conquer", "chests": "on", "field": "scripted:bare stage", "preset": "scripted:plain"},
            "has no place for chests",
        ),
        ({"preset": "composed", "goals": []}, "Choose at least one way to win."),
        ({"key_consumed": "on"}, "There is no key that could be used up."),
        (
            {"extensions": 11},
            "How often a player may ask for more time: Write 10 or less.",
        ),
        ({"pauses": -1}, "How often the players may pause the battle"),
        ({"sits_in": "nobody"}, "Computer players play for them: This choice is not offered"),
        ({"zone": "Europe/Atlantis"}, "This choice is not offered"),
        ({"daily": "23:30", "quiet_from": "23:00", "quiet_until": "07:00"}, "Rounds cannot close in the quiet hours."),
    ],
)
def test_what_cannot_be_is_said_and_not_announced(send: Any, changes: dict[str, Any], sentence: str) -> None:
    ming = proven(found("Ming"))
    answer = send(log_in(ming), **changes)
    assert answer.status_code == 409 and sentence in answer.content.decode()
    assert not Tournament.objects.exists() and gold(ming) == 1_000


def test_who_never_fought_is_told_so(send: Any) -> None:
    answer = send(log_in(found("Ming")), type="conquer")
    assert answer.status_code == 409 and "Fight a serious battle first" in answer.content.decode()
    assert not Tournament.objects.exists()


def test_nothing_more_is_taken_than_is_asked_for(send: Any) -> None:
    ming, yuan = proven(found("Ming")), found("Yuan")
    more = {"organiser": yuan.code, "status": "finished", "casual": "1", "seed": "mine", "contract": "mine", "pk": 7}
    send(log_in(ming), **more)
    cup = Tournament.objects.get()
    assert (cup.organiser, cup.status, cup.casual) == (ming, "announced", False)
    assert "mine" not in (cup.seed, cup.contract)


def test_a_stranger_cannot_take_a_code_that_is_in_use(send: Any) -> None:
    cup = factories.announce("gift")
    answer = send(log_in(proven(found("Ming"))), code=cup.code)
    assert answer.status_code == 409 and Tournament.objects.count() == 1
    send(log_in(proven(found("Qing"))), code="<script>")
    assert Tournament.objects.exclude(pk=cup.pk).get().code != "<script>"


def test_the_contract_beside_the_form(django_assert_max_num_queries: Any) -> None:
    who = log_in(proven(found("Ming")))
    data = dict(
        announcement_defaults.build_form_data(
            announcement_defaults.get_usual_values() | {"title": "The Jade Cup", "type": "gift"}
        ).lists()
    )
    with django_assert_max_num_queries(BUDGET):
        texts = words(who.post("/announce/words", data))
    assert "A prize tournament needs a prize." in texts and "<battle-board" in texts
    texts = words(who.post("/announce/words", data | {"prize_gold": ["70"]}))
    assert "The winners share 70 gold coins." in texts and "Ready to publish." in texts
    assert who.post("/announce/words", {"field": "nonsense", "type": "x"}).status_code == 200
    assert not Tournament.objects.exists()


def test_composed_rules_are_announced(send: Any) -> None:
    send(log_in(found("Ming")), preset="composed", conflict="rollback", goals=["last_emperor", "survive"],
         survive_rounds=9, survive_pieces=2, max_rounds=50)  # fmt: skip
    rules = Tournament.objects.get().rules
    assert (rules["conflict"], rules["max_rounds"]) == ("rollback", 50)
    assert rules["goals"] == ["last_emperor", "survive(9,2)"]


def test_the_composer_shows_each_rule_by_a_case_and_marks_what_is_not_usual(send: Any) -> None:
    who = log_in(proven(found("Ming")))
    page = words(send(who, go="rules", step="battle", preset="composed", conflict="rollback"))
    for case in ("3.01", "3.02"):
        assert f'href="/cases/{case}/"' in page
    assert page.count("rule-slot") >= 12 and page.count('class="small-board"') > 12
    assert page.count("data-usual") == 12, "one value of each rule is the usual one"
    texts = page.split("Other than in the classic rules")[1].split("</dl>")[0]
    assert "Collisions" in texts and texts.count("<dt>") == 1
    usual = words(send(who, go="rules", step="battle", preset="composed"))
    assert "Other than in the classic rules" not in usual


def test_another_like_this(send: Any) -> None:
    ming, qing = proven(found("Ming")), found("Qing")
    who = log_in(ming)
    wanted = {"type": "conquer", "fee_gold": 15, "entry": "invited", "invited": "qing", "preset": "composed",
              "conflict": "rollback", "chests": "on", "field": "emperors:hoard-4", "seats": 4,
              "volunteers": "yes", "extensions": 7}  # fmt: skip
    assert send(who, **wanted).status_code == 302
    cup = Tournament.objects.get()
    assert Invitation.objects.get().dynasty == qing
    data = announcement_defaults.build_form_data(announcement_defaults.get_values_like(cup) | {"title": "Once More"})
    assert who.get(f"/announce/?like={cup.code}").status_code == 200
    who.post("/announce/", dict(data.lists()) | {"go": "announce", "step": "confirm"})
    twin = Tournament.objects.get(title="Once More")
    same = ("type", "field", "rules", "terms", "seats", "round_seconds", "absence")
    assert all(getattr(cup, name) == getattr(twin, name) for name in same)
    assert who.get("/announce/?like=nothing").status_code == 200


def test_a_private_link_is_shown_once_and_opens(send: Any) -> None:
    ming, qing = proven(found("Ming")), found("Qing")
    emperor, who = born(qing, "Kangxi"), log_in(ming)
    address = send(who, type="conquer", entry="link")["Location"]
    cup = Tournament.objects.get()
    page = who.get(address).content.decode()
    link = re.search(rf"/tournament/{cup.code}/by/([\w-]+)", page)
    assert link and link[1] not in who.get(address).content.decode()
    guest = log_in(qing)
    assert "Only dynasties that were invited" in guest.get(address).content.decode()
    assert guest.get(link[0] + "x").status_code == 404
    assert "Accept" in guest.get(link[0]).content.decode() and not Invitation.objects.exists()
    assert guest.post(link[0])["Location"] == address
    enter(cup, emperor, "a")
    assert Client().get(link[0]).status_code == 302
    assert log_in(found("Yuan")).post(f"{address}link").status_code == 302
    old = PrivateLink.objects.get().hash
    who.post(f"{address}link")
    assert PrivateLink.objects.get().hash != old and guest.get(link[0]).status_code == 404


def test_it_recurs_and_can_be_stopped(send: Any, django_assert_max_num_queries: Any) -> None:
    ming = found("Ming")
    who = log_in(ming)
    assert "No recurring tournaments" in who.get("/announce/recurring/").content.decode()
    send(who, repeat="daily", times=5, zone="Europe/Madrid", starts=tomorrow())
    row = Recurrence.objects.get()
    assert (row.left, row.every, row.zone) == (4, "daily", "Europe/Madrid")
    with django_assert_max_num_queries(BUDGET):
        assert "Every day at" in who.get("/announce/recurring/").content.decode()
    other = log_in(found("Qing"))
    assert other.post(f"/announce/recurring/{row.code}/stop").status_code == 404
    assert who.post(f"/announce/recurring/{row.code}/burn").status_code == 404
    who.post(f"/announce/recurring/{row.code}/skip")
    assert again(row).left == 3
    who.post(f"/announce/recurring/{row.code}/stop")
    assert again(row).stopped_at


def test_too_many_that_recur_announce_nothing(send: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recurrences, "RECURRING", 0)
    answer = send(log_in(found("Ming")), repeat="daily", times=5)
    assert answer.status_code == 409 and not Tournament.objects.exists()


def test_calling_off_is_asked_once_more_and_has_a_reason() -> None:
    ming = found("Ming")
    cup = factories.announce("gift", ming)
    who, address = log_in(ming), f"/tournament/{cup.code}/"
    assert "Cancel this tournament?" in who.post(f"{address}call-off").content.decode()
    assert again(cup).status == "announced"
    stranger = log_in(found("Qing"))
    stranger.post(f"{address}call-off", {"sure": "yes"})
    assert again(cup).status == "announced"
    json = {"Accept": "application/json"}
    response = stranger.post(f"{address}call-off", {"sure": True}, "application/json", headers=json)
    assert response.status_code == 403 and response.json()["code"] == "not_yours"
    who.post(f"{address}call-off", {"sure": "yes", "reason": "It rains"})
    assert again(cup).status == "cancelled" and "It rains" in Client().get(address).content.decode()


def test_the_page_of_a_full_tournament_and_of_its_organiser(django_assert_max_num_queries: Any) -> None:
    ming = found("Ming")
    cup = factories.announce("conquer", ming, terms={"punctual": True, "link": True}, game="emperors", field="duel-2")
    for name, seat in (("Qing", "a"), ("Yuan", "b")):
        emperor = born(found(name), name)
        invitations.invite(tournament=cup, by=ming, dynasty=emperor.dynasty)
        enter(cup, emperor, seat)
    song = born(found("Song"), "Taizu")
    invitations.invite(tournament=cup, by=ming, dynasty=song.dynasty)
    who, address = log_in(song.dynasty), f"/tournament/{cup.code}/"
    with django_assert_max_num_queries(BUDGET):
        assert "Join waiting list" in who.get(address).content.decode()
    who.post(f"{address}wait", {"emperor": song.code, "chest": "nonsense"})
    assert Waiting.objects.get().emperor == song
    assert "Leave waiting list" in who.get(address).content.decode()
    who.post(f"{address}stop-waiting")
    assert not Waiting.objects.exists()
    waiting_list.join(tournament=cup, dynasty=song.dynasty, emperor=song)
    host = log_in(ming)
    with django_assert_max_num_queries(BUDGET):
        page = host.get(address).content.decode()
    assert all(text in page for text in ("Your tournament", "Invite a dynasty", "Ming invited Qing."))
    host.post(f"{address}invite", {"dynasty": "nobody"})
    host.post(f"{address}invite", {"dynasty": found("Tang").name})
    assert Invitation.objects.count() == 4
    assert "Your tournament" not in who.get(address).content.decode()


def test_entries_open_by_the_clock_of_the_zone(send: Any) -> None:
    day = (clock.now() + timedelta(days=3)).date()
    send(log_in(found("Ming")), zone="Europe/Madrid", starts=f"{day}T20:00", opens=f"{day}T08:00")
    cup = Tournament.objects.get()
    assert cup.starts_at - cup.opens_at == timedelta(hours=12) and cup.starts_at.hour in (18, 19)


def test_the_log_of_directors_is_one_step_from_the_battle(django_assert_max_num_queries: Any) -> None:
    cup, fighters = factories.begin("gift", 0, 0, organiser=found("Host"), game="emperors", field="duel-2")
    address, who = f"/tournament/{cup.code}/", log_in(fighters[0].dynasty)
    with django_assert_max_num_queries(BUDGET):
        page = who.get(f"{address}acts").content.decode()
    assert "Host announced it." in page and "Announce another like this" in page
    assert f"{address}acts" in Client().get(address).content.decode()


def test_hours_are_those_of_the_reader() -> None:
    ming = found("Ming")
    factories.User.objects.filter(pk=ming.user_id).update(time_zone="Asia/Tokyo")
    page = log_in(factories.again(ming)).get("/announce/").content.decode()
    assert (
        announcement_defaults.format_local_time(clock.now() + timedelta(hours=1), "Asia/Tokyo")[:13] in page
        and 'value="Asia/Tokyo"' in page
    )


# ── What the wizard offers, and what it says beside ────────────────────────────────────────────────────────


def test_nothing_is_objected_to_before_anything_is_typed() -> None:
    page = words(log_in(proven(found("Ming"))).get("/announce/"))
    assert "Anything still missing is listed here." in page and "Before you publish" not in page
    assert "errorlist" not in page and "Ready to publish." not in page


def test_a_proposed_start_keeps_its_moment_in_another_zone_and_a_chosen_one_its_hour(send: Any) -> None:
    who = log_in(proven(found("Ming")))
    usual = announcement_defaults.get_usual_values("UTC")
    for zone in ("America/Los_Angeles", "Asia/Tokyo", "Europe/Madrid"):
        data = dict(
            announcement_defaults.build_form_data(
                usual | {"title": "The Jade Cup", "zone": zone, "step": "time"}
            ).lists()
        )
        text = words(who.post("/announce/words", data))
        moved = re.search(r'name="starts" id="id_starts" value="([^"]+)"', text)
        assert moved and "Ready to publish." in text
        then = datetime.fromisoformat(moved[1]).replace(tzinfo=ZoneInfo(zone))
        assert then == datetime.fromisoformat(usual["starts"]).replace(tzinfo=UTC)
        chosen = data | {"starts": [tomorrow()]}
        assert 'id="id_starts"' not in words(who.post("/announce/words", chosen))


def test_the_contract_counts_the_hours_of_the_chosen_zone() -> None:
    who = log_in(proven(found("Ming")))
    starts = (clock.now() + timedelta(days=2)).strftime("%Y-%m-%dT21:30")
    data = announcement_defaults.build_form_data(
        announcement_defaults.get_usual_values() | {"title": "The Jade Cup", "zone": "Europe/Madrid", "starts": starts}
    )
    values = words(who.post("/announce/words", dict(data.lists())))
    when = values.split("It starts on ")[1].split("</li>")[0]
    assert "21:30" in when and ("CET" in when or "CEST" in when) and "UTC" not in when


def test_zones_are_places_and_not_their_old_names(send: Any) -> None:
    page = words(send(log_in(found("Ming")), go="time", zone="Asia/Calcutta"))
    assert 'value="Europe/Amsterdam"' in page and '<optgroup label="Europe">' in page
    assert 'value="America/Buenos_Aires"' not in page and 'value="America/Argentina/Buenos_Aires"' in page
    assert 'value="Asia/Calcutta" selected' in page, "a name that was chosen once stays"


def test_only_what_can_be_is_offered(send: Any) -> None:
    ming = found("Ming")
    page = words(send(log_in(ming), go="battle"))
    assert page.count(" disabled") >= 4 and "until then you can announce training only" in page
    who = log_in(proven(ming))
    page = words(send(who, go="battle"))
    assert not re.search(r'name="type"[^>]* disabled', page)
    capitals = {"field": "campaign.classic:world", "preset": "campaign.classic:capitals", "type": "honour"}
    seats = words(send(who, go="time", **capitals))
    offered = re.findall(r'<option value="(\d+)"', seats.split('name="seats"')[1].split("</select>")[0])
    assert offered == ["4", "5", "6"]
    assert 'name="fill"' not in words(send(who, go="time", type="death", fill="greedy"))
    campaign = {"field": "campaign.classic:world", "preset": "campaign.classic:short", "type": "honour"}
    assert 'id="id_chests"' not in words(send(who, go="stakes", chests="on", **campaign))
    assert "no place for chests" in words(send(who, go="stakes", chests="on", **campaign))
    assert 'id="id_chests"' in words(send(who, go="stakes", type="honour", field="emperors:hoard-4", seats=4))


def test_what_does_not_go_with_another_battle_is_left_out(send: Any) -> None:
    who = log_in(proven(found("Ming")))
    text = words(send(who, go="confirm", type="death", fill="greedy"))
    assert "Computer players" not in text.split('id="step-title"')[1].split("Publish")[0]


def test_another_tournament_starts_by_the_clocks_of_its_zone() -> None:
    first = factories.announce("honour", proven(found("Ming")), game="emperors", field="duel-2", round_seconds=3_600,
                           timetable={"daily": "20:00", "zone": "America/Los_Angeles"})  # fmt: skip
    page = words(log_in(first.organiser).get(f"/announce/?like={first.code}"))
    starts = re.search(r'name="starts" value="([^"]+)"', page)
    assert starts and "America/Los_Angeles" in page
    then = datetime.fromisoformat(starts[1]).replace(tzinfo=ZoneInfo("America/Los_Angeles"))
    assert timedelta(minutes=50) < then - clock.now() < timedelta(minutes=70)


def test_a_card_names_the_entry_fee_and_the_campaign() -> None:
    factories.announce("conquer", proven(found("Ming")), terms={"fee": {"gold": 40}}, game="campaign.skirmish",
                   field="grid4x4", rules={})  # fmt: skip
    page = words(Client().get("/play/"))
    assert "Entry fee" in page and "40 gold coins" in page and "Skirmish · " in page


# ── The table of points ────────────────────────────────────────────────────────────────────────────────────


def test_an_organiser_sets_the_points_of_the_table(send: Any) -> None:
    who = log_in(proven(found("Ming")))
    wanted = {"type": "conquer", "points_won": 45, "points_fell": -12, "points_pawn": 0, "points_shared": 5}
    page = words(send(who, go="stakes", **wanted))
    assert 'name="points_won" value="45"' in page and "Points of reputation" in page
    text = words(send(who, go="confirm", **wanted))
    assert "Winning: +45 reputation." in text and "Each captured pawn" not in text
    send(who, **wanted)
    cup = Tournament.objects.get()
    assert dict(terms.read(cup.terms).points) == {"won": 45, "fell": -12, "pawn": 0}, "what is usual is left out"
    again = words(who.get(f"/announce/?like={cup.code}"))
    assert 'name="points_won" value="45"' in again and 'name="points_fell" value="-12"' in again


def test_points_that_a_type_does_not_count_are_not_offered(send: Any) -> None:
    who = log_in(proven(found("Ming")))
    page = words(send(who, go="stakes", type="gift", prize_gold=5))
    assert 'name="points_won"' in page and 'name="points_fell"' not in page
    send(who, type="gift", prize_gold=5, points_fell=-90)
    assert Tournament.objects.get().terms["points"] == {}


def test_points_without_bounds_are_refused(send: Any) -> None:
    answer = send(log_in(proven(found("Ming"))), type="death", points_emperor=1_001)
    assert answer.status_code == 409 and "Each captured Emperor" in answer.content.decode()
    assert not Tournament.objects.exists()


def test_the_points_that_were_set_are_the_ones_that_count(send: Any) -> None:
    send(log_in(proven(found("Host"))), type="conquer", points_won=45, points_fell=-12)
    cup = Tournament.objects.get()
    assert terms.get_points_table("conquer", terms.read(cup.terms)) == {
        "won": 45, "shared": 5, "survived": 2, "emperor": 10, "pawn": 1, "fell": -12, "missed": -1}  # fmt: skip


# ── Changing what recurs ───────────────────────────────────────────────────────────────────────────────────


def begun(who: Client, send: Any, **changes: Any) -> Recurrence:
    """Announce in the browser what recurs daily at 20:00 of Madrid, five times in all."""
    day = (clock.now() + timedelta(days=2)).date()
    usual = {"repeat": "daily", "times": 5, "zone": "Europe/Madrid", "starts": f"{day}T20:00"}
    assert send(who, **usual | changes).status_code == 302
    return Recurrence.objects.get()


def fill_form(page: str) -> dict[str, list[str]]:
    """Return what the forms of a step would send, as a browser reads it."""
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name, value = re.search(r' name="([^"]+)"', tag), re.search(r' value="([^"]*)"', tag)
        kind = re.search(r' type="(\w+)"', tag)
        if name and (not kind or kind[1] not in ("radio", "checkbox") or " checked" in tag):
            sent.setdefault(name[1], []).append(unescape(value[1]) if value else "")
    for name, inner in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', page, re.S):
        chosen = re.search(r'value="([^"]*)" selected', inner) or re.search(r'value="([^"]*)"', inner)
        sent[name] = [unescape(chosen[1]) if chosen else ""]
    for name, text in re.findall(r'<textarea[^>]* name="([^"]+)"[^>]*>(.*?)</textarea>', page, re.S):
        sent[name] = [unescape(text).lstrip("\r\n")]
    return sent


def walk_wizard(who: Client, address: str, changes: dict[str, dict[str, str]]) -> Any:
    """Go through every step with what the forms offer, changed by step; the answer to the last button."""
    page = who.get(address).content.decode()
    form = page.split("</aside>")[0] if "contract-so-far" not in page else page
    for _turn in range(8):
        sent = fill_form(form.split('<form class="form hosting"')[1].split("</form>")[0])
        step = sent["step"][0]
        sent = {name: value for name, value in sent.items() if name != "csrfmiddlewaretoken"}
        sent |= {name: [value] for name, value in changes.get(step, {}).items()}
        if step == "confirm":
            return who.post(address, sent | {"go": ["announce"]})
        answer = who.post(address, sent | {"go": ["next"]})
        assert answer.status_code == 200, (step, words(answer))
        form = answer.content.decode()
    raise AssertionError("it never came to the contract")


def test_the_lock_of_what_recurs_is_paid_each_time(send: Any) -> None:
    who = log_in(proven(found("Ming")))
    row = begun(who, send, type="honour", stake=7)
    wanted = {"title": "The Jade Cup", "type": "honour", "key": "iron"}
    data = dict(announcement_defaults.build_form_data(announcement_defaults.get_usual_values() | wanted).lists())
    text = words(who.post("/announce/words", data | {"step": ["entry"], "recurring": [row.code]}))
    assert "You pay 110 gold coins for the lock each time." in text and "for the lock now" not in text


def test_what_recurs_is_edited_through_the_forms_and_what_is_announced_stays(send: Any) -> None:
    ming = proven(found("Ming"))
    who = log_in(ming)
    row = begun(who, send, type="honour", stake=7, volunteers="yes", extensions=5, daily="21:00")
    first = Tournament.objects.get()
    address = f"/announce/recurring/{row.code}/edit"
    assert f'href="{address}"' in who.get("/announce/recurring/").content.decode()
    later = (row.next_at + timedelta(days=3)).date()
    answer = walk_wizard(
        who,
        address,
        {
            "battle": {"title": "The Gold Cup", "type": "gift"},
            "stakes": {"prize_gold": "40"},
            "time": {"repeat": "weekly", "times": "9", "starts": f"{later}T18:30"},
        },
    )
    assert answer["Location"] == "/announce/recurring/", words(answer)
    assert "They take effect from the next announcement on." in words(who.get("/announce/recurring/"))
    changed = again(row)
    assert (changed.setup["title"], changed.setup["type"], changed.every, changed.left) == (
        "The Gold Cup",
        "gift",
        "weekly",
        9,
    )
    assert changed.setup["terms"]["prize"] == {"gold": 40} and changed.setup["absence"]["extensions"] == 5
    assert changed.setup["timetable"] == row.setup["timetable"] and (changed.hour.hour, changed.zone) == (
        18,
        "Europe/Madrid",
    )
    assert model_to_dict(again(first)) == model_to_dict(first) and Tournament.objects.count() == 1
    assert gold(ming) == 1_000 and not Transfer.objects.filter(cause="prize_put_up").exists()
    with clock.freeze(changed.next_at - timedelta(hours=9)):
        assert recurrences.announce_due() == 1
    cup = Tournament.objects.exclude(pk=first.pk).get()
    assert (cup.title, cup.type, cup.starts_at) == ("The Gold Cup", "gift", changed.next_at)
    assert cup.starts_at.astimezone(ZoneInfo("Europe/Madrid")).strftime("%H:%M") == "18:30" and gold(ming) == 960


@pytest.mark.parametrize(
    "changes",
    [{}, {"type": "gift", "prize_gold": 30, "fill": "greedy"},
     {"type": "honour", "stake": 9, "fee_gold": 4, "betting": "on", "points_won": 33, "key": "iron", "chests": "on",
      "field": "emperors:hoard-4", "preset": "emperors:throne", "seats": 4, "minimum_reputation": 3,
      "fate_emperor": "robbed"},
     {"field": "campaign.classic:world", "preset": "campaign.classic:capitals", "seats": 4, "least_seats": 4},
     {"preset": "composed", "conflict": "rollback", "quiet_from": "23:00", "quiet_until": "07:00", "draws": "no"}],
)  # fmt: skip
def test_editing_without_a_change_changes_nothing(send: Any, changes: dict[str, Any]) -> None:
    who = log_in(proven(found("Ming")))
    row = begun(who, send, **changes)
    before = model_to_dict(row)
    answer = walk_wizard(who, f"/announce/recurring/{row.code}/edit", {})
    assert answer.status_code == 302, words(answer)
    assert model_to_dict(again(row)) == before


def test_what_only_a_program_can_agree_stays_when_it_is_edited(send: Any) -> None:
    ming = proven(found("Ming"))
    hours = {"daily": "20:00", "zone": "Asia/Tokyo", "weekdays": [0, 2], "least": 600}
    cup = factories.announce("training", ming, game="emperors", field="duel-2", round_seconds=5_000, timetable=hours)
    row = recurrences.begin(tournament=cup, by=ming, every="weekly", zone="Asia/Tokyo", times=4)
    answer = walk_wizard(log_in(ming), f"/announce/recurring/{row.code}/edit", {"battle": {"title": "Mondays"}})
    assert answer.status_code == 302, words(answer)
    assert again(row).setup == row.setup | {"title": "Mondays"} and again(row).next_at == row.next_at.replace(second=0)


def test_only_its_organiser_edits_what_still_recurs(send: Any) -> None:
    who = log_in(found("Ming"))
    row = begun(who, send)
    address = f"/announce/recurring/{row.code}/edit"
    other = log_in(found("Qing"))
    assert other.get(address).status_code == 404 and other.post(address, {"go": "announce"}).status_code == 404
    assert "/account/login/" in Client().get(address)["Location"]
    answer = walk_wizard(who, address, {"battle": {"type": "honour"}})
    assert answer.status_code == 409 and "Fight a serious battle first" in words(answer)
    who.post(f"/announce/recurring/{row.code}/stop")
    assert who.get(address)["Location"] == "/announce/recurring/"


def test_a_bad_edit_is_objected_to_and_changes_nothing(send: Any) -> None:
    who = log_in(proven(found("Ming")))
    row = begun(who, send)
    address, before = f"/announce/recurring/{row.code}/edit", model_to_dict(row)
    answer = walk_wizard(who, address, {"battle": {"type": "gift"}, "stakes": {"prize_gold": "5000"}})
    assert answer.status_code == 409 and "Not enough gold coins" in words(answer)
    first = Tournament.objects.get().starts_at.strftime("%Y-%m-%dT%H:%M")
    answer = walk_wizard(who, address, {"time": {"starts": first, "zone": "UTC"}})
    assert answer.status_code == 409 and "Choose a later start." in words(answer)
    assert model_to_dict(again(row)) == before
    data = dict(announcement_defaults.build_form_data(announcement_defaults.get_recurrence_values(row)).lists()) | {
        "step": ["time"],
        "times": ["1"],
    }
    assert "Ready to publish." in words(who.post("/announce/words", data))


def test_a_game_that_is_added_is_offered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """List battlefields and rules without the game of the tests, and then with it."""
    scripted = games.GAMES["scripted"]
    monkeypatch.delitem(games.GAMES, "scripted")
    battlefields.list_fields(), battlefields.list_presets()
    monkeypatch.setitem(games.GAMES, "scripted", scripted)
    offered = [dict(choices) for list_them in (battlefields.list_fields, battlefields.list_presets)
               for _title, choices in list_them()]  # fmt: skip
    assert any("scripted:bare stage" in each for each in offered) and any("scripted:plain" in each for each in offered)
