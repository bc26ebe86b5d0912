"""Announcing a tournament step by step, and the pages of organisers: what they show, refuse, and never take."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from dynasty import clock
from dynasty.models import Transfer
from tests.tournaments import stage
from tests.tournaments.stage import again, born, enter, found, gold, proven
from tests.tournaments.test_pages import log_in
from tournaments import likeness, terms
from tournaments.forms.announcing import STEPS
from tournaments.models import Invitation, PrivateLink, Recurrence, Tournament, Waiting
from tournaments.services import invitations, recurrences, waiting

pytestmark = pytest.mark.django_db
BUDGET = 15


@pytest.fixture
def send(django_assert_max_num_queries: Any) -> Any:
    """Post a whole announcement within the budget of queries; `go`: announce, or the name of a step to see."""

    def post(who: Client, go: str = "announce", step: str = "confirm", **changes: Any) -> Any:
        data = dict(likeness.as_data(likeness.usual() | {"title": "The Jade Cup"} | changes).lists())
        data |= {"go": [go], "step": [step]}
        if go == "announce":
            return who.post("/announce/", data)
        with django_assert_max_num_queries(BUDGET):
            return who.post("/announce/", data)

    return post


def tomorrow() -> str:
    return likeness.wall(clock.now() + timedelta(days=1), "UTC")


def words(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def test_only_dynasties_announce() -> None:
    assert "/account/login/" in Client().get("/announce/")["Location"]
    stranger = Client()
    stranger.force_login(stage.User.objects.create_user("new@example.org", "a long password"))
    assert stranger.get("/announce/")["Location"] == "/found/"
    assert stranger.post("/announce/words", {}).status_code == 403


def test_every_step_shows_its_own_and_carries_the_rest(send: Any) -> None:
    who = log_in(proven(found("Ming")))
    for step, form in STEPS.items():
        page = send(who, go=step, type="conquer", preset="composed").content.decode()
        shown = set(re.findall(r'name="([a-z_]+)"', page))
        assert set(likeness.usual()) - {"stake"} <= shown | {"giver"}, step
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
    assert 'name="step" value="confirm"' in words(send(who, go="next", step="door"))


def test_the_contract_is_the_one_that_is_announced(send: Any) -> None:
    ming = proven(found("Ming"))
    who = log_in(ming)
    wanted = {"type": "honour", "stake": 25, "fee_gold": 40, "betting": "on", "seats": 4, "field": "emperors:cross-4",
              "minimum_reputation": 30, "daily": "20:00", "zone": "Europe/Madrid", "round_seconds": 3_600,
              "starts": tomorrow()}  # fmt: skip
    said = words(send(who, go="confirm", **wanted))
    answer = send(who, **wanted)
    cup = Tournament.objects.get()
    assert answer["Location"] == f"/tournament/{cup.code}/"
    announced = words(Client().get(answer["Location"]))
    sentences = ["Every emperor stakes 25 reputation.", "Entering costs 40 gold coins, which the winners share.",
                 "An emperor needs a reputation of 30 to enter.", "Winning changes reputation by +20."]  # fmt: skip
    assert all(sentence in said and sentence in announced for sentence in sentences)
    assert (cup.organiser, cup.type, cup.seats, cup.field) == (ming, "honour", 4, "cross-4")
    assert cup.timetable["daily"] == "20:00" and cup.timetable["zone"] == "Europe/Madrid"
    assert terms.read(cup.terms).stake == 25


@pytest.mark.parametrize(
    ("changes", "said", "agreed"),
    [
        ({}, ["Leave does not count", "ask for half a round more 3 times", "rest for 10 minutes, 2 times"],
         {"leave": False, "volunteers": False, "computer": "", "extensions": 3, "draws": True, "pauses": 2}),
        ({"leave": "yes", "volunteers": "yes", "sits_in": "greedy", "extensions": 1, "pauses": 1, "draws": "no"},
         ["Leave counts", "ask for half a round more 1 time", "A computer player (Greedy) leads a seat that is asleep.",
          "A volunteer may lead a seat that is asleep", "10 minutes, 1 time;"],
         {"leave": True, "volunteers": True, "computer": "greedy", "extensions": 1, "draws": False, "pauses": 1}),
        ({"type": "conquer", "sits_in": "greedy", "round_seconds": 86_400}, ["Leave counts", "A volunteer may lead"],
         {"leave": True, "volunteers": True, "computer": "", "extensions": 3, "draws": True, "pauses": 2}),
        ({"extensions": 0, "pauses": 0}, ["Leave does not count"],
         {"leave": False, "volunteers": False, "computer": "", "extensions": 0, "draws": True, "pauses": 0}),
    ],
)  # fmt: skip
def test_what_holds_for_who_is_away_is_composed_and_shown(
    send: Any, changes: dict[str, Any], said: list[str], agreed: dict[str, Any]
) -> None:
    who = log_in(proven(found("Ming")))
    asked = 'id="id_sits_in"' in words(send(who, go="absence", **changes))
    assert asked == (changes.get("type") != "conquer")
    beside = words(who.post("/announce/words", dict(
        likeness.as_data(likeness.usual() | {"title": "The Jade Cup"} | changes).lists())))
    send(who, **changes)
    cup = Tournament.objects.get()
    announced = words(Client().get(f"/tournament/{cup.code}/"))
    assert cup.absence == agreed
    assert all(sentence in beside and sentence in announced for sentence in said), beside


def test_the_button_pressed_twice_announces_once(send: Any) -> None:
    who, code = log_in(proven(found("Ming"))), "abcdefghjk"
    first = send(who, code=code, type="gift", prize_gold=100)
    second = send(who, code=code, type="gift", prize_gold=100)
    assert first["Location"] == second["Location"] and Tournament.objects.count() == 1
    assert Transfer.objects.filter(cause="prize_put_up").count() == 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"type": "gift"}, "A gift tournament needs a prize."),
        ({"type": "gift", "prize_gold": 5_000}, "Not enough gold coins"),
        ({"type": "gift", "prize_reputation": 5}, "is given by one of its emperors at court"),
        ({"type": "honour", "stake": 0}, "An honour tournament needs a stake."),
        ({"type": "conquer", "fill": "greedy"}, "Computer players take part in training and gift tournaments only."),
        ({"seats": 3, "least_seats": 4}, "A tournament has from 2 to 16 seats"),
        ({"seats": 5}, "This battlefield has 2 seats."),
        ({"starts": "2020-01-01T10:00"}, "It must open before it starts"),
        ({"starts": "soon"}, "Write a day and an hour"),
        ({"title": "ab"}, "A title has from 3 to 60 characters."),
        ({"door": "invited"}, "Name at least one dynasty that you invite."),
        ({"door": "invited", "invited": "Nobody at all"}, "There is no dynasty of the name"),
        ({"type": "conquer", "chests": "on", "field": "emperors:narrows-2"}, "has no place for chests"),
        ({"preset": "composed", "goals": []}, "one goal at least"),
        ({"key_consumed": "on"}, "There is no key that could be used up."),
        ({"extensions": 11}, "How often a seat may ask for more time: Ensure this value is less than or equal to 10."),
        ({"pauses": -1}, "How often the table may let the battle rest"),
        ({"sits_in": "nobody"}, "Computer players lead them: Select a valid choice"),
        ({"zone": "Europe/Atlantis"}, "Select a valid choice"),
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
    cup = stage.announce("gift")
    answer = send(log_in(proven(found("Ming"))), code=cup.code)
    assert answer.status_code == 409 and Tournament.objects.count() == 1
    send(log_in(proven(found("Qing"))), code="<script>")
    assert Tournament.objects.exclude(pk=cup.pk).get().code != "<script>"


def test_the_contract_beside_the_form(django_assert_max_num_queries: Any) -> None:
    who = log_in(proven(found("Ming")))
    data = dict(likeness.as_data(likeness.usual() | {"title": "The Jade Cup", "type": "gift"}).lists())
    with django_assert_max_num_queries(BUDGET):
        said = words(who.post("/announce/words", data))
    assert "A gift tournament needs a prize." in said and "<battle-board" in said
    said = words(who.post("/announce/words", data | {"prize_gold": ["70"]}))
    assert "The winners share 70 gold coins." in said and "It can be announced like this." in said
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
    said = page.split("Other than in the classic rules")[1].split("</dl>")[0]
    assert "Collisions" in said and said.count("<dt>") == 1
    usual = words(send(who, go="rules", step="battle", preset="composed"))
    assert "Other than in the classic rules" not in usual


def test_another_like_this(send: Any) -> None:
    ming, qing = proven(found("Ming")), found("Qing")
    who = log_in(ming)
    wanted = {"type": "conquer", "fee_gold": 15, "door": "invited", "invited": "qing", "preset": "composed",
              "conflict": "rollback", "chests": "on", "field": "emperors:hoard-4", "seats": 4,
              "volunteers": "yes", "extensions": 7}  # fmt: skip
    assert send(who, **wanted).status_code == 302
    cup = Tournament.objects.get()
    assert Invitation.objects.get().dynasty == qing
    data = likeness.as_data(likeness.like(cup) | {"title": "Once More"})
    assert who.get(f"/announce/?like={cup.code}").status_code == 200
    who.post("/announce/", dict(data.lists()) | {"go": "announce", "step": "confirm"})
    twin = Tournament.objects.get(title="Once More")
    same = ("type", "field", "rules", "terms", "seats", "round_seconds", "absence")
    assert all(getattr(cup, name) == getattr(twin, name) for name in same)
    assert who.get("/announce/?like=nothing").status_code == 200


def test_a_private_link_is_shown_once_and_opens(send: Any) -> None:
    ming, qing = proven(found("Ming")), found("Qing")
    emperor, who = born(qing, "Kangxi"), log_in(ming)
    address = send(who, type="conquer", door="link")["Location"]
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
    assert "Nothing recurs" in who.get("/announce/recurring/").content.decode()
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
    cup = stage.announce("gift", ming)
    who, address = log_in(ming), f"/tournament/{cup.code}/"
    assert "Call this tournament off?" in who.post(f"{address}call-off").content.decode()
    assert again(cup).status == "announced"
    stranger = log_in(found("Qing"))
    stranger.post(f"{address}call-off", {"sure": "yes"})
    assert again(cup).status == "announced"
    json = {"Accept": "application/json"}
    refused = stranger.post(f"{address}call-off", {"sure": True}, "application/json", headers=json)
    assert refused.status_code == 403 and refused.json()["code"] == "not_yours"
    who.post(f"{address}call-off", {"sure": "yes", "reason": "It rains"})
    assert again(cup).status == "cancelled" and "It rains" in Client().get(address).content.decode()


def test_the_page_of_a_full_tournament_and_of_its_organiser(django_assert_max_num_queries: Any) -> None:
    ming = found("Ming")
    cup = stage.announce("conquer", ming, terms={"punctual": True, "link": True}, game="emperors", field="duel-2")
    for name, seat in (("Qing", "a"), ("Yuan", "b")):
        emperor = born(found(name), name)
        invitations.invite(tournament=cup, by=ming, dynasty=emperor.dynasty)
        enter(cup, emperor, seat)
    song = born(found("Song"), "Taizu")
    invitations.invite(tournament=cup, by=ming, dynasty=song.dynasty)
    who, address = log_in(song.dynasty), f"/tournament/{cup.code}/"
    with django_assert_max_num_queries(BUDGET):
        assert "Stand in line" in who.get(address).content.decode()
    who.post(f"{address}wait", {"emperor": song.code, "chest": "nonsense"})
    assert Waiting.objects.get().emperor == song
    assert "Step out of the line" in who.get(address).content.decode()
    who.post(f"{address}stop-waiting")
    assert not Waiting.objects.exists()
    waiting.wait(tournament=cup, dynasty=song.dynasty, emperor=song)
    host = log_in(ming)
    with django_assert_max_num_queries(BUDGET):
        page = host.get(address).content.decode()
    assert all(text in page for text in ("You hold this tournament", "Invite a dynasty", "Ming invited Qing."))
    host.post(f"{address}invite", {"dynasty": "nobody"})
    host.post(f"{address}invite", {"dynasty": found("Tang").name})
    assert Invitation.objects.count() == 4
    assert "You hold this tournament" not in who.get(address).content.decode()


def test_entries_open_by_the_clock_of_the_zone(send: Any) -> None:
    day = (clock.now() + timedelta(days=3)).date()
    send(log_in(found("Ming")), zone="Europe/Madrid", starts=f"{day}T20:00", opens=f"{day}T08:00")
    cup = Tournament.objects.get()
    assert cup.starts_at - cup.opens_at == timedelta(hours=12) and cup.starts_at.hour in (18, 19)


def test_the_log_of_directors_is_one_step_from_the_battle(django_assert_max_num_queries: Any) -> None:
    cup, fighters = stage.begin("gift", 0, 0, organiser=found("Host"), game="emperors", field="duel-2")
    address, who = f"/tournament/{cup.code}/", log_in(fighters[0].dynasty)
    with django_assert_max_num_queries(BUDGET):
        page = who.get(f"{address}acts").content.decode()
    assert "Host announced it." in page and "Announce another like this" in page
    assert f"{address}acts" in Client().get(address).content.decode()


def test_hours_are_those_of_the_reader() -> None:
    ming = found("Ming")
    stage.User.objects.filter(pk=ming.user_id).update(time_zone="Asia/Tokyo")
    page = log_in(stage.again(ming)).get("/announce/").content.decode()
    assert likeness.wall(clock.now() + timedelta(hours=1), "Asia/Tokyo")[:13] in page and 'value="Asia/Tokyo"' in page
