import PostgresClient

/// The migration for what windows show all the time: the tags, the numbers of items, and which
/// items ran low.
///
/// To count a million items takes a second. So the counts are kept, as sums of what each statement
/// has added to them: nobody waits for somebody else who adds items, as they would for a row with
/// the count in it.
///
/// The functions have the rights of the owner, so that nobody else needs to be able to write what
/// follows from the items.
enum CountTables {
  static let script: SQL = tags + tallies + lowStock + orders

  private static let tags: SQL = """
    -- It follows from the column with the tags, by triggers alone: to check a foreign key for each
    -- tag would take a third of an import.
    CREATE TABLE item_tag (
      item_id uuid NOT NULL,
      -- The tag without case and accents.
      tag_key text COLLATE "C" NOT NULL,
      -- The tag as the item has it.
      name text NOT NULL,
      PRIMARY KEY (tag_key, item_id)
    );

    CREATE FUNCTION keep_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO item_tag (item_id, tag_key, name)
        SELECT after.id, folded(tag), min(tag) FROM after CROSS JOIN unnest(after.tags) AS tag
        GROUP BY after.id, folded(tag);
      ELSIF TG_OP = 'UPDATE' THEN
        DELETE FROM item_tag USING (
          SELECT before.id, folded(tag) AS key
          FROM before LEFT JOIN after ON after.id = before.id CROSS JOIN unnest(before.tags) AS tag
          WHERE before.tags IS DISTINCT FROM after.tags
        ) AS past
        WHERE item_tag.item_id = past.id AND item_tag.tag_key = past.key;
        INSERT INTO item_tag (item_id, tag_key, name)
        SELECT after.id, folded(tag), min(tag)
        FROM after LEFT JOIN before ON before.id = after.id CROSS JOIN unnest(after.tags) AS tag
        WHERE before.tags IS DISTINCT FROM after.tags
        GROUP BY after.id, folded(tag);
      ELSIF TG_OP = 'DELETE' THEN
        DELETE FROM item_tag USING (
          SELECT before.id, folded(tag) AS key FROM before CROSS JOIN unnest(before.tags) AS tag
        ) AS past
        WHERE item_tag.item_id = past.id AND item_tag.tag_key = past.key;
      ELSE
        DELETE FROM item_tag;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_insert_keeps_tags AFTER INSERT ON item REFERENCING NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tags();
    CREATE TRIGGER item_update_keeps_tags AFTER UPDATE ON item
      REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tags();
    CREATE TRIGGER item_delete_keeps_tags AFTER DELETE ON item REFERENCING OLD TABLE AS before
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tags();
    CREATE TRIGGER item_truncate_keeps_tags AFTER TRUNCATE ON item
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tags();

    """

  /// What an item, or a tag of one, counts for.
  private static func counts(_ rows: SQL, _ delta: SQL) -> SQL {
    """
    SELECT 'items', '', \(delta) FROM \(rows)
    UNION ALL SELECT 'low', '', \(delta) FROM \(rows) WHERE quantity <= reorder_level
    UNION ALL SELECT 'location', location_id::text, \(delta) FROM \(rows)
      WHERE location_id IS NOT NULL
    """
  }

  private static func add(_ counts: SQL) -> SQL {
    """
    INSERT INTO tally (kind, key, delta)
    SELECT kind, key, sum(delta) FROM (\(counts)) AS change (kind, key, delta)
    GROUP BY kind, key HAVING sum(delta) <> 0
    """
  }

  private static let tallies: SQL = """
    CREATE TABLE tally (
      kind text COLLATE "C" NOT NULL
        CONSTRAINT tally_kind CHECK (kind IN ('items', 'location', 'low', 'tag')),
      -- The id of a location, or the key of a tag.
      key text COLLATE "C" NOT NULL,
      delta bigint NOT NULL
    );
    CREATE INDEX tally_on_key ON tally (kind, key);

    -- Makes one row of several. What somebody else is about to do that with is left out.
    CREATE FUNCTION shorten_tally() RETURNS void LANGUAGE sql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
      WITH old AS (
        DELETE FROM tally
        WHERE ctid = ANY (ARRAY(SELECT ctid FROM tally FOR UPDATE SKIP LOCKED))
        RETURNING kind, key, delta
      )
      INSERT INTO tally (kind, key, delta)
      SELECT kind, key, sum(delta) FROM old GROUP BY kind, key HAVING sum(delta) <> 0
    $$;

    CREATE FUNCTION keep_tally() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        \(add(counts("after", "1")));
      ELSIF TG_OP = 'DELETE' THEN
        \(add(counts("before", "-1")));
      ELSIF TG_OP = 'UPDATE' THEN
        \(add(counts("before", "-1") + " UNION ALL " + counts("after", "1")));
      ELSE
        DELETE FROM tally WHERE kind <> 'tag';
      END IF;
      -- Now and then. In other transactions it could be a conflict with others.
      IF random() < 0.005 AND current_setting('transaction_isolation') = 'read committed' THEN
        PERFORM shorten_tally();
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_insert_counts AFTER INSERT ON item REFERENCING NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tally();
    CREATE TRIGGER item_update_counts AFTER UPDATE ON item
      REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tally();
    CREATE TRIGGER item_delete_counts AFTER DELETE ON item REFERENCING OLD TABLE AS before
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tally();
    CREATE TRIGGER item_truncate_counts AFTER TRUNCATE ON item
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tally();

    CREATE FUNCTION keep_tag_tally() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        \(add("SELECT 'tag', tag_key, 1 FROM after"));
      ELSIF TG_OP = 'DELETE' THEN
        \(add("SELECT 'tag', tag_key, -1 FROM before"));
      ELSE
        DELETE FROM tally WHERE kind = 'tag';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_tag_insert_counts AFTER INSERT ON item_tag REFERENCING NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tag_tally();
    CREATE TRIGGER item_tag_delete_counts AFTER DELETE ON item_tag
      REFERENCING OLD TABLE AS before
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tag_tally();
    CREATE TRIGGER item_tag_truncate_counts AFTER TRUNCATE ON item_tag
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tag_tally();

    """

  private static let lowStock: SQL = """
    -- The times that an item ran low, by the transactions in which they did. Transactions get
    -- numbers in their order, and it is known which of them are over. A sequence would have numbers
    -- that come to light after later ones, which whoever has been told those would miss.
    CREATE TABLE low_stock (
      xid bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
      item_id uuid NOT NULL
    );
    CREATE INDEX low_stock_on_xid ON low_stock (xid);

    CREATE FUNCTION note_low_stock() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    BEGIN
      INSERT INTO low_stock (item_id)
      SELECT after.id FROM after JOIN before ON before.id = after.id
      WHERE after.quantity <= after.reorder_level
        AND coalesce(before.quantity > before.reorder_level, true);
      IF random() < 0.005 AND current_setting('transaction_isolation') = 'read committed' THEN
        DELETE FROM low_stock
        WHERE xid < (SELECT xid FROM low_stock ORDER BY xid DESC OFFSET 1000 LIMIT 1);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_runs_low AFTER UPDATE ON item
      REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION note_low_stock();

    """

  private static let orders: SQL = """
    CREATE INDEX item_on_quantity ON item (quantity, name_key, id);
    CREATE INDEX item_on_price ON item (price_millionths, name_key, id);
    CREATE INDEX item_on_sku_in_any_case ON item (lower(sku));
    CREATE INDEX item_to_reorder ON item (name_key, id) WHERE quantity <= reorder_level;
    """
}
