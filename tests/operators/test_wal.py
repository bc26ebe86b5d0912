"""The write-ahead log is archived, and a cluster is brought back: to a moment, and after its disk is lost."""

import shutil
import time
from collections.abc import Iterator

import psycopg
import pytest

from tests.operators import following
from tests.operators.host import Host, blocks, skip_without_programs

ARCHIVED_EVERY = 2.0
"""Seconds, as `following.SHORTER` says."""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not shutil.which("pg_basebackup"), reason="no PostgreSQL on this machine"),
]


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    skip_without_programs()
    machine = Host()
    try:
        following.prepare(machine)
        machine.check_out()
        machine.run("cp source/deploy/bin/* usr/local/bin/; cp source/deploy/systemd/* etc/systemd/system/")
        machine.make_cluster()
        [setup] = [each for each in blocks("backups.md") if "deploy/postgresql.conf" in each]
        machine.run("cd source\n" + setup)
        yield machine
    finally:
        machine.end()


def connect(host: Host) -> psycopg.Connection:
    for _attempt in range(100):
        try:
            return psycopg.connect(f"postgresql://postgres@127.0.0.1:{host.database}/postgres", autocommit=True)
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise AssertionError("PostgreSQL does not come back")


def write(database: psycopg.Connection, seconds: float) -> list[tuple[int, float]]:
    """Commit a row again and again; return each number with the moment at which it was acknowledged."""
    database.execute("CREATE TABLE IF NOT EXISTS kept (number int)")
    row = database.execute("SELECT coalesce(max(number), 0) FROM kept").fetchone()
    assert row
    number, done, end = int(row[0]), list[tuple[int, float]](), time.monotonic() + seconds
    while time.monotonic() < end:
        number += 1
        database.execute("INSERT INTO kept VALUES (%s)", [number])
        done.append((number, time.monotonic()))
        time.sleep(0.02)
    return done


def read(host: Host) -> set[int]:
    with connect(host) as database:
        return {number for (number,) in database.execute("SELECT number FROM kept").fetchall()}


def test_it_comes_back_to_the_moment_before_a_mistake(host: Host) -> None:
    with connect(host) as database:
        done = write(database, 1)
        row = database.execute("SELECT now()::text").fetchone()
        assert row
        time.sleep(0.2)
        database.execute("DELETE FROM kept")
        write(database, ARCHIVED_EVERY + 2)  # until the segment of the mistake is archived
    (host.root / "moment").write_text(row[0])
    text = host.run(following.RESTORE)
    assert f", to {row[0]}." in text
    assert read(host) == {number for number, _at in done} and len(done) > 3
    assert list((host.root / "var/lib/postgresql/15").glob("main.before-*")), "the former files stay"
    with connect(host) as database:  # it goes on from there, and is archived on a timeline of its own
        more = write(database, 0.2)
    host.run("systemctl start emperors-base-backup")
    assert read(host) == {number for number, _at in done + more}


def test_a_lost_disk_loses_no_more_than_the_time_between_two_segments(host: Host) -> None:
    with connect(host) as database:
        done = write(database, 3 * ARCHIVED_EVERY)
    lost = time.monotonic()
    host.lose_disk()
    host.run("emperors-restore-to")
    kept = read(host)
    ages = [lost - at for number, at in done if number not in kept]
    print(f"\n{len(done)} commits, {len(ages)} lost, {max(ages, default=0):.1f} s at most")
    assert kept == set(range(1, len(kept) + 1)), "no gap"
    assert max(ages, default=0) <= ARCHIVED_EVERY + 3


def test_a_database_that_does_not_start_is_said_instead_of_waited_for(host: Host) -> None:
    broken = host.root / "etc/postgresql/15/main/conf.d/broken.conf"
    broken.write_text("work_mem = plenty\n")
    text = host.run("! emperors-restore-to", TIMEOUT="2")
    assert "PostgreSQL does not run: its log says why" in text
    broken.unlink()
    host.run("emperors-restore-to")
    connect(host).close()


def test_a_segment_is_never_written_over_by_another(host: Host) -> None:
    host.run("""
        printf one > a; printf two > b
        emperors-archive-wal a 000000010000000000000099
        emperors-archive-wal a 000000010000000000000099
        ! emperors-archive-wal b 000000010000000000000099
        [ "$(zcat /var/backups/emperors-wal/000000010000000000000099.gz)" = one ]
        rm /var/backups/emperors-wal/000000010000000000000099.gz
    """)


def test_old_base_backups_go_with_the_segments_that_nobody_needs(host: Host) -> None:
    archive = host.root / "var/backups/emperors-wal"
    first = min((path.name for path in archive.glob(f"{'?' * 24}.gz")), default="")  # no history of a backup
    for _time in range(2):
        time.sleep(1.1)  # their names are seconds
        with connect(host) as database:
            write(database, 0.1)
            database.execute("SELECT pg_switch_wal()")
        host.run("systemctl start emperors-base-backup")
    assert len(list((host.root / "var/backups/emperors-base").glob("base-*"))) == 2
    assert not first or not (archive / first).exists()
    host.run("emperors-restore-to")
    assert read(host)
