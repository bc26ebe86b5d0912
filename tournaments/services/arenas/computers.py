"""A computer player for somebody in an arena for whom no rival is free: asked for by its player, never sent."""

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.domain import arenas, level_ratings
from tournaments.domain.matchmaking import GROUNDS
from tournaments.models import Arena, ArenaBattle, ArenaPlayer, Tournament
from tournaments.selectors import arenas as selected
from tournaments.services.arenas.battles import NETWORK
from tournaments.services.casual import between_people
from tournaments.services.casual.between_people import Person


@service
def fight(*, arena: Arena, dynasty: Dynasty, key: str) -> Tournament:
    """Begin a battle of a player who has waited long enough against a computer player of its strength.

    Raise DomainError (no_computers, arena_not_on, not_free) where the arena allows none, does not go on, or its player
    fights, takes a break, or has not waited long enough.
    """
    if not arena.computers:
        raise DomainError("no_computers", _("No computer players take part in this arena."))
    now = clock.now()
    if not arena.starts_at <= now < arena.ends_at or not arenas.can_be_played(arena.field, arena.preset):
        raise DomainError("arena_not_on", _("This arena is not going on."))
    found = ArenaPlayer.objects.select_for_update(of=("self",)).select_related("dynasty")
    player = found.filter(arena=arena, dynasty=dynasty, paused=False, tournament=None).first()
    if player is None or now - player.waits_since < arenas.COMPUTER_AFTER:
        raise DomainError("not_free", _("A computer player comes only to somebody who has waited for a while."))
    ground = GROUNDS[arena.field]
    level = level_ratings.find_match(selected.get_rating(arena, player.dynasty), ground.game)
    setup = between_people.build_computer_setup(ground, arena.preset, arena.round_seconds, level)
    tournament = between_people.begin_battle(people=[Person(key, player.dynasty)], setup=setup, network=NETWORK)
    ArenaBattle.objects.create(tournament=tournament, arena=arena)
    player.tournament, player.key = tournament, key
    player.save(update_fields=["tournament", "key"])
    return tournament
