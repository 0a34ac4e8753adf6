import PostgresClient

/// The migration after which the triggers of a statement take a time that grows with the number of
/// its rows, and not with its square.
///
/// No planner knows what is in the rows that a statement has changed. A join of the old and the new
/// ones was a loop in a loop: `EXISTS` around it asks for the first row alone, for which that looks
/// cheap, and a plan that was made for one row was kept for a hundred thousand. So there is no such
/// join any more:
///
/// - Old and new rows are compared with `EXCEPT`, or grouped by their id.
/// - What is looked up in a table comes from an array, and is planned for as many as there are:
///   `force_custom_plan`.
enum LinearTriggerMigration {
  static let script: SQL = moves + tags + lowStock + photos + quantities

  /// As in ``QuantityMigration``.
  private static let moves: SQL = """
    CREATE OR REPLACE FUNCTION note_moves() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      -- Who only books may not write where something was moved.
      IF NOT EXISTS (SELECT id, location_id FROM after EXCEPT SELECT id, location_id FROM before)
      THEN
        RETURN NULL;
      END IF;
      INSERT INTO movement (item_id, date, reason, delta_millionths, origin, destination)
      SELECT move.id, now(), 'moved', 0, origin.path, destination.path
      FROM (
        SELECT id, max(location_id) FILTER (WHERE is_former) AS origin,
          max(location_id) FILTER (WHERE NOT is_former) AS destination
        FROM (
          SELECT id, location_id, true FROM before
          UNION ALL SELECT id, location_id, false FROM after
        ) AS item (id, location_id, is_former)
        -- An item that has got another id is none that was moved.
        GROUP BY id HAVING count(*) = 2
      ) AS move
        LEFT JOIN location AS origin ON origin.id = move.origin
        LEFT JOIN location AS destination ON destination.id = move.destination
      WHERE move.origin IS DISTINCT FROM move.destination;
      RETURN NULL;
    END $$;

    """

  /// As in ``CountTables``.
  private static let tags: SQL = """
    CREATE OR REPLACE FUNCTION keep_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT SET plan_cache_mode = force_custom_plan AS $$
    DECLARE
      items uuid[];
      keys text[];
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM item_tag;
        RETURN NULL;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(item.id), array_agg(folded(tag)) INTO items, keys
        FROM (SELECT id, tags FROM before EXCEPT SELECT id, tags FROM after) AS item
          CROSS JOIN unnest(item.tags) AS tag;
      ELSIF TG_OP = 'DELETE' THEN
        SELECT array_agg(item.id), array_agg(folded(tag)) INTO items, keys
        FROM before AS item CROSS JOIN unnest(item.tags) AS tag;
      END IF;
      IF items IS NOT NULL THEN
        DELETE FROM item_tag USING unnest(items, keys) AS past (item_id, tag_key)
        WHERE item_tag.item_id = past.item_id AND item_tag.tag_key = past.tag_key;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO item_tag (item_id, tag_key, name)
        SELECT item.id, folded(tag), min(tag)
        FROM (SELECT id, tags FROM after EXCEPT SELECT id, tags FROM before) AS item
          CROSS JOIN unnest(item.tags) AS tag
        GROUP BY item.id, folded(tag);
      ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO item_tag (item_id, tag_key, name)
        SELECT item.id, folded(tag), min(tag)
        FROM after AS item CROSS JOIN unnest(item.tags) AS tag
        GROUP BY item.id, folded(tag);
      END IF;
      RETURN NULL;
    END $$;

    """

  /// As in ``QuantityMigration``.
  private static let lowStock: SQL = """
    CREATE OR REPLACE FUNCTION note_low_stock() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    BEGIN
      INSERT INTO low_stock (item_id)
      SELECT id FROM after WHERE quantity_millionths <= reorder_level_millionths
      EXCEPT SELECT id FROM before WHERE quantity_millionths <= reorder_level_millionths;
      IF random() < 0.005 AND current_setting('transaction_isolation') = 'read committed' THEN
        -- Those of another cluster, from which the inventory was restored: nothing that a
        -- transaction sees was written by one that begins later.
        DELETE FROM low_stock
        WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
        DELETE FROM low_stock
        WHERE xid < (SELECT xid FROM low_stock ORDER BY xid DESC OFFSET 1000 LIMIT 1);
      END IF;
      RETURN NULL;
    END $$;

    """

  /// As in ``InventoryTriggers``.
  private static let photos: SQL = """
    CREATE OR REPLACE FUNCTION orphan_photos() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT SET plan_cache_mode = force_custom_plan AS $$
    DECLARE
      items uuid[];
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        UPDATE photo SET orphaned_at = now() WHERE orphaned_at IS NULL;
        RETURN NULL;
      END IF;
      SELECT array_agg(id) INTO items FROM removed;
      IF items IS NOT NULL THEN
        UPDATE photo SET orphaned_at = now() FROM unnest(items) AS item (id)
        WHERE photo.item_id = item.id;
      END IF;
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION find_photos() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT SET plan_cache_mode = force_custom_plan AS $$
    DECLARE
      items uuid[];
    BEGIN
      SELECT array_agg(id) INTO items FROM added;
      IF items IS NOT NULL THEN
        UPDATE photo SET orphaned_at = NULL FROM unnest(items) AS item (id)
        WHERE photo.item_id = item.id AND photo.orphaned_at IS NOT NULL;
      END IF;
      RETURN NULL;
    END $$;

    """

  /// As in ``QuantityMigration``.
  private static let quantities: SQL = """
    ALTER FUNCTION add_sums SET plan_cache_mode = force_custom_plan;

    CREATE OR REPLACE FUNCTION add_movements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT SET plan_cache_mode = force_custom_plan AS $$
    DECLARE
      items uuid[];
      sums bigint[];
    BEGIN
      -- The items were added with these quantities. Anybody can say so, so it has to be true: each
      -- has this movement alone, which is its quantity.
      IF pg_trigger_depth() > 1 AND current_setting('inventory.is_booked', true) = 'on' THEN
        IF TG_OP = 'INSERT' THEN
          SELECT array_agg(item_id), array_agg(delta_millionths) INTO items, sums FROM added;
          IF items IS NULL THEN RETURN NULL; END IF;
          IF (SELECT count(DISTINCT id) FROM unnest(items) AS id) = cardinality(items)
            AND (
              SELECT count(*) FROM movement JOIN unnest(items) AS item (id) ON item_id = item.id
            ) = cardinality(items)
            AND (
              SELECT count(*) FROM item JOIN unnest(items, sums) AS first (id, delta) USING (id)
              WHERE item.quantity_millionths = first.delta
            ) = cardinality(items)
          THEN
            RETURN NULL;
          END IF;
        END IF;
        RAISE EXCEPTION 'the quantity of an item is the sum of its movements'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'item_quantity_is_sum', TABLE = 'item';
      END IF;
      IF TG_OP = 'INSERT' THEN
        SELECT array_agg(item_id), array_agg(sum) INTO items, sums FROM (
          SELECT item_id, sum(delta_millionths)::bigint FROM added
          GROUP BY item_id HAVING sum(delta_millionths) <> 0
        ) AS change;
      ELSIF TG_OP = 'DELETE' THEN
        SELECT array_agg(item_id), array_agg(sum) INTO items, sums FROM (
          SELECT item_id, sum(-delta_millionths)::bigint FROM removed
          GROUP BY item_id HAVING sum(delta_millionths) <> 0
        ) AS change;
      ELSE
        SELECT array_agg(item_id), array_agg(sum) INTO items, sums FROM (
          SELECT item_id, sum(delta)::bigint FROM (
            SELECT item_id, delta_millionths FROM added
            UNION ALL SELECT item_id, -delta_millionths FROM removed
          ) AS movements (item_id, delta)
          GROUP BY item_id HAVING sum(delta) <> 0
        ) AS change;
      END IF;
      IF items IS NOT NULL THEN PERFORM add_sums(items, sums); END IF;
      RETURN NULL;
    END $$;
    """
}
