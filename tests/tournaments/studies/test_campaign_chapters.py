"""Campaigns as chapters of studies: what they keep, how their turns are shown, and which campaigns are refused."""

import json
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from campaign import game as campaign
from campaign import records
from core import clock
from dynasty.models import Dynasty
from tests.campaign.test_platform import begin, computer, no_hints, play_on
from tests.factories import found
from tests.tournaments.studies.test_studies import add, describe, enter, refuse
from tournaments.domain import games
from tournaments.models import Chapter, RoundComment, Study, Tournament
from tournaments.selectors import account_data
from tournaments.selectors.studies import campaigns, sources
from tournaments.selectors.studies.opened import open_chapter
from tournaments.services.studies import chapters, comments, editing

pytestmark = pytest.mark.django_db
__all__ = ["no_hints"]


@pytest.fixture
def study() -> Study:
    return editing.create(dynasty=found("Qing"), description=describe())


def fight(name: str, type: str = "gift", **more: Any) -> Tournament:
    tournament, _emperors = begin(name, type, **more)
    return play_on(tournament)


@pytest.mark.parametrize("name", ["classic", "escalation", "simultaneous", "skirmish"])
def test_a_chapter_keeps_a_campaign_whole(study: Study, name: str) -> None:
    over = fight(name)
    made = add(study, f"https://here.example/tournament/{over.code}/?round=2")
    assert (made.title, made.battle) == (over.title, over.code)
    ending, seats, game = over.ending, over.seats, games.GAMES[over.game]
    over.delete()
    kept = open_chapter(Chapter.objects.get(pk=made.pk))
    assert kept.get_state(kept.size) == ending and kept.tournament.outcome["winners"]
    assert len(kept.seated) == seats and all(entry.name for entry in kept.seated.values())
    titles = [kept.get_turn(number) for number in range(1, kept.size + 1)]
    assert all(one != other for one, other in pairwise(titles)), "a turn is one"
    assert {bool(seat) for number, seat in titles if number} == {name in ("classic", "escalation")}
    for number in (0, 1, kept.size):
        page = Client().get(f"/study/{study.code}/{made.code}/?round={number}")
        assert page.status_code == 200 and page.context["position"]["pieces"] == kept.get_view(number)["pieces"]
        shown = page.content.decode()
        assert "<battle-map" in shown and "js/components/map/map.js" in shown and "components/board" not in shown
    assert page.context["position"]["pieces"] == game.view(game.read(ending))["pieces"]
    state, _events = campaign.replay(made.record)
    assert game.write(state) == ending, "what programs read replays"


def test_orders_sent_one_by_one_are_one_turn(study: Study) -> None:
    tournament, _emperors = begin("classic", "gift")

    def choose(game: str, state: object, seat: str) -> str:
        return computer(game, state, seat).split("; ")[0]

    over = play_on(tournament, choose)
    made = add(study, over.code)
    kept = open_chapter(made)
    record = records.parse(made.record)
    assert len(record.steps) > kept.size
    assert sum(len(kept.get_round(number).orders or []) for number in range(1, kept.size + 1)) == len(record.steps)
    for number in range(1, kept.size + 1):
        assert kept.get_round(number).state == kept.get_state(number - 1), "turns follow each other"


def test_a_turn_is_commented_on_and_read_everywhere(study: Study) -> None:
    made = add(study, fight("classic").code)
    size, author = open_chapter(made).size, enter(study.dynasty)
    page = f"/study/{study.code}/{made.code}"
    answer = author.post(f"{page}/comment", {"round": size, "text": "The last stand."})
    assert answer.status_code == 302 and RoundComment.objects.get().number == size
    refuse("no_such_round", comments.write, chapter=made, by=study.dynasty, number=size + 1, text="?")
    for address in (f"{page}/?round={size}", f"/embed{page}/?round={size}"):
        shown = Client().get(address)
        assert shown.status_code == 200 and "The last stand." in shown.content.decode()
        turn, seat = open_chapter(made).get_turn(size)
        names = {letter: entry.name for letter, entry in open_chapter(made).seated.items()}
        assert shown.context["title"] == f"Round {turn}: {names[seat]}’s turn"
    told = Client().get(f"/api/v1/studies/{study.code}/").json()["chapters"][0]
    assert told["comments"] == [{"round": size, "text": "The last stand."}] and told["record"] == made.record
    assert Client().get(f"{page}/record").content.decode() == made.record
    exported = account_data.export_study(study)["chapters"][0]
    assert exported["record"] == made.record and "The last stand." in json.dumps(exported)


def test_the_page_of_a_campaign_that_is_over_leads_to_a_study(study: Study) -> None:
    tournament, _emperors = begin("skirmish", "gift")
    link = f"/studies/add/?source=/tournament/{tournament.code}/"
    assert link not in Client().get(f"/tournament/{tournament.code}/").content.decode(), "it runs"
    play_on(tournament)
    assert link in Client().get(f"/tournament/{tournament.code}/").content.decode()
    author = enter(study.dynasty)
    assert author.get(link).status_code == 200
    answer = author.post("/studies/add/", {"source": f"/tournament/{tournament.code}/", "study": study.code})
    assert answer.status_code == 302 and answer["Location"].endswith(f"/{study.chapters.get().code}/")


@pytest.mark.parametrize("fog", ["off", "on"])
def test_a_campaign_that_runs_is_refused(study: Study, fog: str) -> None:
    tournament, _emperors = begin("simultaneous", "gift", rules={"fog": fog})
    tournament = play_on(tournament, lambda game, state, seat: "-", most=2)
    assert tournament.status == Tournament.Status.RUNNING
    refuse("bad_source", sources.read_source, text=f"/tournament/{tournament.code}/")
    author = enter(study.dynasty)
    for address in (f"/study/{study.code}/edit/", "/studies/add/"):
        answer = author.post(address, {"act": "add", "source": tournament.code, "study": study.code})
        assert answer.status_code in (409, 422) and tournament.seed not in answer.content.decode()
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.HALTED)
    refuse("bad_source", sources.read_source, text=tournament.code)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.CANCELLED, ended_at=clock.now())
    refuse("bad_source", sources.read_source, text=tournament.code)
    assert not Chapter.objects.exists()


def test_the_fog_lifts_with_the_end(study: Study) -> None:
    made = add(study, fight("simultaneous", rules={"fog": "on"}).code)
    page = Client().get(f"/study/{study.code}/{made.code}/?round=1")
    assert page.status_code == 200 and not page.context["position"].get("unseen")
    assert page.context["played"]["orders"] and {seat for seat, _order in page.context["played"]["orders"]} == {*"abc"}


def test_names_that_a_training_hides_are_kept_by_nobody(study: Study) -> None:
    over = fight("skirmish", "training")
    made = add(study, over.code)
    assert all(not entry.name for entry in open_chapter(made).seated.values())
    assert "Aaa" not in made.record


def test_records_of_campaigns_are_not_pasted(study: Study) -> None:
    record = add(study, fight("skirmish").code).record
    for text in (record, record.splitlines()[0], "{}\n{}", '{"headers": {}}\n{"setup": {}}'):
        refuse("bad_source", sources.read_source, text=text)


def test_a_campaign_that_is_too_long_or_of_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    over = fight("skirmish")
    for limit in ("CAMPAIGN_RECORD_LENGTH", "CAMPAIGN_RECORD_STEPS"):
        with monkeypatch.context() as patch:
            patch.setattr(sources, limit, 2)
            refuse("bad_source", sources.read_source, text=over.code)
    for changed in ({"rules_version": 99}, {"seed": "another"}):
        before = {name: getattr(over, name) for name in changed}
        Tournament.objects.filter(pk=over.pk).update(**changed)
        refuse("bad_source", sources.read_source, text=over.code)
        Tournament.objects.filter(pk=over.pk).update(**before)
    assert sources.read_source(over.code).is_campaign


def test_a_private_study_shows_its_campaign_to_nobody_else(study: Study) -> None:
    made = add(study, fight("skirmish").code)
    editing.change(study=study, by=study.dynasty, description=describe(visibility="private"))
    page = f"/study/{study.code}/{made.code}/"
    for reader in (Client(), enter(found("Song"))):
        for address in (page, f"/embed{page}", f"{page}record", f"/api/v1/studies/{study.code}/"):
            assert reader.get(address).status_code == 404, address
    assert enter(study.dynasty).get(page).status_code == 200


def test_a_campaign_is_played_once_for_all_its_rounds(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    made, played = add(study, fight("skirmish").code), list[str]()
    campaigns.play.cache_clear()
    replay = records.replay
    monkeypatch.setattr(records, "replay", lambda record: [replay(record), played.append(str(record))][0])
    for number in (0, 1, 2):
        assert Client().get(f"/study/{study.code}/{made.code}/?round={number}").status_code == 200
    assert len(played) == 1


def test_a_title_of_a_chapter_does_not_change_how_it_replays(study: Study) -> None:
    made = add(study, fight("skirmish").code, '"}\n{"setup": 1}')
    assert made.title == '"} {"setup": 1}'
    chapters.rename(chapter=made, by=study.dynasty, title="</script><b>")
    page = Client().get(f"/study/{study.code}/{made.code}/").content.decode()
    assert "</script><b>" not in page and open_chapter(Chapter.objects.get()).size


def test_a_title_with_a_line_separator_is_one_line_of_the_record(study: Study) -> None:
    over = fight("skirmish")
    Tournament.objects.filter(pk=over.pk).update(title="One\u2028two\x85three")
    made = add(study, over.code)
    assert made.title == "One two three" and open_chapter(made).size


def test_whoever_is_silenced_or_another_adds_nothing(study: Study) -> None:
    over, other = fight("skirmish"), found("Song")
    source = sources.read_source(over.code)
    refuse("not_your_study", chapters.add, study=study, by=other, source=source)
    assert isinstance(study.dynasty, Dynasty) and not Chapter.objects.exists()
