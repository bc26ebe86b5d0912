"""Operations of migrations that hold no lock for long on PostgreSQL, and do what Django's do on SQLite.

A migration with one of them says `atomic = False`, and does nothing else: see docs/operators/operating.md.
"""

from typing import Any

from django.contrib.postgres import operations as postgres
from django.db.migrations.operations import AddConstraint, AddIndex, RemoveIndex
from django.db.migrations.operations.base import Operation


def is_postgresql(schema_editor: Any) -> bool:
    return bool(schema_editor.connection.vendor == "postgresql")


class AddIndexConcurrently(postgres.AddIndexConcurrently):
    """Add an index while others write."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = postgres.AddIndexConcurrently if is_postgresql(schema_editor) else AddIndex
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = postgres.AddIndexConcurrently if is_postgresql(schema_editor) else AddIndex
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)


class RemoveIndexConcurrently(postgres.RemoveIndexConcurrently):
    """Remove an index while others write."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = postgres.RemoveIndexConcurrently if is_postgresql(schema_editor) else RemoveIndex
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = postgres.RemoveIndexConcurrently if is_postgresql(schema_editor) else RemoveIndex
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)


class AddCheckNotValid(postgres.AddConstraintNotValid):
    """Add a check for new rows alone, which reads none; `ValidateCheck`, in a migration of its own, reads the old."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = postgres.AddConstraintNotValid if is_postgresql(schema_editor) else AddConstraint
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)


class ValidateCheck(postgres.ValidateConstraint):
    """Look whether the rows of before pass a check; SQLite did so when the check was added."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if is_postgresql(schema_editor):
            super().database_forwards(app_label, schema_editor, from_state, to_state)


class CreateFullText(Operation):
    """Create the full-text index over the words of a new table: folded words with one space between them.

    On PostgreSQL it is an index of that table, on SQLite a table of its own, whose rows have the same numbers.
    """

    reversible = True

    def __init__(self, model_name: str, name: str) -> None:
        self.model_name, self.name = model_name, name

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Change nothing: Django does not know the index."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        table = f"{app_label}_{self.model_name}"
        if is_postgresql(schema_editor):
            words = "array_to_tsvector(string_to_array(words, ' '))"
            schema_editor.execute(f"CREATE INDEX {self.name} ON {table} USING gin (({words}))")
        else:
            tokenizer = "unicode61 remove_diacritics 0"
            schema_editor.execute(f"CREATE VIRTUAL TABLE {self.name} USING fts5(words, tokenize='{tokenizer}')")

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        schema_editor.execute(f"DROP {'INDEX' if is_postgresql(schema_editor) else 'TABLE'} {self.name}")

    def describe(self) -> str:
        return f"Create full-text index {self.name} on {self.model_name}"


GENTLE: tuple[type[Operation], ...] = (AddIndexConcurrently, RemoveIndexConcurrently, AddCheckNotValid, ValidateCheck)
