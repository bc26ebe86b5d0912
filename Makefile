.PHONY: play test check format messages locks

play:
	python3 manage.py play

test:
	python3 manage.py test

check:
	python3 manage.py test tests/test_architecture.py

format:
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

# Collects what players read into locale/ and compiles it (docs/translating.md).
messages:
	.venv/bin/python manage.py messages

# Needs uv. The locks hold versions and hashes, and no address.
locks:
	uv pip compile --no-config --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--upgrade pyproject.toml -o requirements/play.txt
	uv pip compile --no-config --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--upgrade pyproject.toml --extra test -c requirements/play.txt -o requirements/test.txt
