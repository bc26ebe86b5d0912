"""Log-in by the OpenID Connect provider of the settings: what opens an account, and what does not."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    pytest.importorskip("jwt", reason="PyJWT is not installed: pip install -r requirements/test.txt")
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "HTTPS")
    }
    run = subprocess.run(
        [sys.executable, "-m", "tests.accounts.single_sign_on_site"],
        check=False,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    answer: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return answer


def test_the_page_has_a_button_whose_form_may_leave(found: dict[str, Any]) -> None:
    assert found["button"] and found["policy"]
    assert found["get"] == 200, "a link alone logs nobody in"
    assert found["unknown"] == 404


def test_a_verified_address_makes_an_account_that_opens_from_then_on(found: dict[str, Any]) -> None:
    assert found["new"] == [302, "new@school.example"]
    assert found["again"] == found["new"], "the identity decides, whatever its address is by then"


@pytest.mark.parametrize("name", ["unverified", "silent", "nameless", "known_unverified", "worded"])
def test_an_address_that_nobody_has_verified_opens_nothing(found: dict[str, Any], name: str) -> None:
    assert found[name] == [403, ""]


def test_an_account_is_joined_only_where_both_sides_have_verified_its_address(found: dict[str, Any]) -> None:
    assert found["known"] == [302, "known@school.example"]
    assert found["typed"] == [403, ""], "somebody else may have typed it"
    assert found["connect"] == [403, "typed@school.example"], "an account takes on no identity"
    assert found["addresses"] == ["known@school.example", "new@school.example", "typed@school.example"]
    assert found["passwords"] == ["known@school.example", "typed@school.example"], "both keep their passwords"


def test_of_a_person_the_identity_alone_is_stored_and_goes_with_the_account(found: dict[str, Any]) -> None:
    assert found["profiles"] == [] and found["own_data"] == "1"
    assert (found["new_identities"], found["known_identities"], found["deleted"]) == (1, 1, 0)


def test_an_answer_that_nobody_asked_for_is_refused(found: dict[str, Any]) -> None:
    assert found["wrong_state"] in (401, 403)


@pytest.mark.django_db
def test_without_settings_there_is_no_button(client: Client) -> None:
    assert b"Log in with The" not in client.get("/account/login/").content
    assert client.post("/account/oidc/site/login/").status_code == 404
