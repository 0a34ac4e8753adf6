import PostgresClient

/// The first migration: what an inventory consists of, with the rules that hold whoever writes.
enum InventoryTables {
  static let script: SQL = """
    CREATE TABLE location (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      parent_id bigint CONSTRAINT location_parent REFERENCES location,
      name text NOT NULL CONSTRAINT location_name CHECK (name <> ''),
      -- The names from the outermost location on, with " / " between them.
      path text NOT NULL CONSTRAINT location_path UNIQUE CHECK (path <> ''),
      CONSTRAINT location_is_not_its_parent CHECK (parent_id <> id)
    );
    CREATE INDEX location_on_parent ON location (parent_id);

    CREATE TABLE item (
      id uuid PRIMARY KEY,
      sku text NOT NULL CONSTRAINT item_sku UNIQUE CHECK (sku <> ''),
      barcode text NOT NULL DEFAULT '',
      name text NOT NULL CONSTRAINT item_name CHECK (name <> ''),
      -- The sum of the movements, which triggers keep.
      quantity bigint NOT NULL DEFAULT 0 CONSTRAINT item_quantity CHECK (quantity >= 0),
      unit text NOT NULL DEFAULT '',
      reorder_level bigint CONSTRAINT item_reorder_level CHECK (reorder_level >= 0),
      price_millionths bigint NOT NULL DEFAULT 0
        CONSTRAINT item_price CHECK (price_millionths >= 0),
      -- ISO 4217; empty for the currency of the inventory.
      currency text NOT NULL DEFAULT '' CONSTRAINT item_currency CHECK (currency ~ '^([A-Z]{3})?$'),
      location_id bigint CONSTRAINT item_location REFERENCES location,
      tags text[] NOT NULL DEFAULT '{}'
        CONSTRAINT item_tags CHECK (array_position(tags, NULL) IS NULL AND array_ndims(tags) = 1
          OR tags = '{}'),
      notes text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now(),
      changed_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX item_on_location ON item (location_id);
    CREATE INDEX item_on_barcode ON item (barcode) WHERE barcode <> '';
    CREATE INDEX item_to_reorder ON item (id) WHERE quantity <= reorder_level;

    CREATE TABLE movement (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      item_id uuid NOT NULL CONSTRAINT movement_item REFERENCES item ON DELETE CASCADE,
      date timestamptz NOT NULL DEFAULT now(),
      reason text NOT NULL
        CONSTRAINT movement_reason CHECK (reason IN ('received', 'used', 'counted', 'moved')),
      delta bigint NOT NULL,
      note text NOT NULL DEFAULT '',
      -- The paths of the locations, as they were then. NULL for none.
      origin text,
      destination text,
      -- Who did it, and where.
      role text NOT NULL DEFAULT session_user,
      machine text NOT NULL DEFAULT coalesce(current_setting('inventory.machine', true), '')
    );
    CREATE INDEX movement_on_item ON movement (item_id, date);
    CREATE INDEX movement_on_date ON movement (date);

    -- Only the triggers of movements change a quantity.
    CREATE FUNCTION keep_quantity() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' AND new.quantity <> 0
        OR TG_OP = 'UPDATE' AND new.quantity <> old.quantity AND pg_trigger_depth() < 2
      THEN
        RAISE EXCEPTION 'the quantity of an item is the sum of its movements'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'item_quantity_is_sum', TABLE = 'item';
      END IF;
      RETURN new;
    END $$;
    CREATE TRIGGER item_keeps_quantity BEFORE INSERT OR UPDATE OF quantity ON item
      FOR EACH ROW EXECUTE FUNCTION keep_quantity();

    CREATE FUNCTION add_movement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' AND old.delta <> 0 THEN
        EXECUTE format('UPDATE %I.item SET quantity = quantity - $1 WHERE id = $2', TG_TABLE_SCHEMA)
          USING old.delta, old.item_id;
      END IF;
      IF TG_OP <> 'DELETE' AND new.delta <> 0 THEN
        EXECUTE format('UPDATE %I.item SET quantity = quantity + $1 WHERE id = $2', TG_TABLE_SCHEMA)
          USING new.delta, new.item_id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER movement_changes_quantity
      AFTER INSERT OR DELETE OR UPDATE OF delta, item_id ON movement
      FOR EACH ROW EXECUTE FUNCTION add_movement();

    -- A photo does not go with its item but a day later: if the deletion is undone, it is there.
    CREATE TABLE photo (
      item_id uuid PRIMARY KEY,
      width int NOT NULL CONSTRAINT photo_width CHECK (width > 0),
      height int NOT NULL CONSTRAINT photo_height CHECK (height > 0),
      caption text NOT NULL DEFAULT '',
      orphaned_at timestamptz,
      data bytea NOT NULL
    );
    CREATE INDEX photo_on_orphaned ON photo (orphaned_at) WHERE orphaned_at IS NOT NULL;
    -- A picture is compressed already.
    ALTER TABLE photo ALTER COLUMN data SET STORAGE EXTERNAL;

    -- Several people count at the same time.
    CREATE TABLE stocktake_count (
      item_id uuid CONSTRAINT stocktake_item REFERENCES item ON DELETE CASCADE,
      role text NOT NULL DEFAULT session_user,
      counted bigint NOT NULL CONSTRAINT stocktake_counted CHECK (counted >= 0),
      expected bigint NOT NULL CONSTRAINT stocktake_expected CHECK (expected >= 0),
      counted_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (item_id, role)
    );

    -- Each write of a program has an id. If the answer was lost, the program finds it here, and
    -- does not write again.
    CREATE TABLE write (
      id uuid PRIMARY KEY,
      role text NOT NULL DEFAULT session_user,
      machine text NOT NULL DEFAULT coalesce(current_setting('inventory.machine', true), ''),
      done_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX write_on_date ON write (done_at);

    -- What undo takes back: rows before and after a write.
    CREATE TABLE journal (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      write_id uuid NOT NULL CONSTRAINT journal_write REFERENCES write ON DELETE CASCADE,
      kind text NOT NULL,
      row_id text NOT NULL,
      before jsonb,
      after jsonb,
      CONSTRAINT journal_says_something CHECK (before IS NOT NULL OR after IS NOT NULL)
    );
    CREATE INDEX journal_on_write ON journal (write_id);
    """
}
