.PHONY: play test check commits format messages locks crash-points deadlines broker-drill host-path migration-locks chaos records announcements api-document hostile-input pictures sweeps

play:
	python3 manage.py play

test:
	python3 manage.py test

check:
	python3 manage.py test tests/contract

# The messages of commits: scope, imperative subject of 72 characters, a body that says why.
commits:
	.venv/bin/python -m config.devtools.commit_messages

format:
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

# Collects what players read into locale/ and compiles it (docs/engineering/translating.md).
messages:
	.venv/bin/python manage.py messages

# Needs uv. The locks hold versions and hashes, and no address.
locks:
	uv pip compile --no-config --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--upgrade pyproject.toml --extra site -o requirements/play.txt
	uv pip compile --no-config --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--upgrade pyproject.toml --extra site --extra test -c requirements/play.txt -o requirements/test.txt

# docs/engineering/reliability.md: every point of every act, on both databases; orders around deadlines; chaos; planted bugs.
crash-points:
	CRASH_POINTS=all .venv/bin/python manage.py test -s tests/reliability/test_crash_points.py

deadlines:
	ORDERS=100000 .venv/bin/python manage.py test -s tests/reliability/test_deadlines.py

# Two minutes without the broker, and two in which it hangs (PostgreSQL, a Redis of its own).
broker-drill:
	BROKER_SECONDS=120 .venv/bin/python -m pytest -s tests/reliability/test_broker.py

# From a bare Debian to a backed-up, monitored site: docs/operators/ followed to the letter in a directory.
host-path:
	HOST_PATH=1 .venv/bin/python -m pytest -s tests/operators

# How long writers wait for each kind of migration, on a table of a million rows (PostgreSQL).
migration-locks:
	ROWS=1000000 .venv/bin/python manage.py test -s tests/reliability/test_migration_rules.py

# A battle page in each of its states, in four windows and two themes: to be looked at.
pictures:
	.venv/bin/python -m tests.battle_pictures --out var/pictures

chaos:
	.venv/bin/python -m tests.reliability.chaos --size nightly --database sqlite
	.venv/bin/python -m tests.reliability.chaos --size nightly --database postgres
	.venv/bin/python -m tests.reliability.chaos --database postgres --bug all

# The sweeps of which the run of all tests takes samples (tests/sweeps.py): whole.
sweeps:
	SWEEPS=all .venv/bin/python -m pytest -n auto --dist worksteal --timeout=0 -m sweep
	SWEEPS=all .venv/bin/python manage.py test tests/reliability/test_old_rows.py

# A record of a battle under the rules as they are now, where there is none yet.
records:
	.venv/bin/python manage.py shell -c "from tests.reliability import test_rules_versions as t; t.write()"

# Every game, battlefield, preset and type through the forms of the browser; `make test` walks a sample.
announcements:
	EVERY=all .venv/bin/python -m pytest -q -n auto --dist worksteal --timeout=0 tests/tournaments/test_every_announcement.py tests/tournaments/test_every_battle.py

# The API's document on both databases, with many cases of each operation; `make test` sends a few.
api-document:
	SWEEPS=all EMPERORS_CASES=100 .venv/bin/python manage.py test tests/security/test_schema.py

# Every hostile value in every path, query and field, on both databases; `make test` tries one on each name.
hostile-input:
	EMPERORS_HOSTILE=all .venv/bin/python manage.py test tests/security/test_hostile_input.py
