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
  ///   - actions: More buttons that may help, if trying again may.
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
      if problem.canTryAgain {
        Button(tr("Try Again"), action: retry)
          .buttonStyle(.pill)
        actions
      }
    }
  }
}

/// What stands beside what could be read, where there is little room.
struct DatabaseProblemNote: View {
  private let problem: DatabaseProblem
  private let retry: () -> Void

  /// - Parameters:
  ///   - problem: Why the rest cannot be read.
  ///   - retry: Reads it again.
  init(_ problem: DatabaseProblem, retry: @escaping () -> Void) {
    self.problem = problem
    self.retry = retry
  }

  var body: some View {
    VStack(spacing: 6) {
      Text(problem.title)
        .frame(maxWidth: .infinity, alignment: .leading)
      Text(problem.explanation)
        .cssClass("dim-label")
        .cssClass("caption")
        .frame(maxWidth: .infinity, alignment: .leading)
      if problem.canTryAgain {
        Button(tr("Try Again"), action: retry)
      }
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
      if problem.canTryAgain {
        Button(tr("Try Again"), action: retry)
      }
    } footer: {
      Text(problem.explanation)
    }
  }
}
