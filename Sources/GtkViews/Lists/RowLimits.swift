/// Actions that a row does not allow, although its ``ForEach`` does.
struct RowLimits: OptionSet {
  let rawValue: Int

  static let delete = RowLimits(rawValue: 1)
  static let move = RowLimits(rawValue: 2)
  static let select = RowLimits(rawValue: 4)

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The limits that the view of a row asks for.
  init(of view: some View) {
    self = (view as? any RowLimiting)?.rowLimits ?? []
  }
}

extension View {
  /// Keeps the user from deleting this row of a ``List`` by ``ForEach/onDelete(perform:)``.
  ///
  /// ```swift
  /// ForEach(accounts) { account in
  ///   Text(account.name)
  ///     .deleteDisabled(account.isMain)
  /// }
  /// .onDelete { … }
  /// ```
  ///
  /// If several rows are deleted at once, this one stays. Apply this modifier in the closure of the
  /// ``ForEach``: in the body of the row's own view it has no effect.
  ///
  /// - Parameter isDisabled: Whether the row cannot be deleted.
  public func deleteDisabled(_ isDisabled: Bool) -> some View {
    LimitedRow(content: self, own: isDisabled ? .delete : [])
  }

  /// Keeps the user from moving this row of a ``List`` by ``ForEach/onMove(perform:)``.
  ///
  /// Other rows can still be moved past it. Apply this modifier in the closure of the ``ForEach``:
  /// in the body of the row's own view it has no effect.
  ///
  /// - Parameter isDisabled: Whether the row cannot be moved.
  public func moveDisabled(_ isDisabled: Bool) -> some View {
    LimitedRow(content: self, own: isDisabled ? .move : [])
  }

  /// Keeps the user from selecting this row of a ``List``. The arrow keys pass over it.
  ///
  /// Apply this modifier in the closure of the ``ForEach``: in the body of the row's own view it
  /// has no effect.
  ///
  /// - Parameter isDisabled: Whether the row cannot be selected.
  public func selectionDisabled(_ isDisabled: Bool = true) -> some View {
    LimitedRow(content: self, own: isDisabled ? .select : [])
  }
}

/// A row's view that has limits.
protocol RowLimiting {
  var rowLimits: RowLimits { get }
}

private struct LimitedRow<Content: View>: View, RowLimiting {
  let content: Content
  let own: RowLimits

  var body: some View { content }

  var rowLimits: RowLimits { own.union(RowLimits(of: content)) }
}

// The views that may wrap a limited row.

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
