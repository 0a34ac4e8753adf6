import ComposableGtk
import InventoryCore

/// A page of rows from the database, or what stands in their place: why they cannot be read, that
/// they are being read, or that there are none.
struct RowsContent<Rows: View, Nothing: View>: View {
  private let store: StoreOf<ItemRowsFeature>
  private let isEmpty: Bool
  private let rows: Rows
  private let nothing: Nothing

  /// - Parameters:
  ///   - store: The rows.
  ///   - isEmpty: Whether there is nothing to show.
  ///   - rows: The view of the rows.
  ///   - nothing: The view that says that there are none.
  init(
    _ store: StoreOf<ItemRowsFeature>,
    isEmpty: Bool,
    @ViewBuilder rows: () -> Rows,
    @ViewBuilder nothing: () -> Nothing
  ) {
    self.store = store
    self.isEmpty = isEmpty
    self.rows = rows()
    self.nothing = nothing()
  }

  var body: some View {
    if let problem = store.problem {
      DatabaseProblemView(problem) { store.send(.retryButtonTapped) }
    } else if !isEmpty {
      rows
    } else if store.isLoading {
      ProgressView()
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    } else {
      nothing
    }
  }
}
