import PostgresClient

/// The migration with what follows from a change of the tables, whoever makes it.
///
/// Triggers work on all rows of a statement at once, so that a statement over a million rows is not
/// a million statements.
enum InventoryTriggers {
  static let script: SQL = quantities + locations + moves + photos

  /// Only movements change a quantity.
  ///
  /// An item may be added with a quantity, which makes a movement of it. Any other way to write one
  /// is refused.
  private static let quantities: SQL = """
    CREATE FUNCTION refuse_quantity() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF pg_trigger_depth() > 1 AND current_setting('inventory.is_booking', true) = 'on' THEN
        RETURN new;
      END IF;
      RAISE EXCEPTION 'the quantity of an item is the sum of its movements'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'item_quantity_is_sum', TABLE = 'item';
    END $$;
    CREATE TRIGGER item_keeps_quantity BEFORE UPDATE OF quantity ON item
      FOR EACH ROW WHEN (old.quantity <> new.quantity) EXECUTE FUNCTION refuse_quantity();

    CREATE FUNCTION book_first_quantities() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM added WHERE quantity <> 0) THEN RETURN NULL; END IF;
      PERFORM set_config('inventory.is_booked', 'on', true);
      INSERT INTO movement (item_id, date, reason, delta)
      SELECT id, now(), 'counted', quantity FROM added WHERE quantity <> 0;
      PERFORM set_config('inventory.is_booked', 'off', true);
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_books_first_quantity AFTER INSERT ON item
      REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION book_first_quantities();

    -- Adds the sums of movements to the quantities of their items. Items are locked in the order of
    -- their ids, so that two who book the same ones do not wait for each other.
    CREATE FUNCTION add_sums(items uuid[], sums bigint[]) RETURNS void LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      IF cardinality(items) > 1 THEN
        PERFORM FROM item WHERE id = ANY (items) ORDER BY id FOR NO KEY UPDATE;
      END IF;
      PERFORM set_config('inventory.is_booking', 'on', true);
      UPDATE item SET quantity = quantity + change.sum
      FROM unnest(items, sums) AS change (id, sum) WHERE item.id = change.id;
      PERFORM set_config('inventory.is_booking', 'off', true);
    END $$;

    CREATE FUNCTION add_movements() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    DECLARE
      items uuid[];
      sums bigint[];
    BEGIN
      -- The items were added with these quantities.
      IF pg_trigger_depth() > 1 AND current_setting('inventory.is_booked', true) = 'on' THEN
        RETURN NULL;
      END IF;
      IF TG_OP = 'INSERT' THEN
        SELECT array_agg(item_id), array_agg(sum) INTO items, sums FROM (
          SELECT item_id, sum(delta)::bigint FROM added
          GROUP BY item_id HAVING sum(delta) <> 0
        ) AS change;
      ELSIF TG_OP = 'DELETE' THEN
        SELECT array_agg(item_id), array_agg(sum) INTO items, sums FROM (
          SELECT item_id, sum(-delta)::bigint FROM removed
          GROUP BY item_id HAVING sum(delta) <> 0
        ) AS change;
      ELSE
        SELECT array_agg(item_id), array_agg(sum) INTO items, sums FROM (
          SELECT item_id, sum(delta)::bigint FROM (
            SELECT item_id, delta FROM added UNION ALL SELECT item_id, -delta FROM removed
          ) AS movements
          GROUP BY item_id HAVING sum(delta) <> 0
        ) AS change;
      END IF;
      IF items IS NOT NULL THEN PERFORM add_sums(items, sums); END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER movement_insert_adds AFTER INSERT ON movement
      REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION add_movements();
    CREATE TRIGGER movement_update_adds AFTER UPDATE ON movement
      REFERENCING OLD TABLE AS removed NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION add_movements();
    CREATE TRIGGER movement_delete_adds AFTER DELETE ON movement
      REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION add_movements();

    CREATE FUNCTION forget_quantities() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      PERFORM set_config('inventory.is_booking', 'on', true);
      UPDATE item SET quantity = 0 WHERE quantity <> 0;
      PERFORM set_config('inventory.is_booking', 'off', true);
      RETURN NULL;
    END $$;
    CREATE TRIGGER movement_truncate_adds AFTER TRUNCATE ON movement
      FOR EACH STATEMENT EXECUTE FUNCTION forget_quantities();

    """

  /// The path of a location follows from its parent's and its name.
  ///
  /// The locations above are locked against changes until the transaction ends, so two moves at the
  /// same time cannot put a location into itself, and no path is made of a name that changes.
  private static let locations: SQL = """
    CREATE FUNCTION find_path() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    DECLARE
      above bigint := new.parent_id;
      parent_path text;
    BEGIN
      IF above IS NOT NULL THEN
        SELECT path INTO parent_path FROM location WHERE id = above FOR SHARE;
        IF NOT FOUND AND above <> new.id THEN
          RAISE EXCEPTION 'there is no location %', above
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'location_parent',
              TABLE = 'location';
        END IF;
      END IF;
      IF TG_OP = 'UPDATE' AND new.parent_id IS DISTINCT FROM old.parent_id THEN
        WHILE above IS NOT NULL LOOP
          IF above = new.id THEN
            RAISE EXCEPTION 'the location % would be inside itself', new.id
              USING ERRCODE = 'check_violation', TABLE = 'location',
                CONSTRAINT = 'location_is_not_inside_itself';
          END IF;
          SELECT parent_id INTO above FROM location WHERE id = above FOR SHARE;
        END LOOP;
      END IF;
      new.path := coalesce(parent_path || ' / ', '') || new.name;
      RETURN new;
    END $$;
    CREATE TRIGGER location_has_path BEFORE INSERT OR UPDATE OF parent_id, name, path ON location
      FOR EACH ROW EXECUTE FUNCTION find_path();

    -- A location that is added with itself as its parent, which can be done if a number is given.
    ALTER TABLE location ADD CONSTRAINT location_is_not_inside_itself CHECK (parent_id <> id);

    CREATE FUNCTION find_paths_below() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE location SET path = path WHERE parent_id = new.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER location_changes_paths AFTER UPDATE ON location
      FOR EACH ROW WHEN (old.path <> new.path) EXECUTE FUNCTION find_paths_below();

    """

  /// The history of an item says when it was moved, from where and to where.
  private static let moves: SQL = """
    CREATE FUNCTION note_moves() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      -- Who only books may not write where something was moved.
      IF NOT EXISTS (
        SELECT FROM after JOIN before ON before.id = after.id
        WHERE before.location_id IS DISTINCT FROM after.location_id
      ) THEN
        RETURN NULL;
      END IF;
      INSERT INTO movement (item_id, date, reason, delta, origin, destination)
      SELECT after.id, now(), 'moved', 0, origin.path, destination.path
      FROM after JOIN before ON before.id = after.id
        LEFT JOIN location AS origin ON origin.id = before.location_id
        LEFT JOIN location AS destination ON destination.id = after.location_id
      WHERE before.location_id IS DISTINCT FROM after.location_id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_is_moved AFTER UPDATE ON item
      REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION note_moves();

    """

  /// A photo that has lost its item says since when, and one whose item is there again does not.
  private static let photos: SQL = """
    CREATE FUNCTION orphan_photos() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        UPDATE photo SET orphaned_at = now() WHERE orphaned_at IS NULL;
      ELSE
        UPDATE photo SET orphaned_at = now() FROM removed WHERE photo.item_id = removed.id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_delete_orphans AFTER DELETE ON item REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION orphan_photos();
    CREATE TRIGGER item_truncate_orphans AFTER TRUNCATE ON item
      FOR EACH STATEMENT EXECUTE FUNCTION orphan_photos();

    CREATE FUNCTION find_photos() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE photo SET orphaned_at = NULL FROM added
      WHERE photo.item_id = added.id AND photo.orphaned_at IS NOT NULL;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_insert_finds AFTER INSERT ON item REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION find_photos();
    """
}
