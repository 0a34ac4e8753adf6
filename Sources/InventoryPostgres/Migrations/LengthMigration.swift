import PostgresClient

/// The migration that limits what a role may write beside the texts of `ProtectionMigration`: all
/// windows read it, and would wait for megabytes. With it come the rights that a role needs for an
/// import and for a copy.
///
/// Rows that were there before are not checked: an inventory with such a row has to open, too.
enum LengthMigration {
  static let script: SQL = tags + authors + numbers + grants

  /// The limits are those of `Limits` in InventoryCore. An item of an earlier version that has more
  /// tags can still be booked and renamed.
  private static let tags: SQL = """
    CREATE FUNCTION check_tags() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      IF cardinality(NEW.tags) > 200 OR octet_length(array_to_string(NEW.tags, '')) > 800000 THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'item_tag_lengths',
          MESSAGE = format('the item %s has too many tags', NEW.sku);
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER item_tag_lengths BEFORE INSERT OR UPDATE OF tags ON item
      FOR EACH ROW EXECUTE FUNCTION check_tags();

    """

  /// Names of machines have 64 bytes at most, and names of roles 63. A path has 16 names.
  private static let authors: SQL = """
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

  /// Rows that are copied bring their numbers. Those that are added from then on come after them.
  /// Nobody but this function sets the next number: whoever could would keep all from booking.
  private static let numbers: SQL = """
    CREATE FUNCTION go_on_after_rows() RETURNS void LANGUAGE sql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
      SELECT setval(pg_get_serial_sequence('location', 'id'), max(id)) FROM location
      HAVING max(id) IS NOT NULL;
      SELECT setval(pg_get_serial_sequence('movement', 'id'), max(id)) FROM movement
      HAVING max(id) IS NOT NULL;
    $$;

    """

  /// To who may change everything where roles.sql has run already.
  private static let grants: SQL = """
    DO $$
    DECLARE
      name name;
    BEGIN
      FOR name IN
        SELECT rolname FROM pg_catalog.pg_roles
        WHERE rolname = 'inventory_editor' AND has_table_privilege(oid, 'item', 'DELETE')
      LOOP
        EXECUTE format(
          'GRANT EXECUTE ON FUNCTION go_on_after_rows(), shorten_tally() TO %I', name
        );
        EXECUTE format(
          'REVOKE ALL ON ALL SEQUENCES IN SCHEMA %I FROM %I', current_schema(), name
        );
      END LOOP;
    END $$;
    """
}
