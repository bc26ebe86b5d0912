"""What a migration may do under a running site: the rules of docs/operators/operating.md, read from its operations."""

from collections.abc import Iterator
from typing import Any

from django.db import connection, models
from django.db.migrations import operations
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState

from core.migration_operations import GENTLE, AddIndexConcurrently, RemoveIndexConcurrently

CONCURRENT = (AddIndexConcurrently, RemoveIndexConcurrently)
REFUSED: list[tuple[tuple[type, ...], str]] = [
    (
        (operations.AddIndex, operations.RemoveIndex),
        "use AddIndexConcurrently or RemoveIndexConcurrently of core.migration_operations",
    ),
    (
        (operations.AddConstraint,),
        "use AddCheckNotValid, then ValidateCheck; for uniqueness a unique index that is made concurrently",
    ),
    (
        (operations.RenameField, operations.RenameModel, operations.AlterModelTable),
        "the version before reads the old name: add, fill, read the new one, remove a version later",
    ),
]
"""Operations that stop a running site, and what to do instead."""


def faults(migration: Migration, state: ProjectState) -> Iterator[str]:
    """Yield a sentence for each operation that breaks a rule; `state` is how the models are before it."""
    made: set[str] = set()
    for operation in migration.operations:
        if isinstance(operation, operations.CreateModel):
            made.add(operation.name_lower)
        elif getattr(operation, "model_name", "").lower() not in made:
            fault = fault_of(operation, migration, state)
            if fault:
                yield f"{migration.app_label}.{migration.name}: {fault}: {operation.describe()}"
        operation.state_forwards(migration.app_label, state)
    if any(isinstance(each, GENTLE) for each in migration.operations) and len(migration.operations) > 1:
        yield f"{migration.app_label}.{migration.name}: an operation that holds no lock for long stands alone"


def fault_of(operation: Any, migration: Migration, state: ProjectState) -> str:
    """Return what is wrong with an operation on a table that may be large; empty where nothing is."""
    for kinds, sentence in REFUSED:
        if isinstance(operation, kinds) and not isinstance(operation, GENTLE):
            return sentence
    if isinstance(operation, CONCURRENT) and migration.atomic:
        return "an index is made concurrently outside of a transaction (atomic = False)"
    if isinstance(operation, operations.RunPython | operations.RunSQL):
        return fault_of_filling(operation)
    if isinstance(operation, operations.AddField):
        return fault_of_column(operation.field)
    if isinstance(operation, operations.AlterField):
        before = state.models[migration.app_label, operation.model_name_lower].fields[operation.name]
        return fault_of_change(before, operation.field)
    if isinstance(operation, operations.RemoveField | operations.DeleteModel):
        text = getattr(migration, "unread_since", "")
        return "" if text else "say with unread_since since which version nothing reads it"
    return ""


def fault_of_filling(operation: Any) -> str:
    """Return what is wrong with filling in data: it must be reversible, and is left out of a squashed migration."""
    if not operation.reversible:
        return "give a reverse, if only RunPython.noop"
    return "" if operation.elidable else "say elidable=True"


def fault_of_column(field: Any) -> str:
    """Return what is wrong with a new column, which takes no time and brings no index along."""
    if field.unique or field.db_index or getattr(field, "db_constraint", False):
        return "add the column without an index or a constraint, then the index concurrently"
    if not field.null and field.db_default is models.NOT_PROVIDED and not field.has_default():
        return "give a default, or null"
    return ""


def fault_of_change(before: Any, after: Any) -> str:
    """Return what is wrong with a changed column, which keeps its type; texts may grow."""
    if before.null and not after.null:
        return "add AddCheckNotValid for NOT NULL, then ValidateCheck; the column stays nullable"
    if (after.unique and not before.unique) or (after.db_index and not before.db_index):
        return "an index is added concurrently, and not by a field"
    if column_type(before) == column_type(after) or grows(before, after):
        return ""
    return "a type is changed in place: add a column, fill it, read it, remove the old one a version later"


def column_type(field: Any) -> str:
    """Return the type of a field's column; of a reference, where to."""
    if field.remote_field:
        target = field.remote_field.model
        return target.lower() if isinstance(target, str) else str(target._meta.label_lower)
    return str(field.db_type(connection))


def grows(before: Any, after: Any) -> bool:
    """Return whether a text gets more room, which takes no time."""
    if type(before) is not models.CharField or not isinstance(after, models.CharField | models.TextField):
        return False
    return isinstance(after, models.TextField) or (after.max_length or 0) >= (before.max_length or 0)
