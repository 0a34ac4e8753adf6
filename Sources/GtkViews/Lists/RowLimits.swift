/// What the user can not do with a row, although others of its ``ForEach`` allow it.
struct RowLimits: OptionSet {
  let rawValue: Int

  static let delete = RowLimits(rawValue: 1)
  static let move = RowLimits(rawValue: 2)
  static let select = RowLimits(rawValue: 4)

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Those that the view of a row asks for.
  init(of view: some View) {
    self = (view as? any RowLimiting)?.rowLimits ?? []
  }
}

extension View {
  /// Keeps the user from deleting this row of a ``List`` by ``ForEach/onDelete(perform:)``.
  ///
  ///     ForEach(accounts) { account in
  ///       Text(account.name)
  ///         .deleteDisabled(account.isMain)
  ///     }
  ///     .onDelete { … }
  ///
  /// Where several rows are deleted at once, this one stays. It has to be said in the closure of the ``ForEach``, not in the
  /// body of a row's own view.
  ///
  /// - Parameter isDisabled: whether the row stays.
  public func deleteDisabled(_ isDisabled: Bool) -> some View {
    LimitedRow(content: self, own: isDisabled ? .delete : [])
  }

  /// Keeps the user from moving this row of a ``List`` by ``ForEach/onMove(perform:)``.
  ///
  /// Others can be moved past it. It has to be said in the closure of the ``ForEach``, not in the body of a row's own view.
  ///
  /// - Parameter isDisabled: whether the row stays.
  public func moveDisabled(_ isDisabled: Bool) -> some View {
    LimitedRow(content: self, own: isDisabled ? .move : [])
  }

  /// Keeps the user from selecting this row of a ``List``. The arrow keys pass over it.
  ///
  /// It has to be said in the closure of the ``ForEach``, not in the body of a row's own view.
  ///
  /// - Parameter isDisabled: whether the row can not be selected.
  public func selectionDisabled(_ isDisabled: Bool = true) -> some View {
    LimitedRow(content: self, own: isDisabled ? .select : [])
  }
}

/// A view that knows what can not be done with the row that it is.
protocol RowLimiting {
  var rowLimits: RowLimits { get }
}

private struct LimitedRow<Content: View>: View, RowLimiting {
  let content: Content
  let own: RowLimits

  var body: some View { content }

  var rowLimits: RowLimits { own.union(RowLimits(of: content)) }
}

// What else a row may be wrapped in.

extension ModifiedView: RowLimiting {
  var rowLimits: RowLimits { RowLimits(of: content) }
}

extension PaddedView: RowLimiting {
  var rowLimits: RowLimits { RowLimits(of: content) }
}

extension FramedView: RowLimiting {
  var rowLimits: RowLimits { RowLimits(of: content) }
}

extension TaggedView: RowLimiting {
  var rowLimits: RowLimits { RowLimits(of: content) }
}

extension ContextMenuView: RowLimiting {
  var rowLimits: RowLimits { RowLimits(of: content) }
}

extension ConditionalContent: RowLimiting {
  var rowLimits: RowLimits {
    switch self {
    case .first(let view): RowLimits(of: view)
    case .second(let view): RowLimits(of: view)
    }
  }
}
