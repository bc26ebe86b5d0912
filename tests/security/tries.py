"""The arguments and the body to try at each endpoint. The owner succeeds with them.

A value that begins with @ is the name of something in the world (tests/security/world.py).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from core import clock
from dynasty.catalog import emblems, portraits
from dynasty.domain import unsubscribe
from tests.security.world import World, line, ring
from tournaments.forms import announcement_defaults
from tournaments.models import Recurrence

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class Endpoint:
    """An endpoint: its name, its address with places for its arguments, and what these are called."""

    name: str
    route: str
    arguments: tuple[str, ...]

    @property
    def api(self) -> bool:
        return self.route.startswith("api/v1/")


@cache
def list_endpoints() -> tuple[Endpoint, ...]:
    """Return every endpoint of the site, from its URL table."""
    return tuple(sorted(walk(get_resolver(), "", ""), key=lambda endpoint: endpoint.route))


def walk(resolver: URLResolver, before: str, namespace: str) -> Iterator[Endpoint]:
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLPattern):
            name = f"{namespace}{each.name or route}"
            yield Endpoint(name, route, tuple(each.pattern.regex.groupindex))
        else:
            yield from walk(each, route, f"{each.namespace}:" if each.namespace else namespace)


PARTS = dict(emblems.DEFAULT)
PORTRAIT = portraits.choose_default("somebody", "w")
ORDER: dict[str, Any] = {"round": 1, "order": "C3-C4"}
PUSH = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "p256dh": "B" * 87, "auth": "A" * 22}
SERIES = {
    "title": "A new season", "format": "ladder", "type": "conquer", "field": "emperors:duel-2",
    "preset": "emperors:classic", "club": "", "table_seats": 2, "rounds": 3, "points": "3 1", "advance": 1,
    "stake": 0, "prize": 0, "asset": "gold", "round_seconds": 3600, "zone": "UTC",
}  # fmt: skip
CASUAL = {"mode": "alone", "field": "duel-2", "preset": "classic", "people": 2, "computers": "", "level": "random",
          "round_seconds": 60, "names": "", "emblem": ""}  # fmt: skip
ANNOUNCED = {"title": "A new cup", "type": "training", "game": "emperors", "field": "duel-2", "seats": 2,
             "round_seconds": 60}  # fmt: skip

ARENA = {
    "title": "An arena",
    "ground": "duel-2:classic",
    "round_seconds": 30,
    "minutes": 20,
    "zone": "UTC",
    "starts": "2001-01-01T00:00",
    "club": "",
}

ABOUT: dict[str, str] = {
    "tournament": "@fight", "api_tournament": "@fight", "tournament_call_off": "@cup", "tournament_invite": "@cup",
    "tournament_link": "@cup", "tournament_invitation": "@cup", "tournament_enter": "@free", "tournament_bet": "@free",
    "tournament_withdraw": "@entered", "tournament_wait": "@full", "tournament_stop_waiting": "@queued",
    "tournament_lead": "@asleep", "tournament_step_down": "@led", "tournament_call_computer": "@sleeper",
    "api_tournament DELETE": "@cup", "api_entry": "@free", "api_entry DELETE": "@entered", "api_bets": "@free",
    "api_invitations": "@cup", "api_link": "@cup", "api_line": "@full", "api_line DELETE": "@queued",
    "api_lead": "@asleep", "api_lead DELETE": "@led", "api_computer": "@sleeper",
    "retire": "@other", "portrait": "@other", "api_portrait": "@other",
    "market_offer": "@to_owner", "market_accept": "@to_owner", "market_withdraw": "@offer",
    "api_offer": "@to_owner", "api_offer DELETE": "@offer", "api_accept": "@to_owner",
    "emperor": "@emperor", "emperor_portrait": "@emperor", "emperor_follow": "@emperor", "dynasty_follow": "@guest",
    "api_emperor": "@emperor", "emperor_card": "@emperor", "emperor_career": "@emperor",
    "api_emperor_career": "@emperor", "head_to_head": "@owner", "api_head_to_head": "@owner",
    "lab_room": "@room", "delete_rule_template": "@template",
    "notice": "@notice", "series": "@series", "study": "@study", "api_study": "@study", "edit_study": "@study",
    "delete_study": "@study", "report_study": "@study", "study_chapter": "@study", "study_record": "@study",
    "study_comment": "@study", "delete_chapter": "@study", "embedded_study": "@study",
    "series_join": "@joinable", "series_leave": "@joined", "series_call_off": "@series",
    "api_series": "@series", "api_series_entry": "@joinable", "api_series_entry DELETE": "@joined",
    "edit_recurrence": "@recurs", "api_recurring_setup": "@recurs",
    "change_recurrence": "@recurs", "api_one_recurring": "@recurs", "talk_unmute": "@muted", "api_unmute": "@muted",
    "talk_message": "@message", "api_report": "@message", "api_retire": "@other", "revoke_token": "@api_token",
    "delete_app": "@app", "take_back_app": "@allowed_app",
    "round_png": "@old", "round_svg": "@old", "api_round": "@old", "tournament_round": "@old",
    "tournament_play_on": "@old", "casual_start": "@by_link", "casual_sit_down": "@screen",
    "challenge_answer": "@challenge",
    "webhook": "@webhook", "webhook_test": "@webhook", "webhook_delete": "@webhook", "api_webhook": "@webhook",
    "api_webhook_test": "@webhook", "webhook_secret": "@webhook", "api_webhook_secret": "@webhook",
    "class": "@school", "class_act": "@school", "class_data": "@school", "class_pupil": "@school",
    "class_pupils": "@school", "delete_class": "@school",
    "conversation": "@annoyed", "private_message": "@private", "club_talk": "@club",
    "club": "@club", "club_act": "@other_club", "change_club": "@club", "dissolve_club": "@club",
    "club_member": "@club", "leave_club": "@other_club", "api_club": "@club", "api_club_membership": "@other_club",
    "api_club_membership PUT": "@third_club", "api_club_matches": "@club", "api_club_match": "@club_match",
    "challenge_club": "@third_club", "club_match": "@club_match", "club_ladder": "@club",
    "club_match_act": "@club_match",
    "arena": "@arena", "arena_act": "@arena", "arena_call_off": "@arena", "api_arena": "@arena",
    "casual_hand_over": "@screen", "board": "@board", "board_text": "@board", "board_shelve": "@board",
    "api_board": "@board", "drawn_map": "@map", "drawn_map_file": "@map", "map_shelve": "@map", "api_map": "@map",
    "lesson": "first-steps", "appeal": "silence", "report_name": "@rival",
    "new_name": "@taken_name",
}  # fmt: skip
"""Of which thing the `code` in an address is, by endpoint; by default a dynasty's page is the owner's, and a
tournament's that of its battle."""
OTHERS: dict[str, Any] = {
    "number": 1, "dozen": 1, "chapter": "@chapter",
    "token": "@token", "secret": "@secret", "invitation": "@invitation", "what": "skip", "pk": 1,
    "key": "none", "uidb36": "1", "object_id": 1, "content_type_id": 1,
    "app_label": "dynasty", "url": "nowhere", "path": "1",
}  # fmt: skip
"""The other arguments."""

BODIES: dict[str, Any] = {
    "found POST": {"name": "A new house", "motto": "We begin", **PARTS},
    "court POST": {"name": "Cecilia", "gender": "w", "birth_date": "1400-05-01"},
    "retire POST": {"sure": "yes"},
    "portrait POST": PORTRAIT,
    "settings POST": {"language": "es", "time_zone": "Europe/Madrid"},
    "set_language POST": {"language": "es"},
    "market_compose POST": {"token": "once", "to": "", "gives-gold": 3, "asks-silver": 2},
    "market_piece POST": {"asset": "gold"},
    "market_buy POST": {"name": "iron", "count": 1, "token": "once"},
    "notice_settings POST": {"rhythm": "daily", "quiet_from": "", "quiet_until": "", "started.mail": "on"},
    "api_app_token POST": {"grant_type": "refresh_token", "client_id": "@app", "refresh_token": "none"},
    "api_app_revoke POST": {"token": "none", "client_id": "@app"},
    "apps POST": {"name": "Another app", "addresses": "https://app.example/", "keeps_secret": ""},
    "authorize_app POST": {"answer": "allow", "scopes": ["read"]},
    "webhooks POST": {"address": "https://example.org/new", "format": "json", "kinds": ["hosted"]},
    "webhook POST": {"kinds": ["turn"], "active": "on"},
    "api_webhooks POST": {"address": "https://example.org/new", "kinds": ["hosted"]},
    "api_webhook PUT": {"kinds": ["turn"], "active": True},
    "webhook_secret POST": {"keep_former": "on"}, "api_webhook_secret POST": {"keep_former": True},
    "notices_push POST": PUSH,
    "notices_push_forget POST": {"browser": "none"},
    "farewell POST": {"address": "owner@example.org", "sure": "on"},
    "leave POST": {"action": "choose", "automatic": "on"},
    "announce_series POST": SERIES,
    "series_join POST": {"emperor": "@emperor"},
    "announce_words POST": {},
    "announce_series_words POST": {},
    "casual POST": CASUAL,
    "casual_now POST": {},
    "opponents POST": {"act": "seek", "ground": "board", "pace": "live"},
    "challenge POST": {"name": "Guest", "ground": "duel-2:classic", "pace": "daily"},
    "challenge_answer POST": {"act": "accept"},
    "announce_arena POST": ARENA,
    "all_classes POST": {"name": "6C"},
    "class_act POST": {"act": "allow"},
    "class_pupil POST": {"act": "delete"},
    "class_pupils POST": {"names": "Ben"},
    "delete_class POST": {"name": "6B"},
    "found_club POST": {"name": "A new club", "words": "", "entrance": "open", **PARTS},
    "change_club POST": {"name": "A changed club", "words": "", "entrance": "link", **PARTS},
    "club_act POST": {"act": "join"},
    "new_study POST": {"title": "Another study", "words": "", "visibility": "link"},
    "add_to_study POST": {"source": "@old_address", "study": "@study"},
    "edit_study POST": {"act": "add", "source": "@old_address"},
    "rule_templates POST": {"code": "@template", "name": "Rules of Sundays"},
    "lab_rooms POST": {"lab": "b=Aa_/_bB"},
    "lab_room POST": {"version": 1, "give": "a.B1-C1"},
    "report_study POST": {"do": "mute"},
    "study_comment POST": {"round": 1, "text": "Too early."},
    "club_member POST": {"act": "officer"},
    "challenge_club POST": {
        "club": "@club", "ground": "duel-2:classic", "round_seconds": 30, "boards": 2, "zone": "UTC",
        "starts": "2001-01-01T00:00",
    },
    "club_match_act POST": {"act": "accept"},
    "dissolve_club POST": {"name": "A club"},
    "api_club_membership PUT": {},
    "arena_act POST": {"act": "enter"},
    "casual_seat POST": {"name": "Somebody"},
    "casual_words POST": {"words": "luck"},
    "casual_mute POST": {"seat": "b", "mute": "yes"},
    "casual_sit_down POST": {"seat": "a"},
    "casual_leave POST": {"sure": "yes"},
    "talk_message POST": {"do": "mute"},
    "moderation POST": {"do": "silence", "on": "@rival", "reason": "spam, again"},
    "tournament_talk POST": {"room": "table", "text": "Well met"},
    "tournament_treaties POST": {"kind": "tribute", "to": ["b"], "asset": "gold", "amount": 1},
    "tournament_treaty POST": {"treaty": "@treaty", "act": "accept"},
    "tournament_call_off POST": {"sure": "yes", "reason": "rain"},
    "tournament_invite POST": {"dynasty": "@guest"},
    "tournament_wait POST": {"emperor": "@emperor", "chest": 0},
    "tournament_order POST": ORDER,
    "tournament_take_back POST": {"round": 1},
    "tournament_draft POST": ORDER,
    "tournament_enter POST": {"emperor": "@emperor", "seat": "b"},
    "tournament_bet POST": {"emperor": "@emperor", "seat": "a", "asset": "gold", "amount": 5},
    "tournament_abdicate POST": {"sure": "yes"},
    "tournament_more_time POST": {"round": 1},
    "tournament_stand POST": {"orders": "A1-A2"},
    "tournament_queue POST": {"round": 1, "orders": "C3-C4"},
    "tournament_vote POST": {"round": 1, "what": "pause"},
    "tournament_play_on POST": {"round": 1, "seat": "a", "level": "random"},
    "tournament_lead POST": {"seat": "b"},
    "display POST": {"palette": "clear", "speed": "fast"},
    "tokens POST": {"name": "My program", "scopes": ["read"], "days": 30},
    "map_editor POST": {"go": "save", "title": "Another map", "drawing": ring("t5")},
    "board_editor POST": {"go": "save", "title": "Another board", "drawing": line(2)},
    "api_found PUT": {"name": "A new house"},
    "friends POST": {"shows_online": "on", "first_messages": "friends"},
    "api_friends PUT": {"shows_online": True, "first_messages": "nobody"},
    "conversation POST": {"text": "Will you train with me?"},
    "private_message POST": {"do": "mute"},
    "appeal POST": {"text": "It was a joke."}, "report_name POST": {"do": "report", "reason": "insult"},
    "new_name POST": {"name": "A better name", "motto": "And a better motto"},
    "club_talk POST": {"text": "Who comes on Friday?"},
    "api_following PUT": {"dynasty": "@guest", "follow": True},
    "carry_streak POST": {"day": "2026-03-01", "days": "1"},
    "board_follow POST": {"field": "duel-2"},
    "api_portrait PUT": PORTRAIT,
    "api_raise POST": {"name": "Cecilia", "gender": "w", "birth_date": "1400-05-01"},
    "api_preferences PUT": {"language": "es", "time_zone": "Europe/Madrid"},
    "api_notices POST": {"code": ""},
    "api_notice_settings PUT": {"channels": {}, "rhythm": "daily", "quiet_from": None, "quiet_until": None},
    "api_notice_push POST": PUSH,
    "api_offers POST": {"gives": {"gold": 3}, "asks": {"silver": 2}, "token": "once"},
    "api_keys POST": {"name": "iron", "count": 1},
    "api_regalia POST": {"name": "ribbon", "asset": "gold"},
    "api_muted POST": {"code": "@rival"},
    "api_report POST": {"reason": "spam"},
    "api_talk POST": {"room": "table", "text": "Well met"},
    "api_treaties POST": {"kind": "tribute", "to": ["b"], "asset": "gold", "amount": 1},
    "api_treaty POST": {"accept": True},
    "api_casual POST": {},
    "api_casual_seats POST": {"invitation": "@invitation"},
    "api_tournaments POST": ANNOUNCED,
    "api_entry POST": {"emperor": "@emperor", "seat": "b"},
    "api_order PUT": ORDER,
    "api_bets POST": {"emperor": "@emperor", "seat": "a", "asset": "gold", "amount": 5},
    "api_more_time POST": {"round": 1},
    "api_draft POST": ORDER,
    "api_queued PUT": {"round": 1, "orders": ["C3-C4"]},
    "api_maps POST": {"title": "A new map", "drawing": ring("t3")},
    "api_boards POST": {"title": "A new board", "drawing": line(3)},
    "api_standing PUT": {"orders": ["A1-A2"]},
    "api_votes POST": {"round": 1, "what": "pause"},
    "api_lead POST": {"seat": "b"},
    "api_leave POST": {"days": 1},
    "api_leave PATCH": {"automatic": True},
    "api_invitations POST": {"dynasty": "@guest"},
    "api_link PUT": {"token": "@token"},
    "api_line POST": {"emperor": "@emperor"},
    "api_recurring_setup PUT": ANNOUNCED | {"every": "daily", "left": 2},
    "api_recurring POST": {"tournament": "@training", "every": "daily", "times": 2},
    "api_all_series POST": {
        "title": "A new season", "format": "ladder", "type": "conquer", "field": "duel-2", "table_seats": 2,
        "round_seconds": 3600, "rounds": 3, "points": [3, 1],
    },
    "api_series_entry PUT": {"emperor": "@emperor"},
}  # fmt: skip
FORMS = {"api_app_token", "api_app_revoke"}
"""Addresses of the API that read forms, as OAuth has it."""
FORM_TYPE = "application/x-www-form-urlencoded"
QUERIES = {
    "authorize_app GET": "@app_request",
    "authorize_app POST": "@app_request",
    "api_notice_push DELETE": "endpoint=https%3A%2F%2Ffcm.googleapis.com%2Ffcm%2Fsend%2Fabc",
    "api_votes DELETE": "round=1&what=pause",
}


def address(endpoint: Endpoint, method: str, world: World) -> str:
    """Return the address to call."""
    made = endpoint.route
    for argument in endpoint.arguments:
        value = str(resolve_name(argument_of(endpoint, method, argument), world))
        made = put_in(made, argument, value)
    query = str(resolve_name(QUERIES.get(f"{endpoint.name} {method}", ""), world))
    return "/" + made.replace("^", "").replace("$", "").replace("\\Z", "") + (f"?{query}" if query else "")


def argument_of(endpoint: Endpoint, method: str, argument: str) -> Any:
    if argument == "code":
        usual = "@owner" if endpoint.name.startswith(("dynasty", "api_dynasty")) else "@fight"
        usual = "@casual" if "casual" in endpoint.name else usual
        return ABOUT.get(f"{endpoint.name} {method}", ABOUT.get(endpoint.name, usual))
    special = {
        ("event", "number"): "@event",
        ("club_by_link", "invitation"): "@club_link",
        ("class_by_link", "invitation"): "@class_link",
        ("club_member", "who"): "@clubber",
        ("class_pupil", "who"): "@pupil",
        ("api_log_event", "number"): "@event",
        ("api_one_leave", "number"): "@leave",
        ("notices_stop", "token"): "@stop",
        ("head_to_head", "other"): "@rival",
        ("api_treaty", "treaty"): "@treaty",
        ("api_head_to_head", "other"): "@rival",
        ("included_board", "name"): "duel-2",
        ("map_file", "name"): "city",
        ("campaign_map", "name"): "lake",
        ("market_piece", "name"): "ribbon",
    }
    return special.get((endpoint.name, argument), OTHERS.get(argument, "1"))


def put_in(route: str, argument: str, value: str) -> str:
    """Return the route with the argument filled in, in either way in which Django writes places."""
    filled = re.sub(rf"<(?:\w+:)?{argument}>", value, route)
    at = filled.find(f"(?P<{argument}>")
    if at < 0:
        return filled
    return filled[:at] + value + filled[at + length_of_group(filled[at:]) :]


def length_of_group(text: str) -> int:
    """Return the length of the group that the text begins with, brackets included."""
    depth = 0
    for end, character in enumerate(text, 1):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return end
    return len(text)


def resolve_name(value: Any, world: World) -> Any:
    """Return the thing itself, where its name is passed."""
    if not (isinstance(value, str) and value.startswith("@")):
        return value
    return unsubscribe.build_token(world.codes["owner"]) if value == "@stop" else world.codes[value[1:]]


def body(endpoint: Endpoint, method: str, world: World) -> dict[str, Any]:
    """Return what to send."""
    sent = {name: resolve_name(value, world) for name, value in BODIES.get(f"{endpoint.name} {method}", {}).items()}
    if (endpoint.name, method) == ("announce", "POST"):
        composed = announcement_defaults.build_form_data(
            announcement_defaults.get_usual_values() | {"title": "The Jade Cup", "code": "abcdefghjk"}
        )
        return dict(composed.lists()) | {"go": "announce", "step": "confirm"}
    if (endpoint.name, method) == ("edit_recurrence", "POST"):
        edited = announcement_defaults.get_recurrence_values(Recurrence.objects.get(code=world.codes["recurs"])) | {
            "title": "Another title"
        }
        return dict(announcement_defaults.build_form_data(edited).lists()) | {"go": "announce", "step": "confirm"}
    if (endpoint.name, method) == ("api_recurring_setup", "PUT"):
        return sent | {"starts_at": (clock.now() + timedelta(days=9)).isoformat()}
    if (endpoint.name, method) in (("announce_series", "POST"), ("announce_arena", "POST"), ("challenge_club", "POST")):
        return sent | {"starts": announcement_defaults.format_local_time(clock.now() + timedelta(days=1), "UTC")}
    if (endpoint.name, method) in (("api_tournaments", "POST"), ("api_all_series", "POST")):
        sent["starts_at"] = (clock.now() + timedelta(hours=2)).isoformat()
    return sent
