"""Triggers for battles: a closed round never changes, and is deleted only with the whole battle."""

from core.write_once_triggers import WriteOnceTable

FORGOTTEN = """EXISTS (SELECT 1 FROM tournaments_tournament t WHERE t.id = OLD.tournament_id
  AND (t.casual OR t.status IN ('finished', 'cancelled')))"""
GUARDS = (
    WriteOnceTable(
        "tournaments_round", changed_if="OLD.closed_at IS NULL", deleted_if=f"OLD.closed_at IS NULL OR {FORGOTTEN}"
    ),
    WriteOnceTable("tournaments_directoract", deleted_if=FORGOTTEN),
    WriteOnceTable("tournaments_drawnmap", changed_if="OLD.drawing = NEW.drawing AND OLD.title = NEW.title"),
)
