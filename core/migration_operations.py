"""Operations of migrations that hold no lock for long on PostgreSQL, and do what Django's do on SQLite.

A migration with one of them says `atomic = False`, and does nothing else: see docs/operators/operating.md. They are
written out, since those of `django.contrib.postgres` import PostgreSQL's driver, 10 MB on a site that has SQLite.
"""

from typing import Any

from django.db import NotSupportedError
from django.db.migrations.operations import AddConstraint, AddIndex, CreateModel, RemoveIndex
from django.db.migrations.operations.base import Operation


def is_postgresql(schema_editor: Any) -> bool:
    return bool(schema_editor.connection.vendor == "postgresql")


def check_not_in_transaction(operation: Operation, schema_editor: Any) -> None:
    """Raise NotSupportedError in a transaction, in which no index can be made concurrently."""
    if schema_editor.connection.in_atomic_block:
        raise NotSupportedError(f"{type(operation).__name__} needs a migration with atomic = False")


class AddIndexConcurrently(AddIndex):
    """Add an index while others write."""

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if not is_postgresql(schema_editor):
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        check_not_in_transaction(self, schema_editor)
        schema_editor.add_index(to_state.apps.get_model(app_label, self.model_name), self.index, concurrently=True)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if not is_postgresql(schema_editor):
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        check_not_in_transaction(self, schema_editor)
        model = from_state.apps.get_model(app_label, self.model_name)
        schema_editor.remove_index(model, self.index, concurrently=True)


class RemoveIndexConcurrently(RemoveIndex):
    """Remove an index while others write."""

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if not is_postgresql(schema_editor):
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        check_not_in_transaction(self, schema_editor)
        schema_editor.remove_index(*self.find_index(app_label, from_state), concurrently=True)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if not is_postgresql(schema_editor):
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        check_not_in_transaction(self, schema_editor)
        schema_editor.add_index(*self.find_index(app_label, to_state), concurrently=True)

    def find_index(self, app_label: str, state: Any) -> tuple[Any, Any]:
        """Return the model and its index in this state."""
        model = state.apps.get_model(app_label, self.model_name)
        return model, state.models[app_label, self.model_name_lower].get_index_by_name(self.name)


class AddCheckNotValid(AddConstraint):
    """Add a check for new rows alone, which reads none; `ValidateCheck`, in a migration of its own, reads the old."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if not is_postgresql(schema_editor):
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = from_state.apps.get_model(app_label, self.model_name)
        added = self.constraint.create_sql(model, schema_editor)
        schema_editor.execute(f"{added} NOT VALID", params=None)  # the values stand in the statement


class ValidateCheck(Operation):
    """Look whether the rows of before pass a check; SQLite did so when the check was added."""

    def __init__(self, model_name: str, name: str) -> None:
        self.model_name, self.name = model_name, name

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Change nothing: the check is there already."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if is_postgresql(schema_editor):
            table = schema_editor.quote_name(from_state.apps.get_model(app_label, self.model_name)._meta.db_table)
            schema_editor.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {schema_editor.quote_name(self.name)}")

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Change nothing: PostgreSQL forgets no validation."""

    def describe(self) -> str:
        return f"Validate check {self.name} of {self.model_name}"


class CreateTables(Operation):
    """Create the tables of many models at once, with their indexes and constraints as they are after the last of them.

    Django renders every related model again after each operation, which takes a new site of a hundred tables longer
    than the tables themselves; here they are rendered once.
    """

    reversible = True
    serialization_expand_args = ["operations"]

    def __init__(self, operations: list[Operation]) -> None:
        """Take the operations: each creates a model, or adds a field, an index or a constraint to one of these."""
        self.operations = operations

    def state_forwards(self, app_label: str, state: Any) -> None:
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for model in self.list_models(app_label, to_state):
            schema_editor.create_model(model)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for model in reversed(self.list_models(app_label, from_state)):
            schema_editor.delete_model(model)

    def list_models(self, app_label: str, state: Any) -> list[Any]:
        """Return the models in this state, in the order in which they are created."""
        created = [each.name for each in self.operations if isinstance(each, CreateModel)]
        return [state.apps.get_model(app_label, name) for name in created]

    def describe(self) -> str:
        return f"Create {sum(isinstance(each, CreateModel) for each in self.operations)} tables"


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
