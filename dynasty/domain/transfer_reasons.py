"""Why wealth or reputation moved: a word for the books, and words for people."""

from django.utils.translation import gettext_lazy as _

REASONS = {
    # reputation
    "won": _("won the battle"),
    "shared_draw": _("shared a draw"),
    "survived": _("survived the battle"),
    "took_emperors": _("took Emperors"),
    "took_pawns": _("took pawns"),
    "fell": _("fell in battle"),
    "missed_deadlines": _("kept the others waiting"),
    "honour_stake": _("staked honour"),
    "honour_pot": _("won the honour that was at stake"),
    "chest_fullest": _("the captured chest was the fullest"),
    "chest_emptiest": _("the captured chest was the emptiest"),
    "killed": _("took the life of an Emperor"),
    "was_killed": _("died, and lost all reputation"),
    "robbed": _("took the reputation of an Emperor"),
    "was_robbed": _("captured, and lost all reputation"),
    "inherited": _("received what was due to an Emperor who died"),
    "whispers": _("courtiers whisper: too long without a battle"),
    # both, of houses alone
    "condensed": _("sum of old transfers"),
    # wealth
    "founding": _("founded the dynasty"),
    "fee": _("paid to enter"),
    "pot": _("won the pot"),
    "prize": _("won a prize"),
    "prize_put_up": _("put up a prize"),
    "bet": _("bet"),
    "bet_won": _("won a bet"),
    "bet_back": _("a bet was given back"),
    "chest_filled": _("filled a chest"),
    "chest_captured": _("captured a chest"),
    "given_back": _("was given back"),
    "treaty_stake": _("staked on a treaty"),
    "treaty_paid": _("paid by a treaty"),
    "trade": _("traded"),
    "offer": _("put into an offer"),
    "bought": _("bought from the treasury"),
    "regalia": _("bought regalia"),
    "lock": _("paid for a lock"),
    "key_used": _("used a key"),
    "key_shown": _("entered with a key"),
    "farewell": _("left the world for good"),
    "correction": _("corrected by the treasury"),
}

CONDENSED = "condensed"
"""The cause of a sum that has replaced old transfers of houses."""

PROOFS = ("founding", "regalia", "farewell", "correction", CONDENSED)
"""The causes whose transfers are kept one by one: what a dynasty wears is proved by them, or they are sums already."""

LIMITED_REASONS = ("won", "shared_draw", "survived", "took_emperors", "took_pawns")
"""The gains of the table of points, of which only so many count on a day without another person."""

LOGGED_SEPARATELY = ("bet", "bet_won", "bet_back")
"""The causes that have an event of their own in the log, which says how much was moved."""

WEALTH_REASONS = tuple(REASONS)[tuple(REASONS).index("founding") :]
"""The causes for which wealth moves."""


def get_text(cause: str) -> str:
    """Return the reason as text; an unknown one as it is."""
    return str(REASONS.get(cause, cause))
