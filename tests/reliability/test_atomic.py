"""What becomes of an act that the database breaks off: begun again, or refused as busy, never done twice."""

from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from core import crash_points
from core import transactions as module
from core.errors import BusyError
from core.transactions import service
from dynasty.api.problem_details import handle_error
from dynasty.models import Stream

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


class Cause(Exception):
    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate


def build_error(sqlstate: str) -> OperationalError:
    """Return the error with which the database breaks off, as Django passes it on."""
    error = OperationalError("broken off")
    error.__cause__ = Cause(sqlstate)
    return error


class Trouble:
    """A service that is broken off so many times before it gets through."""

    def __init__(self, *errors: Exception) -> None:
        self.errors, self.calls = list(errors), 0

    def __call__(self) -> int:
        @service
        def write() -> int:
            self.calls += 1
            Stream.objects.create(name=f"call {self.calls}")
            if self.errors:
                raise self.errors.pop(0)
            return self.calls

        return write()


@pytest.mark.parametrize("state", ["40P01", "40001", "55P03", "57P01"])
def test_what_was_broken_off_is_begun_again_and_done_once(state: str) -> None:
    assert Trouble(build_error(state), build_error(state))() == 3
    assert [stream.name for stream in Stream.objects.all()] == ["call 3"]


def test_a_locked_database_counts_as_broken_off() -> None:
    assert Trouble(OperationalError("database is locked"))() == 2


def test_after_three_times_it_is_refused_as_busy() -> None:
    trouble = Trouble(*[build_error("40P01")] * 5)
    with pytest.raises(BusyError) as error:
        trouble()
    assert error.value.code == "busy" and trouble.calls == 3 and not Stream.objects.exists()
    answer = handle_error(error.value, {})
    assert answer is not None and answer.status_code == 503 and int(answer["Retry-After"]) > 0


def test_who_waited_long_is_not_made_to_wait_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRY_SECONDS", -1)
    trouble = Trouble(build_error("55P03"))
    with pytest.raises(BusyError):
        trouble()
    assert trouble.calls == 1


def test_other_errors_are_errors() -> None:
    trouble = Trouble(build_error("57014"))
    with pytest.raises(OperationalError):
        trouble()
    assert trouble.calls == 1


def test_a_part_of_something_larger_is_not_begun_again_by_itself() -> None:
    trouble = Trouble(build_error("40P01"))
    with pytest.raises(OperationalError), transaction.atomic():
        trouble()
    assert trouble.calls == 1


def test_a_line_that_breaks_in_the_commit_leaves_the_question_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def commit(self: Any) -> None:
        raise build_error("57P01")

    trouble = Trouble()
    with monkeypatch.context() as broken:
        broken.setattr(type(connection._connections["default"] if hasattr(connection, "_connections") else connection),
                       "commit", commit, raising=False)  # fmt: skip
        with pytest.raises(BusyError) as error:
            trouble()
    assert error.value.code == "interrupted" and trouble.calls == 1


@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="a file has no connections to cut")
def test_a_connection_that_is_cut_is_made_anew() -> None:
    cut = []

    @service
    def write() -> int:
        Stream.objects.create(name="one")
        if not cut:
            cut.append(True)
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return Stream.objects.count()

    assert write() == 1 and Stream.objects.get().name == "one"


def test_its_points_are_passed_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[str] = []
    monkeypatch.setattr(crash_points, "listener", passed.append)
    Trouble()()
    assert passed == ["test_atomic.write begun", "test_atomic.write written", "test_atomic.write kept"]
