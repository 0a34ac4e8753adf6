import PostgresClient

/// The migration that finds numbers which are no digits, such as 〇 and ❶, as a file does.
///
/// To PostgreSQL they are neither letters nor digits. Those that Unicode makes digits or letters of
/// are found already.
enum SearchedNumbersMigration {
  static let script: SQL = """
    CREATE OR REPLACE FUNCTION words(content text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      array_remove(
        regexp_split_to_array(
          CASE WHEN octet_length(content) < 256 THEN folded(content)
          ELSE regexp_replace(
            left(folded(content), 260000),
            '([[:alnum:]\(numbers)]{255})[[:alnum:]\(numbers)]+' COLLATE "und-x-icu",
            '\\1', 'g'
          ) END,
          '[^[:alnum:]\(numbers)]+' COLLATE "und-x-icu"
        ),
        ''
      );

    -- The words are stored with the row. Few rows have such a number.
    UPDATE item SET name = name
    WHERE concat_ws(' ', name, sku, barcode, array_to_string(tags, ' '), notes) ~ '[\(numbers)]';
    UPDATE location SET name = name WHERE path ~ '[\(numbers)]';
    """

  /// The numbers, as a part of what a regular expression has in brackets.
  private static let numbers: SQL = """
    \\u09f4-\\u09f9\\u0b72-\\u0b77\\u0bf0-\\u0bf2\\u0c78-\\u0c7e\\u0d58-\\u0d5e\
    \\u0d70-\\u0d78\\u0f2a-\\u0f33\\u1369-\\u137c\\u16ee-\\u16f0\\u17f0-\\u17f9\\u19da\
    \\u2180-\\u2182\\u2185-\\u2188\\u24eb-\\u24ff\\u2776-\\u2793\\u2cfd\\u3007\
    \\u3021-\\u3029\\u3248-\\u324f\\ua6e6-\\ua6ef\\ua830-\\ua835
    """
}
