import DependencyInjection
import IssueReporting
import Prompts

/// Dismisses the feature that it is read in.
///
/// ```swift
/// @Dependency(\.dismiss) var dismiss
///
/// case .closeButtonTapped:
///   return .run { _ in await self.dismiss() }
/// ```
///
/// In an element of a stack it sends ``StackAction/popFrom(id:)``, in a presented feature
/// ``PresentationAction/dismiss``. The parent then removes the feature's state, which cancels the
/// feature's effects. Do not send actions afterwards: they are reported and ignored.
public struct DismissEffect: Sendable {
  private let override: (@MainActor @Sendable () async -> Void)?
  private let node: FeatureNode

  /// Replaces dismissal, in tests and previews of a feature that is not presented.
  ///
  /// - Parameter dismiss: The replacement.
  public init(_ dismiss: @escaping @MainActor @Sendable () async -> Void) {
    override = dismiss
    node = .current
  }

  fileprivate init(node: FeatureNode) {
    override = nil
    self.node = node
  }

  /// Whether this replaces dismissal at the current node.
  fileprivate var appliesToCurrentNode: Bool {
    let current = FeatureNode.current
    return node === current || (node.kind == .root && current.presentation == nil)
  }

  /// Dismisses the feature.
  ///
  /// If the feature is not presented, this is reported and has no effect: in a root feature, or if
  /// the parent does not integrate the feature with `ifLet` or `forEach`.
  @MainActor
  public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    if let override {
      await override()
      return
    }
    guard let presentation = node.presentation else {
      reportIssue(
        """
        A feature asked to be dismissed at "\(fileID):\(line)", but nothing presents it\(node.storeDescription).

        Only an element of a "StackState", or a feature in "@Presents" state, can dismiss itself. The likely \
        causes:

        • The feature runs as the root of a store or of a test store. In a test override it: \
        "withDependencies: { $0.dismiss = DismissEffect { … } }".

        • The parent did not integrate the feature with "ifLet" or "forEach", but with "Scope".
        """,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
      return
    }
    let effect = RunningEffect.current
    // Of an effect that was cancelled before, the feature has left already, and the effect is not
    // to blame for what it sends afterwards.
    let wasCancelled = effect?.isCancelled ?? true
    // If there is no action to send, the feature has already been unmounted.
    presentation.dismiss?(effect?.group)
    // The parent may have declined.
    if !wasCancelled, presentation.isUnmounted { effect?.markDismissed() }
  }
}

extension DismissEffect {
  /// Dismisses the feature.
  ///
  /// - Parameter animation: How the dismissal should be animated; see `Animation`.
  @MainActor
  public func callAsFunction(
    animation: Animation?,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await callAsFunction(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension DependencyValues {
  private enum DismissKey: DependencyKey {
    static let liveValue: DismissEffect? = nil
    static let testValue: DismissEffect? = nil
  }

  /// Dismisses the feature that it is read in; see ``DismissEffect``.
  public var dismiss: DismissEffect {
    get {
      if let override = self[DismissKey.self], override.appliesToCurrentNode { return override }
      return DismissEffect(node: .current)
    }
    set { self[DismissKey.self] = newValue }
  }

  private enum IsPresentedKey: DependencyKey {
    static let liveValue: Bool? = nil
    static let testValue: Bool? = nil
  }

  /// Whether the feature that it is read in is presented, by a stack or by optional state.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] ?? (FeatureNode.current.presentation != nil) }
    set { self[IsPresentedKey.self] = newValue }
  }
}
