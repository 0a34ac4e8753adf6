import PostgresClient

/// The first migration: what an inventory consists of, with the rules that hold whoever writes.
enum InventoryTables {
  static let script: SQL = """
    DO $$ BEGIN
      IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'the database has the encoding %; an inventory needs UTF8',
          current_setting('server_encoding') USING ERRCODE = 'feature_not_supported';
      END IF;
    END $$;

    CREATE FUNCTION folded_letters(words text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      replace(replace(
        regexp_replace(
          lower(normalize(words, NFKD) COLLATE "und-x-icu"),
          '[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7'
            '\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]',
          '', 'g'
        ), 'ß', 'ss'), 'ς', 'σ');

    -- Text as the order of the file compares it: without case, accents and widths. Most text is
    -- ASCII, for which there is a shorter way.
    CREATE FUNCTION folded(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      CASE WHEN octet_length(words) = char_length(words) THEN lower(words COLLATE "C")
      ELSE folded_letters(words)
      END;

    CREATE TABLE location (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      parent_id bigint CONSTRAINT location_parent REFERENCES location,
      name text NOT NULL CONSTRAINT location_name CHECK (name <> ''),
      -- The names from the outermost location on, with " / " between them. A trigger keeps it.
      -- Within a transaction, locations may change places.
      path text NOT NULL CONSTRAINT location_path UNIQUE DEFERRABLE INITIALLY IMMEDIATE
        CHECK (path <> ''),
      path_key text COLLATE "C" GENERATED ALWAYS AS (folded(path)) STORED
    );
    CREATE INDEX location_on_parent ON location (parent_id);

    CREATE TABLE item (
      id uuid PRIMARY KEY,
      sku text COLLATE "C" NOT NULL CONSTRAINT item_sku UNIQUE CHECK (sku <> ''),
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
      changed_at timestamptz NOT NULL DEFAULT now(),
      -- The name without case and accents, to sort by.
      name_key text COLLATE "C" GENERATED ALWAYS AS (folded(name)) STORED
    );
    CREATE INDEX item_on_name ON item (name_key, id);
    CREATE INDEX item_on_location ON item (location_id, name_key, id);
    CREATE INDEX item_on_barcode ON item (barcode) WHERE barcode <> '';

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
      role text NOT NULL DEFAULT current_user,
      machine text NOT NULL DEFAULT coalesce(current_setting('inventory.machine', true), '')
    );
    CREATE INDEX movement_on_item ON movement (item_id, date);

    -- A photo does not go with its item but a day later: if the deletion is undone, it is there.
    CREATE TABLE photo (
      item_id uuid PRIMARY KEY,
      width int NOT NULL CONSTRAINT photo_width CHECK (width > 0),
      height int NOT NULL CONSTRAINT photo_height CHECK (height > 0),
      caption text NOT NULL DEFAULT '',
      -- When the item was deleted.
      orphaned_at timestamptz,
      data bytea NOT NULL
    );
    CREATE INDEX photo_on_orphaned ON photo (orphaned_at) WHERE orphaned_at IS NOT NULL;
    -- A picture is compressed already.
    ALTER TABLE photo ALTER COLUMN data SET STORAGE EXTERNAL;

    -- Several people count at the same time. An item has one count, of whoever counted it last.
    CREATE TABLE stocktake_count (
      item_id uuid PRIMARY KEY CONSTRAINT stocktake_item REFERENCES item ON DELETE CASCADE,
      counted bigint NOT NULL CONSTRAINT stocktake_counted CHECK (counted >= 0),
      -- The quantity at the moment of counting: what is booked later is the difference.
      expected bigint NOT NULL CONSTRAINT stocktake_expected CHECK (expected >= 0),
      counted_at timestamptz NOT NULL DEFAULT now(),
      role text NOT NULL DEFAULT current_user,
      machine text NOT NULL DEFAULT coalesce(current_setting('inventory.machine', true), '')
    );

    -- Each write of a program has an id. If the answer was lost, the program finds it here, and
    -- does not write again.
    CREATE TABLE write (
      id uuid PRIMARY KEY,
      role text NOT NULL DEFAULT current_user,
      machine text NOT NULL DEFAULT coalesce(current_setting('inventory.machine', true), ''),
      done_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX write_on_date ON write (done_at);
    """
}
