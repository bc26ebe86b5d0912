"""Every service that writes is atomic, and so has a point before and after its commit."""

from tests.reliability import service_map


def test_the_map_sees_services_writers_and_callers() -> None:
    assert len(service_map.service_modules()) > 60 and len(service_map.writers()) > 100
    assert {"tournaments.rounds.close_round", "dynasty.treasury.move"} <= service_map.atomic()
    assert service_map.within("tournaments.settling.settle")
    assert "tournaments/tasks.py" in service_map.callers()["tournaments.rounds.close_round"]


def test_every_function_that_writes_is_atomic_or_part_of_one_that_is() -> None:
    """Else it has no points, is not tried again, and half of it may stay when its process dies."""
    assert service_map.exposed() == []


def test_there_are_enough_points() -> None:
    assert 2 * len(service_map.atomic()) >= 150
