import PostgresClient

/// The migration that protects an inventory from those who may change something of it.
///
/// Rows that were there before are not checked: an inventory with such a row has to open, too.
enum ProtectionMigration {
  static let script: SQL = texts + dates + undo

  /// The largest texts are those of `Limits` in InventoryCore. Some megabytes as a name would make
  /// all windows wait that show it.
  private static let texts: SQL = """
    ALTER TABLE item
      ADD CONSTRAINT item_lengths CHECK (
        octet_length(sku) <= 4000 AND octet_length(name) <= 4000 AND octet_length(barcode) <= 4000
          AND octet_length(unit) <= 4000 AND octet_length(notes) <= 1000000
      ) NOT VALID;
    ALTER TABLE location
      ADD CONSTRAINT location_length CHECK (octet_length(name) <= 4000) NOT VALID;
    ALTER TABLE movement
      ADD CONSTRAINT movement_length CHECK (octet_length(note) <= 4000) NOT VALID;
    ALTER TABLE photo
      ADD CONSTRAINT photo_length CHECK (octet_length(caption) <= 4000) NOT VALID;

    """

  /// Infinity is a time for PostgreSQL, but not for people.
  private static let dates: SQL = """
    ALTER TABLE movement ADD CONSTRAINT movement_date CHECK (isfinite(date)) NOT VALID;
    ALTER TABLE stocktake_count
      ADD CONSTRAINT stocktake_date CHECK (isfinite(counted_at)) NOT VALID;
    ALTER TABLE item
      ADD CONSTRAINT item_dates CHECK (isfinite(created_at) AND isfinite(changed_at)) NOT VALID;

    """

  /// Who has made a change of many items takes back its rows, and nobody else but the owner of the
  /// tables. Otherwise somebody could have others write what he may not write himself.
  private static let undo: SQL = """
    ALTER TABLE undo_item ADD COLUMN role text NOT NULL DEFAULT current_user;
    ALTER TABLE undo_item ENABLE ROW LEVEL SECURITY;
    CREATE POLICY undo_item_of_role ON undo_item USING (role = current_user);
    ALTER TABLE undo_row ADD COLUMN role text NOT NULL DEFAULT current_user;
    ALTER TABLE undo_row ENABLE ROW LEVEL SECURITY;
    CREATE POLICY undo_row_of_role ON undo_row USING (role = current_user);
    """
}
