import PostgresClient

/// The migration that stores quantities in millionths: half a kilogram is a quantity, too.
///
/// The columns get other names, so that an older program that is connected cannot write whole
/// numbers into them.
enum QuantityMigration {
  static let script: SQL = fit + columns + functions + tally

  /// Makes numbers that do not fit, from nine trillions on, the greatest ones that do. Nobody has
  /// as much of anything: they are barcodes that were scanned into the wrong field.
  ///
  /// A movement of such a number was a mistake, and goes. One movement makes up for all of them, so
  /// that the quantity is the sum of the movements.
  private static let fit: SQL = """
    ALTER TABLE item DISABLE TRIGGER USER;
    ALTER TABLE movement DISABLE TRIGGER USER;
    ALTER TABLE stocktake_count DISABLE TRIGGER USER;

    DO $$
    DECLARE
      greatest_whole bigint := 9223372036854;
      items uuid[];
    BEGIN
      SELECT array_agg(id) INTO items FROM (
        SELECT item_id AS id FROM movement
        WHERE delta NOT BETWEEN -greatest_whole AND greatest_whole
        UNION SELECT id FROM item WHERE quantity > greatest_whole
      ) AS large;
      UPDATE item SET reorder_level = greatest_whole WHERE reorder_level > greatest_whole;
      UPDATE stocktake_count SET counted = least(counted, greatest_whole),
        expected = least(expected, greatest_whole)
      WHERE greatest(counted, expected) > greatest_whole;
      IF items IS NULL THEN RETURN; END IF;
      DELETE FROM movement WHERE delta NOT BETWEEN -greatest_whole AND greatest_whole;
      UPDATE item SET quantity = greatest_whole WHERE quantity > greatest_whole;
      INSERT INTO movement (item_id, date, reason, delta)
      SELECT id, changed_at, 'counted',
        greatest(-greatest_whole, least(greatest_whole, quantity - present.sum))
      FROM item CROSS JOIN LATERAL (
        SELECT coalesce(sum(delta), 0) AS sum FROM movement WHERE item_id = item.id
      ) AS present
      WHERE id = ANY (items) AND quantity <> present.sum;
    END $$;

    ALTER TABLE item ENABLE TRIGGER USER;
    ALTER TABLE movement ENABLE TRIGGER USER;
    ALTER TABLE stocktake_count ENABLE TRIGGER USER;

    """

  /// A table is written anew once for all of its columns.
  private static let columns: SQL = """
    DROP TRIGGER item_keeps_quantity ON item;
    ALTER TABLE item
      ALTER COLUMN quantity TYPE bigint USING quantity * 1000000,
      ALTER COLUMN reorder_level TYPE bigint USING reorder_level * 1000000;
    ALTER TABLE item RENAME COLUMN quantity TO quantity_millionths;
    ALTER TABLE item RENAME COLUMN reorder_level TO reorder_level_millionths;
    CREATE TRIGGER item_keeps_quantity BEFORE UPDATE OF quantity_millionths ON item
      FOR EACH ROW WHEN (old.quantity_millionths <> new.quantity_millionths)
      EXECUTE FUNCTION refuse_quantity();

    ALTER TABLE movement ALTER COLUMN delta TYPE bigint USING delta * 1000000;
    ALTER TABLE movement RENAME COLUMN delta TO delta_millionths;

    ALTER TABLE stocktake_count
      ALTER COLUMN counted TYPE bigint USING counted * 1000000,
      ALTER COLUMN expected TYPE bigint USING expected * 1000000;
    ALTER TABLE stocktake_count RENAME COLUMN counted TO counted_millionths;
    ALTER TABLE stocktake_count RENAME COLUMN expected TO expected_millionths;

    """

  /// The functions of ``InventoryTriggers`` with the new names. Those that write quantities have
  /// the rights of the owner of the tables, so that nobody else needs them.
  private static let functions: SQL = """
    CREATE OR REPLACE FUNCTION book_first_quantities() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM added WHERE quantity_millionths <> 0) THEN RETURN NULL; END IF;
      PERFORM set_config('inventory.is_booked', 'on', true);
      INSERT INTO movement (item_id, date, reason, delta_millionths)
      SELECT id, now(), 'counted', quantity_millionths FROM added WHERE quantity_millionths <> 0;
      PERFORM set_config('inventory.is_booked', 'off', true);
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION add_sums(items uuid[], sums bigint[]) RETURNS void LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      IF cardinality(items) > 1 THEN
        PERFORM FROM item WHERE id = ANY (items) ORDER BY id FOR NO KEY UPDATE;
      END IF;
      PERFORM set_config('inventory.is_booking', 'on', true);
      UPDATE item SET quantity_millionths = quantity_millionths + change.sum
      FROM unnest(items, sums) AS change (id, sum) WHERE item.id = change.id;
      PERFORM set_config('inventory.is_booking', 'off', true);
    END $$;

    REVOKE EXECUTE ON FUNCTION add_sums FROM PUBLIC;

    CREATE OR REPLACE FUNCTION add_movements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    DECLARE
      items uuid[];
      sums bigint[];
    BEGIN
      -- The items were added with these quantities. Anybody can say so, so it has to be true.
      IF pg_trigger_depth() > 1 AND current_setting('inventory.is_booked', true) = 'on' THEN
        IF TG_OP = 'INSERT' AND NOT EXISTS (
          SELECT FROM added LEFT JOIN item ON item.id = added.item_id
          WHERE item.quantity_millionths IS DISTINCT FROM added.delta_millionths OR EXISTS (
            SELECT FROM movement AS other
            WHERE other.item_id = added.item_id AND other.id <> added.id
          )
        ) THEN
          RETURN NULL;
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

    CREATE OR REPLACE FUNCTION forget_quantities() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    BEGIN
      PERFORM set_config('inventory.is_booking', 'on', true);
      UPDATE item SET quantity_millionths = 0 WHERE quantity_millionths <> 0;
      PERFORM set_config('inventory.is_booking', 'off', true);
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION note_moves() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      -- Who only books may not write where something was moved.
      IF NOT EXISTS (
        SELECT FROM after JOIN before ON before.id = after.id
        WHERE before.location_id IS DISTINCT FROM after.location_id
      ) THEN
        RETURN NULL;
      END IF;
      INSERT INTO movement (item_id, date, reason, delta_millionths, origin, destination)
      SELECT after.id, now(), 'moved', 0, origin.path, destination.path
      FROM after JOIN before ON before.id = after.id
        LEFT JOIN location AS origin ON origin.id = before.location_id
        LEFT JOIN location AS destination ON destination.id = after.location_id
      WHERE before.location_id IS DISTINCT FROM after.location_id;
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION note_low_stock() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    BEGIN
      INSERT INTO low_stock (item_id)
      SELECT after.id FROM after JOIN before ON before.id = after.id
      WHERE after.quantity_millionths <= after.reorder_level_millionths
        AND coalesce(before.quantity_millionths > before.reorder_level_millionths, true);
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

  /// What an item counts for, as in ``CountTables``.
  private static func counts(_ rows: SQL, _ delta: SQL) -> SQL {
    """
    SELECT 'items', '', \(delta) FROM \(rows)
    UNION ALL SELECT 'low', '', \(delta) FROM \(rows)
      WHERE quantity_millionths <= reorder_level_millionths
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

  private static let tally: SQL = """
    CREATE OR REPLACE FUNCTION keep_tally() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
    """
}
