/// What people are told about the cells of a column, if the column is imported.
struct ColumnRemarks: Equatable, Sendable {
  /// The first cell that counts as empty, such as `N/A`.
  var placeholder: String?
  /// The first cell that counts as empty where it would tell one thing from another, such as `0`.
  var noIdentity: String?
  /// How many of these there are.
  var emptyIdentities = 0
  /// The first cell that is no date.
  private(set) var noDate: String?
  /// The first cell that is a date of two days, if nothing tells which one.
  var doubtfulDate: String? { dateOrder == nil ? firstDoubtfulDate : nil }
  /// What the dates prove about those that can be two days; `nil` also if they contradict.
  var dateOrder: WrittenDate.Order? { dateOrders.count == 1 ? dateOrders[0] : nil }
  /// Whether there are numbers with units, such as "5 pcs".
  var hasUnits = false
  /// What is between the places of a path, such as " > ", if no cell has a slash there.
  var pathSeparator: String? { hasSlashes ? nil : foundSeparator }

  /// The first cell, if all are whole numbers with a decimal, such as `1002.0`.
  var wholeFloat: String? { hasOtherThanFloats ? nil : firstFloat }
  /// The first cell with a tag or a character of HTML.
  private(set) var html: String?

  private var firstFloat: String?
  private var hasOtherThanFloats = false
  private var firstDoubtfulDate: String?
  /// What some of the dates prove.
  private var dateOrders: [WrittenDate.Order] = []
  private var hasSlashes = false
  private var foundSeparator: String?

  /// What people write between a place and a place in it.
  private static let separators = [" > ", " -> ", " → ", " » ", " › ", "\\", ">"]

  mutating func lookAtDate(_ text: String, _ date: WrittenDate?) {
    guard let date else {
      noDate = noDate ?? text
      return
    }
    if date.isInDoubt { firstDoubtfulDate = firstDoubtfulDate ?? text }
    if let proof = date.proof, !dateOrders.contains(proof) { dateOrders.append(proof) }
  }

  /// - Parameter number: The whole number that the text is with a decimal, if it is one.
  mutating func lookAtFloat(_ text: String, _ number: String?) {
    if number == nil {
      hasOtherThanFloats = true
    } else {
      firstFloat = firstFloat ?? text
    }
  }

  mutating func lookAtHtml(_ text: String) {
    if html == nil, HtmlText.text(of: text) != nil { html = text }
  }

  mutating func lookAtPath(_ text: String) {
    guard !hasSlashes else { return }
    if text.utf8.contains(UInt8(ascii: "/")), text.contains(LocationPath.separator) {
      hasSlashes = true
      return
    }
    guard foundSeparator == nil,
      text.utf8.contains(where: {
        $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\\") || $0 >= 0x80
      })
    else { return }
    foundSeparator = Self.separators.first { separator in
      let parts = text.components(separatedBy: separator)
      return parts.count > 1 && parts.allSatisfy { !$0.isBlank }
    }
  }
}
