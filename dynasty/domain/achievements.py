"""Achievements: what a dynasty can do for a trophy. Each is a record; its measure is a figure of `Record`."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Record:
    """What a dynasty has done so far."""

    won: int = 0
    drawn: int = 0
    captures: int = 0
    kills: int = 0
    pawns: int = 0
    prizes: int = 0
    """Prize battles won; likewise the next three."""
    honours: int = 0
    conquests: int = 0
    deaths: int = 0
    fields: int = 0
    """Boards and maps on which it won."""
    survived_eight: int = 0
    """Battles of eight that its Emperor outlived."""
    won_six: int = 0
    """Victories in battles of six or more."""
    upset: int = 0
    """The greatest difference in reputation that it overcame."""
    beaten: int = 0
    """Dynasties that it won against."""
    campaigns: int = 0
    """Campaigns won."""
    eliminated: int = 0
    unlucky: int = 0
    """Campaigns won against the dice."""
    longest: int = 0
    """Rounds of the longest battle that it won."""
    timely: int = 0
    """Orders in time."""
    joined: int = 0
    """Emperors of other dynasties that it won over."""
    reigns: int = 0
    series: int = 0
    reputation: int = 0
    """The highest at the end of a day, or now."""
    bets_won: int = 0
    """Bets that won, of months that are over; likewise the next two."""
    long_odds: int = 0
    """How many times its stake the luckiest bet brought back."""
    bets_ahead: int = 0
    """Bets that were settled, where they brought back more than their stakes on average."""

    @property
    def types(self) -> int:
        """Return of how many types of battles it won one."""
        return sum(map(bool, (self.prizes, self.honours, self.conquests, self.deaths)))


@dataclass(frozen=True)
class Achievement:
    code: str
    name: Promise
    sentence: Promise
    """What is to be done."""
    charge: str
    """The drawing on its medal: a name of dynasty.catalog.heraldry.CHARGES."""
    metal: str
    """copper, silver or gold."""
    measure: str
    """A figure of `Record`."""
    goal: int
    of_bets: bool = False
    """Whether it is for bets, and given when a month is over instead of at the end of a battle."""

    def count(self, record: Record) -> int:
        """Return how far a dynasty is, at most the goal."""
        return min(int(getattr(record, self.measure)), self.goal)


ACHIEVEMENTS = {
    each.code: each
    for each in (
        Achievement("first_victory", _("First victory"), _("Win a battle."), "sword", "copper", "won", 1),
        Achievement("ten_victories", _("Ten victories"), _("Win ten battles."), "sword", "silver", "won", 10),
        Achievement("fifty_victories", _("Fifty victories"), _("Win fifty battles."), "sword", "gold", "won", 50),
        Achievement("truce", _("Truce"), _("Share a draw."), "fan", "copper", "drawn", 1),
        Achievement("captor", _("Captor"), _("Capture an Emperor."), "crown", "copper", "captures", 1),
        Achievement("ten_crowns", _("Ten crowns"), _("Capture ten Emperors."), "crown", "silver", "captures", 10),
        Achievement("fifty_crowns", _("Fifty crowns"), _("Capture fifty Emperors."), "crown", "gold", "captures", 50),
        Achievement(
            "king_slayer", _("King-slayer"), _("Capture an Emperor who dies of it."), "dragon", "silver", "kills", 1
        ),
        Achievement(
            "ten_slain", _("Ten slain"), _("Capture ten Emperors who die of it."), "dragon", "gold", "kills", 10
        ),
        Achievement("fifty_pawns", _("Big catch"), _("Capture fifty pawns."), "carp", "copper", "pawns", 50),
        Achievement(
            "five_hundred_pawns", _("Empty river"), _("Capture five hundred pawns."), "carp", "silver", "pawns", 500
        ),
        Achievement("prize", _("Prize winner"), _("Win a battle for a prize."), "peony", "copper", "prizes", 1),
        Achievement("honour", _("Point of honour"), _("Win a battle of honour."), "lotus", "copper", "honours", 1),
        Achievement("conquest", _("Conqueror"), _("Win a battle of conquest."), "tower", "silver", "conquests", 1),
        Achievement("to_the_death", _("To the death"), _("Win a battle to the death."), "moon", "gold", "deaths", 1),
        Achievement(
            "every_stake",
            _("For every stake"),
            _("Win a battle of each type: prize, honour, conquest and death."),
            "sun",
            "gold",
            "types",
            4,
        ),
        Achievement(
            "three_fields", _("Wanderer"), _("Win on three boards or maps."), "mountain", "copper", "fields", 3
        ),
        Achievement(
            "eight_fields", _("At home anywhere"), _("Win on eight boards or maps."), "mountain", "silver", "fields", 8
        ),
        Achievement(
            "survivor_of_eight",
            _("Survivor of eight"),
            _("Survive a battle of eight."),
            "crane",
            "silver",
            "survived_eight",
            1,
        ),
        Achievement(
            "first_of_six", _("First of many"), _("Win a battle of six or more."), "crane", "gold", "won_six", 1
        ),
        Achievement(
            "upset",
            _("Upset"),
            _("Beat someone with at least 25 more points of reputation."),
            "key",
            "copper",
            "upset",
            25,
        ),
        Achievement(
            "giant_killer",
            _("Giant-killer"),
            _("Beat someone with at least 100 more points of reputation."),
            "key",
            "gold",
            "upset",
            100,
        ),
        Achievement("five_rivals", _("Feared"), _("Beat five other dynasties."), "lion", "copper", "beaten", 5),
        Achievement(
            "fifteen_rivals",
            _("Feared by all"),
            _("Beat fifteen other dynasties."),
            "lion",
            "silver",
            "beaten",
            15,
        ),
        Achievement("campaigner", _("Campaigner"), _("Win a campaign."), "wave", "copper", "campaigns", 1),
        Achievement(
            "five_eliminated",
            _("High tide"),
            _("Eliminate five players in campaigns."),
            "wave",
            "silver",
            "eliminated",
            5,
        ),
        Achievement(
            "against_the_dice",
            _("Against the dice"),
            _("Win a campaign although your dice cost you three armies."),
            "fan",
            "gold",
            "unlucky",
            1,
        ),
        Achievement(
            "long_breath",
            _("Long breath"),
            _("Win a battle of at least thirty rounds."),
            "tortoise",
            "silver",
            "longest",
            30,
        ),
        Achievement(
            "punctual", _("Punctual"), _("Give two hundred orders in time."), "tortoise", "copper", "timely", 200
        ),
        Achievement(
            "clockwork", _("Clockwork"), _("Give two thousand orders in time."), "tortoise", "gold", "timely", 2000
        ),
        Achievement(
            "new_blood", _("New blood"), _("Win over an Emperor of another dynasty."), "lotus", "silver", "joined", 1
        ),
        Achievement(
            "champion", _("Champion of the World"), _("Become champion of the world."), "sun", "silver", "reigns", 1
        ),
        Achievement(
            "thrice_champion",
            _("Thrice champion"),
            _("Become champion of the world three times."),
            "peony",
            "gold",
            "reigns",
            3,
        ),
        Achievement("series", _("Winner of a series"), _("Win a series."), "peony", "silver", "series", 1),
        Achievement("renown", _("Renown"), _("Reach a reputation of 100."), "tower", "copper", "reputation", 100),
        Achievement(
            "great_house", _("Great house"), _("Reach a reputation of 500."), "tower", "gold", "reputation", 500
        ),
        Achievement("ten_bets", _("Good eye"), _("Win ten bets."), "crane", "copper", "bets_won", 10, of_bets=True),
        Achievement(
            "long_shot",
            _("Long shot"),
            _("Win a bet that brings back at least five times its stake."),
            "moon",
            "silver",
            "long_odds",
            5,
            of_bets=True,
        ),
        Achievement(
            "ahead_of_the_odds",
            _("Ahead of the odds"),
            _("Settle twenty bets that brought back more than their stakes on average."),
            "key",
            "silver",
            "bets_ahead",
            20,
            of_bets=True,
        ),
    )
}

BETTING = tuple(code for code, each in ACHIEVEMENTS.items() if each.of_bets)


def list_reached(record: Record) -> list[str]:
    """Return the codes of the achievements that a record reaches.

    >>> list_reached(Record(won=1, prizes=1))
    ['first_victory', 'prize']
    """
    return [code for code, each in ACHIEVEMENTS.items() if each.count(record) == each.goal]
