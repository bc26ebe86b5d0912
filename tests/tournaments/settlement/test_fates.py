"""Fates: what becomes outside the board of an Emperor that is taken, by the kind of piece that takes it."""

from typing import Any

import pytest

from core.errors import DomainError
from dynasty.models import Emperor, Event, Reign
from tests import factories
from tests.factories import again, enter, gold, has, order, play
from tests.tournaments.test_matrix import public_log, read_table
from tests.tournaments.test_pages import log_in
from tournaments.domain import terms
from tournaments.domain.terms import Terms
from tournaments.domain.tournament_types import FATES, Fates, list_serious_types
from tournaments.forms import announcement_defaults
from tournaments.models import Recurrence, Series, Tournament
from tournaments.selectors import listings, proofs, replays
from tournaments.services import lifecycle, recurrences, stand_ins

pytestmark = pytest.mark.django_db

MATRIX = """
type    | fate     | taker has | taken has | serves | life  | public log of the taken
gift    | unharmed | 40        | 20        | b      | lives | entered, fought (fell)
gift    | robbed   | 60        | 0         | b      | lives | entered, -20 was_robbed, fought (fell)
gift    | joins    | 40        | 20        | a      | lives | entered, fought (fell), left, joined
gift    | dies     | 60        | 0         | b      | dies  | entered, -20 was_killed, fought (fell), died
honour  | unharmed | 60        | 5         | b      | lives | entered, -10 honour_stake, -5 fell, fought (fell)
honour  | robbed   | 70        | 0         | b      | lives | entered, -10 was_robbed, -10 honour_stake, +0 fell, fought (fell)
honour  | joins    | 60        | 5         | a      | lives | entered, -10 honour_stake, -5 fell, fought (fell), left, joined
honour  | dies     | 70        | 0         | b      | dies  | entered, -10 was_killed, -10 honour_stake, fought (fell), died
conquer | unharmed | 40        | 15        | b      | lives | entered, -5 fell, fought (fell)
conquer | robbed   | 60        | 0         | b      | lives | entered, -20 was_robbed, +0 fell, fought (fell)
conquer | joins    | 40        | 15        | a      | lives | entered, -5 fell, fought (fell), left, joined
conquer | dies     | 60        | 0         | b      | dies  | entered, -20 was_killed, fought (fell), died
death   | unharmed | 40        | 15        | b      | lives | entered, -5 fell, fought (fell)
death   | robbed   | 60        | 0         | b      | lives | entered, -20 was_robbed, +0 fell, fought (fell)
death   | joins    | 40        | 15        | a      | lives | entered, -5 fell, fought (fell), left, joined
death   | dies     | 60        | 0         | b      | dies  | entered, -20 was_killed, fought (fell), died
"""  # noqa: E501 - a table is read across
"""The Emperor of b (20), taken by a (10), which then wins; c has 30. The other kind of taker has another fate."""

ROWS = list(read_table(MATRIX))


def begin(type: str, fates: Fates, *points: int, **more: Any) -> tuple[Tournament, list[Emperor]]:
    return factories.begin(type, *points, terms={"fates": fates._asdict()} | more.pop("terms", {}), **more)


@pytest.mark.parametrize("taker", ["pawn", "emperor"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['type']}, {row['fate']}")
def test_what_becomes_of_an_emperor_by_fate_and_taker(row: dict[str, str], taker: str) -> None:
    other = "unharmed" if row["fate"] == "dies" else "dies"
    fates = Fates(row["fate"], other) if taker == "pawn" else Fates(other, row["fate"])
    tournament, fighters = begin(row["type"], fates, 10, 20, 30)
    ended = play(tournament, {"a": "snatch b" if taker == "pawn" else "seize b"}, {"a": "win"})
    before, now = fighters[1], again(fighters[1])
    homes = {fighter.dynasty_id: seat for seat, fighter in zip("abc", fighters, strict=True)}
    assert {
        "type": row["type"],
        "fate": row["fate"],
        "taker has": str(has(fighters[0])),
        "taken has": str(has(now)),
        "serves": homes[now.dynasty_id],
        "life": "dies" if now.died_at else "lives",
        "public log of the taken": public_log(tournament, now),
    } == row
    assert ended.status == "finished" and factories.books_balance() and not factories.sum_escrows()
    assert before.birthplace_id == now.birthplace_id


def test_the_matrix_of_fates_is_whole() -> None:
    serious = list_serious_types()
    assert [(row["type"], row["fate"]) for row in ROWS] == [(type, fate) for type in serious for fate in FATES]


REAL = {"pawn": ["C3-C4", "C4-C6", "C6-C7"], "emperor": ["C3-C4", "C1-C3", "C4-D4", "C3-C4", "C4-C7"]}
"""What a orders on the duelling ground until one of its pieces takes the Emperor of b, which holds."""


@pytest.mark.parametrize("taker", ["pawn", "emperor"])
def test_a_real_board_tells_which_piece_took(taker: str) -> None:
    tournament, (_first, second) = begin("honour", Fates("robbed", "dies"), 10, 20, game="emperors", field="old-duel-2")
    for text in REAL[taker]:
        play(tournament, {"a": text})
    assert again(tournament).status == "finished"
    assert bool(again(second).died_at) == (taker == "emperor") and has(second) == 0
    assert not replays.replay(again(tournament)).divergent


def test_in_campaigns_there_is_one_kind_of_taker() -> None:
    wanted = {"game": "campaign.classic", "field": "world", "seats": 3}
    for fates in (Fates("robbed", "dies"), Fates("joins", "unharmed")):
        with pytest.raises(DomainError) as error:
            factories.announce("death", terms={"fates": fates._asdict()}, **wanted)
        assert error.value.code == "fates_of_pawns"
    assert factories.announce("death", terms={"fates": Fates("robbed", "robbed")._asdict()}, **wanted).pk


def test_nobody_leaves_where_a_fate_binds_whatever_the_type_is_called() -> None:
    for type, fates, code in [
        ("honour", Fates("joins", "unharmed"), "no_way_out"),
        ("gift", Fates("unharmed", "dies"), "no_way_out"),
        ("death", Fates("robbed", "robbed"), ""),
        ("conquer", Fates("unharmed", "unharmed"), ""),
    ]:
        tournament = factories.announce(type, terms={"fates": fates._asdict()})
        for seat in "ab":
            enter(tournament, factories.born(factories.found(f"{type}{seat}"), "Ai", 10), seat)
        lifecycle.start(tournament_id=tournament.pk)
        if code:
            with pytest.raises(DomainError) as error:
                order(tournament, "a", "abdicate")
            assert error.value.code == code
        else:
            assert order(tournament, "a", "abdicate")


def test_no_house_comes_where_a_fate_is_serious() -> None:
    fates = {"fates": Fates("robbed", "unharmed")._asdict()}
    with pytest.raises(DomainError) as error:
        factories.announce("gift", terms=fates | {"fill": "random"})
    assert error.value.code == "fates_are_for_people"
    tournament = factories.announce("gift", terms=fates | {"houses": False})
    with pytest.raises(DomainError) as error:
        enter(tournament, factories.born(factories.house("Oriel"), "Sunniva"), "a", player="random")
    assert error.value.code == "no_houses"


def test_in_training_nobody_meets_a_fate() -> None:
    with pytest.raises(DomainError) as error:
        factories.announce("training", terms={"fates": Fates("robbed", "robbed")._asdict()})
    assert error.value.code == "training_is_free"


def test_stakes_and_prizes_of_the_dead_go_where_the_rest_went() -> None:
    """Let both kill each other and share the draw: each gets the other's reputation and share, and the sum stays."""
    tournament, fighters = begin("honour", Fates("dies", "dies"), 30, 50)
    play(tournament, {"a": "seize b", "b": "seize a"})
    assert all(again(each).died_at for each in fighters)
    assert [has(each) for each in fighters] == [50, 30]
    assert factories.books_balance()
    assert set(Event.objects.filter(kind="reputation", facts__cause="inherited").values_list("facts__points")) == {
        (10,)
    }


def test_a_dead_winner_leaves_its_prize_to_who_took_it() -> None:
    tournament, (first, second) = begin(
        "gift", Fates("dies", "dies"), 0, 40, terms={"prize": {"gold": 90, "reputation": 9}}
    )
    play(tournament, {"a": "seize b", "b": "win"})
    assert again(second).died_at and (has(first), has(second)) == (40 + 9 + 10 + 2, 0)
    assert gold(second.dynasty) == 1_000 + 90, "wealth is the dynasty's"


def test_tournaments_of_before_keep_the_fates_of_their_types() -> None:
    for type, fates in {"honour": Fates(), "conquer": Fates("joins", "joins"), "death": Fates("dies", "dies")}.items():
        assert terms.get_fates(type, terms.read({})) == fates
    tournament, (_first, second) = factories.begin("death", 10, 20)
    old = {name: value for name, value in tournament.terms.items() if name != "fates"}
    Tournament.objects.filter(pk=tournament.pk).update(terms=old)
    play(tournament, {"a": "seize b"})
    assert again(second).died_at


@pytest.mark.parametrize(
    "fates",
    ["robbed", {"pawn": "robbed"}, {"pawn": "robbed", "emperor": "eaten"}, {"pawn": [], "emperor": "dies"}, {}, 3],
)
def test_bad_fates_are_refused(fates: Any) -> None:
    with pytest.raises(DomainError) as error:
        terms.read({"fates": fates})
    assert error.value.code == "bad_terms"


def words(type: str, fates: Fates | None) -> str:
    return " ".join(sentence % params for sentence, params in terms.describe_terms(type, Terms(fates=fates)))


def test_the_contract_says_the_fates() -> None:
    assert "joins the captor’s dynasty" in words("conquer", None)
    robbed = words("conquer", Fates("robbed", "robbed"))
    assert "stays in the dynasty" in robbed and "joins" not in robbed
    both = words("gift", Fates("robbed", "dies"))
    assert "captured by a pawn stays" in both and "captured by an Emperor dies" in both and "nobody loses" not in both


SOURCE = {
    "the taker gets its reputation": ("robbed", "robbed", "taken: robbed"),
    "different fates by taker": ("joins", "dies", "taken: changes sides / dies"),
}
"""The two examples of the source that no type is a preset of."""


@pytest.mark.parametrize("name", SOURCE)
def test_the_examples_of_the_source_are_announced_in_the_browser_and_played(name: str) -> None:
    pawn, emperor, badge = SOURCE[name]
    organiser = factories.proven(factories.found("Yuan"))
    client = log_in(organiser)
    chosen = {"title": "The Jade Cup", "type": "honour", "fate_pawn": pawn, "fate_emperor": emperor}
    chosen |= {"field": "emperors:old-duel-2", "preset": "emperors:captives"}
    data = dict(announcement_defaults.build_form_data(announcement_defaults.get_usual_values() | chosen).lists())
    assert client.post("/announce/", data | {"go": ["announce"], "step": ["confirm"]}).status_code == 302
    tournament = Tournament.objects.get(title="The Jade Cup")
    assert tournament.terms["fates"] == {"pawn": pawn, "emperor": emperor}
    assert badge in client.get(f"/tournament/{tournament.code}/").text
    first, second = (factories.born(factories.found(each), each, 30) for each in ("Ming", "Qing"))
    enter(tournament, first, "a")
    enter(tournament, second, "b")
    assert lifecycle.start(tournament_id=tournament.pk)
    for text in REAL["pawn"]:
        play(tournament, {"a": text})
    assert again(tournament).status == "finished" and factories.books_balance()
    if pawn == "robbed":
        assert again(second).dynasty == second.dynasty and (has(first), has(second)) == (30 + 20 + 20 + 10 + 10 + 1, 0)
    else:
        assert again(second).dynasty == first.dynasty
    assert badge in client.get(f"/tournament/{tournament.code}/").text
    card = listings.build_card(again(tournament))
    assert card["fates"] == {"pawn": pawn, "emperor": emperor}
    proof = proofs.build_proof(again(tournament))
    assert proof and proof["announced"]["terms"]["fates"] == {"pawn": pawn, "emperor": emperor}


def test_fates_recur_and_are_taken_over_by_the_next_like_it() -> None:
    organiser = factories.found("Yuan")
    chosen = {"fates": Fates("robbed", "dies")._asdict()}
    tournament = factories.announce("honour", organiser, terms=chosen)
    recurrences.begin(tournament=tournament, by=organiser, every="daily", zone="UTC", times=3)
    Recurrence.objects.update(next_at=tournament.starts_at)
    assert recurrences.announce_due() == 1
    assert Tournament.objects.latest("pk").terms["fates"] == chosen["fates"]
    values = announcement_defaults.get_values_like(
        again(factories.announce("honour", factories.found("Ming"), terms=chosen, game="emperors", field="old-duel-2"))
    )
    assert (values["fate_pawn"], values["fate_emperor"]) == ("robbed", "dies")


def test_tables_of_a_series_have_the_fates_that_it_announced() -> None:
    organiser = factories.proven(factories.found("Yuan"))
    client = log_in(organiser)
    sent = {
        "title": "The Jade Season",
        "format": "ladder",
        "type": "conquer",
        "field": "emperors:duel-2",
        "preset": "emperors:classic",
        "table_seats": 2,
        "rounds": 1,
        "points": "1",
        "advance": 1,
        "stake": 0,
        "prize": 0,
        "asset": "gold",
        "fate_pawn": "robbed",
        "fate_emperor": "",
        "round_seconds": 3_600,
        "zone": "UTC",
        "starts": announcement_defaults.format_local_time(factories.clock.now() + 24 * factories.HOUR, "UTC"),
    }
    assert client.post("/series/new/", sent).status_code == 302
    row = Series.objects.get()
    assert row.setup["terms"]["fates"] == {"pawn": "robbed", "emperor": "joins"}
    assert "taken: robbed / changes sides" in client.get(f"/series/{row.code}/").text


def test_a_computer_still_sits_in_only_where_the_type_says_so() -> None:
    tournament, fighters = begin("honour", Fates("robbed", "unharmed"), 10, 10)
    with pytest.raises(DomainError) as error:
        stand_ins.call_computer(tournament_id=tournament.pk, dynasty=fighters[0].dynasty)
    assert error.value.code == "no_computers_here"


def test_what_the_pieces_of_the_dead_take_goes_to_their_heir() -> None:
    """Kill the Emperor of a, whose pieces fight on and take that of c: its reputation goes to b, who killed a."""
    fates = Fates("dies", "dies")
    tournament, fighters = begin("death", fates, 10, 20, 30)
    play(tournament, {"b": "behead a"}, {"a": "seize c"}, {"b": "win"})
    won, captured = 20, 10
    assert [has(again(each)) for each in fighters] == [0, 20 + 10 + 30 + won + captured, 0]
    assert factories.books_balance() and not factories.sum_escrows()


def test_nobody_is_champion_between_two_steps_of_one_settlement() -> None:
    tournament, fighters = begin("death", Fates("dies", "dies"), 10, 60, 65)
    before = list(Reign.objects.values_list("dynasty__name", flat=True))
    play(tournament, {"a": "seize b"}, {"c": "win"})
    assert has(fighters[0]) > 65 and has(fighters[2]) > has(fighters[0])
    assert list(Reign.objects.values_list("dynasty__name", flat=True)) == before
