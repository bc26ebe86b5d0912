"""The pages of tournaments, as everybody sees them: who may what, what is shown, and what is not."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext as _

from battlefield import words
from battlefield.conflicts import POLICIES
from core import clock
from core.error_status import get_status
from dynasty.models import Dynasty, Emperor, User
from dynasty.services import chronicle
from tests import factories
from tournaments.domain.tournament_types import TOURNAMENT_TYPES
from tournaments.lab.examples import EXAMPLES, play_example
from tournaments.models import Bet, Entry, Presence, Tournament
from tournaments.selectors import lobby
from tournaments.services import announcements, lifecycle, orders, rounds

pytestmark = pytest.mark.django_db
BUDGET = 15
JSON = {"Accept": "application/json"}


@pytest.fixture
def ask(client: Client, django_assert_max_num_queries: Any) -> Any:
    """Get a page within the budget of queries."""

    def get(path: str, who: Client = client, status: int = 200, **more: Any) -> Any:
        with django_assert_max_num_queries(BUDGET):
            answer = who.get(path, **more)
        assert answer.status_code == status
        return answer

    return get


def log_in(dynasty: Dynasty) -> Client:
    client = Client()
    client.force_login(dynasty.user)
    return client


def cup(**changes: Any) -> Tournament:
    """Announce a gift tournament of the grid game for two, with bets."""
    wanted = {"game": "emperors", "field": "duel-2", "terms": {"betting": True}, "title": "The Ivory Cup"} | changes
    return factories.announce(wanted.pop("type", "gift"), **wanted)


def path(tournament: Tournament, more: str = "") -> str:
    return f"/tournament/{tournament.code}/{more}"


@pytest.fixture
def battle() -> Tournament:
    """Begin a battle of Ming (a) and Qing (b)."""
    tournament = cup()
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        factories.enter(tournament, factories.born(factories.found(name), f"Emperor{name}"), seat)
    assert lifecycle.start(tournament_id=tournament.pk)
    return factories.again(tournament)


def of(name: str) -> Client:
    return log_in(Dynasty.objects.get(name=name))


def legal_order(client: Client, tournament: Tournament) -> str:
    """Return an order that this client's seat may give, as the page says."""
    legal = client.get(path(tournament, "state")).json()["you"]["legal"]
    origin, goals = next(iter(legal.items()))
    return f"{origin}-{goals[-1]}"


def finish(tournament: Tournament) -> Tournament:
    """Let b abdicate, so that a wins."""
    factories.order(tournament, "a", "-")
    factories.order(tournament, "b", "abdicate")
    assert rounds.close_round(tournament_id=tournament.pk, round_no=1)
    return factories.again(tournament)


# ── Reading ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("address", ["/", "/play/", "/rules/"])
def test_an_empty_world_has_pages(ask: Any, address: str) -> None:
    assert b"<h1" in ask(address).content


def test_the_first_page_shows_a_battle_a_champion_and_what_starts_next(ask: Any, battle: Tournament) -> None:
    for seat in "ab":
        factories.order(battle, seat, "-")
    rounds.close_round(tournament_id=battle.pk, round_no=1)
    waiting, ruler = cup(title="The Next Cup"), factories.found("Tudor")
    factories.born(ruler, "Bess", points=7)
    shown = ask("/").content.decode()
    assert "<battle-board" in shown and battle.title in shown
    assert path(waiting) in shown and "Tudor" in shown and "The throne is empty" not in shown


def test_a_logged_in_ruler_is_led_to_play(ask: Any) -> None:
    dynasty = factories.found("Tudor")
    assert "The court of Tudor" in ask("/", log_in(dynasty)).content.decode()
    stranger = Client()
    stranger.force_login(User.objects.create_user("new@example.org", "a long password"))
    assert "Found your dynasty" in ask("/", stranger).content.decode()


def test_the_list_offers_what_there_is_and_filters_it(ask: Any, battle: Tournament) -> None:
    waiting = cup(title="Open for all")
    training = cup(type="training", terms={}, title="A lesson", field="narrows-2")
    everything = ask("/play/").content.decode()
    assert all(each.title in everything for each in (battle, waiting, training))
    lessons = ask("/play/?type=training").content.decode()
    assert training.title in lessons and waiting.title not in lessons
    narrows = ask("/play/?field=narrows-2&type=nonsense").content.decode()
    assert training.title in narrows and battle.title not in narrows


def test_the_list_keeps_its_budget_when_it_is_full(ask: Any) -> None:
    for number in range(12):
        cup(title=f"Cup {number}")
    assert ask("/play/").content.count(b"Cup 1") >= 2
    assert len(lobby.list_open_for_entry(limit=3)) == 3


def test_the_list_folds_what_is_further_down(ask: Any) -> None:
    for number in range(8):
        cup(title=f"Cup {number}")
    page = ask("/play/").content.decode()
    shown, _fold, folded = page.partition('id="enter"')[2].partition('id="watch"')[0].partition("<details")
    assert (shown.count("<article"), folded.count("<article")) == (6, 2) and "2 more" in folded
    assert "<details" not in ask("/play/?type=training").content.decode().partition('id="enter"')[2].partition("<h2")[0]


def test_whoever_fights_finds_that_first(battle: Tournament) -> None:
    page = log_in(battle.entries.get(seat="a").dynasty).get("/play/").content.decode()
    assert page.index('id="own"') < page.index('id="opponents"') < page.index('id="enter"')


def test_an_announcement_says_all_its_rules(ask: Any) -> None:
    tournament = cup(terms={"betting": True, "minimum_reputation": 3}, round_seconds=90)
    shown = ask(path(tournament)).content.decode()
    for sentence in ("The winners share 100 gold coins.", "An Emperor needs a reputation of 3 to enter.",
                     "Before the start, others can bet on the outcome.", "Winning: +20 reputation.",
                     "The last seat that has not fallen wins.", "1 minute 30 seconds", "Duelling ground",
                     "Classic", tournament.contract):  # fmt: skip
        assert sentence in shown, sentence
    assert shown.count("data-tile=") > 10  # the board, for those without a script too


def test_what_changes_is_asked_for_alone(ask: Any, battle: Tournament) -> None:
    tournament = cup()
    factories.enter(tournament, factories.born(factories.found("Ivan"), "Ivan"), "a")
    part = ask(path(tournament, "?part=news")).content.decode()
    assert "Ivan" in part and "<html" not in part
    assert ask(path(battle, "?part=news")).headers["HX-Refresh"] == "true"


def test_a_cancelled_tournament_says_so(ask: Any) -> None:
    tournament = cup()
    announcements.cancel(tournament=tournament, by=None)
    assert "have been given back" in ask(path(tournament)).content.decode()


@pytest.mark.parametrize(
    "by, reason, sentence",
    [
        ("Song", "The hall burnt down", "Song cancelled it: The hall burnt down"),
        ("Song", "", "Song cancelled it."),
        (None, "Spam", "The staff of the site cancelled it: Spam"),
    ],
)
def test_a_cancelled_tournament_says_who_cancelled_it_and_why_above_everything(
    ask: Any, by: str | None, reason: str, sentence: str
) -> None:
    organiser = factories.found(by) if by else None
    tournament = cup(organiser=organiser)
    client, emperor = bettor(tournament)
    client.post(path(tournament, "bet"), {"seat": "a", "asset": "gold", "amount": 7, "emperor": emperor.code})
    assert "7 gold coins" in ask(path(tournament)).content.decode()
    announcements.cancel(tournament=tournament, by=organiser, reason=reason)
    above, _battlefield, below = ask(path(tournament)).content.decode().partition('class="columns at-stake"')
    assert sentence in above and "have been given back" in above
    assert "7 gold coins" not in below and "No bets yet" not in below


def test_the_battle_page_is_for_everybody(ask: Any, battle: Tournament) -> None:
    order = legal_order(of("Ming"), battle)
    factories.order(battle, "a", order)
    for reader in (Client(), of("Qing"), log_in(factories.found("Tudor"))):
        shown = ask(path(battle), reader).content.decode()
        assert "EmperorMing" in shown and "EmperorQing" in shown and 'id="battle-data"' in shown
    assert "data-order-form" in ask(path(battle), of("Ming")).content.decode()
    assert "You are watching" in ask(path(battle)).content.decode()


def test_closed_rounds_are_told_with_names(ask: Any, battle: Tournament) -> None:
    order = legal_order(of("Ming"), battle)
    factories.play(battle, {"a": order})
    origin, goal = order.split("-")
    body = ask(path(battle, "round/1")).json()
    assert f"EmperorMing: {origin} to {goal}." in body["told"]
    assert ["a", order] in body["orders"] and body["after"] != body["before"]
    assert f"EmperorMing: {origin} to {goal}." in ask(path(battle)).content.decode()
    assert "The board after round 1." in ask(path(battle, "?round=1")).content.decode()
    assert ask(path(battle, "round/2"), status=404).json()["code"] == "no_such_round"


@pytest.mark.parametrize("since, numbers", [("", [2]), ("0", [1, 2]), ("1", [2]), ("2", []), ("x", [2]), ("-1", [2])])
def test_the_state_holds_what_the_page_has_missed(ask: Any, battle: Tournament, since: str, numbers: list[int]) -> None:
    factories.play(battle, {}, {})
    state = ask(path(battle, f"state?since={since}"))
    assert [each["number"] for each in state.json()["rounds"]] == numbers
    assert state.headers["Cache-Control"] == "private, no-store"
    assert state.json()["tournament"]["rounds_closed"] == 2


def test_the_end_says_who_won_and_what_it_brought(ask: Any, battle: Tournament) -> None:
    finish(battle)
    shown = ask(path(battle)).content.decode()
    assert "The winner" in shown and "100 gold coins" in shown
    assert re.search(r"EmperorMing: \+20, won the battle", shown)
    assert ask("/").status_code == ask("/play/").status_code == 200


def test_the_record_replays(ask: Any, battle: Tournament) -> None:
    from battlefield.records import Record

    finish(battle)
    answer = ask(path(battle, "record"))
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert Record.read(answer.content.decode()).result == "a"
    assert ask(path(cup(), "record"), status=404).json()["code"] == "no_record"


@pytest.mark.parametrize("more", ["", "state", "round/1", "record", "round/99999999999999999999"])
def test_what_is_not_there_is_not_found(client: Client, more: str) -> None:
    assert client.get(f"/tournament/nowhere/{more}").status_code == 404


def test_training_is_forgotten_when_it_is_over(ask: Any) -> None:
    tournament = cup(type="training", terms={})
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        factories.enter(tournament, factories.born(factories.found(name), f"Emperor{name}"), seat)
    lifecycle.start(tournament_id=tournament.pk)
    finish(tournament)
    shown = ask(path(tournament)).content.decode()
    assert "Seat A" in shown and "nothing is recorded" in shown and "EmperorMing" not in shown


def test_the_rules_page_holds_every_rule_and_the_worked_examples(ask: Any) -> None:
    shown = ask("/rules/").content.decode().replace("&#x27;", "'")
    for sentence in [
        *words.RULES.values(),
        *(each.sentence.partition(": ")[2][1:] for each in TOURNAMENT_TYPES.values()),
    ]:
        assert sentence in shown
    for name in words.GOALS:
        assert name in shown
    assert shown.count("<battle-board") == len(EXAMPLES) == 4


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_the_examples_of_the_rules_name_no_policy_by_its_code(ask: Any, language: str) -> None:
    shown = ask("/rules/", headers={"Accept-Language": language}).content.decode()
    examples = shown.partition('id="examples"')[2].partition("<section")[0]
    with translation.override(language):
        assert all(_(POLICIES[each.policy].sentence) in html.unescape(examples) for each in EXAMPLES)
    assert not [name for name in POLICIES if f"<code>{name}</code>" in examples]


@pytest.mark.parametrize("number, after", [
    (0, "A1b C2a C3c C4a"), (1, "A1b A3c C2a C3a D3d"), (2, "A1b B5e C2a C3c C4d C5e"),
    (3, "A1b B3c C2a C4d C5a D3c"),
])  # fmt: skip
def test_the_examples_end_as_the_rule_book_says(number: int, after: str) -> None:
    pieces = play_example(EXAMPLES[number])[1]["pieces"]
    assert " ".join(sorted(f"{piece['tile']}{piece['seat']}" for piece in pieces)) == after


@pytest.mark.parametrize("language", ["es", "ca"])
def test_the_pages_open_in_every_language(ask: Any, battle: Tournament, language: str) -> None:
    finish(battle)
    for address in ("/", "/play/", "/rules/", path(battle), path(cup())):
        assert ask(address, headers={"Accept-Language": language}).headers["Content-Language"] == language


# ── Acting ─────────────────────────────────────────────────────────────────────────────────────────────────

ACTIONS = ("order", "enter", "withdraw", "bet", "abdicate")


@pytest.mark.parametrize("data", ACTIONS)
def test_strangers_are_asked_to_log_in(client: Client, battle: Tournament, data: str) -> None:
    assert client.post(path(battle, data)).headers["Location"] == f"/account/login/?next={path(battle)}"
    response = client.post(path(battle, data), headers=JSON)
    assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")
    assert response.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("data", ACTIONS)
def test_who_has_no_dynasty_is_told_to_found_one(battle: Tournament, data: str) -> None:
    client = Client()
    client.force_login(User.objects.create_user("new@example.org", "a long password"))
    response = client.post(path(battle, data), headers=JSON)
    assert (response.status_code, response.json()["code"]) == (403, "no_dynasty")


@pytest.mark.parametrize("data", ACTIONS)
def test_nothing_is_done_by_following_a_link(battle: Tournament, data: str) -> None:
    client = of("Ming")
    assert client.get(path(battle, data)).headers["Location"] == path(battle)
    assert client.get(path(battle, data), headers=JSON).status_code == 405


@pytest.mark.parametrize("data", ACTIONS)
@pytest.mark.parametrize("body", ["", "[]", "{", '{"round": "x", "order": ["-"]}', '{"seat": 7}', "[" * 10_000])
def test_nonsense_is_refused_in_words(battle: Tournament, data: str, body: str) -> None:
    response = of("Ming").post(path(battle, data), body, content_type="application/json", headers=JSON)
    assert response.status_code in (403, 409, 422) and response.json()["detail"]


def test_a_form_from_elsewhere_is_refused(battle: Tournament) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(email="ming@example.org"))
    assert client.post(path(battle, "order"), {"round": 1, "order": "-"}).status_code == 403


def test_entering_and_leaving_by_form() -> None:
    tournament, dynasty = cup(), factories.found("Ming")
    emperor, client = factories.born(dynasty, "Yongle"), log_in(dynasty)
    assert b"Yongle, reputation 0" in client.get(path(tournament)).content
    shown = client.post(path(tournament, "enter"), {"emperor": emperor.code, "seat": "b"}, follow=True)
    assert "Yongle has taken seat B." in shown.content.decode()
    assert Entry.objects.get(tournament=tournament).emperor == emperor
    assert "Withdraw" in shown.content.decode()
    shown = client.post(path(tournament, "withdraw"), follow=True)
    assert "back at court" in shown.content.decode() and not Entry.objects.exists()


def test_only_one_s_own_emperors_enter() -> None:
    tournament, foreign = cup(), factories.born(factories.found("Qing"), "Kangxi")
    response = log_in(factories.found("Ming")).post(
        path(tournament, "enter"), {"emperor": foreign.code, "seat": "a"}, headers=JSON)  # fmt: skip
    assert (response.status_code, response.json()["code"]) == (403, "not_your_emperor")
    assert not Entry.objects.exists()


@pytest.mark.parametrize("world, words_there", [
    ("empty court", "Raising one costs nothing"), ("full", "All seats are taken"),
    ("not yet", "Entries open in"), ("uninvited", "Only dynasties that were invited"),
])  # fmt: skip
def test_the_page_says_why_entry_is_closed(ask: Any, world: str, words_there: str) -> None:
    later = {"opens_at": clock.now() + factories.HOUR / 2}
    closed = {"not yet": later, "uninvited": {"terms": {"invited": ["nobody2345"]}}}
    tournament = cup(**closed.get(world, {}))
    reader = factories.found("Tudor")
    if world != "empty court":
        factories.born(reader, "Bess")
    if world == "full":
        for seat, name in (("a", "Ming"), ("b", "Qing")):
            factories.enter(tournament, factories.born(factories.found(name), name), seat)
    assert words_there in ask(path(tournament), log_in(reader)).content.decode()


def test_chests_are_filled_on_entry() -> None:
    tournament = cup(field="hoard-4", seats=4, terms={"betting": True, "chests": {"minimum": 100, "maximum": 300}})
    dynasty = factories.found("Ming")
    emperor, client = factories.born(dynasty, "Yongle"), log_in(dynasty)
    assert b"Gold in the chest" in client.get(path(tournament)).content
    sent = {"emperor": emperor.code, "seat": "a", "chest": 250}
    assert client.post(path(tournament, "enter"), sent, headers=JSON).status_code == 200
    assert factories.gold(dynasty) == 750


def test_an_order_is_given_changed_and_receipted(battle: Tournament) -> None:
    client = of("Ming")
    order = legal_order(client, battle)
    shown = client.post(path(battle, "order"), {"round": 1, "order": order.lower()}, follow=True).content.decode()
    assert f"Your order is sealed: {order}." in shown and "data-receipt" in shown
    body = json.dumps({"round": 1, "order": "-"})
    changed = client.post(path(battle, "order"), body, content_type="application/json", headers=JSON)
    receipt = changed.json()["receipt"]
    assert (receipt["order"], receipt["version"], len(receipt["commitment"])) == ("-", 2, 64)
    assert client.get(path(battle, "state")).json()["you"]["receipt"] == receipt
    assert "You hold; it is sealed." in client.get(path(battle)).text
    held = client.post(path(battle, "order"), {"round": 1, "order": "-"}, follow=True).text
    assert "You hold. You can send another order until the round closes." in held and "sealed: -" not in held


@pytest.mark.parametrize("sent, code", [
    ({"round": 1, "order": "Z9-Z8"}, "not-yours"), ({"round": 1, "order": "nonsense"}, "unreadable"),
    ({"round": 2, "order": "-"}, "wrong_round"), ({"order": "-"}, "unreadable_request"),
])  # fmt: skip
def test_a_refused_order_says_why(battle: Tournament, sent: dict[str, Any], code: str) -> None:
    client = of("Ming")
    response = client.post(path(battle, "order"), sent, headers=JSON)
    assert (response.status_code, response.json()["code"]) == (get_status(code), code)
    text = client.post(path(battle, "order"), sent, follow=True).content.decode()
    assert "notice error" in text
    assert orders.get_own_order(tournament=battle, seat="a") is None


def test_who_has_no_seat_gives_no_orders(battle: Tournament) -> None:
    response = log_in(factories.found("Tudor")).post(path(battle, "order"), {"round": 1, "order": "-"}, headers=JSON)
    assert (response.status_code, response.json()["code"]) == (403, "not_your_seat")


def test_abdication_is_asked_twice(battle: Tournament) -> None:
    client = of("Ming")
    assert b"Resign this battle?" in client.post(path(battle, "abdicate")).content
    assert client.post(path(battle, "abdicate"), headers=JSON).json()["code"] == "not_sure"
    assert orders.get_own_order(tournament=battle, seat="a") is None
    client.post(path(battle, "abdicate"), {"sure": "yes"})
    assert orders.get_own_order(tournament=battle, seat="a")["order"] == "abdicate"


def test_there_is_no_way_out_of_a_battle_to_the_death() -> None:
    tournament = cup(type="death", terms={})
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        factories.enter(tournament, factories.born(factories.found(name), name), seat)
    lifecycle.start(tournament_id=tournament.pk)
    client = of("Ming")
    assert "Abdicate" not in client.get(path(tournament)).content.decode()
    response = client.post(path(tournament, "abdicate"), {"sure": "yes"}, headers=JSON)
    assert response.json()["code"] == "no_way_out"


def bettor(tournament: Tournament) -> tuple[Client, Emperor]:
    factories.enter(tournament, factories.born(factories.found("Ming"), "Yongle"), "a")
    factories.enter(tournament, factories.born(factories.found("Qing"), "Kangxi"), "b")
    dynasty = factories.found("Tudor")
    return log_in(dynasty), factories.born(dynasty, "Bess")


def test_betting_by_form_moves_the_pools() -> None:
    tournament = cup()
    client, emperor = bettor(tournament)
    assert b"Emperor placing the bet" in client.get(path(tournament)).content
    sent = {"seat": "a", "asset": "gold", "amount": 40, "emperor": emperor.code}
    shown = client.post(path(tournament, "bet"), sent, follow=True).content.decode()
    assert "Bet placed." in shown and "Your bets" in shown
    client.post(path(tournament, "bet"), {"seat": "b", "asset": "gold", "amount": 20})
    public = Client().get(path(tournament)).content.decode()
    assert "40 · ×1.50" in public and "20 · ×3.00" in public and "Your bets" not in public and "Bess" not in public
    assert Presence.objects.get(dynasty__name="Tudor").role == "bettor"


@pytest.mark.parametrize("changes, code", [
    ({"amount": 0}, "unreadable_request"), ({"amount": 10**15}, "unreadable_request"),
    ({"asset": "reputation"}, "unreadable_request"),
    ({"seat": "q"}, "no_such_seat"), ({"emperor": ""}, "not_your_emperor"), ({"amount": 101}, "newcomers_limit"),
])  # fmt: skip
def test_a_refused_bet_says_why(changes: dict[str, Any], code: str) -> None:
    tournament = cup()
    client, emperor = bettor(tournament)
    sent = {"seat": "a", "asset": "gold", "amount": 40, "emperor": emperor.code} | changes
    response = client.post(path(tournament, "bet"), sent, headers=JSON)
    assert (response.status_code, response.json()["code"]) == (get_status(code), code)
    assert not Bet.objects.exists()


def test_the_limit_of_a_newcomers_bets_names_the_asset() -> None:
    tournament = cup()
    client, emperor = bettor(tournament)
    sent = {"seat": "a", "asset": "silver", "amount": 501, "emperor": emperor.code}
    detail = client.post(path(tournament, "bet"), sent, headers=JSON).json()["detail"]
    assert detail.endswith("it can bet at most 500 silver coins in one tournament.")


def test_a_bet_is_paid_and_only_its_owner_reads_it(ask: Any, django_assert_max_num_queries: Any) -> None:
    tournament = cup()
    client, emperor = bettor(tournament)
    client.post(path(tournament, "bet"), {"seat": "a", "asset": "gold", "amount": 37, "emperor": emperor.code})
    lifecycle.start(tournament_id=tournament.pk)
    finish(tournament)
    with django_assert_max_num_queries(BUDGET):
        assert "given back" in client.get(path(tournament)).content.decode()
    assert "brought back" not in ask(path(tournament)).content.decode()


def test_the_ledger_of_bets_is_for_its_dynasty(ask: Any) -> None:
    tournament = cup()
    client, emperor = bettor(tournament)
    client.post(path(tournament, "bet"), {"seat": "a", "asset": "gold", "amount": 37, "emperor": emperor.code})
    assert tournament.title in ask("/court/bets/", client).content.decode()
    part = ask("/court/bets/", client, headers={"HX-Request": "true"}).content.decode()
    assert "37 gold coins" in part and "<html" not in part
    assert "not placed any bets" in ask("/court/bets/", of("Ming")).content.decode()
    assert ask("/court/bets/", Client(), status=302).headers["Location"].startswith("/account/login/")


# ── Secrets ────────────────────────────────────────────────────────────────────────────────────────────────


def bodies(client: Client, tournament: Tournament) -> str:
    """Return everything that these pages show to a client."""
    endpoints = ["", "state", "state?since=0", "round/1", "record", "?round=1", "?part=news"]
    pages = [path(tournament, each) for each in endpoints] + ["/", "/play/"]
    return "\n".join(client.get(each).content.decode() for each in pages)


def test_nobody_else_reads_an_order_before_the_round_closes(battle: Tournament) -> None:
    """Look for an order that only its owner's page can hold: legal orders are lists, and never written so."""
    order = legal_order(of("Ming"), battle)
    receipt = factories.order(battle, "a", order)
    for reader in (Client(), of("Qing"), log_in(factories.found("Tudor"))):
        text = bodies(reader, battle)
        assert order not in text and receipt["commitment"] not in text
    assert order in bodies(of("Ming"), battle)
    factories.order(battle, "b", "-")
    rounds.close_round(tournament_id=battle.pk, round_no=1)
    assert order in bodies(Client(), battle)


def test_that_a_seat_is_ready_is_all_that_is_told(battle: Tournament) -> None:
    """Compare a seat that has ordered once with one that changed its order."""

    def seats() -> list[Any]:
        return Client().get(path(battle, "state")).json()["seats"]

    factories.order(battle, "a", "-")
    once = seats()
    factories.order(battle, "a", legal_order(of("Ming"), battle))
    assert seats() == once and [each["ready"] for each in once] == [True, False]


def test_private_events_are_on_no_page(ask: Any, battle: Tournament) -> None:
    owner = Dynasty.objects.get(name="Ming")
    chronicle.record(key="x", kind="wealth", public=False, at=clock.now(), mentions=[(owner, None)], place=battle.code,
                     facts={"asset": "ruby", "amount": 77_777, "balance": 77_777, "cause": "trade"})  # fmt: skip
    finish(battle)
    assert "77" + "777" not in bodies(Client(), battle).replace("\u202f", "")


def test_the_page_of_an_ended_battle_says_what_became_of_the_emperors(client: Client) -> None:
    tournament, _fighters = factories.begin("death", 20, 3)
    factories.play(tournament, {"a": "seize b"})
    page = client.get(f"/tournament/{tournament.code}/").content.decode()
    assert "Bbb was captured by Aaa: Aaa and died." in page
    assert "Aaa: +20, won the battle" in page and "Bbb: −3, died, and lost all reputation" in page


def test_the_end_speaks_to_who_fought_and_names_them_to_everybody_else(db: None) -> None:
    cup, (first, second) = factories.begin("honour", 40, 25, game="emperors", field="old-duel-2",
                                       terms={"fates": {"pawn": "dies", "emperor": "robbed"}})  # fmt: skip
    factories.play(cup, {"a": "C3-C4"}, {"a": "C4-C6"}, {"a": "C6-C7"})
    won, lost, watched = (html.unescape(client.get(path(cup)).content.decode()) for client in
                          (log_in(first.dynasty), log_in(second.dynasty), Client()))  # fmt: skip
    heading = re.compile(r'<h2 id="result-title"[^>]*>(.*?)</h2>', re.DOTALL)
    banner = re.compile(r'<section class="card lacquer result".*?</section>', re.DOTALL)
    won, lost, watched = (re.sub(r'<ol class="roster places">.*?</ol>', "", page, flags=re.DOTALL)
                          for page in (won, lost, watched))  # fmt: skip
    assert heading.findall(won) == ["You won"] and heading.findall(lost) == ["You lost"]
    assert "Yours is the last Emperor standing." in won
    assert f"{first.name} captured your Emperor in round 3." in lost
    assert f"Your Emperor {second.name} was captured by" in lost and "Your Emperor: −10, " in lost
    assert second.name not in banner.findall(lost)[0].replace(f"Your Emperor {second.name}", "")
    assert first.name not in banner.findall(won)[0].split("<details")[0]
    assert first.name in heading.findall(watched)[0] and f"{second.name} was captured by" in watched
    assert "Your Emperor" not in banner.findall(watched)[0]


def test_a_draw_by_the_fall_of_both_emperors_is_told_as_what_it_was(db: None) -> None:
    cup, (first, _second) = factories.begin("honour", 40, 25, game="emperors", field="old-duel-2")
    marches = (("D3-D4", "B5-B4"), ("D4-D5", "B4-B3"), ("D5-D6", "B3-B2"), ("D6-C6", "B2-C2"), ("C6-C7", "C2-C1"))
    factories.play(cup, *({"a": one, "b": other} for one, other in marches))
    page = log_in(first.dynasty).get(path(cup)).content.decode()
    assert "You share the draw" in page and "The last Emperors fell in the same round." in page


def test_players_that_share_a_draw_are_told_so(db: None) -> None:
    cup, (first, _second) = factories.begin("honour", 40, 25, game="emperors", field="old-duel-2",
                                        rules={"max_rounds": 1})  # fmt: skip
    factories.play(cup, {})
    assert '<h2 id="result-title">You share the draw</h2>' in log_in(first.dynasty).get(path(cup)).content.decode()
