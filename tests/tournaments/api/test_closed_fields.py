"""What the API documents of the objects in an announcement is what the site reads: the same keys, to the last."""

from dynasty.api import closed_fields
from tests.tournaments import scripted
from tournaments.api.closed_fields import AbsenceField, RulesField, TermsField, TimetableField
from tournaments.domain import absence_policy, games, terms, timetables


def test_the_documented_keys_are_those_that_are_read() -> None:
    assert set(TermsField.SCHEMA["properties"]) == set(terms.READERS)
    assert set(TimetableField.SCHEMA["properties"]) == timetables.FIELDS
    assert set(AbsenceField.SCHEMA["properties"]) == set(absence_policy.READERS)
    real = [game for name, game in games.GAMES.items() if name != scripted.NAME]
    assert set(RulesField.SCHEMA["properties"]) == {rule for game in real for rule in game.read_rules({})}


def test_what_a_contract_says_can_be_announced_again() -> None:
    table = timetables.read(3600, {"daily": "20:00", "zone": "Europe/Madrid", "quiet": ["23:00", "07:00"]})
    chests = terms.Terms(chests=terms.Chests(), fates=terms.Fates())
    written = [(TermsField, terms.write(terms.Terms())), (TermsField, terms.write(chests)),
               (TimetableField, timetables.write(table)),
               (AbsenceField, absence_policy.write(absence_policy.read(table, {})))]  # fmt: skip
    written += [(RulesField, rules) for _title, _words, rules in games.GAMES["emperors"].presets().values()]
    for field, value in written:
        assert not list(closed_fields.find_unknown_keys_in(field.SCHEMA, value, field.__name__))
