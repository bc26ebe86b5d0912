"""The data that the site stores about one user, as plain data for an export file."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Model
from django.forms import model_to_dict

from core.json_types import Json
from core.limits import MAX_EXPORT
from dynasty.models import (
    ApiToken,
    AppGrant,
    ClubRequest,
    Dynasty,
    Notice,
    NoticeSetting,
    Offer,
    PushSubscription,
    Rating,
    SocialSetting,
    TakenName,
    ThirdPartyApp,
    User,
    Webhook,
)
from dynasty.selectors import chronicle, clubs, dynasties, following, transfers, wealth
from dynasty.selectors.identities import query_identities
from tournaments.domain import casual_keys
from tournaments.models import (
    ArenaPlayer,
    Bet,
    CasualPlayer,
    Challenge,
    DrawnBoard,
    DrawnMap,
    Entry,
    Invitation,
    Leave,
    LevelRecord,
    LineupPlace,
    Message,
    Mute,
    OriginMark,
    PrivateMessage,
    PuzzleAttempt,
    PuzzleSkill,
    Recurrence,
    Report,
    RuleTemplate,
    Seek,
    SeriesEntry,
    Study,
    Tournament,
)
from tournaments.selectors import boards
from tournaments.selectors.people import conversations


def export_user(user: User) -> Json:
    """Return the user's account data and, if it has a dynasty, everything that the dynasty has, did and said."""
    dynasty = dynasties.find_dynasty_of(user)
    return {"user": export_account(user)} | (export_dynasty(dynasty) if dynasty else {})


def export_account(user: User) -> Json:
    """Return the data of a user's account.

    Leaves out the password hash and the secrets of second factors: only a thief could use them.
    """
    return {
        "email": user.email,
        "joined_at": user.joined_at,
        "last_login": user.last_login,
        "language": user.language,
        "time_zone": user.time_zone,
        "display": user.display,
        "addresses": pick_rows(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
        "identities": pick_rows(query_identities(user) or (), "uid", "date_joined", "last_login"),
        "second_factors": pick_rows(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
        "sessions": pick_rows(UserSession.objects.filter(user=user), "ip", "user_agent", "created_at", "last_seen_at"),
        "tokens": pick_rows(
            ApiToken.objects.filter(user=user),
            "code",
            "name",
            "shown",
            "scopes",
            "made_at",
            "expires_at",
            "last_used_at",
        ),
        "allowed_apps": [
            {"app": each.app.name} | pick_fields(each, "scopes", "redirect", "made_at", "expires_at")
            for each in AppGrant.objects.filter(user=user).select_related("app")
        ],
    }


def export_dynasty(dynasty: Dynasty) -> Json:
    parts = {
        "dynasty": pick_fields(dynasty, "code", "name", "motto", "emblem", "program", "founded_at"),
        "wealth": {each.asset: each.amount for each in wealth.list_holdings(dynasty)},
        "emperors": [export_emperor(dynasty, each.code) for each in dynasties.list_all_members(dynasty, MAX_EXPORT)],
        "members": [pick_fields(each, "since", "until") | {"emperor": each.emperor.code}
                    for each in dynasties.list_memberships(dynasty)[:MAX_EXPORT]],
        "log": [export_log_line(line) for line in chronicle.export(dynasty, viewer_is_owner=True)],
        "transfers": pick_rows(transfers.export(dynasty, transfers.Filter()), "id", "at", "asset", "amount", "cause",
                          "place", "other"),
        "skill": pick_rows(Rating.objects.filter(dynasty=dynasty), "family", "pace", "rating", "deviation", "battles"),
        "offers": [export_offer(each) for each in Offer.objects.filter(giver=dynasty).order_by("pk")
                   .select_related("captive__emperor")],
    }  # fmt: skip
    return (
        parts
        | {"apps": pick_rows(ThirdPartyApp.objects.filter(dynasty=dynasty), "code", "name", "redirects", "made_at")}
        | {"taken_names": pick_rows(TakenName.objects.filter(dynasty=dynasty), "name", "motto", "at", "renamed_at")}
        | {"notices": export_notices(dynasty)}
        | export_tournaments(dynasty)
        | export_creations(dynasty)
        | export_people(dynasty)
    )


def export_offer(offer: Offer) -> Json:
    """Return an own offer, with the emperor that it gives, if any."""
    captive = getattr(offer, "captive", None)
    made = pick_fields(offer, "code", "status", "made_at", "lapses_at", "ended_at")
    return made | {"emperor": captive.emperor.code if captive else None}


def export_tournaments(dynasty: Dynasty) -> Json:
    """Return the tournaments that a dynasty announced, its battles, its bets, its messages and its mutes."""
    entries = Entry.objects.filter(dynasty=dynasty).select_related("tournament").order_by("pk")
    bets = Bet.objects.filter(dynasty=dynasty).select_related("tournament").order_by("pk")
    talk = Message.objects.filter(dynasty=dynasty).select_related("tournament").order_by("pk")
    mutes = Mute.objects.filter(dynasty=dynasty).select_related("muted").order_by("pk")
    return {
        "announced": pick_rows(Tournament.objects.filter(organiser=dynasty), "code", "title", "type", "announced_at"),
        "battles": pick_rows_with_code(entries, "seat", "name", "entered_at", "missed_in_all"),
        "bets": pick_rows_with_code(bets, "seat", "asset", "amount", "returned", "placed_at"),
        "talk": pick_rows_with_code(talk, "room", "to_seats", "at", "text", "removed_at"),
        "muted": [each.muted.code for each in mutes],
        "searches": pick_rows(
            Seek.objects.filter(dynasty=dynasty).order_by("pk"), "family", "field", "pace", "rating", "sought_at"
        ),
        "casual": pick_rows_with_code(
            CasualPlayer.objects.filter(dynasty=dynasty).select_related("tournament").order_by("pk"), "seat"
        ),
        "challenges": [
            {"tournament": each.tournament.code, "to": each.challenged.code, "at": each.made_at}
            for each in Challenge.objects.filter(challenger=dynasty).select_related("tournament", "challenged")
        ],
        "following": [
            (each.emperor or each.dynasty).code  # type: ignore[union-attr]
            for each in following.list_followed(dynasty)
        ],
        "followed_boards": boards.list_followed(dynasty),
        "puzzles": pick_rows(PuzzleSkill.objects.filter(dynasty=dynasty), "rating", "tried", "solved", "streak"),
        "puzzle_answers": pick_rows(
            PuzzleAttempt.objects.filter(dynasty=dynasty).order_by("pk"), "order", "right", "at"
        ),
        "levels": pick_rows(
            LevelRecord.objects.filter(holder=casual_keys.get_holder("", dynasty.code)).order_by("pk"),
            "level",
            "won",
            "drawn",
            "lost",
            "played_at",
        ),
    }


def export_creations(dynasty: Dynasty) -> Json:
    """Return what a dynasty made, reported and joined: boards, maps, studies, series, clubs, arenas, leaves."""
    invited = Invitation.objects.filter(dynasty=dynasty).select_related("tournament").order_by("pk")
    entered = SeriesEntry.objects.filter(dynasty=dynasty).select_related("series").order_by("pk")
    return {
        "boards": pick_rows(DrawnBoard.objects.filter(author=dynasty), "code", "title", "drawing", "drawn_at"),
        "studies": [export_study(each) for each in Study.objects.filter(dynasty=dynasty).order_by("pk")],
        "maps": pick_rows(DrawnMap.objects.filter(author=dynasty), "code", "title", "drawing", "drawn_at"),
        "reports": pick_rows(
            Report.objects.filter(reporter=dynasty), "code", "reason", "title", "words", "at", "outcome"
        ),
        "series": [each.series.code for each in entered],
        "club_lineups": [
            {"match": each.match.code, "club": each.club.name, "number": each.number}
            for each in LineupPlace.objects.filter(dynasty=dynasty).select_related("match", "club").order_by("pk")
        ],
        "arenas": [
            {"arena": each.arena.code, "points": each.points, "battles": each.battles, "place": each.place}
            for each in ArenaPlayer.objects.filter(dynasty=dynasty).select_related("arena").order_by("pk")
        ],
        "clubs": [
            {"club": each.club.name, "role": each.role, "since": each.since} for each in clubs.list_memberships(dynasty)
        ],
        "clubs_asked": [
            {"club": each.club.name, "at": each.at}
            for each in ClubRequest.objects.filter(dynasty=dynasty).select_related("club").order_by("pk")
        ],
        "invitations": [each.tournament.code for each in invited],
        "recurring": pick_rows(Recurrence.objects.filter(organiser=dynasty), "code", "setup", "every", "hour", "zone"),
        "rule_templates": pick_rows(RuleTemplate.objects.filter(dynasty=dynasty), "code", "name", "options", "made_at"),
        "leave": pick_rows(Leave.objects.filter(dynasty=dynasty), "since", "until", "battles"),
    }


def export_study(study: Study) -> Json:
    """Return a study with its chapters and all comments."""
    chapters = study.chapters.prefetch_related("comments")
    return pick_fields(study, "code", "title", "words", "visibility", "made_at", "changed_at", "removed_at") | {
        "chapters": [
            pick_fields(each, "title", "battle", "record")
            | {"comments": pick_rows(each.comments.order_by("number"), "number", "text", "earlier")}
            for each in chapters
        ]
    }


def export_people(dynasty: Dynasty) -> Json:
    """Return what a dynasty chose about friends and messages, its conversations, and what it said in clubs."""
    setting = SocialSetting.objects.filter(dynasty=dynasty).first()
    talk = PrivateMessage.objects.filter(dynasty=dynasty).exclude(club=None).select_related("club").order_by("pk")
    return {
        "friends": pick_fields(setting, "shows_online", "online_at", "first_messages") if setting else None,
        "conversations": [
            {"with": each.other.code, "state": each.state, "messages": export_lines(dynasty, each.other)}
            for each in conversations.list_of(dynasty, MAX_EXPORT)
        ],
        "origins": [
            {"tournament": each.tournament.code} | pick_fields(each, "kind", "mark", "at")
            for each in OriginMark.objects.filter(dynasty=dynasty).select_related("tournament").order_by("pk")
        ],
        "club_talk": [
            pick_fields(each, "at", "text", "removed_at") | {"club": each.club.name if each.club else ""}
            for each in talk
        ],
    }


def export_lines(dynasty: Dynasty, other: Dynasty) -> list[Json]:
    """Return the messages of a conversation, each with the code of its author."""
    lines = conversations.list_lines(dynasty, other, MAX_EXPORT)
    return [{"by": each.dynasty.code} | pick_fields(each, "at", "text") for each in lines]


def export_emperor(dynasty: Dynasty, code: str) -> Json:
    """Return an emperor of the dynasty by its code, also one that has left the dynasty or is dead."""
    emperor = dynasties.find_emperor(code)
    names = ("code", "name", "gender", "birth_date", "portrait", "raised_at", "died_at", "fought_at")
    plain = pick_fields(emperor, *names)
    reputation = dynasties.get_reputations([emperor.pk])[emperor.pk] if emperor else 0
    return plain | {"reputation": reputation, "still_here": bool(emperor and emperor.dynasty_id == dynasty.pk)}


def export_log_line(line: chronicle.Line) -> Json:
    return pick_fields(line, "at", "kind", "public", "place", "sentence", "facts") | {
        "emperor": line.emperor.code if line.emperor else None
    }


def export_notices(dynasty: Dynasty) -> Json:
    """Return a dynasty's notices, its notice settings, its webhooks and its push subscriptions."""
    setting = NoticeSetting.objects.filter(dynasty=dynasty).first()
    return {
        "told": pick_rows(
            Notice.objects.filter(dynasty=dynasty).order_by("pk"), "code", "kind", "facts", "place", "at", "read_at"
        ),
        "settings": model_to_dict(setting, exclude=["dynasty"]) if setting else None,
        "webhooks": pick_rows(
            Webhook.objects.filter(dynasty=dynasty).order_by("pk"), "code", "name", "format", "host", "kinds", "made_at"
        ),
        "browsers": pick_rows(PushSubscription.objects.filter(dynasty=dynasty), "endpoint", "browser", "since"),
    }


def pick_rows(found: Iterable[object], *names: str) -> list[Json]:
    return [pick_fields(each, *names) for each in found]


def pick_rows_with_code(found: Iterable[Bet | Entry | Message | CasualPlayer], *names: str) -> list[Json]:
    """Return the named fields of rows that belong to tournaments, with each tournament's code."""
    return [{"tournament": each.tournament.code} | pick_fields(each, *names) for each in found]


def pick_fields(row: Model | object | None, *names: str) -> Json:
    return {name: getattr(row, name) for name in names}
