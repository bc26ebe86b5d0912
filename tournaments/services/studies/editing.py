"""Making, changing and deleting studies."""

from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import STUDIES, STUDY_WORDS_LENGTH
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services.search_index import remove
from tournaments.models import Study
from tournaments.services import search_index
from tournaments.services.studies import texts


class Description(TypedDict):
    """What the form of a study fills in."""

    title: str
    words: str
    visibility: str


@service
def create(*, dynasty: Dynasty, description: Description) -> Study:
    """Create a study without chapters."""
    texts.lock_writer(dynasty)
    if Study.objects.filter(dynasty=dynasty).count() >= STUDIES:
        raise DomainError("too_many_studies", _("A dynasty can have at most %(most)s studies."), most=STUDIES)
    now = clock.now()
    return Study.objects.create(dynasty=dynasty, made_at=now, changed_at=now, **clean(dynasty, description))


@service
def change(*, study: Study, by: Dynasty, description: Description) -> None:
    """Change the title of a study, what it says about itself, and who can read it."""
    texts.lock_writer(by)
    locked = texts.lock_own(study, by)
    Study.objects.filter(pk=locked.pk).update(changed_at=clock.now(), **clean(by, description))
    search_index.put_study(locked)


def clean(dynasty: Dynasty, description: Description) -> Description:
    """Return a description in normal form; raise DomainError for what it may not hold."""
    if description["visibility"] not in Study.Visibility.values:
        raise DomainError("bad_choice", _("Choose who can read it."))
    return {
        "title": texts.clean_title(dynasty, description["title"]),
        "words": texts.clean_text(dynasty, description["words"], STUDY_WORDS_LENGTH),
        "visibility": description["visibility"],
    }


@service
def delete(*, study: Study, by: Dynasty) -> None:
    """Delete a study for good, with its chapters and comments; deleted already, nothing happens."""
    locked = Study.objects.select_for_update().filter(pk=study.pk).first()
    if locked is None:
        return
    if locked.dynasty_id != by.pk:
        raise DomainError("not_your_study", _("This study is not yours."))
    locked.delete()
    search_index.put_study(study)


def forget_dynasty(dynasty: Dynasty) -> None:
    """Delete the studies of a dynasty. Runs in the transaction that deletes its account."""
    own = Study.objects.filter(dynasty=dynasty)
    remove("study", list(own.values_list("code", flat=True)))
    own.delete()
