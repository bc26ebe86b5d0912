"""A battle as one reader sees it: what all its pages and their data start from, and how its texts are formatted."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from core import clock
from core.prepared_statements import PreparedQuery
from core.sentences import fill
from dynasty.models import Dynasty
from tournaments.access import viewers
from tournaments.access.viewers import Viewer
from tournaments.domain import games, terms
from tournaments.domain.games import GameData
from tournaments.models import Arena, ClubMatch, Entry, Round, Series, Tournament
from tournaments.selectors import battles, casual_battles, hidden_names, listings, series
from tournaments.selectors.casual_battles import CasualBattle

Sentence = tuple[str, GameData]
SEAT_FIELDS = ("seat", "from_seat", "owner")
"""The places of a sentence that hold the letter of a seat."""
ENTRIES_QUERY = PreparedQuery(
    lambda pk: Entry.objects.filter(tournament=pk).select_related("dynasty", "emperor").order_by("seat")
)


@dataclass(frozen=True)
class BattleContext:
    """A tournament with the viewer that reads it; `dynasty` is None for a reader without one."""

    tournament: Tournament
    dynasty: Dynasty | None
    seated: Mapping[str, Entry]
    """Who sits where, by the letter of the seat, in their order; for what is worked out, not to be shown."""
    token: str = ""
    """The key to casual seats of somebody who has one."""

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Return the entries by the letter of their seat, as far as the reader may know them."""
        return {
            each.seat: each for each in hidden_names.hide_names(self.tournament, self.seated.values(), self.dynasty)
        }

    @property
    def game(self) -> games.Game:
        return games.GAMES[self.tournament.game]

    @cached_property
    def terms(self) -> terms.Terms:
        return terms.read(self.tournament.terms)

    @cached_property
    def now(self) -> datetime:
        """Return the time of this request."""
        return clock.now()

    @cached_property
    def current(self) -> Round | None:
        """Return the open round; None where there is none."""
        return battles.get_open_round(self.tournament)

    @cached_property
    def viewer(self) -> Viewer:
        return Viewer(self.dynasty, self.token)

    @cached_property
    def own(self) -> Entry | None:
        """Return the reader's entry; in hot seat, that of the player at the screen."""
        seats = viewers.list_seats(self.tournament, self.viewer, self.entries.values())
        return self.entries.get(seats[0]) if seats else None

    @cached_property
    def resigned(self) -> int | None:
        """Return the round of play in which the reader resigned, 0 before the first one; None if they did not."""
        return battles.find_resignation(self.tournament, self.own.seat) if self.own else None

    @cached_property
    def table(self) -> CasualBattle | None:
        """Return the casual side of the battle; None for a tournament."""
        return casual_battles.get_casual_battle(self.tournament)

    @cached_property
    def occasion(self) -> Series | Arena | ClubMatch | None:
        """Return the series, or of a casual battle the arena or the match of clubs, to which it belongs."""
        if self.table:
            return casual_battles.find_occasion(self.table)
        is_table = self.terms.punctual and bool(self.terms.invited)
        return series.find_series_of(self.tournament) if is_table else None

    @property
    def title(self) -> str:
        return get_title(self.tournament)

    @cached_property
    def names(self) -> dict[str, str]:
        """Return what each seat is called: its Emperor, with the dynasty where two Emperors share a name."""
        called = [entry.name for entry in self.entries.values()]
        return {
            seat: format_emperor_of_dynasty(entry)
            if called.count(entry.name) > 1 and entry.name
            else format_emperor(entry)
            for seat, entry in self.entries.items()
        }

    def format_sentences(self, sentences: list[Sentence]) -> list[str]:
        """Return sentences of the game in the active language, with names for seats."""
        return [format_sentence(sentence, self.names) for sentence in sentences]


def get_battle_context(request: HttpRequest, code: str) -> BattleContext:
    """Return the tournament with this code as the reader of this request sees it; raise Http404 if there is none."""
    battle = find_battle_context(code, viewers.get_browser_viewer(request))
    if battle is None:
        raise Http404
    return battle


def find_battle_context(code: str, viewer: Viewer) -> BattleContext | None:
    """Return the tournament with this code as a viewer sees it; None if there is none."""
    tournament = listings.get_by_code(code)
    if tournament is None or tournament.game not in games.GAMES:
        return None
    return BattleContext(tournament, viewer.dynasty, get_entries_by_seat(tournament), viewer.token)


def get_entries_by_seat(tournament: Tournament) -> dict[str, Entry]:
    """Return all entries of a tournament by the letter of their seat, in the order of the seats."""
    return {entry.seat: entry for entry in ENTRIES_QUERY(tournament.pk)}


def format_emperor(entry: Entry) -> str:
    """Return the Emperor's name; "Seat A" where the name is hidden or was deleted."""
    return entry.name or fill(_("Seat %(seat)s"), {"seat": entry.seat.upper()})


def format_emperor_of_dynasty(entry: Entry) -> str:
    """Return the Emperor's name with that of its dynasty."""
    if entry.dynasty is None:
        return format_emperor(entry)
    return fill(_("%(emperor)s of %(dynasty)s"), {"emperor": format_emperor(entry), "dynasty": entry.dynasty.name})


NAMED_FIELDS = ("at", "from", "to", "region", "card", "cards", "forces", "losses", "regions", "unit", "other_unit")
"""What holds names of places and units, which are translated too; several stand like `Alaska 3, Peru 1`."""
PLACE = re.compile(r"(\D+?)( \d+)?")


def format_sentence(sentence: Sentence, names: Mapping[str, str]) -> str:
    """Return a sentence of a game in the active language; `names` maps letters of seats to names."""
    message, fields = sentence
    values = {place: names.get(value, value) if place in SEAT_FIELDS else value for place, value in fields.items()}
    return fill(_(message), values | translate_places(fields))


def translate_places(fields: Mapping[str, object]) -> dict[str, str]:
    """Return the fields that name territories, regions or units, in the active language; tiles have no other name."""
    named = {place: text for place in NAMED_FIELDS if isinstance(text := fields.get(place), str)}
    return {place: ", ".join(map(translate_place, text.split(", "))) for place, text in named.items()}


def translate_place(text: str) -> str:
    """Return the name of a place, and the number that may follow it.

    >>> translate_place("Alaska 3"), translate_place("C5")
    ('Alaska 3', 'C5')
    """
    found = PLACE.fullmatch(text)
    return _(found[1]) + (found[2] or "") if found else text


def format_with_letters(sentence: Sentence) -> str:
    """Return a sentence of a game in the active language, seats by their letters in capitals."""
    message, fields = sentence
    values = {name: value.upper() if name in SEAT_FIELDS else value for name, value in fields.items()}
    return fill(_(message), values | translate_places(fields))


def get_title(tournament: Tournament) -> str:
    """Return the title of a tournament; titles that the site gave are translated."""
    return tournament.title if tournament.organiser_id else _(tournament.title)


def parse_number(text: str) -> int | None:
    """Return the number of up to six digits that a text of an address is; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
