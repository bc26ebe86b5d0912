"""What house dynasties do by themselves, as acts that are killed in test_crash_points."""

import random
from datetime import timedelta
from functools import partial

from django.db.models import Exists, OuterRef

from core import clock
from dynasty.models import BattleResult, Dynasty, Emperor, Event, Mention
from dynasty.services import emperors, offers
from tests import factories
from tests.reliability.acts import ACTS, Call, act, ruler
from tournaments.models import Tournament
from tournaments.services import condensing, retention, world_chronicle
from tournaments.services.houses import betting, circuit, history, market, ransoms
from tournaments.services.settlement import battle_results

__all__ = ["ACTS"]
DUEL = circuit.Circuit("gift", {"prize": {"copper": 40}}, 25)


def found_houses() -> None:
    """Found as many houses as the largest board has seats, and some that stay at home."""
    for name in ("Oriel", "Quillon", "Rookwood", "Ashwillow", "Marisol", "Fanfold", "Old Shell", "Thornwick", "Sable"):
        factories.proven(factories.house(name))


@act(once=True)
def announce_battle_of_houses() -> Call:
    found_houses()
    return partial(circuit.try_to_announce, DUEL, 90, "random")


@act
def fight_battle_of_the_past() -> Call:
    return partial(history.fight_out, tournament_id=begin_battle_of_houses().pk)


def begin_battle_of_houses() -> Tournament:
    found_houses()
    tournament = circuit.try_to_announce(DUEL, betting_seconds=0, level="random")
    assert tournament is not None
    return tournament


def battle_of_houses() -> Tournament:
    """Return a finished battle among houses."""
    tournament = begin_battle_of_houses()
    history.fight_out(tournament_id=tournament.pk)
    return tournament


@act
def ransom_of_a_house() -> Call:
    emperor = ruler()
    Emperor.objects.filter(pk=emperor.pk).update(fought_at=clock.now())
    emperors.change_dynasty(emperor=emperor, to=factories.proven(factories.house("Oriel")))
    return ransoms.offer_back


@act(once=True)
def bet_of_a_house() -> Call:
    found_houses()
    tournament = circuit.try_to_announce(DUEL, 90, "random")
    assert tournament is not None
    house = Dynasty.objects.filter(house=True).exclude(presences__tournament=tournament).order_by("pk").first()
    assert house is not None
    return partial(betting.place, tournament, house, random.Random(1))


@act(once=True)
def offer_of_a_house() -> Call:
    found_houses()
    return market.make_offer


@act
def erase_old_events_of_houses() -> Call:
    found_houses()
    with clock.freeze(clock.now() - timedelta(days=90)):
        circuit.try_to_announce(DUEL, 90, "random")
        condensing.condense_until(clock.get_midnight(clock.now()) + timedelta(days=1))
    of_people = Mention.objects.filter(event=OuterRef("pk"), dynasty__house=False)
    old = Event.objects.filter(~Exists(of_people), kind="entered", at__lt=clock.now() - timedelta(days=60))
    return partial(retention.erase_events, set(old.values_list("pk", flat=True)))


@act
def forget_old_results_of_houses() -> Call:
    battle_of_houses()
    BattleResult.objects.update(at=clock.now() - timedelta(days=90), place="forgotten")
    return retention.forget_house_results


@act
def forget_old_offers_of_houses() -> Call:
    found_houses()
    with clock.freeze(clock.now() - timedelta(days=99)):
        house = factories.proven(factories.house("Old Giver"))
        offers.withdraw(offer=offers.create(dynasty=house, gives={"copper": 5}, asks={"silver": 1}), dynasty=house)
    return retention.forget_house_offers


@act
def condense_old_transfers_of_houses() -> Call:
    found_houses()
    with clock.freeze(clock.now() - timedelta(days=90)):
        for name in ("Old", "Older"):
            giver, taker = (factories.proven(factories.house(f"{name} {side}")) for side in ("Giver", "Taker"))
            offer = offers.create(dynasty=giver, gives={"copper": 5}, asks={"silver": 1})
            offers.accept(offer=offer, dynasty=taker)
        until = clock.get_midnight(clock.now()) + timedelta(days=1)
    return partial(condensing.condense_until, until)


@act
def record_results_of_an_earlier_battle() -> Call:
    tournament = battle_of_houses()
    BattleResult.objects.all().delete()
    return partial(battle_results.record_one, tournament_id=tournament.pk)


@act
def write_day_of_chronicle() -> Call:
    battle_of_houses()
    return partial(world_chronicle.write_day, day=clock.get_midnight(clock.now()).date())
