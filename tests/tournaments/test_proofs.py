"""The proof of a battle holds, and whatever is changed in it afterwards is found."""

import json
from collections.abc import Callable
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from core import clock
from tests import factories
from tournaments.domain.battle_proof import Finding, find_faults
from tournaments.models import Round, Tournament
from tournaments.selectors import proofs
from tournaments.services import rounds

pytestmark = pytest.mark.django_db
Proof = dict[str, Any]
DUEL = {"game": "emperors", "field": "duel-2"}


def fight(*orders_of_rounds: dict[str, str]) -> Tournament:
    tournament, _emperors = factories.begin("honour", 20, 20, **DUEL)
    for orders in orders_of_rounds:
        for seat, text in orders.items():
            factories.order(tournament, seat, text)
        close(tournament)
    return factories.again(tournament)


def close(tournament: Tournament) -> None:
    """Close at the deadline, whoever has ordered."""
    current = Round.objects.get(tournament=tournament, closed_at=None)
    Round.objects.filter(pk=current.pk).update(deadline=clock.now() - factories.HOUR)
    assert rounds.close_round(tournament_id=tournament.pk, round_no=current.number)


def over() -> Proof:
    """Return the proof of a battle of three rounds, in the last of which b resigns."""
    proof = proofs.build_proof(fight({"a": "C3-C4", "b": "C5-C4"}, {"a": "B3-B4"}, {"a": "D3-D4", "b": "abdicate"}))
    assert proof is not None and len(proof["rounds"]) == 3
    return deepcopy(proof)


def another_order(proof: Proof) -> None:
    proof["rounds"][0]["orders"][0][1] = "C3-D3"


def another_salt(proof: Proof) -> None:
    next(iter(proof["rounds"][1]["seals"].values()))["salt"] = "0" * 32


def no_order(proof: Proof) -> None:
    del proof["rounds"][2]["orders"][0]


def no_round(proof: Proof) -> None:
    del proof["rounds"][1]


def other_rules(proof: Proof) -> None:
    proof["announced"]["rules"]["conflict"] = "rollback"


def another_seed(proof: Proof) -> None:
    proof["seed"] = "f" * 32


def another_board(proof: Proof) -> None:
    proof["rounds"][1]["after"] = proof["rounds"][0]["after"]


CHANGES: dict[Callable[[Proof], None], set[str]] = {
    another_order: {"order", "chain"}, another_salt: {"order"}, no_order: {"extra", "chain"},
    no_round: {"gap", "chain"}, other_rules: {"contract"}, another_seed: {"seed"}, another_board: {"chain"},
}  # fmt: skip


def test_a_battle_is_proven() -> None:
    assert find_faults(over()) == []


@pytest.mark.parametrize("change", CHANGES)
def test_every_later_change_is_found(change: Callable[[Proof], None]) -> None:
    proof = over()
    change(proof)
    assert {finding.code for finding in find_faults(proof)} == CHANGES[change]


def test_while_it_is_fought_nothing_secret_is_in_it() -> None:
    tournament = fight({"a": "C3-C4", "b": "C5-C4"})
    factories.order(tournament, "a", "B3-B4")
    proof = proofs.build_proof(tournament)
    assert proof is not None and proof["seed"] is None and find_faults(proof) == []
    assert [set(played) for played in proof["rounds"]] == [{"number", "round", "turn", "orders", "seals", "digest"}]
    assert "B3-B4" not in json.dumps(proof)


def test_a_receipt_is_the_seal_that_is_opened() -> None:
    tournament, _emperors = factories.begin("honour", 20, 20, **DUEL)
    receipt = factories.order(tournament, "a", "C3-C4")
    close(tournament)
    proof = proofs.build_proof(factories.again(tournament))
    assert proof is not None and proof["rounds"][0]["seals"]["a"]["commitment"] == receipt["commitment"]


def test_the_page_and_the_file() -> None:
    tournament = fight({"a": "C3-C4", "b": "C5-C4"}, {"b": "abdicate"})
    client = Client()
    page = client.get(f"/tournament/{tournament.code}/proof")
    assert page.status_code == 200 and f"prove {tournament.code}.json" in page.content.decode()
    assert find_faults(client.get(f"/tournament/{tournament.code}/proof.json").json()) == []
    assert client.get(f"/tournament/{factories.announce().code}/proof.json").json()["code"] == "no_proof"


def test_the_command_reads_files_and_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof, file = over(), tmp_path / "battle.json"
    file.write_text(json.dumps(proof))
    call_command("prove", str(file))
    call_command("prove", proof["announced"]["code"])
    assert capsys.readouterr().out == "3 rounds, 0 findings.\n" * 2
    another_order(proof)
    file.write_text(json.dumps(proof))
    with pytest.raises(SystemExit):
        call_command("prove", str(file))
    assert Finding("order", 1, proof["rounds"][0]["orders"][0][0]) in find_faults(proof)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"announced": 1}', "no"])
def test_what_is_no_proof_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "battle.json"
    file.write_text(text)
    with pytest.raises(CommandError):
        call_command("prove", str(file))


def test_prove_reads_the_record_that_the_page_offers(tmp_path: Any, client: Any) -> None:
    battle, _fighters = factories.begin("gift", 0, 0, game="emperors", field="duel-2", rules={})
    factories.play(battle, {"a": "C3-C4", "b": "B5-B4"}, {"a": "C4-B4", "b": "abdicate"})
    offered = client.get(f"/tournament/{battle.code}/record")
    text = offered.content.decode()
    file = tmp_path / offered.headers["Content-Disposition"].split('"')[1]
    file.write_text(text)
    output = StringIO()
    call_command("prove", str(file), stdout=output)
    assert output.getvalue().strip() == "2 rounds, played again to the same end."
    file.write_text(text.replace("C3-C4", "C3-C9"))
    with pytest.raises(CommandError, match="does not hold"):
        call_command("prove", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("prove", str(tmp_path / "none.txt"))
