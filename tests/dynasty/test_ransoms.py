"""Captured emperors on the market: bought back where they were born, or bought by others once that time is over."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from core import clock
from core.errors import DomainError
from core.limits import RANSOM_HOURS
from dynasty.charts import family as tree
from dynasty.domain import event_types, notification_types
from dynasty.domain.seasons import get_season_at
from dynasty.models import Captive, Dynasty, Emperor, Event, Mention, Notice, Offer, SeasonStanding, Standing
from dynasty.selectors import chronicle, family, integrity, obituaries
from dynasty.selectors import offers as read
from dynasty.selectors.taken_names import Mask
from dynasty.services import emperors, offers, reputation, treasury
from tests.dynasty.test_market import has, proven

pytestmark = pytest.mark.django_db
PRICE = {"gold": 100}


@pytest.fixture
def home(found) -> Dynasty:
    return proven(found("The Jade Court"))


@pytest.fixture
def captor(found) -> Dynasty:
    return proven(found("House Sable"))


@pytest.fixture
def stranger(found) -> Dynasty:
    return proven(found("House Oriel"))


@pytest.fixture
def captive(home, captor, born) -> Emperor:
    """Return an emperor with a reputation of 30 that was captured."""
    emperor = born(home, "Bo", fought=True)
    reputation.award(emperor=emperor, points=30, cause="won", place="abc", key="a victory")
    return emperors.change_dynasty(emperor=emperor, to=captor, place="abc", title="The Pass", round=4)


def refuse(act, **data) -> str:
    """Return the code of a refusal."""
    with pytest.raises(DomainError) as error:
        act(**data)
    return error.value.code


def points(dynasty: Dynasty) -> int:
    return Standing.objects.get(dynasty=dynasty).reputation


def count_gain(dynasty: Dynasty) -> int:
    """Return the reputation that a dynasty gained in this season."""
    return SeasonStanding.objects.get(dynasty=dynasty, begins=get_season_at(clock.now()).begins).gained


def put_up(captor: Dynasty, captive: Emperor, **more) -> Offer:
    return offers.create(dynasty=captor, gives={}, asks=PRICE, emperor=captive, **more)


def test_the_house_of_birth_buys_its_emperor_back(home, captor, captive) -> None:
    offer = put_up(captor, captive)
    assert points(captor) == 30
    offers.accept(offer=offer, dynasty=home)
    captive.refresh_from_db()
    assert captive.dynasty == home and (has(home), has(captor)) == (900, 1_100)
    assert (points(home), points(captor)) == (30, 0)
    assert not Captive.objects.filter(open=True).exists() and integrity.find_differences() == []


def test_nobody_buys_a_season(home, captor, stranger, captive, at) -> None:
    at(2030, 1, 1)
    offer = put_up(captor, captive)
    at(2030, 1, 2)
    offers.accept(offer=offer, dynasty=stranger)
    assert points(stranger) == 30 and (count_gain(stranger), count_gain(captor)) == (0, -30)
    reputation.award(emperor=Emperor.objects.get(pk=captive.pk), points=5, cause="won", place="abc", key="another")
    assert count_gain(stranger) == 5, "what it earns for its buyer counts"
    at(2030, 1, 3)
    offers.accept(offer=put_up(stranger, captive), dynasty=home)
    assert count_gain(home) == 35, "an Emperor that comes home brings back what it took along"
    assert integrity.find_differences() == []


def test_others_wait_for_a_day(home, captor, stranger, captive, at) -> None:
    at(2030, 1, 1)
    offer = put_up(captor, captive)
    assert refuse(offers.accept, offer=offer, dynasty=stranger) == "birth_house_first"
    at(2030, 1, 2)
    assert offer.made_at + timedelta(hours=RANSOM_HOURS) == clock.now()
    offers.accept(offer=offer, dynasty=stranger)
    captive.refresh_from_db()
    assert captive.dynasty == stranger and refuse(offers.accept, offer=offer, dynasty=home) == "offer_ended"
    again = put_up(stranger, captive)
    assert refuse(offers.accept, offer=again, dynasty=captor) == "birth_house_first"


def test_nobody_waits_for_a_house_that_left_for_good(home, captor, stranger, captive) -> None:
    home.user.is_active = False
    home.user.save()
    offers.accept(offer=put_up(captor, captive), dynasty=stranger)
    captive.refresh_from_db()
    assert captive.dynasty == stranger


def test_what_cannot_be_offered(home, captor, stranger, captive, born) -> None:
    own, young = born(captor, fought=True), born(home)
    emperors.change_dynasty(emperor=young, to=captor)
    wanted = {"dynasty": captor, "gives": {}, "asks": PRICE}
    assert refuse(offers.create, **wanted, emperor=own) == "not_captured"
    assert refuse(offers.create, **wanted, emperor=young) == "not_captured"
    assert refuse(offers.create, **{**wanted, "dynasty": home}, emperor=captive) == "not_your_emperor"
    assert refuse(offers.create, **{**wanted, "gives": {"ruby": 1}}, emperor=captive) == "emperor_alone"
    assert refuse(offers.create, **{**wanted, "asks": {}}, emperor=captive) == "empty_basket"
    assert refuse(offers.create, **wanted, emperor=captive, to=stranger) == "emperor_for_all"
    emperors.engage(emperor=captive, kind="entered", place="abc")
    assert refuse(offers.create, **wanted, emperor=captive) == "not_at_court"
    assert not Offer.objects.exists()


def test_who_is_on_offer_stays_at_court(captor, captive) -> None:
    offer = put_up(captor, captive, token="once")
    assert put_up(captor, captive, token="once") == offer
    assert refuse(put_up, captor=captor, captive=captive) == "emperor_offered"
    assert refuse(emperors.engage, emperor=captive, kind="entered", place="abc") == "emperor_offered"
    assert refuse(emperors.retire, emperor=captive) == "emperor_offered"
    offers.withdraw(offer=offer, dynasty=captor)
    emperors.engage(emperor=captive, kind="entered", place="abc")
    assert integrity.find_differences() == []


def test_an_offer_of_an_emperor_lapses(captor, captive, at) -> None:
    at(2030, 1, 1)
    offer = put_up(captor, captive)
    at(2030, 1, 9)
    assert offers.lapse(offer.pk) and read.list_captives(captor) == [captive]
    assert integrity.find_differences() == []


def test_who_cannot_pay_gets_nobody(home, captor, captive) -> None:
    offer = offers.create(dynasty=captor, gives={}, asks={"gold": 1_001}, emperor=captive)
    assert refuse(offers.accept, offer=offer, dynasty=home) == "not_enough"
    captive.refresh_from_db()
    assert captive.dynasty == captor and has(home) == 1_000


def test_the_books_find_a_captive_that_is_no_more(captor, captive) -> None:
    put_up(captor, captive)
    Emperor.objects.filter(pk=captive.pk).update(dynasty=captive.birthplace)
    assert "captives on offer" in [each.what for each in integrity.find_differences()]


def test_the_house_of_birth_hears_of_it(home, captor, captive) -> None:
    first = put_up(captor, captive)
    offers.withdraw(offer=first, dynasty=captor)
    second = put_up(captor, captive, to=home)
    offers.accept(offer=second, dynasty=home)
    texts = [
        notification_types.format_sentence(each.kind, each.facts)
        for each in Notice.objects.filter(kind="offer").order_by("pk")
    ]
    assert texts[0].startswith("House Sable offers Bo, who was born to your dynasty, for 100 gold coins. Until ")
    assert texts[1:] == [
        "House Sable withdrew an offer to you: Bo for 100 gold coins.",
        "House Sable offers you Bo, who was born to your dynasty, for 100 gold coins.",
        "The Jade Court accepted your offer: Bo for 100 gold coins.",
    ]
    written = [event_types.format_sentence("offer", each.facts) for each in Event.objects.filter(kind="offer")]
    assert "House Sable offered on the market: Bo for 100 gold coins." in written


def test_logs_tree_and_story_tell_the_purchase(home, captor, stranger, captive, at) -> None:
    at(2040, 1, 1)
    sold = put_up(captor, captive)
    at(2040, 1, 3)
    offers.accept(offer=sold, dynasty=stranger)
    offers.accept(offer=put_up(stranger, captive), dynasty=home)
    public = Mention.objects.filter(kind="ransomed").order_by("pk")
    assert [each.dynasty for each in public] == [stranger, captor, home, stranger]
    life = [line.sentence for line in chronicle.get_life_page(captive).lines][:2]
    assert life == ["The Jade Court bought Bo back from House Oriel.", "House Oriel bought Bo from House Sable."]
    kinds = {
        each.name: [turn.kind for turn in family.build_tree(each, clock.now()).stories[0].turns]
        for each in (home, captor, stranger)
    }
    assert kinds == {
        "The Jade Court": ["born", "left", "sold", "bought"],
        "House Sable": ["arrived", "joined", "sold", "sold"],
        "House Oriel": ["arrived", "left", "bought", "sold"],
    }
    assert [each.kind for each in obituaries.list_endings(captive, Mask())] == ["joined", "ransomed", "ransomed"]
    assert tree.Home("Ming", True, clock.now(), None).bought is False


def reader(dynasty: Dynasty) -> Client:
    client = Client()
    client.force_login(dynasty.user)
    return client


def test_pages_sell_an_emperor(home, captor, stranger, captive, client, django_assert_max_num_queries) -> None:
    seller, own_page = reader(captor), reverse("emperor", args=[captive.code])
    compose = f"{reverse('market_compose')}?emperor={captive.code}"
    assert compose in seller.get(own_page).content.decode()
    assert compose not in reader(home).get(own_page).content.decode()
    assert f'<option value="{captive.code}" selected>' in seller.get(compose).content.decode()
    sent = {"token": "once", "emperor": captive.code, "asks-gold": 100}
    assert seller.post(reverse("market_compose"), sent).status_code == 302
    offer = Offer.objects.get()
    page = reverse("market_offer", args=[offer.code])
    for each, text in ((home, "Accept the offer"), (stranger, "only The Jade Court can accept"), (captor, "Withdraw")):
        visitor = reader(each)
        with django_assert_max_num_queries(15):
            assert text in visitor.get(page).content.decode()
    assert page in client.get(own_page).content.decode()
    assert "<span>Bo</span>" in client.get(f"{reverse('market')}?gives=captive").content.decode()
    assert "<span>Bo</span>" not in client.get(f"{reverse('market')}?gives=gold").content.decode()
    assert reader(stranger).post(reverse("market_accept", args=[offer.code])).status_code == 403
    assert reader(home).post(reverse("market_accept", args=[offer.code])).status_code == 302
    captive.refresh_from_db()
    assert captive.dynasty == home


def test_an_offer_that_has_ended_says_so_to_whoever_comes_late(home, captor, stranger, captive, client) -> None:
    offer = put_up(captor, captive)
    late, page = reader(home), reverse("market_offer", args=[offer.code])
    assert late.get(page).status_code == 200
    offers.withdraw(offer=offer, dynasty=captor)
    for answer in (late.get(page, follow=True), late.post(f"{page}accept", follow=True)):
        assert answer.redirect_chain == [(reverse("market"), 302)]
        assert "This offer is no longer open." in answer.content.decode()
    private = put_up(captor, captive, to=home)
    offers.withdraw(offer=private, dynasty=captor)
    for page in (reverse("market_offer", args=[private.code]), reverse("market_offer", args=["nosuchcode"])):
        assert client.get(page).status_code == reader(stranger).get(page).status_code == 404, "nobody learns of it"


def test_the_house_of_birth_reads_until_when_it_may_buy_first(home, captor, stranger, captive) -> None:
    page = reverse("market_offer", args=[put_up(captor, captive).code])
    assert "only you can accept, since" in reader(home).get(page).content.decode()
    assert "only you can accept" not in reader(stranger).get(page).content.decode()


def test_the_court_leads_to_the_ransom_of_a_captive(home, captor, captive, born) -> None:
    own = born(captor, "Ada")
    court = reader(captor).get(reverse("court")).content.decode()
    assert f"/market/new/?emperor={captive.code}" in court and f"/market/new/?emperor={own.code}" not in court
    offer = put_up(captor, captive)
    court = reader(captor).get(reverse("court")).content.decode()
    assert f"/market/new/?emperor={captive.code}" not in court
    assert reverse("market_offer", args=[offer.code]) in court and "Offered on the market" in court
    assert reverse("retire", args=[captive.code]) not in court and reverse("retire", args=[own.code]) in court


def test_a_program_offers_an_emperor(home, captor, captive) -> None:
    api = APIClient()
    api.force_authenticate(captor.user)
    sent = {"emperor": captive.code, "asks": PRICE}
    made = api.post("/api/v1/market/offers/", sent, format="json")
    assert made.status_code == 201, made.content
    shown = made.json()["captive"]
    assert shown["emperor"] == {"code": captive.code, "name": "Bo"} and made.json()["gives"] == {}
    assert shown["birthplace"]["name"] == "The Jade Court" and shown["reserved_until"] and shown["reputation"] == 30
    assert api.post("/api/v1/market/offers/", {**sent, "emperor": "nobody"}, format="json").status_code == 404
    assert treasury.get_wallet(captor, "gold").balance == 1_000
