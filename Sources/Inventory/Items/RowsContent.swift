import ComposableGtk
import InventoryCore

/// A page of rows from the database, or what stands in their place: why they cannot be read, that
/// they are being read, or that there are none.
struct RowsContent<Rows: View, Nothing: View>: View {
  private let state: ItemRowsFeature.State
  private let isEmpty: Bool
  private let rows: Rows
  private let nothing: Nothing

  /// - Parameters:
  ///   - state: The rows.
  ///   - isEmpty: Whether there is nothing to show.
  ///   - rows: The view of the rows.
  ///   - nothing: The view that says that there are none.
  init(
    _ state: ItemRowsFeature.State,
    isEmpty: Bool,
    @ViewBuilder rows: () -> Rows,
    @ViewBuilder nothing: () -> Nothing
  ) {
    self.state = state
    self.isEmpty = isEmpty
    self.rows = rows()
    self.nothing = nothing()
  }

  var body: some View {
    if let problem = state.problem {
      DatabaseProblemView(problem)
    } else if !isEmpty {
      rows
    } else if state.isLoading {
      ProgressView()
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    } else {
      nothing
    }
  }
}
