import PostgresClient

/// The migration for lists in which `Box 2` comes before `Box 10`, and for the orders by date.
///
/// The functions make the keys that `naturalKey` and `naturalPathKey` of InventoryCore make.
enum NaturalOrderMigration {
  static let script: SQL = functions + columns + indexes

  private static let functions: SQL = """
    -- A text with the digits of ASCII in the place of others. Few texts have any.
    CREATE FUNCTION latin_digits(content text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      CASE WHEN content ~ '[\\u0660-\\u17e9]' THEN translate(
        content,
        '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯'
          '੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯'
          '౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯๐๑๒๓๔๕๖๗๘๙'
          '໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩',
        '0123456789012345678901234567890123456789'
          '0123456789012345678901234567890123456789'
          '0123456789012345678901234567890123456789'
          '0123456789012345678901234567890123456789'
      )
      ELSE content
      END;

    -- A text in small letters without accents, with the digits of ASCII alone. What Unicode does
    -- not decompose is replaced here. ASCII, which most text is, has a shorter way.
    CREATE FUNCTION plain_letters(content text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      CASE WHEN octet_length(content) = char_length(content) THEN lower(content COLLATE "C")
      ELSE latin_digits(translate(
          replace(replace(replace(folded(content), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
          'ⱥɓƀƈȼđðɖɗɇɛəǝƒɠǥħıɨɉĸƙłƚŋɲøɔɵɍŧⱦʉʋƴɏƶȥ',
          'abbccddddeeeefgghiijkkllnnooorttuvyyzz'
        ))
      END;

    -- A text in which the digits of each number, without zeros before them, follow after how many
    -- they are, so that longer numbers come later. From nine on, how many is written in this way,
    -- too, after a 9. A loop, because a statement about all numbers takes ten times as long.
    CREATE FUNCTION with_number_keys(letters text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    DECLARE
      key text := '';
      rest text := letters;
      digits text;
      place int;
    BEGIN
      LOOP
        digits := substring(rest FROM '[0-9]+');
        IF digits IS NULL THEN RETURN key || rest; END IF;
        place := strpos(rest, digits);
        key := key || left(rest, place - 1);
        rest := substr(rest, place + length(digits));
        digits := ltrim(digits, '0');
        IF length(digits) >= 9 THEN key := key || '9' || length(length(digits)::text); END IF;
        key := key || length(digits) || digits;
      END LOOP;
    END $$;

    -- What a text is ordered by. Behind the letters is what decides between equal ones: capital
    -- letters, zeros and what is not ASCII.
    CREATE FUNCTION natural_key(content text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      CASE WHEN content ~ '[^\\u0001-/:-\\u007f]' THEN with_number_keys(plain_letters(content))
      ELSE lower(content COLLATE "C")
      END || coalesce(
        E'\\x02' || nullif(regexp_replace(content, '[^A-Z0\\u0080-\\U0010ffff]+', '', 'g'), ''), ''
      );

    -- What the path of a location is ordered by: one name after the other, so that each location
    -- is followed by those inside it.
    CREATE FUNCTION natural_path_key(path text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
      SELECT string_agg(natural_key(name), E'\\x01' ORDER BY place)
      FROM unnest(string_to_array(path, ' / ')) WITH ORDINALITY AS names (name, place)
    );

    """

  /// The columns are made anew, and their indexes with them: a server before version 17 cannot
  /// change what a column is generated from.
  ///
  /// An entry of an index has at most 2,704 bytes, and a character up to four. So texts are ordered
  /// by the first 600 characters of their keys.
  private static let columns: SQL = """
    ALTER TABLE item DROP COLUMN name_key;
    ALTER TABLE item
      ADD COLUMN name_key text COLLATE "C"
        GENERATED ALWAYS AS (left(natural_key(name), 600)) STORED,
      ADD COLUMN sku_key text COLLATE "C"
        GENERATED ALWAYS AS (left(natural_key(sku), 600)) STORED;
    ALTER TABLE location DROP COLUMN path_key;
    ALTER TABLE location ADD COLUMN path_key text COLLATE "C"
      GENERATED ALWAYS AS (natural_path_key(path)) STORED;

    """

  private static let indexes: SQL = """
    CREATE INDEX item_on_name ON item (name_key, id);
    CREATE INDEX item_on_sku ON item (sku_key, id);
    CREATE INDEX item_on_location ON item (location_id, name_key, id);
    CREATE INDEX item_on_quantity ON item (quantity_millionths, name_key, id);
    CREATE INDEX item_on_price ON item (price_millionths, name_key, id);
    CREATE INDEX item_on_date_added ON item (created_at DESC, name_key, id);
    CREATE INDEX item_on_date_changed ON item (changed_at DESC, name_key, id);
    CREATE INDEX item_to_reorder ON item (name_key, id)
      WHERE quantity_millionths <= reorder_level_millionths;
    """
}
