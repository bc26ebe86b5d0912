"""One's own account: language and clocks, one's data as a file, and leaving for good."""

from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse

from core import clock, time_zones
from core.errors import DomainError
from dynasty.models import (
    Account,
    ApiToken,
    Dynasty,
    Emperor,
    Event,
    KeptReply,
    Notice,
    Standing,
    Transfer,
    User,
)
from dynasty.selectors import dynasties
from dynasty.services import api_tokens, log_ins, offers, preferences, treasury
from tests.factories import announce, begin, born, enter, found, proven
from tournaments.models import DrawnBoard, Entry, Leave, Recurrence, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.services import account_deletion, bets, chat, lifecycle, stand_ins

pytestmark = pytest.mark.django_db
MAX_QUERIES = 15
SECRET = "a long password"


def reader(dynasty: Dynasty) -> Client:
    """Return somebody who has just logged in."""
    client = Client()
    client.post(reverse("account_login"), {"login": dynasty.user.email, "password": SECRET})
    return client


def proven_reader(dynasty: Dynasty) -> Client:
    """Return somebody who has just given the password once more."""
    client = reader(dynasty)
    client.post(reverse("account_reauthenticate"), {"password": SECRET})
    return client


def test_the_settings_are_kept_and_rule_every_page(django_assert_max_num_queries) -> None:
    house = found("Aurelia")
    client = reader(house)
    with django_assert_max_num_queries(MAX_QUERIES):
        page = client.get(reverse("settings")).content.decode()
    for place in ("account_email", "account_change_password", "mfa_index", "usersessions_list", "notice_settings"):
        assert f'href="{reverse(place)}"' in page
    data = {"language": "es", "time_zone": "America/Argentina/Buenos_Aires"}
    assert client.post(reverse("settings"), data).url == reverse("settings")
    user = User.objects.get()
    assert (user.language, user.time_zone) == ("es", "America/Argentina/Buenos_Aires")
    answer = client.get(reverse("settings"), headers={"Accept-Language": "ca"})
    page = answer.content.decode()
    assert '<html lang="es">' in page and answer["Content-Language"] == "es"
    assert f"{clock.now().astimezone(ZoneInfo(user.time_zone)):%H:%M}" in page
    assert '<option value="America/Argentina/Buenos_Aires" selected>Buenos Aires, Argentina · ' in page


def test_who_is_not_logged_in_reads_the_language_of_the_browser(client) -> None:
    assert '<html lang="ca">' in client.get("/", headers={"Accept-Language": "ca"}).content.decode()
    assert client.get(reverse("settings")).status_code == 302


def test_the_header_changes_the_language_of_the_account_too() -> None:
    house = found("Aurelia")
    client = reader(house)
    preferences.update(user=house.user, language="es", time_zone="")
    client.post(reverse("set_language"), {"language": "ca", "next": "/"})
    assert User.objects.get().language == "ca"
    assert '<html lang="ca">' in client.get(reverse("settings")).content.decode()
    client.post(reverse("set_language"), {"language": "xx", "next": "/"})
    assert User.objects.get().language == "ca"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (("en", "Mars/Olympus"), "unknown_zone"),
        (("en", "../etc/passwd"), "unknown_zone"),
        (("tlh", ""), "unknown_language"),
    ],
)
def test_what_there_is_not_cannot_be_chosen(data: tuple[str, str], code: str) -> None:
    user = found("Aurelia").user
    with pytest.raises(DomainError) as error:
        preferences.update(user=user, language=data[0], time_zone=data[1])
    user.refresh_from_db()
    assert error.value.code == code and (user.language, user.time_zone) == ("", "")
    answer = reader(user.dynasty).post(reverse("settings"), {"language": data[0], "time_zone": data[1]})
    assert answer.status_code == 422


def test_every_zone_is_offered_once_and_is_one() -> None:
    now = clock.now()
    offered = [name for _, group in time_zones.build_choices(now) if isinstance(group, list) for name, _ in group]
    assert len(offered) == len(set(offered)) > 350 and "Europe/Madrid" in offered
    assert all(time_zones.is_known(name) and ZoneInfo(name) for name in offered)


def test_a_list_of_zones_reads_each_file_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock.now()
    before = time_zones.build_choices(now)
    monkeypatch.setattr(time_zones, "ZoneInfo", lambda name: pytest.fail(f"read again: {name}"))
    assert time_zones.build_choices(now) == before


def test_my_data_is_everything_of_mine_and_nothing_of_others() -> None:
    battle, (mine, theirs) = begin("gift", 30, 30, organiser=found("Host"))
    for emperor, words in ((mine, "good luck to all"), (theirs, "the other one speaks")):
        chat.post(tournament=battle, room="table", dynasty=emperor.dynasty, text=words)
    answer = reader(mine.dynasty).get(reverse("own_data"))
    assert answer["Content-Disposition"].startswith("attachment")
    data = answer.json()
    assert data["user"]["email"] == mine.dynasty.user.email and "password" not in answer.content.decode()
    assert data["dynasty"]["name"] == mine.dynasty.name and data["wealth"]["gold"] == 1_000
    assert [(each["name"], each["reputation"]) for each in data["emperors"]] == [(mine.name, 30)]
    assert {line["kind"] for line in data["log"]} >= {"founded", "born", "wealth"}
    assert len(data["transfers"]) == Transfer.objects.filter(credit__dynasty=mine.dynasty).count() > 0
    assert [each["text"] for each in data["talk"]] == ["good luck to all"]
    assert [each["tournament"] for each in data["battles"]] == [battle.code]
    assert theirs.dynasty.user.email not in answer.content.decode()


def test_my_data_holds_tokens_without_their_secret_and_what_one_made() -> None:
    house = proven(found("Aurelia"))
    token, secret = api_tokens.create(user=house.user, name="My bot", scopes=["read"], days=30)
    now = clock.now()
    Leave.objects.create(dynasty=house, since=now, until=now + timedelta(days=1), taken_at=now, battles=["abc"])
    DrawnBoard.objects.create(author=house, title="Ford", drawing="A.B", digest="x", seats=2, drawn_at=clock.now())
    answer = reader(house).get(reverse("own_data"))
    data = answer.json()
    assert [(each["code"], each["name"]) for each in data["user"]["tokens"]] == [(token.code, "My bot")]
    assert secret not in answer.content.decode() and token.digest not in answer.content.decode()
    assert [each["title"] for each in data["boards"]] == ["Ford"]
    assert [each["battles"] for each in data["leave"]] == [["abc"]]
    assert data["reports"] == data["series"] == data["invitations"] == data["recurring"] == []


def test_no_token_and_no_reply_is_left_of_who_left() -> None:
    house = found("Aurelia")
    api_tokens.create(user=house.user, name="My bot", scopes=["read"], days=30)
    KeptReply.objects.create(user=house.user, key="k", asked="a", made_at=clock.now())
    account_deletion.delete_account(user=house.user, address=house.user.email)
    assert not ApiToken.objects.exists() and not KeptReply.objects.exists()


def test_log_ins_that_lapsed_are_forgotten_with_the_address_they_came_from() -> None:
    house = found("Aurelia")
    client = reader(house)
    old = reader(house)
    past = clock.now() - timedelta(days=30)
    Session.objects.filter(pk=old.session.session_key).update(expire_date=past)
    UserSession.objects.update(created_at=past)
    assert log_ins.delete_expired() == 1
    assert [each.session_key for each in UserSession.objects.all()] == [client.session.session_key]
    assert client.get(reverse("settings")).status_code == 200


def test_a_log_in_that_has_just_begun_is_not_forgotten() -> None:
    reader(found("Aurelia"))
    Session.objects.all().delete()
    log_ins.delete_expired()
    assert UserSession.objects.count() == 1


def test_leaving_asks_who_it_is_and_then_for_the_address() -> None:
    house = found("Aurelia")
    stranger = Client()
    stranger.force_login(house.user)
    assert reverse("account_reauthenticate") in stranger.get(reverse("farewell")).url
    assert reverse("account_reauthenticate") in stranger.post(reverse("farewell"), {"address": house.user.email}).url
    client = proven_reader(house)
    assert "goes back to the treasury" in client.get(reverse("farewell")).content.decode()
    wrong = client.post(reverse("farewell"), {"address": "somebody@example.org"})
    assert wrong.status_code == 422 and "not the e-mail address" in wrong.content.decode()
    assert User.objects.get().is_active
    assert client.post(reverse("farewell"), {"address": house.user.email.upper()}).url == reverse("home")
    assert not User.objects.get().is_active and client.get(reverse("court")).status_code == 302


def test_what_is_left_of_who_left() -> None:
    house = proven(found("Aurelia"))
    fought = born(house, "Livia", 40)
    Emperor.objects.filter(pk=fought.pk).update(fought_at=clock.now())
    heir = born(house, "Young Marcus")
    offers.create(dynasty=house, gives={"gold": 300}, asks={"silver": 5})
    user, address = house.user, house.user.email
    for _ in range(2):
        account_deletion.delete_account(user=User.objects.get(pk=user.pk), address=address)
    house.refresh_from_db()
    user.refresh_from_db()
    assert house.name == f"Forgotten House {house.code}" and house.motto == ""
    assert address not in user.email and not user.is_active and not user.has_usable_password()
    assert not Account.objects.filter(dynasty=house).exclude(balance=0).exists()
    back = Transfer.objects.filter(cause="farewell", debit__dynasty=house)
    assert back.get(asset="gold").amount == 1_000 and back.get(asset="gold").credit == treasury.get_treasury("gold")
    assert not dynasties.list_living(house).exists() and not Emperor.objects.filter(pk=heir.pk).exists()
    assert Emperor.objects.get(pk=fought.pk).died_at is not None
    assert not Standing.objects.filter(dynasty=house).exists() and not Notice.objects.filter(dynasty=house).exists()
    assert not Event.objects.filter(mentions__dynasty=house, public=False).exists()
    page = Client().get(reverse("dynasty", args=[house.code]))
    assert page.status_code == 200 and "Aurelia" not in page.content.decode()
    assert "Aurelia" not in Client().get(reverse("ranking")).content.decode()


def test_a_name_is_free_again_and_the_address_too() -> None:
    house = found("Aurelia")
    account_deletion.delete_account(user=house.user, address=house.user.email)
    assert found("Aurelia").name == "Aurelia"
    assert not mail.outbox


def fighting(house: Dynasty) -> None:
    battle = announce()
    for seat, owner in (("a", house), ("b", found("Qing"))):
        enter(battle, born(owner, "Livia"), seat)
    assert lifecycle.start(tournament_id=battle.pk)


def attending(house: Dynasty) -> None:
    """Bet somewhere; no bet is taken back."""
    battle = announce("gift", terms={"betting": True})
    bets.place_bet(tournament=battle, dynasty=house, emperor=born(house, "Livia"), seat="a", asset="gold", amount=5)


def leading(house: Dynasty) -> None:
    """Volunteer for a seat whose player is inactive."""
    battle, _fighters = begin("gift", 0, 0, absence={"volunteers": True})
    Entry.objects.filter(tournament=battle, seat="b").update(missed=ASLEEP_AFTER)
    stand_ins.volunteer(tournament_id=battle.pk, dynasty=house, seat="b")


@pytest.mark.parametrize(
    ("bind", "code"), [(fighting, "emperors_away"), (attending, "emperors_away"), (leading, "leads_a_seat")]
)
def test_nobody_leaves_who_is_counted_on(bind, code: str) -> None:
    house = found("Aurelia")
    bind(house)
    gold = treasury.get_wallet(house, "gold").balance
    with pytest.raises(DomainError) as error:
        account_deletion.delete_account(user=house.user, address=house.user.email)
    house.refresh_from_db()
    assert error.value.code == code and house.name == "Aurelia" and house.user.is_active
    assert treasury.get_wallet(house, "gold").balance == gold and Recurrence.objects.count() == 0
    assert request_deletion(house) == 422
    page = proven_reader(house).get(reverse("farewell")).content.decode()
    assert str(error.value) in page and 'role="alert"' in page, "said at once, in place of the form"
    assert page.index('role="alert"') < page.index("This cannot be undone.") and 'name="address"' not in page


def entering(house: Dynasty) -> None:
    """Take a seat in what has not begun; it is given up."""
    enter(announce(), born(house, "Livia"), "a")


def betting_at_home(house: Dynasty) -> None:
    """Bet on what the dynasty announced itself; it is cancelled, and the bet goes back."""
    battle = announce("gift", organiser=house, terms={"betting": True})
    bets.place_bet(tournament=battle, dynasty=house, emperor=born(house, "Livia"), seat="a", asset="gold", amount=5)


@pytest.mark.parametrize("bind", [entering, betting_at_home])
def test_what_has_not_begun_stands_in_nobodys_way(bind: Callable[[Dynasty], None]) -> None:
    house = found("Aurelia")
    bind(house)
    assert 'name="address"' in proven_reader(house).get(reverse("farewell")).content.decode()
    assert request_deletion(house) == 302


def request_deletion(house: Dynasty) -> int:
    return proven_reader(house).post(reverse("farewell"), {"address": house.user.email}).status_code


def test_staff_is_released_by_staff() -> None:
    house = found("Aurelia")
    User.objects.filter(pk=house.user.pk).update(is_staff=True)
    with pytest.raises(DomainError) as error:
        account_deletion.delete_account(user=house.user, address=house.user.email)
    assert error.value.code == "staff_stays" and Dynasty.objects.get().name == "Aurelia"
    assert not Tournament.objects.exists()
