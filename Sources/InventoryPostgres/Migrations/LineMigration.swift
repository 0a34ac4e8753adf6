import PostgresClient

/// The migration for texts of earlier versions that have line breaks or tabs: they get spaces in
/// their place, as all texts do since. Otherwise an export would come back as other items.
///
/// A SKU or a location stays as it is if another one has the text already.
enum LineMigration {
  static let script: SQL = """
    CREATE FUNCTION pg_temp.is_several_lines(content text) RETURNS bool
    LANGUAGE sql IMMUTABLE AS $$
      SELECT content ~ '[\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]'
    $$;
    CREATE FUNCTION pg_temp.as_line(content text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT regexp_replace(
        regexp_replace(
          content,
          '[\\s\\u0085\\u2028\\u2029]*[\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029][\\s\\u0085\\u2028\\u2029]*',
          ' ', 'g'
        ),
        '^\\s+|\\s+$', '', 'g'
      )
    $$;

    UPDATE item SET name = pg_temp.as_line(name)
    WHERE pg_temp.is_several_lines(name) AND pg_temp.as_line(name) <> '';
    UPDATE item SET barcode = pg_temp.as_line(barcode) WHERE pg_temp.is_several_lines(barcode);
    UPDATE item SET unit = pg_temp.as_line(unit) WHERE pg_temp.is_several_lines(unit);
    UPDATE item SET tags = ARRAY(
      SELECT tag FROM (
        SELECT DISTINCT ON (folded(tag)) tag, place FROM (
          SELECT pg_temp.as_line(tag) AS tag, place
          FROM unnest(item.tags) WITH ORDINALITY AS former (tag, place)
        ) AS line
        WHERE tag <> '' ORDER BY folded(tag), place
      ) AS different
      ORDER BY place
    )
    WHERE EXISTS (SELECT FROM unnest(tags) AS tag WHERE pg_temp.is_several_lines(tag));

    WITH line AS (
      SELECT id, pg_temp.as_line(sku) AS sku,
        row_number() OVER (PARTITION BY pg_temp.as_line(sku) ORDER BY id) AS place
      FROM item WHERE pg_temp.is_several_lines(sku)
    )
    UPDATE item SET sku = line.sku FROM line
    WHERE item.id = line.id AND line.place = 1 AND line.sku <> ''
      AND NOT EXISTS (SELECT FROM item AS other WHERE other.sku = line.sku);

    -- A name with a slash between spaces would be several locations.
    WITH line AS (
      SELECT id, parent_id, pg_temp.as_line(name) AS name,
        row_number() OVER (PARTITION BY parent_id, pg_temp.as_line(name) ORDER BY id) AS place
      FROM location WHERE pg_temp.is_several_lines(name)
    )
    UPDATE location SET name = line.name FROM line
    WHERE location.id = line.id AND line.place = 1 AND line.name <> ''
      AND strpos(line.name, ' / ') = 0
      AND NOT EXISTS (
        SELECT FROM location AS other
        WHERE other.parent_id IS NOT DISTINCT FROM line.parent_id AND other.name = line.name
      );

    DROP FUNCTION pg_temp.is_several_lines(text);
    DROP FUNCTION pg_temp.as_line(text);
    """
}
