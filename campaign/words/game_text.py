"""What each campaign is, in a sentence for whoever chooses one."""

from campaign.words.i18n import N_

SUMMARIES = {
    "campaign.skirmish": N_("All at once, without dice: build armies with coins; the larger force wins."),
    "campaign.simultaneous": N_("All at once, with dice: bid for land, move and attack in one secret plan."),
    "campaign.classic": N_("One after the other, with dice: place armies, attack, move, and trade cards."),
    "campaign.escalation": N_("As the classic campaign, but each set of cards that is traded brings more armies."),
}
"""By the names of the games."""
