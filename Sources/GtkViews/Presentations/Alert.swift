import GtkKit

/// An alert as a value: what it says and what can be answered.
///
/// The form in which other modules bring their own alerts to the screen, with
/// ``View/alert(item:id:description:)``; for views there are
/// ``View/alert(_:isPresented:actions:message:)`` and
/// ``View/confirmationDialog(_:isPresented:actions:message:)``.
public struct AlertDescription {
  /// A button of an alert.
  public struct Action {
    public var title: String
    public var role: ButtonRole?
    /// Whether it is the answer that is suggested.
    public var isSuggested: Bool
    /// What to do when it is pressed, before the alert's item is set to `nil`.
    public var action: () -> Void

    /// - Parameters:
    ///   - title: what the button says.
    ///   - role: what it means. `cancel` is also what Escape and the close button stand for.
    ///   - isSuggested: whether it is the answer that is suggested.
    ///   - action: what to do when it is pressed, before the alert's item is set to `nil`.
    public init(
      _ title: String,
      role: ButtonRole? = nil,
      isSuggested: Bool = false,
      action: @escaping () -> Void = {}
    ) {
      self.title = title
      self.role = role
      self.isSuggested = isSuggested
      self.action = action
    }
  }

  public var title: Text
  public var message: Text?
  /// The buttons. Without any there is one to close the alert.
  public var actions: [Action]
  /// Whether a button to cancel is added if there is none.
  public var addsCancel: Bool

  /// - Parameters:
  ///   - title: what the alert says.
  ///   - message: the details.
  ///   - actions: the buttons. Without any there is one to close the alert.
  ///   - addsCancel: whether a button to cancel is added if there is none, as confirmation dialogs
  ///     have it.
  public init(title: Text, message: Text? = nil, actions: [Action] = [], addsCancel: Bool = false) {
    self.title = title
    self.message = message
    self.actions = actions
    self.addsCancel = addsCancel
  }

  /// The buttons that are shown.
  var shownActions: [Action] {
    if actions.isEmpty { return [Action(String(translatedByGtk: "_Close"), role: .cancel)] }
    if addsCancel, !actions.contains(where: { $0.role == .cancel }) {
      return actions + [Action(String(translatedByGtk: "_Cancel"), role: .cancel)]
    }
    return actions
  }
}

extension View {
  /// Shows an alert as long as there is an item.
  ///
  /// A button first does what it is for; then `nil` is written to the binding if the same item is
  /// still there. Escape presses the button with the role `cancel`; without one it only writes
  /// `nil`.
  ///
  /// - Parameters:
  ///   - item: what the alert is about.
  ///   - id: the identity of an item: an item with another one gets an alert of its own.
  ///   - description: what the alert says and offers for an item.
  public func alert<Item>(
    item: Binding<Item?>,
    id: @escaping (Item) -> AnyHashable,
    description: @escaping (Item) -> AlertDescription
  ) -> some View {
    presents(AlertPresenter<Item>.self, item: item, id: id, configuration: description)
  }

  /// Shows an alert as long as there is an item.
  ///
  /// - Parameters:
  ///   - item: what the alert is about.
  ///   - description: what the alert says and offers for an item.
  public func alert<Item: Identifiable>(
    item: Binding<Item?>,
    description: @escaping (Item) -> AlertDescription
  ) -> some View {
    alert(item: item, id: { AnyHashable($0.id) }, description: description)
  }

  /// Shows an alert as long as a condition holds.
  ///
  /// - Parameters:
  ///   - title: what the alert says.
  ///   - isPresented: whether it is shown; `false` is written after any answer.
  ///   - actions: ``Button``s. Without any there is one to close the alert.
  ///   - message: the details.
  public func alert<Actions: View>(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions,
    message: @escaping () -> Text? = { nil }
  ) -> some View {
    let title = Text(title)
    return presents(
      AlertViewPresenter<Presence, Actions>.self,
      item: isPresented.item,
      id: { AnyHashable($0.id) },
      configuration: AlertConfiguration(
        title: title,
        addsCancel: false,
        actions: { _ in actions() },
        message: { _ in message() }
      )
    )
  }

  /// Shows an alert about some data as long as a condition holds.
  ///
  /// - Parameters:
  ///   - title: what the alert says.
  ///   - isPresented: whether it is shown; `false` is written after any answer.
  ///   - data: what the alert is about; without it nothing is shown.
  ///   - actions: ``Button``s for the data.
  ///   - message: the details.
  public func alert<Data, Actions: View>(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    presenting data: Data?,
    @ViewBuilder actions: @escaping (Data) -> Actions,
    message: @escaping (Data) -> Text? = { _ in nil }
  ) -> some View {
    presents(
      AlertViewPresenter<Data, Actions>.self,
      item: isPresented.presenting(data),
      id: { _ in AnyHashable(true) },
      configuration: AlertConfiguration(
        title: Text(title),
        addsCancel: false,
        actions: actions,
        message: message
      )
    )
  }

  /// Asks what to do as long as a condition holds. Unlike an alert it always offers to cancel.
  ///
  /// - Parameters:
  ///   - title: the question.
  ///   - isPresented: whether it is shown; `false` is written after any answer.
  ///   - actions: ``Button``s for the answers.
  ///   - message: the details.
  public func confirmationDialog<Actions: View>(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions,
    message: @escaping () -> Text? = { nil }
  ) -> some View {
    let title = Text(title)
    return presents(
      AlertViewPresenter<Presence, Actions>.self,
      item: isPresented.item,
      id: { AnyHashable($0.id) },
      configuration: AlertConfiguration(
        title: title,
        addsCancel: true,
        actions: { _ in actions() },
        message: { _ in message() }
      )
    )
  }

  /// Asks what to do with some data as long as a condition holds. Unlike an alert it always offers
  /// to cancel.
  ///
  /// - Parameters:
  ///   - title: the question.
  ///   - isPresented: whether it is shown; `false` is written after any answer.
  ///   - data: what the question is about; without it nothing is shown.
  ///   - actions: ``Button``s for the answers.
  ///   - message: the details.
  public func confirmationDialog<Data, Actions: View>(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    presenting data: Data?,
    @ViewBuilder actions: @escaping (Data) -> Actions,
    message: @escaping (Data) -> Text? = { _ in nil }
  ) -> some View {
    presents(
      AlertViewPresenter<Data, Actions>.self,
      item: isPresented.presenting(data),
      id: { _ in AnyHashable(true) },
      configuration: AlertConfiguration(
        title: Text(title),
        addsCancel: true,
        actions: actions,
        message: message
      )
    )
  }
}

extension Binding<Bool> {
  /// The data as an item that is there while the condition holds.
  fileprivate func presenting<Data>(_ data: Data?) -> Binding<Data?> {
    Binding<Data?>(
      get: { wrappedValue ? data : nil },
      set: { wrappedValue = $0 != nil }
    )
  }
}

/// Shows what an ``AlertDescription`` says.
private final class AlertPresenter<Item>: Presenter {
  static var needsAnchor: Bool { false }

  private let context: PresentationContext
  private var dialog: MessageDialog?

  init(_ context: PresentationContext) {
    self.context = context
  }

  deinit {}

  /// An alert says the same as long as it is shown.
  func show(_ item: Item, _ configuration: @escaping (Item) -> AlertDescription) {
    guard dialog == nil else { return }
    show(configuration(item))
  }

  fileprivate func show(_ description: AlertDescription) {
    let actions = description.shownActions
    let dialog = MessageDialog(
      titleMarkup: description.title.pangoMarkup,
      bodyMarkup: description.message?.pangoMarkup ?? "",
      buttons: actions.map { MessageDialog.Button($0.title, role: $0.dialogRole) }
    )
    self.dialog = dialog
    dialog.onResponse = { [weak self] index in
      guard let self, context.isCurrent else { return }
      // The context outlives the answer even if the action ends the presentation.
      let context = context
      if let index { actions[index].action() }
      context.dismiss()
    }
    dialog.present(over: context.window)
  }

  func environmentDidChange() {}

  func close() {
    dialog?.destroy()
    dialog = nil
  }
}

extension AlertDescription.Action {
  fileprivate var dialogRole: MessageDialog.Button.Role {
    if role == .cancel { return .cancel }
    if role == .destructive { return .destructive }
    return isSuggested ? .suggested : .standard
  }
}

private struct AlertConfiguration<Item, Actions: View> {
  let title: Text
  let addsCancel: Bool
  let actions: (Item) -> Actions
  let message: (Item) -> Text?
}

/// Shows an alert whose buttons are given as views: only what they say, mean and do counts.
private final class AlertViewPresenter<Item, Actions: View>: Presenter {
  static var needsAnchor: Bool { false }

  private let context: PresentationContext
  private let alert: AlertPresenter<Item>
  private var actions: Subtree<LazyView<Actions>>?

  init(_ context: PresentationContext) {
    self.context = context
    alert = AlertPresenter(context)
  }

  deinit {}

  func show(_ item: Item, _ configuration: AlertConfiguration<Item, Actions>) {
    let content = LazyView { configuration.actions(item) }
    if let actions { return actions.update(content) }
    let actions = Subtree(content, parent: context.parent, environment: context.environment)
    self.actions = actions
    let buttons = actions.leaves.compactMap { $0 as? any AlertActionProviding }
    alert.show(
      AlertDescription(
        title: configuration.title,
        message: configuration.message(item),
        actions: buttons.map { button in
          AlertDescription.Action(
            plainText(of: button) ?? "",
            role: button.role,
            action: { [weak button] in button?.performAction() }
          )
        },
        addsCancel: configuration.addsCancel
      )
    )
  }

  func environmentDidChange() {
    actions?.setEnvironment(context.environment)
  }

  func close() {
    alert.close()
    actions?.destroy()
    actions = nil
  }
}

/// A node that can be a button of an alert.
protocol AlertActionProviding: Node {
  var role: ButtonRole? { get }
  func performAction()
}
