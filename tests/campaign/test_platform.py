"""The campaigns on the platform: battles from announcement to settlement, and what nobody may see before its time."""

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.translation import gettext as _

import players
from campaign import game as campaign
from campaign import games as rules_of
from campaign.holdings import Holding
from campaign.state import State
from campaign.words import order_help
from core import clock
from core.errors import DomainError
from dynasty.models import Emperor
from tests import factories
from tournaments.domain import games
from tournaments.models import Entry, Round, SealedOrder, Tournament
from tournaments.selectors import battles, records
from tournaments.services import computer_players, rounds, task_queue

pytestmark = pytest.mark.django_db
RULESETS = ("classic", "escalation", "simultaneous", "skirmish")
FIELDS = {"skirmish": "grid4x4"}
Choose = Callable[[str, Any, str], str]


@pytest.fixture(autouse=True)
def no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: None)


def begin(name: str, type: str = "training", points: tuple[int, ...] = (0, 0, 0), preset: str = "short", **more: Any):
    """Start a battle of a ruleset on a small map."""
    game = games.GAMES[f"campaign.{name}"]
    rules = game.presets()[preset][2] | more.pop("rules", {})
    field = more.pop("field", FIELDS.get(name, "seven"))
    return factories.begin(type, *points, game=game.NAME, field=field, rules=rules, **more)


def computer(game: str, state: Any, seat: str) -> str:
    level = "random" if seat == "a" else "greedy"
    return players.choose(game, state, seat, level, Random(f"{seat}{state.round}{state.words}"))


def play_on(tournament: Tournament, choose: Choose = computer, most: int = 2_000) -> Tournament:
    """Give every order that is waited for until the battle is over, or so many rounds have closed."""
    game = games.GAMES[tournament.game]
    for _n in range(most):
        current = Round.objects.filter(tournament=tournament, closed_at=None).first()
        if current is None:
            break
        state = game.read(current.state)
        for seat in game.to_act(state):
            factories.order(tournament, seat, choose(tournament.game, state, seat))
        assert rounds.close_round(tournament_id=tournament.pk, round_no=current.number)
    return factories.again(tournament)


def put(tournament: Tournament, board: dict[str, str], **facts: Any) -> State:
    """Put a made-up position into the open round."""
    game = games.GAMES[tournament.game]
    current = Round.objects.get(tournament=tournament, closed_at=None)
    written = current.state | facts
    written["board"] = dict.fromkeys(written["board"], "-") | board
    current.state = written
    current.save()
    return game.read(written)


@pytest.mark.parametrize("name", RULESETS)
def test_a_battle_is_fought_to_its_end_and_replays_from_its_record(name: str) -> None:
    tournament, _emperors = begin(name)
    over = play_on(tournament)
    assert over.status == Tournament.Status.FINISHED and over.outcome["winners"]
    closed = list(Round.objects.filter(tournament=over).order_by("number"))
    assert all(one.events is not None for one in closed) and not SealedOrder.objects.exists()
    state, events = campaign.replay(records.build_record(over))
    assert games.GAMES[over.game].write(state) == over.ending
    assert json.loads(json.dumps(events)) == [one.events for one in closed]
    assert factories.books_balance()


def test_a_battle_of_earlier_rules_replays_from_its_record_under_those(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        earlier.setitem(games.GAMES, "campaign.skirmish", games.EARLIER_VERSIONS["campaign.skirmish", 1])
        over = play_on(begin("skirmish")[0])
    assert over.rules_version == 1 < games.GAMES["campaign.skirmish"].VERSION
    state, _events = campaign.replay(records.build_record(over))
    assert games.GAMES[over.game].write(state) == over.ending
    Tournament.objects.filter(pk=over.pk).update(rules_version=99)
    assert records.build_record(factories.again(over)) is None, "of rules that this site does not hold"


@pytest.mark.parametrize("name", RULESETS)
def test_prove_compares_the_result_of_a_record(name: str, tmp_path: Path) -> None:
    tournament, _emperors = begin(name)
    over, file, output = play_on(tournament), tmp_path / "record.txt", StringIO()
    text = records.build_record(over)
    assert text is not None
    file.write_text(text)
    call_command("prove", str(file), stdout=output)
    assert output.getvalue().strip().endswith("played again from the seed to the same end.")
    headers, *lines = text.splitlines()
    body = json.loads(headers)
    places, reason = body["headers"]["Result"].rstrip(")").split(" (")
    winner, *others = places.split(" > ")
    for other in (" > ".join([*others, winner]) + f" ({reason})", f"{places} (agreed)"):
        body["headers"]["Result"] = other
        file.write_text("\n".join([json.dumps(body), *lines]))
        with pytest.raises(CommandError, match="not to"):
            call_command("prove", str(file))


def test_prove_notices_a_campaign_record_that_stops_before_its_end(tmp_path: Path) -> None:
    over, file = play_on(begin("skirmish")[0]), tmp_path / "record.txt"
    text = records.build_record(over)
    assert text is not None
    file.write_text("\n".join(text.splitlines()[:-1]))
    with pytest.raises(CommandError, match="comes to no end"):
        call_command("prove", str(file))


@pytest.mark.parametrize("name", RULESETS)
def test_every_event_has_its_words(name: str) -> None:
    tournament, _emperors = begin(name)
    over = play_on(tournament)
    game = games.GAMES[over.game]
    for one in Round.objects.filter(tournament=over):
        for message, fields in game.event_words(game.filter_events(one.events)):
            text = _(message) % fields if fields else _(message)
            assert text and "%(" not in text


@pytest.mark.parametrize("name", RULESETS)
def test_rules_of_every_preset_are_told(name: str) -> None:
    game = games.GAMES[f"campaign.{name}"]
    for _title, _sentence, rules in game.presets().values():
        sentences = [message % fields if fields else message for message, fields in game.rule_words(rules)]
        assert len(sentences) > 5 and any("last territory" in sentence for sentence in sentences)
        assert game.read_rules(rules) == rules


def test_a_battle_without_end_is_refused() -> None:
    with pytest.raises(DomainError, match="option"):
        begin("classic", rules={"round_limit": 0})
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("name", ["classic", "escalation"])
def test_hands_and_deck_are_seen_by_nobody_else(name: str) -> None:
    tournament, emperors = begin(name, preset="classic")
    state = put(tournament, {"ash": "a9", "birch": "a9", "cedar": "b3", "dale": "b3", "elm": "c3", "fir": "c3",
                             "gate": "c3"}, phase="attack", active="a", pool=0, muster={}, order=["a", "b", "c"],
                hands={"a": ["ash", "birch"], "b": ["cedar", "dale"], "c": []},
                deck=["elm", "fir", "gate", "wild1", "wild2"], discard=[])  # fmt: skip
    tournament = factories.again(tournament)
    found = {who: battles.build_battle_state(tournament, dynasty)["position"]
            for who, dynasty in {"a": emperors[0].dynasty, "b": emperors[1].dynasty, "": None}.items()}  # fmt: skip
    assert found["a"]["hands"] == {"a": ["ash", "birch"], "b": 2, "c": 0} and found["a"]["deck"] == 5
    assert found["b"]["hands"] == {"a": 2, "b": ["cedar", "dale"], "c": 0} and found["b"]["hand"] == ["cedar", "dale"]
    assert found[""]["hands"] == {"a": 2, "b": 2, "c": 0} and "hand" not in found[""]
    assert state.salt and all(secret not in json.dumps(found) for secret in (state.salt, tournament.seed))


def test_a_card_that_is_drawn_is_named_after_the_end_alone() -> None:
    tournament, emperors = begin("classic", preset="classic")
    put(tournament, {"ash": "a30", "birch": "a9", "cedar": "b1", "dale": "b3", "elm": "c3", "fir": "c3", "gate": "c3"},
        phase="attack", active="a", pool=0, muster={}, order=["a", "b", "c"], hands={"a": [], "b": [], "c": []},
        deck=["elm", "fir"], discard=[])  # fmt: skip
    play_on(tournament, lambda *_: "attack ash cedar until 1 advance 1", most=1)
    tournament = factories.again(tournament)
    for dynasty in (emperors[0].dynasty, emperors[1].dynasty, None):
        shown = battles.build_battle_state(tournament, dynasty)["rounds"][-1]
        assert [event["card"] for event in shown["events"] if event["kind"] == "card"] == [None]
        assert shown["after"]["hands"]["a"] == 1 and not any("Elm" in each for each in shown["told"])
    assert "Seed" not in records.build_record(tournament) and '"elm"' not in records.build_record(tournament)
    over = play_on(tournament)
    found = [event for one in range(1, over.round_no) for event in battles.get_round(over, one)["events"]]
    assert "elm" in [event["card"] for event in found if event["kind"] == "card"]
    assert over.seed in records.build_record(over)


def test_missions_are_secret_until_the_end() -> None:
    tournament, emperors = begin("classic", field="world", preset="missions")
    current = Round.objects.get(tournament=tournament)
    missions = current.state["missions"]
    found = battles.build_battle_state(tournament, emperors[1].dynasty)["position"]
    assert found["mission"] == missions["b"] and found["missions"] == {"b": missions["b"]}
    assert battles.build_battle_state(tournament)["position"]["missions"] == {}


def test_nobody_learns_before_the_start_who_gets_what() -> None:
    tournament = factories.announce("training", game="campaign.classic", field="seven", seats=3,
                                rules=games.GAMES["campaign.classic"].presets()["short"][2])  # fmt: skip
    position = battles.build_battle_state(tournament)["position"]
    assert position["pieces"] == [] and position["round"] == 1


def test_the_page_and_its_data_hold_no_secret(client: Client) -> None:
    tournament, _emperors = begin("classic", preset="classic", field="world")
    play_on(tournament, most=12)
    tournament = factories.again(tournament)
    state = Round.objects.get(tournament=tournament, closed_at=None).state
    deck = json.dumps(state["deck"])[1:-1]
    for address in ("", "state", "round/1", "record"):
        body = client.get(f"/tournament/{tournament.code}/{address}").content.decode()
        assert deck and deck not in body and tournament.seed not in body and state["salt"] not in body
        assert deck.replace('"', "&quot;") not in body


def test_one_deadline_for_a_turn_of_several_rounds() -> None:
    tournament, _emperors = begin("classic", preset="classic")
    put(tournament, {"ash": "a9", "birch": "a9", "cedar": "b3", "dale": "b3", "elm": "c3", "fir": "c3", "gate": "c3"},
        phase="draft", active="a", pool=3, muster={}, order=["a", "b", "c"])  # fmt: skip
    first = Round.objects.get(tournament=tournament, closed_at=None)
    play_on(tournament, lambda *_: "place ash 1", most=1)
    second = Round.objects.get(tournament=tournament, closed_at=None)
    assert second.number == first.number + 1 and second.deadline == first.deadline
    play_on(tournament, lambda *_: "place ash 2; done; done; done", most=1)
    third = Round.objects.get(tournament=tournament, closed_at=None)
    assert third.state["active"] == "b" and third.deadline > first.deadline


def test_who_is_silent_loses_its_turn_and_no_more() -> None:
    tournament, _emperors = begin("classic", preset="classic")
    put(tournament, {"ash": "a9", "birch": "a9", "cedar": "b3", "dale": "b3", "elm": "c3", "fir": "c3", "gate": "c3"},
        phase="draft", active="a", pool=3, muster={}, order=["a", "b", "c"])  # fmt: skip
    current = Round.objects.get(tournament=tournament, closed_at=None)
    Round.objects.filter(pk=current.pk).update(deadline=clock.now())
    assert rounds.close_round(tournament_id=tournament.pk, round_no=current.number)
    after = Round.objects.get(tournament=tournament, closed_at=None).state
    current.refresh_from_db()
    assert after["active"] == "b" and current.orders == [["a", "-"]]
    assert [event["armies"] for event in current.events if event["kind"] == "placed"] == [3]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("claim ash", "wrong_phase"),
        ("place cedar 1", "not_owner"),
        ("place ash 4", "too_many"),
        ("place ash 1; place ash 3", "too_many"),
        ("place nowhere 1", "unknown_territory"),
        ("place ash 3; attack ash cedar; juggle", "unknown_order"),
        ("place ash 3; attack ash", "bad_field"),
        ("resign; done", "stands_alone"),
        ("flip", "flip_not_allowed"),
        ("flip; done", "stands_alone"),
    ],
)
def test_orders_that_cannot_be_are_refused_and_nothing_is_written(text: str, code: str) -> None:
    tournament, _emperors = begin("classic", preset="classic")
    put(tournament, {"ash": "a9", "birch": "a9", "cedar": "b3", "dale": "b3", "elm": "c3", "fir": "c3", "gate": "c3"},
        phase="draft", active="a", pool=3, muster={}, order=["a", "b", "c"])  # fmt: skip
    with pytest.raises(DomainError) as error:
        factories.order(tournament, "a", text)
    assert error.value.code == code and not SealedOrder.objects.exists()
    with pytest.raises(DomainError) as error:
        factories.order(tournament, "b", "-")
    assert error.value.code == "not_your_turn"


def test_an_honour_tournament_in_classic_is_settled_to_the_point() -> None:
    tournament, emperors = begin("classic", "honour", (100, 80, 60), preset="classic", terms={"stake": 10})
    put(tournament, {"ash": "a60", "birch": "a9", "cedar": "b1", "dale": "c9", "elm": "c9", "fir": "c9", "gate": "c9"},
        phase="attack", active="a", pool=0, muster={}, order=["a", "b", "c"], hands={"a": [], "b": [], "c": []},
        deck=["elm"], discard=[])  # fmt: skip
    play_on(tournament, lambda *_: "attack ash cedar until 1 advance 1", most=1)
    resigned = factories.again(tournament)
    assert games.GAMES[resigned.game].list_fallen(current_state(resigned)) == {"b": 1}
    factories.order(resigned, "a", "done; done")
    assert rounds.close_round(tournament_id=resigned.pk, round_no=resigned.round_no)
    factories.order(resigned, "c", "abdicate")
    assert rounds.close_round(tournament_id=resigned.pk, round_no=factories.again(resigned).round_no)
    over = factories.again(tournament)
    assert (over.status, over.outcome["winners"], over.outcome["by"]) == ("finished", ["a"], "last_standing")
    assert over.outcome["placements"] == [["a"], ["c"], ["b"]]
    # a: 100 - 10 + 30 of the pot + 20 won + 10 for an Emperor; b and c: their stake, and 5 for falling.
    assert [factories.has(emperor) for emperor in emperors] == [150, 65, 45]
    assert factories.books_balance() and all(map(factories.at_court, emperors))


def current_state(tournament: Tournament) -> State:
    current = Round.objects.get(tournament=tournament, closed_at=None)
    return games.GAMES[tournament.game].read(current.state)


def test_a_death_tournament_in_skirmish_is_settled_to_the_point() -> None:
    tournament, emperors = begin("skirmish", "death", (50, 40))
    put(tournament, {"A1": "a9", "A2": "b1"}, phase="plan", money={"a": 0, "b": 0})
    with pytest.raises(DomainError) as error:
        factories.order(tournament, "b", "abdicate")
    assert error.value.code == "no_way_out"
    factories.order(tournament, "a", "attack A1 A2 9")
    factories.order(tournament, "b", "-")
    assert rounds.close_round(tournament_id=tournament.pk, round_no=1)
    over = factories.again(tournament)
    assert over.outcome["winners"] == ["a"] and over.outcome["by"] == "last_standing"
    living, dead = (Emperor.objects.get(pk=emperor.pk) for emperor in emperors)
    assert living.died_at is None and dead.died_at is not None
    # b: 40 - 5 for falling; all of it goes to a, with 20 for the victory and 10 for the Emperor.
    assert factories.has(living) == 50 + 40 + 20 + 10 and factories.books_balance()


def test_seats_with_a_gap_between_them_can_play() -> None:
    game = games.GAMES["campaign.simultaneous"]
    state = game.initial("seven", ("a", "c"), game.presets()["short"][2], "seed", chests=False)
    assert game.to_act(state) == ("a", "c")
    assert {held.owner for held in state.board.values() if isinstance(held, Holding)} <= {"a", "c", ""}
    assert game.read(json.loads(json.dumps(game.write(state)))) == state


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("level", ["random", "greedy", "general"])
def test_computers_play_what_is_legal_and_the_same_again(name: str, level: str) -> None:
    game = games.GAMES[f"campaign.{name}"]
    state = game.initial(game.field_names()[0], ("a", "b", "c"), game.presets()["classic"][2], "s", chests=False)
    for number in range(12):
        given = []
        for seat in game.to_act(state):
            chosen = [players.choose(game.NAME, state, seat, level, Random(number)) for _again in range(2)]
            assert chosen[0] == chosen[1] and game.check(state, seat, chosen[0])
            given.append((seat, chosen[0]))
        state, _events = game.resolve(state, given, "s")
    assert rules_of.to_act(state) or game.outcome(state)


def test_a_computer_gives_its_order_on_the_platform() -> None:
    tournament, _emperors = begin("skirmish")
    Entry.objects.filter(tournament=tournament).exclude(seat="a").update(player="greedy")
    current = Round.objects.get(tournament=tournament)
    Round.objects.filter(pk=current.pk).update(computers_at=clock.now())
    assert computer_players.play_due() == 1
    current.refresh_from_db()
    assert current.ready == ["b", "c"]


@pytest.mark.parametrize("name", RULESETS)
def test_pages_show_the_map_before_during_and_after(client: Client, name: str) -> None:
    announced = factories.announce("training", game=f"campaign.{name}", field=FIELDS.get(name, "seven"), seats=3,
                               rules=games.GAMES[f"campaign.{name}"].presets()["short"][2])  # fmt: skip
    page = client.get(f"/tournament/{announced.code}/").content.decode()
    assert "<battle-map" in page and "<battle-board" not in page
    tournament, emperors = begin(name)
    client.force_login(emperors[1].dynasty.user)
    page = client.get(f"/tournament/{tournament.code}/").content.decode()
    assert "<battle-map" in page and "data-order-card" in page and "Map as text" in page
    play_on(tournament)
    page = client.get(f"/tournament/{tournament.code}/?round=1").content.decode()
    assert "<battle-map" in page and "data-order-card" not in page


@pytest.mark.parametrize("name", RULESETS)
def test_everyone_may_resign_whoever_has_the_turn(client: Client, name: str) -> None:
    tournament, emperors = begin(name)
    address = f"/tournament/{tournament.code}/abdicate"
    for emperor in emperors:
        client.force_login(emperor.dynasty.user)
        assert f'action="{address}"' in client.get(f"/tournament/{tournament.code}/").content.decode()
    waiting = "b" if current_state(tournament).active == "a" else "a"
    client.force_login(emperors["abc".index(waiting)].dynasty.user)
    assert "become neutral" in client.post(address).content.decode()
    assert client.post(address, {"sure": "yes"}, follow=True).status_code == 200
    assert SealedOrder.objects.get(seat=waiting).text == "resign"
    play_on(tournament, lambda *asked: "resign" if asked[-1] == waiting else computer(*asked), most=1)
    assert waiting in current_state(tournament).out
    assert f'action="{address}"' not in client.get(f"/tournament/{tournament.code}/").content.decode()


@pytest.mark.parametrize("name", RULESETS)
def test_the_button_that_ends_a_turn_says_what_is_done_then(client: Client, name: str) -> None:
    tournament, emperors = begin(name)
    client.force_login(emperors["abc".index(current_state(tournament).active or "a")].dynasty.user)
    page = " ".join(client.get(f"/tournament/{tournament.code}/").content.decode().split())
    button = page.partition("data-hold-form>")[2].partition("</form>")[0]
    in_turns = name in ("classic", "escalation")
    assert in_turns == ("End turn by the rules" in button)
    assert in_turns == (
        'aria-describedby="hold-help"' in button and 'id="hold-help"> The rest is done for you' in button
    )


@pytest.mark.parametrize("name", RULESETS)
def test_whoever_writes_orders_is_shown_one_of_each_kind_that_is_taken(client: Client, name: str) -> None:
    tournament, emperors = begin(name)
    game, state = games.GAMES[tournament.game], current_state(tournament)
    seat = game.to_act(state)[0]
    client.force_login(emperors["abc".index(seat)].dynasty.user)
    page = client.get(f"/tournament/{tournament.code}/").content.decode()
    shown = re.findall(r'<dt translate="no"><code>([^<]+)</code></dt>\s*<dd>([^<]+)</dd>', page)
    verbs = {form["do"] for form in game.legal(state, seat)["forms"]}
    assert [example.split()[0] for example, _purpose in shown] == [
        verb for verb in order_help.PURPOSES if verb in verbs
    ]
    for example, purpose in shown:
        assert not [found for found in game.weigh(state, seat, example) if found["level"] == "error"], example
        assert "%" not in purpose
    assert ("<b>Your reserve: " in page) == (name == "simultaneous")
    assert ("<b>Your coins: 0.</b>" in page) == (name == "skirmish")


@pytest.mark.parametrize("name", ["classic", "escalation"])
def test_a_resignation_out_of_turn_is_taken_back_on_the_page(client: Client, name: str) -> None:
    tournament, emperors = begin(name)
    waiting = "b" if current_state(tournament).active == "a" else "a"
    client.force_login(emperors["abc".index(waiting)].dynasty.user)

    def read() -> tuple[str, str]:
        """Return the page, and the opening tag of the card of orders."""
        page = " ".join(client.get(f"/tournament/{tournament.code}/").content.decode().split())
        return page, page.partition('<section class="card raised order-card')[2].partition(">")[0]

    assert read()[1].endswith(" data-out-of-turn hidden")
    client.post(f"/tournament/{tournament.code}/abdicate", {"sure": "yes"})
    page, card = read()
    assert card.endswith(" data-out-of-turn") and " data-cancel-order>" in page
    sentence = "You resign as soon as the battle goes on. Until then you can take this back."
    assert page.count(sentence) == 2, "in the message, and beside the button"
    assert "when this round closes" not in page
    step = factories.again(tournament).round_no
    back = client.post(f"/tournament/{tournament.code}/take-back", {"step": step}, follow=True).content.decode()
    assert "Your order is taken back." in back and "Give another one" not in back
    assert read()[1].endswith(" data-out-of-turn hidden")
    assert not SealedOrder.objects.exclude(text="").exists()


@pytest.mark.parametrize("name", RULESETS)
def test_a_campaign_at_once_without_an_account(client: Client, name: str) -> None:
    answer = client.post("/casual/now/", {"game": f"campaign.{name}"})
    tournament = Tournament.objects.get()
    assert (tournament.game, tournament.status, tournament.seats) == (f"campaign.{name}", "running", 3)
    page = client.get(answer["Location"]).content.decode()
    assert "<battle-map" in page and "data-map-actions" in page and f"campaign.{name}" not in page.split("<main")[0]


def test_the_rules_of_every_campaign_are_on_the_page_of_rules(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    assert all(f"campaign.{name}" in page for name in RULESETS) and "captures its Emperor" in page


def test_an_order_is_given_without_a_script(client: Client) -> None:
    tournament, emperors = begin("skirmish", points=(0, 0))
    client.force_login(emperors[0].dynasty.user)
    home = current_state(tournament).list_owned("a")[0]
    client.post(f"/tournament/{tournament.code}/order", {"step": 1, "order": f"place {home} 2\r\n"})
    sealed = SealedOrder.objects.get()
    assert (sealed.seat, sealed.text) == ("a", f"place {home} 2")
    page = client.get(f"/tournament/{tournament.code}/").content.decode()
    assert f"place {home} 2" in page
