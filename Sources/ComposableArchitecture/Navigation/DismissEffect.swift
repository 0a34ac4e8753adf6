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
  /// The node of the feature that is dismissed, unless there is an override.
  private let node: FeatureNode

  /// Replaces dismissal, in tests and previews of a feature that is not presented.
  ///
  /// - Parameter dismiss: The replacement.
  public init(_ dismiss: @escaping @MainActor @Sendable () async -> Void) {
    override = dismiss
    node = .detached
  }

  fileprivate init(node: FeatureNode) {
    override = nil
    self.node = node
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

/// A value that was set for a feature. The features that it presents have values of their own.
private struct FeatureOverride<Value: Sendable>: Sendable {
  let value: Value
  /// The node for which the value was set.
  private let node: FeatureNode

  init(_ value: Value) {
    self.value = value
    node = .current
  }

  /// Whether the value was set for the current feature.
  var isForCurrentFeature: Bool {
    let current = FeatureNode.current
    // A value that was set outside of all features is for the root of any store.
    return current.isPart(of: node) || (node.kind == .root && current.presentation == nil)
  }
}

extension DependencyValues {
  private enum DismissKey: DependencyKey {
    static let liveValue: FeatureOverride<DismissEffect>? = nil
    static let testValue: FeatureOverride<DismissEffect>? = nil
  }

  /// Dismisses the feature that it is read in; see ``DismissEffect``.
  ///
  /// A value that is set replaces dismissal for the feature that it is set in, and not for those
  /// that the feature presents.
  public var dismiss: DismissEffect {
    get {
      if let override = self[DismissKey.self], override.isForCurrentFeature {
        return override.value
      }
      return DismissEffect(node: .current)
    }
    set { self[DismissKey.self] = FeatureOverride(newValue) }
  }

  private enum IsPresentedKey: DependencyKey {
    static let liveValue: FeatureOverride<Bool>? = nil
    static let testValue: FeatureOverride<Bool>? = nil
  }

  /// Whether the feature that it is read in is presented, by a stack or by optional state.
  ///
  /// A value that is set is for the feature that it is set in, and not for those that the feature
  /// presents.
  public var isPresented: Bool {
    get {
      if let override = self[IsPresentedKey.self], override.isForCurrentFeature {
        return override.value
      }
      return FeatureNode.current.presentation != nil
    }
    set { self[IsPresentedKey.self] = FeatureOverride(newValue) }
  }
}
