extension ImportSummary {
  /// What was done to texts, as a sentence; `nil` if they are as in the file.
  public var noteOfLines: String? {
    guard joinedLines > 0 else { return nil }
    return tr(
      "Line breaks and tabs in the texts of \(joinedLines) row are spaces in the inventory.",
      "Line breaks and tabs in the texts of \(joinedLines) rows are spaces in the inventory.",
      count: joinedLines
    )
  }

  /// What was done to items and to texts, for a message.
  public var message: String {
    guard let note = noteOfLines else { return text }
    return tr("\(text). \(note)")
  }

  /// What was done, in a sentence.
  public var text: String {
    var parts: [String] = []
    if added > 0 || updated == 0 {
      parts.append(tr("\(added) item added", "\(added) items added", count: added))
      if updated > 0 {
        parts.append(tr("\(updated) updated", "\(updated) updated", count: updated))
      }
    } else {
      parts.append(tr("\(updated) item updated", "\(updated) items updated", count: updated))
    }
    if let numbers {
      parts.append(
        numbered == 1
          ? tr("1 without a SKU is now \(numbers.first)")
          : tr("\(numbered) without a SKU are now \(numbers.first) to \(numbers.last)")
      )
    }
    if skipped > 0 {
      parts.append(tr("\(skipped) skipped", "\(skipped) skipped", count: skipped))
    }
    if badRows > 0 {
      parts.append(
        tr(
          "\(badRows) left out because of problems",
          "\(badRows) left out because of problems",
          count: badRows
        )
      )
    }
    return parts.joined(separator: ", ")
  }
}
