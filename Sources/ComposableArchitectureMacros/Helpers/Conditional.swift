import SwiftSyntax

/// Items in source order, with the `#if` blocks that stand around them.
///
/// Generated code repeats the blocks, so that it has exactly the items that are compiled.
indirect enum Conditional<Item> {
  case item(Item)
  case block([(condition: String, items: [Conditional])])
}

extension Array {
  /// Each item, whichever `#if` it stands in.
  func flattened<Item>() -> [Item] where Element == Conditional<Item> {
    flatMap { element in
      switch element {
      case .item(let item): [item]
      case .block(let clauses): clauses.flatMap { $0.items.flattened() }
      }
    }
  }

  /// The lines that `line` makes of each item, inside the same `#if` blocks.
  /// Items and blocks of which no line is made are left out.
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
  /// The elements, one below the other, each of their lines `spaces` further to the right.
  func joined(indentedBy spaces: Int) -> String {
    let indentation = String(repeating: " ", count: spaces)
    return flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { $0.isEmpty ? "" : indentation + $0 }
      .joined(separator: "\n")
  }
}
