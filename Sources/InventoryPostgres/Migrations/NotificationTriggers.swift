import PostgresClient

/// The migration that tells all who listen what has changed.
///
/// The function `channel` says on which channel. A payload is the name of a table, and the ids of
/// its items or locations if there are not too many: `item 5E9…,A17…`. Without ids, all may have
/// changed.
enum NotificationTriggers {
  static let script: SQL = """
    -- The name of a channel has less than 64 bytes, as that of a schema. If two schemas have the
    -- same channel, their readers look more often than they need to.
    CREATE FUNCTION channel() RETURNS text LANGUAGE plpgsql STABLE
    SET search_path FROM CURRENT AS $$
    BEGIN
      RETURN 'inventory:' || CASE
        WHEN octet_length(current_schema()) <= 53 THEN current_schema()
        ELSE hashtextextended(current_schema(), 0)::text
      END;
    END $$;

    -- A payload has less than 8,000 bytes, or the transaction fails. PostgreSQL tells equal ones of
    -- a transaction once.
    CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    DECLARE
      ids text;
    BEGIN
      IF TG_OP <> 'TRUNCATE' THEN
        EXECUTE format(
          'SELECT CASE WHEN count(*) <= 100 THEN string_agg(DISTINCT %1$I::text, '','') ELSE '''' END
           FROM (SELECT %1$I FROM changed LIMIT 101) AS few HAVING count(*) > 0', TG_ARGV[0]
        ) INTO ids;
        IF ids IS NULL THEN RETURN NULL; END IF;
      END IF;
      PERFORM pg_notify(channel(), concat_ws(' ', TG_TABLE_NAME, nullif(ids, '')));
      RETURN NULL;
    END $$;

    DO $$
    DECLARE
      told record;
      event text;
    BEGIN
      FOR told IN SELECT * FROM (
        VALUES ('item', 'id'), ('location', 'id'), ('movement', 'item_id'), ('photo', 'item_id'),
          ('stocktake_count', 'item_id')
      ) AS tables (name, id)
      LOOP
        FOREACH event IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
          EXECUTE format(
            'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed
             FOR EACH STATEMENT EXECUTE FUNCTION tell(%L)',
            told.name || '_' || event || '_told', event, told.name,
            CASE event WHEN 'delete' THEN 'OLD' ELSE 'NEW' END, told.id
          );
        END LOOP;
        EXECUTE format(
          'CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION tell()',
          told.name || '_truncate_told', told.name
        );
      END LOOP;
    END $$;
    """
}
