extension ImportFile {
  /// Checks whether the file can be read with some options.
  ///
  /// - Throws: ``ImportColumnsChanged``, ``HeaderInDoubt``, ``NumbersInDoubt``, or ``CsvError`` if
  ///   a column is missing that is needed.
  package func check(_ options: ImportOptions) throws {
    if let expected = options.header, expected != header { throw ImportColumnsChanged() }
    if options.isHeaderInDoubt {
      throw HeaderInDoubt(file: name, texts: firstRows.first?.filledTexts ?? [])
    }
    // An empty list of JSON has no columns, and needs none.
    guard !header.isEmpty,
      let missing = options.mapping.missing(for: options.duplicates).first
    else {
      let questions = options.numberQuestions
      if !questions.isEmpty { throw NumbersInDoubt(file: name, questions: questions) }
      return
    }
    throw CsvError(
      file: name,
      line: 1,
      column: 1,
      problem: tr(
        """
        no column is “\(missing.header)”; expected a header with some of \
        \(ItemColumn.allCases.map(\.header).joined(separator: ", "))
        """
      )
    )
  }
}
