import GtkKit
import Tables

extension View {
  /// Shows an alert while there is an item.
  ///
  /// A button performs its action first. Then `nil` is written to the binding, if the item is still
  /// the same. Escape presses the button with the role `cancel`; if there is none, it only writes
  /// `nil`.
  ///
  /// - Parameters:
  ///   - item: The item of the alert.
  ///   - id: Returns the identity of an item. An item with another identity gets a new alert.
  ///   - description: Returns the texts and buttons for an item.
  public func alert<Item>(
    item: Binding<Item?>,
    id: @escaping (Item) -> AnyHashable,
    description: @escaping (Item) -> AlertDescription
  ) -> AnyView {
    presents(AlertPresenter<Item>.self, item: item, id: id, configuration: description)
  }

  /// Shows an alert while there is an item.
  ///
  /// - Parameters:
  ///   - item: The item of the alert.
  ///   - description: Returns the texts and buttons for an item.
  public func alert<Item: Identifiable>(
    item: Binding<Item?>,
    description: @escaping (Item) -> AlertDescription
  ) -> AnyView {
    alert(item: item, id: { AnyHashable($0.id) }, description: description)
  }

  /// Shows an alert while a condition is true.
  ///
  /// - Parameters:
  ///   - title: The title of the alert.
  ///   - isPresented: Whether the alert is shown. `false` is written after any answer.
  ///   - actions: ``Button``s. Without any, the alert has a Close button.
  ///   - message: The details.
  public func alert<Actions: View>(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions,
    message: @escaping () -> Text? = { nil }
  ) -> AnyView {
    presentsAlert(
      Text(title),
      item: isPresented.item,
      addsCancel: false,
      actions: { _ in actions() },
      message: { _ in message() }
    )
  }

  /// Shows an alert about some data while a condition is true.
  ///
  /// - Parameters:
  ///   - title: The title of the alert.
  ///   - isPresented: Whether the alert is shown. `false` is written after any answer.
  ///   - data: The data of the alert. If `nil`, no alert is shown.
  ///   - actions: ``Button``s for the data.
  ///   - message: The details.
  public func alert<Data, Actions: View>(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    presenting data: Data?,
    @ViewBuilder actions: @escaping (Data) -> Actions,
    message: @escaping (Data) -> Text? = { _ in nil }
  ) -> AnyView {
    presentsAlert(
      Text(title),
      item: isPresented.presenting(data),
      addsCancel: false,
      actions: actions,
      message: message
    )
  }

  /// Shows a dialog that asks what to do, while a condition is true. Unlike an alert, it always has
  /// a Cancel button.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - isPresented: Whether the dialog is shown. `false` is written after any answer.
  ///   - titleVisibility: Whether the title is shown. A dialog without a message shows it in any
  ///     case: it needs some text.
  ///   - actions: ``Button``s for the answers.
  ///   - message: The details.
  public func confirmationDialog<Actions: View>(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> Actions,
    message: @escaping () -> Text? = { nil }
  ) -> AnyView {
    presentsAlert(
      Text(title),
      titleVisibility: titleVisibility,
      item: isPresented.item,
      addsCancel: true,
      actions: { _ in actions() },
      message: { _ in message() }
    )
  }

  /// Shows a dialog that asks what to do with some data, while a condition is true. Unlike an
  /// alert, it always has a Cancel button.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - isPresented: Whether the dialog is shown. `false` is written after any answer.
  ///   - titleVisibility: Whether the title is shown. A dialog without a message shows it in any
  ///     case: it needs some text.
  ///   - data: The data of the dialog. If `nil`, no dialog is shown.
  ///   - actions: ``Button``s for the answers.
  ///   - message: The details.
  public func confirmationDialog<Data, Actions: View>(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    presenting data: Data?,
    @ViewBuilder actions: @escaping (Data) -> Actions,
    message: @escaping (Data) -> Text? = { _ in nil }
  ) -> AnyView {
    presentsAlert(
      Text(title),
      titleVisibility: titleVisibility,
      item: isPresented.presenting(data),
      addsCancel: true,
      actions: actions,
      message: message
    )
  }
}

extension View {
  private func presentsAlert<Item, Actions: View>(
    _ title: Text,
    titleVisibility: Visibility = .automatic,
    item: Binding<Item?>,
    addsCancel: Bool,
    actions: @escaping (Item) -> Actions,
    message: @escaping (Item) -> Text?
  ) -> AnyView {
    presents(
      AlertViewPresenter<Item, Actions>.self,
      item: item,
      // While the alert is shown, its contents do not change.
      id: { _ in AnyHashable(true) },
      configuration: AlertConfiguration(
        title: title,
        isTitleHidden: titleVisibility == .hidden,
        addsCancel: addsCancel,
        actions: actions,
        message: message
      )
    )
  }
}

extension Binding<Bool> {
  /// Returns a binding to the data, which is `nil` while the condition is false.
  fileprivate func presenting<Data>(_ data: Data?) -> Binding<Data?> {
    Binding<Data?>(
      get: { wrappedValue ? data : nil },
      set: { wrappedValue = $0 != nil }
    )
  }
}

/// Shows an ``AlertDescription``.
private final class AlertPresenter<Item>: Presenter {
  static var needsAnchor: Bool { false }
  static var covers: CoveredViews { .window }

  private let context: PresentationContext
  private var dialog: MessageDialog?

  init(_ context: PresentationContext) {
    self.context = context
  }

  deinit {}

  /// Shows the alert. While it is shown, its contents do not change.
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
      // Retains the context until the answer is handled, even if the action ends the presentation.
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
  var isTitleHidden = false
  let addsCancel: Bool
  let actions: (Item) -> Actions
  let message: (Item) -> Text?
}

/// Shows an alert whose buttons are given as views. Only their labels, roles and actions are used.
private final class AlertViewPresenter<Item, Actions: View>: Presenter {
  static var needsAnchor: Bool { false }
  static var covers: CoveredViews { .window }

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
    let message = configuration.message(item)
    // The message takes the place of a title that is hidden.
    let title = configuration.isTitleHidden ? message : nil
    alert.show(
      AlertDescription(
        title: title ?? configuration.title,
        message: title == nil ? message : nil,
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
