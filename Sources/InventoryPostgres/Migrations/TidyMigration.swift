import PostgresClient

/// The migration with the function that removes what is kept for a day only: photos of items that
/// are gone, what takes changes back, and the ids of writes.
///
/// The function has the rights of the owner. Otherwise what roles that are gone have left would
/// stay until the owner runs the program, because nobody else sees it.
enum TidyMigration {
  static let script: SQL = """
    CREATE FUNCTION tidy_up() RETURNS void LANGUAGE sql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
      DELETE FROM photo WHERE orphaned_at < now() - interval '1 day';
      DELETE FROM undo_item WHERE made_at < now() - interval '1 day';
      DELETE FROM undo_row WHERE made_at < now() - interval '1 day';
      DELETE FROM write WHERE done_at < now() - interval '1 day';
    $$;
    -- To who may do it where roles.sql has run already.
    DO $$
    DECLARE
      name name;
    BEGIN
      FOR name IN
        SELECT rolname FROM pg_catalog.pg_roles
        WHERE rolname = 'inventory_counter' AND has_table_privilege(oid, 'undo_item', 'DELETE')
      LOOP
        EXECUTE format('GRANT EXECUTE ON FUNCTION tidy_up() TO %I', name);
      END LOOP;
    END $$;
    """
}
