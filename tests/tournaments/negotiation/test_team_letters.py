"""What team mates write to one another where no negotiation was announced: to each other alone, and nobody can tell."""

import pytest

from core.errors import DomainError
from tests import factories
from tests.campaign.test_platform import no_hints, play_on
from tests.campaign.test_secrets import CHANGING
from tests.tournaments.negotiation.test_letters import CANARY, client_of, everything, of, write
from tournaments.domain import games
from tournaments.models import Message, Tournament
from tournaments.realtime import consumers
from tournaments.selectors import contract, events
from tournaments.selectors.negotiation import letters

__all__ = ["no_hints"]
pytestmark = pytest.mark.django_db
STRANGERS = ("Bbb", "Ddd", "Other", "")


def begin(**terms: str) -> Tournament:
    """Begin a battle of Aaa and Ccc (team 1) against Bbb and Ddd (team 2)."""
    rules = games.GAMES["campaign.skirmish"].presets()["teams"][2] | {"round_limit": 2}
    return factories.begin("gift", 0, 0, 0, 0, game="campaign.skirmish", field="grid4x4", rules=rules, terms=terms)[0]


def read_all(tournament: Tournament, name: str) -> list[str]:
    """Return all that a reader sees of a battle and its talk, and how far the streams of its socket have come."""
    client, code = client_of(name), tournament.code
    paths = [f"/tournament/{code}/{part}" for part in ("", "state", "talk", "acts", "record")]
    paths += [f"/api/v1/tournaments/{code}/talk/?room={room}" for room in ("table", "public", "parley")]
    answers = [client.get(path) for path in paths]
    streams = consumers.list_streams(code, of(name).user_id if name else None)
    bodies = [CHANGING.sub("", answer.content.decode()) for answer in answers]
    return [*bodies, *(str(answer.status_code) for answer in answers), str(events.get_heads(streams))]


@pytest.mark.parametrize("name", STRANGERS)
def test_others_cannot_tell_that_a_team_talks(name: str) -> None:
    tournament = begin()
    client_of(name)  # founds the dynasty of whoever only looks on
    before = read_all(tournament, name)
    write(tournament, "Aaa", "c")
    assert read_all(tournament, name) == before
    assert CANARY in everything(tournament, "Ccc")
    over = play_on(tournament)
    assert CANARY in everything(over, "Ccc") and CANARY not in everything(over, name)


@pytest.mark.parametrize(("author", "to"), [("Aaa", "b"), ("Aaa", "bc"), ("Bbb", "a"), ("Ddd", "abc")])
def test_nobody_writes_to_another_team(author: str, to: str) -> None:
    tournament = begin()
    with pytest.raises(DomainError) as refused:
        write(tournament, author, to)
    assert refused.value.code == "no_addressee" and not Message.objects.exists()


def test_the_page_offers_the_team_mates_alone_and_the_contract_says_so() -> None:
    tournament = begin()
    page = client_of("Aaa").get(f"/tournament/{tournament.code}/").content.decode()
    assert "Your team" in page and page.count('name="to"') == 1 and 'name="to" value="c" checked' in page
    assert any("Team mates can write" in each for each in contract.describe_terms(tournament))


def test_where_negotiation_was_announced_it_is_for_all() -> None:
    tournament = begin(negotiation="secret")
    write(tournament, "Aaa", "b")
    assert letters.get_mode(tournament) == "secret"
    assert not any("Team mates can write" in each for each in contract.describe_terms(tournament))
