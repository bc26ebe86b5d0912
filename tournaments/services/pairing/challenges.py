"""Challenges by name: a table for two that waits until the other accepts, declines, or it lapses."""

import secrets

from django.utils.translation import gettext_lazy as _

from core import clock, rate_limits
from core.errors import DomainError
from core.limits import CHALLENGES_OF_ADDRESS, CHALLENGES_OPEN
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services import notifications
from tournaments.domain import games, matchmaking
from tournaments.domain.matchmaking import GROUNDS, PACES
from tournaments.models import Challenge, Mute, Tournament
from tournaments.services import locks
from tournaments.services.casual import between_people
from tournaments.services.casual import retention as casual_retention
from tournaments.services.casual.battles import Setup
from tournaments.services.casual.between_people import Person

ADDRESS_LIMITS = {rate_limits.MINUTE: CHALLENGES_OF_ADDRESS[0], rate_limits.DAY: CHALLENGES_OF_ADDRESS[1]}


@service
def challenge(
    *, person: Person, to: Dynasty, field: str, preset: str, pace: str, seat: str = "", address: str
) -> Tournament:
    """Send a challenge to a dynasty, and return the table that waits for it. `seat`: one's own; blank: luck decides."""
    rate_limits.hit("challenge", address, ADDRESS_LIMITS)
    setup = build_setup(field, preset, pace)
    letters = games.GAMES[setup.game].seats_of(setup.field)
    if seat and seat not in letters:
        raise DomainError("bad_challenge", _("Choose battlefield, rules, pace and seat from the lists."))
    own = person.dynasty
    if own is None or own.pk == to.pk:
        raise DomainError("own_challenge", _("You cannot challenge yourself."))
    if to.user_id is None:
        raise DomainError("house_dynasty", _("Computer players lead this dynasty. Play them in a casual battle."))
    Dynasty.objects.select_for_update(no_key=True).get(pk=own.pk)  # so that the limits hold for two at once
    check_open(own, to)
    tournament = between_people.open_table(
        host=person, seat=seat or secrets.choice(letters), setup=setup, network=rate_limits.hash_network(address)
    )
    now = clock.now()
    Challenge.objects.create(tournament=tournament, challenger=own, challenged=to, made_at=now)
    if Mute.objects.filter(dynasty=to, muted=own).exists():
        return tournament  # it waits and lapses as if nobody answered: the challenger is not told
    ends_at = now + matchmaking.get_wait(setup.round_seconds)
    notifications.notify(
        dynasty=to,
        kind="challenge",
        facts={"dynasty": own.name, "deadline": ends_at.isoformat()},
        place=tournament.code,
        key=f"challenge:{tournament.code}",
        until=ends_at,
    )
    return tournament


def build_setup(field: str, preset: str, pace: str) -> Setup:
    """Return the setup of a challenge; raise DomainError unless it is among what is offered."""
    ground = GROUNDS.get(field)
    if ground is None or pace not in PACES or preset not in games.GAMES[ground.game].offers(field):
        raise DomainError("bad_challenge", _("Choose battlefield, rules, pace and seat from the lists."))
    return between_people.build_setup(ground, preset, PACES[pace].round_seconds, rated=True)


def check_open(own: Dynasty, to: Dynasty) -> None:
    """Raise DomainError where a locked dynasty waits for this one already, or for too many."""
    waiting = Challenge.objects.filter(challenger=own)
    if waiting.filter(challenged=to).exists():
        raise DomainError("challenged_before", _("Your challenge to this dynasty is not answered yet."))
    if waiting.count() >= CHALLENGES_OPEN:
        raise DomainError(
            "too_many_challenges", _("Many of your challenges are not answered yet. Withdraw one of them first.")
        )


@service
def accept(*, tournament: Tournament, person: Person) -> None:
    """Sit down where one is challenged: the battle begins."""
    locked, found = lock_open(tournament, person.dynasty)
    if found.challenged != person.dynasty:
        raise DomainError("own_challenge", _("You cannot challenge yourself."))
    found.delete()
    between_people.sit_down(tournament=locked, person=person)
    notifications.notify(
        dynasty=found.challenger,
        kind="paired",
        facts={"other": found.challenged.name, "result": ""},
        place=locked.code,
        key=f"paired:{locked.code}",
    )


@service
def end(*, tournament: Tournament, dynasty: Dynasty) -> None:
    """Withdraw one's challenge, or decline somebody's. The table is forgotten."""
    locked, found = lock_open(tournament, dynasty)
    if found.challenged == dynasty:
        notifications.notify(
            dynasty=found.challenger,
            kind="challenge",
            facts={"dynasty": dynasty.name, "result": "declined"},
            key=f"declined:{locked.code}",
        )
    casual_retention.end_and_forget(locked)


def lock_open(tournament: Tournament, dynasty: Dynasty | None) -> tuple[Tournament, Challenge]:
    """Lock the table of a challenge that concerns this dynasty, and return both; raise where it is over."""
    locked = locks.lock(tournament.pk)
    found = Challenge.objects.filter(tournament=locked).select_related("challenger", "challenged").first()
    open_now = found is not None and locked.status == Tournament.Status.ANNOUNCED
    if found is None or not open_now or dynasty not in (found.challenger, found.challenged):
        raise DomainError("no_such_challenge", _("This challenge was answered, or it has lapsed."))
    return locked, found


def forget_dynasty(dynasty: Dynasty) -> None:
    """Forget the challenges of a dynasty whose player leaves, and those to it. The caller has a transaction."""
    concerned = Challenge.objects.filter(challenger=dynasty) | Challenge.objects.filter(challenged=dynasty)
    for pk in list(concerned.order_by("pk").values_list("pk", flat=True)):
        casual_retention.end_and_forget(locks.lock(pk))
