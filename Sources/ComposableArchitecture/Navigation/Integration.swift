import DependencyInjection
import Synchronization

/// The actions of a stack or a presentation, which need an operator.
protocol NavigationAction {}

/// The actions of a stack.
protocol StackNavigationAction: NavigationAction {}

extension StackAction: StackNavigationAction {}
extension PresentationAction: NavigationAction {}

/// The actions of stacks and presentations that operators handle.
///
/// Each operator adds its case when it is made: a `forEach` and an `ifLet` their own, a `Scope` and
/// the like one that leads to those of the child. So an action that no operator handles is told
/// from one that a reducer around the operator declines.
@usableFromInline
enum IntegratedActions {
  private enum Answer {
    case otherCase
    case handled
    case unhandled
    /// The body of the child has not been put together yet.
    case unknown
  }

  private typealias Cases = [AnyKeyPath: @Sendable (Any) -> Answer]

  /// By the type of the parent's actions.
  // Safe, because key paths are immutable; not all of their types tell the compiler so.
  private nonisolated(unsafe) static var known: [ObjectIdentifier: Cases] = [:]
  private static let lock = Mutex<Void>(())

  /// Notes that the body of a reducer has been put together, and with it its operators.
  @usableFromInline
  static func noteBody<Action>(of _: Action.Type) {
    lock.withLock { _ in
      let type = ObjectIdentifier(Action.self)
      if known[type] == nil { known[type] = [:] }
    }
  }

  /// Adds the case of an operator, which holds the actions of a stack, a presentation or a child.
  @usableFromInline
  static func insert<Action, Value>(_ keyPath: CaseKeyPath<Action, Value>) {
    let isNavigation = Value.self is any NavigationAction.Type
    lock.withLock { _ in
      guard known[ObjectIdentifier(Action.self)]?[keyPath] == nil else { return }
      let path = AnyCasePath(keyPath)
      known[ObjectIdentifier(Action.self), default: [:]][keyPath] = {
        guard let value = ($0 as? Action).flatMap(path.extract(from:)) else { return .otherCase }
        if isNavigation { return .handled }
        return contain(value).map { $0 ? .handled : .unhandled } ?? .unknown
      }
    }
  }

  /// Returns whether an operator handles an action; `nil` if the operators of its type, or of a
  /// child's that the action is for, are not known yet, because a reducer around a feature has
  /// declined all of its actions so far.
  static func contain<Action>(_ action: Action) -> Bool? {
    guard let cases = lock.withLock({ _ in known[ObjectIdentifier(Action.self)] }) else {
      return nil
    }
    var isUnknown = false
    for answer in cases.values.lazy.map({ $0(action) }) {
      switch answer {
      case .handled: return true
      case .unknown: isUnknown = true
      case .otherCase, .unhandled: break
      }
    }
    return isUnknown ? nil : false
  }
}

/// Checks that an operator handles what a store sends to a stack or a presented feature. If there
/// is none, this is reported once.
///
/// Checked after the first action only, when reducers have been put together, and with them their
/// operators; after a later one if a reducer around the feature declines the first.
@MainActor
@usableFromInline
final class Integration {
  enum Operator: String {
    case forEach, ifLet
  }

  private enum Finding {
    case present, missing
  }

  private let kind: Operator
  /// The state that the operator works on.
  private let parentState: Any.Type
  /// What leads to the feature that the store was scoped from.
  private let outer: Integration?
  private let key: AnyKeyPath
  private let location: IssueLocation
  private var finding: Finding?

  /// - Parameters:
  ///   - kind: The operator that is needed.
  ///   - parent: The core that the store was scoped from.
  ///   - key: The case of the parent's actions.
  ///   - location: Where the store was scoped.
  init<State, Action>(
    by kind: Operator,
    of parent: any StoreCore<State, Action>,
    _ key: AnyKeyPath,
    _ location: IssueLocation
  ) {
    self.kind = kind
    parentState = State.self
    outer = parent.integration
    self.key = key
    self.location = location
  }

  /// Checks that there is an operator, once the action has been reduced.
  func check(_ action: some Any, sentTo root: any RootStoreCore) {
    guard finding == nil else { return }
    root.afterProcessing { [self] in
      guard finding == nil, root.hasReducer else { return }
      guard let isContained = IntegratedActions.contain(action) else { return }
      if isContained {
        finding = .present
        return
      }
      // If the feature that is to handle the action does not run, its operators are not known.
      if outer?.finding == .missing { return }
      finding = .missing
      if root.noteMissingOperator(key) { report(action) }
    }
  }

  private func report(_ action: some Any) {
    let name = typeName(parentState)
    let (part, remedy, consequence) =
      switch kind {
      case .forEach:
        (
          "a navigation stack", #".forEach(\.path, action: \.path)"#,
          "nothing was pushed or popped, and no element's reducer has run"
        )
      case .ifLet:
        (
          "a presented feature", #".ifLet(\.$destination, action: \.destination)"#,
          "nothing was dismissed, and the feature's reducer has not run"
        )
      }
    location.report(
      """
      An action was sent to \(part), but there is no "\(kind)" that handles it:

        Action:
          \(debugCaseOutput(action))

      The store was scoped at "\(location.fileID):\(location.line)" from the state "\(name)". No \
      operator integrates the feature there with its parent, so \(consequence). To make it work:

      • Apply the operator to the reducer of "\(name)": "\(remedy)", with the property and the case \
      of this feature.

      • If that reducer has the operator, make sure that the reducer runs: its own parent has to \
      integrate it with "Scope", "ifLet" or "forEach".
      """
    )
  }
}

extension Store {
  /// Dismisses what the store's feature presents, and reports a missing `ifLet`. If the feature's
  /// own state is gone, nothing happens: windows are closed late by nature.
  ///
  /// - Parameters:
  ///   - action: The case that holds the ``PresentationAction``.
  ///   - location: Where the presented feature was scoped.
  ///   - isPresented: Returns whether the feature is presented. A reducer may take its state away
  ///     without an operator.
  package func dismiss<ChildAction>(
    _ action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    _ location: IssueLocation,
    isPresented: @escaping () -> Bool = { true }
  ) {
    guard !isInvalid else { return }
    let dismissal = AnyCasePath(action).embed(.dismiss)
    send(dismissal)
    let integration = Integration(by: .ifLet, of: core, action, location)
    let root = core.root
    root.afterProcessing {
      if isPresented() { integration.check(dismissal, sentTo: root) }
    }
  }
}
