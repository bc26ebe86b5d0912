"""What battles add up to: sums, kinds, openings, rivals, upsets, and two dynasties against each other."""

import random
from datetime import timedelta

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from core import clock
from dynasty.charts import form
from dynasty.models import BattleResult, Dynasty, Emperor, Reign
from dynasty.selectors import careers
from tests import factories
from tests.campaign import test_platform as campaigns
from tests.factories import begin, born, found, play
from tournaments.selectors import battle_results

pytestmark = pytest.mark.django_db
API = "/api/v1"


@pytest.fixture
def fought() -> tuple[Dynasty, Dynasty, Dynasty]:
    """Let Aaa win a gift over the stronger Bbb and take its Emperor, then share a draw with Ccc in another."""
    cup, (ada, bea, eve) = begin("gift", 5, 40, 0)
    play(cup, {"a": "take b", "b": "take c"}, {"a": "seize b"}, {"a": "win"})
    again = factories.announce("gift")
    for emperor, seat in ((ada, "a"), (eve, "b")):
        factories.enter(again, emperor, seat)
    factories.lifecycle.start(tournament_id=again.pk)
    play(factories.again(again), {"a": "draw", "b": "draw"})
    return ada.dynasty, bea.dynasty, eve.dynasty


def test_totals(fought: tuple[Dynasty, Dynasty, Dynasty]) -> None:
    sums = careers.get_totals(fought[0])
    assert (sums.battles, sums.won, sums.drawn, sums.captures, sums.pawns, sums.orders) == (2, 1, 1, 1, 1, 4)
    assert (sums.win_share, sums.in_time, sums.campaigns, sums.kills) == (50, 100, 0, 0)
    assert careers.get_totals(fought[1]).captured == careers.get_totals(fought[1]).fell == 1
    assert careers.get_totals(Emperor.objects.get(dynasty=fought[0])) == sums
    assert careers.get_totals(found("Newcomer")) == careers.Totals()


def test_kinds_and_openings(fought: tuple[Dynasty, Dynasty, Dynasty]) -> None:
    kinds = careers.break_down(careers.count_kinds(fought[0]))
    assert [(each.name, each.battles, each.won, each.drawn, each.lost) for each in kinds["type"]] == [
        ("gift", 2, 1, 1, 0)
    ]
    assert {each.name for each in kinds["ending"]} == {"win", "draw"}
    assert [each.name for each in kinds["field"]] == ["scripted:stage"]
    assert [(each["opening"], each["won"]) for each in careers.list_openings(fought[0])] == [("take b", 1), ("draw", 0)]


def test_campaigns_by_ruleset_and_map(client: Client) -> None:
    tournament, _emperors = campaigns.begin("classic", "gift")
    over = campaigns.play_on(tournament)
    places = [seat for group in over.outcome["placements"] for seat in group]
    results = list(BattleResult.objects.filter(place=over.code))
    assert len(results) == over.seats
    for result in results:
        better = [group for group in over.outcome["placements"] if places.index(group[0]) < places.index(result.seat)]
        assert result.placement == 1 + sum(len(group) for group in better if result.seat not in group)
        row = careers.list_campaigns(careers.count_kinds(result.dynasty))[0]
        assert (row.game, row.field, row.battles) == (over.game, over.field, 1)
        assert (row.mean_place, row.mean_seats) == (result.placement, over.seats)
        read = client.get(f"{API}/dynasties/{result.dynasty.code}/career/").json()["campaigns"]
        assert read[0]["mean_place"] == result.placement and read[0]["mean_luck"] == row.mean_luck
        page = client.get(f"/dynasty/{result.dynasty.code}/career/").content.decode()
        assert f"{result.placement}.0 of {over.seats}.0" in page
    BattleResult.objects.filter(place=over.code).update(placement=None)
    assert battle_results.find_differences(over) == [], "results from before places were stored are no fault"
    assert careers.list_campaigns(careers.count_kinds(results[0].dynasty))[0].mean_place is None


def test_rivals_and_the_upset(fought: tuple[Dynasty, Dynasty, Dynasty]) -> None:
    rivals = [
        (each.dynasty.name, each.battles, each.won, each.lost, each.neither) for each in careers.list_rivals(fought[0])
    ]
    assert rivals == [("Ccc", 2, 1, 0, 1), ("Bbb", 1, 1, 0, 0)]
    upset = careers.find_upset(fought[0])
    assert upset is not None and (upset.result.reputation, upset.over.reputation) == (5, 40)
    assert upset.over.dynasty == fought[1] and careers.find_upset(fought[1]) is None


def test_head_to_head_is_the_same_from_both_sides(fought: tuple[Dynasty, Dynasty, Dynasty]) -> None:
    own, rival, third = fought
    one, other = careers.compare(own, rival), careers.compare(rival, own)
    assert (one.battles, one.won, one.lost, one.captured, one.suffered) == (1, 1, 0, 1, 0)
    assert (other.battles, other.won, other.lost, other.captured, other.suffered) == (1, 0, 1, 0, 1)
    assert (careers.compare(own, third).battles, careers.compare(own, third).drawn) == (2, 1)
    assert careers.compare(own, found("Stranger")).battles == 0


def test_the_longest_reign_may_go_on() -> None:
    ming, now = found("Ming"), clock.now()
    assert careers.find_longest_reign(ming) is None
    Reign.objects.create(dynasty=ming, since=now - timedelta(days=9), until=now - timedelta(days=8))
    last = Reign.objects.create(dynasty=ming, since=now - timedelta(days=2))
    assert careers.find_longest_reign(ming) == last


@given(st.lists(st.sampled_from(["won", "draw", "survived", "fell", "abdicated"]), max_size=60))
def test_the_form_has_a_bar_for_each_of_the_last_battles(results: list[str]) -> None:
    drawn = form.draw(results)
    if drawn is None:
        assert not results
        return
    assert len(drawn.bars) == min(len(results), form.MAX_RESULTS) == drawn.won + drawn.drawn + drawn.lost
    assert all(
        0 <= bar.x <= form.WIDTH - drawn.bar and 0 <= bar.y <= bar.y + bar.height <= drawn.height for bar in drawn.bars
    )


@pytest.mark.parametrize("seed", range(3))
def test_the_sums_are_those_of_the_rows(seed: int) -> None:
    luck = random.Random(seed)
    cup, emperors = begin("gift", 0, 0)
    play(cup, {"a": "win"})
    first = BattleResult.objects.get(place=cup.code, seat="a")
    for number in range(20):
        BattleResult.objects.create(
            **{
                **{name: getattr(first, name) for name in ("dynasty", "emperor", "at", "game", "seats", "reputation")},
                "place": f"made{number}",
                "seat": "a",
                "type": luck.choice(["gift", "death"]),
                "field": luck.choice("xyz"),
                "ending": "win",
                "result": luck.choice(["won", "draw", "fell"]),
                "rounds": number,
                "orders": number,
                "missed": luck.randint(0, number),
                "captures": luck.randint(0, 2),
                "luck": luck.choice([None, 150, -50]),
            }
        )
    rows = list(BattleResult.objects.filter(dynasty=emperors[0].dynasty))
    sums, kinds = careers.get_totals(emperors[0].dynasty), careers.break_down(careers.count_kinds(emperors[0].dynasty))
    assert sums.battles == len(rows) and sums.won == sum(row.result == "won" for row in rows)
    assert sums.missed == sum(row.missed for row in rows) and sums.luck == sum(row.luck or 0 for row in rows)
    assert sums.eliminated == sum(row.captures for row in rows if row.luck is not None)
    for shares in kinds.values():
        assert sum(each.battles for each in shares) == len(rows)
        assert [each.battles for each in shares] == sorted((each.battles for each in shares), reverse=True)


def test_pages_show_the_figures_and_what_is_missing(fought: tuple[Dynasty, Dynasty, Dynasty], client: Client) -> None:
    own, rival, _third = fought
    assert f"/dynasty/{own.code}/career/" in client.get(f"/dynasty/{own.code}/").content.decode()
    shown = client.get(f"/dynasty/{own.code}/career/").content.decode()
    assert "Won against Bbb of Bbb, who had a reputation of 40, with one of 5." in shown
    assert f"/dynasty/{own.code}/against/{rival.code}/" in shown and "Your bets" not in shown
    assert "50%" in shown and "Prize" in shown
    emperor = own.emperors.get()
    assert f"/emperor/{emperor.code}/career/" in client.get(f"/emperor/{emperor.code}/").content.decode()
    assert "50%" in client.get(f"/emperor/{emperor.code}/career/").content.decode()
    met = client.get(f"/dynasty/{own.code}/against/{rival.code}/").content.decode()
    assert "1–0" in met and "Won 1, lost 0, drawn 0." in met
    newcomer = found("Newcomer")
    assert "No serious battle yet." in client.get(f"/dynasty/{newcomer.code}/career/").content.decode()
    assert "have not met" in client.get(f"/dynasty/{own.code}/against/{newcomer.code}/").content.decode()
    assert client.get(f"/dynasty/{own.code}/against/{own.code}/").status_code == 404
    assert client.get("/emperor/nobody/career/").status_code == 404


def test_only_the_owner_sees_its_bets(fought: tuple[Dynasty, Dynasty, Dynasty], client: Client) -> None:
    from tournaments.models import Bet, Tournament

    own = fought[1]
    Bet.objects.create(
        tournament=Tournament.objects.first(),
        dynasty=own,
        seat="a",
        asset="gold",
        amount=20,
        sequence=1,
        returned=50,
        placed_at=clock.now(),
    )
    client.force_login(own.user)
    assert "brought back 50 (+30); won: 1 of 1" in client.get(f"/dynasty/{own.code}/career/").content.decode()
    assert "brought back" not in client.get(f"/dynasty/{fought[0].code}/career/").content.decode()


def test_the_api_says_the_same(fought: tuple[Dynasty, Dynasty, Dynasty], client: Client) -> None:
    own, rival, _third = fought
    career = client.get(f"{API}/dynasties/{own.code}/career/").json()
    assert career["totals"]["battles"] == 2 and career["by_type"] == [
        {"name": "gift", "battles": 2, "won": 1, "drawn": 1}
    ]
    assert career["rivals"][1]["dynasty"]["name"] == "Bbb"
    assert client.get(f"{API}/emperors/{own.emperors.get().code}/career/").json()["totals"] == career["totals"]
    assert career["totals"]["in_time"] == 100
    upset = career["upset"]
    assert (upset["reputation"], upset["over_reputation"], upset["over_dynasty"]["code"]) == (5, 40, fought[1].code)
    assert (upset["over"]["name"], upset["place"]) == ("Bbb", BattleResult.objects.earliest("pk").place)
    reign = careers.find_longest_reign(own)
    assert (career["longest_reign"] is None) == (reign is None)
    Reign.objects.all().delete()
    Reign.objects.create(dynasty=own, since=clock.now() - timedelta(days=2))
    again = client.get(f"{API}/dynasties/{own.code}/career/").json()["longest_reign"]
    assert again["since"] and again["until"] is None
    newcomer = client.get(f"{API}/dynasties/{found('Newcomer').code}/career/").json()
    assert newcomer["upset"] is None and newcomer["longest_reign"] is None
    met = client.get(f"{API}/dynasties/{own.code}/against/{rival.code}/").json()
    assert (met["won"], met["latest"][0]["own"]["result"], met["latest"][0]["other"]["result"]) == (1, "won", "fell")
    assert client.get(f"{API}/dynasties/{own.code}/against/nobody/").status_code == 404


def test_an_emperor_that_changed_sides_leaves_its_past_with_the_house_it_fought_for() -> None:
    cup, (ada, bea) = begin("conquer", 5, 10)
    play(cup, {"a": "seize b"})
    moved = factories.again(bea)
    assert moved.dynasty == ada.dynasty
    assert careers.get_totals(moved).captured == 1 and careers.get_totals(ada.dynasty).captured == 0
    assert born(ada.dynasty, "Other").results.count() == 0
