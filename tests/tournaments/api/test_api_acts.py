"""Whatever a person can do on the pages a program can do too: each act of a page beside the operation of the API.

The acts are the rows of the matrix of rights that are sent with POST; a new one fails until it is in one of the tables.
What has no operation is told in docs/api/http.md, with the reason.
"""

from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.security.test_matrix import DECLARED

GUIDE = (Path(__file__).parents[3] / "docs/api/http.md").read_text()
ACTS: dict[str, str] = {
    "announce": "announce", "announce_series": "announce_series", "board_editor": "draw_board",
    "board_shelve": "shelve_board", "casual": "make_casual_battle", "casual_leave": "leave_casual_battle",
    "casual_now": "make_casual_battle", "casual_rematch": "casual_rematch", "casual_seat": "take_casual_seat",
    "casual_start": "start_casual_battle", "change_recurrence": "recur skip_recurrence stop_recurrence",
    "club_act": "join_club", "club_by_link": "join_club", "leave_club": "leave_club",
    "court": "raise_emperor", "display": "choose_preferences", "edit_recurrence": "change_recurrence",
    "found": "found_dynasty", "map_editor": "draw_map", "map_shelve": "shelve_map",
    "leave": "take_leave choose_automatic_leave call_leave_off",
    "market_accept": "accept_offer", "market_buy": "buy_keys", "market_piece": "buy_regalia",
    "market_compose": "make_offer",
    "market_withdraw": "withdraw_offer", "notice_settings": "choose_notices", "notices_push": "subscribe_push",
    "notices_push_forget": "unsubscribe_push", "notices_read": "read_notices", "notices_stop": "choose_notices",
    "portrait": "choose_portrait",
    "order_puzzle": "answer_puzzle", "retire": "retire_emperor",
    "series_call_off": "call_off_series", "series_join": "join_series",
    "series_leave": "leave_series", "set_language": "choose_preferences", "settings": "choose_preferences",
    "talk_message": "mute report_message", "talk_unmute": "unmute", "tournament_abdicate": "give_order",
    "tournament_bet": "bet", "tournament_call_computer": "call_computer", "tournament_call_off": "call_off",
    "tournament_draft": "weigh_order", "tournament_enter": "enter", "tournament_invitation": "accept_private_link",
    "tournament_invite": "invite", "tournament_lead": "lead_seat", "tournament_link": "new_private_link",
    "friends": "choose_friends_settings", "board_follow": "follow",
    "dynasty_follow": "follow", "emperor_follow": "follow",
    "tournament_more_time": "more_time", "tournament_order": "give_order", "tournament_queue": "queue_orders",
    "tournament_review_ask": "ask_for_review",
    "tournament_stand": "give_standing_orders", "tournament_step_down": "step_down",
    "tournament_stop_waiting": "stop_waiting", "tournament_take_back": "take_order_back", "tournament_talk": "say",
    "tournament_treaties": "propose_treaty", "tournament_treaty": "answer_treaty",
    "tournament_vote": "vote take_vote_back",
    "webhook": "change_webhook", "webhook_delete": "delete_webhook", "webhook_test": "test_webhook",
    "webhook_secret": "renew_webhook_secret",
    "webhooks": "create_webhook",
    "tournament_wait": "wait", "tournament_withdraw": "withdraw",
}  # fmt: skip
"""By the name of the page's address: the operations that do the same."""
FOR_PEOPLE: dict[str, tuple[str, ...]] = {
    "Log-ins, passwords, addresses, second factors": ("account_*", "mfa_*", "usersessions_list"),
    "Tokens, and the mark of a program": ("tokens", "revoke_token", "mark_program"),
    "Apps: registering them, letting them in, taking that back": (
        "apps",
        "authorize_app",
        "delete_app",
        "take_back_app",
    ),
    "The deletion of an account": ("farewell",),
    "A new address of the calendar, a trial notice": ("notices_calendar_anew", "notices_push_test"),
    "Several people at one screen": ("casual_sit_down", "casual_hand_over"),
    "Ready words, which people say to each other": ("casual_words", "casual_mute"),
    "A contract in words, a drawing’s faults, before either is sent": (
        "announce_words",
        "announce_series_words",
        "board_check",
        "map_check",
    ),
    "Rooms of the lab, in which people look at a position together": ("lab_room", "lab_rooms"),
    "A record in the lab, and its review": ("lab_record", "review_record"),
    "Arenas: announcing, entering": ("announce_arena", "arena_act", "arena_call_off"),
    "Clubs: founding, changing, their members": ("found_club", "change_club", "club_member", "dissolve_club"),
    "Matches of clubs: challenging, answering, naming who plays": ("challenge_club", "club_match_act"),
    "Messages of two, talk of a club": ("conversation", "private_message", "club_talk"),
    "Asking the staff to look at a decision again": ("appeal",),
    "Names: reporting one, choosing another one for what the staff took": ("report_name", "new_name"),
    "Classes and their pupils": ("all_classes", "class_*", "delete_class"),
    "Looking for an opponent, challenges by name": (
        "opponents",
        "challenge",
        "challenge_answer",
        "casual_play_on_here",
    ),
    "The days in a row of a guest’s browser": ("carry_streak",),
    "Studies: writing and changing them": (
        "new_study",
        "add_to_study",
        "edit_study",
        "delete_study",
        "study_comment",
        "delete_chapter",
        "report_study",
    ),
    "Templates of rules": ("rule_templates", "delete_rule_template"),
    "A battle from a round of another": ("tournament_play_on",),
    "Moderation and the staff’s pages": ("moderation", "admin:*"),
}
"""What stays on the pages, as the guide calls it."""


def acts() -> list[str]:
    """Yield every address of a page to which something is sent."""
    return sorted(name for name, method in DECLARED if method == "POST" and not name.startswith("api_"))


@pytest.fixture(scope="module")
def operations() -> dict[str, str]:
    """Yield the method of each operation of the OpenAPI document."""
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return {what["operationId"]: method for path in document["paths"].values() for method, what in path.items()}


def test_every_act_of_a_page_has_an_operation_or_a_reason() -> None:
    found = [pattern for patterns in FOR_PEOPLE.values() for pattern in patterns]
    without = [name for name in acts() if name not in ACTS and not any(fnmatch(name, each) for each in found)]
    assert not without, "a program cannot do this: add an operation, or say why not"
    assert set(ACTS) <= set(acts()), "these pages are gone"
    assert all(any(fnmatch(name, each) for name in acts()) for each in found)


def test_the_operations_are_there_and_change_something(operations: dict[str, str]) -> None:
    wanted = {operation for each in ACTS.values() for operation in each.split()}
    assert {each: operations.get(each) for each in wanted if operations.get(each) in (None, "get")} == {}


def test_the_guide_says_what_stays_on_the_pages() -> None:
    text = {line.split("|")[1].strip() for line in GUIDE.splitlines() if line.startswith("|")}
    assert set(FOR_PEOPLE) <= text
