"""Named rules: a title, a sentence, and the options that differ from the usual ones."""

from typing import Any

from campaign.words.i18n import N_

Preset = tuple[str, str, dict[str, Any]]

TEAMS = (N_("Two teams"), N_("Two against two, or three against three; a team with seventy per cent of the map wins."))
CLASSIC: dict[str, Preset] = {
    "classic": (N_("Dealt out"), N_("Territories are dealt out; hold seventy per cent of the map to win."),
                {"assign": "deal", "win_percent": 70, "round_limit": 20}),
    "board": (N_("As on the board"), N_("Territories are claimed one by one; hold the whole map to win."), {}),
    "hold": (N_("Twenty territories"), N_("Hold twenty territories at the end of your turn to win."),
             {"assign": "deal", "goal": "hold", "round_limit": 20}),
    "missions": (N_("Secret missions"), N_("Everyone has a mission that nobody else knows. On the world map."),
                 {"assign": "deal", "goal": "missions", "round_limit": 20}),
    "capitals": (N_("Capitals"), N_("Four seats or more; hold your capital and two others to win."),
                 {"assign": "deal", "goal": "capitals", "round_limit": 20}),
    "short": (N_("Short"), N_("Territories are dealt; eight rounds, then they are counted."),
              {"assign": "deal", "win_percent": 60, "round_limit": 8}),
    "teams": (*TEAMS, {"teams": "two", "assign": "deal", "win_percent": 70, "round_limit": 20}),
}  # fmt: skip
ESCALATION: dict[str, Preset] = {name: CLASSIC[name] for name in ("classic", "board", "hold", "short", "teams")}
SIMULTANEOUS: dict[str, Preset] = {
    "classic": (N_("Open map"), N_("Nobody owns anything at first; you bid for everything."),
                {"win_percent": 70, "round_limit": 20}),
    "dealt": (N_("Dealt out"), N_("All territories are dealt out, and the fighting begins at once."),
              {"start": "dealt", "win_percent": 70, "round_limit": 20}),
    "cards": (N_("With cards"), N_("Conquests bring cards, and sets of three cards bring armies."),
              {"start": "dealt", "cards": "on", "win_percent": 70, "round_limit": 20}),
    "units": (N_("Three units"), N_("Spears beat riders, riders beat archers, and archers beat spears."),
              {"start": "dealt", "units": "three", "win_percent": 70, "round_limit": 20}),
    "short": (N_("Short"), N_("All territories are dealt; eight rounds, then they are counted."),
              {"start": "dealt", "win_percent": 60, "round_limit": 8}),
    "teams": (*TEAMS, {"teams": "two", "start": "dealt", "win_percent": 70, "round_limit": 20}),
}  # fmt: skip
SKIRMISH: dict[str, Preset] = {
    "classic": (N_("Usual"), N_("Hold seventy per cent of the fields to win."), {"win_percent": 70, "round_limit": 30}),
    "rich": (N_("Rich fields"), N_("More coins, more soldiers, more fighting."),
             {"base_income": 3, "field_income": 2, "start_units": 4, "win_percent": 70, "round_limit": 30}),
    "short": (N_("Short"), N_("Ten rounds, then the fields are counted."), {"win_percent": 60, "round_limit": 10}),
    "teams": (*TEAMS, {"teams": "two", "win_percent": 70, "round_limit": 30}),
}  # fmt: skip
PRESETS: dict[str, dict[str, Preset]] = {
    "campaign.classic": CLASSIC,
    "campaign.escalation": ESCALATION,
    "campaign.simultaneous": SIMULTANEOUS,
    "campaign.skirmish": SKIRMISH,
}
