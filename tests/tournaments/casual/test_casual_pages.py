"""Pages of casual play: the cookie holds the seat, another browser holds nothing, and a screen shows no secrets."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from core import rate_limits
from core.counters import get_counters
from core.limits import CASUAL_OF_ADDRESS
from dynasty.catalog import emblems
from tests import factories
from tests.factories import again
from tests.tournaments.casual.test_casual import CASUAL_ONLY, snapshot
from tournaments.access import viewers
from tournaments.domain import games
from tournaments.models import Casual, CasualSeat, Entry, Round, SealedOrder, Tournament
from tournaments.realtime import consumers
from tournaments.services import computer_players, rounds
from tournaments.services.casual import battles as casual_battles

pytestmark = pytest.mark.django_db
BUDGET = 15
JSON = {"Accept": "application/json"}


def place(tournament: Tournament, what: str = "") -> str:
    return f"/casual/{tournament.code}/{what}"


def page(tournament: Tournament, what: str = "") -> str:
    return f"/tournament/{tournament.code}/{what}"


def play_now(client: Client) -> Tournament:
    answer = client.post("/casual/now/")
    assert answer.status_code == 302
    return Tournament.objects.get(code=answer["Location"].split("/")[2])


def compose(client: Client, **wanted: Any) -> Tournament:
    form = {"mode": "alone", "field": "duel-2", "preset": "classic", "people": 2, "computers": "", "level": "random",
            "round_seconds": 60, "names": "", "emblem": ""} | wanted  # fmt: skip
    answer = client.post("/casual/", form)
    assert answer.status_code == 302, re.findall(r"form-errors.*?</div>", answer.content.decode())
    return Tournament.objects.get(code=answer["Location"].split("/")[2])


def legal(client: Client, tournament: Tournament) -> list[str]:
    you = client.get(page(tournament, "state")).json()["you"]
    return [f"{origin}-{to}" for origin, goals in (you or {"legal": {}})["legal"].items() for to in goals]


def give(client: Client, tournament: Tournament, order: str, **more: Any) -> Any:
    sent = {"round": again(tournament).round_no, "order": order}
    return client.post(page(tournament, "order"), sent, headers=JSON, **more)


def read(client: Client, path: str, asserting: Any) -> str:
    with asserting(BUDGET):
        answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def asserting(django_assert_max_num_queries: Any) -> Any:
    return django_assert_max_num_queries


def test_the_emblem_of_before_comes_first(client: Client) -> None:
    def first() -> str:
        return re.findall(r'name="emblem" value="([^"]+)"', client.get("/casual/").content.decode())[0]

    battle = compose(client, emblem="pale.lacquer.gold.dragon.ivory")
    emblem = CasualSeat.objects.get(tournament=battle, seat="a").emblem
    assert first() == ".".join(emblem.values())
    dynasty = factories.found("Ming")
    client.force_login(dynasty.user)
    assert first() == ".".join(dynasty.emblem[part] for part in emblems.PARTS)


def test_from_the_first_page_to_a_first_order_in_two_requests(client: Client, asserting: Any) -> None:
    assert 'action="/casual/now/"' in read(client, "/", asserting)
    battle = play_now(client)
    shown = read(client, page(battle), asserting)
    first = legal(client, battle)[0]
    assert f'value="{first}"' in shown and "data-select" not in shown
    assert give(client, battle, first).json()["receipt"]["order"] == first
    assert SealedOrder.objects.get().seat == "a"


def test_the_cookie_is_signed_and_closed_to_scripts(client: Client) -> None:
    play_now(client)
    cookie = client.cookies[viewers.COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    token = viewers.read_token({viewers.COOKIE_NAME: cookie.value})
    assert len(token) == 22 and CasualSeat.objects.get().key not in cookie.value
    for forged in (token, token + ":x:y", "A" + cookie.value[1:], ""):
        assert viewers.read_token({viewers.COOKIE_NAME: forged}) == ""


def test_the_same_browser_keeps_its_key(client: Client, asserting: Any) -> None:
    first, second = play_now(client), compose(client, names="Ann")
    assert len(set(CasualSeat.objects.values_list("key", flat=True))) == 1
    listed = read(client, "/casual/", asserting)
    assert page(first) in listed and page(second) in listed
    assert page(first) not in Client().get("/casual/").content.decode()


def test_another_browser_neither_orders_nor_sees(client: Client) -> None:
    battle, other = play_now(client), Client()
    order = legal(client, battle)[-1]
    give(client, battle, order)
    assert other.get(page(battle, "state")).json()["you"] is None
    assert order not in other.get(page(battle)).content.decode()
    before = snapshot()
    assert give(other, battle, "-").status_code == 401
    play_now(other)
    before = snapshot()
    error = give(other, battle, "-")
    assert (error.status_code, error.json()["code"]) == (403, "not_your_seat")
    assert other.get(page(battle, "state")).json()["you"] is None
    assert order not in other.get(page(battle)).content.decode()
    for data in ("start", "sit-down", "hand-over", "rematch"):
        assert other.post(place(battle, data), {"seat": "a"}, headers=JSON).status_code in (403, 409), data
    assert other.post(place(battle, "leave"), {"sure": "yes"}, headers=JSON).status_code == 403
    assert snapshot() == before


def test_a_ruler_is_a_stranger_without_the_key(client: Client) -> None:
    battle, ruler = play_now(client), Client()
    ruler.force_login(factories.found("Ming").user)
    assert give(ruler, battle, "-").json()["code"] == "not_your_seat"
    assert ruler.post(page(battle, "bet"), {"seat": "a", "asset": "gold", "amount": 1}, headers=JSON).status_code == 409


def test_orders_need_the_token_of_the_page() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/casual/now/").status_code == 403 and not Tournament.objects.exists()


def test_casual_battles_are_in_no_list(client: Client) -> None:
    battle = play_now(client)
    lists = [Client().get(path).content.decode() for path in ("/", "/play/", "/api/v1/tournaments/?status=running")]
    assert not [shown for shown in lists if battle.code in shown]


def test_the_form_says_what_is_wrong(client: Client) -> None:
    wrong = client.post("/casual/", {"mode": "alone", "field": "moon"})
    assert wrong.status_code == 422 and b"form-errors" in wrong.content
    form = {"mode": "alone", "field": "duel-2", "preset": "classic", "people": 2, "computers": 5, "level": "random",
            "round_seconds": 60}  # fmt: skip
    response = client.post("/casual/", form)
    assert response.status_code in (409, 422) and b"need exactly 2 seats" in response.content
    assert not Tournament.objects.exists()


def test_too_many_battles_are_refused_in_words(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casual_battles, "ADDRESS_LIMITS", {60: 1})
    play_now(client)
    assert "Too many tries" in client.post("/casual/now/", follow=True).content.decode()
    form = {"mode": "alone", "field": "duel-2", "preset": "classic", "level": "random", "round_seconds": 60,
            "people": 2}  # fmt: skip
    assert client.post("/casual/", form).status_code == 429
    assert Tournament.objects.count() == 1


def test_an_address_that_a_visitor_claims_counts_for_nothing(client: Client) -> None:
    most = CASUAL_OF_ADDRESS[0]
    for number in range(most):
        client.post("/casual/now/", headers={"X-Forwarded-For": f"192.0.{number}.2"})
    client.post("/casual/now/", headers={"X-Forwarded-For": "192.0.99.2"})
    assert Tournament.objects.count() == most


def test_what_was_chosen_is_what_is_played(client: Client, asserting: Any) -> None:
    chosen = {"field": "cross-4", "preset": "throne", "computers": "2", "level": "wanderer", "names": "Ann"}
    battle = compose(client, **chosen, emblem="plain.ivory.ink.crane.lacquer")
    assert (battle.field, battle.seats, battle.round_seconds) == ("cross-4", 3, 60)
    assert list(Entry.objects.order_by("seat").values_list("player", flat=True)) == ["", "wanderer", "wanderer"]
    state = client.get(page(battle, "state")).json()
    assert state["seats"][0]["emperor"] == "Ann" and state["seats"][0]["emblem"]["charge"] == "crane"
    assert state["tournament"]["deadline"] is not None
    assert "casual" in read(client, page(battle), asserting)


# ── By link ────────────────────────────────────────────────────────────────────────────────────────────────


def links(client: Client, battle: Tournament) -> list[str]:
    return re.findall(r'value="http://testserver(/casual/seat/[^"]+)"', client.get(page(battle)).content.decode())


COMPOSED = {"mode": "alone", "people": "2", "computers": "1", "level": "random", "field": "duel-2",
            "preset": "composed", "round_seconds": "60", "rules": "own", "path": "clear", "conflict": "rollback",
            "priority": "rotating", "experience": "ordered", "emperor_takes_pawn": "push", "emperor_precedence": "true",
            "emperor_resets_strongest": "false", "pawn_takes_emperor": "removed", "emperor_takes_emperor": "removed",
            "leaderless": "vanish", "collectors": "all", "on_limit": "draw", "goals": ["last_emperor", "survive"],
            "survive_rounds": "12", "survive_pieces": "2", "max_rounds": "30", "quiet_rounds": "20"}  # fmt: skip


def test_rules_are_composed_one_by_one_in_casual_play_too(client: Client, asserting: Any) -> None:
    page = client.get("/casual/").content.decode()
    assert "Choose the rules one by one" in page and 'name="conflict"' not in page
    campaign = client.get("/casual/?game=campaign.classic").content.decode()
    assert "Choose the rules one by one" in campaign and 'name="conflict"' not in campaign
    opened = client.post("/casual/", {"go": "compose", "mode": "link", "people": "3", "names": "Ada"}).content.decode()
    assert 'name="conflict"' in opened and 'value="Ada"' in opened and "usual" in opened
    made = client.post("/casual/", COMPOSED)
    assert made.status_code == 302
    battle = Tournament.objects.get()
    assert battle.rules == games.GAMES["emperors"].read_rules(
        {
            "path": "clear",
            "conflict": "rollback",
            "priority": "rotating",
            "experience": "ordered",
            "emperor_takes_pawn": "push",
            "emperor_precedence": True,
            "leaderless": "vanish",
            "collectors": "all",
            "on_limit": "draw",
            "goals": ["last_emperor", "survive(12,2)"],
            "max_rounds": 30,
            "quiet_rounds": 20,
        }
    )
    named = client.post("/casual/", COMPOSED | {"go": "named"}).content.decode()
    assert 'name="conflict"' not in named and Tournament.objects.count() == 1


@pytest.mark.parametrize(("changes", "status"), [
    ({"conflict": "nonsense"}, 422), ({"goals": []}, 422), ({"max_rounds": "0"}, 422), ({"survive_rounds": "x"}, 422),
    ({"game": "campaign.classic"}, 422), ({"field": "delta-3", "goals": ["duel"], "computers": "2"}, 409),
])  # fmt: skip
def test_rules_of_one_s_own_that_cannot_be_are_refused(client: Client, changes: dict[str, Any], status: int) -> None:
    page = client.post("/casual/", COMPOSED | changes)
    assert page.status_code == status and b"form-errors" in page.content
    assert not Tournament.objects.exists()


def test_a_rematch_keeps_rules_of_one_s_own(client: Client) -> None:
    client.post("/casual/", COMPOSED | {"goals": ["survive"], "survive_rounds": "1", "survive_pieces": "0"})
    first = Tournament.objects.get()
    Tournament.objects.filter(pk=first.pk).update(status=Tournament.Status.FINISHED)
    setup = casual_battles.build_rematch_setup(Tournament.objects.get(), Casual.objects.get())
    assert casual_battles.get_rules(setup) == first.rules


def test_a_link_takes_a_seat_and_is_seen_by_the_host_alone(client: Client, asserting: Any) -> None:
    battle, guest = compose(client, mode="link", people=2, names="Ann"), Client()
    (link,) = links(client, battle)
    assert links(guest, battle) == [] and viewers.COOKIE_NAME not in guest.cookies
    assert "Ann" in read(guest, link, asserting) and Entry.objects.count() == 1  # to look takes nothing
    assert guest.post(link, {"name": "Ben"})["Location"] == page(battle)
    assert guest.get(page(battle, "state")).json()["you"]["seat"] == "b"
    assert client.get(page(battle, "state")).json()["you"]["seat"] == "a"
    assert again(battle).status == "running"
    late = Client()
    assert late.get(link).status_code == late.post(link).status_code == 404
    assert CasualSeat.objects.get(seat="b").invitation and CasualSeat.objects.exclude(key="").count() == 2


def test_the_host_cannot_take_a_second_seat(client: Client) -> None:
    battle = compose(client, mode="link", people=2)
    (link,) = links(client, battle)
    assert "You have a seat in this battle" in client.post(link, follow=True).content.decode()
    assert again(battle).status == "announced"


def test_the_table_says_who_is_there_and_the_host_begins(client: Client, asserting: Any) -> None:
    battle, guest = compose(client, mode="link", field="cross-4", preset="throne", people=3, names="Ann"), Client()
    guest.post(links(client, battle)[0], {"name": "Ben"})
    news = read(client, f"{page(battle)}?part=news", asserting)
    assert "Ben" in news and "<html" not in news
    read(guest, page(battle), asserting)
    assert guest.post(place(battle, "start"), headers=JSON).status_code == 403
    assert client.post(place(battle, "start"))["Location"] == page(battle)
    assert client.get(f"{page(battle)}?part=news")["HX-Refresh"] == "true"
    assert Entry.objects.exclude(player="").count() == 2


# ── At one screen ──────────────────────────────────────────────────────────────────────────────────────────


def screen(client: Client, battle: Tournament, seat: str, order: str) -> None:
    client.post(place(battle, "sit-down"), {"seat": seat})
    assert give(client, battle, order).status_code == 200


def everything(client: Client, battle: Tournament) -> str:
    """Return all that the browser receives now, cookies and messages included."""
    shown = client.get(page(battle)).content.decode() + client.get(page(battle, "state")).content.decode()
    return shown + client.get("/casual/").content.decode() + str(client.cookies)


def test_the_next_player_is_shown_nothing_of_the_order_before(client: Client, asserting: Any) -> None:
    battle = compose(client, mode="hot_seat", people=2, names="Ann, Ben")
    assert "Pass the device to Ann" in read(client, page(battle), asserting)
    client.post(place(battle, "sit-down"), {"seat": "a"})
    order = legal(client, battle)[0]
    answer = client.post(page(battle, "order"), {"round": 1, "order": order})  # as without a script
    assert order not in str(answer.cookies)
    assert order in read(client, page(battle), asserting)
    receipt = give(client, battle, order).json()["receipt"]
    client.post(place(battle, "hand-over"))
    handed = read(client, page(battle), asserting)
    assert "Pass the device to Ben" in handed and "battle-board" not in handed
    secrets = (order, receipt["commitment"], receipt["commitment"][:12], SealedOrder.objects.get().salt)
    for found in (handed, everything(client, battle)):
        assert not [secret for secret in secrets if secret in found]
    client.post(place(battle, "sit-down"), {"seat": "b"})
    assert not [secret for secret in secrets if secret in everything(client, battle)]
    you = client.get(page(battle, "state")).json()["you"]
    assert (you["seat"], you["order"], you["receipt"]) == ("b", None, None)


def test_a_round_at_one_screen(client: Client, asserting: Any) -> None:
    battle = compose(client, mode="hot_seat", people=2, names="Ann, Ben")
    assert again(battle).round_seconds == 86_400
    client.post(place(battle, "sit-down"), {"seat": "a"})
    assert "Send an order first" in client.post(place(battle, "hand-over"), follow=True).content.decode()
    first, second = legal(client, battle)[:2]
    give(client, battle, first), give(client, battle, second)
    assert "hand over to Ben" in read(client, page(battle), asserting)
    client.post(place(battle, "hand-over"))
    screen(client, battle, "b", "-")
    assert "close the round" in read(client, page(battle), asserting)
    client.post(place(battle, "hand-over"))
    assert Round.objects.get(number=1).orders == [["a", second], ["b", "-"]]
    shown = read(client, page(battle), asserting)
    assert "Pass the device to Ann" in shown and "data-replay" in shown and "battle-board" in shown


def bar_words(client: Client, battle: Tournament) -> tuple[str, str, str]:
    bar = client.get(page(battle, "state")).json()["bar"]
    return bar["state"], bar["title"], bar["text"]


def test_the_bar_says_whose_turn_it_is_at_one_screen(client: Client) -> None:
    battle = compose(client, mode="hot_seat", people=2, names="Ann, Ben")
    ordered = "Orders are given in turn, each in secret."
    assert bar_words(client, battle) == ("waiting", "Pass the device to Ann", ordered)
    assert bar_words(Client(), battle) == ("watching", "You are watching", "0 of 2 are ready")
    client.post(place(battle, "sit-down"), {"seat": "a"})
    assert bar_words(client, battle) == ("choosing", "Your turn", "Choose a piece")
    give(client, battle, "-")
    assert bar_words(client, battle) == ("sent", "Sealed", "Hand the screen over to Ben.")
    ready = [each["ready"] for each in client.get(page(battle, "state")).json()["seats"]]
    assert ready == [True, False] and not Round.objects.get().ready, "for the player at the screen alone"
    client.post(place(battle, "hand-over"))
    assert bar_words(client, battle) == ("waiting", "Pass the device to Ben", ordered)
    client.post(place(battle, "sit-down"), {"seat": "b"})
    assert bar_words(client, battle) == ("choosing", "Your turn", "Choose a piece")
    give(client, battle, "-")
    assert bar_words(client, battle) == ("sent", "Sealed", "Close the round when you are done.")


def test_who_owns_a_seat_at_one_screen_is_no_spectator(client: Client) -> None:
    battle = compose(client, mode="hot_seat", people=2, names="Ann, Ben")
    token = viewers.read_token({name: each.value for name, each in client.cookies.items()})
    seats = [name for name in consumers.list_streams(battle.code, None, token) if name.startswith("seat:")]
    assert len(seats) == 2
    assert not [name for name in consumers.list_streams(battle.code, None, "") if name.startswith("seat:")]


def test_nobody_else_takes_a_turn(client: Client) -> None:
    battle, other = compose(client, mode="hot_seat", people=2), Client()
    play_now(other)
    client.post(place(battle, "sit-down"), {"seat": "a"})
    assert other.get(page(battle, "state")).json()["you"] is None
    assert give(other, battle, "-").status_code == 403
    assert other.post(place(battle, "hand-over"), headers=JSON).status_code == 403


# ── Afterwards ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def ended(client: Client) -> Iterator[Tournament]:
    """Yield a battle that Ann has lost."""
    battle = compose(client, names="Ann", emblem="plain.ivory.ink.crane.lacquer")
    computer_players.play_due()
    assert client.post(page(battle, "abdicate"), {"sure": "yes"}).status_code == 302
    assert rounds.sweep() == 1
    yield again(battle)


def test_the_result_offers_a_rematch_the_record_and_a_dynasty(
    client: Client, ended: Tournament, asserting: Any
) -> None:
    shown = read(client, page(ended), asserting)
    assert place(ended, "rematch") in shown and page(ended, "record") in shown and "/account/signup/?next=" in shown
    assert b"Ann" in client.get(page(ended, "record")).content
    new = client.post(place(ended, "rematch"))["Location"]
    assert new != page(ended) and client.get(f"{new}state").json()["you"]["seat"] == "b"
    assert place(ended, "rematch") not in Client().get(page(ended)).content.decode()


def test_keep_this_brings_name_and_emblem_along(client: Client, ended: Tournament) -> None:
    user = factories.User.objects.create_user("ann@example.org", "a long password")
    client.force_login(user)
    address = re.search(r'href="(/found/[^"]+)"', client.get(page(ended)).content.decode())
    assert address
    form = client.get(address[1].replace("&amp;", "&")).content.decode()
    assert 'value="Ann"' in form and re.search(r'value="crane"[^>]*checked', form)
    emblem = {"division": "plain", "field": "ivory", "second": "ink", "charge": "crane", "tint": "lacquer"}
    founded = client.post("/found/", {"name": "Annides", "motto": "", "emperor": "Ann", **emblem})
    assert founded["Location"] == "/court/?emperor=Ann"
    assert re.search(r'name="name"[^>]*value="Ann"', client.get(founded["Location"]).content.decode())


def test_leaving_asks_first(client: Client) -> None:
    battle = play_now(client)
    assert "Leave this battle?" in client.post(place(battle, "leave")).content.decode()
    assert client.post(place(battle, "leave"), {"sure": "yes"})["Location"] == "/casual/"
    assert not Tournament.objects.exists() and client.get(page(battle)).status_code == 404


def test_playing_writes_into_casual_tables_alone(client: Client) -> None:
    before = snapshot()
    battle = play_now(client)
    give(client, battle, legal(client, battle)[0])
    client.get(page(battle))
    assert {name for name, rows in snapshot().items() if rows != before[name]} <= CASUAL_ONLY
    from django.contrib.sessions.models import Session

    assert not Session.objects.exists()


def test_the_socket_tells_a_seat_to_its_browser_alone(client: Client) -> None:
    battle = play_now(client)
    token = viewers.read_token({name: each.value for name, each in client.cookies.items()})
    assert consumers.list_streams(battle.code, None, token)[:2] == [f"battle:{battle.code}", f"seat:{battle.code}:a"]
    assert f"seat:{battle.code}:a" not in consumers.list_streams(battle.code, None)


# ── For programs ───────────────────────────────────────────────────────────────────────────────────────────


def call(key: str = "") -> APIClient:
    client = APIClient()
    if key:
        client.credentials(HTTP_CASUAL_KEY=key)
    return client


def test_a_casual_battle_by_api() -> None:
    made = call().post("/api/v1/casual/", {"mode": "link", "people": 2, "computers": 0, "name": "Ann"})
    assert made.status_code == 201, made.json()
    code, host = made.json()["code"], made.json()["key"]
    assert made.json()["seats"] == ["a"] and list(made.json()["invitations"]) == ["b"]
    data = {"invitation": made.json()["invitations"]["b"], "name": "Ben"}
    taken = call().post("/api/v1/casual/seats/", data)
    guest = taken.json()["key"]
    assert (taken.status_code, taken.json()["status"], taken.json()["seats"]) == (201, "running", ["b"])
    assert taken.json()["invitations"] == {} and guest != host
    assert call().post("/api/v1/casual/seats/", data).status_code in (404, 409)
    order = f"/api/v1/tournaments/{code}/order/"
    assert call().put(order, {"round": 1, "order": "-"}).status_code in (401, 403)
    assert call("x" * 22).put(order, {"round": 1, "order": "-"}).json()["code"] == "not_your_seat"
    receipt = call(host).put(order, {"round": 1, "order": "-"})
    assert receipt.status_code == 200 and receipt.json()["seat"] == "a"
    assert call(host).get(order).json() == receipt.json() and call(guest).get(order).status_code == 404
    state = f"/api/v1/tournaments/{code}/state/"
    assert call(host).get(state).json()["you"]["order"] == "-"
    assert (call(guest).get(state).json()["you"]["order"], call().get(state).json()["you"]) == (None, None)
    events = f"/api/v1/tournaments/{code}/events/?stream=seat"
    assert call(host).get(events).status_code == 200 and call().get(events).status_code == 404
    assert call(guest).get("/api/v1/casual/").json() == [{"code": code, "status": "running"}]
    assert call(guest).delete(f"/api/v1/casual/{code}/").status_code == 204
    assert call(host).delete(f"/api/v1/casual/{code}/").status_code == 204 and not Tournament.objects.exists()


def test_the_api_takes_no_cookie_for_a_key(client: Client) -> None:
    battle = play_now(client)
    sent = json.dumps({"round": 1, "order": "-"})
    response = client.put(f"/api/v1/tournaments/{battle.code}/order/", sent, content_type="application/json")
    assert response.status_code in (401, 403) and not SealedOrder.objects.exists()


def test_the_api_refuses_what_the_page_refuses() -> None:
    assert call().post("/api/v1/casual/", {"mode": "hot_seat"}).status_code == 400
    assert call().post("/api/v1/casual/", {"field": "moon"}).json()["code"] == "no_such_field"
    for _number in range(CASUAL_OF_ADDRESS[0]):
        get_counters().add(f"casual:{rate_limits.MINUTE}:{rate_limits.hash_subscriber('127.0.0.1')}", 60)
    assert call().post("/api/v1/casual/", {}).status_code == 429


def test_the_api_is_described() -> None:
    described = call().get("/api/schema/?format=json").content.decode()
    assert '"make_casual_battle"' in described and '"Casual-Key"' in described and '"take_casual_seat"' in described


def test_casual_actions_do_not_touch_other_tournaments(client: Client) -> None:
    play_now(client)
    tournament, _fighters = factories.begin("gift", 0, 0)
    before = snapshot()
    for data in ("start", "sit-down", "hand-over", "rematch"):
        assert client.post(place(tournament, data), {"seat": "a"}, headers=JSON).status_code in (403, 409), data
    assert client.post(place(tournament, "leave"), {"sure": "yes"}, headers=JSON).status_code == 403
    assert snapshot() == before


def test_a_battle_that_is_over_can_be_kept_by_its_browser_and_read_by_nobody_in_particular(
    client: Client, ended: Tournament
) -> None:
    keeper = "js/components/offline-replays.js"
    assert keeper in client.get(page(ended)).content.decode()
    assert keeper not in client.get(page(play_now(client))).content.decode(), "one that goes on is not kept"
    nobody = Client()  # a browser keeps what it fetches without its cookies
    assert nobody.get(page(ended)).status_code == 200
    assert nobody.get(page(ended, "round/1")).json()["told"]


def test_the_first_page_leads_to_the_campaigns_and_each_says_what_it_is(client: Client) -> None:
    assert 'href="/casual/#campaigns"' in client.get("/").content.decode()
    lobby = client.get("/casual/").content.decode()
    part = re.findall(r'id="campaigns".*?</section>', lobby, re.DOTALL)[0]
    named = dict(re.findall(r'value="([^"]+)">[^<]+</button>\s*</form>\s*<p[^>]*>([^<]+)</p>', part))
    assert sorted(named) == sorted(name for name in games.GAMES if games.GAMES[name].VIEW == "map")
    assert len(set(named.values())) == len(named) and "without dice" in named["campaign.skirmish"]
