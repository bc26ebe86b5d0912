"""A class: its teacher makes accounts without e-mail, its pupils log in and play, and nothing of them leaks out."""

import json
import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from core import clock, rate_limits
from core.errors import DomainError
from dynasty.models import Club, Dynasty, Pupil, User
from dynasty.services import delivery, emperors, notifications
from dynasty.services.clubs import classes, founding, membership
from tests.dynasty.clubs.scenes import describe
from tests.factories import announce, found
from tests.tournaments.arenas.test_arenas import announce as announce_arena
from tests.tournaments.arenas.test_arenas import win
from tournaments.models import ArenaPlayer
from tournaments.services import account_deletion, chat
from tournaments.services import boards as board_services
from tournaments.services.arenas import announcing, battles
from tournaments.services.clubs import pupils
from tournaments.services.maps import drawing as map_drawing

pytestmark = pytest.mark.django_db
NAMES = "\n".join(f"Pupil {number}" for number in range(30))
"""As many as a class has."""
OWN_PASSWORD = "a maple in the rain"


@pytest.fixture(autouse=True)
def without_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)


def open_class(names: str = "Ana\nBen") -> tuple[Club, Dynasty, list[classes.FirstLogin]]:
    teacher = found("Teacher")
    club = classes.found(teacher=teacher, name="6B")
    return club, teacher, classes.add_pupils(club=club, by=teacher, text=names)


def dynasty_of(login: str) -> Dynasty:
    return Dynasty.objects.get(user=Pupil.objects.get(login=login).user_id)


def open_client(dynasty: Dynasty) -> Client:
    client = Client()
    assert dynasty.user is not None
    client.force_login(dynasty.user)
    return client


def log_in(first: classes.FirstLogin) -> Client:
    """Log in by the name and the first password, and change it, as a pupil does."""
    client = Client()
    answer = client.post("/account/login/", {"login": first.login, "password": first.password})
    assert answer.status_code == 302, answer.content.decode()
    assert client.get("/play/").headers["Location"] == "/account/password/change/"
    client.post(
        "/account/password/change/",
        {"oldpassword": first.password, "password1": OWN_PASSWORD, "password2": OWN_PASSWORD},
    )
    assert client.get("/play/").status_code == 200
    return client


def error_of(call: Any) -> str:
    with pytest.raises(DomainError) as refused:
        call()
    return refused.value.code


def test_thirty_are_made_log_in_and_play_an_arena_of_the_class() -> None:
    teacher = found("Teacher")
    client = open_client(teacher)
    there = client.post("/classes/", {"name": "6B"}).headers["Location"]
    sheet = client.post(f"{there}pupils", {"names": NAMES})
    assert sheet.headers["Cache-Control"] == "private, no-store"
    rows = re.findall(
        r'<th scope="row">([^<]+)</th>\s*<td><code>(\S+)</code></td>\s*<td><code>(\S+)</code>', sheet.content.decode()
    )
    assert len(rows) == len({login for _name, login, _password in rows}) == 30
    assert rows[0][2] not in client.get(there).content.decode(), "it is shown once"
    club = Club.objects.get()
    arena = announce_arena(teacher, club=club)
    for row in rows:
        browser = log_in(classes.FirstLogin(*row))
        browser.post(f"/arena/{arena.code}/act", {"act": "enter"})
    assert ArenaPlayer.objects.filter(arena=arena).count() == 30
    with clock.freeze(arena.starts_at):
        ArenaPlayer.objects.update(visited_at=arena.starts_at, waits_since=arena.starts_at)
        assert battles.tend(arena) == 15
        for player in ArenaPlayer.objects.select_related("tournament", "dynasty").order_by("tournament", "pk")[::2]:
            win(player.tournament, player.dynasty.name)
        battles.tend(arena)
    with clock.freeze(arena.ends_at + announcing.arenas.GRACE):
        battles.tend(arena)
    assert ArenaPlayer.objects.filter(arena=arena, points=2).count() == 15
    table = [each["points"] for each in json.loads(client.get(f"{there}data.json").content)["pupils"]]
    assert sorted(table) == [0] * 15 + [2] * 15


def test_a_pupil_has_no_mail_no_second_factor_and_no_grant() -> None:
    _club, _teacher, (ana, _ben) = open_class()
    dynasty = dynasty_of(ana.login)
    client = log_in(ana)
    for address in ("/account/email/", "/account/2fa/", "/court/settings/farewell/"):
        assert client.get(address).headers["Location"] == "/court/settings/"
    assert not dynasty.__class__.objects.filter(pk=dynasty.pk, accounts__balance__gt=0).exists()
    notifications.notify(dynasty=dynasty, kind="paired", key="one", facts={"other": "Ming"})
    delivery.deliver_due()
    Client().post("/account/password/reset/", {"email": f"{ana.login}@pupils.invalid"})
    assert mail.outbox == []
    assert Client().post("/account/signup/", {"email": "me@pupils.invalid"}).status_code == 200
    assert not User.objects.filter(email="me@pupils.invalid").exists()


def test_a_new_password_ends_the_old_one() -> None:
    club, teacher, (ana, _ben) = open_class()
    log_in(ana)
    again = classes.reset_password(club=club, by=teacher, dynasty=dynasty_of(ana.login))
    old = Client().post("/account/login/", {"login": ana.login, "password": OWN_PASSWORD})
    assert old.status_code == 200 and again.password != ana.password
    log_in(again)


def test_names_stay_with_the_teacher_and_the_class_is_hidden() -> None:
    club, teacher, (ana, ben) = open_class("Ana Real\nBen Real")
    pupil, stranger = open_client(dynasty_of(ana.login)), open_client(found("Stranger"))
    Pupil.objects.update(has_first_password=False)
    arena = announce_arena(teacher, club=club)
    page = pupil.get(f"/class/{club.code}/").content.decode()
    assert dynasty_of(ben.login).name in page and "Real" not in page and ben.login not in page
    for client in (stranger, Client()):
        for address in (f"/class/{club.code}/", f"/club/{club.code}/", f"/arena/{arena.code}/"):
            assert client.get(address).status_code in (302, 404)
            assert "6B" not in client.get(address).content.decode()
        for address in ("/clubs/", "/search/?q=amber&kind=club", "/arenas/", f"/dynasty/{dynasty_of(ana.login).code}/"):
            text = client.get(address).content.decode()
            assert "6B" not in text and arena.title not in text and "Real" not in text
        for address in ("/api/v1/clubs/", "/api/v1/arenas/", f"/api/v1/arenas/{arena.code}/"):
            assert arena.title not in client.get(address).content.decode()
    assert pupil.get(f"/arena/{arena.code}/").status_code == 200
    for act in (f"/class/{club.code}/data.json", f"/class/{club.code}/pupil/{dynasty_of(ben.login).code}/"):
        assert pupil.get(act).status_code == stranger.get(act).status_code == 404


def test_pupils_write_nothing_for_others_unless_their_teacher_allows_it() -> None:
    club, teacher, (ana, _ben) = open_class()
    dynasty, cup = dynasty_of(ana.login), announce(game="emperors", field="duel-2")
    calls = {
        "talk": lambda: chat.post(tournament=cup, dynasty=dynasty, room="public", text="hello"),
        "emperor": lambda: emperors.raise_emperor(
            dynasty=dynasty, name="Ana", gender="w", birth_date=clock.now().date()
        ),
        "board": lambda: board_services.create(author=dynasty, title="Ana Real", drawing="x"),
        "map": lambda: map_drawing.create(author=dynasty, title="Ana Real", drawing="x"),
        "arena": lambda: announce_arena(dynasty),
        "club": lambda: founding.found(founder=dynasty, description=describe()),
        "join": lambda: membership.join(club=club, dynasty=dynasty),
    }
    codes = {name: error_of(call) for name, call in calls.items()}
    assert codes == dict.fromkeys(("talk", "emperor", "board", "map", "arena", "club"), "pupils_write") | {
        "join": "no_such_club"
    }
    classes.allow_words(club=club, by=teacher, allowed=True)
    calls["talk"](), calls["emperor"]()
    assert error_of(lambda: classes.allow_words(club=club, by=dynasty, allowed=True)) == "not_an_officer"


def test_deleting_a_pupil_and_a_class() -> None:
    club, teacher, (ana, ben) = open_class()
    other = found("Other")
    assert error_of(lambda: pupils.delete_pupil(club=club, by=other, dynasty=dynasty_of(ana.login))) == "not_an_officer"
    assert teacher.user is not None
    leaving = lambda: account_deletion.delete_account(user=teacher.user, address=teacher.user.email)  # noqa: E731
    assert error_of(leaving) == "has_class"
    client, user = open_client(teacher), Pupil.objects.get(login=ana.login).user
    client.post(f"/class/{club.code}/pupil/{dynasty_of(ana.login).code}/", {"act": "delete"})
    user.refresh_from_db()
    assert not user.is_active and not Pupil.objects.filter(login=ana.login).exists()
    assert ana.login not in json.dumps(list(User.objects.values_list("email", flat=True)))
    assert client.post(f"/class/{club.code}/delete/", {"name": "6A"}).status_code == 422
    assert client.post(f"/class/{club.code}/delete/", {"name": "6b"}).status_code == 302
    assert not Pupil.objects.exists() and client.get(f"/class/{club.code}/").status_code == 404
    leaving()
    assert ben.login


def test_lists_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "CLASS_PUPILS", 2)
    monkeypatch.setattr(classes, "CLASSES_OWNED", 1)
    club, teacher, _logins = open_class("Ana")
    for text, code in (
        (" \n ", "no_names"),
        ("A\nB", "class_full"),
        ("x" * 61, "pupil_name"),
        ("\u202eA", "name_characters"),
    ):
        assert error_of(lambda text=text: classes.add_pupils(club=club, by=teacher, text=text)) == code
    assert error_of(lambda: classes.found(teacher=teacher, name="6C")) == "too_many_classes"


def test_a_second_teacher_shares_the_class_by_a_link_that_works_once() -> None:
    club, teacher, (ana, _ben) = open_class()
    second, third = found("Second"), found("Third")
    link = f"/classes/by/{club.invitation}/"
    assert "shares this class" in open_client(second).get(link).content.decode()
    assert open_client(second).post(link).headers["Location"] == f"/class/{club.code}/"
    assert open_client(third).post(link).status_code == 404, "it works once"
    page = open_client(second).get(f"/class/{club.code}/").content.decode()
    assert "Ana" in page and "Delete the class" not in page and "/classes/by/" not in page
    classes.add_pupils(club=club, by=second, text="Cleo")
    assert classes.reset_password(club=club, by=second, dynasty=dynasty_of(ana.login)).login == ana.login
    data = json.loads(open_client(second).get(f"/class/{club.code}/data.json").content)
    assert [each["role"] for each in data["teachers"]] == ["owner", "officer"] and len(data["pupils"]) == 3
    assert open_client(second).get(f"/class/{club.code}/delete/").status_code == 404
    announce_arena(second, club=club)
    for refused, code in (
        (lambda: classes.delete_empty(club=club, by=second), "not_the_owner"),
        (lambda: classes.renew_invitation(club=club, by=second), "not_the_owner"),
        (lambda: classes.remove_teacher(club=club, by=second, dynasty=teacher), "not_the_owner"),
        (lambda: classes.join_as_teacher(club=club, dynasty=third, invitation="old"), "no_such_invitation"),
        (lambda: classes.join_as_teacher(club=club, dynasty=dynasty_of(ana.login), invitation="any"), "pupils_write"),
    ):
        with pytest.raises(DomainError) as error:
            refused()
        assert error.value.code == code
    open_client(teacher).post(f"/class/{club.code}/act", {"act": "remove", "dynasty": second.code})
    assert open_client(second).get(f"/class/{club.code}/").status_code == 404
