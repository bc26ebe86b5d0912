"""Reviews of pasted records: the same pages as of battles, bounded, for a day, and never of what is being fought."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from core.limits import RECORD_LENGTH, REVIEWS_OF_ADDRESS
from tests.factories import again, begin, play
from tests.tournaments.test_proofs import fight
from tournaments import tasks
from tournaments.models import Review, Tournament
from tournaments.selectors.reviews import pasted as selectors
from tournaments.services import reviews
from tournaments.services.reviews import pasted as services

pytestmark = pytest.mark.django_db
ROUNDS: tuple[dict[str, str], ...] = ({"a": "C3-C4", "b": "C5-C4"}, {"a": "B3-B4"}, {"a": "D3-D4", "b": "abdicate"})
IMPORT = "/lab/review"


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Collect the records that a worker is asked for."""
    cache.clear()
    found: list[str] = []
    monkeypatch.setattr(
        services.task_queue,
        "enqueue_on_commit",
        lambda task, **more: found.append(more["key"]) if task == "review_record" else None,
    )
    yield found
    cache.clear()


@pytest.fixture
def record(client: Client) -> str:
    """Return the record of a battle of three rounds that is over, as its page lets it be saved."""
    return get_record(client, fight(*ROUNDS))


def get_record(client: Client, battle: Tournament) -> str:
    return client.get(f"/tournament/{battle.code}/record").content.decode()


def paste(client: Client, text: str) -> str:
    answer = client.post(IMPORT, {"record": text})
    assert answer.status_code == 302, answer.content
    return str(answer["Location"])


def work(asked: list[str]) -> None:
    while asked:
        tasks.review_record(key=asked.pop())


def test_a_record_is_reviewed_like_its_battle(client: Client, record: str, asked: list[str]) -> None:
    battle = Tournament.objects.get()
    address = paste(client, record)
    first = client.get(address).content.decode()
    assert "round 0 of 3" in first and "Chances to win" in first and "not been judged yet" in first
    assert "round 0 of 3" in client.get(f"{address}?part=progress").content.decode()
    assert len(asked) == 1, "one worker is enough"
    work(asked)
    assert client.get(f"{address}?part=progress").headers["HX-Refresh"] == "true"
    page = client.get(f"{address}?round=1").content.decode()
    assert "All orders" in page and "C3-C4" in page and "/lab/?b=" in page and "HX-" not in page
    reviews.ask(tournament=battle, address="10.0.0.1")
    while reviews.review_due():
        pass
    assert drop_seconds(Review.objects.get().rounds) == drop_seconds(selectors.find_judged(get_key(address)))
    named = client.get(paste(client, name_seats(record, a="Ulrika", b="Vasile"))).content.decode()
    assert "Ulrika" in named and "Vasile" in named, "players have the names of the record"


def name_seats(record: str, **names: str) -> str:
    """Return a record with other names of players."""
    kept = "".join(line for line in record.splitlines(keepends=True) if line[:3] not in ("[a ", "[b "))
    return "".join(f'[{seat} "{name}"]\n' for seat, name in names.items()) + kept


def drop_seconds(rounds: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{name: value for name, value in each.items() if name != "seconds"} for each in rounds]


def get_key(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


def test_the_rounds_are_judged_in_pieces_and_none_twice(
    client: Client, record: str, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "PIECE_SECONDS", 0.0)
    key = get_key(paste(client, record))
    pieces = 0
    while asked:
        pieces += tasks.review_record(key=asked.pop())
    assert pieces == 3 and len(selectors.find_judged(key)) == 3
    assert tasks.review_record(key=key) == 0
    assert selectors.claim("busy", key, 30) and tasks.review_record(key=key) == 0, "another worker has it"


def test_a_lost_worker_is_replaced_while_somebody_looks(client: Client, record: str, asked: list[str]) -> None:
    address = paste(client, record)
    key = asked.pop()
    client.get(f"{address}?part=progress")
    assert asked == [], "not at once"
    selectors.release("asked", key)
    client.get(f"{address}?part=progress")
    assert asked == [key]


def test_the_same_record_is_judged_once_for_all(client: Client, record: str, asked: list[str]) -> None:
    address = paste(client, record)
    work(asked)
    assert paste(Client(), record.replace("\n", "\r\n")) == address and asked == []
    assert "All orders" in Client().get(address).content.decode(), "everybody who has the link sees it"


def test_what_is_fought_right_now_is_not_reviewed(client: Client, asked: list[str]) -> None:
    battle, _fighters = begin("gift", 0, 0, game="emperors", field="duel-2")
    play(battle, {"a": "C3-C4"})
    record = get_record(client, again(battle))
    longer = record + "2. a B3-B4\n"
    for text in (record, longer):
        answer = client.post(IMPORT, {"record": text})
        assert answer.status_code == 422 and "being fought over right now" in answer.content.decode()
    assert asked == []
    play(battle, {"a": "D3-D4"})
    address = paste(client, record)
    work(asked)
    assert client.get(address).status_code == 200, "the round is over"
    play(battle, {"b": "abdicate"})
    assert client.get(paste(client, longer)).status_code == 200


def test_a_position_that_comes_up_later_closes_its_review(client: Client, asked: list[str]) -> None:
    battle, _fighters = begin("gift", 0, 0, game="emperors", field="duel-2")
    guess = get_record(client, battle) + "1. a C3-C4\n\n2. a B3-B4\n"
    address = paste(client, guess)
    work(asked)
    play(battle, {"a": "C3-C4"})
    page = client.get(address)
    assert page.status_code == 422 and "Chances to win" not in page.content.decode()
    assert client.get(f"{address}?part=progress").headers["HX-Refresh"] == "true"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "This is no record"),
        ("nothing", "This is no record"),
        ("." * (RECORD_LENGTH + 1), "too long"),
        ("+---+---+\n|(a)|(b)|\n+---+---+\n", "with a round played"),
        ("+---+---+\n|(a)|(b)|\n+---+---+\n\n1. a A1-Z9\n", "This is no record"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_with_a_sentence(client: Client, text: str, words: str) -> None:
    answer = client.post(IMPORT, {"record": text})
    assert answer.status_code == 422 and words in answer.content.decode()


def test_large_records_are_refused_before_they_are_played(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services.records, "verify", lambda record: pytest.fail("it was played"))
    board = "+---+---+\n|(a)|(b)|\n+---+---+\n\n"
    rounds = "\n".join(f"{number}." for number in range(1, 6000))
    answer = client.post(IMPORT, {"record": board + rounds})
    assert answer.status_code == 422 and "too long" in answer.content.decode()


def test_an_address_that_asks_often_waits(client: Client, record: str) -> None:
    for number in range(REVIEWS_OF_ADDRESS[0]):
        paste(client, f'[Note "{number}"]\n{record}')
    answer = client.post(IMPORT, {"record": record})
    assert answer.status_code == 429
    assert paste(client, f'[Note "0"]\n{record}'), "what is there counts against no limit"


def test_a_record_that_was_forgotten_says_so(client: Client, record: str) -> None:
    address = paste(client, record)
    cache.clear()
    answer = client.get(address)
    assert answer.status_code == 404 and "Paste it again" in answer.content.decode()
    assert 'name="record"' in answer.content.decode()
    assert client.get(f"{address}?part=progress").headers["HX-Refresh"] == "true"


def test_names_of_records_are_text(client: Client, record: str) -> None:
    named = name_seats(record, a="<b>Bo</b>").replace("The Test Cup", "<script>x</script>")
    page = client.get(paste(client, named)).content.decode()
    assert "<script>x" not in page and "<b>Bo" not in page and "&lt;b&gt;Bo" in page and "&lt;script&gt;x" in page
