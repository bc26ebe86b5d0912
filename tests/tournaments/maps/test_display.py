"""How battles are shown is remembered with the account: on the settings, by the API, from a battle, in the forms."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from core.errors import DomainError
from dynasty.domain import display
from dynasty.models import User
from dynasty.services import account_deletion, preferences
from tests.factories import again, begin, found
from tests.tournaments.test_settings import reader
from tournaments.selectors import account_data

CHOSEN = {"palette": "clear", "speed": "fast", "dice": "off", "map": "lake"}
options = st.dictionaries(st.sampled_from(display.NAMES), st.sampled_from(["", "clear", "fast", "off", "lake"]))


@given(options, options)
def test_a_change_keeps_what_it_does_not_name(before: dict[str, str], change: dict[str, str]) -> None:
    after = display.fill(display.merge(before, change))
    assert after == display.fill(before) | change
    assert "" not in display.merge(before, change).values(), "what is as usual takes no room"


@pytest.mark.django_db
def test_the_settings_store_them_and_show_them_again() -> None:
    house = found("Aurelia")
    client = reader(house)
    sent = {"language": "", "time_zone": ""} | CHOSEN
    assert client.post(reverse("settings"), sent).status_code == 302
    assert again(house.user).display == CHOSEN
    page = client.get(reverse("settings")).content.decode()
    for value in CHOSEN.values():
        assert f'<option value="{value}" selected>' in page
    assert account_data.export_account(again(house.user))["display"] == CHOSEN
    client.post(reverse("settings"), {"language": "", "time_zone": ""})
    assert again(house.user).display == {}


@pytest.mark.django_db
def test_a_battle_stores_one_and_keeps_the_others() -> None:
    house = found("Aurelia")
    client = reader(house)
    preferences.choose_display(user=house.user, chosen={"map": "lake"})
    answer = client.post(reverse("display"), {"speed": "slow"})
    assert answer.json() == {"palette": "", "speed": "slow", "dice": "", "map": "lake"}
    assert again(house.user).display == {"speed": "slow", "map": "lake"}
    assert Client().post(reverse("display"), {"speed": "slow"}).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("chosen", [{"palette": "loud"}, {"dice": "on"}, {"map": "atlantis"}, {"speed": "-1"}])
def test_what_there_is_not_is_refused_and_nothing_is_stored(chosen: dict[str, str]) -> None:
    house = found("Aurelia")
    with pytest.raises(DomainError) as error:
        preferences.choose_display(user=house.user, chosen=chosen)
    assert error.value.code == "unknown_option"
    assert reader(house).post(reverse("display"), chosen).json()["code"] == "unknown_option"
    form = {"language": "es", "time_zone": ""} | chosen
    assert reader(house).post(reverse("settings"), form).status_code == 422
    api = APIClient()
    api.force_authenticate(house.user)
    assert api.put("/api/v1/court/preferences/", form).status_code in (400, 422)
    user = again(house.user)
    assert (user.display, user.language) == ({}, ""), "all or nothing"


@pytest.mark.django_db
def test_they_go_with_the_account() -> None:
    user = found("Aurelia").user
    preferences.choose_display(user=user, chosen=CHOSEN)
    account_deletion.delete_account(user=user, address=user.email)
    assert again(user).display == {}


@pytest.mark.django_db
def test_programs_read_and_change_them() -> None:
    house = found("Aurelia")
    api = APIClient()
    api.force_authenticate(house.user)
    reading = {"language": "ca", "time_zone": "Europe/Madrid"}
    assert api.put("/api/v1/court/preferences/", reading | {"dice": "off", "map": "lake"}).json() == {
        **reading,
        "palette": "",
        "speed": "",
        "dice": "off",
        "map": "lake",
    }
    assert api.put("/api/v1/court/preferences/", reading | {"dice": ""}).json()["map"] == "lake", "others stay"
    api.force_authenticate(User.objects.get())
    assert api.get("/api/v1/court/preferences/").json()["dice"] == ""


@pytest.mark.django_db
def test_battles_and_maps_are_shown_by_them() -> None:
    battle, (mine, _theirs) = begin("gift", 30, 30, organiser=found("Host"))
    preferences.choose_display(user=mine.dynasty.user, chosen=CHOSEN)
    client, shown = reader(mine.dynasty), 'data-palette="clear" data-speed="fast" data-dice="off"'
    for address in (reverse("tournament", args=[battle.code]), reverse("campaign_map", args=["lake"])):
        assert shown in client.get(address).content.decode()
        guest = Client().get(address).content.decode()
        assert "data-account" not in guest and "data-palette" not in guest, "a guest's browser knows"


@pytest.mark.django_db
def test_the_preferred_map_comes_first_where_a_game_is_played_on_it() -> None:
    house = found("Aurelia")
    preferences.choose_display(user=house.user, chosen={"map": "lake"})
    client = reader(house)

    def get_chosen(address: str, page: Client = client) -> Any:
        return page.get(address).context["form"]["field"].value()

    for game in ("classic", "escalation", "simultaneous", "skirmish"):
        assert get_chosen(f"/casual/?game=campaign.{game}") == "lake"
    assert get_chosen("/casual/?game=campaign.classic&field=rivers") == "rivers", "an address says otherwise"
    assert "lake" not in (get_chosen("/casual/"), get_chosen("/casual/?game=campaign.classic", Client()))
    preferences.choose_display(user=house.user, chosen={"map": "grid4x4"})
    assert get_chosen("/casual/?game=campaign.classic") != "grid4x4"
    assert get_chosen("/casual/?game=campaign.skirmish") == "grid4x4"


# How people see who lack one kind of cone, for linear red, green and blue: Machado, Oliveira and Fernandes, 2009.
BLINDNESS = {
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.052)),
    "deuteranopia": ((0.3673, 0.8606, -0.228), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
XYZ = (
    (0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505),
    (0.2126, 0.7152, 0.0722),
    (0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089),
)


def multiply(matrix: Any, vector: list[float]) -> list[float]:
    return [sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix]


def find_lab(colour: str, blindness: str) -> list[float]:
    """Return a colour as somebody sees it, in a space whose distances are those that are seen (CIE L*a*b*)."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    seen = [min(1, max(0, each)) for each in multiply(BLINDNESS[blindness], linear)]
    x, y, z = (each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in multiply(XYZ, seen))
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def read_colours(block: str, kind: str) -> list[str]:
    lines = [line.strip().removesuffix(";").split(": ") for line in block.splitlines() if f"--{kind}-" in line]
    return [value for name, value in lines if name in {f"--{kind}-{seat}" for seat in "abcdef"}]


@pytest.mark.parametrize("kind", ["army", "seat"])
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_the_clear_palette_is_told_apart(kind: str, blindness: str) -> None:
    usual, clear = Path("static/css/tokens.css").read_text().split('[data-palette="clear"] {')
    least = []
    for block in (usual, clear.split("}")[0]):
        colours = read_colours(block, kind)
        assert len(colours) == 6
        seen = [find_lab(each, blindness) for each in colours]
        least.append(
            min(
                sum((x - y) ** 2 for x, y in zip(one, other, strict=True)) ** 0.5
                for one, other in combinations(seen, 2)
            )
        )
    assert least[1] >= 25, "ten times what is just seen to differ"
    assert least[1] > least[0], "better than the usual colours"
