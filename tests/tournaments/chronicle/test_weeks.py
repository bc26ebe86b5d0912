"""The chronicle's weeks: pages made of their days, in the feed, and a mail for those who chose it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from core import clock
from dynasty.models import Dynasty, Notice, NoticeSetting
from dynasty.services import delivery
from dynasty.services.account_deletion import delete_account
from tests.factories import found
from tournaments import tasks
from tournaments.models import ChronicleDay

pytestmark = pytest.mark.django_db
MONDAY = date(2030, 1, 7)
PAGE = "/chronicle/week/2030-W02/"


def write(*numbers: int, news: dict[int, list[dict[str, Any]]] | None = None) -> None:
    """Write days of the week and after it, by their number from its Monday."""
    for number in numbers:
        found_news = (news or {}).get(number, [])
        ChronicleDay.objects.create(day=MONDAY + timedelta(days=number), battles=2, news=found_news)


def fact(kind: str, title: str = "", house: Dynasty | None = None, **figures: Any) -> dict[str, Any]:
    houses = {"dynasty": house.code} if house else {}
    return {"kind": kind, "place": "", "title": title, "emperors": {}, "houses": houses, "figures": figures}


@pytest.fixture
def ming(db: None) -> Dynasty:
    return found("Ming")


@pytest.fixture
def week(ming: Dynasty) -> None:
    """Write a week with a reign, two pools and two long battles."""
    news = {
        0: [fact("longest", "The Pass", rounds=30, record=False), fact("pool", "The Pass", asset="gold", amount=9)],
        4: [fact("longest", "The Gate", rounds=12, record=False), fact("pool", "The Gate", asset="copper", amount=20)],
        5: [fact("champion", house=ming, reputation=50)],
    }
    write(0, 1, 4, 5, 6, news=news)


def test_a_week_is_made_of_its_days(week: None, client: Client) -> None:
    page = client.get(PAGE).content.decode()
    assert "<h1>Ming takes the throne</h1>" in page and "10 battles were decided that week." in page
    assert (
        "The longest battle of the week, “The Pass”, took 30 rounds." in page
        and "The Gate" not in page.split("Day by day")[0]
    )
    assert "The largest pool was that of “The Pass”: 9 gold coins." in page
    assert f'href="/chronicle/{MONDAY}/"' in page
    assert 'href="/chronicle/week/2030-W02/"' in client.get(f"/chronicle/{MONDAY}/").content.decode()
    assert 'href="/chronicle/week/2030-W02/"' in client.get("/chronicle/").content.decode()
    feed = client.get("/chronicle/feed").content.decode()
    assert "/chronicle/week/2030-W02/" in feed and feed.count("<entry>") == 6


def test_a_week_has_a_page_when_it_is_over(client: Client) -> None:
    write(0, 1)
    assert client.get(PAGE).status_code == 404 and "/week/" not in client.get("/chronicle/feed").content.decode()
    write(6)
    assert "A week without surprises" in client.get(PAGE).content.decode()
    for nonsense in ("2030-W03", "2030-W99", "2030-01-07", "x", "20300-W02"):
        assert client.get(f"/chronicle/week/{nonsense}/").status_code == 404


def test_weeks_lead_to_each_other(week: None, client: Client) -> None:
    write(-3, 8, 13)
    assert 'rel="prev" href="/chronicle/week/2030-W01/"' in client.get(PAGE).content.decode()
    assert 'rel="next" href="/chronicle/week/2030-W03/"' in client.get(PAGE).content.decode()
    assert 'rel="next"' not in client.get("/chronicle/week/2030-W03/").content.decode()


def test_whoever_left_for_good_is_not_named(week: None, ming: Dynasty, client: Client) -> None:
    assert ming.user is not None
    delete_account(user=ming.user, address=ming.user.email)
    page = client.get(PAGE).content.decode()
    assert "Ming" not in page and "<h1>The long fight for “The Pass”</h1>" in page


def test_pages_of_weeks_ask_few_queries(week: None, client: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(15):
        client.get(PAGE)


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_it_is_mailed_once_to_those_who_chose_it(week: None, ming: Dynasty, language: str) -> None:
    reader, other = found("Song"), found("Tang")
    assert reader.user is not None
    reader.user.language = language
    reader.user.save()
    NoticeSetting.objects.create(dynasty=reader, channels={"chronicle": ["mail"]})
    NoticeSetting.objects.create(dynasty=other, channels={"chronicle": []})
    with clock.freeze(datetime(2030, 1, 14, 1, tzinfo=UTC)):
        assert (tasks.notify_week(), tasks.notify_week()) == (1, 0)
        delivery.deliver_due()
    [sent] = mail.outbox
    assert sent.to == [reader.user.email] and "Ming" in sent.body and "List-Unsubscribe" in sent.extra_headers
    assert {"en": "took the empty throne", "es": "La semana", "ca": "La setmana"}[language] in sent.body
    client = Client()
    client.force_login(reader.user)
    assert client.get(f"/notices/of/{Notice.objects.get().code}").headers["Location"] == PAGE


def test_late_in_the_week_nobody_is_written_to(week: None, ming: Dynasty) -> None:
    NoticeSetting.objects.create(dynasty=ming, channels={"chronicle": ["mail"]})
    with clock.freeze(datetime(2030, 1, 16, 1, tzinfo=UTC)):
        assert tasks.notify_week() == 0
