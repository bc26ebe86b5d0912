"""What campaigns are called on pages: territories, plurals, examples of the map in play, whose turn it is."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from campaign import options, orders
from campaign.words import event_text, fight_text, rule_text
from tests import factories
from tests.campaign.test_platform import RULESETS, begin, no_hints, play_on
from tournaments.domain import games
from tournaments.models import Round
from tournaments.presenters.context import format_sentence

__all__ = ["no_hints"]
ROUNDS_CLOSED = dict.fromkeys(RULESETS, 1) | {"simultaneous": 0}
"""Rounds that cannot end a battle: all of them place armies; the first of the simultaneous game fights."""
WRONG = re.compile(r"\b1 (territories|armies|rolls|coins|soldiers|cards|defenders)\b")


def format_message(message: str, fields: dict[str, Any]) -> str:
    return message % fields if fields else message


@pytest.mark.parametrize("name", RULESETS)
@given(data=st.data())
def test_no_rule_speaks_of_one_things(name: str, data: st.DataObject) -> None:
    ruleset = f"campaign.{name}"
    usual = options.defaults(ruleset)
    apart = ("win_percent", "forced_trade")
    numbers = [each for each, value in usual.items() if type(value) is int and each not in apart]
    changed = {each: data.draw(st.integers(1, 3), each) for each in data.draw(st.sets(st.sampled_from(numbers)))}
    for message, fields in rule_text.describe_rules(ruleset, usual | changed):
        assert not WRONG.search(format_message(message, fields)), message


def say_rules(name: str, **changed: Any) -> str:
    rules = options.defaults(f"campaign.{name}") | changed
    return " ".join(format_message(*each) for each in rule_text.describe_rules(f"campaign.{name}", rules))


def test_numbers_of_a_skirmish_are_those_that_it_counts_with() -> None:
    said = say_rules("skirmish", base_income=4, field_income=2, shield=1, guard_shield=2)
    assert "4 coins, and 2 more for every field after the first." in said, "one field brings 4, two bring 6"
    assert "Each defender absorbs 1 damage, and 2 more on a guarded field." in said, "3 in all"


def test_a_number_of_a_rule_that_is_0_does_not_hide_the_other_one() -> None:
    said = say_rules("skirmish", base_income=0, field_income=2, shield=0, guard_shield=2)
    assert "0 coins, and 2 more for every field" in said and "2 more on a guarded field" in said
    assert "absorbs" not in say_rules("skirmish", shield=0, guard_shield=0)


def test_a_fight_that_stops_is_not_said_to_go_on() -> None:
    rules = options.defaults("campaign.simultaneous")
    assert fight_text.TO_THE_END in fight_text.describe_fights(rules)
    assert fight_text.TO_THE_END not in fight_text.describe_fights(rules | {"battle_rounds": 2})


@pytest.mark.django_db
@pytest.mark.parametrize("name", RULESETS)
def test_how_fights_are_decided_is_said_in_a_battle_and_in_the_rules(name: str, client: Client) -> None:
    tournament, _emperors = begin(name)
    battle, rules = (client.get(path).content.decode() for path in (f"/tournament/{tournament.code}/", "/rules/"))
    for sentence in fight_text.describe_fights(tournament.rules):
        assert sentence in battle and sentence in rules


@given(st.integers(1, 3), st.integers(0, 3), st.booleans())
def test_no_event_speaks_of_one_things(pool: int, count: int, region: bool) -> None:
    texts = [
        *event_text.describe_drafted(
            {"seat": "a", "territories": count, "regions": ["west"] if region else [], "pool": pool}
        ),
        *event_text.describe_inherited({"heir": "a", "from": "b", "cards": ["x"] * count}),
        *event_text.describe_battle({"at": "A1", "forces": {"A2": 2}, "losses": {}, "defenders_left": count}),
    ]
    for message, fields in texts:
        assert not WRONG.search(format_message(message, fields)), message


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["classic", "escalation", "simultaneous", "skirmish"])
def test_truces_stand_on_the_page_where_there_may_be_some(name: str, client: Client) -> None:
    tournament, _emperors = begin(name, rules={"truces": "kept"})
    current = Round.objects.get(tournament=tournament, closed_at=None)
    current.state |= {"truces": {"ab": 7}, "offers": {"ca": [1, 2]}}
    current.save()
    page = client.get(f"/tournament/{tournament.code}/").content.decode()
    assert "A and B agree on a truce until the end of round 7." in page
    assert "C offers A a truce for one round." in page and "data-truces" in page
    assert "neither can attack the other" in page, "the contract says it"


@pytest.mark.django_db
def test_truces_are_not_spoken_of_where_there_are_none(client: Client) -> None:
    tournament, _emperors = begin("skirmish")
    assert "truce" not in client.get(f"/tournament/{tournament.code}/").content.decode().lower()


@pytest.mark.django_db
@pytest.mark.parametrize("name", RULESETS)
def test_a_page_speaks_of_territories_and_gives_an_example_of_its_own_map(name: str, client: Client) -> None:
    tournament, emperors = begin(name, type="gift")
    play_on(tournament, most=ROUNDS_CLOSED[name])
    ground = games.GAMES[tournament.game].ground(tournament.field)
    own = Client()
    own.force_login(emperors[0].dynasty.user)
    page = own.get(f"/tournament/{tournament.code}/").content.decode()
    assert "alaska" not in page and '<span class="hidden-text"> pieces</span>' not in page
    example = re.search(r"attack (\w+) (\w+)", page)
    assert example and any({route["a"], route["b"]} == set(example.groups()) for route in ground["routes"])
    assert games.GAMES[tournament.game].TITLE in page


@pytest.mark.django_db
@pytest.mark.parametrize("name", RULESETS)
def test_only_those_to_act_are_shown_as_thinking(name: str, client: Client) -> None:
    tournament, _emperors = begin(name, type="gift")
    play_on(tournament, most=ROUNDS_CLOSED[name])
    running = factories.again(tournament)
    current = Round.objects.get(tournament=running, closed_at=None)
    game = games.GAMES[running.game]
    to_act = set(game.to_act(game.read(current.state)))
    seats = client.get(f"/tournament/{running.code}/state").json()["seats"]
    assert {each["seat"] for each in seats if each["to_act"]} == to_act
    page = client.get(f"/tournament/{running.code}/").content.decode()
    idle = {seat for seat, more in re.findall(r'data-seat-row="(\w)"([^>]*)>', page) if "data-idle" in more}
    assert idle == {"a", "b", "c"} - to_act


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Egypt is attacked (North Africa 3, Middle East 2): losses North Africa 1; no defender is left."),
        (
            "es",
            "Egipto sufre un ataque (África del Norte 3, Oriente Medio 2): bajas África del Norte 1;"
            " no queda ningún defensor.",
        ),
        (
            "ca",
            "Egipte rep un atac (Àfrica del Nord 3, Orient Mitjà 2): baixes Àfrica del Nord 1;"
            " no hi queda cap defensor.",
        ),
    ],
)
def test_places_are_named_in_the_language_of_the_reader(language: str, text: str) -> None:
    event = {
        "kind": "battle",
        "at": "egypt",
        "forces": {"north_africa": 3, "middle_east": 2},
        "losses": {"north_africa": 1},
        "defenders_left": 0,
    }
    (sentence,) = event_text.describe_battle(event)
    with translation.override(language):
        assert format_sentence(sentence, {}) == text


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.django_db
def test_dice_can_be_checked_where_there_are_some(name: str, client: Client) -> None:
    tournament, emperors = begin(name)
    client.force_login(emperors[0].dynasty.user)
    page = client.get(f"/tournament/{tournament.code}/").content.decode()
    has_dice = name != "skirmish"
    assert has_dice == ("Dice: check them yourself" in page) == ("Every step, with its dice" in page)
    assert has_dice != ("A skirmish has no dice: numbers alone decide every fight." in page)


@pytest.mark.parametrize(
    ("language", "one", "two", "drawn"),
    [
        ("en", "Anna trades the cards Egypt, Peru, a wild card for 6 armies.", "Egypt, two wild cards", "a wild card."),
        (
            "es",
            "Anna cambia las cartas Egipto, Perú, un comodín por 6 ejércitos.",
            "Egipto, dos comodines",
            "un comodín.",
        ),
        ("ca", "Anna canvia les cartes Egipte, Perú, un comodí per 6 exèrcits.", "Egipte, dos comodins", "un comodí."),
    ],
)
def test_a_wild_card_is_named_in_words(language: str, one: str, two: str, drawn: str) -> None:
    def say(kind: str, **facts: Any) -> str:
        (sentence,) = event_text.describe_events([{"kind": kind, "seat": "a", **facts}])
        return format_sentence(sentence, {"a": "Anna"})

    with translation.override(language):
        assert say("traded", cards=["egypt", "wild2", "peru"], armies=6) == one
        assert two in say("traded", cards=["wild1", "egypt", "wild2"], armies=6)
        assert say("card", card="wild1").endswith(drawn)
        assert drawn not in say("card", card="wild_horses"), "this is a territory"


LAPSED = [
    (
        {"do": "attack", "from": "north_africa", "to": "egypt", "until": 3},
        "Anna can no longer attack Egypt from North Africa.",
    ),
    ({"do": "place", "at": "peru", "armies": 3}, "Anna can no longer place armies on Peru."),
    ({"do": "fortify", "from": "peru", "to": "brazil"}, "Anna can no longer move armies from Peru to Brazil."),
    ({"do": "trade", "cards": ["peru"]}, "Anna can no longer trade those cards."),
    ({"do": "attack", "from": "peru"}, "An order of Anna is not possible any more."),
]
"""Orders that could not be given when their turn came, and what is said of them."""


@pytest.mark.parametrize(("order", "text"), LAPSED)
def test_an_order_that_lapsed_is_told_in_words(order: dict[str, Any], text: str) -> None:
    (sentence,) = event_text.describe_events([{"kind": "lapsed", "seat": "a", "order": order, "why": "too_few"}])
    assert format_sentence(sentence, {"a": "Anna"}) == text


@pytest.mark.parametrize("language", ["en", "es", "ca"])
@pytest.mark.parametrize("verb", sorted(orders.IN_TURNS | orders.SIMULTANEOUS | orders.SKIRMISH))
@pytest.mark.parametrize("kind", ["lapsed", "trimmed"])
def test_no_order_stands_in_a_story_as_it_was_typed(kind: str, verb: str, language: str) -> None:
    places = {"at": "north_africa", "from": "north_africa", "to": "western_europe", "armies": 1000}
    order = {
        name: value
        for name, value in places.items()
        if name in (orders.IN_TURNS | orders.SIMULTANEOUS | orders.SKIRMISH)[verb].needs
    }
    event = {"kind": kind, "seat": "a", "order": {"do": verb, **order}, "why": "too_few", "given": 2}
    (sentence,) = event_text.describe_events([event])
    with translation.override(language):
        said = format_sentence(sentence, {"a": "Anna"})
    assert said.endswith(".") and "Anna" in said and "_" not in said and "1000" not in said
    assert kind == "lapsed" or "2" in said


def test_a_home_without_armies_is_told_as_a_start() -> None:
    (sentence,) = event_text.describe_events([{"kind": "placed", "seat": "a", "at": "C1", "armies": 0}])
    assert format_sentence(sentence, {"a": "Anna"}) == "Anna starts on C1."
