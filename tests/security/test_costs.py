"""What requests cost: each address with hostile parameters, in ratios of the processor's time to a measure of this run.

Whatever is heavier than the bar is charged to who asks, who can spend so much a minute and no more.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from battlefield import fields
from battlefield.rulesets import Ruleset
from config import schema_page
from config.middleware import cost_meter
from config.storage import HashedStaticFiles
from core import limits
from core.counters import CountersUnavailable, get_counters
from core.rate_limits import hash_subscriber
from tests import factories
from tests.security.outcomes import undone
from tests.security.tries import address, list_endpoints
from tests.security.world import World
from tournaments.lab import state

pytestmark = [pytest.mark.django_db, pytest.mark.times]
HERE = hash_subscriber("127.0.0.1")
BAR, BYTES = 2.5, 300_000
"""Measures (some 40 ms each) and bytes; beyond it a request is charged."""
MAX, MAX_BYTES = 12, 1_000_000
"""No request may cost more, charged or not."""
LONG = "a" * 3_000
WIDE = "b=" + "/".join(["A" + "a99" * 39, *["_40"] * 38, "b99" * 39 + "B"])
HOSTILE = (
    f"page=999999999&page_size=100&cursor={LONG}&before=999999999&since=1&q={LONG}&field={LONG}&like={LONG}&at={LONG}",
    f"{WIDE}&o=;&look=a&round=1&number=999999&diagram={'a' * 3_000}&part=report&format=json&order=-reputation",
    f"b={'/'.join(['_40'] * 40)}&o={';' * 41}&ask=a&page=1&round={'9' * 400}&years={LONG}&room=table&kind={LONG}",
)
LABS = [
    WIDE, f"{WIDE}&o=;", f"{WIDE}&ask=a", f"{WIDE}&look=a", "b=Aa50/_40/_40/_40/_40/bB&o=" + ";" * 40,
    "b=" + "/".join(["Aa" + "a9" * 18, *["_20"] * 18, "b9" * 18 + "bB"]) + "&o=" + ";" * 40,
    *(state.write_query(state.Lab(
        state.build_battle(fields.load(name), Ruleset(), fields.load(name).board.targets), ((),) * 40
    )) for name in fields.FIELDS),
]  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_spent() -> Iterator[None]:
    cost_meter.heavy_routes.clear(), cost_meter.blocked_until.clear(), cost_meter.local_counts.forget()
    yield
    cost_meter.heavy_routes.clear(), cost_meter.blocked_until.clear(), cost_meter.local_counts.forget()


def processor(act: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds of this thread's processor, and the result."""
    began = time.thread_time()
    result = act()
    return time.thread_time() - began, result


@pytest.fixture(scope="module")
def measure() -> float:
    """Measure a fixed piece of work on this machine, at its quickest."""
    return min(processor(lambda: sum(each % 7 for each in range(600_000)))[0] for _time in range(5))


def count_charged() -> int:
    return get_counters().get_count(f"cost:guest:{HERE}")


def judge_cost(client: Client, path: str, measure: float, post: dict[str, str] | None = None) -> str:
    """Return what is wrong with the cost of an address, at the best of four times; empty where nothing is.

    The first reads templates and translations; another process on the same core makes one time or another dearer.
    """
    ask = (lambda: client.post(path, post)) if post is not None else (lambda: client.get(path))
    text = ""
    for _time in range(4):
        text = judge_once(ask, path, measure)
        if not text:
            break
    return text


def judge_once(ask: Callable[[], Any], path: str, measure: float) -> str:
    """Return what is wrong with the cost of one request; empty where nothing is."""
    before = count_charged()
    took, answer = processor(ask)
    size = 0 if answer.streaming else len(answer.content)
    texts = f"{path[:80]}: {took / measure:.1f} measures, {size} bytes, {answer.status_code}"
    if answer.status_code >= 500 or took > MAX * measure or size > MAX_BYTES:
        return texts
    heavy = took > BAR * measure or size > BYTES
    return f"not charged: {texts}" if heavy and count_charged() == before else ""


def test_every_address_is_light_or_charged(world: World, measure: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost_meter, "COST_OF_ONE", 10**9)
    monkeypatch.setattr(cost_meter, "COST_OF_ADDRESS", 10**9)
    client = Client()
    wrong = []
    for endpoint in list_endpoints():
        if "stream" in endpoint.name or endpoint.name.startswith(("admin:", "mfa", "account")):
            continue
        for query in HOSTILE:
            with undone():
                wrong.append(judge_cost(client, f"{address(endpoint, 'GET', world)}?{query}", measure))
    assert not [each for each in wrong if each]


@pytest.mark.parametrize("query", LABS, ids=range(len(LABS)))
def test_every_lab_is_bounded(query: str, measure: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.views.lab.OUTCOMES_A_MINUTE", 1_000)
    assert judge_cost(Client(), f"/lab/?{query}", measure) == ""


@pytest.mark.parametrize(("path", "body"), [
    ("/boards/check", {"drawing": "\n".join(["a" * 60] * 60)}), ("/boards/check", {"drawing": "_" * 39_000}),
    ("/boards/check", {"drawing": "\n".join([" ".join(["a9"] * 40)] * 40)}),
    ("/boards/new/", {"drawing": "A" * 39_000}), ("/announce/words", {"title": "x" * 9_000}),
    ("/account/login/", {"login": "a@example.org", "password": "x" * 4_000}),
    ("/account/signup/", {"email": "a" * 4_000, "password1": "x" * 4_000}),
])  # fmt: skip
def test_what_is_sent_is_light_or_charged(path: str, body: dict[str, str], measure: float) -> None:
    assert judge_cost(Client(), path, measure, body) == ""


def test_who_has_spent_its_minute_is_refused_what_is_heavy_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost_meter, "HEAVY_MS", 0)
    monkeypatch.setattr(cost_meter, "COST_OF_ONE", 30)
    client, answers = Client(), []
    while 429 not in answers:
        answers.append(client.get(f"/lab/?{WIDE}").status_code)
        assert len(answers) < 40
    monkeypatch.setattr(cost_meter, "HEAVY_MS", 10**6)
    response = client.get("/lab/")
    assert (response.status_code, response["Retry-After"]) == (429, "60") and "no-store" in response["Cache-Control"]
    assert client.get("/offline/").status_code == 200 and client.post("/casual/now/").status_code == 302
    assert Client(REMOTE_ADDR="203.0.113.9").get(f"/lab/?{WIDE}").status_code == 200
    assert Client().get("/api/v1/tournaments/").status_code == 200
    person = Client()
    person.force_login(factories.found("Ming").user)
    assert person.get(f"/lab/?{WIDE}").status_code == 200, "a person behind the address has a minute of its own"


def test_without_shared_counts_each_process_counts_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def add(self, *_given: Any) -> int:
            raise CountersUnavailable

    monkeypatch.setattr(cost_meter, "get_counters", Gone)
    monkeypatch.setattr(cost_meter, "COST_OF_ONE", 0)
    monkeypatch.setattr(cost_meter, "HEAVY_MS", 0)
    assert [Client().get(f"/lab/?{WIDE}").status_code for _time in range(2)] == [200, 429]


def test_the_api_document_is_written_once_and_is_in_step() -> None:
    schema_page.load_document.cache_clear()
    made, first = processor(lambda: Client().get("/api/schema/?format=json"))
    again, second = processor(lambda: Client().get("/api/schema/?format=json"))
    assert first.content == second.content and again < made / 5
    fresh = SchemaGenerator().get_schema(request=None, public=True)
    assert first.json()["paths"].keys() == fresh["paths"].keys()
    assert schema_page.JSONRenderer().render(fresh) == first.content
    kept = Client().get("/api/schema/?format=json", headers={"If-None-Match": first["ETag"]})
    assert (kept.status_code, kept.content) == (304, b"") and "public" in first["Cache-Control"]


def test_a_release_makes_the_api_document_and_it_is_served_as_it_is(settings: Any, tmp_path: Path) -> None:
    HashedStaticFiles(location=tmp_path).save_documents()
    made = {form: (tmp_path / "api" / f"openapi.{form}").read_bytes() for form in ("json", "yaml")}
    assert made == {form: schema_page.make_document(form) for form in made}
    settings.STATIC_ROOT, settings.STATIC_COLLECTED = str(tmp_path), True
    (tmp_path / "api" / "openapi.yaml").write_text("openapi: of the release\n")
    schema_page.load_document.cache_clear()
    try:
        assert Client().get("/api/schema/").content == b"openapi: of the release\n"
        assert Client().get("/api/schema/?format=json").content == made["json"]
    finally:
        schema_page.load_document.cache_clear()


@pytest.mark.parametrize(("accept", "query", "kind"), [
    ("", "", "application/vnd.oai.openapi"), ("application/json", "", "application/vnd.oai.openapi+json"),
    ("*/*", "?format=yaml", "application/vnd.oai.openapi"), ("*/*", "?format=x", "application/vnd.oai.openapi"),
])  # fmt: skip
def test_the_api_document_comes_in_two_forms(accept: str, query: str, kind: str) -> None:
    answer = Client().get(f"/api/schema/{query}", headers={"Accept": accept} if accept else {})
    assert answer["Content-Type"] == f"{kind}; charset=utf-8"


def test_the_limits_fit_the_bar() -> None:
    assert limits.HEAVY_MS <= 100 and limits.HEAVY_BYTES < BYTES and limits.COST_OF_ONE <= limits.COST_OF_ADDRESS
