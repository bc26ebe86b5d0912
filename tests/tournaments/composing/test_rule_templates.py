"""Rules under a name: saved from both forms, applied by both, shared by a link, and honest about what is gone."""

import re
from html import unescape
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from campaign.options import OPTIONS, defaults
from core.errors import DomainError
from tests.factories import found, proven
from tests.tournaments.test_pages import log_in
from tournaments.domain import games
from tournaments.forms import announcement_defaults, campaign_rules, rule_addresses
from tournaments.models import RuleTemplate, Tournament
from tournaments.selectors import account_data
from tournaments.services import account_deletion
from tournaments.services.composing import rule_templates

pytestmark = pytest.mark.django_db
OWN_RULES = {
    "campaign.classic": ("world", {"goal": "hold", "hold_count": 9, "defence": "ask"}),
    "campaign.escalation": ("rivers", {"draft_divisor": 2, "round_limit": 12}),
    "campaign.simultaneous": ("seven", {"losing_bids": "lost", "min_bid": 3, "priority": "busy"}),
    "campaign.skirmish": ("grid4x4", {"fog": "on", "win_percent": 66}),
}
CASUAL = {"mode": "alone", "people": "2", "computers": "1", "level": "random", "round_seconds": "60", "names": ""}
GONE = "Not all of these settings exist any more"


def save_casual(client: Client, name: str, **sent: Any) -> Any:
    return client.post("/casual/", CASUAL | sent | {"go": "save_rules", "template_name": name})


def announce(client: Client, go: str, step: str, **changes: Any) -> Any:
    """Send the form of the wizard with the usual values and changes of them."""
    values = announcement_defaults.get_usual_values() | {"title": "The Jade Cup"} | changes
    data = dict(announcement_defaults.build_form_data(values).lists())
    return client.post(
        "/announce/", data | {"go": [go], "step": [step], "template_name": [str(changes.get("called", ""))]}
    )


def read_text(answer: Any) -> str:
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def list_checked(page: str, name: str) -> list[str]:
    """Return the values of a group of buttons that are chosen on a page."""
    tags = re.findall(rf'<input [^>]*name="{name}"[^>]*>', page)
    return [re.findall(r'value="([^"]*)"', tag)[0] for tag in tags if "checked" in tag]


@pytest.mark.parametrize("game", sorted(OPTIONS))
def test_own_rules_of_a_campaign_are_saved_in_casual_play_and_fill_both_forms_in(game: str) -> None:
    client = log_in(proven(found("Ming")))
    field, changes = OWN_RULES[game]
    rules = defaults(game) | changes
    sent = {"game": game, "field": field, "preset": "composed", "rules": "own"} | campaign_rules.fill_in(rules)
    answer = save_casual(client, "  Of   Sundays ", **sent)
    assert answer.status_code == 200 and "“Of Sundays” is saved among your templates." in read_text(answer)
    assert not Tournament.objects.exists(), "saving begins no battle"
    kept = RuleTemplate.objects.get()
    filled = rule_addresses.read(QueryDict(kept.options))
    assert filled and (filled.game, filled.field, filled.gone) == (game, field, [])
    assert campaign_rules.read_rules(game, filled.options) == rules
    for start in ("/casual/", "/announce/"):
        assert f'href="{start}?{kept.options}"' in unescape(client.get(start).content.decode())
        opened = client.get(f"{start}?{kept.options}")
        assert opened.status_code == 200 and GONE not in read_text(opened)
    guest = Client().get(f"/casual/?{kept.options}").content.decode()
    for name, value in campaign_rules.fill_in(changes).items():
        number = re.search(rf'name="{name}" value="([^"]*)"', guest)
        assert [str(value)] in (list_checked(guest, name), [number and number[1]]), name


def test_own_rules_of_the_grid_game_are_saved_in_the_wizard_and_fill_both_forms_in() -> None:
    client = log_in(proven(found("Ming")))
    own = {
        "preset": "composed",
        "conflict": "rollback",
        "goals": ["last_emperor", "survive"],
        "survive_rounds": 9,
        "survive_pieces": 2,
        "max_rounds": 50,
    }
    answer = announce(client, "save_rules", "rules", called="Ropes", **own)
    assert answer.status_code == 200 and "“Ropes” is saved" in read_text(answer)
    assert 'name="step" value="rules"' in read_text(answer), "the form goes on where it was"
    options = RuleTemplate.objects.get().options
    page = Client().get(f"/casual/?{options}").content.decode()
    assert list_checked(page, "conflict") == ["rollback"] and list_checked(page, "goals") == ["last_emperor", "survive"]
    assert re.search(r'name="max_rounds" value="50"', page) and re.search(r'name="survive_rounds" value="9"', page)
    wizard = client.get(f"/announce/?{options}").content.decode()
    assert 'name="conflict" value="rollback"' in wizard and '<option value="composed" selected>' in wizard


def test_named_rules_are_kept_by_name_and_enter_in_the_field_of_the_name_saves() -> None:
    client = log_in(proven(found("Ming")))
    sent = CASUAL | {"field": "duel-2", "preset": "classic", "template_name": "Plain"}
    assert client.post("/casual/", sent).status_code == 200
    assert RuleTemplate.objects.get().options == "game=emperors&field=duel-2&preset=classic"
    assert announce(client, "", "battle", called="Narrow").status_code == 200
    assert RuleTemplate.objects.count() == 2 and not Tournament.objects.exists()
    assert client.post("/casual/", sent | {"go": "play"}).status_code == 302, "the large button begins the battle"


def test_what_cannot_be_saved_is_said() -> None:
    ming = proven(found("Ming"))
    client, plain = log_in(ming), {"field": "duel-2", "preset": "classic"}
    assert save_casual(client, " ", **plain).status_code == 422
    rule_templates.save(dynasty=ming, name="Plain", options="game=emperors&field=narrows-2&preset=classic")
    again = save_casual(client, "Plain", **plain)
    assert again.status_code == 409 and "You have another template named “Plain”." in read_text(again)
    assert save_casual(client, "Wrong", field="duel-2", preset="forgotten").status_code == 422
    assert announce(client, "save_rules", "battle", called="Wrong", field="emperors:gone").status_code == 422
    assert RuleTemplate.objects.count() == 1
    assert save_casual(Client(), "Guest", **plain)["Location"] == "/found/" and not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("game=emperors&field=atlantis&preset=classic", "the battlefield"),
        ("game=emperors&field=duel-2&preset=forgotten", "the rules of that name"),
        ("game=emperors&field=duel-2&rules=own&conflict=duel_of_wits&goals=score", "Collisions, How to win"),
        ("game=emperors&field=duel-2&rules=own&max_rounds=90000", "Rounds, at most"),
        ("game=campaign.skirmish&field=grid4x4&rules=own&rule_win_percent=3&rule_%3Cb%3E=1", "Territories to win"),
        ("game=campaign.skirmish&field=grid4x4&rules=own&rule_horses=1", "an option of its rules"),
    ],
)
def test_what_is_gone_is_said_and_the_usual_stands_in_its_place(options: str, said: str) -> None:
    ming = proven(found("Ming"))
    client = log_in(ming)
    rule_templates.save(dynasty=ming, name="Old", options=options)
    for path in (f"/casual/?{options}", f"/announce/?{options}", "/rules/templates/"):
        answer = client.get(path)
        assert answer.status_code == 200 and GONE in read_text(answer) and said in read_text(answer), path
        assert "<b>=" not in answer.content.decode()
    assert announce(client, "next", "battle").status_code == 200


@pytest.mark.parametrize(
    "options",
    [
        "game=nothing&rules=own",
        "game=emperors&field=%22%27%3E&rules=own&goals=%3C&max_rounds=-1&survive_rounds=x",
        "game=campaign.classic&field=drawn:&rules=own",
        "game=emperors&field=drawn:nobody&preset=classic",
        "rules=own&conflict=",
        "game=campaign.skirmish&rules=own&preset=x",
    ],
)
def test_a_hostile_address_opens_the_forms(options: str) -> None:
    client = log_in(proven(found("Ming")))
    for path in ("/casual/", "/announce/"):
        assert client.get(f"{path}?{options}").status_code == 200


def test_templates_are_renamed_and_deleted_by_their_owner_alone() -> None:
    ming, qing = proven(found("Ming")), proven(found("Qing"))
    options = "game=emperors&field=duel-2&preset=classic"
    one, other = (rule_templates.save(dynasty=ming, name=name, options=options) for name in ("One", "Other"))
    assert rule_templates.save(dynasty=ming, name="One", options=options) == one, "the same is kept once"
    client, stranger = log_in(ming), log_in(qing)
    assert client.post("/rules/templates/", {"code": one.code, "name": "First"}).status_code == 302
    assert client.post("/rules/templates/", {"code": one.code, "name": "Other"}).status_code == 409
    page = f"/rules/templates/{other.code}/delete/"
    assert stranger.get(page).status_code == stranger.post(page).status_code == 404
    assert stranger.post("/rules/templates/", {"code": one.code, "name": "Mine"}).status_code == 404
    assert "Delete “Other”?" in read_text(client.get(page)) and RuleTemplate.objects.count() == 2
    client.post(page)
    assert [each.name for each in RuleTemplate.objects.all()] == ["First"]
    assert "First" not in read_text(stranger.get("/rules/templates/")) + read_text(stranger.get("/casual/"))


def test_a_dynasty_keeps_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    ming = found("Ming")
    monkeypatch.setattr(rule_templates, "RULE_TEMPLATES", 1)
    rule_templates.save(dynasty=ming, name="One", options="game=emperors")
    refusals = [
        ("Two", "game=emperors", "too_many_templates"),
        ("Two", "", "bad_template"),
        ("Two", "x" * 2001, "bad_template"),
        ("x" * 61, "game=emperors", "template_name"),
    ]
    for name, options, code in refusals:
        with pytest.raises(DomainError) as refused:
            rule_templates.save(dynasty=ming, name=name, options=options)
        assert refused.value.code == code


def test_every_address_of_all_options_fits_a_template() -> None:
    rules = {game: campaign_rules.fill_in(defaults(game)) for game in OPTIONS}
    longest = max(len(rule_addresses.write(game, "drawn:0123456789", "", defaults(game))) for game in rules)
    grid = rule_addresses.write("emperors", "drawn:0123456789", "", games.GAMES["emperors"].read_rules({}))
    assert max(longest, len(grid)) < 1_500


def test_the_owners_data_holds_them_and_leaving_deletes_them() -> None:
    ming = found("Ming")
    rule_templates.save(dynasty=ming, name="One", options="game=emperors")
    assert [each["name"] for each in account_data.export_dynasty(ming)["rule_templates"]] == ["One"]
    assert ming.user
    account_deletion.delete_account(user=ming.user, address=ming.user.email)
    assert not RuleTemplate.objects.exists()
