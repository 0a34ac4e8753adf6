-- Roles for an inventory on a server: who may read, count, and change everything.
--
-- An administrator of the server runs this once, after the program has made the tables, and again
-- after an update of the program has changed them:
--
--   sudo -u postgres psql --dbname=inventory <roles.sql
--
-- Then people get one of the roles:
--
--   CREATE ROLE ida LOGIN PASSWORD '…' IN ROLE inventory_counter;
--
-- Roles belong to the whole server. Whoever has a role of several inventories has it in all of them.

\set ON_ERROR_STOP on
BEGIN;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['inventory_reader', 'inventory_counter', 'inventory_editor'] LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = name) THEN
      EXECUTE pg_catalog.format('CREATE ROLE %I NOLOGIN', name);
    END IF;
  END LOOP;
END $$;

-- Nobody else reads or writes anything, and the roles do only what is said below.
DO $$ BEGIN
  EXECUTE pg_catalog.format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE pg_catalog.format('GRANT CONNECT ON DATABASE %I TO inventory_reader', current_database());
END $$;
REVOKE ALL ON SCHEMA inventory FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA inventory
  FROM PUBLIC, inventory_reader, inventory_counter, inventory_editor;

-- Numbers of rows come by themselves. Whoever set the next one could keep all others from booking.
REVOKE ALL ON ALL SEQUENCES IN SCHEMA inventory
  FROM PUBLIC, inventory_reader, inventory_counter, inventory_editor;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA inventory
  FROM PUBLIC, inventory_reader, inventory_counter, inventory_editor;

-- Reads everything.
GRANT USAGE ON SCHEMA inventory TO inventory_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA inventory TO inventory_reader;
GRANT EXECUTE ON FUNCTION inventory.channel, inventory.folded, inventory.folded_letters,
  inventory.item_words, inventory.latin_digits, inventory.natural_key, inventory.natural_path_key,
  inventory.plain_letters, inventory.search_query, inventory.with_number_keys, inventory.words
  TO inventory_reader;

-- Books what comes and goes, and takes part in a stocktake. Only movements change a quantity.
GRANT inventory_reader TO inventory_counter;
GRANT INSERT (item_id, date, reason, delta_millionths, note)
  ON inventory.movement TO inventory_counter;
GRANT INSERT (id) ON inventory.write TO inventory_counter;
GRANT INSERT, DELETE ON inventory.undo_item TO inventory_counter;
GRANT INSERT (item_id, counted_millionths, expected_millionths, counted_at),
  UPDATE (expected_millionths), DELETE ON inventory.stocktake_count TO inventory_counter;
GRANT UPDATE (changed_at) ON inventory.item TO inventory_counter;
-- Removes what nobody needs any more, also of others.
GRANT EXECUTE ON FUNCTION inventory.tidy_up TO inventory_counter;

-- Changes everything, but not the tables themselves.
GRANT inventory_counter TO inventory_editor;
GRANT INSERT, UPDATE, DELETE ON inventory.location, inventory.movement, inventory.photo,
  inventory.stocktake_count, inventory.undo_item, inventory.undo_row TO inventory_editor;
GRANT INSERT, DELETE ON inventory.item TO inventory_editor;
-- All but the quantity, which only movements change.
GRANT UPDATE (id, sku, barcode, name, unit, reorder_level_millionths, price_millionths, currency,
  location_id, tags, notes, created_at, changed_at) ON inventory.item TO inventory_editor;
GRANT DELETE ON inventory.write TO inventory_editor;
-- What an import and a copy need at their ends.
GRANT EXECUTE ON FUNCTION inventory.go_on_after_rows, inventory.shorten_tally TO inventory_editor;

COMMIT;
