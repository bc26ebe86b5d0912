"""A name that somebody reports is taken away everywhere, and its owner chooses another one, once."""

import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from core import clock
from core.errors import DomainError
from dynasty.domain.notification_links import get_path
from dynasty.models import Dynasty, Emperor, Event, Notice, StaffAct, TakenName, User
from dynasty.selectors import chronicle
from dynasty.selectors.taken_names import Mask
from dynasty.services import account_deletion, emperors, founding, notifications
from tests import factories
from tests.factories import again, born, found, house
from tests.security.world import open_client
from tests.tournaments.test_moderation import sentences
from tournaments.models import Entry, Report
from tournaments.selectors import account_data
from tournaments.services import chat, moderation
from tournaments.services.people import appeals, names

pytestmark = pytest.mark.django_db
WHY = "It insults a people"


@pytest.fixture
def staff() -> User:
    user = User.objects.create_user("staff@example.org", "a long password", is_staff=True)
    TOTP.activate(user, generate_totp_secret())
    return user


@pytest.fixture
def vile() -> Dynasty:
    """Found a dynasty with a vile name and a vile motto."""
    user = User.objects.create_user("vile@example.org", "a long password")
    return founding.found_dynasty(user=user, name="Vile House", motto="Death to all", emblem=factories.emblems.DEFAULT)


def refuse(expected: str, call: Any, /, **facts: Any) -> None:
    with pytest.raises(DomainError) as refused:
        call(**facts)
    assert refused.value.code == expected


def take(staff: User, named: Dynasty | Emperor, *parts: str) -> TakenName:
    assert names.take(user=staff, named=named, parts=parts or ("name",), reason=WHY)
    return TakenName.objects.latest("pk")


def test_a_name_is_reported_once_and_not_by_its_owner(vile: Dynasty) -> None:
    nice = found("Nice")
    row = names.report(dynasty=nice, named=vile, reason="insult")
    assert (row.about, row.named, row.title) == (vile, vile.code, "Vile House")
    assert [line["text"] for line in row.context] == ["Vile House", "Death to all"]
    assert names.report(dynasty=nice, named=vile, reason="spam") == row
    refuse("own_message", names.report, dynasty=vile, named=vile, reason="insult")
    refuse("unknown_reason", names.report, dynasty=found("Other"), named=vile, reason="appeal")
    refuse("no_such_name", names.report, dynasty=nice, named=house("Rome"), reason="insult")


def test_of_an_emperor_whoever_raised_them_is_reported(vile: Dynasty) -> None:
    nice, emperor = found("Nice"), born(vile, "Vile Vera")
    Emperor.objects.filter(pk=emperor.pk).update(dynasty=nice)
    emperor = Emperor.objects.get(pk=emperor.pk)
    row = names.report(dynasty=nice, named=emperor, reason="insult")
    assert (row.about, row.title, row.is_of_emperor) == (vile, "Vile Vera", True)
    refuse("own_message", names.report, dynasty=vile, named=emperor, reason="insult")


def test_reports_of_names_count_among_those_of_a_day(vile: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "REPORTS_A_DAY", 1)
    nice = found("Nice")
    names.report(dynasty=nice, named=vile, reason="insult")
    refuse("too_many_reports", names.report, dynasty=nice, named=found("Other"), reason="insult")


def test_a_taken_name_is_neutral_and_both_are_told(staff: User, vile: Dynasty) -> None:
    nice = found("Nice")
    report = names.report(dynasty=nice, named=vile, reason="insult")
    assert names.take(user=staff, named=vile, parts=("name", "motto"), reason=WHY, report=report)
    vile = again(vile)
    assert (vile.name, vile.motto) == (f"Dynasty {vile.code}", "") and again(report).outcome == "removed"
    said = Notice.objects.get(dynasty=vile, kind="moderated")
    assert sentences(vile.name, "moderated") == [
        f"The staff of this site took the name “Vile House” from your dynasty: {WHY}"
    ]
    assert get_path(said.kind, said.place, said.facts) == f"/appeal/{TakenName.objects.get().code}/"
    assert len(sentences("Nice", "moderated")) == 1
    act = StaffAct.objects.get(act="name_taken")
    assert act.before == {"name": "Vile House", "motto": "Death to all"} and act.reason == WHY
    assert not names.take(user=staff, named=vile, parts=("name",), reason="Once more")
    assert StaffAct.objects.count() == 1 and len(sentences(vile.name, "moderated")) == 1
    refuse("no_such_name", names.report, dynasty=nice, named=vile, reason="insult")


def test_the_motto_alone(staff: User, vile: Dynasty) -> None:
    row = take(staff, vile, "motto")
    vile = again(vile)
    assert (vile.name, vile.motto) == ("Vile House", "")
    assert sentences("Vile House", "moderated")[0].startswith("The staff of this site took the motto “Death to all”")
    refuse("motto_refused", names.choose, dynasty=vile, code=row.code, name="Ignored", motto="DEATH to all!")
    names.choose(dynasty=vile, code=row.code, name="Ignored", motto="Peace")
    assert (again(vile).name, again(vile).motto) == ("Vile House", "Peace")


def test_a_motto_that_is_taken_after_the_name_is_chosen_with_it(staff: User, vile: Dynasty) -> None:
    row = take(staff, vile)
    take(staff, vile, "name", "motto")
    assert again(row).text == "Vile House\nDeath to all" and TakenName.objects.count() == 1
    neutral = f"Dynasty {vile.code}"
    assert sentences(neutral, "moderated")[1].startswith("The staff of this site took the motto “Death to all”")
    names.choose(dynasty=vile, code=row.code, name="Peaceful", motto="")
    assert (again(vile).name, again(vile).motto) == ("Peaceful", "")


def test_a_neutral_name_that_somebody_took_before_gets_a_number(staff: User, vile: Dynasty) -> None:
    found(f"Dynasty {vile.code}")
    take(staff, vile)
    assert again(vile).name == f"Dynasty {vile.code} 2"


def test_the_owner_chooses_once_as_when_founding(staff: User, vile: Dynasty) -> None:
    row, qing = take(staff, vile), found("Qing")
    refused = {"ab": "name_length", "Q1ng": "name_taken", "V1LE house": "name_refused", "A\u200bbcd": "name_characters"}
    for name, code in refused.items():
        refuse(code, names.choose, dynasty=vile, code=row.code, name=name, motto="Kept")
    refuse("no_such_decision", names.choose, dynasty=qing, code=row.code, name="Peaceful", motto="")
    refuse("no_such_decision", names.choose, dynasty=qing, code="nothing", name="Peaceful", motto="")
    assert again(vile).name == f"Dynasty {vile.code}", "all or nothing"
    names.choose(dynasty=vile, code=row.code, name="Peaceful", motto="Ignored")
    assert (again(vile).name, again(vile).motto) == ("Peaceful", "Death to all")
    refuse("no_such_decision", names.choose, dynasty=vile, code=row.code, name="Another", motto="")
    assert found("Vile House"), "others may have it"


def test_a_name_of_an_emperor(staff: User, vile: Dynasty) -> None:
    emperor = born(vile, "Vile Vera")
    row = take(staff, emperor)
    assert again(emperor).name == f"Emperor {emperor.code}" and again(vile).name == "Vile House"
    refuse(
        "name_refused",
        emperors.raise_emperor,
        dynasty=vile,
        name="VILE VERA",
        gender="w",
        birth_date=emperor.birth_date,
    )
    born(vile, "Ada")
    refuse("name_taken", names.choose, dynasty=vile, code=row.code, name="Ada")
    names.choose(dynasty=vile, code=row.code, name="Livia")
    assert again(emperor).name == "Livia"


def test_a_name_is_taken_put_back_and_taken_again(staff: User, vile: Dynasty) -> None:
    emperor = born(vile, "Vile Vera")
    Emperor.objects.filter(pk=emperor.pk).update(name="Vile Vera II", folded_name="vileveraii")
    for reason in ("An insult", "An insult after all"):
        assert names.take(user=staff, named=emperor, parts=("name",), reason=reason)
        row = TakenName.objects.latest("pk")
        assert row.copies == ["Vile Vera II", "Vile Vera"]
        if reason == "An insult":
            names.put_back(user=staff, row=row, reason="It is none")
            assert again(emperor).name == "Vile Vera II"
    assert chronicle.get_life_page(emperor).lines[0].sentence == f"Emperor {emperor.code} was born."
    names.choose(dynasty=vile, code=row.code, name="Livia")
    assert names.take(user=staff, named=emperor, parts=("name",), reason="Livia was the wife of my neighbour")
    assert TakenName.objects.latest("pk").copies == ["Livia"]


def test_the_neutral_name_of_an_emperor_stays_once_they_have_left(staff: User, vile: Dynasty) -> None:
    emperor = born(vile, "Vile Vera")
    row = take(staff, emperor)
    Emperor.objects.filter(pk=emperor.pk).update(dynasty=found("Nice"))
    refuse("no_such_decision", names.choose, dynasty=vile, code=row.code, name="Livia")


def test_what_was_written_down_reads_the_present_name(staff: User, vile: Dynasty, client: Any) -> None:
    emperor, namesake = born(vile, "Vile Vera"), born(found("Nice"), "Vile Vera")
    notifications.notify(
        dynasty=namesake.dynasty,
        kind="challenge",
        key="one",
        facts={"dynasty": "Vile House", "deadline": clock.now().isoformat()},
    )
    founded = Event.objects.get(key=f"founded:{vile.code}")
    with clock.freeze(clock.now() + timedelta(hours=1)):
        take(staff, vile, "name", "motto")
        take(staff, emperor)
        addresses = [
            f"/dynasty/{vile.code}/",
            f"/dynasty/{vile.code}/log",
            f"/dynasty/{vile.code}/log.atom",
            f"/dynasty/{vile.code}/log.csv",
            f"/dynasty/{vile.code}/log.json",
            f"/event/{founded.pk}/",
            f"/api/v1/log/{founded.pk}/",
            f"/api/v1/dynasties/{vile.code}/log/",
            f"/emperor/{emperor.code}/",
            f"/dynasty/{vile.code}/family/",
            "/search/?q=vile+house",
        ]
        for address in addresses:
            answer = client.get(address)
            page = answer.content.decode()
            assert answer.status_code == 200, address
            assert "Vile House" not in page and "Death to all" not in page, address
            assert "Vile Vera" not in page, address
        assert "Vile Vera was born" in client.get(f"/dynasty/{namesake.dynasty.code}/").content.decode()
        page = open_client(namesake.dynasty.user).get("/notices/").content.decode()
        assert "Vile House" not in page and f"Dynasty {vile.code}" in page
    assert again(founded).facts["dynasty"] == "Vile House", "the log is never changed"


def test_names_in_lists_are_covered_whole_and_only_before_they_were_taken(staff: User, vile: Dynasty) -> None:
    row = take(staff, vile)
    against = "Vile House: Ada, Vile House of York: Vile House"
    facts = {"against": against, "title": "Vile House", "winners": ["Vile House: X"]}
    covered = Mask().cover(facts, row.at - timedelta(seconds=1))
    new = f"Dynasty {vile.code}"
    assert covered == {
        "against": f"{new}: Ada, Vile House of York: {new}",
        "title": "Vile House",
        "winners": [f"{new}: X"],
    }
    assert Mask().cover(facts, row.at) == facts, "who had it later keeps it"


def test_seats_of_battles_too(staff: User) -> None:
    battle, fighters = factories.begin("gift", 0, 0)
    row = take(staff, fighters[0])
    assert Entry.objects.get(tournament=battle, seat="a").name == f"Emperor {fighters[0].code}"
    names.choose(dynasty=fighters[0].dynasty, code=row.code, name="Livia")
    assert Entry.objects.get(tournament=battle, seat="a").name == "Livia"
    assert Entry.objects.get(tournament=battle, seat="b").name == fighters[1].name


def test_it_is_put_back_after_an_appeal(staff: User, vile: Dynasty) -> None:
    report = names.report(dynasty=found("Nice"), named=vile, reason="insult")
    names.take(user=staff, named=vile, parts=("name", "motto"), reason=WHY, report=report)
    row = TakenName.objects.get()
    owner, reader = open_client(vile.user), open_client(staff)
    page = owner.get(f"/appeal/{row.code}/").content.decode()
    assert WHY in page and "Vile House" in page and f"/court/name/{row.code}/" in page
    owner.post(f"/appeal/{row.code}/", {"text": "It is the name of my village."})
    appeal = Report.objects.get(reason=Report.APPEAL)
    queue = reader.get("/moderation/").content.decode().partition('id="reports"')[2]
    assert "asks for a name or a motto back" in queue and "my village" in queue and WHY in queue
    reader.post("/moderation/", {"do": "put_name_back", "on": appeal.code, "reason": "There is one"})
    vile = again(vile)
    assert (vile.name, vile.motto) == ("Vile House", "Death to all")
    assert again(appeal).outcome == "granted" and again(report).outcome == "put_back"
    assert sentences("Vile House", "moderated")[-1] == "The staff of this site gave you back “Vile House”: There is one"
    assert chronicle.get_log_page(vile).lines[-1].sentence == "The dynasty Vile House was founded."
    assert not names.put_back(user=staff, row=row, reason="Once more")
    assert owner.get(f"/appeal/{row.code}/")["Location"] == "/notices/"
    refuse("no_such_decision", names.choose, dynasty=vile, code=row.code, name="Peaceful", motto="")


def test_the_staff_stands_by_it(staff: User, vile: Dynasty) -> None:
    row = take(staff, vile)
    appeal = appeals.ask(dynasty=vile, code=row.code, words="Why?")
    refuse("asked_already", appeals.ask, dynasty=vile, code=row.code, words="Why?")
    assert appeals.close_moot() == 0 and again(appeal).closed_at is None
    assert moderation.dismiss_report(user=staff, report=appeal, reason="It does")
    assert again(appeal).outcome == "dismissed" and again(vile).name == f"Dynasty {vile.code}"


def test_it_is_not_put_back_where_somebody_else_has_it_or_another_one_was_chosen(staff: User, vile: Dynasty) -> None:
    row = take(staff, vile)
    appeal = appeals.ask(dynasty=vile, code=row.code, words="Why?")
    other = found("Vile House")
    refuse("name_taken", names.put_back, user=staff, row=row, reason="It is fine")
    assert again(row).put_back_at is None and again(vile).name == f"Dynasty {vile.code}"
    Dynasty.objects.filter(pk=other.pk).update(name="Elsewhere", folded_name="elsewhere")
    names.choose(dynasty=vile, code=row.code, name="Peaceful")
    assert again(appeal).outcome == "withdrawn"
    assert not names.put_back(user=staff, row=row, reason="It is fine") and again(vile).name == "Peaceful"
    assert open_client(vile.user).get(f"/appeal/{row.code}/")["Location"] == "/notices/"


def test_only_the_staff_takes_names_and_not_those_of_houses(staff: User, vile: Dynasty) -> None:
    refuse("not_yours", names.take, user=vile.user, named=vile, parts=("name",), reason=WHY)
    refuse("unknown_reason", names.take, user=staff, named=vile, parts=("name",), reason=" ")
    refuse("no_such_name", names.take, user=staff, named=house("Rome"), parts=("name",), reason=WHY)


def test_a_silence_leaves_reports_of_names_open(staff: User, vile: Dynasty) -> None:
    row = names.report(dynasty=found("Nice"), named=vile, reason="insult")
    moderation.silence(user=staff, dynasty=vile, reason="Insults", days=7)
    assert again(row).closed_at is None


def test_by_the_pages(staff: User, vile: Dynasty, client: Any) -> None:
    nice, emperor = open_client(found("Nice").user), born(vile, "Vile Vera")
    reader, owner = open_client(staff), open_client(vile.user)
    for named, address in ((vile, f"/dynasty/{vile.code}/"), (emperor, f"/emperor/{emperor.code}/")):
        assert "Report this name" not in client.get(address).content.decode()
        assert "Report this name" not in owner.get(address).content.decode()
        assert f"/name/{named.code}/report/" in nice.get(address).content.decode()
        assert client.get(f"/name/{named.code}/report/").status_code == 302
        assert 'name="reason"' not in owner.get(f"/name/{named.code}/report/").content.decode()
        answer = nice.post(f"/name/{named.code}/report/", {"do": "report", "reason": "insult"})
        assert answer["Location"] == address
        assert "You reported it on" in nice.get(f"/name/{named.code}/report/").content.decode()
    assert nice.get("/name/nothing/report/").status_code == 404
    queue = reader.get("/moderation/").content.decode()
    assert "The name of a dynasty: “Vile House”" in queue and "The name of an Emperor: “Vile Vera”" in queue
    assert queue.count('value="take_name"') == 2 and queue.count('value="take_both"') == 1
    assert "How long to silence it" not in queue
    for row, do in zip(Report.objects.order_by("pk"), ("take_both", "take_name"), strict=True):
        reader.post("/moderation/", {"do": do, "on": row.code, "reason": WHY})
        answer = reader.post("/moderation/", {"do": do, "on": row.code, "reason": WHY}, follow=True)
        assert b"That was decided already" in answer.content
    assert [each.name for each in (again(vile), again(emperor))] == [f"Dynasty {vile.code}", f"Emperor {emperor.code}"]
    page = reader.get("/moderation/").content.decode()
    assert page.count('value="put_name_back"') == 2 and "Took a name or a motto away" in page
    court = owner.get("/court/").content.decode()
    rows = list(TakenName.objects.order_by("pk"))
    assert all(f"/appeal/{row.code}/" in court for row in rows)
    form = f"/court/name/{rows[0].code}/"
    assert 'name="motto"' in owner.get(form).content.decode()
    answer = owner.post(form, {"name": "Vile House", "motto": ""})
    assert answer.status_code == 422 and "took this name away" in answer.content.decode()
    assert owner.post(form, {"name": "x", "motto": ""}).status_code == 422
    assert owner.post(form, {"name": "Peaceful", "motto": ""})["Location"] == f"/dynasty/{vile.code}/"
    assert owner.get(form)["Location"] == "/court/" and nice.get(form).status_code == 404


def test_the_staff_needs_neither_a_report_nor_a_dynasty(staff: User, vile: Dynasty) -> None:
    reader = open_client(staff)
    page = reader.get(f"/name/{vile.code}/report/").content.decode()
    assert 'value="take_both"' in page and 'value="report"' not in page
    assert "take_both" not in open_client(found("Nice").user).get(f"/name/{vile.code}/report/").content.decode()
    reader.post("/moderation/", {"do": "take_both", "on": vile.code, "reason": WHY})
    assert (again(vile).name, again(vile).motto) == (f"Dynasty {vile.code}", "")
    (data,) = account_data.export_user(vile.user)["taken_names"]
    assert (data["name"], data["motto"]) == ("Vile House", "Death to all")
    assert 'value="take_both"' not in reader.get(f"/name/{vile.code}/report/").content.decode()


def test_dismissed_it_stays(staff: User, vile: Dynasty) -> None:
    row = names.report(dynasty=found("Nice"), named=vile, reason="insult")
    open_client(staff).post("/moderation/", {"do": "dismiss", "on": row.code, "reason": "It is harmless"})
    assert again(row).outcome == "dismissed" and again(vile).name == "Vile House"


def test_a_dynasty_that_leaves_takes_its_former_name_along(staff: User, vile: Dynasty) -> None:
    row = take(staff, vile)
    names.choose(dynasty=vile, code=row.code, name="Peaceful")
    account_deletion.delete_account(user=vile.user, address="vile@example.org")
    assert not any("Vile House" in json.dumps(event.facts) for event in Event.objects.all())
