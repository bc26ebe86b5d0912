from datetime import date, timedelta

import pytest

from core import clock
from core.errors import DomainError
from core.limits import UNPROVEN_EMPERORS
from dynasty.models import Emperor, Engagement, Event, Membership, Standing
from dynasty.selectors import dynasties, integrity
from dynasty.services import chronicle, emperors, reputation
from dynasty.services.numbered_names import format_roman

pytestmark = pytest.mark.django_db


def code_of(call, **data: object) -> str:
    with pytest.raises(DomainError) as error:
        call(**data)
    return error.value.code


def glory(emperor: Emperor, points: int, key: str = "glory") -> None:
    reputation.award(emperor=emperor, points=points, cause="won", place="abc", key=f"{key}:{emperor.code}")


def standing(dynasty) -> int:
    return Standing.objects.get(dynasty=dynasty).reputation


def test_an_emperor_is_born_at_court(found, born) -> None:
    dynasty = found()
    livia = born(dynasty, "Livia")
    assert dynasties.get_state(livia) == "at_court" and livia.birthplace == dynasty
    assert list(dynasties.list_members_at(dynasty, clock.now())) == [livia]
    assert Event.objects.get(kind="born").facts["emperor"] == "Livia"


def test_the_living_of_a_dynasty_have_different_names(found, born) -> None:
    dynasty = found()
    livia = born(dynasty, "Livia", fought=True)
    data = {"dynasty": dynasty, "name": "LÍVIA", "gender": "w", "birth_date": date(1400, 1, 1)}
    assert code_of(emperors.raise_emperor, **data) == "name_taken"
    born(found(), "Livia")
    emperors.retire(emperor=livia)
    emperors.raise_emperor(**data)


@pytest.mark.parametrize(
    ("change", "code"),
    [({"name": ""}, "name_length"), ({"name": "a\u202eb"}, "name_characters"), ({"gender": "x"}, "unknown_gender")],
)
def test_bad_emperors_are_refused(found, change: dict[str, str], code: str) -> None:
    data = {"dynasty": found(), "name": "Livia", "gender": "w", "birth_date": date(1400, 1, 1), **change}
    assert code_of(emperors.raise_emperor, **data) == code


def test_at_most_a_hundred_wait_for_their_first_battle(found) -> None:
    dynasty, now = found(), clock.now()
    Emperor.objects.bulk_create(
        Emperor(dynasty=dynasty, birthplace=dynasty, name=f"n{n}", folded_name=f"n{n}", gender="m",
                birth_date=date(1400, 1, 1), raised_at=now)
        for n in range(UNPROVEN_EMPERORS)
    )  # fmt: skip
    data = {"dynasty": dynasty, "name": "Livia", "gender": "w", "birth_date": date(1400, 1, 1)}
    assert code_of(emperors.raise_emperor, **data) == "too_many_emperors"
    Emperor.objects.filter(name="n0").update(fought_at=now)
    emperors.raise_emperor(**data)


def test_an_emperor_is_in_one_place(found, born) -> None:
    livia = born(found())
    first = emperors.engage(emperor=livia, kind="entered", place="abc")
    assert emperors.engage(emperor=livia, kind="entered", place="abc") == first
    assert code_of(emperors.engage, emperor=livia, kind="attending", place="xyz") == "not_at_court"
    assert code_of(emperors.retire, emperor=livia) == "not_at_court"
    assert dynasties.get_state(dynasties.find_emperor(livia.code)) == "entered"
    assert emperors.release(place="abc") == 1 == Engagement.objects.count() + 1
    emperors.engage(emperor=livia, kind="attending", place="xyz")


def test_releasing_one_leaves_the_others(found, born) -> None:
    dynasty = found()
    one, other = born(dynasty), born(dynasty)
    for emperor in (one, other):
        emperors.engage(emperor=emperor, kind="entered", place="abc")
    assert emperors.release(place="abc", emperor=one) == 1
    assert Engagement.objects.get().emperor == other


def test_who_never_fought_is_forgotten(found, born) -> None:
    dynasty, other = found(), found()
    livia = born(dynasty, "Livia")
    chronicle.record(
        key="shared", kind="entered", public=True, at=clock.now(), mentions=[(dynasty, livia), (other, None)],
        facts={"emperor": "Livia", "title": "T"},
    )  # fmt: skip
    emperors.retire(emperor=livia)
    assert not Emperor.objects.exists() and not Membership.objects.exists()
    assert not Event.objects.filter(kind__in=["born", "retired"]).exists()
    assert Event.objects.get(key="shared").mentions.get().dynasty == other


def test_who_fought_is_remembered_when_dead(found, born) -> None:
    dynasty = found()
    livia = born(dynasty, "Livia", fought=True)
    glory(livia, 25)
    assert standing(dynasty) == 25
    emperors.retire(emperor=livia)
    livia.refresh_from_db()
    assert livia.died_at and dynasties.get_state(livia) == "dead"
    assert standing(dynasty) == 0
    assert [gone.emperor for gone in dynasties.list_former_members(dynasty)] == [livia]
    assert code_of(emperors.engage, emperor=livia, kind="entered", place="abc") == "dead"
    assert code_of(emperors.retire, emperor=livia) == "dead"
    emperors.end_life(emperor=livia, place="abc")
    assert Event.objects.filter(kind__in=["died", "retired"]).count() == 1
    assert integrity.find_differences() == []


def test_death_in_battle_names_the_hand(found, born) -> None:
    livia, marcus = born(found(), "Livia", fought=True), born(found(), "Marcus", fought=True)
    emperors.engage(emperor=livia, kind="entered", place="abc")
    emperors.end_life(emperor=livia, place="abc", title="The Last Stand", by=marcus)
    died = Event.objects.get(kind="died")
    assert died.facts["by"] == "Marcus" and died.place == "abc"
    assert not Engagement.objects.exists()


def test_an_emperor_takes_its_reputation_to_its_captor(found, born, at) -> None:
    before = at(2030, 1, 1)
    old, new = found(), found()
    livia = born(old, "Livia", fought=True)
    born(new, "Livia")
    glory(livia, 30)
    at(2030, 1, 2)
    taken = emperors.change_dynasty(emperor=livia, to=new, place="abc", title="Chains")
    assert taken.dynasty == new and taken.birthplace == old and taken.name == "Livia II"
    assert (standing(old), standing(new)) == (0, 30)
    assert (
        list(dynasties.list_members_at(old, before)) == [livia]
        and not dynasties.list_members_at(old, clock.now()).exists()
    )
    assert livia in dynasties.list_members_at(new, clock.now())
    assert Event.objects.get(kind="left").facts["emperor"] == "Livia"
    assert Event.objects.get(kind="joined").facts["emperor"] == "Livia II"
    emperors.change_dynasty(emperor=livia, to=new)
    assert Membership.objects.filter(emperor=livia).count() == 2
    assert integrity.find_differences() == []


def test_an_emperor_can_be_taken_by_a_house(found, born, house) -> None:
    taken = emperors.change_dynasty(emperor=born(found()), to=house)
    assert taken.dynasty == house and taken.birthplace != house


def test_members_of_any_moment(found, born, at) -> None:
    at(2030, 1, 1)
    dynasty = found()
    at(2030, 1, 10)
    livia = born(dynasty, fought=True)
    day = at(2030, 1, 20)
    marcus = born(dynasty)
    at(2030, 2, 1)
    emperors.end_life(emperor=livia)
    assert not dynasties.list_members_at(dynasty, day - timedelta(days=11)).exists()
    assert list(dynasties.list_members_at(dynasty, day)) == [livia, marcus]
    assert list(dynasties.list_members_at(dynasty, day + timedelta(days=30))) == [marcus]


@pytest.mark.parametrize(("number", "digits"), [(2, "II"), (4, "IV"), (9, "IX"), (14, "XIV"), (99, "XCIX")])
def test_roman_numerals(number: int, digits: str) -> None:
    assert format_roman(number) == digits
