"""Every page of the site with something on it, found from the table of addresses: for axe, for layout, for screenshots.

Addresses without a part to fill in are asked as they stand; those with one are filled from what `people` has set up.
A new page is therefore looked at as soon as it has an address; one with a part that is not known here fails a test.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from battlefield import fields
from campaign.options import defaults
from core import clock
from dynasty.models import Club, Dynasty, Event, Notice, TakenName, ThirdPartyApp, User
from dynasty.services import following, notifications, offers, social
from dynasty.services.apps import grants
from dynasty.services.clubs import classes, founding, membership
from dynasty.services.webhooks import registration, sending
from dynasty.services.webhooks.sending import Answer
from tests import factories
from tests.dynasty.apps import flows
from tests.dynasty.clubs.scenes import describe
from tests.security.world import open_client as proven
from tests.tournaments.reviews.test_order_puzzles import make as make_puzzle
from tournaments.domain import casual_keys, games, terms
from tournaments.domain.world_chronicle import format_week
from tournaments.forms import campaign_rules
from tournaments.lab import state as lab_state
from tournaments.models import Balance, ClubMatch, Tournament
from tournaments.presenters import map_files
from tournaments.selectors.reviews import pasted
from tournaments.selectors.studies import sources
from tournaments.services import boards, chat, moderation, puzzles, rounds, series, world_chronicle
from tournaments.services.arenas import announcing, players
from tournaments.services.casual.between_people import Person
from tournaments.services.clubs import match_battles
from tournaments.services.clubs import matches as club_matches
from tournaments.services.composing import rule_templates
from tournaments.services.maps import drawing as map_drawing
from tournaments.services.pairing import seeks
from tournaments.services.people import club_talk, conversations, lab_rooms, names, origins, reports
from tournaments.services.series import Setup
from tournaments.services.studies import chapters as study_chapters
from tournaments.services.studies import comments
from tournaments.services.studies import editing as studies
from tournaments.views import cases
from tournaments.views.tutorial_lessons import LESSONS

LEFT_OUT = ("api/v1/", "api/schema", "staff/", "i18n/", "metrics", "healthz")
"""Not pages of the site: for programs, or Django's own."""
Who = str
"""nobody, member or staff"""


@dataclass(frozen=True)
class Page:
    """An address, and who looks at it."""

    path: str
    who: Who

    @property
    def name(self) -> str:
        """For the name of a file."""
        return re.sub(r"[^\w-]+", "_", self.path.strip("/")) or "home"


@dataclass
class World:
    """What there is to look at."""

    clients: dict[Who, Client]
    parts: dict[str, list[str]]
    """By how an address begins: what its first part can be."""

    def sessions(self) -> dict[Who, str]:
        return {who: client.cookies["session"].value for who, client in self.clients.items() if who != "nobody"}


def people() -> World:
    """Return a small world in which everything has happened once."""
    mine, other = factories.proven(factories.found("Aurelia")), factories.proven(factories.found("Makedon"))
    livia, theodora = factories.born(mine, "Livia", 40), factories.born(other, "Theodora", 60)
    announced = factories.announce("honour", organiser=mine, game="emperors", field="cross-4", seats=4,
                               title="The Lotus Cup")  # fmt: skip
    running, _emperors = factories.begin("gift", 0, 0, game="emperors", field="duel-2", title="The Quiet Duel")
    campaign, _emperors = battle_of_others("campaign.classic")
    offer = offers.create(dynasty=other, gives={"gold": 100}, asks={"silver": 40})
    text = chat.post(tournament=announced, dynasty=other, room="public", text="Who comes?")
    notifications.notify(dynasty=mine, kind="offer", facts={"dynasty": "Makedon"}, key="one")
    ladder = a_series(mine, theodora)
    a_search(other), a_search(None)
    over = play_finished().code
    app = an_app(mine)
    clerk = a_clerk()
    former = take_name(mine, clerk)
    names.report(dynasty=mine, named=theodora, reason="insult")
    clients = {"nobody": Client(), "member": proven(mine.user), "staff": proven(clerk)}
    parts = {
        "tournament": [running.code, announced.code, campaign.code, over],
        "dynasty": [mine.code], "emperor": [livia.code, theodora.code], "event": [str(Event.objects.latest("pk").pk)],
        "market/offer": [offer.code], "series": [ladder], "arena": [an_arena(mine)], **a_club(mine, other),
        "talk": [text.code], "appeal": [remove_text(announced, mine, clerk), former],
        "name": [other.code, theodora.code], "court/name": [former],
        "puzzle": [str(puzzles.create_puzzle(puzzles.get_today()).day)], "boards": [a_board(mine)],
        "boards/included": ["duel-2"], "maps": ["city"], "maps/drawn": [a_map(mine)], "market/regalia": ["crown"],
        "court/portrait": [livia.code],
        "puzzles": [make_puzzle(Tournament.objects.get(code=over)).code], "puzzles/practice": ["1"],
        "cases": [next(iter(cases.get_cases_by_number()))], "learn": [LESSONS[0].name],
        "notices/of": [Notice.objects.latest("pk").code], "chronicle": [a_day_of_news()],
        "chronicle/week": [a_week_of_news()], "court/settings/webhooks": [a_webhook(mine)],
        "court/settings/apps": [app.code],
        "rules/templates": [f"{a_template(mine)}/delete"],
        "lab/rooms": [lab_rooms.create(lab=lab_state.read({"b": "A_3/_4/_a2_b/_3B", "o": "a.B3-D3"})).code],
        "lab/review": [a_record(over)], **a_study(mine, over), **a_conversation(mine, other),
    }  # fmt: skip
    return World(clients, parts)


def remove_text(tournament: Tournament, author: Dynasty, clerk: User) -> str:
    """Return the code of a message that the staff removed."""
    said = chat.post(tournament=tournament, dynasty=author, room="public", text="Whoever loses here is a fool.")
    moderation.remove_message(user=clerk, message=said, reason="It insults those who lose.")
    return said.code


def take_name(dynasty: Dynasty, clerk: User) -> str:
    """Return the code of a name that the staff took from an Emperor of a dynasty."""
    emperor = factories.born(dynasty, "Vilia")
    names.take(user=clerk, named=emperor, parts=("name",), reason="It insults a people.")
    return TakenName.objects.get(emperor=emperor).code


def a_conversation(mine: Dynasty, other: Dynasty) -> dict[str, list[str]]:
    """Return the parts of addresses of a conversation between friends who show that they are here."""
    for one, another in ((mine, other), (other, mine)):
        following.follow(follower=one, dynasty=another)
        social.choose(dynasty=one, shows_online=True, first_messages="everybody")
        social.note_presence(user=one.user)
    text = conversations.write(dynasty=other, to=mine, text="Shall we train on the cross?")
    conversations.write(dynasty=mine, to=other, text="Gladly, tonight at eight.")
    conversations.write(dynasty=factories.found("Songhai"), to=mine, text="May I join your club?")
    reports.report(dynasty=mine, message=text, reason="other")
    cup = factories.announce("gift", game="emperors", field="duel-2", title="The Twins’ Cup")
    for each in (mine, other):
        origins.note(tournament=cup, dynasty=each, address="10.0.0.1")
    return {"messages": [other.code], "messages/one": [text.code]}


def a_template(dynasty: Dynasty) -> str:
    """Return the code of a template of rules; another one names rules that are gone."""
    rule_templates.save(dynasty=dynasty, name="Old rules", options="game=emperors&field=duel-2&preset=forgotten")
    rules = campaign_rules.fill_in(defaults("campaign.skirmish") | {"fog": "on"})
    options = f"game=campaign.skirmish&field=grid4x4&rules=own&{urlencode(rules)}"
    return rule_templates.save(dynasty=dynasty, name="Skirmish in the fog", options=options).code


def a_study(author: Dynasty, battle: str) -> dict[str, list[str]]:
    """Return the parts of addresses of a study with three chapters, one with comments and one of a campaign."""
    words = "How a duel is won from the flank, and what the other side could have done."
    made = studies.create(
        dynasty=author, description={"title": "The flank in the duel", "words": words, "visibility": "public"}
    )
    first, _second = (
        study_chapters.add(study=made, by=author, source=sources.read_source(battle), title=title)
        for title in ("The first breach", "The same idea, a round later")
    )
    campaign = study_chapters.add(study=made, by=author, source=sources.read_source(play_campaign().code))
    for number, text in enumerate(("Both sides mirror each other.", "The pawn comes out.\nWatch the Emperor.")):
        comments.write(chapter=first, by=author, number=number, text=text)
    one = f"{made.code}/{first.code}"
    chapters = [one, f"{made.code}/{campaign.code}"]
    pages = [made.code, *chapters, f"{one}/delete"]
    return {"study": pages, "embed": [battle, f"study/{one}"], "embed/study": chapters}


def a_record(code: str) -> str:
    """Keep the record of a battle that is over for a review, and return its key."""
    return pasted.keep(Client().get(f"/tournament/{code}/record").content.decode().strip())


def an_app(maker: Dynasty) -> ThirdPartyApp:
    """Return an app that somebody made and has let in."""
    app, _secret = flows.register(maker)
    assert maker.user
    address = grants.allow(user=maker.user, parameters=list(flows.ask(app).items()), scopes=["play"])
    flows.exchange(app, flows.read_query(address)["code"])
    return app


def a_webhook(dynasty: Dynasty) -> str:
    """Return the code of a webhook whose messages arrived, wait, and failed."""
    made, _secret = registration.create(dynasty=dynasty, address="https://example.org/hook", kinds=["hosted", "turn"])
    for key, status in (("one", 204), ("two", 500)):
        facts = {"title": "The Lotus Cup", "emperor": "Theodora", "dynasty": "Makedon", "result": "entered"}
        notifications.notify(dynasty=dynasty, kind="hosted", key=key, facts=facts)
        sending.record(delivery_id=made.deliveries.get(key=key).pk, answer=Answer(status))
    return made.code


def a_search(dynasty: Dynasty | None) -> None:
    """Let somebody look for an opponent."""
    person = Person(casual_keys.hash_token(dynasty.code if dynasty else "a guest"), dynasty)
    family = "board" if dynasty else "map"  # so that they do not meet
    seeks.create(person=person, family=family, field="", pace="daily", network="a network")


def an_arena(host: Dynasty) -> str:
    """Return the code of an arena that goes on, in which its host waits for a rival."""
    begun = clock.now() - timedelta(hours=1)
    with clock.freeze(begun):
        arena = announcing.announce(
            organiser=host,
            title="The Friday Arena",
            field="duel-2",
            preset="classic",
            round_seconds=30,
            starts_at=begun + timedelta(minutes=5),
            minutes=120,
        )
    person = Person(casual_keys.hash_token("a host"), host)
    players.enter(arena=arena, dynasty=host, person=person, address="10.0.0.1")
    return arena.code


def begin_match(owner: Dynasty, club: Club, other: Dynasty, clan: Club) -> str:
    """Return the code of a match of two clubs that goes on over two boards, of which one club has but one."""
    match = club_matches.challenge(
        by=owner,
        club=club,
        to=clan,
        field="duel-2",
        preset="classic",
        round_seconds=86_400,
        boards=2,
        starts_at=clock.now() + timedelta(minutes=20),
    )
    club_matches.answer(match=match, by=other, accept=True)
    club_matches.name_players(match=match, by=owner, club=club, dynasties=[owner])
    club_matches.name_players(match=match, by=other, club=clan, dynasties=[other])
    ClubMatch.objects.filter(pk=match.pk).update(starts_at=clock.now())
    match.refresh_from_db()
    match_battles.tend(match)
    return match.code


def a_club(owner: Dynasty, other: Dynasty) -> dict[str, list[str]]:
    """Return the parts of addresses about a club with an owner, a member and a request."""
    words = describe(words="We meet every Friday at eight.", entrance="request")
    club = founding.found(founder=owner, description=words)
    membership.join(club=club, dynasty=other, invitation=club.invitation)
    membership.join(club=club, dynasty=factories.found("Nubia"))
    club_talk.post(club=club, dynasty=other, text="Who comes on Friday?")
    school = classes.found(teacher=owner, name="6B")
    classes.add_pupils(club=school, by=owner, text="Ana\nBen")
    clan = founding.found(founder=other, description=describe("The Silver Club"))
    match = begin_match(owner, club, other, clan)
    return {
        "club": [club.code, clan.code],
        "match": [match],
        "clubs/by": [club.invitation],
        "class": [school.code],
        "classes/by": [school.invitation],
    }


def a_day_of_news() -> str:
    """Write the world chronicle's page of today; return its address's part."""
    today = clock.get_midnight(clock.now()).date()
    world_chronicle.write_day(day=today)
    return today.isoformat()


def a_week_of_news() -> str:
    """Write the last day of the week before this one; return the week as its address names it."""
    today = clock.get_midnight(clock.now()).date()
    sunday = today - timedelta(days=today.weekday() + 1)
    world_chronicle.write_day(day=sunday)
    return format_week(sunday)


def battle_of_others(game: str) -> tuple[Tournament, list[Any]]:
    tournament = factories.announce("training", game=game, field=games.GAMES[game].field_names()[0], seats=3,
                                title="The Long March")  # fmt: skip
    fighters = [factories.born(factories.found(name), name) for name in ("Khmer", "Inca", "Benin")]
    for seat, emperor in zip("abc", fighters, strict=True):
        factories.enter(tournament, emperor, seat)
    return factories.again(tournament), fighters


def play_finished() -> Tournament:
    """Play a duel that is over after two rounds."""
    cup = factories.announce("honour", game="emperors", field="duel-2", title="The Short Quarrel",
                         rules={"goals": ["survive(2,0)"]})  # fmt: skip
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        factories.enter(cup, factories.born(factories.found(name), name, 20), seat)
    return factories.play(factories.start(cup), {"a": "B3-B4", "b": "B5-B4"}, {"a": "-", "b": "-"})


def play_campaign() -> Tournament:
    """Play a skirmish until all but one resign in its third round. A site may close rounds before this does."""
    war = factories.announce("honour", seats=3, game="campaign.skirmish", field="grid4x4", title="The Long Retreat")
    for seat, name in (("a", "Tang"), ("b", "Song"), ("c", "Liao")):
        factories.enter(war, factories.born(factories.found(name), name, 20), seat)
    factories.start(war)
    for others in ("-", "-", "abdicate"):
        number = factories.again(war).round_no
        for seat, text in (("a", "-"), ("b", others), ("c", others)):
            factories.order(war, seat, text)
        rounds.close_round(tournament_id=war.pk, round_no=number)
    return factories.again(war)


def a_series(host: Dynasty, entrant: Any) -> str:
    """Return the code of a ladder that somebody has joined."""
    setup = Setup("ladder", "conquer", "emperors", "duel-2", {}, terms.read({}), 2, 60, clock.now() + factories.HOUR,
                  rounds=3, points=(3, 1))  # fmt: skip
    found = series.announce(organiser=host, title="The Jade Season", setup=setup)
    series.join(series=found, dynasty=entrant.dynasty, emperor=entrant)
    return str(found.code)


def a_board(author: Dynasty) -> str:
    """Return the code of a board that somebody drew, and whose report is written: a site would play its battles."""
    formation = fields.load("duel-2")
    board = boards.create(author=author, title="Aurelia’s duel", drawing=boards.format_drawing(formation))
    report = Balance.objects.filter(board=board)
    report.update(pieces=60, battles=412, wins={"a": 203, "b": 197}, done_at=clock.now())
    return board.code


def a_map(author: Dynasty) -> str:
    """Return the code of a map that somebody drew: one that comes with the game under another name."""
    drawn = map_drawing.create(author=author, title="Aurelia’s lake", drawing=map_files.format_included("lake"))
    return drawn.code


def a_clerk() -> User:
    """Return a member of the staff, with the second factor that its pages ask for."""
    user = User.objects.create_user("clerk@example.org", "a long password", is_staff=True, is_superuser=True)
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    return user


def routes(patterns: list[Any] | None = None, before: str = "") -> Iterator[str]:
    """Yield every address that somebody may ask for, as it is written in the tables."""
    for each in patterns if patterns is not None else get_resolver().url_patterns:
        route = before + str(each.pattern).removeprefix("^").removesuffix("$").removesuffix("\\Z")
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, route)
        elif isinstance(each, URLPattern) and not route.startswith(LEFT_OUT):
            yield route


def fill_route(route: str, world: World) -> list[str] | None:
    """Return the addresses of a route, or None where nobody knows a part. Pages beside a page are looked at once."""
    if "<" not in route:
        return [] if "(" in route else [f"/{route}"]
    begin, tail = route.split("<", 1)
    known = world.parts.get(begin.strip("/"))
    if known is None:
        return None
    _part, after = tail.split(">", 1)
    if "<" in after:
        return []
    return [f"/{begin}{value}{after}" for value in (known if after in ("", "/") else known[:1])]


def every_page(world: World) -> Iterator[Page]:
    """Return each address that answers with a page, by the first role that may see it; the court's own view too."""
    for route in routes():
        for path in fill_route(route, world) or []:
            who = next((who for who, client in world.clients.items() if is_page(client, path)), None)
            if who is not None:
                yield Page(path, who)
    yield from (Page(path, "member") for path in ("/", "/play/", "/market/", "/casual/", ask_for_app(world)))


def ask_for_app(world: World) -> str:
    """Return the address at which an app asks to be let in."""
    (code,) = world.parts["court/settings/apps"]
    return f"/oauth/authorize/?{urlencode(flows.ask(ThirdPartyApp.objects.get(code=code)))}"


def is_page(client: Client, path: str) -> bool:
    answer = client.get(path)
    html = answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html")
    return html and answer.content[:15].lower() == b"<!doctype html>"


def strangers(world: World) -> list[str]:
    """Return routes with a part that no function fills, and that no test looks at."""
    return [route for route in routes() if fill_route(route, world) is None and not route.startswith(UNSEEN)]


UNSEEN = ("account/", "notices/stop/", "notices/calendar/", "casual/", "talk/muted/", "announce/recurring/",
          "court/retire/", "court/settings/tokens/")  # fmt: skip
"""Routes whose part is a secret that is made once, or whose page is a form's answer; they have tests of their own."""
