/// The single range in which two texts differ, in Unicode scalars as GTK counts them.
struct TextDifference {
  /// The start of the range in both texts.
  let start: Int
  /// The end of the range in the old text.
  let end: Int
  /// The content of the range in the new text.
  let inserted: String

  /// Returns `nil` if the texts are equal. O(length).
  init?(from old: String, to new: String) {
    guard old != new else { return nil }
    let old = Array(old.unicodeScalars)
    let new = Array(new.unicodeScalars)
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let suffix = zip(old.dropFirst(prefix).reversed(), new.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    start = prefix
    end = old.count - suffix
    var inserted = String.UnicodeScalarView()
    inserted.append(contentsOf: new[prefix..<(new.count - suffix)])
    self.inserted = String(inserted)
  }

  /// Returns the position in the new text that corresponds to a position in the old one, both in
  /// Unicode scalars.
  func moved(_ offset: Int) -> Int {
    if offset <= start { return offset }
    let count = inserted.unicodeScalars.count
    return offset >= end ? offset - (end - start) + count : start + min(offset - start, count)
  }
}

extension String {
  /// Returns this text with a change that was made to an older version of it.
  ///
  /// - Parameters:
  ///   - other: The older version with the change.
  ///   - base: The older version.
  func merging(_ other: String, changedFrom base: String) -> String {
    guard let change = TextDifference(from: base, to: other) else { return self }
    guard let difference = TextDifference(from: base, to: self) else { return other }
    let start = difference.moved(change.start)
    let end = Swift.max(start, difference.moved(change.end))
    let scalars = Array(unicodeScalars)
    var result = UnicodeScalarView()
    result.append(contentsOf: scalars[..<start])
    result.append(contentsOf: change.inserted.unicodeScalars)
    result.append(contentsOf: scalars[end...])
    return String(result)
  }
}
