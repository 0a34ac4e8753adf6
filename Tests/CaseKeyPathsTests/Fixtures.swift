import CaseKeyPaths

// The code that `@CasePathable` generates, written by hand, so that these tests need no compiler
// plugin.

@dynamicMemberLookup
enum Destination: CasePathable, CasePathIterable, Equatable {
  case edit(Edit)
  case empty
  case nested(Nested)
  case numbers(first: Int, second: Int)

  struct Edit: Equatable {
    var name = ""
  }

  struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    var edit: AnyCasePath<Destination, Edit> {
      AnyCasePath(
        embed: { .edit($0) },
        extract: {
          guard case .edit(let value) = $0 else { return nil }
          return value
        }
      )
    }
    var empty: AnyCasePath<Destination, Void> {
      AnyCasePath(
        embed: { .empty },
        extract: {
          guard case .empty = $0 else { return nil }
          return ()
        }
      )
    }
    var nested: AnyCasePath<Destination, Nested> {
      AnyCasePath(
        embed: { .nested($0) },
        extract: {
          guard case .nested(let value) = $0 else { return nil }
          return value
        }
      )
    }
    var numbers: AnyCasePath<Destination, (first: Int, second: Int)> {
      AnyCasePath(
        embed: { .numbers(first: $0.first, second: $0.second) },
        extract: {
          guard case .numbers(let first, let second) = $0 else { return nil }
          return (first, second)
        }
      )
    }
    subscript(root: Destination) -> PartialCaseKeyPath<Destination> {
      switch root {
      case .edit: \.edit
      case .empty: \.empty
      case .nested: \.nested
      case .numbers: \.numbers
      }
    }
    func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Destination>]> {
      [\.edit, \.empty, \.nested, \.numbers].makeIterator()
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@dynamicMemberLookup
enum Nested: CasePathable, Equatable {
  case count(Int)
  case text(String?)

  struct AllCasePaths: Sendable {
    var count: AnyCasePath<Nested, Int> {
      AnyCasePath(
        embed: { .count($0) },
        extract: {
          guard case .count(let value) = $0 else { return nil }
          return value
        }
      )
    }
    var text: AnyCasePath<Nested, String?> {
      AnyCasePath(
        embed: { .text($0) },
        extract: {
          guard case .text(let value) = $0 else { return nil }
          return value
        }
      )
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// An enum whose cases are distinguished by an argument, like the actions of stacks and rows.
enum RowAction: CasePathable, Equatable {
  case element(id: Int, action: Nested)

  struct AllCasePaths: Sendable {
    subscript(id id: Int) -> AnyCasePath<RowAction, Nested> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          guard case .element(id, let action) = $0 else { return nil }
          return action
        }
      )
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case where Value == RowAction {
  subscript(id id: Int) -> Case<Nested> {
    appending(RowAction.allCasePaths[id: id])
  }
}
