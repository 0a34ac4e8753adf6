import ComposableArchitecture

/// A page of a window: what a window asks of each page, whichever it is.
///
/// A page answers in its own folder. To add a page, write the folder, a case of
/// ``InventoryFeature/Path`` and of the switch behind it, a line of ``LinkedPage/all``, and a case
/// of the view.
protocol PageState: Equatable, Sendable {
  associatedtype Action

  /// The page's case among the states and the actions of the pages.
  static var stateCase: CaseKeyPath<InventoryFeature.Path.State, Self> { get }
  static var actionCase: CaseKeyPath<InventoryFeature.Path.Action, Action> { get }

  /// The page in a link.
  var link: DeepLink.Page { get }
  /// The entry of the sidebar that leads to the page, or to where it was opened from; `nil` if none
  /// does.
  var sidebarEntry: SidebarEntry? { get }
  /// What is open on the page, in a link; `nil` also for what has no link, such as a failure.
  var presentation: DeepLink.Presentation? { get }
  /// Opens what a link says. What the page does not have is left out.
  ///
  /// - Parameter countedItem: The item that is counted, for a link that leads to one.
  mutating func present(_ presentation: DeepLink.Presentation, countedItem: Item?)

  /// Why the page cannot be read, as it says itself; `nil` if it can.
  var problem: DatabaseProblem? { get }

  /// The form that is open on the page or on top of it.
  var openForm: (any FormState)? { get set }
  /// Whether something is open on top of the page.
  var isPresenting: Bool { get }
  /// Whether a form or something else is open on the page or on top of it.
  var hasOpenForm: Bool { get }
  /// The action that makes a form with unsaved changes ask whether to discard them.
  var questionAboutUnsavedChanges: Action? { get }
  /// The action that asks before the user goes back from the page; `nil` if nothing would be lost.
  /// Only what is written on the page itself, or read for it, can be lost: a sheet has to be closed
  /// before the user can go back.
  var questionBeforePop: Action? { get }
  /// The action that closes what is open on top of the page; `nil` if nothing is.
  var dismissal: Action? { get }
  /// Shows over what is open on top of the page that something has failed.
  ///
  /// - Returns: Whether something is open in which the user writes.
  mutating func showFailure(_ title: String, _ error: any Error) -> Bool

  /// What an action tells about the form on the page.
  static func formEvent(of action: Action) -> FormEvent?
  /// Where an action leads from the page.
  static func step(for action: Action) -> PageStep?
}

/// Where a page leads.
enum PageStep: Equatable {
  /// To another page, on top of all.
  case push(InventoryFeature.Path.State)
  /// Away: the page has nothing to show any more. The pages on top of it stay: they may be about
  /// what is still there.
  case remove
}

/// A page without a form, on which nothing is ever open, that leads nowhere.
extension PageState {
  var sidebarEntry: SidebarEntry? { nil }
  var problem: DatabaseProblem? { nil }
  var presentation: DeepLink.Presentation? { nil }
  mutating func present(_ presentation: DeepLink.Presentation, countedItem: Item?) {}

  var openForm: (any FormState)? {
    get { nil }
    set {}
  }

  var isPresenting: Bool { false }
  var hasOpenForm: Bool { isPresenting }
  var questionAboutUnsavedChanges: Action? { questionBeforePop }
  var questionBeforePop: Action? { nil }
  var dismissal: Action? { nil }

  mutating func showFailure(_ title: String, _ error: any Error) -> Bool {
    guard openForm != nil else { return false }
    openForm?.showFailure(title, error)
    return true
  }

  static func formEvent(of action: Action) -> FormEvent? { nil }
  static func step(for action: Action) -> PageStep? { nil }
}

/// The same questions, with their actions as those of the path.
extension PageState {
  var inPath: InventoryFeature.Path.State { Self.stateCase(self) }

  var pathQuestionAboutUnsavedChanges: InventoryFeature.Path.Action? {
    questionAboutUnsavedChanges.map { Self.actionCase($0) }
  }

  var pathQuestionBeforePop: InventoryFeature.Path.Action? {
    questionBeforePop.map { Self.actionCase($0) }
  }

  var pathDismissal: InventoryFeature.Path.Action? {
    dismissal.map { Self.actionCase($0) }
  }

  func formEvent(of action: InventoryFeature.Path.Action) -> FormEvent? {
    action[case: Self.actionCase].flatMap(Self.formEvent)
  }

  func step(for action: InventoryFeature.Path.Action) -> PageStep? {
    action[case: Self.actionCase].flatMap(Self.step)
  }
}
