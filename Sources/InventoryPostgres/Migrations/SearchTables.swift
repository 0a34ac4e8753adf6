import PostgresClient

/// The migration for the search.
///
/// The search is PostgreSQL's full text with an index of words, which finds prefixes as that of the
/// file does. `pg_trgm` also finds parts inside words, which the file does not, and its index is
/// several times as large. PostgreSQL's own way to find words takes "AB-123" for a number with a
/// sign, so texts are split here.
///
/// Items and locations have their words apart. A rename of a location changes no item, and a query
/// asks for each word whether the item or its location has it.
enum SearchTables {
  static let script: SQL = """
    -- The words of a text: what is between characters that are neither letters nor digits. The
    -- index takes words of 2,046 bytes and a megabyte of them, so more is left out.
    CREATE FUNCTION words(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      array_remove(
        regexp_split_to_array(
          CASE WHEN octet_length(content) < 256 THEN folded(content)
          ELSE regexp_replace(
            left(folded(content), 260000), '([[:alnum:]]{255})[[:alnum:]]+' COLLATE "und-x-icu",
            '\\1', 'g'
          ) END,
          '[^[:alnum:]]+' COLLATE "und-x-icu"
        ),
        ''
      );

    -- What asks for all words of a text, each of which may be the beginning of one. NULL if there
    -- is no word.
    CREATE FUNCTION search_query(content text) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      nullif(array_to_string(words(content), ':* & ') || ':*', ':*')::tsquery;

    CREATE FUNCTION item_words(name text, sku text, barcode text, tags text[], notes text)
    RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      array_to_tsvector(
        words(concat_ws(' ', name, sku, barcode, array_to_string(tags, ' '), notes))
      );

    ALTER TABLE item ADD COLUMN search tsvector
      GENERATED ALWAYS AS (item_words(name, sku, barcode, tags, notes)) STORED;
    CREATE INDEX item_on_search ON item USING gin (search);

    ALTER TABLE location ADD COLUMN search tsvector
      GENERATED ALWAYS AS (array_to_tsvector(words(path))) STORED;
    """
}
