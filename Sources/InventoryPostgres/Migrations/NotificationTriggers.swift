import PostgresClient

/// The migration that tells all who listen what has changed.
///
/// The channel is `inventory:` and the name of the schema. A payload is the name of a table, and
/// the ids of the rows if there are not too many: `item 5E9…,A17…`. Without ids, all may have
/// changed.
enum NotificationTriggers {
  static let script: SQL = """
    -- A payload has less than 8,000 bytes, or the transaction fails. PostgreSQL tells equal ones of
    -- a transaction once.
    CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      ids text;
    BEGIN
      EXECUTE format(
        'SELECT CASE WHEN count(*) <= 100 THEN string_agg(DISTINCT %1$I::text, '','') END
         FROM (SELECT %1$I FROM changed LIMIT 101) AS few', TG_ARGV[0]
      ) INTO ids;
      PERFORM pg_notify('inventory:' || TG_TABLE_SCHEMA, concat_ws(' ', TG_TABLE_NAME, ids))
      WHERE EXISTS (SELECT FROM changed);
      RETURN NULL;
    END $$;

    CREATE TRIGGER item_insert_told AFTER INSERT ON item
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell('id');
    CREATE TRIGGER item_update_told AFTER UPDATE ON item
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell('id');
    CREATE TRIGGER item_delete_told AFTER DELETE ON item
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell('id');
    CREATE TRIGGER location_insert_told AFTER INSERT ON location
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell('id');
    CREATE TRIGGER location_update_told AFTER UPDATE ON location
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell('id');
    CREATE TRIGGER location_delete_told AFTER DELETE ON location
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell('id');
    CREATE TRIGGER photo_insert_told AFTER INSERT ON photo
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell('item_id');
    CREATE TRIGGER photo_update_told AFTER UPDATE ON photo
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell('item_id');
    CREATE TRIGGER photo_delete_told AFTER DELETE ON photo
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell('item_id');
    """
}
