import PostgresClient

/// The migration for what takes changes of many items back. Such a change is too large for the
/// memory of the program that has made it, which names it by its id.
///
/// The rows go when the program forgets the change, or after a day.
enum UndoTables {
  static let script: SQL = """
    CREATE TABLE undo_item (
      change_id uuid NOT NULL,
      item_id uuid NOT NULL,
      -- What the item was called.
      name text NOT NULL,
      -- Columns of the item.
      before jsonb NOT NULL,
      after jsonb,
      made_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (change_id, item_id)
    );
    CREATE INDEX undo_item_on_date ON undo_item (made_at);

    -- What belonged to items that were deleted.
    CREATE TABLE undo_row (
      change_id uuid NOT NULL,
      item_id uuid NOT NULL,
      kind text NOT NULL CONSTRAINT undo_row_kind CHECK (kind IN ('movement', 'count')),
      content jsonb NOT NULL,
      made_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX undo_row_on_change ON undo_row (change_id);
    CREATE INDEX undo_row_on_date ON undo_row (made_at);
    """
}
