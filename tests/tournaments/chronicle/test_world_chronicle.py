"""The world chronicle: each day once, out of what everybody may know, in three languages."""

import itertools
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import translation

from core import clock
from dynasty.domain import event_types, obituaries
from dynasty.models import BattleResult, Emperor, Reign
from dynasty.services import emperors
from dynasty.services.account_deletion import delete_account
from tests.factories import again, begin, endow, found, play
from tournaments import tasks
from tournaments.domain import world_chronicle as domain
from tournaments.models import Bet, ChronicleDay, Tournament
from tournaments.presenters import world_chronicle as presenters
from tournaments.selectors import world_chronicle as selectors
from tournaments.services import retention, world_chronicle

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def today() -> date:
    return clock.get_midnight(clock.now()).date()


def tomorrow() -> int:
    """Write what is due on the day after, and return how many days were written."""
    with clock.freeze(clock.now() + DAY):
        return world_chronicle.write_due()


def read(client: Client, day: date | None = None) -> str:
    return client.get(f"/chronicle/{day or today()}/").content.decode()


def kinds(day: date | None = None) -> list[str]:
    return [each["kind"] for each in ChronicleDay.objects.get(day=day or today()).news]


def test_a_death_is_the_headline_and_everybody_reads_it(client: Client) -> None:
    cup, (ada, bea, _eve) = begin("death", 30, 50, 0)
    play(cup, {"b": "take a"}, {"a": "seize b"}, {"c": "win"})
    Reign.objects.all().delete()
    assert tomorrow() == 1
    page = read(client)
    assert "Bbb falls to Aaa" in page and "In “The Test Cup”, Aaa of Aaa killed Bbb of Bbb." in page
    assert f"/emperor/{ada.code}/" in page and f"/emperor/{bea.code}/" in page and f"/tournament/{cup.code}/" in page
    assert "1 battle was decided that day." in page and "<battle-board" in page
    listed = client.get("/chronicle/").content.decode()
    assert "Bbb falls to Aaa" in listed and f"/chronicle/{today()}/" in listed
    feed = client.get("/chronicle/feed")
    assert feed["Content-Type"].startswith("application/atom+xml") and "Bbb falls to Aaa" in feed.content.decode()


def test_a_change_of_sides_is_news(client: Client) -> None:
    cup, _three = begin("conquer", 5, 10, 40)
    play(cup, {"b": "seize c"}, {"a": "seize b"})
    tomorrow()
    page = read(client)
    assert "Ccc changes sides" in page, "the strongest first"
    assert "Bbb captured Ccc of Ccc, whose sword belongs to Bbb from now on." in page
    assert "Aaa captured Bbb of Bbb, whose sword belongs to Aaa from now on." in page


def test_upset_throne_and_record(client: Client) -> None:
    cup, _two = begin("gift", 5, 40)
    play(cup, {}, {}, {"a": "win"})
    BattleResult.objects.update(rounds=3)
    earlier = BattleResult.objects.filter(seat="a").get()
    BattleResult.objects.create(
        **{
            **{field.attname: getattr(earlier, field.attname) for field in BattleResult._meta.concrete_fields},
            "id": None,
            "place": "earlier",
            "at": earlier.at - 2 * DAY,
            "rounds": 2,
            "upset": 0,
        }
    )
    assert tomorrow() == 3
    assert kinds() == ["champion", "upset", "longest"]
    page = read(client)
    assert "Bbb takes the throne" in page
    assert "Aaa of Aaa beat Bbb of Bbb against the odds: 35 points of reputation lay between them." in page
    assert "Never before had a battle been as long as “The Test Cup”: it took 3 rounds." in page
    quiet = read(client, today() - DAY)
    assert "A quiet day" in quiet and "No battle was decided. The swords rested." in quiet
    assert kinds(today() - 2 * DAY) == [], "a battle that is forgotten has no title to tell"


def test_the_first_page_tells_the_last_day_with_news(client: Client) -> None:
    cup, _three = begin("death", 30, 50, 0)
    play(cup, {"b": "take a"}, {"a": "seize b"}, {"c": "win"})
    Reign.objects.all().delete()
    for days, headline in ((1, "Bbb falls to Aaa"), (4, "Bbb falls to Aaa"), (9, "A quiet day")):
        with clock.freeze(clock.now() + days * DAY):
            world_chronicle.write_due()
            page = client.get("/").content.decode()
            assert headline in page and ("A quiet day" in page) == (headline == "A quiet day")


@pytest.mark.parametrize(
    "language, title, own",
    [("en", "The Great Ring", "The Cup"), ("es", "El gran anillo", "The Cup"), ("ca", "El gran anell", "The Cup")],
)
def test_titles_of_the_site_are_read_in_each_language(language: str, title: str, own: str) -> None:
    day = ChronicleDay(day=today(), battles=2, position={"place": "a", "title": "The Great Ring", "view": {}})
    day.news = [domain.Fact("longest", "a", each, figures={"rounds": 9}).as_json() for each in ("The Great Ring", own)]
    with translation.override(language):
        [page] = presenters.build_pages([day])
        sentences = [each.sentence for each in page.news]
        assert title in sentences[0] and own in sentences[1] and page.board and page.board["title"] == title
        entered = [
            event_types.format_sentence("entered", {"emperor": "Ada", "title": each}) for each in day_titles(day)
        ]
        assert title in entered[0] and own in entered[1]
        assert title in obituaries.narrate_ending(
            "w", obituaries.Ending("killed", clock.now(), "The Great Ring", "A", "B", 3)
        )


def day_titles(day: ChronicleDay) -> list[str]:
    return [fact["title"] for fact in day.news]


def test_of_two_battles_the_longer_one_is_told_and_of_one_its_winner(client: Client) -> None:
    cup, _two = begin("gift", 0, 0)
    play(cup, {}, {"a": "win"})
    results = selectors.list_results(today())
    [victory] = selectors.find_victory(results, {cup.code: "The Cup"})
    told = domain.write_sentence(victory.kind, {"title": "The Cup", "emperor": "Ada", "house": "Ming", "rounds": 2})
    assert told == "Ada of Ming won “The Cup” in 2 rounds."
    assert selectors.find_longest(today(), results, {cup.code: "The Cup"}) == []
    two = {cup.code: "The Cup", "other": "Another"}
    assert selectors.find_victory(results, two) == []
    [longest] = selectors.find_longest(today(), results, two)
    assert (longest.title, longest.figures) == ("The Cup", {"rounds": 2, "record": False})


def test_the_largest_pool_is_of_coins_by_what_they_are_worth() -> None:
    cup, _two = begin("gift", 0, 0)
    play(cup, {"a": "win"})
    bettor = found("Ming")
    for number, (asset, amount) in enumerate({"gold": 30, "copper": 500, "silver": 200}.items()):
        endow(bettor, asset, amount)
        Bet.objects.create(
            tournament=cup, dynasty=bettor, seat="a", asset=asset, amount=amount, sequence=number, placed_at=clock.now()
        )
    [fact] = selectors.find_pool({cup.code: cup.title})
    assert fact.figures == {"asset": "silver", "amount": 200}
    values = {"title": cup.title, **fact.figures}
    assert domain.write_sentence("pool", values) == "The largest pool was that of “The Test Cup”: 200 silver coins."


def test_a_day_is_written_once_and_seven_missed_ones_are_caught_up() -> None:
    assert world_chronicle.write_due() == 0, "no battle yet"
    cup, _two = begin("gift", 0, 0)
    play(cup, {"a": "win"})
    assert world_chronicle.write_due() == 0, "the day is not over"
    begun = clock.now()
    with clock.freeze(begun + DAY):
        assert tasks.nightly()["chronicle"] == 1
    first = ChronicleDay.objects.get()
    with clock.freeze(begun + DAY):
        assert world_chronicle.write_due() == 0 and world_chronicle.write_day(day=first.day) == 0
    with clock.freeze(begun + 30 * DAY):
        assert world_chronicle.write_due() == 7
    assert ChronicleDay.objects.count() == 8 and again(first).news == first.news


def test_whoever_leaves_for_good_is_no_longer_mentioned(client: Client) -> None:
    cup, (_ada, bea) = begin("gift", 5, 40)
    play(cup, {"a": "win"})
    tomorrow()
    assert "Bbb" in read(client)
    assert "Bbb" not in str([each["emperors"] for each in ChronicleDay.objects.get().news]), "codes, not names"
    user = bea.dynasty.user
    delete_account(user=user, address=user.email)
    page = read(client)
    assert "Bbb" not in page and "Forgotten House" not in page and "takes the throne" not in page
    assert "A day without surprises" in page and kinds() == ["champion", "upset"], "the row is as it was"


def test_a_forgotten_battle_leaves_its_board(client: Client) -> None:
    cup, _two = begin("gift", 0, 0)
    play(cup, {"a": "win"})
    Reign.objects.all().delete()
    tomorrow()
    assert "Watch replay" in read(client)
    retention.delete_tournament(cup.pk)
    assert not Tournament.objects.exists()
    page = read(client)
    assert "<battle-board" in page and "Watch replay" not in page and f"/tournament/{cup.code}/" not in page
    assert f'<a href="/chronicle/{today()}/">Aaa wins “The Test Cup”</a>' in client.get("/").content.decode()


@pytest.mark.parametrize("address", ["2026-13-01", "20260101", "1999-01-01", "today", "2026-W01-1"])
def test_there_are_no_other_days(client: Client, address: str) -> None:
    assert client.get(f"/chronicle/{address}/").status_code == 404


def test_many_days_are_paged_with_the_same_few_queries(client: Client, django_assert_max_num_queries) -> None:
    assert "Nothing is written here yet" in client.get("/chronicle/").content.decode()
    for number in range(20):
        ChronicleDay.objects.create(day=date(2026, 1, 1) + number * DAY, battles=0)
    with django_assert_max_num_queries(4):
        page = client.get("/chronicle/").content.decode()
    assert "/chronicle/2026-01-20/" in page and "/chronicle/2026-01-06/" not in page and "?page=2" in page
    older = client.get("/chronicle/?page=2").content.decode()
    assert "/chronicle/2026-01-06/" in older and "/chronicle/2026-01-20/" not in older
    assert client.get("/chronicle/?page=999999").status_code == 200
    middle = client.get("/chronicle/2026-01-10/").content.decode()
    assert "/chronicle/2026-01-09/" in middle and "/chronicle/2026-01-11/" in middle


VALUES = {
    "dynasty": "Ming",
    "former": "Han",
    "reputation": 1_200,
    "title": "The Cup",
    "by": "Ada",
    "by_house": "Ming",
    "emperor": "Bea",
    "house": "El Roble",
    "over": "Eve",
    "over_house": "Han",
    "points": 1,
    "rounds": 12,
    "record": True,
    "asset": "gold",
    "amount": 1_200,
}


@pytest.mark.parametrize(("language", "kind"), list(itertools.product(["en", "es", "ca"], domain.KINDS)))
def test_every_sentence_is_whole_in_every_language(language: str, kind: str) -> None:
    english = domain.write_sentence(kind, VALUES), domain.write_headline(kind, VALUES)
    with translation.override(language):
        told = domain.write_sentence(kind, VALUES), domain.write_headline(kind, VALUES)
    assert not any("%" in each for each in told)
    assert language == "en" or (told[0] != english[0] and told[1] != english[1])


def test_grammar_of_numbers_and_articles() -> None:
    with translation.override("es"):
        one, more = (domain.write_sentence("longest", VALUES | {"rounds": each}) for each in (1, 2))
        assert one.endswith("1 ronda.") and more.endswith("2 rondas.")
    with translation.override("ca"):
        assert "d’Anna" in domain.write_sentence("died", VALUES | {"house": "Anna"})


def test_an_emperor_that_is_not_there_is_not_told() -> None:
    cup, (ada, bea) = begin("gift", 5, 40)
    play(cup, {"a": "win"})
    tomorrow()
    names = selectors.get_names([ChronicleDay.objects.get()])
    assert set(names.emperors) == {ada.code, bea.code} == set(Emperor.objects.values_list("code", flat=True))
    emperors.retire(emperor=again(ada))
    assert selectors.get_names([ChronicleDay.objects.get()]).emperors[ada.code] == "Aaa"
