"""The timetable and the absence policy of a tournament."""

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from core import time_zones
from core.errors import DomainError
from core.json_types import Json
from tournaments.domain import absence_policy, timetables
from tournaments.domain.absence_policy import AbsencePolicy
from tournaments.domain.timetables import BadTimetable, Timetable
from tournaments.models import Casual, Tournament

TIMETABLE_ERRORS = {
    "bad_timetable": _("A timetable has an hour, a time zone, days of the week and quiet hours, and nothing else."),
    "bad_hour": _("Write hours like 20:00."),
    "unknown_zone": _("There is no such time zone."),
    "bad_weekdays": _("Days of the week are numbers from 0, Monday, to 6, Sunday."),
    "weekdays_of_daily": _("Only a deadline at a fixed hour has days of the week."),
    "bad_quiet": _("Quiet hours have a beginning and an end, and last 16 hours at most."),
    "rings_in_quiet": _("Rounds cannot close in the quiet hours."),
    "daily_length": _("With a deadline at a fixed hour, the time for a round is one day at most."),
    "bad_least": _("The least length of a round is part of its time, and belongs to a deadline at a fixed hour."),
}


def get_timetable(tournament: Tournament) -> Timetable:
    return timetables.read(tournament.round_seconds, tournament.timetable)


def get_absence_policy(tournament: Tournament) -> AbsencePolicy:
    """Return the policy that was announced; that of all casual battles for one of them."""
    if tournament.casual:
        return absence_policy.OF_CASUAL_BATTLES
    return absence_policy.read(get_timetable(tournament), tournament.absence)


def get_pause_length(tournament: Tournament) -> timedelta:
    """Return how long a pause lasts if nobody ends it. Friends at a casual table have the longest one.

    People who found each other do not: one of them may stay away, and the other cannot resume alone.
    """
    friends = tournament.casual and not Casual.objects.filter(tournament=tournament, paired=True).exists()
    return (
        absence_policy.PAUSE_LIMITS[1] if friends else absence_policy.get_pause_length(get_timetable(tournament).usual)
    )


def set_time_rules(tournament: Tournament, timetable: object, absence: Json, *, anonymous: bool = False) -> None:
    """Write how time is to run into a tournament that is being announced; DomainError where it cannot be so.

    `anonymous`: whether its terms say that nobody learns who sits where.
    """
    try:
        hours = timetables.read(tournament.round_seconds, timetable).every_day()
    except BadTimetable as error:
        raise DomainError(error.code, TIMETABLE_ERRORS[error.code]) from error
    if not time_zones.is_zone(hours.zone):
        raise DomainError("unknown_zone", TIMETABLE_ERRORS["unknown_zone"])
    agreed = absence_policy.read(hours, absence_policy.keep_anonymous(absence) if anonymous else absence)
    absence_policy.check(tournament.type, agreed)
    tournament.timetable, tournament.absence = timetables.write(hours), absence_policy.write(agreed)
