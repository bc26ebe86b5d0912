"""What an arena asks of those who enter, and computer players for those who wait."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from core import clock
from core.errors import DomainError
from dynasty.models import Rating
from tests import factories
from tests.factories import again, found
from tests.tournaments.arenas.test_arenas import announce, enter, win
from tests.tournaments.pairing.test_in_time import give_rated
from tournaments.models import ArenaPlayer, CasualSeat, Entry
from tournaments.presenters import arenas as presented
from tournaments.services import rounds
from tournaments.services.arenas import battles, computers, players
from tournaments.services.casual import orders
from tournaments.services.casual.between_people import Person

pytestmark = pytest.mark.django_db
WAIT = timedelta(seconds=16)


def test_whoever_is_late_too_often_does_not_enter() -> None:
    arena = announce(least_timely=90)
    late = give_rated(found("Late"), (30, 4))
    give_rated(found("Prompt"), (30, 3))
    with pytest.raises(DomainError) as refused:
        enter(arena, "Late")
    assert refused.value.code == "not_timely"
    assert enter(arena, "Prompt").pk and enter(arena, "New").pk, "newcomers may"
    assert "86" in presented.build_context(arena, late)["objection"]


def test_newcomers_can_be_kept_out_and_nobody_is_kept_out_by_that_alone() -> None:
    arena = announce(least_timely=90, newcomers=False)
    with pytest.raises(DomainError) as refused:
        enter(arena, "New")
    assert refused.value.code == "timeliness_unknown"
    with pytest.raises(DomainError) as refused:
        announce(found("Other"), newcomers=False)
    assert refused.value.code == "newcomers_alone"


def test_a_computer_comes_only_where_it_is_allowed_and_to_whoever_has_waited() -> None:
    arena, without = announce(computers=True), announce(found("Other"))
    with clock.freeze(arena.starts_at):
        lonely, other = enter(arena, "Ming"), enter(without, "Inca")
        with pytest.raises(DomainError) as refused:
            computers.fight(arena=arena, dynasty=lonely.dynasty, key=lonely.key)
        assert refused.value.code == "not_free"
    with clock.freeze(arena.starts_at + WAIT):
        players.renew(arena=arena, dynasty=lonely.dynasty, person=Person(lonely.key, lonely.dynasty))
        with pytest.raises(DomainError) as refused:
            computers.fight(arena=without, dynasty=other.dynasty, key=other.key)
        assert refused.value.code == "no_computers"
        assert presented.build_context(arena, lonely.dynasty)["computer"]
        battle = computers.fight(arena=arena, dynasty=lonely.dynasty, key=lonely.key)
        assert battle.status == "running" and again(lonely).tournament == battle
        enter(arena, "Benin")
        assert battles.tend(arena) == 0, "it fights already"


def test_a_victory_over_a_computer_of_ones_strength_is_a_point_and_counts_for_skill() -> None:
    arena = announce(computers=True)
    with clock.freeze(arena.starts_at):
        player = enter(arena, "Ming")
        ArenaPlayer.objects.filter(pk=player.pk).update(streak=2, waits_since=arena.starts_at - WAIT)
        battle = computers.fight(arena=arena, dynasty=player.dynasty, key=player.key)
        rival = Entry.objects.get(tournament=battle, player__gt="")
        assert rival.player == "tactician", "the weakest that is not weaker than 1,500"
        seat = CasualSeat.objects.get(tournament=battle).seat
        assert Entry.objects.get(tournament=battle, seat=seat).name == "Ming"
        orders.give(tournament=battle, key=player.key, round_no=1, seat=seat, text="-")
        factories.order(battle, rival.seat, "abdicate")
        rounds.close_round(tournament_id=battle.pk, round_no=1)
        battles.tend(arena)
    own = again(player)
    assert (own.points, own.streak, own.battles, own.wins, own.scores) == (1, 2, 1, 1, [1])
    assert Rating.objects.get(dynasty=own.dynasty).rating > 1500
    assert presented.build_context(again(arena), None)["battles"] == 1


def test_the_button_leads_to_the_battle(client: Client) -> None:
    arena = announce(computers=True)
    dynasty = found("Ming")
    client.force_login(dynasty.user)
    page = client.get(reverse("arena", args=[arena.code])).content.decode()
    assert "may fight a computer player" in page
    with clock.freeze(arena.starts_at):
        client.post(reverse("arena_act", args=[arena.code]), {"act": "enter"})
        ArenaPlayer.objects.update(waits_since=arena.starts_at - WAIT)
        part = client.get(reverse("arena", args=[arena.code]) + "?part=table").content.decode()
        assert "Fight a computer player" in part and "(1560)" in part
        answer = client.post(reverse("arena_act", args=[arena.code]), {"act": "computer"})
        assert answer["Location"] == reverse("tournament", args=[ArenaPlayer.objects.get().tournament.code])


def test_people_still_meet_in_an_arena_with_computers() -> None:
    arena = announce(computers=True)
    with clock.freeze(arena.starts_at):
        enter(arena, "Ming"), enter(arena, "Inca")
        assert battles.tend(arena) == 1
        battle = ArenaPlayer.objects.get(dynasty__name="Ming").tournament
        assert battle is not None
        win(battle, "Ming")
        battles.tend(arena)
        assert ArenaPlayer.objects.get(dynasty__name="Ming").points == 2
