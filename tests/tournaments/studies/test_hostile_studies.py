"""Studies by strangers: what is written is shown as text, what is forged is refused, and frames hold no secret."""

from typing import Any

import pytest
from django.test import Client

from core.errors import DomainError
from tests.factories import found
from tests.tournaments.studies.test_studies import LAB, ROUNDS, add, describe, enter
from tests.tournaments.test_proofs import fight
from tournaments.models import Chapter, RoundComment, Study
from tournaments.selectors.studies import sources
from tournaments.services.studies import comments, editing

pytestmark = pytest.mark.django_db
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>"
RECORD_HEADER = '[Board "duel"]'


@pytest.fixture
def study() -> Study:
    made = editing.create(dynasty=found("Ming"), description=describe(title=SCRIPT, words=SCRIPT))
    add(made, LAB, SCRIPT)
    return made


def get_only(study: Study) -> Chapter:
    return study.chapters.get()


def test_what_is_written_is_shown_as_text_everywhere(study: Study) -> None:
    chapter = get_only(study)
    comments.write(chapter=chapter, by=study.dynasty, number=1, text=SCRIPT)
    own, place = enter(study.dynasty), f"study/{study.code}"
    addresses = (f"/{place}/{chapter.code}/?round=1", f"/embed/{place}/{chapter.code}/?round=1", "/studies/")
    for client, address in [
        *((Client(), each) for each in (*addresses, "/search/?kind=study")),
        *((own, each) for each in (*addresses, f"/{place}/edit/", f"/{place}/delete/", f"/studies/add/?source={LAB}")),
    ]:
        page = client.get(address).content.decode()
        assert "<script>alert" not in page and "<img src=x" not in page, address
    record = Client().get(f"/{place}/{chapter.code}/record")
    assert record["Content-Type"].startswith("text/plain") and record["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "text",
    [
        "\x00",
        "x\ud800",
        '[a "' + "x" * 5000,
        RECORD_HEADER * 3000,
        RECORD_HEADER + "\n\n1. a C3-C4 " * 2000,
        "1. a " + "9" * 4000,
        "/lab/?b=" + "A" * 9000,
        "/lab/?b=A_/_B&o=" + "a.A1-A2," * 3000,
        "/lab/?b=A_/_B&n=" + "9" * 40,
        "/tournament/" + "٣" * 8,
        "javascript:alert(1)?b=A_/_B",
        "/lab/review/" + "../" * 20,
        "[" * 20_000,
    ],
)
def test_a_hostile_source_is_refused_or_harmless(study: Study, text: str) -> None:
    try:
        made = add(study, text)
    except DomainError as refused:
        assert refused.code in ("bad_source", "bad_lab")
    else:
        assert len(made.record) <= 40_000 and Client().get(f"/study/{study.code}/{made.code}/").status_code == 200
    answer = enter(study.dynasty).post(
        f"/study/{study.code}/edit/", {"act": "add", "source": text.encode("utf8", "replace").decode()}
    )
    assert answer.status_code in (302, 400, 409, 422)


def test_a_position_may_only_be_as_heavy_as_a_page_can_play(study: Study) -> None:
    record = Client().get(f"/tournament/{fight(*ROUNDS).code}/record").content.decode()
    lines = record.rstrip().rsplit("\n", 1)[0] + "\n" + "\n".join(f"{n}. a -" for n in range(4, 9000))
    with pytest.raises(DomainError) as refused:
        sources.read_source(lines)
    assert refused.value.code == "bad_source"


@pytest.mark.parametrize("number", ["-1", "2", "9" * 40, "٣", "1e9", "", "\x00", "0x1", "None"])
def test_a_round_that_there_is_not_is_never_commented_on_and_shows_the_first_position(
    study: Study, number: str
) -> None:
    chapter, author = get_only(study), enter(study.dynasty)
    page = f"/study/{study.code}/{chapter.code}"
    assert author.post(f"{page}/comment", {"round": number, "text": "Said"}).status_code in (400, 404, 409, 422)
    assert not RoundComment.objects.exists()
    for address in (f"{page}/", f"/embed{page}/"):
        assert author.get(address, {"round": number}).status_code in (200, 400)


def test_nobody_writes_in_the_study_of_another_not_even_by_a_chapter_of_an_own_one(study: Study) -> None:
    qing = found("Qing")
    own = editing.create(dynasty=qing, description=describe())
    mine, theirs, thief = add(own, LAB), get_only(study), enter(qing)
    forged: list[tuple[str, dict[str, Any]]] = [
        (f"/study/{own.code}/{theirs.code}/comment", {"round": 1, "text": "Said"}),
        (f"/study/{study.code}/{mine.code}/comment", {"round": 1, "text": "Said"}),
        (f"/study/{own.code}/{theirs.code}/delete/", {}),
        (f"/study/{own.code}/edit/", {"act": "rename", "chapter": theirs.code, "chapter_title": "Mine now"}),
        (f"/study/{own.code}/edit/", {"act": "up", "chapter": theirs.code}),
        (f"/study/{study.code}/edit/", {"act": "add", "source": LAB}),
        (f"/study/{study.code}/delete/", {}),
        ("/studies/add/", {"source": LAB, "study": study.code}),
    ]
    for address, sent in forged:
        assert thief.post(address, sent).status_code == 404, address
    assert get_only(study).title == theirs.title and own.chapters.count() == 1 and not RoundComment.objects.exists()


def test_a_frame_may_stand_anywhere_and_is_the_same_for_its_author(study: Study) -> None:
    chapter, author = get_only(study), enter(study.dynasty)
    page = f"/study/{study.code}/{chapter.code}/"
    plain, own = Client().get(f"/embed{page}"), author.get(f"/embed{page}")
    assert plain.content == own.content and not plain.cookies and not own.cookies
    policy = plain["Content-Security-Policy"].split("; ")
    assert "frame-ancestors *" in policy and "form-action 'self'" in policy and "X-Frame-Options" not in plain
    assert plain["Cross-Origin-Resource-Policy"] == "cross-origin" and "no-store" in plain["Cache-Control"]
    assert b"<form" not in plain.content and b"csrf" not in plain.content
    shown = author.get(page)
    assert shown["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in shown["Content-Security-Policy"]
    editing.change(study=study, by=study.dynasty, description=describe(visibility="link"))
    assert Client().get(f"/embed{page}").status_code == 200
    editing.change(study=study, by=study.dynasty, description=describe(visibility="private"))
    assert author.get(f"/embed{page}").status_code == 404, "as anybody else sees it"
