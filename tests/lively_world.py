"""What a world has after months: houses at war, bets and seasons that are over, a death, a capture and a ransom.

The pages of `every_page` are nearly empty without it. For pictures alone: it takes some seconds. The houses are
founded first, with `tournaments.services.world.seed`, since a world in which somebody is ranked gets no past.
"""

from datetime import datetime, timedelta

from core import clock
from dynasty.domain import seasons
from dynasty.models import Dynasty, Emperor, Offer
from dynasty.services import offers, regalia_shop
from tests import factories
from tests.battle_pictures import MARCH_OF_A, play_announced
from tests.site.every_page import World
from tournaments.models import Tournament
from tournaments.services import bets

BATTLES_BET_ON = 6
"""Battles of a month that is over, on which two people bet: enough to be ranked."""
BEFORE = timedelta(days=40)
"""So long before this season began were they fought."""


def enliven(small: World) -> World:
    """Let all this happen in a world of `every_page.people`; return it with the pages that show it."""
    mine = Dynasty.objects.get(code=small.parts["dynasty"][0])
    fight_for_bets(mine)
    fallen, captive = lose_two(mine)
    house = Dynasty.objects.filter(house=True).earliest("pk")
    ransom = Offer.objects.filter(captive__isnull=False).latest("pk").code
    parts = {
        "dynasty": [house.code],
        "emperor": [fallen.code, captive.code, house.emperors.earliest("pk").code],
        "tournament": [play_announced()[0].code],
        "market/offer": [ransom],
    }
    return World(small.clients, small.parts | {name: [*small.parts[name], *more] for name, more in parts.items()})


def get_moment() -> datetime:
    """Return a moment of the season before this one."""
    return clock.begin_day(seasons.get_season_at(clock.now()).begins) - BEFORE


def fight_for_bets(mine: Dynasty) -> None:
    """Fight battles of a season that is over, and let two people bet on both sides of each."""
    began = get_moment()
    bettors = [mine, factories.found("Numidia")]
    with clock.freeze(began):
        fighters = [factories.born(factories.found(name), name, 200) for name in ("Palmyra", "Axum")]
        emissaries = [factories.born(each, f"Envoy of {each.name}") for each in bettors]
    for number in range(BATTLES_BET_ON):
        with clock.freeze(began + number * timedelta(days=2)):
            cup = factories.announce(
                "honour",
                game="emperors",
                field="old-duel-2",
                title=f"The Autumn Cup {number + 1}",
                terms={"betting": True},
            )
            for bettor, emissary in zip(bettors, emissaries, strict=True):
                for seat, amount in (("a", 30 + 10 * number), ("b", 20)):
                    bets.place_bet(
                        tournament=cup, dynasty=bettor, emperor=emissary, seat=seat, asset="gold", amount=amount
                    )
            win(cup, *fighters)


def win(cup: Tournament, winner: Emperor, loser: Emperor) -> None:
    """Let the first take the Emperor of the second with a pawn."""
    for seat, fighter in zip("ab", (winner, loser), strict=True):
        factories.enter(cup, factories.again(fighter), seat)
    factories.lifecycle.start(tournament_id=cup.pk)
    factories.play(factories.again(cup), *MARCH_OF_A)


def lose_two(mine: Dynasty) -> tuple[Emperor, Emperor]:
    """Let one Emperor of a dynasty die and another be captured, who is offered back; return both."""
    with clock.freeze(get_moment()):
        killer = factories.born(factories.found("Sogdia"), "Roxana", 90)
        fallen = factories.born(mine, "Galla Placidia", 70)
        captive = factories.born(mine, "Pulcheria", 35)
    with clock.freeze(clock.now() - timedelta(days=9)):
        win(factories.announce("death", game="emperors", field="old-duel-2", title="The Red Dawn"), killer, fallen)
    with clock.freeze(clock.now() - timedelta(days=3)):
        win(factories.announce("conquer", game="emperors", field="old-duel-2", title="The Long Siege"), killer, captive)
    captor = factories.again(killer).dynasty
    offers.create(dynasty=captor, gives={}, asks={"gold": 60}, emperor=factories.again(captive))
    factories.endow(mine, "platinum_ounce", 10)
    regalia_shop.buy_piece(dynasty=mine, piece="rays", asset="platinum_ounce")
    return factories.again(fallen), factories.again(captive)
