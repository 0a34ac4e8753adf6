import ComposableGtk
import InventoryCore

/// What stands in the place of a page that cannot be read: why, and what can be done.
struct DatabaseProblemView<Actions: View>: View {
  private let problem: DatabaseProblem
  private let retry: () -> Void
  private let actions: Actions

  /// - Parameters:
  ///   - problem: Why the database cannot be read.
  ///   - retry: Reads it again.
  ///   - actions: More buttons that may help.
  init(
    _ problem: DatabaseProblem,
    retry: @escaping () -> Void,
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.problem = problem
    self.retry = retry
    self.actions = actions()
  }

  var body: some View {
    ContentUnavailableView(
      problem.title,
      systemImage: "exclamationmark.triangle",
      description: problem.explanation
    ) {
      Button(tr("Try Again"), action: retry)
        .buttonStyle(.pill)
      actions
    }
  }
}

/// What stands in the place of a part of a page that cannot be read.
struct DatabaseProblemSection: View {
  private let title: String
  private let problem: DatabaseProblem
  private let retry: () -> Void

  /// - Parameters:
  ///   - title: What the part is called.
  ///   - problem: Why it cannot be read.
  ///   - retry: Reads it again.
  init(_ title: String, _ problem: DatabaseProblem, retry: @escaping () -> Void) {
    self.title = title
    self.problem = problem
    self.retry = retry
  }

  var body: some View {
    Section(title) {
      Text(problem.title)
        .padding(.vertical, 6)
      Button(tr("Try Again"), action: retry)
    } footer: {
      Text(problem.explanation)
    }
  }
}
