"""Static files: hashed, compressed and joined where they were collected, plain before; and documents compressed."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.utils.functional import empty
from whitenoise.responders import StaticFile

from config import storage
from config.middleware.compression import Compression
from config.middleware.uncollected import UncollectedMiddleware

SITE = "css/site.css"
HASHED = re.compile(r"/static/css/site\.[0-9a-f]{12}\.css")


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> Path:
    """Yield the files of the embedded mode, collected as `play` does."""
    settings.STATIC_ROOT = str(tmp_path / "static")
    settings.STATIC_COLLECTED = False
    staticfiles_storage._wrapped = empty
    storage.collect()
    yield tmp_path / "static"
    staticfiles_storage._wrapped = empty


@pytest.mark.django_db
def test_a_collected_page_links_one_sheet_by_its_hash(collected: Path) -> None:
    head = Client().get("/rules/").content.decode().split("</head>")[0]
    assert len(HASHED.findall(head)) == 1
    assert not [name for name in storage.BUNDLES[SITE] if Path(name).stem + ".css" in head]
    assert re.search(r"/static/js/pages/base\.[0-9a-f]{12}\.js", Client().get("/rules/").content.decode())


def test_each_bundle_holds_its_sheets_in_order(collected: Path) -> None:
    for name, parts in storage.BUNDLES.items():
        bundle = text_of_collected(name)
        sheets = [storage.UNNEEDED[".css"].sub("", text_of(part)).split("url(")[0] for part in parts]
        places = [bundle.index(sheet[:200]) for sheet in sheets]
        assert places == sorted(places)
        assert "/*" not in bundle
    fonts = re.search(r"cinzel\.[0-9a-f]{12}\.woff2", text_of_collected(SITE))
    assert fonts, "what a sheet names is hashed as well"


def test_hashed_files_are_compressed_beforehand(collected: Path) -> None:
    name = staticfiles_storage.stored_name(SITE)
    packed = Path(staticfiles_storage.path(f"{name}.gz"))
    assert gzip.decompress(packed.read_bytes()) == Path(staticfiles_storage.path(name)).read_bytes()


def test_hashed_files_are_sent_without_what_a_second_request_would_need(collected: Path) -> None:
    packed = StaticFile(staticfiles_storage.path(staticfiles_storage.stored_name(SITE)), [])
    assert {name for name, _value in packed.get_response("HEAD", {}).headers} == {"Content-Length"}


def test_what_is_not_collected_keeps_its_name(collected: Path) -> None:
    assert staticfiles_storage.url("admin/css/base.css") == "/static/admin/css/base.css"
    assert not (collected / "admin").exists()


def test_nothing_is_collected_twice(collected: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(storage, "call_command", lambda *args, **options: pytest.fail("collected again"))
    storage.collect()


def test_what_another_process_collected_is_used(collected: Path, settings: Any) -> None:
    hashed = staticfiles_storage.hashed_files
    settings.STATIC_COLLECTED = False
    staticfiles_storage.hashed_files = {}
    assert staticfiles_storage.url(SITE) == f"/static/{SITE}"
    storage.use_collected()
    assert staticfiles_storage.hashed_files == hashed
    assert HASHED.fullmatch(staticfiles_storage.url(SITE))


def test_a_changed_file_is_collected_again(collected: Path, monkeypatch: Any) -> None:
    asked: list[str] = []
    monkeypatch.setattr(storage, "call_command", lambda name, **options: asked.append(name))
    (collected / storage.STAMP).write_text("as it was before")
    storage.collect()
    assert asked == ["collectstatic"]


@pytest.mark.django_db
def test_documents_are_compressed_and_padded() -> None:
    answers = [Client().get("/rules/", headers={"Accept-Encoding": "gzip"}) for _ in range(12)]
    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    assert {"Accept-Encoding"} <= set(re.split(r",\s*", answers[0]["Vary"]))
    assert b"</html>" in gzip.decompress(answers[0].content)
    assert len({len(answer.content) for answer in answers}) > 2, "lengths say nothing exact of what is inside"


def test_a_stream_of_events_is_not_compressed() -> None:
    request = RequestFactory().get("/", headers={"Accept-Encoding": "gzip"})
    lines = StreamingHttpResponse([b"{}\n"] * 500, content_type="application/x-ndjson")
    streamed = Compression(lambda request: lines)(request)
    assert not streamed.has_header("Content-Encoding") and b"".join(streamed) == b"{}\n" * 500
    plain = Compression(lambda request: HttpResponse(b"{}\n" * 500))(request)
    assert plain["Content-Encoding"] == "gzip"


def test_every_module_is_imported_by_its_hashed_name(collected: Path) -> None:
    written = "".join(path.read_text() for path in (collected / "js").rglob("*.js"))
    named = re.findall(r"\b(?:from|import)\s*\(?\s*[\"'](\.[^\"']+)", written)
    assert len(named) > 60
    assert not [name for name in named if not re.search(r"\.[0-9a-f]{12}\.js$", name)]


def text_of(name: str) -> str:
    return Path(str(finders.find(name))).read_text()


def text_of_collected(name: str) -> str:
    return Path(staticfiles_storage.path(staticfiles_storage.stored_name(name))).read_text()


def test_only_comments_and_indents_are_left_out(collected: Path) -> None:
    """Keep a space before a colon, which is a descendant's, and any within a string."""
    bundle = text_of_collected(SITE)
    assert ".table :is(th, td) {" in bundle and "/*" not in bundle
    tray = text_of_collected("js/components/map/cards.js")
    assert "` on ${" in tray and "/**" not in tray
    for path in sorted(Path(str(finders.find("js/pages/base.js"))).parent.parent.rglob("*.js")):
        source = path.read_text()
        assert lines(storage.UNNEEDED[".js"].sub("", source)) == lines(
            re.sub(r"/\*\*.*?\*/", "", source, flags=re.DOTALL)
        )


def lines(source: str) -> list[str]:
    """Return the lines of a script that are more than a comment."""
    found = map(str.strip, source.splitlines())
    return [line for line in found if line and not line.startswith("//")]


@pytest.fixture
def uncollected(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return a client of the scaled mode before anything was collected."""
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.storage.HashedStaticFiles"}}
    settings.STATIC_COLLECTED = True
    monkeypatch.setattr(staticfiles_storage, "hashed_files", {})
    return Client(raise_request_exception=False)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "words"), [("en", "not set up yet"), ("es", "todavía"), ("ca", "encara")])
def test_uncollected_files_are_no_fault_of_each_visit(
    uncollected: Client, caplog: Any, language: str, words: str
) -> None:
    answer = uncollected.get("/", headers={"Accept-Language": language})
    assert (answer.status_code, answer["Content-Type"]) == (503, "text/plain; charset=utf-8")
    text = answer.content.decode()
    assert words in text and "collectstatic" in text and int(answer["Retry-After"]) > 0
    assert "collectstatic" in caplog.text
    assert uncollected.get("/nowhere/").status_code == 503
    assert uncollected.get("/api/v1/games/").status_code == uncollected.get("/healthz").status_code == 200


@pytest.mark.usefixtures("collected")
def test_where_files_are_collected_nothing_is_asked(settings: Any) -> None:
    settings.STATIC_COLLECTED = True
    with pytest.raises(MiddlewareNotUsed):
        UncollectedMiddleware(lambda _request: HttpResponse())
