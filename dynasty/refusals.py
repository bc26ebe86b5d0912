"""Which HTTP status a refusal has: its code decides, so that pages and programs hear the same."""

MISSING = {
    "no_such_emperor",
    "no_such_dynasty",
    "no_such_tournament",
    "no_such_leave",
    "no_such_vote",
    "no_such_seat",
    "no_such_round",
    "no_such_key",
    "no_such_message",
    "no_such_notice",
    "no_such_offer",
    "no_such_invitation",
    "no_such_recurrence",
    "no_such_series",
}
FORBIDDEN = {
    "house_dynasty",
    "no_houses",
    "no_programs",
    "no_dynasty",
    "not_invited",
    "not_yours",
    "not_your_emperor",
    "not_your_seat",
    "you_bet_here",
    "you_fight_here",
    "you_are_here",
    "no_voice",
    "not_yours_to_give_up",
    "too_little_reputation",
    "never_fought",
    "newcomers_limit",
    "links_off",
    "not_at_the_table",
    "silenced",
}
NONSENSE = {
    "asset_on_both_sides",
    "bad_amount",
    "bad_chest",
    "bad_giver",
    "bad_rules",
    "bad_hour",
    "bad_leave",
    "bad_leave_time",
    "bad_quiet",
    "bad_timetable",
    "bad_weekdays",
    "daily_length",
    "rings_in_quiet",
    "weekdays_of_daily",
    "bad_terms",
    "emblem_contrast",
    "empty_basket",
    "illegal",
    "key_reused",
    "motto_length",
    "name_characters",
    "name_length",
    "name_without_letters",
    "no_such_field",
    "no_such_game",
    "no_such_level",
    "nothing_said",
    "offer_to_yourself",
    "other_asset",
    "same_account",
    "too_long",
    "too_many_seats",
    "unknown_asset",
    "unknown_channel",
    "unknown_emblem",
    "unknown_gender",
    "unknown_push_service",
    "unknown_reason",
    "bad_reason",
    "bad_recurrence",
    "bad_series",
    "unknown_zone",
    "unreadable_request",
}

LIMITED = {"too_fast", "too_alike", "too_many_reports"}

STATUSES = dict.fromkeys(MISSING, 404) | dict.fromkeys(FORBIDDEN, 403) | dict.fromkeys(NONSENSE, 422)
STATUSES |= dict.fromkeys(LIMITED, 429)


def status_of(code: str) -> int:
    """404, 403, 422 or 429 for the codes above; every other refusal is a conflict with how things stand: 409."""
    return STATUSES.get(code, 409)
