import ComposableGtk
import InventoryCore

/// What stands in the place of a page that cannot be read: why, and what can be done.
struct DatabaseProblemView<Actions: View>: View {
  private let problem: DatabaseProblem
  private let actions: Actions

  /// - Parameters:
  ///   - problem: Why the database cannot be read.
  ///   - actions: Buttons that may help.
  init(_ problem: DatabaseProblem, @ViewBuilder actions: () -> Actions) {
    self.problem = problem
    self.actions = actions()
  }

  var body: some View {
    ContentUnavailableView(
      problem.title,
      systemImage: "exclamationmark.triangle",
      description: problem.explanation
    ) {
      actions
    }
  }
}

extension DatabaseProblemView where Actions == EmptyView {
  init(_ problem: DatabaseProblem) {
    self.init(problem) {}
  }
}
