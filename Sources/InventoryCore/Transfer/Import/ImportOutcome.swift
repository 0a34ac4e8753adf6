/// What has become of a row that was imported.
package enum ImportOutcome: Equatable {
  case added
  case updated
  case skipped
  /// The SKU is in the file already.
  case repeated
  case problem(String)
}

extension ImportSummary {
  /// Says in which sheet of a spreadsheet the problems are.
  package mutating func nameSheet(_ sheet: String?) {
    guard let sheet else { return }
    for index in problems.indices { problems[index].sheet = sheet }
  }

  /// Counts a row.
  ///
  /// - Parameter limit: How many problems are kept.
  package mutating func add(
    _ outcome: ImportOutcome,
    _ row: ImportRow,
    limit: Int
  ) {
    if row.joinsLines, [.added, .updated].contains(outcome) { joinedLines += 1 }
    switch outcome {
    case .added:
      added += 1
      if row.skuOrigin == .number { addNumber(row.item.sku) }
    case .updated:
      updated += 1
      if row.skuOrigin == .recognised { recognised += 1 }
    case .skipped:
      skipped += 1
      if row.skuOrigin == .recognised { recognised += 1 }
    case .repeated:
      add(
        tr("the SKU “\(row.item.sku)” is in the file already; expected each SKU once"),
        .repeated,
        row,
        limit
      )
    case .problem(let problem): add(problem, .item, row, limit)
    }
  }

  private mutating func addNumber(_ sku: String) {
    numbered += 1
    numbers = SkuRange(first: numbers?.first ?? sku, last: sku)
  }

  private mutating func add(
    _ problem: String,
    _ kind: ImportProblem.Kind,
    _ row: ImportRow,
    _ limit: Int
  ) {
    let position = row.position
    add(
      [
        ImportProblem(
          line: position.line,
          column: position.column,
          problem: problem,
          item: row.item.title,
          kind: kind
        )
      ],
      limit: limit
    )
  }

  /// Counts a row that says nothing of an item.
  package mutating func add(_ problems: [ImportProblem], limit: Int) {
    badRows += 1
    badRowCounts.add(of: Set(problems.map(\.kind)))
    self.problems += problems.prefix(max(limit - self.problems.count, 0))
  }
}
