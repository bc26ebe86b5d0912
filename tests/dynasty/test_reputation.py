import pytest

from core import clock
from dynasty.catalog.assets import REPUTATION
from dynasty.domain import event_types
from dynasty.models import Account, Emperor, Event, Reign, Standing, Transfer
from dynasty.selectors import integrity, ranking, standings
from dynasty.services import emperors, inactivity, reputation, treasury
from dynasty.services.reputation import Award

pytestmark = pytest.mark.django_db


def award(emperor: Emperor, points: int, key: str, cause: str = "won"):
    return reputation.award(emperor=emperor, points=points, cause=cause, place="abc", key=key)


def own(emperor: Emperor) -> int:
    return treasury.get_reputation_account(emperor).balance


def test_points_are_transfers_with_causes(found, born) -> None:
    dynasty = found()
    livia = born(dynasty)
    event = award(livia, 20, "k1")
    assert event.facts == {"emperor": livia.name, "code": livia.code, "points": 20, "reputation": 20, "cause": "won"}
    assert event.public and own(livia) == 20
    assert Transfer.objects.get(key="k1").debit == treasury.get_treasury(REPUTATION)
    assert Standing.objects.get(dynasty=dynasty).reputation == 20


def test_reputation_never_falls_below_zero(found, born) -> None:
    livia = born(found())
    award(livia, 3, "k1")
    assert award(livia, -5, "k2", "fell").facts["points"] == -3
    assert own(livia) == 0
    nothing = award(livia, -5, "k3", "fell")
    assert nothing.facts["points"] == 0 and nothing.facts["wanted"] == -5, "that nothing was left is told"
    assert event_types.format_sentence("reputation", nothing.facts).endswith("−5, was already 0: fell in battle.")
    assert not Transfer.objects.filter(key="k3").exists()


def test_an_award_is_given_once(found, born) -> None:
    livia = born(found())
    award(livia, 20, "k1")
    assert award(livia, 20, "k1") is None
    assert own(livia) == 20 and Event.objects.filter(kind="reputation").count() == 1


def test_a_house_wins_like_any_other(born, house) -> None:
    old = born(house, "Old Man")
    assert award(old, 20, "k1") is not None and own(old) == 20


def test_the_dead_win_nothing(found, born) -> None:
    dead = born(found(), fought=True)
    emperors.retire(emperor=dead)
    assert award(dead, 20, "k2") is None
    assert not Account.objects.filter(asset=REPUTATION, purpose="reputation").exists()
    assert not Event.objects.filter(kind="reputation").exists()


def test_who_takes_a_life_takes_its_reputation(found, born) -> None:
    victim, heir = born(found(), "Livia", fought=True), born(found(), "Marcus", fought=True)
    award(victim, 40, "k1")
    award(heir, 5, "k2")
    reputation.hand_over(victim=victim, heir=heir, points=40, place="abc", key="k3")
    emperors.end_life(emperor=victim, place="abc", by=heir)
    assert (own(victim), own(heir)) == (0, 45)
    assert standings.get_champion().dynasty == heir.dynasty
    assert integrity.find_differences() == []


def test_points_go_to_the_dynasty_of_today_even_if_the_caller_remembers_another(found, born) -> None:
    """Hold an emperor as it was before it was captured, as callers may."""
    old, new = found(), found()
    livia, marcus = born(old, "Livia", fought=True), born(found(), "Marcus", fought=True)
    award(marcus, 30, "k1")
    emperors.change_dynasty(emperor=livia, to=new)
    assert livia.dynasty == old
    reputation.hand_over(victim=marcus, heir=livia, points=30, place="abc", key="k2")
    award(livia, 4, "k3")
    assert (Standing.objects.get(dynasty=old).reputation, Standing.objects.get(dynasty=new).reputation) == (0, 34)
    assert integrity.find_differences() == []


def test_the_first_with_any_reputation_is_champion(found, born) -> None:
    one, other = born(found()), born(found())
    assert standings.get_champion() is None
    award(one, 10, "k1")
    assert standings.get_champion().dynasty == one.dynasty
    award(other, 10, "k2")
    assert standings.get_champion().dynasty == one.dynasty, "of equals the one who got there first"
    award(other, 1, "k3")
    assert standings.get_champion().dynasty == other.dynasty
    award(other, -1, "k4")
    assert standings.get_champion().dynasty == one.dynasty, "who comes back to a height comes there later"
    reigns = Reign.objects.order_by("since", "pk")
    assert [reign.dynasty for reign in reigns] == [one.dynasty, other.dynasty, one.dynasty]
    assert all(reign.until is not None for reign in list(reigns)[:2])
    assert Event.objects.filter(kind="championship_won").count() == 3
    assert Event.objects.filter(kind="championship_lost").count() == 2


def test_the_throne_of_the_world_can_be_empty_again(found, born) -> None:
    livia = born(found(), fought=True)
    award(livia, 10, "k1")
    emperors.retire(emperor=livia)
    assert standings.get_champion() is None
    assert "nobody holds it" in sentence(Event.objects.get(kind="championship_lost"))


def sentence(event: Event) -> str:
    from dynasty.domain import event_types

    return event_types.format_sentence(event.kind, event.facts)


def test_nobody_is_champion_in_between(found, born) -> None:
    one, other = born(found()), born(found())
    award(one, 10, "k1")
    reputation.award_all([Award(other, 50, "won", "abc", "k2"), Award(other, -45, "fell", "abc", "k3")])
    assert Reign.objects.count() == 1 and standings.get_champion().dynasty == one.dynasty


def test_the_curve_is_the_sum_over_the_members_of_each_moment(found, born, at) -> None:
    at(2030, 1, 1)
    here, there = found(), found()
    livia, marcus = born(here, "Livia", fought=True), born(there, "Marcus", fought=True)
    second = at(2030, 1, 2)
    award(livia, 20, "k1")
    third = at(2030, 1, 3)
    award(marcus, 7, "k2")
    fourth = at(2030, 1, 4)
    emperors.change_dynasty(emperor=marcus, to=here)
    fifth = at(2030, 1, 5)
    award(livia, -5, "k3", "fell")
    sixth = at(2030, 1, 6)
    emperors.retire(emperor=livia)
    start = here.founded_at
    assert standings.get_reputation_curve(here) == [(start, 0), (second, 20), (fourth, 27), (fifth, 22), (sixth, 7)]
    assert standings.get_reputation_curve(there) == [(start, 0), (third, 7), (fourth, 0)]
    assert standings.get_reputation_curve(here)[-1][1] == Standing.objects.get(dynasty=here).reputation


def test_ranking_and_rank_agree(found, born) -> None:
    dynasties = [found() for _ in range(4)]
    for number, dynasty in enumerate(dynasties[:3]):
        award(born(dynasty), 10 + 10 * (number == 1), f"k{number}")
    page = ranking.get_page(1)
    assert [row.dynasty for row in page.rows] == [dynasties[1], dynasties[0], dynasties[2], dynasties[3]]
    assert [standings.get_rank(row.dynasty) for row in page.rows] == [row.rank for row in page.rows] == [1, 2, 3, 4]
    assert page.last


def test_idle_emperors_lose_a_hundredth_each_week(found, born, at) -> None:
    at(2030, 1, 1)
    livia = born(found(), fought=True)
    award(livia, 250, "k1")
    at(2030, 1, 30)
    assert inactivity.charge_due() == 0
    at(2030, 2, 1)
    assert (inactivity.charge_due(), inactivity.charge_due()) == (1, 0)
    assert own(livia) == 248
    at(2030, 2, 8)
    assert inactivity.charge_due() == 1 and own(livia) == 246
    Emperor.objects.filter(pk=livia.pk).update(fought_at=clock.now())
    at(2030, 2, 20)
    assert inactivity.charge_due() == 0
    assert "too long without a battle" in sentence(Event.objects.filter(kind="reputation").latest("at"))


def test_thirty_days_are_not_yet_more_than_thirty(found, born, at) -> None:
    at(2030, 1, 1)
    livia = born(found())
    award(livia, 50, "k1")
    at(2030, 1, 31)
    assert Emperor.objects.get(pk=livia.pk).raised_at == clock.now() - inactivity.IDLE_AFTER
    assert inactivity.charge_due() == 0


def test_those_at_a_tournament_are_spared(found, born, at) -> None:
    at(2030, 1, 1)
    livia = born(found())
    award(livia, 50, "k1")
    emperors.engage(emperor=livia, kind="attending", place="abc")
    at(2030, 3, 1)
    assert inactivity.charge_due() == 0
    emperors.release(place="abc")
    assert inactivity.charge_due() == 1 and own(livia) == 49
