"""Sentences that describe the timetable and the absence policy of a tournament."""

from datetime import date, timedelta
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.limits import LEAVE_PER_BATTLE
from tournaments.domain import absence_policy, levels
from tournaments.domain.absence_policy import AbsencePolicy
from tournaments.domain.durations import format_duration
from tournaments.domain.timetables import Timetable, format_hour
from tournaments.models import Tournament
from tournaments.selectors import time_rules

MONDAY = date(2024, 1, 1)


def describe_times(tournament: Tournament) -> list[str]:
    """Describe when rounds close, and what the absence policy says."""
    hours, away = time_rules.get_timetable(tournament), time_rules.get_absence_policy(tournament)
    return describe_deadlines(hours) + ([] if tournament.casual else describe_absence(hours, away))


def describe_deadlines(hours: Timetable) -> list[str]:
    """Describe when a round closes."""
    fields = {"time": format_duration(int(hours.least_length.total_seconds())), "zone": hours.zone,
              "hour": hours.daily and format_hour(hours.daily), "days": format_weekdays(hours.weekdays)}  # fmt: skip
    if hours.daily is None:
        said = _("A round lasts %(time)s at most; it closes as soon as everybody has ordered.")
    elif hours.weekdays:
        said = _("A round closes at %(hour)s (%(zone)s) on %(days)s, or as soon as everybody has ordered. One that "
                 "opens less than %(time)s before the hour closes at the next one.")  # fmt: skip
    else:
        said = _("A round closes every day at %(hour)s (%(zone)s), or as soon as everybody has ordered. One that opens "
                 "less than %(time)s before the hour closes the day after.")  # fmt: skip
    return [said % fields, *describe_quiet_hours(hours)]


def format_weekdays(weekdays: tuple[int, ...]) -> str:
    """Format days of the week as their names in the reader's language."""
    return ", ".join(date_format(MONDAY + timedelta(days=day), "l") for day in weekdays)


def describe_quiet_hours(hours: Timetable) -> list[str]:
    if hours.quiet is None:
        return []
    since, until = map(format_hour, hours.quiet)
    return [_("From %(since)s to %(until)s (%(zone)s) no deadline passes: one that would is put off to %(until)s. "
              "Orders can be given all the time.") % {"since": since, "until": until, "zone": hours.zone}]  # fmt: skip


def describe_absence(hours: Timetable, away: AbsencePolicy) -> list[str]:
    """Describe what holds for players who are away, and what the players can vote on."""
    return [*describe_waiting(away), *describe_replacements(away), *describe_voting(hours, away)]


def describe_waiting(away: AbsencePolicy) -> list[str]:
    if away.leave:
        said = [_("Leave counts: the deadlines of a seat on leave are put off, by %(days)s days in the battle at most.")
                % {"days": LEAVE_PER_BATTLE}]  # fmt: skip
    else:
        said = [_("Leave does not count: rounds do not wait for who is on leave.")]
    more = ngettext(
        "A seat can ask for half a round more %(times)s time in the battle; together, that is one round more at most.",
        "A seat can ask for half a round more %(times)s times in the battle, once a round; in each round, that is as "
        "much again at most.", away.extensions) % {"times": away.extensions}  # fmt: skip
    return [*said, more] if away.extensions else said


def describe_replacements(away: AbsencePolicy) -> list[str]:
    said = [
        _(
            "After three missed deadlines in a row a seat is asleep: rounds do not wait for it until it orders. A "
            "standing order, if it has one, is given for it."
        ),
        _("While all people who are left are asleep, a round lasts a third of its time at least, and ten seconds."),
    ]
    if away.computer:
        level = levels.get_title(away.computer)
        said.append(_("A computer player (%(level)s) leads a seat that is asleep.") % {"level": level})
    if away.volunteers:
        said.append(_("A volunteer may lead a seat that is asleep, with nothing at stake, until its player orders."))
    return said


def describe_voting(hours: Timetable, away: AbsencePolicy) -> list[str]:
    said: list[tuple[Any, str, dict[str, Any]]] = [
        (away.draws, _("From round %(round)s on, the people that fight and are awake can agree on a draw, all of them, "
                       "and two at least."), {"round": absence_policy.FIRST_DRAW_ROUND}),
        (away.pauses, ngettext(
            "Two thirds of them can let the battle rest for %(time)s, %(times)s time; all of them can end it sooner.",
            "Two thirds of them can let the battle rest for %(time)s, %(times)s times; all of them can end it sooner.",
            away.pauses), {"times": away.pauses,
                           "time": format_duration(int(absence_policy.get_pause_length(hours.usual).total_seconds()))}),
    ]  # fmt: skip
    return [sentence % fields for holds, sentence, fields in said if holds]
