/// Tells whether the state has put something above the views of a window or of a page: another
/// page, or a presentation that takes all input of the window.
///
/// It knows as soon as the state has changed. The views themselves are updated only later: the
/// second of two clicks may come before that, and must not act on what the first one has covered.
package final class Coverage {
  /// The coverage of the views that contain the page; `nil` for a window.
  package var outer: Coverage?
  /// Reads whether another page lies above the page.
  private let isPageCovered: () -> Bool
  /// The nodes that present something above these views.
  private var presentations: [ObjectIdentifier: WeakPresentation] = [:]

  private struct WeakPresentation {
    weak var node: (any CoveringNode)?
  }

  /// - Parameter isPageCovered: Reads whether another page lies above the page; not for windows.
  package init(isPageCovered: @escaping () -> Bool = { false }) {
    self.isPageCovered = isPageCovered
  }

  deinit {}

  /// Whether something lies above these views, or above those that contain them.
  package var isCovered: Bool {
    isPageCovered() || outer?.isCovered ?? presents(.window, .coming, .shown)
  }

  /// Whether the state has an item for which these views are about to present another page.
  package var isPageComing: Bool { presents(.page, .coming) }

  private func presents(_ covered: CoveredViews, _ stages: PresentationStage...) -> Bool {
    presentations.values.contains { presentation in
      guard let node = presentation.node, node.covers == covered else { return false }
      return stages.contains(node.stage)
    }
  }

  /// Returns the coverage of the views that a presentation of these views covers. A window is
  /// covered as a whole, with all of its pages.
  func covered(_ covered: CoveredViews) -> Coverage {
    guard covered == .window else { return self }
    return sequence(first: self, next: \.outer).reduce(self) { $1 }
  }

  /// Adds a node whose presentations lie above these views.
  func add(_ node: any CoveringNode) {
    presentations[ObjectIdentifier(node)] = WeakPresentation(node: node)
  }

  func remove(_ node: any CoveringNode) {
    presentations[ObjectIdentifier(node)] = nil
  }
}

/// The node of a view that presents something above itself.
protocol CoveringNode: AnyObject {
  /// What is covered by what the node presents.
  var covers: CoveredViews { get }
  /// Whether the state has an item to present, and what has become of it.
  var stage: PresentationStage { get }
}

/// What has become of an item that the state may have.
enum PresentationStage {
  /// The state has no item, or something keeps it from being presented.
  case absent
  /// The next update presents the item.
  case coming
  case shown
}

private enum CoverageKey: EnvironmentKey {
  static let defaultValue: Coverage? = nil
}

extension EnvironmentValues {
  /// Tells whether something lies above the view; `nil` outside of windows.
  package var coverage: Coverage? {
    get { self[CoverageKey.self] }
    set { self[CoverageKey.self] = newValue }
  }
}
