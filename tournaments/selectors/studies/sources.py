"""What a chapter is made from: the address of a battle, a campaign or a lab, or a record."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battlefield import Battle, game, records
from battlefield.records import Record
from campaign import records as campaign_records
from core.errors import DomainError
from core.limits import CAMPAIGN_RECORD_LENGTH, CAMPAIGN_RECORD_STEPS, RECORD_LENGTH, RECORD_WEIGHT
from tournaments.domain import games
from tournaments.lab import state as lab_state
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors import evaluations, hidden_names, listings
from tournaments.selectors import records as records_of_battles
from tournaments.selectors.closed_rounds import find_closed_rounds
from tournaments.selectors.reviews import is_reviewable, pasted

BATTLE = re.compile(r"(?:^|/tournament/)(\w{1,20})(?:[/?#]\S*)?$", re.ASCII)
PASTED = re.compile(r"/lab/review/(\w{1,40})/?(?:[?#]\S*)?$")
LAB = re.compile(r"\?((?:\w=|.*&\w=)\S*)$")
UNREADABLE = gettext_lazy(
    "This is no address of a finished battle, none of a lab, and no record of a battle on a board."
)


@dataclass(frozen=True)
class Source:
    """What a chapter begins with; `battle`: the code of the battle that it is of, if any."""

    record: Record | campaign_records.Record
    title: str
    battle: str = ""

    @property
    def is_campaign(self) -> bool:
        """Return whether it is played on a map."""
        return isinstance(self.record, campaign_records.Record)

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the letters of the seats that took part."""
        record = self.record
        return record.seats if isinstance(record, campaign_records.Record) else tuple(record.opening.seats)


def read_source(text: str) -> Source:
    """Return what an address or a record holds; raise DomainError where a chapter cannot be made of it."""
    text = text.replace("\r\n", "\n").strip()
    if len(text) > RECORD_LENGTH:
        raise DomainError("bad_source", _("This record is too long for a chapter."))
    if found := PASTED.search(text):
        return read_pasted(found[1])
    if "\n" not in text and (found := LAB.search(text)):
        return read_lab(found[1])
    if "\n" not in text and (found := BATTLE.search(text)):
        return read_battle(found[1])
    return read_record(text)


def read_battle(code: str) -> Source:
    """Return a battle that is over, with the names that everybody may know."""
    battle = listings.get_by_code(code)
    if battle is not None and is_campaign_over(battle):
        return read_campaign(battle)
    if battle is None or not is_reviewable(battle):
        raise DomainError("bad_source", str(UNREADABLE))
    rounds = list(Round.objects.filter(tournament=battle).exclude(closed_at=None).order_by("number"))
    seated = hidden_names.hide_names(battle, Entry.objects.filter(tournament=battle).order_by("seat"), None)
    title = battle.title if battle.organiser_id else _(battle.title)
    headers = {"Battle": title, "Board": battle.field, **{each.seat: each.name for each in seated if each.name}}
    orders = [[(seat, text) for seat, text in one.orders or []] for one in rounds]
    return build(records.parse(game.record(headers, game.read(rounds[0].state), orders)), title, battle.code)


def is_campaign_over(battle: Tournament) -> bool:
    """Return whether a battle is a campaign with a round, and over: nothing of it is secret any more."""
    is_over = battle.status == Tournament.Status.FINISHED and battle.ended_at is not None
    return is_over and battle.round_no > 0 and games.GAMES[battle.game].VIEW == "map"


def read_campaign(battle: Tournament) -> Source:
    """Return a campaign that is over, with its seed; raise DomainError where it is too long, or ends otherwise."""
    closed = list(find_closed_rounds(battle))
    try:
        game_then = games.get_game_version(battle.game, battle.rules_version)
    except games.UnknownVersionError as error:
        raise DomainError("bad_source", str(UNREADABLE)) from error
    orders = [[(seat, text) for seat, text in one.orders or []] for one in closed]
    text = game_then.record(records_of_battles.build_headers(battle), game_then.read(closed[0].state), orders)
    if len(text) > CAMPAIGN_RECORD_LENGTH or len(orders) > CAMPAIGN_RECORD_STEPS:
        raise DomainError("bad_source", _("This record is too long for a chapter."))
    record = campaign_records.parse(text)
    if game_then.write(campaign_records.replay(record).ending) != battle.ending:
        raise DomainError("bad_source", str(UNREADABLE))
    return Source(record, battle.title if battle.organiser_id else _(battle.title), battle.code)


def read_pasted(key: str) -> Source:
    """Return a record that is being reviewed."""
    found = pasted.find(key)
    if found is None:
        raise DomainError("bad_source", _("This record is no longer here: records are kept for a day. Paste it again."))
    return read_record(str(found.record))


def read_lab(query: str) -> Source:
    """Return the position of a lab with its rounds; orders that are given for the open round are played."""
    lab = lab_state.read(dict(parse_qsl(query)))
    rounds = (*lab.closed, lab.orders) if lab.orders else lab.closed
    title = _("A battle from the lab") if rounds else _("A position")
    check_closed(lab.opening, lab.now)
    return build(Record({}, lab.opening, rounds, "*"), title)


def read_record(text: str) -> Source:
    """Return the battle of a record, or the position of one without rounds."""
    try:
        record = records.parse(text)
        records.verify(record)
    except ValueError as error:
        raise DomainError("bad_source", str(UNREADABLE)) from error
    check_closed(record.opening, *(after for after, _resolution in record.replay()))
    return build(record, record.headers.get("Battle", "") or _("A battle from a record"))


def check_closed(*positions: Battle) -> None:
    """Raise DomainError where one of these positions is open in a battle under way."""
    if evaluations.is_under_way(*positions):
        raise DomainError("bad_source", _("This position is being fought over right now. Study it once that is over."))


def build(record: Record, title: str, battle: str = "") -> Source:
    """Return the source of a record; raise DomainError for one that takes too long to be played again."""
    weight = lab_state.get_weight(record.opening) * (len(record.rounds) + 1)
    if weight > RECORD_WEIGHT or len(str(record)) > RECORD_LENGTH:
        raise DomainError("bad_source", _("This record is too long for a chapter."))
    return Source(record, title, battle)
