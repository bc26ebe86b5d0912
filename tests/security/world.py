"""A small world in which everything has an owner, and the roles that call its endpoints."""

import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from allauth.account.internal.flows import login as flows
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from core import clock
from dynasty.domain.tokens import READ, SCOPES
from dynasty.models import AppGrant, Dynasty, Event, Notice, TakenName, User
from dynasty.services import api_tokens, notification_settings, notifications, offers
from dynasty.services.apps import grants
from dynasty.services.apps import registration as app_registration
from dynasty.services.clubs import classes, founding, membership
from dynasty.services.webhooks import registration
from tests import factories
from tests.campaign.drawing.test_drawing import draw
from tests.dynasty.clubs.scenes import describe
from tests.tournaments.absence.test_absence import save_leave, to_sleep
from tests.tournaments.series import test_series
from tournaments.domain import casual_keys, games
from tournaments.lab import state as lab_state
from tournaments.models import Tournament
from tournaments.selectors.studies import sources
from tournaments.services import (
    boards,
    chat,
    invitations,
    lifecycle,
    recurrences,
    series,
    stand_ins,
    waiting_list,
)
from tournaments.services import leave as leave_services
from tournaments.services.arenas import announcing
from tournaments.services.casual.between_people import Person
from tournaments.services.clubs import matches
from tournaments.services.composing import rule_templates
from tournaments.services.maps import drawing as map_drawing
from tournaments.services.negotiation import treaties
from tournaments.services.pairing import challenges
from tournaments.services.people import conversations, lab_rooms, names
from tournaments.services.studies import chapters
from tournaments.services.studies import editing as studies

ROLES = ("anonymous", "wanderer", "stranger", "owner", "staff")
"""Nobody; a user without a dynasty; a dynasty that has no part in it; the one whose it is; the site's staff."""
GRID: dict[str, Any] = {"game": "emperors", "field": "duel-2", "round_seconds": 86_400}


@dataclass
class World:
    """What there is, by name; each thing is the owner's unless its line says otherwise."""

    users: dict[str, User] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)
    codes: dict[str, Any] = field(default_factory=dict)


def build() -> World:
    """Build the world, in the database of the test."""
    world = World()
    owner, rival, stranger = (factories.proven(factories.found(name)) for name in ("Owner", "Rival", "Stranger"))
    people(world, owner, stranger)
    keep(world, owner=owner.code, rival=rival.code, stranger=stranger.code)
    for step in (battles, sleepers, announcements, lines, circles, market, words, casual):
        step(world, owner, rival)
    programs(world, owner)
    study(world, owner)
    options = "game=emperors&field=duel-2&preset=classic"
    keep(world, template=rule_templates.save(dynasty=owner, name="Rules of Saturdays", options=options).code)
    keep(world, room=lab_rooms.create(lab=lab_state.read({"b": "Aa_/_bB"})).code)
    keep(world, board=boards.create(author=owner, title="The Line", drawing=line(1)).code)
    keep(world, map=map_drawing.create(author=owner, title="The Ring", drawing=ring()).code)
    keep(world, stranger_emperor=factories.born(stranger, "Kublai", 10).code)
    return world


def keep(world: World, **codes: Any) -> None:
    world.codes.update(codes)


def people(world: World, owner: Dynasty, stranger: Dynasty) -> None:
    """Create a user and a browser for each role."""
    wanderer = User.objects.create_user("wanderer@example.org", "a long password")
    staff = User.objects.create_user("staff@example.org", "a long password", is_staff=True, is_superuser=True)
    TOTP.activate(staff, generate_totp_secret())
    assert owner.user and stranger.user
    world.users = {"wanderer": wanderer, "stranger": stranger.user, "owner": owner.user, "staff": staff}
    nobody = Client(raise_request_exception=False)
    world.clients = {"anonymous": nobody} | {role: open_client(user) for role, user in world.users.items()}


def open_client(user: User) -> Client:
    """Return a browser of that user, who has just passed every check."""
    client = Client(raise_request_exception=False)
    client.force_login(user)
    now = clock.now().timestamp()
    session = client.session
    methods: list[dict[str, Any]] = [{"method": "password", "at": now, "email": user.email, "reauthenticated": True}]
    if Authenticator.objects.filter(user=user).exists():
        methods.append({"method": "mfa", "at": now, "type": "totp", "reauthenticated": True})
    session[flows.AUTHENTICATION_METHODS_SESSION_KEY] = methods
    session[flows._AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(user.pk)
    session.save()
    return client


def battles(world: World, owner: Dynasty, rival: Dynasty) -> None:
    """Begin a battle of owner (a) against rival (b); finish another."""
    fight = factories.announce("gift", **GRID, terms={"negotiation": "revealed"})
    for seat, dynasty in (("a", owner), ("b", rival)):
        factories.enter(fight, factories.born(dynasty, f"Fighter {dynasty.name}"), seat)
    assert lifecycle.start(tournament_id=fight.pk)
    old = factories.announce("gift", **GRID, title="An old cup")
    for seat, dynasty in (("a", owner), ("b", rival)):
        factories.enter(old, factories.born(dynasty, f"Veteran {dynasty.name}"), seat)
    assert lifecycle.start(tournament_id=old.pk)
    factories.play(old, {"a": "abdicate"})
    assert factories.again(old).status == "finished"
    keep(world, fight=fight.code, old=old.code)


def sleepers(world: World, owner: Dynasty, rival: Dynasty) -> None:
    """Begin battles with an inactive seat: one that the owner may play, one that it plays, one where its own is."""
    for name, seat_of_owner in (("asleep", ""), ("led", ""), ("sleeper", "b")):
        cup = factories.announce("gift", **GRID, title=f"The {name} cup", absence={"volunteers": True})
        houses = {"a": factories.found(f"Awake {name}"), "b": factories.found(f"Sleeper {name}")}
        houses |= {seat_of_owner: owner} if seat_of_owner else {}
        for seat, dynasty in houses.items():
            factories.enter(cup, factories.born(dynasty, f"Of {name}"), seat)
        assert lifecycle.start(tournament_id=cup.pk)
        to_sleep(cup, "a")
        keep(world, **{name: cup.code})
    led = Tournament.objects.get(code=world.codes["led"])
    stand_ins.volunteer(tournament_id=led.pk, dynasty=owner, seat="b")


def announcements(world: World, owner: Dynasty, rival: Dynasty) -> None:
    """Announce tournaments: the owner's own behind a private link, one that it has entered, an open one."""
    cup = factories.announce("gift", owner, **GRID, title="The owner's cup", terms={"link": True})
    token = invitations.create_link(tournament=cup, by=owner)
    entered = factories.announce("gift", **GRID, title="The entered cup", terms={"betting": True})
    factories.enter(entered, factories.born(owner, "Entered"), "a")
    free = factories.announce("gift", **GRID, title="The open cup", terms={"betting": True})
    factories.enter(free, factories.born(rival, "First"), "a")
    training = factories.announce("training", owner, **GRID, title="The owner's training")
    recurring = factories.announce("training", owner, **GRID, title="Recurring tournaments")
    recurs = recurrences.begin(tournament=recurring, by=owner, every="daily", zone="UTC", times=3)
    keep(
        world,
        cup=cup.code,
        token=token,
        entered=entered.code,
        free=free.code,
        training=training.code,
        recurs=recurs.code,
        emperor=factories.born(owner, "Ada", 10).code,
        other=factories.born(owner, "Bertha", 5).code,
        guest=factories.found("Guest").code,
    )


def lines(world: World, owner: Dynasty, rival: Dynasty) -> None:
    """Announce full tournaments: the owner is on the waiting list of one of them."""
    for name in ("full", "queued"):
        cup = factories.announce("gift", **GRID, title=f"The {name} cup", terms={"punctual": True})
        for seat in "ab":
            factories.enter(cup, factories.born(factories.found(f"House {name} {seat}"), "Early"), seat)
        keep(world, **{name: cup.code})
    queued = Tournament.objects.get(code=world.codes["queued"])
    waiting_list.join(tournament=queued, dynasty=owner, emperor=factories.born(owner, "Patience"), chest=0)


def circles(world: World, owner: Dynasty, rival: Dynasty) -> None:
    """Create series: one of the owner's, one that it has joined, one that it may join."""
    for name, organiser in (("series", owner), ("joined", rival), ("joinable", rival)):
        made = series.announce(organiser=organiser, title=f"The {name} season", setup=season())
        keep(world, **{name: made.code})
    arena = announcing.announce(
        organiser=owner,
        title="The owner's arena",
        field="duel-2",
        preset="classic",
        round_seconds=30,
        starts_at=clock.now() + timedelta(hours=1),
        minutes=20,
    )
    keep(world, arena=arena.code)
    mine = founding.found(founder=owner, description=describe("A club"))
    guest = factories.found("Clubber")
    membership.join(club=mine, dynasty=guest)
    theirs = founding.found(founder=rival, description=describe("Another club"))
    membership.join(club=theirs, dynasty=owner)
    school = classes.found(teacher=owner, name="6B")
    classes.add_pupils(club=school, by=owner, text="Ana")
    keep(world, class_link=school.invitation, school=school.code, pupil=school.members.get(role="member").dynasty.code)
    private = conversations.write(dynasty=rival, to=owner, text="For the two of us")
    keep(world, annoyed=guest.code, private=private.code)
    third = founding.found(founder=rival, description=describe("A third club"))
    match = matches.challenge(
        by=rival,
        club=third,
        to=mine,
        field="duel-2",
        preset="classic",
        round_seconds=30,
        boards=2,
        starts_at=clock.now() + timedelta(hours=1),
    )
    keep(world, third_club=third.code, club_match=match.code)
    keep(world, club=mine.code, clubber=guest.code, other_club=theirs.code, club_link=theirs.invitation)
    joined = series.Series.objects.get(code=world.codes["joined"])
    series.join(series=joined, dynasty=owner, emperor=factories.born(owner, "Seasoned"))


def study(world: World, owner: Dynasty) -> None:
    """Make a public study of the owner, with a chapter about a battle that is over."""
    made = studies.create(dynasty=owner, description={"title": "Old cups", "words": "", "visibility": "public"})
    chapter = chapters.add(study=made, by=owner, source=sources.read_source(world.codes["old"]))
    keep(world, study=made.code, chapter=chapter.code, old_address=f"/tournament/{world.codes['old']}")


def season() -> series.Setup:
    """Create a ladder of the grid game."""
    return test_series.setup(game="emperors", field="duel-2", rules=games.GAMES["emperors"].presets()["classic"][2])


def market(world: World, owner: Dynasty, rival: Dynasty) -> None:
    """Create offers, one by the owner and one to it alone, and wealth to give."""
    own = offers.create(dynasty=owner, gives={"gold": 5}, asks={"silver": 5}, to=None)
    gift = offers.create(dynasty=rival, gives={"gold": 5}, asks={"silver": 5}, to=owner)
    keep(world, offer=own.code, to_owner=gift.code)


def words(world: World, owner: Dynasty, rival: Dynasty) -> None:
    """Create what was said among players, a player the owner has muted, its notices and its leave."""
    fight = Tournament.objects.get(code=world.codes["fight"])
    text = chat.post(tournament=fight, dynasty=rival, room="table", text="For the table alone")
    treaty = treaties.propose(tournament=fight, dynasty=rival, kind="tribute", to=["a"], asset="gold", amount=1)
    annoying = factories.found("Annoying")
    chat.mute(dynasty=owner, author=annoying)
    leave = leave_services.take(dynasty=save_leave(owner, 10), days=1, since=clock.now() + timedelta(days=5))
    notifications.notify(dynasty=owner, kind="test", key="test:matrix", facts={})
    notices = Notice.objects.filter(dynasty=owner).latest("pk")
    public = Event.objects.filter(public=True).latest("pk")
    webhook, _secret = registration.create(dynasty=owner, address="https://example.org/hook", kinds=["hosted"])
    keep(world, webhook=webhook.code, taken_name=take_name(world, owner))
    keep(world, treaty=treaty.code)
    keep(world, message=text.code, muted=annoying.code, leave=leave.pk, notice=notices.code, event=public.pk,
         secret=notification_settings.get_calendar_secret(dynasty=owner))  # fmt: skip


def take_name(world: World, owner: Dynasty) -> str:
    """Return the code of a name that the staff took from an Emperor of the owner."""
    emperor = factories.born(owner, "Vilia")
    names.take(user=world.users["staff"], named=emperor, parts=("name",), reason="An insult")
    return TakenName.objects.get(emperor=emperor).code


def ring(home: str = "t4") -> str:
    """Return the file of a small map, with the second start on this territory."""
    return json.dumps(draw(homes=["t1", home]))


def line(gap: int) -> str:
    """Return a board: two Emperors, each with a pawn, and so many tiles between them."""
    cells = ["(a)", " a ", *["   "] * gap, " b ", "(b)"]
    edge = "+" + "---+" * len(cells)
    return f"{edge}\n|{'|'.join(cells)}|\n{edge}\n"


def programs(world: World, owner: Dynasty) -> None:
    """Create programs of the owner: one that only reads, and one that may do all that a program can; and an app."""
    assert owner.user
    app, _secret = app_registration.create(
        dynasty=owner, name="An app", addresses=["https://app.example/"], keeps_secret=False
    )
    asked = {
        "response_type": "code",
        "client_id": app.code,
        "redirect_uri": "https://app.example/",
        "code_challenge": "x" * 43,
        "code_challenge_method": "S256",
    }
    grants.allow(user=owner.user, parameters=list(asked.items()), scopes=[READ])
    AppGrant.objects.update(refresh_digest="exchanged", expires_at=clock.now() + timedelta(days=30))
    keep(world, app=app.code, allowed_app=app.code, app_request=urlencode(asked))
    for role, scopes in (("reader", [READ]), ("program", [*SCOPES])):
        token, secret = api_tokens.create(user=owner.user, name=role, scopes=scopes, days=30)
        header = {"Authorization": f"Bearer {secret}"}
        world.clients[role] = Client(raise_request_exception=False, headers=header)
        keep(world, api_token=token.code)


def casual(world: World, owner: Dynasty, rival: Dynasty) -> None:
    """Create a casual battle whose only key lies in the owner's browser."""
    client = world.clients["owner"]
    wanted = {"field": "duel-2", "preset": "classic", "computers": "", "level": "random", "round_seconds": 60,
              "names": "", "emblem": "", "people": 2}  # fmt: skip
    answers = {"casual": client.post("/casual/now/"), "screen": client.post("/casual/", wanted | {"mode": "hot_seat"}),
               "by_link": client.post("/casual/", wanted | {"mode": "link"})}  # fmt: skip
    keep(world, **{name: answer["Location"].split("/")[2] for name, answer in answers.items()})
    token = client.cookies["casual"].value.rsplit(":", 2)[0]
    one = Person(casual_keys.hash_token("a rival"), rival)
    made = challenges.challenge(
        person=one, to=owner, field="duel-2", preset="classic", pace="daily", address="10.0.0.1"
    )
    keep(world, challenge=made.code)
    keep(world, invitation=casual_keys.make_invitation(token, world.codes["by_link"], "b"))
