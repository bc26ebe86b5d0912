"""Trainings leave no public trace: who takes part is told to who takes part, and to nobody else."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from core import clock
from dynasty.models import Dynasty, Emperor, Transfer, User
from dynasty.services import inactivity
from tests import factories
from tests.secrecy import twins
from tests.secrecy.twins import World, differing
from tournaments.models import StandIn, Tournament
from tournaments.selectors import contract, stand_ins
from tournaments.services import entries, invitations, lifecycle

pytestmark = pytest.mark.django_db
NAMES = ("Ming", "Qing", "Tudor", "Valois")
PLAYERS = {"the first": ("Ming", "Qing"), "the others": ("Tudor", "Valois")}
PAGES = ("", "?part=news", "?part=slip", "state", "state?since=0", "record", "round/1", "table", "talk", "acts",
         "proof", "proof.json", "round/0.svg", "round/1.svg")  # fmt: skip
IN_API = ("", "state/", "rounds/1/", "record/", "talk/", "table/", "acts/", "proof/", "events/?stream=battle")
EVERYWHERE = (*twins.WORLD, "/seats/", "/api/v1/seats-wanted/", "/series/", "/api/v1/tournaments/?status=running")


def announce() -> Tournament:
    return factories.announce("training", game="emperors", field="duel-2", absence={"volunteers": True})


def seat_all(cup: Tournament, fighters: list[Emperor]) -> None:
    for seat, emperor in zip("ab", fighters, strict=False):
        factories.enter(cup, emperor, seat)


def running(cup: Tournament, fighters: list[Emperor]) -> None:
    """Return a training after a round, with an inactive seat that others could play."""
    seat_all(cup, fighters)
    assert lifecycle.start(tournament_id=cup.pk)
    battle = twins.Battle(World(twins.random.Random()), factories.again(cup), fighters[0].dynasty, {})
    for seat, text in zip("ab", ("C3-C4", "C5-C4"), strict=True):
        factories.order(cup, seat, text)
    battle.close()
    cup.entries.filter(seat="b").update(missed=3)


def withdrawn(cup: Tournament, fighters: list[Emperor]) -> None:
    seat_all(cup, fighters)
    entries.withdraw(tournament=cup, dynasty=fighters[1].dynasty)


def over(cup: Tournament, fighters: list[Emperor]) -> None:
    running(cup, fighters)
    for fighter, seat in zip(fighters, "ab", strict=True):
        factories.order(cup, seat, "abdicate", dynasty=fighter.dynasty)
    twins.Battle(World(twins.random.Random()), factories.again(cup), fighters[0].dynasty, {}).close()


MOMENTS = {"announced": seat_all, "withdrawn": withdrawn, "running": running, "over": over}


def addresses(cup: Tournament, houses: list[Dynasty]) -> list[str]:
    people = [emperor for house in houses for emperor in house.emperors.all()]
    return [
        *EVERYWHERE,
        *(f"/tournament/{cup.code}/{part}" for part in PAGES), f"/embed/{cup.code}/",
        *(f"/api/v1/tournaments/{cup.code}/{part}" for part in IN_API),
        *(f"/dynasty/{house.code}/{part}" for house in houses for part in ("", "log", "log.json", "log.csv")),
        *(f"/api/v1/dynasties/{house.code}/{part}" for house in houses for part in ("", "emperors/", "log/")),
        *(f"{where}/{emperor.code}/" for emperor in people for where in ("/emperor", "/api/v1/emperors")),
    ]  # fmt: skip


def outsiders() -> dict[str, Client]:
    """Return nobody, and a player of another dynasty."""
    found = {"nobody": Client(), "other": Client()}
    found["other"].force_login(factories.found("Song").user)
    return found


def observe(monkeypatch: pytest.MonkeyPatch, act: Callable[[Tournament, list[Emperor]], None], who: tuple[str, ...]):
    """Return everything that outsiders are answered, and what went over the streams that they hear."""
    with monkeypatch.context() as patched, twins.world(patched) as world:
        houses = [factories.found(name) for name in NAMES]
        emperors = {house.name: factories.born(house, f"{house.name} I", points=20) for house in houses}
        readers, cup = outsiders(), announce()
        act(cup, [emperors[name] for name in who])
        found = {}
        for reader, client in readers.items():
            for address in addresses(cup, houses):
                world.again(address)
                answer = client.get(address)
                found[f"{reader} {address}"] = f"{answer.status_code}\n".encode() + answer.getvalue()
        heard = [f"battle:{cup.code}", f"talk:{cup.code}"]
        events = twins.StreamEvent.objects.filter(stream__name__in=heard).order_by("stream__name", "number")
        return found | {"events": repr(list(events.values_list("key", "type", "body"))).encode()}


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_outsider_cannot_tell_who_trains(monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    one, other = (observe(monkeypatch, MOMENTS[moment], who) for who in PLAYERS.values())
    assert sum(body.startswith(b"200") for body in one.values()) > 60
    assert differing(one, other) == []


def test_a_serious_tournament_shows_its_names(client: Client) -> None:
    """Find in a serious battle what the test above looks for."""
    cup = factories.announce("gift", game="emperors", field="duel-2")
    ada = factories.born(factories.found("Ming"), "Ada")
    factories.enter(cup, ada, "a")
    assert "Ada" in client.get(f"/tournament/{cup.code}/").content.decode()
    assert "entered" in client.get(f"/emperor/{ada.code}/").content.decode()


def test_its_players_see_one_another_and_an_owner_its_own() -> None:
    cup = announce()
    fighters = [factories.born(factories.found(name), f"{name} I") for name in PLAYERS["the first"]]
    running(cup, fighters)
    player, address = Client(), f"/tournament/{cup.code}/"
    player.force_login(fighters[0].dynasty.user)
    for part in ("", "state", "record"):
        text = player.get(address + part).content.decode()
        assert "Ming I" in text and "Qing I" in text, part
    assert player.get(f"/api/v1/emperors/{fighters[0].code}/").json()["state"] == "entered"
    assert player.get(f"/api/v1/emperors/{fighters[1].code}/").json()["state"] == "at_court"
    assert address in player.get("/court/").content.decode()
    watched = Client().get(address).content.decode()
    assert "Ming" not in watched and "Qing" not in watched and "Seat A" in watched


def test_who_leads_a_seat_is_not_named_and_learns_no_name() -> None:
    cup = announce()
    fighters = [factories.born(factories.found(name), f"{name} I") for name in PLAYERS["the first"]]
    running(cup, fighters)
    song = factories.found("Song")
    assert [each.entry.name for each in stand_ins.list_wanted(song)] == [""]
    StandIn.objects.create(tournament=cup, seat="b", dynasty=song, since=clock.now())
    outside, leader = Client(), Client()
    leader.force_login(song.user)
    tables = (f"/tournament/{cup.code}/table", f"/api/v1/tournaments/{cup.code}/table/")
    for reader in (outside, leader):
        for address in (f"/tournament/{cup.code}/", *tables):
            text = reader.get(address).content.decode()
            assert "Ming" not in text and "Qing" not in text
    for address in tables:
        text = outside.get(address).content.decode()
        assert "Song" not in text and song.code not in text and "volunteer" in text


def test_the_log_of_organisers_does_not_say_who_was_invited_to_a_training(client: Client) -> None:
    host, guest = factories.found("Host"), factories.found("Guest")
    cup = factories.announce("training", host, terms={"link": True})
    invitations.invite(tournament=cup, by=host, dynasty=guest)
    here = f"tournament/{cup.code}", f"tournament/{cup.code}/acts", f"api/v1/tournaments/{cup.code}/acts"
    for address in (f"/{here[0]}/", f"/{here[1]}", f"/{here[2]}/"):
        text = client.get(address).content.decode()
        assert "Host invited a dynasty" in text and "Guest" not in text


def test_who_trains_is_as_idle_as_at_court() -> None:
    """Charge idleness in training too: an exception would say where an emperor is."""
    ming = factories.born(factories.found("Ming"), "Ada", points=200)
    factories.enter(announce(), ming, "a")
    with clock.freeze(clock.now() + timedelta(days=31)):
        assert inactivity.charge_due() == 1
    assert factories.has(ming) == 198


def test_who_is_idle_in_an_anonymous_battle_keeps_what_it_staked() -> None:
    """Charge it as at court, but leave the stake: the winners share what was staked."""
    cup, fighters = factories.begin("honour", 10, 200, terms={"anonymous": True, "stake": 10})
    Emperor.objects.update(raised_at=clock.now() - timedelta(days=31))
    assert inactivity.charge_due(contract.get_stake) == 1
    assert [factories.has(each) for each in fighters] == [10, 198]
    assert inactivity.charge_due(contract.get_stake) == 0, "each is looked at once a week"
    factories.play(cup, {"b": "win"})
    assert Transfer.objects.get(cause="honour_stake").amount == Transfer.objects.get(cause="honour_pot").amount == 10


def test_staff_sees_seats_as_everybody() -> None:
    cup = announce()
    factories.enter(cup, factories.born(factories.found("Ming"), "Ada"), "a")
    staff = Client()
    staff.force_login(User.objects.create_superuser("staff@example.org", "a long password"))
    assert "Ada" not in staff.get(f"/tournament/{cup.code}/").content.decode()
