"""Sentences that describe the timetable and the absence policy of a tournament."""

from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.limits import LEAVE_PER_BATTLE
from core.sentences import fill
from tournaments.domain import absence_policy, levels
from tournaments.domain.absence_policy import AbsencePolicy
from tournaments.domain.durations import format_duration
from tournaments.domain.timetables import Timetable, format_hour
from tournaments.models import Tournament
from tournaments.selectors import time_rules

MONDAY = date(2024, 1, 1)


def describe_times(tournament: Tournament) -> list[str]:
    """Describe when rounds close, and what the absence policy says."""
    hours, absence = time_rules.get_timetable(tournament), time_rules.get_absence_policy(tournament)
    return describe_deadlines(hours) + ([] if tournament.casual else describe_absence(hours, absence))


def describe_deadlines(hours: Timetable) -> list[str]:
    """Describe when a round closes."""
    fields = {"time": format_duration(int(hours.least_length.total_seconds())), "zone": hours.zone,
              "hour": hours.daily and format_hour(hours.daily), "days": format_weekdays(hours.weekdays)}  # fmt: skip
    if hours.daily is None:
        text = _("A round lasts %(time)s at most; it closes as soon as everyone has given an order.")
    elif hours.weekdays:
        text = _("A round closes at %(hour)s (%(zone)s) on %(days)s, or as soon as everybody has ordered. One that "
                 "opens less than %(time)s before the hour closes at the next one.")  # fmt: skip
    else:
        text = _("A round closes every day at %(hour)s (%(zone)s), or as soon as everybody has ordered. One that opens "
                 "less than %(time)s before the hour closes the day after.")  # fmt: skip
    return [fill(text, fields), *describe_quiet_hours(hours)]


def format_weekdays(weekdays: tuple[int, ...]) -> str:
    """Format days of the week as their names in the reader's language."""
    return ", ".join(date_format(MONDAY + timedelta(days=day), "l") for day in weekdays)


def describe_quiet_hours(hours: Timetable) -> list[str]:
    if hours.quiet is None:
        return []
    since, until = map(format_hour, hours.quiet)
    return [fill(_("From %(since)s to %(until)s (%(zone)s) no deadline passes: one that would is put off to %(until)s. "
              "Orders can be given all the time."), {"since": since, "until": until, "zone": hours.zone})]  # fmt: skip


def describe_absence(hours: Timetable, absence: AbsencePolicy) -> list[str]:
    """Describe what holds for players who are away, and what the players can vote on."""
    return [*describe_waiting(absence), *describe_replacements(absence), *describe_voting(hours, absence)]


def describe_waiting(absence: AbsencePolicy) -> list[str]:
    if absence.leave:
        sentence = _(
            "Vacations count: the deadlines of players on vacation are put off, by up to %(days)s days per battle."
        )
        sentences = [fill(sentence, {"days": LEAVE_PER_BATTLE})]
    else:
        sentences = [_("Vacations do not count: rounds do not wait for players on vacation.")]
    more = fill(ngettext(
        "A player can ask for half a round more, %(times)s time per battle; no round becomes more than twice as long.",
        "A player can ask for half a round more, %(times)s times per battle and once per round; no round becomes "
        "more than twice as long.", absence.extensions), {"times": absence.extensions})  # fmt: skip
    return [*sentences, more] if absence.extensions else sentences


def describe_replacements(absence: AbsencePolicy) -> list[str]:
    sentences = [
        _(
            "After three missed deadlines in a row a seat is asleep: rounds do not wait for it until it orders. A "
            "standing order, if it has one, is given for it."
        ),
        _(
            "While everyone who is left is asleep, a round lasts at least a third of its time, and never less than "
            "ten seconds."
        ),
    ]
    if absence.computer:
        level = levels.get_title(absence.computer)
        sentences.append(fill(_("A computer player (%(level)s) leads a seat that is asleep."), {"level": level}))
    if absence.volunteers:
        sentences.append(
            _("A volunteer may lead a seat that is asleep, with nothing at stake, until its player gives an order.")
        )
    return sentences


def describe_voting(hours: Timetable, absence: AbsencePolicy) -> list[str]:
    sentences: list[tuple[object, str, dict[str, object]]] = [
        (absence.draws, _("From round %(round)s on, all people who are fighting and awake can agree on a draw; it "
                       "takes at least two."), {"round": absence_policy.FIRST_DRAW_ROUND}),
        (absence.pauses, ngettext(
            "Two thirds of them can pause the battle for %(time)s, %(times)s time; all of them together can end "
            "the pause sooner.",
            "Two thirds of them can pause the battle for %(time)s, %(times)s times; all of them together can end "
            "the pause sooner.",
            absence.pauses), {"times": absence.pauses,
                           "time": format_duration(int(absence_policy.get_pause_length(hours.usual).total_seconds()))}),
    ]  # fmt: skip
    return [fill(sentence, fields) for holds, sentence, fields in sentences if holds]
