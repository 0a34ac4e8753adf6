import PostgresClient

/// The migration that limits what a role may write beside the texts of `ProtectionMigration`: all
/// windows read it, and would wait for megabytes.
///
/// Rows that were there before are not checked: an inventory with such a row has to open, too.
enum LengthMigration {
  /// The limits are those of `Limits` in InventoryCore. Names of machines have 64 bytes at most, and
  /// names of roles 63.
  static let script: SQL = """
    ALTER TABLE item
      ADD CONSTRAINT item_tags CHECK (
        cardinality(tags) <= 200 AND octet_length(array_to_string(tags, '')) <= 800000
      ) NOT VALID;
    ALTER TABLE movement
      ADD CONSTRAINT movement_author CHECK (
        octet_length(role) <= 255 AND octet_length(machine) <= 255
      ) NOT VALID,
      ADD CONSTRAINT movement_places CHECK (
        octet_length(origin) <= 70000 AND octet_length(destination) <= 70000
      ) NOT VALID;
    ALTER TABLE stocktake_count
      ADD CONSTRAINT stocktake_author CHECK (
        octet_length(role) <= 255 AND octet_length(machine) <= 255
      ) NOT VALID;
    ALTER TABLE write
      ADD CONSTRAINT write_author CHECK (
        octet_length(role) <= 255 AND octet_length(machine) <= 255
      ) NOT VALID;
    """
}
