import PostgresClient

/// The migration for the search and the order of items.
///
/// The search is PostgreSQL's full text with an index of words, which finds prefixes as that of the
/// file does. `pg_trgm` also finds parts inside words, which the file does not, and its index is
/// several times as large.
enum SearchTables {
  static let script: SQL = """
    -- Part of Debian's server, and allowed to owners of databases.
    CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;

    -- Numbers in names count by their value; case and accents do not count.
    CREATE COLLATION natural_order
      (provider = icu, locale = 'und-u-kn-true-ks-level1', deterministic = false);
    CREATE INDEX item_on_name ON item (name COLLATE natural_order, id);
    CREATE INDEX location_on_path ON location (path COLLATE natural_order);

    -- Text without case and accents. The dictionary is named, so the result is always the same.
    CREATE FUNCTION folded(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS
      $$ SELECT lower(public.unaccent('public.unaccent', normalize(words, NFKC))) $$;

    ALTER TABLE item ADD COLUMN search tsvector NOT NULL DEFAULT '';

    CREATE FUNCTION find_words() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      place text;
    BEGIN
      EXECUTE format('SELECT path FROM %I.location WHERE id = $1', TG_TABLE_SCHEMA)
        INTO place USING new.location_id;
      EXECUTE format('SELECT to_tsvector(''simple'', %I.folded($1))', TG_TABLE_SCHEMA)
        INTO new.search
        USING concat_ws(' ', new.name, new.sku, new.barcode, array_to_string(new.tags, ' '),
          new.notes, place);
      RETURN new;
    END $$;
    CREATE TRIGGER item_search
      BEFORE INSERT OR UPDATE OF name, sku, barcode, tags, notes, location_id ON item
      FOR EACH ROW EXECUTE FUNCTION find_words();
    UPDATE item SET name = name;
    CREATE INDEX item_on_search ON item USING gin (search);

    CREATE FUNCTION find_words_of_place() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format('UPDATE %I.item SET location_id = location_id WHERE location_id = $1',
        TG_TABLE_SCHEMA) USING new.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER location_search AFTER UPDATE OF path ON location
      FOR EACH ROW WHEN (old.path <> new.path) EXECUTE FUNCTION find_words_of_place();
    """
}
