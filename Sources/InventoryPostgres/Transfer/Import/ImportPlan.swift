import InventoryCore
import PostgresClient

/// Finds out what becomes of the rows that are to be imported, with statements over all of them.
///
/// The result is the temporary table `import_plan` with the SKU, the item and the outcome of each
/// row: `added`, `updated`, `skipped`, `repeated` or `missing`. Rows that are about several items,
/// or about an unknown one, have a problem in `import_row` instead.
struct ImportPlan {
  private let connection: Connection
  private let options: ImportOptions
  private let findings: ImportRows.Findings

  /// How long the server may take for a statement over all rows.
  static let timeout = Duration.seconds(3_600)
  /// How many rows a statement has that is told as progress.
  static let step: Int64 = 10_000

  init(_ connection: Connection, _ options: ImportOptions, _ findings: ImportRows.Findings) {
    self.connection = connection
    self.options = options
    self.findings = findings
  }

  /// Makes the plan.
  ///
  /// - Parameters:
  ///   - last: The number of the last row.
  ///   - onProgress: Is told how much is done, from 0 to 1.
  func make(upTo last: Int64, onProgress: (Double) -> Void) async throws {
    try await connection.execute(script: "ALTER TABLE pg_temp.import_row ADD PRIMARY KEY (n)")
    if findings.hasRowsWithoutSku {
      try await identify(upTo: last) { onProgress($0 / 2) }
    }
    // The tables are new, so that nobody knows what is in them.
    try await connection.execute(script: "ANALYZE pg_temp.import_row", timeout: Self.timeout)
    if options.duplicates == .add {
      try await planAdditions(upTo: last) { onProgress(0.5 + $0 / 2) }
    } else {
      try await connection.execute(
        """
        INSERT INTO pg_temp.import_plan (n, sku, item_id, outcome)
        SELECT row.n, row.sku, old.id,
          CASE
            WHEN old.id IS NOT NULL AND row.n = min(row.n) OVER same THEN
              CASE WHEN \(options.duplicates == .update) THEN 'updated' ELSE 'skipped' END
            WHEN old.id IS NOT NULL THEN 'repeated'
            WHEN row.n = min(row.n) FILTER (WHERE row.has_name) OVER same THEN 'added'
            WHEN row.n > min(row.n) FILTER (WHERE row.has_name) OVER same THEN 'repeated'
            ELSE 'missing'
          END
        FROM pg_temp.import_row AS row LEFT JOIN item AS old ON old.sku = row.sku
        WHERE row.problem IS NULL
        WINDOW same AS (PARTITION BY row.sku)
        """,
        timeout: Self.timeout
      )
    }
    try await connection.execute(
      script: "ALTER TABLE pg_temp.import_plan ADD PRIMARY KEY (n); ANALYZE pg_temp.import_plan",
      timeout: Self.timeout
    )
  }

  static let table: SQL = """
    CREATE TEMPORARY TABLE import_plan (
      n bigint NOT NULL,
      sku text COLLATE "C" NOT NULL,
      item_id uuid,
      outcome text NOT NULL
    ) ON COMMIT DROP
    """

  // MARK: - Rows without a SKU

  /// Gives rows without a SKU that of the item that they are about, or the next free number. The
  /// rules are in `docs/decisions/items-without-sku.md`.
  private func identify(upTo last: Int64, onProgress: (Double) -> Void) async throws {
    try await connection.execute(
      script: "CREATE INDEX ON pg_temp.import_row (sku, n)",
      timeout: Self.timeout
    )
    if options.duplicates == .add {
      try await connection.execute(
        "UPDATE pg_temp.import_row SET origin = 'number' WHERE sku = ''",
        timeout: Self.timeout
      )
    } else {
      try await connection.execute(script: finder, timeout: Self.timeout)
      try await Self.forEachStep(upTo: last, onProgress) { first, end in
        try await connection.execute(
          "SELECT pg_temp.find_import_items(\(first), \(end))",
          timeout: Self.timeout
        )
      }
    }
    let pattern = options.skuPattern
    let largest = try await connection.largestNumber(pattern)
    let first = pattern.number(after: [largest, findings.largestNumber].compactMap(\.self).max())
    try await connection.execute(
      """
      UPDATE pg_temp.import_row AS row
      SET sku = \(pattern.prefix)
        || lpad(number::text, greatest(length(number::text), \(pattern.digits)::int), '0')
        || \(pattern.suffix)
      FROM (
        SELECT n, row_number() OVER (ORDER BY n) - 1 + \(first) AS number
        FROM pg_temp.import_row WHERE origin = 'number'
      ) AS numbered
      WHERE numbered.n = row.n
      """,
      timeout: Self.timeout
    )
  }

  /// The function that finds the items of some rows. An item is found by one row at most.
  private var finder: SQL {
    let candidates = { (condition: SQL, needsPlace: SQL) -> SQL in
      """
      WITH candidate AS (
        SELECT item.id, item.sku, coalesce(location.path, '') = row.location AS is_in_place,
          \(sameness) AS is_the_same
        FROM item LEFT JOIN location ON location.id = item.location_id
        WHERE \(condition) AND (item.barcode = '' OR row.barcode IN ('', item.barcode))
          AND NOT EXISTS (
            SELECT FROM pg_temp.import_row AS before
            WHERE before.sku = item.sku AND before.n < row.n
          )
      ), meant AS (
        SELECT * FROM candidate
        WHERE is_in_place
          OR NOT \(needsPlace) AND NOT EXISTS (SELECT FROM candidate WHERE is_in_place)
      )
      SELECT count(*),
        CASE count(*) WHEN 1 THEN min(sku)
          ELSE (array_agg(sku ORDER BY id) FILTER (WHERE is_the_same))[1] END
      INTO candidates, meant_sku FROM meant;
      """
    }
    let needsPlace: SQL =
      options.mapping.contains(.location) ? "(row.missing NOT LIKE '% location %')" : "false"
    return """
      -- The connection may have imported before.
      CREATE OR REPLACE FUNCTION pg_temp.find_import_items(first bigint, last bigint) RETURNS void
      LANGUAGE plpgsql AS $$
      DECLARE
        row record;
        candidates bigint;
        meant_sku text;
      BEGIN
        FOR row IN
          SELECT * FROM pg_temp.import_row WHERE n BETWEEN first AND last AND sku = '' ORDER BY n
        LOOP
          candidates := 0;
          meant_sku := NULL;
          IF row.barcode <> '' THEN
            \(candidates("item.barcode = row.barcode AND item.barcode <> ''", "false"))
          END IF;
          IF candidates = 0 AND row.name <> '' THEN
            \(candidates(
              "item.name_key = left(natural_key(row.name), 600) AND item.name = row.name",
              needsPlace
            ))
          END IF;
          IF meant_sku IS NOT NULL THEN
            UPDATE pg_temp.import_row SET sku = meant_sku, origin = 'recognised' WHERE n = row.n;
          ELSIF candidates > 0 THEN
            UPDATE pg_temp.import_row SET problem = 'several' WHERE n = row.n;
          ELSIF NOT row.has_name THEN
            UPDATE pg_temp.import_row SET problem = 'unknown barcode' WHERE n = row.n;
          ELSE
            UPDATE pg_temp.import_row SET origin = 'number' WHERE n = row.n;
          END IF;
        END LOOP;
      END $$
      """
  }

  /// Whether an item is what the row says, in all columns in which it says something.
  private var sameness: SQL {
    let conditions = ItemColumn.allCases.compactMap { column -> SQL? in
      guard options.mapping.contains(column) || column == .currency else { return nil }
      let isLeftOut: SQL =
        column == .location
        ? "row.missing LIKE '% location %'" : "row.unchanged LIKE '% \(column.sqlName) %'"
      switch column {
      case .name: return "(\(isLeftOut) OR item.name = row.name)"
      case .barcode: return "(\(isLeftOut) OR item.barcode = row.barcode)"
      case .unit: return "(\(isLeftOut) OR item.unit = row.unit)"
      case .reorderLevel:
        return """
          (\(isLeftOut) OR item.reorder_level_millionths IS NOT DISTINCT FROM row.reorder_level)
          """
      case .location: return "(\(isLeftOut) OR coalesce(location.path, '') = row.location)"
      case .tags: return "(\(isLeftOut) OR array_to_string(item.tags, chr(10)) = row.tags)"
      case .notes: return "(\(isLeftOut) OR item.notes = row.notes)"
      case .quantity:
        return "(NOT row.has_quantity OR item.quantity_millionths = row.quantity)"
      case .price: return "(NOT row.has_price OR item.price_millionths = row.price)"
      case .currency: return "(NOT row.has_currency OR item.currency = row.currency)"
      case .sku, .created, .changed: return nil
      }
    }
    return conditions.isEmpty ? "true" : conditions.joined(separator: " AND ")
  }

  // MARK: - All rows are new items

  /// Plans rows that are all new items. One whose SKU is there already gets another one.
  private func planAdditions(upTo last: Int64, onProgress: (Double) -> Void) async throws {
    try await connection.execute(
      script: """
        CREATE INDEX ON pg_temp.import_plan (sku);
        CREATE TEMPORARY TABLE import_suffix (sku text COLLATE "C" PRIMARY KEY, number int NOT NULL)
          ON COMMIT DROP;
        -- The connection may have imported before.
        CREATE OR REPLACE FUNCTION pg_temp.plan_import(first bigint, last bigint) RETURNS void
        LANGUAGE plpgsql AS $$
        DECLARE
          row record;
          new_sku text;
          suffix int;
        BEGIN
          FOR row IN
            SELECT n, sku, has_name FROM pg_temp.import_row
            WHERE n BETWEEN first AND last AND problem IS NULL ORDER BY n
          LOOP
            new_sku := row.sku;
            suffix := NULL;
            WHILE EXISTS (SELECT FROM item WHERE sku = new_sku)
              OR EXISTS (SELECT FROM pg_temp.import_plan WHERE sku = new_sku)
            LOOP
              suffix := coalesce(
                suffix, (SELECT number FROM pg_temp.import_suffix WHERE sku = row.sku), 2);
              new_sku := row.sku || '-' || suffix;
              suffix := suffix + 1;
            END LOOP;
            IF suffix IS NOT NULL THEN
              INSERT INTO pg_temp.import_suffix VALUES (row.sku, suffix)
              ON CONFLICT (sku) DO UPDATE SET number = excluded.number;
            END IF;
            INSERT INTO pg_temp.import_plan (n, sku, outcome) VALUES (
              row.n, new_sku,
              CASE WHEN row.has_name THEN 'added' ELSE 'missing' END);
          END LOOP;
        END $$
        """,
      timeout: Self.timeout
    )
    try await Self.forEachStep(upTo: last, onProgress) { first, end in
      try await connection.execute(
        "SELECT pg_temp.plan_import(\(first), \(end))",
        timeout: Self.timeout
      )
    }
  }

  /// Does something with some rows after the others.
  ///
  /// - Parameters:
  ///   - last: The number of the last row. The first is 1.
  ///   - onProgress: Is told how much is done, from 0 to 1.
  ///   - body: Does it with the rows from one number up to another.
  static func forEachStep(
    upTo last: Int64,
    _ onProgress: (Double) -> Void,
    _ body: (_ first: Int64, _ last: Int64) async throws -> Void
  ) async throws {
    for first in stride(from: 1, through: last, by: Int(step)) {
      try await body(first, min(first + step - 1, last))
      onProgress(Double(first) / Double(max(last, 1)))
    }
  }
}

extension ItemColumn {
  /// The name of the column in `import_row.missing`.
  var sqlName: SQL {
    switch self {
    case .name: "name"
    case .sku: "sku"
    case .barcode: "barcode"
    case .quantity: "quantity"
    case .unit: "unit"
    case .reorderLevel: "reorderLevel"
    case .price: "price"
    case .currency: "currency"
    case .location: "location"
    case .tags: "tags"
    case .notes: "notes"
    case .created: "created"
    case .changed: "changed"
    }
  }
}
