import SwiftSyntax

/// Items in source order, with the `#if` blocks around them.
///
/// Generated code repeats the blocks, so that it has the same conditions as the items.
indirect enum Conditional<Item> {
  case item(Item)
  case block([(condition: String, items: [Conditional])])
}

extension Array {
  /// Returns all items, also those inside of `#if`.
  func flattened<Item>() -> [Item] where Element == Conditional<Item> {
    flatMap { element in
      switch element {
      case .item(let item): [item]
      case .block(let clauses): clauses.flatMap { $0.items.flattened() }
      }
    }
  }

  /// Returns the line of each item, inside the same `#if` blocks. Items without a line, and blocks
  /// without lines, are left out.
  func lines<Item>(_ line: (Item) -> String?) -> [String] where Element == Conditional<Item> {
    flatMap { element -> [String] in
      switch element {
      case .item(let item):
        return line(item).map { [$0] } ?? []
      case .block(let clauses):
        let bodies = clauses.map { $0.items.lines(line) }
        guard bodies.contains(where: { !$0.isEmpty }) else { return [] }
        return zip(clauses, bodies).flatMap { clause, body in [clause.condition] + body }
          + ["#endif"]
      }
    }
  }
}

extension [String] {
  /// Returns the elements, each beginning a new line, with all lines indented by `spaces`.
  func joined(indentedBy spaces: Int) -> String {
    let indentation = String(repeating: " ", count: spaces)
    return flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { $0.isEmpty ? "" : indentation + $0 }
      .joined(separator: "\n")
  }
}
