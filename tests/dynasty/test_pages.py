"""The pages of dynasties: they open for whom they should, do what they say, and ask the database little."""

import csv
import io
import json
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from core import clock
from dynasty.catalog import emblems
from dynasty.models import Dynasty, Emperor, User
from dynasty.selectors import dynasties, wealth
from dynasty.services import chronicle, emperors, reputation
from dynasty.services.reputation import Award

pytestmark = pytest.mark.django_db
MAX_QUERIES = 15

FOUND = {"name": "House Aurelia", "motto": "We endure", **emblems.DEFAULT}
LIVIA = {"name": "Livia", "gender": "w", "birth_date": "1402-05-07"}


@pytest.fixture
def user() -> User:
    return User.objects.create_user("me@example.org", "a long secret 7")


@pytest.fixture
def reader(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def mine(reader: Client, user: User) -> Dynasty:
    reader.post(reverse("found"), FOUND)
    return Dynasty.objects.get(user=user)


@pytest.fixture
def storied(mine: Dynasty, found, born) -> Dynasty:
    """Return a dynasty with a past: living, dead and departed emperors, a reign, and a long log."""
    other = found()
    livia, marcus, gaius = (born(mine, name, fought=True) for name in ("Livia", "Marcus", "Gaius"))
    for number, emperor in enumerate((livia, marcus, gaius)):
        reputation.award(emperor=emperor, points=15, cause="won", place="abcdefghjk", key=f"k{number}")
    emperors.end_life(emperor=marcus, place="abcdefghjk", title="The Last Stand")
    emperors.change_dynasty(emperor=gaius, to=other, place="abcdefghjk")
    emperors.engage(emperor=livia, kind="entered", place="abcdefghjk")
    reputation.award_all(Award(livia, 1 + number % 3, "survived", "abcdefghjk", f"m{number}") for number in range(45))
    for number in range(12):
        born(mine, f"Child {'abcdefghjkmn'[number]}")
    return mine


def public_pages(dynasty: Dynasty) -> list[str]:
    emperor = Emperor.objects.filter(dynasty=dynasty).order_by("pk").first()
    return [
        reverse("dynasty", args=[dynasty.code]),
        reverse("dynasty", args=[dynasty.code]) + "?at=2026-01-01",
        reverse("dynasty_log", args=[dynasty.code]),
        reverse("dynasty_log", args=[dynasty.code]) + "?kind=reputation&since=2020-01-01&until=9999-12-31",
        reverse("dynasty_log_csv", args=[dynasty.code]),
        reverse("dynasty_log_json", args=[dynasty.code]),
        reverse("dynasty_emblem", args=[dynasty.code]),
        reverse("emperor", args=[emperor.code]) if emperor else reverse("ranking"),
        reverse("ranking"),
        reverse("ranking") + "?page=2",
    ]


def test_everybody_can_read_the_pages_with_few_queries(storied, client, django_assert_max_num_queries) -> None:
    for page in public_pages(storied):
        with django_assert_max_num_queries(MAX_QUERIES):
            assert client.get(page).status_code == 200, page


def test_the_owner_too(storied, reader, django_assert_max_num_queries) -> None:
    idle = storied.emperors.get(name="Child a")
    for page in [*public_pages(storied), reverse("court"), reverse("retire", args=[idle.code])]:
        with django_assert_max_num_queries(MAX_QUERIES):
            assert reader.get(page).status_code == 200, page


def test_pages_of_the_newborn_and_of_the_house_open(mine, house, client, reader) -> None:
    for dynasty in (mine, house):
        for page in public_pages(dynasty):
            assert client.get(page).status_code == 200, page
    assert "The throne is empty" in reader.get(reverse("court")).content.decode()


def test_pages_open_in_every_language(storied, client) -> None:
    for language in ("es", "ca"):
        assert (
            client.get(reverse("dynasty", args=[storied.code]), headers={"Accept-Language": language}).status_code
            == 200
        )


@pytest.mark.parametrize("page", ["court", "found"])
def test_what_is_private_needs_a_login(page: str, client) -> None:
    answer = client.get(reverse(page))
    assert answer.status_code == 302 and answer.url.startswith(reverse("account_login"))


def test_unknown_codes_are_not_found(client) -> None:
    for name in ("dynasty", "dynasty_log", "dynasty_log_csv", "dynasty_log_json", "dynasty_emblem", "emperor"):
        assert client.get(reverse(name, args=["nosuchcode"])).status_code == 404


def test_signing_up_leads_to_founding(client) -> None:
    page = client.get(reverse("account_signup")).content.decode()
    assert f'name="next" value="{reverse("found")}"' in page
    data = {
        "email": "New@Example.org",
        "password1": "a long secret 7",
        "password2": "a long secret 7",
        "next": reverse("found"),
    }
    answer = client.post(reverse("account_signup"), data)
    assert answer.status_code == 302 and answer.url == reverse("found")
    assert User.objects.get().email == "new@example.org"
    assert client.get(reverse("court")).url == reverse("found")


def test_logging_in_and_out(user, client) -> None:
    data = {"login": "ME@example.org", "password": "a long secret 7", "next": reverse("court")}
    assert client.post(reverse("account_login"), data).url == reverse("court")
    assert client.post(reverse("account_logout")).status_code == 302
    wrong = client.post(reverse("account_login"), {**data, "password": "guess"})
    assert wrong.status_code == 200 and "errorlist" in wrong.content.decode()


@pytest.mark.parametrize(
    "page",
    [
        "account_login",
        "account_signup",
        "account_reset_password",
        "account_logout",
        "account_email",
        "account_change_password",
        "mfa_index",
        "usersessions_list",
    ],
)
def test_account_pages_wear_our_clothes(page: str, client, user) -> None:
    if page not in ("account_login", "account_signup", "account_reset_password"):
        client.force_login(user)
    answer = client.get(reverse(page), follow=True)
    assert answer.status_code == 200
    assert "base.html" in [template.name for template in answer.templates]
    assert page == "mfa_index" or "csrfmiddlewaretoken" in answer.content.decode()


def test_founding_in_the_browser(reader, user) -> None:
    answer = reader.post(reverse("found"), FOUND)
    assert answer.status_code == 302 and answer.url == reverse("court")
    dynasty = Dynasty.objects.get(user=user)
    assert (dynasty.name, dynasty.emblem) == ("House Aurelia", emblems.DEFAULT)
    assert reader.get(reverse("found")).url == reverse("court")
    assert reader.post(reverse("found"), {**FOUND, "name": "Second"}).url == reverse("court")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "ab"}, "at least 3"),
        ({"name": "a\u200bb c"}, "hidden character"),
        ({"name": "House 🔥"}, "used here: 🔥"),
        ({"name": ""}, "Fill this in."),
        ({"second": "lacquer"}, "two different colours"),
        ({"charge": "unicorn"}, "This choice is not offered"),
        ({"motto": "x" * 121}, "at most 120"),
    ],
)
def test_a_bad_founding_says_what_is_wrong_and_keeps_the_rest(reader, change: dict[str, str], words: str) -> None:
    answer = reader.post(reverse("found"), {**FOUND, **change})
    page = answer.content.decode()
    assert answer.status_code == 422 and words in page
    assert "motto" in change or "We endure" in page
    assert not Dynasty.objects.exists()


def test_a_taken_name_is_said_at_its_field(reader, found) -> None:
    found("House Aurelia")
    page = reader.post(reverse("found"), {**FOUND, "name": "HOUSE AURÉLIA"}).content.decode()
    assert 'id="id_name_error"' in page and "looks just like it" in page


def test_the_emblem_can_be_seen_without_a_script(reader) -> None:
    answer = reader.post(reverse("found"), {**FOUND, "charge": "crane", "tint": "ivory", "preview": "1"})
    page = answer.content.decode()
    assert answer.status_code == 200 and "in ivory: crane" in page and 'value="House Aurelia"' in page
    assert "errorlist" not in page and not Dynasty.objects.exists()


def test_the_live_preview_draws_what_is_chosen(client) -> None:
    page = client.get(
        reverse("found_emblem"), {**emblems.DEFAULT, "charge": "tower", "tint": "<script>"}
    ).content.decode()
    assert "in gold: tower" in page and "<script>" not in page and page.count("<svg") >= 4


def test_founding_takes_only_its_own_fields(reader, user, found) -> None:
    other = found()
    more = {
        "house": "1",
        "program": "1",
        "code": "mycode",
        "founded_at": "2000-01-01",
        "user": other.user_id,
        "folded_name": "x",
        "reputation": "99",
        "id": other.pk,
    }
    reader.post(reverse("found"), {**FOUND, **more})
    dynasty = Dynasty.objects.get(user=user)
    assert not dynasty.house and not dynasty.program and dynasty.code != "mycode" and dynasty.founded_at.year > 2000
    assert dynasty.folded_name != "x" and dynasty.standing.reputation == 0 and dynasty.pk != other.pk


def test_raising_and_retiring(mine, reader) -> None:
    assert reader.post(reverse("court"), LIVIA).url == reverse("court")
    livia = mine.emperors.get()
    assert (livia.name, livia.gender, livia.birth_date) == ("Livia", "w", date(1402, 5, 7))
    again = reader.post(reverse("court"), LIVIA)
    assert again.status_code == 422 and "has this name" in again.content.decode()
    asked = reader.get(reverse("retire", args=[livia.code]))
    assert "cannot be undone" in asked.content.decode() and mine.emperors.exists()
    assert reader.post(reverse("retire", args=[livia.code])).url == reverse("court")
    assert not mine.emperors.exists()


def test_the_form_lies_open_while_nobody_is_at_court(mine, reader, born) -> None:
    def is_open(address: str) -> bool:
        return '<details class="card fold raise" id="raise" open>' in reader.get(address).content.decode()

    court = reverse("court")
    assert is_open(court)
    livia = born(mine, "Livia")
    assert not is_open(court) and is_open(f"{court}?emperor=Drusilla")
    assert 'id="raise" open' in reader.post(court, LIVIA).content.decode()  # the name is taken
    emperors.engage(emperor=livia, kind="entered", place="abcdefghjk")
    assert is_open(court)


def test_raising_takes_only_its_own_fields(mine, reader, found) -> None:
    other = found()
    reader.post(
        reverse("court"),
        {
            **LIVIA,
            "dynasty": other.pk,
            "birthplace": other.pk,
            "died_at": "2000-01-01",
            "fought_at": "2000-01-01",
            "code": "x",
        },
    )
    livia = Emperor.objects.get()
    assert livia.dynasty == mine == livia.birthplace and livia.died_at is None and livia.fought_at is None


def test_nobody_retires_an_emperor_of_others(mine, reader, found, born) -> None:
    stranger = born(found())
    for answer in (
        reader.get(reverse("retire", args=[stranger.code])),
        reader.post(reverse("retire", args=[stranger.code])),
    ):
        assert answer.status_code == 404
    assert dynasties.find_emperor(stranger.code)


def test_one_at_a_tournament_is_not_retired(mine, reader, born) -> None:
    livia = born(mine, "Livia")
    emperors.engage(emperor=livia, kind="entered", place="abc")
    page = reader.post(reverse("retire", args=[livia.code]), follow=True).content.decode()
    assert "is not at court" in page and dynasties.find_emperor(livia.code)


def test_posts_need_their_token(user, mine) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(user)
    assert strict.post(reverse("court"), LIVIA).status_code == 403
    assert not mine.emperors.exists()


def test_what_people_write_is_never_markup(reader, user, born) -> None:
    reader.post(reverse("found"), {**FOUND, "name": "R&B 'Dynasty' (I)", "motto": "“Per \"aspera\"” & 'astra'"})
    dynasty = Dynasty.objects.get(user=user)
    page = reader.get(reverse("dynasty", args=[dynasty.code])).content.decode()
    assert "R&amp;B &#x27;Dynasty&#x27; (I)" in page and "R&B" not in page


def test_strangers_see_no_wealth(storied, client, reader) -> None:
    log = reverse("dynasty_log", args=[storied.code])
    assert "gold coins" not in client.get(log).content.decode()
    assert "gold coins" in reader.get(log + "?kind=wealth").content.decode()
    assert client.get(log + "?kind=wealth").status_code == 200
    exported = client.get(reverse("dynasty_log_json", args=[storied.code])).json()
    assert exported["lines"] and all(line["public"] for line in exported["lines"])
    private = reader.get(reverse("dynasty_log_json", args=[storied.code])).json()
    assert sum(line["kind"] == "wealth" for line in private["lines"]) == len(wealth.list_holdings(storied)) - 7


def test_the_log_pages_on_by_cursor(storied, client) -> None:
    url, found = reverse("dynasty_log", args=[storied.code]), 0
    while url:
        answer = client.get(url)
        found += len(answer.context["log"].lines)
        following = answer.context["log"].next
        url = reverse("dynasty_log", args=[storied.code]) + f"?cursor={following}" if following else ""
    assert found == storied.mentions.filter(public=True).count() > 50


NONSENSE = {"kind": "nonsense", "emperor": "x'; --", "since": "yesterday", "until": "0000-00-00"}


@pytest.mark.parametrize("cursor", ["x", "AAAA", "%00", "MjAyNi0wMS0wMXwx", "a" * 500])
def test_a_made_up_cursor_is_no_page(storied, client, cursor: str) -> None:
    assert client.get(reverse("dynasty_log", args=[storied.code]), NONSENSE | {"cursor": cursor}).status_code == 404


def test_made_up_filters_are_harmless(storied, client) -> None:
    assert client.get(reverse("dynasty_log", args=[storied.code]), NONSENSE).status_code == 200


@pytest.mark.parametrize("page", ["-1", "x", "1.5"])
def test_a_made_up_number_is_no_page(client, db, page: str) -> None:
    assert client.get(reverse("ranking"), {"page": page}).status_code == 404


def test_filters_filter(storied, client) -> None:
    livia = storied.emperors.get(name="Livia")
    url = reverse("dynasty_log", args=[storied.code])
    lines = client.get(url, {"kind": "born", "emperor": livia.code}).context["log"].lines
    assert [line.facts["emperor"] for line in lines] == ["Livia"]
    assert not client.get(url, {"until": "2020-01-01"}).context["log"].lines


def test_exports_calculate_nothing(mine, born, reader) -> None:
    livia = born(mine, "-Livia", fought=True)
    chronicle.record(
        key="evil", kind="fought", public=True, at=clock.now(), mentions=[(mine, livia)],
        facts={"emperor": "=HYPERLINK(1)", "title": "t", "against": "x"},
    )  # fmt: skip
    answer = reader.get(reverse("dynasty_log_csv", args=[mine.code]))
    assert answer["Content-Type"].startswith("text/csv") and "attachment" in answer["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    cells = [cell for row in rows for cell in row]
    assert "'-Livia" in cells and any(cell.startswith("'=HYPERLINK") for cell in cells)
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for cell in cells)
    assert len(rows) == 1 + mine.mentions.count()


def test_the_export_as_json_holds_the_facts(storied, client) -> None:
    body = json.loads(client.get(reverse("dynasty_log_json", args=[storied.code]) + "?kind=reputation").content)
    assert body["dynasty"]["name"] == storied.name
    assert {line["kind"] for line in body["lines"]} == {"reputation"}
    assert body["lines"][0]["facts"]["reputation"] >= body["lines"][-1]["facts"]["reputation"]


def test_the_chart_is_drawn_and_told(storied, client) -> None:
    page = client.get(reverse("dynasty", args=[storied.code])).content.decode()
    assert '<title id="chart-title">' in page and 'class="curve"' in page and "As a table" in page


def test_the_emblem_is_a_picture_of_its_own(mine, client) -> None:
    answer = client.get(reverse("dynasty_emblem", args=[mine.code]))
    assert answer["Content-Type"] == "image/svg+xml" and answer.content.startswith(b"<svg")
    assert "max-age" in answer["Cache-Control"]


def test_the_champion_wears_the_mark(storied, client) -> None:
    assert "Champion of the world" in client.get(reverse("dynasty", args=[storied.code])).content.decode()
    assert storied.name in client.get(reverse("ranking")).content.decode()
