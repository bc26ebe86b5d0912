"""What of tournaments, boards, maps, series and studies can be found by search. Trainings and casual battles cannot.

Players are stored by the codes of their dynasties, so that one that leaves the site is not found by its name.
"""

from collections.abc import Callable, Iterable, Iterator

from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils import translation
from django.utils.translation import gettext

from core.json_types import ReadOnlyJson
from core.transactions import service
from dynasty.domain.search_words import make_facet
from dynasty.models import Club, Dynasty, Emperor, SearchEntry
from dynasty.services.search_index import put, put_club, put_dynasty, put_emperor, remove
from tournaments.domain import battle_events, games
from tournaments.domain.settlement import Battle
from tournaments.domain.tournament_types import is_serious
from tournaments.models import DrawnBoard, DrawnMap, Entry, Series, Study, Tournament
from tournaments.selectors import hidden_names, studies
from tournaments.services.settlement.finished_battles import load_finished

BATCH_SIZE = 200  # rows that `rebuild` indexes in one transaction
Status = Tournament.Status


def put_tournament(tournament: Tournament, battle: Battle | None = None) -> None:
    """Let a serious tournament be found by its title, its battlefield, its players and what happened.

    `battle`: a finished one, where the caller has it.
    """
    if tournament.casual or not is_serious(tournament.type) or tournament.status == Status.CANCELLED:
        return
    rows = Entry.objects.filter(tournament=tournament).select_related("dynasty")
    entries = [] if hidden_names.is_anonymous(tournament) else list(rows)
    texts = [tournament.title, *list_field_titles(tournament)]
    if tournament.status != Status.ANNOUNCED:
        texts += [entry.name for entry in entries]
    happened = []
    if tournament.status == Status.FINISHED:
        happened = list_outcome_facets(tournament, battle or load_finished(tournament).battle)
    put("battle", tournament.code, texts, [*list_facets(tournament, entries), *happened])


def list_field_titles(tournament: Tournament) -> list[str]:
    """Return the title of a battlefield in each language of the site."""
    title = games.GAMES[tournament.game].field_words(tournament.field)[0]
    titles = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            titles.append(gettext(title))
    return titles


def list_facets(tournament: Tournament, entries: Iterable[Entry]) -> list[str]:
    """Return the facets of a tournament: what the filters of the search page ask for."""
    return [
        make_facet("type", tournament.type),
        make_facet("field", tournament.field),
        *(make_facet("goal", name) for name in list_goals(tournament.rules)),
        *(make_facet("player", entry.dynasty.code) for entry in entries if entry.dynasty),
    ]


def list_outcome_facets(tournament: Tournament, battle: Battle) -> list[str]:
    """Return the facets of how a battle ended: its length and its remarkable events."""
    events = battle_events.find_events(battle.rounds, tuple(battle.winners), battle.draw)
    length = make_facet("length", battle_events.get_length(tournament.game_round))
    return [length, *(make_facet("event", name) for name in sorted(events))]


def list_goals(rules: ReadOnlyJson) -> list[str]:
    """Return the names of the goals of rules, without their numbers.

    >>> list_goals({"goals": ["last_emperor", "throne(3)"]}), list_goals({"goal": "domination"}), list_goals({})
    (['last_emperor', 'throne'], ['domination'], [])
    """
    goals = rules.get("goals") or [rules.get("goal", "")]
    return [str(goal).partition("(")[0] for goal in goals if goal]


def put_board(board: DrawnBoard) -> None:
    """Let a drawn board be found by its title."""
    put("board", board.code, [board.title])


def put_map(drawn: DrawnMap) -> None:
    """Let a drawn map be found by its title."""
    put("map", drawn.code, [drawn.title])


def put_series(series: Series) -> None:
    """Let a series be found by its title."""
    put("series", series.code, [series.title], [make_facet("type", series.setup.get("type", ""))])


def put_study(study: Study) -> None:
    """Let a study be found by its words while everybody may read it: by its titles and what it says about itself.

    The caller has locked the study, or holds the transaction that deletes it.
    """
    found = studies.query_listed().filter(pk=study.pk).first()
    if found is None:
        remove("study", [study.code])
    else:
        put("study", found.code, [found.title, found.words, *found.chapters.values_list("title", flat=True)])


def rebuild() -> int:
    """Index everything that can be found, and drop what is there no longer; return how many entries there are.

    The site can be used meanwhile: each batch is a transaction of its own, in which its rows are locked.
    """
    for kind, rows in list_indexed().items():
        index_kind(kind, rows)
        codes = set(rows.values_list("code", flat=True))
        indexed = SearchEntry.objects.filter(kind=kind).values_list("code", flat=True)
        drop_entries(kind=kind, codes=[code for code in indexed if code not in codes])
    return SearchEntry.objects.count()


def complete() -> int:
    """Index each kind of things that is older than the search for them; return how many entries were made."""
    indexed = set(SearchEntry.objects.values_list("kind", flat=True).distinct())
    return sum(index_kind(kind, rows) for kind, rows in list_indexed().items() if kind not in indexed)


def index_kind(kind: str, rows: QuerySet[Model]) -> int:
    """Index all things of a kind; return how many there were."""
    return sum(index_batch(kind=kind, ids=batch) for batch in split(rows))


def list_indexed() -> dict[str, QuerySet[Model]]:
    """Return the queries of all that can be found, by kind, the oldest first."""
    here = Dynasty.objects.exclude(user__is_active=False)
    serious = Tournament.objects.filter(casual=False).exclude(status=Status.CANCELLED)
    return {
        "dynasty": here.order_by("pk"),
        "emperor": Emperor.objects.exclude(dynasty__user__is_active=False).order_by("pk"),
        "club": Club.objects.filter(kind=Club.Kind.CLUB, dissolved_at=None).order_by("pk"),
        "board": DrawnBoard.objects.filter(shelved_at=None).order_by("pk"),
        "map": DrawnMap.objects.filter(shelved_at=None).order_by("pk"),
        "series": Series.objects.exclude(status=Series.Status.CANCELLED).order_by("pk"),
        "study": studies.query_listed().order_by("pk"),
        "battle": serious.filter(type__in=[name for name in Tournament.Type.values if is_serious(name)]).order_by("pk"),
    }


PUT: dict[str, Callable[..., None]] = {
    "dynasty": put_dynasty,
    "emperor": put_emperor,
    "club": put_club,
    "board": put_board,
    "map": put_map,
    "series": put_series,
    "study": put_study,
    "battle": put_tournament,
}


def split(rows: QuerySet[Model]) -> Iterator[list[int]]:
    """Yield the ids of rows in batches."""
    last = 0
    while batch := list(rows.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH_SIZE]):
        yield batch
        last = batch[-1]


@service
def index_batch(*, kind: str, ids: list[int]) -> int:
    """Index rows of a kind, locked meanwhile; return how many there still were."""
    rows = list(list_indexed()[kind].filter(pk__in=ids).select_for_update(no_key=True, of=("self",)))
    for row in rows:
        PUT[kind](row)
    return len(rows)


@service
def drop_entries(*, kind: str, codes: list[str]) -> int:
    """Drop entries of what is there no longer; return how many."""
    remove(kind, codes)
    return len(codes)
