"""Making casual battles: a field, rules, seats for people and for computers, and nothing that anybody owns."""

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as N_

from core import clock, rate_limits
from core.errors import DomainError
from core.limits import CASUAL_OF_ADDRESS, CASUAL_OF_NETWORK, CASUAL_PLAYED_OF_NETWORK, CASUAL_WAITING, SEATS
from core.public_codes import new_code
from core.transactions import service
from dynasty.catalog import emblems, names
from dynasty.models import Dynasty
from tournaments.domain import casual_keys, contract, games
from tournaments.domain import terms as terms_of
from tournaments.domain.terms import Terms
from tournaments.models import Casual, CasualSeat, Entry, Tournament
from tournaments.selectors import casual_battles as table_of
from tournaments.selectors import positions
from tournaments.services import announcements, computer_players
from tournaments.services.casual import seats as casual_seats

DEFAULT_GAME = "emperors"
TITLE = N_("A casual battle")
DEFAULT_LEVEL = "greedy"
ADDRESS_LIMITS = {rate_limits.MINUTE: CASUAL_OF_ADDRESS[0], rate_limits.DAY: CASUAL_OF_ADDRESS[1]}
"""Casual battles that one address can make: a class begins at once."""
NETWORK_LIMITS = {rate_limits.MINUTE: CASUAL_OF_NETWORK[0], rate_limits.DAY: CASUAL_OF_NETWORK[1]}
"""The same of one network."""
UNHURRIED_SECONDS = 24 * 3600
ROUND_SECONDS = (10, UNHURRIED_SECONDS)
MAX_WAIT = timedelta(days=30)  # long after it was abandoned and forgotten
Mode = Casual.Mode
NETWORK_SHARE, MIN_NETWORK_SHARE = 10, 3
"""Of the tables that can still wait, one network gets one part in so many, and never fewer than so many."""


@dataclass(frozen=True)
class Setup:
    """What somebody wants to play."""

    mode: str = Mode.ALONE
    field: str = "duel-2"
    preset: str = "classic"
    people: int = 1
    computers: int = 1
    level: str = DEFAULT_LEVEL
    round_seconds: int = UNHURRIED_SECONDS
    names: tuple[str, ...] = ()
    """Of the Emperors at this screen; those that are missing are invented."""
    emblem: dict[str, str] | None = None
    game: str = DEFAULT_GAME
    rules: Mapping[str, object] | None = None
    """Rules of one's own, instead of those of the preset."""
    coached: bool = False
    """Whether the page points at what happens."""
    places: tuple[str, ...] = ()
    """The seats for people, the maker's first; blank: the first ones."""
    rated: bool = False
    """Whether the result counts for skill."""

    @property
    def seats(self) -> int:
        return self.people + self.computers


FIRST_SETUP = Setup(field="old-duel-2", level="random", coached=True)
"""Somebody's first battle, where battles are short; `benchmarks/first_battle.py` measures how beginners fare in it."""
QUICK_SETUPS: dict[str, Setup] = {
    DEFAULT_GAME: Setup(field="narrows-2", preset="captives"),
    "campaign.skirmish": Setup(field="grid5x5/C3", computers=2, game="campaign.skirmish"),
    "campaign.simultaneous": Setup(field="seven", preset="dealt", computers=2, game="campaign.simultaneous"),
    "campaign.classic": Setup(field="archipelago", computers=2, game="campaign.classic"),
    "campaign.escalation": Setup(field="rivers", computers=2, game="campaign.escalation"),
}
"""What one can play without another question, by game."""


@service
def create(
    *, setup: Setup, token: str, address: str, dynasty: Dynasty | None = None, after: Casual | None = None
) -> Tournament:
    """Create a casual battle for the holder of this key; one that waits for nobody begins at once.

    `dynasty`: in whose records it counts, instead of in those of the key. `after`: the battle whose rematch it is.
    """
    network = rate_limits.hash_network(address)
    rate_limits.hit("casual", address, ADDRESS_LIMITS)
    rate_limits.hit("casual:network", network, NETWORK_LIMITS)
    setup = validate_setup(setup)
    check_capacity(setup, network)
    tournament = create_tournament(setup)
    key = casual_keys.hash_token(token)
    holder = casual_keys.get_holder(key, dynasty.code if dynasty else "") if counts(setup) else ""
    Casual.objects.create(tournament=tournament, mode=setup.mode, host=key, people=setup.people, played_at=clock.now(),
                          network=network, coached=setup.coached, holder=holder)  # fmt: skip
    if after:
        Casual.objects.filter(pk=after.pk).update(rematch=tournament)
    places = setup.places or casual_seats.list_letters(tournament)[: setup.people]
    for place, seat in enumerate(places):
        open_seat(tournament, token, seat, setup.emblem if place == 0 else None)
    here = setup.people if setup.mode == Mode.HOT_SEAT else 1
    for place, seat in enumerate(places[:here]):
        name = setup.names[place] if place < len(setup.names) else ""
        casual_seats.seat_person(tournament, seat, key, name)
    casual_seats.begin_if_full(tournament)
    tournament.refresh_from_db()
    return tournament


def counts(setup: Setup) -> bool:
    """Return whether a battle counts in a record against the levels: a whole duel of one person with one of them."""
    is_duel = setup.mode == Mode.ALONE and setup.game == DEFAULT_GAME and setup.seats == 2
    return is_duel and not positions.is_position(setup.field)


def check_capacity(setup: Setup, network: str) -> None:
    """Raise DomainError where this network, or for tables that wait the whole site, has as many as it can.

    Whoever plays against computers, or at one screen, takes nobody's place: only tables that wait are few. Of those
    that are left each network gets a tenth, so that no handful of networks takes all.
    """
    if table_of.count_live(network) >= CASUAL_PLAYED_OF_NETWORK:
        raise DomainError(
            "too_many_battles",
            _(
                "So many casual battles are being fought from your network that there is "
                "no table left. End one of them, or try again in a while."
            ),
        )
    if setup.mode != Mode.LINK:
        return
    free = CASUAL_WAITING - table_of.count_waiting()
    if free <= 0:
        raise DomainError(
            "too_many_battles",
            _(
                "So many casual tables wait for players that none is left. Try again in a "
                "while; against computers you can play at once."
            ),
        )
    if table_of.count_waiting(network) >= max(free // NETWORK_SHARE, MIN_NETWORK_SHARE):
        raise DomainError(
            "too_many_battles",
            _(
                "Many tables from your network wait for players already. Begin or leave "
                "one of them, or try again within the hour."
            ),
        )


def validate_setup(setup: Setup) -> Setup:
    """Return a setup with clean names and all computers that its rules need; raise where it is not allowed."""
    setup = add_required_computers(setup)
    check_setup(setup)
    emblem = emblems.validate(setup.emblem) if setup.emblem else None
    called = tuple(names.clean_emperor_name(name) if name.strip() else "" for name in setup.names)
    if len(set(filter(None, called))) < len(list(filter(None, called))):
        raise DomainError("same_names", _("Two Emperors in one battle need different names."))
    return replace(
        setup,
        names=called,
        emblem=emblem,
        level=computer_players.get_level(setup.game, setup.level or DEFAULT_LEVEL),
        round_seconds=UNHURRIED_SECONDS if setup.mode == Mode.HOT_SEAT else setup.round_seconds,
    )


def add_required_computers(setup: Setup) -> Setup:
    """Return the setup with as many computer players as its rules need, where there is an opponent already.

    A setup that cannot be is returned as it is: it is refused later.
    """
    game = games.GAMES.get(setup.game)
    wrong = setup.people < 1 or setup.computers < 0 or setup.seats < SEATS[0]
    if game is None or wrong or (setup.rules is None and setup.preset not in game.presets()):
        return setup
    try:
        rules = game.read_rules(get_rules(setup))
    except ValueError:
        return setup
    missing = game.least_seats(rules) - setup.seats
    return replace(setup, computers=setup.computers + missing) if missing > 0 else setup


def check_setup(setup: Setup) -> None:
    """Raise unless mode, rules, people, time and number of names of a setup are allowed."""
    is_alone, people_here = setup.mode == Mode.ALONE, setup.people if setup.mode == Mode.HOT_SEAT else 1
    if setup.mode not in Mode.values:
        raise DomainError("unknown_mode", _("Choose how you want to play."))
    if setup.rules is None and setup.preset not in games.GAMES[setup.game].presets():
        raise DomainError("no_such_preset", _("There are no such rules."))
    if (setup.people == 1) != is_alone or setup.people < 1 or setup.computers < 0:
        sentence = _("Against computers one person plays; by link and on one screen two or more do.")
        raise DomainError("bad_people", sentence)
    if not ROUND_SECONDS[0] <= setup.round_seconds <= ROUND_SECONDS[1]:
        raise DomainError("bad_casual_time", _("A round of a casual battle lasts from 10 seconds to a day."))
    if len(setup.names) > people_here:
        raise DomainError("too_many_names", _("There are more names than people at this screen."))


def create_tournament(setup: Setup) -> Tournament:
    """Create the battle's row: a training that belongs to nobody."""
    tournament = build_tournament(setup)
    tournament.save()
    return tournament


def build_tournament(setup: Setup) -> Tournament:
    """Return the battle's unsaved row. Raise DomainError where the setup cannot be played."""
    now = clock.now()
    tournament = Tournament(
        organiser=None, casual=True, title=TITLE, type=Tournament.Type.TRAINING, game=setup.game, field=setup.field,
        seats=setup.seats, least_seats=2, round_seconds=setup.round_seconds, opens_at=now, starts_at=now + MAX_WAIT,
        announced_at=now, seed=secrets.token_hex(32), rules=get_rules(setup),
        terms=terms_of.write(Terms(fill=setup.level, rated=setup.rated or None)),
    )  # fmt: skip
    announcements.check_frame(tournament, now)
    tournament.rules = announcements.check_battle(tournament, chests=False)
    tournament.contract = contract.hash_contract(tournament)
    return tournament


def build_another(tournament: Tournament) -> Tournament:
    """Return an unsaved battle like an unsaved one that was checked, with a code and luck of its own."""
    checked = {field.attname: getattr(tournament, field.attname) for field in Tournament._meta.concrete_fields}
    made = Tournament(**checked | {"code": new_code(), "seed": secrets.token_hex(32)})
    made.contract = contract.hash_contract(made)
    return made


def get_rules(setup: Setup) -> dict[str, object]:
    """Return the rules of one's own, or those of the preset."""
    own = setup.rules
    return games.GAMES[setup.game].presets()[setup.preset][2] if own is None else dict(own)


def open_seat(tournament: Tournament, token: str, seat: str, emblem: dict[str, str] | None) -> None:
    """Open a seat for a person, with the invitation that the host's key gives out."""
    invitation = casual_keys.hash_token(casual_keys.make_invitation(token, tournament.code, seat))
    CasualSeat.objects.create(tournament=tournament, seat=seat, invitation=invitation,
                              emblem=emblem or emblems.pick_random(random.SystemRandom()))  # fmt: skip


def build_rematch_setup(tournament: Tournament, casual: Casual) -> Setup:
    """Return the setup of a finished battle for the next one: its people keep their names, and move up by a seat."""
    presets = games.GAMES[tournament.game].presets()
    preset = next((name for name, (_t, _s, rules) in presets.items() if has_same_rules(tournament, rules)), None)
    seats = list(CasualSeat.objects.filter(tournament=tournament).order_by("seat"))
    mine = [each for each in seats if each.key and each.key == casual.host]
    others = [each for each in seats if each not in mine]
    called = dict(Entry.objects.filter(tournament=tournament).values_list("seat", "name"))
    return Setup(
        mode=casual.mode,
        field=tournament.field,
        preset=preset or "classic",
        people=casual.people,
        computers=tournament.seats - casual.people,
        level=terms_of.read(tournament.terms).fill,
        round_seconds=tournament.round_seconds,
        names=tuple(called.get(each.seat, "") for each in mine),
        emblem=mine[0].emblem if mine else None,
        game=tournament.game,
        rules=None if preset else tournament.rules,
        places=tuple(casual_seats.find_next_seat(tournament, each.seat) for each in (*mine, *others)),
    )


def has_same_rules(tournament: Tournament, rules: dict[str, object]) -> bool:
    return bool(games.GAMES[tournament.game].read_rules(rules) == tournament.rules)


def get_seats_of_key(tournament: Tournament, key: str) -> Sequence[CasualSeat]:
    """Return the seats of a key. Raise DomainError where it has none: only those who played may ask for more."""
    mine = list(CasualSeat.objects.filter(tournament=tournament, key=key).order_by("seat")) if key else []
    if not mine:
        raise DomainError("not_your_seat", _("You have no seat in this battle."))
    return mine


@service
def get_or_create_rematch(
    *, tournament: Tournament, token: str, address: str, dynasty: Dynasty | None = None
) -> Tournament:
    """Return the rematch, created by the first who asks; the others of that battle take their seats in it."""
    locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    mine = get_seats_of_key(locked, casual_keys.hash_token(token))
    casual = Casual.objects.select_related("rematch").get(tournament=locked)
    if locked.status not in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
        raise DomainError("not_over", _("This battle is not over."))
    if casual.rematch is None:
        casual.host = casual_keys.hash_token(token)  # who asks now is the host of the next one
        setup = build_rematch_setup(locked, casual)
        casual.rematch = create(setup=setup, token=token, address=address, dynasty=dynasty, after=casual)
    else:
        casual_seats.join(casual.rematch, casual_keys.hash_token(token), mine[0])
    return Tournament.objects.get(pk=casual.rematch.pk)
