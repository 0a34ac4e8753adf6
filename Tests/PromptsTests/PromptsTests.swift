import CustomDump
import Foundation
import Prompts
import Testing

private enum Action: Hashable, Sendable {
  case confirm
  case export(String)
}

@Suite struct TextStateTests {
  @Test func `values in a text have formats`() {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.minimumFractionDigits = 1
    let depth = 2
    #expect(TextState("\(depth as NSNumber, formatter: formatter) m") == TextState("2.0 m"))
    let locale = Locale(identifier: "en_US")
    #expect(TextState("At \(1.5, format: .number.locale(locale))") == TextState("At 1.5"))
  }

  @Test func `a text is converted to a string for a place`() {
    let text = TextState("Low ") + TextState("tide").bold()
    #expect(String(state: text, locale: Locale(identifier: "nl_NL")) == "Low tide")
  }

  @Test func `text is made from strings`() {
    let name = "Mina"
    #expect(String(state: TextState("Hello")) == "Hello")
    #expect(String(state: TextState("Hello, \(name)")) == "Hello, Mina")
    #expect(String(state: TextState("Hello".dropLast())) == "Hell")
    #expect(String(state: TextState(verbatim: "Hello")) == "Hello")
    #expect(TextState("Hello").description == "Hello")
  }

  @Test func `text is made from values and formats`() {
    let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US"))
    #expect(String(state: TextState(1_234, format: style)) == "1,234")
  }

  @Test func `texts are added`() {
    let text = TextState("Delete ") + TextState("Mina").bold() + TextState("?")
    #expect(String(state: text) == "Delete Mina?")
    #expect(text.runs.map(\.text) == ["Delete ", "Mina", "?"])
    #expect(text.runs.map(\.style.weight) == [nil, .bold, nil])
  }

  @Test func `adjacent texts with the same style are one run`() {
    let text = TextState("a").bold() + TextState("") + TextState("b").bold()
    #expect(text.runs.map(\.text) == ["ab"])
    #expect(TextState("a") + TextState("b") == TextState("ab"))
    #expect((TextState("a").bold(false) + TextState("b")).bold(false).runs.count == 1)
    #expect(TextState("").runs.isEmpty)
  }

  @Test func `text has styles`() throws {
    let text = TextState("a")
      .bold().italic().strikethrough().underline().monospaced().font(.title)
      .foregroundColor(.red).kerning(1).tracking(3).baselineOffset(2)
    let style = try #require(text.runs.first).style
    #expect(style.weight == .bold)
    #expect(style.isItalic == true)
    #expect(style.isStruckThrough == true)
    #expect(style.isUnderlined == true)
    #expect(style.isMonospaced == true)
    #expect(style.font == .title)
    #expect(style.color == .red)
    #expect(style.kerning == 1)
    #expect(style.tracking == 3)
    #expect(style.baselineOffset == 2)
    #expect(TextState("a").fontWeight(.light).runs.first?.style.weight == .light)
  }

  @Test func `text describes how it is read aloud`() throws {
    let text = TextState("1h")
      .accessibilityLabel("one hour")
      .accessibilityHeading(.h2)
      .accessibilityTextContentType(.narrative)
    let style = try #require(text.runs.first).style
    #expect(style.accessibilityLabel == "one hour")
    #expect(style.accessibilityHeading == .h2)
    #expect(style.accessibilityTextContentType == .narrative)
    #expect(TextState("1h").accessibilityLabel(TextState("one hour")) != TextState("1h"))
    expectNoDifference(
      String(customDumping: TextState("1h").tracking(2).accessibilityLabel("one hour")),
      #""<accessibility-label=one hour><tracking=2.0>1h</tracking></accessibility-label>""#
    )
    expectNoDifference(
      String(customDumping: text),
      #"""
      "<accessibility-type=narrative><accessibility-label=one hour><accessibility-heading=h2>1h</accessibility-heading></accessibility-label></accessibility-type>"
      """#
    )
  }

  @Test func `an inner style precedes an outer one`() {
    let text = (TextState("a") + TextState("b").bold(false).italic()).bold()
    #expect(text.runs.map(\.style.weight) == [.bold, .regular])
    #expect(text.runs.map(\.style.isItalic) == [nil, true])
  }

  @Test func `texts are equal when their characters and styles are`() {
    #expect(TextState("a") == TextState("a"))
    #expect(TextState("a") != TextState("b"))
    #expect(TextState("a") != TextState("a").bold())
    #expect(Set([TextState("a"), TextState("a")]).count == 1)
  }

  @Test func `a dump shows styles`() {
    expectNoDifference(
      String(customDumping: TextState("Hello, ") + TextState("World").bold().italic()),
      #""Hello, **_World_**""#
    )
    expectNoDifference(
      String(customDumping: TextState("a").underline().strikethrough().monospaced()),
      #""<u>~~`a`~~</u>""#
    )
    expectNoDifference(
      String(customDumping: TextState("a").underline(color: .red).strikethrough(color: .blue)),
      #""<u color=red><s color=blue>a</s></u>""#
    )
  }

  @Test func `a line has a color`() throws {
    let text = TextState("a").strikethrough(true, color: .red).underline(color: .blue)
    let style = try #require(text.runs.first).style
    #expect(style.isStruckThrough == true && style.strikethroughColor == .red)
    #expect(style.isUnderlined == true && style.underlineColor == .blue)
    #expect(text != TextState("a").strikethrough().underline())
    // Text that has set the line itself keeps its color, too.
    let outer = TextState("a").underline().underline(color: .green)
    #expect(outer == TextState("a").underline())
  }
}

@Suite struct ButtonStateTests {
  @Test func `a button has a role, an action and a label`() {
    let button = ButtonState(role: .destructive, action: Action.confirm) { TextState("Delete") }
    #expect(button.role == .destructive)
    #expect(button.action == .send(.confirm))
    #expect(button.label == TextState("Delete"))
    var sent: Action?
    button.withAction { sent = $0 }
    #expect(sent == .confirm)
  }

  @MainActor @Test func `a button passes its action to an asynchronous function`() async throws {
    struct Failure: Error {}
    let button = ButtonState(action: Action.confirm) { TextState("Delete") }
    var sent: Action?
    await button.withAction { action in
      await Task.yield()
      sent = action
    }
    #expect(sent == .confirm)
    await #expect(throws: Failure.self) {
      try await button.withAction { _ in
        await Task.yield()
        throw Failure()
      }
    }
  }

  @Test func `a button may have no action`() {
    let button = ButtonState<Action>(role: .cancel) { TextState("Keep") }
    #expect(button.action == .send(nil))
    #expect(ButtonState(action: .send(Action.confirm)) { TextState("OK") }.role == nil)
  }

  @Test func `a button's action is mapped`() {
    let button = ButtonState(role: .destructive, action: 1) { TextState("Delete") }
    let mapped = button.map { $0.map { Action.export("\($0)") } }
    #expect(
      mapped == ButtonState(role: .destructive, action: .export("1")) { TextState("Delete") }
    )
  }

  @Test func `a button's action may ask for an animation`() {
    let button = ButtonState(action: .send(Action.confirm, animation: .easeInOut(duration: 1))) {
      TextState("OK")
    }
    #expect(button == ButtonState(action: .confirm) { TextState("OK") })
    button.withAction { #expect($0 == .confirm) }
  }

  @Test func `buttons are compared without their identity`() {
    let a = ButtonState(action: Action.confirm) { TextState("OK") }
    let b = ButtonState(action: Action.confirm) { TextState("OK") }
    #expect(a.id != b.id)
    #expect(a == b)
    #expect(Set([a, b]).count == 1)
    #expect(a != ButtonState(role: .cancel, action: .confirm) { TextState("OK") })
  }
}

@Suite struct AlertStateTests {
  private func alert(isDestructive: Bool = true, formats: [String] = []) -> AlertState<Action> {
    AlertState {
      TextState("Delete?")
    } actions: {
      if isDestructive {
        ButtonState(role: .destructive, action: .confirm) {
          TextState("Delete")
        }
      } else {
        ButtonState(action: .confirm) {
          TextState("Hide")
        }
      }
      for format in formats {
        ButtonState(action: .export(format)) { TextState(format) }
      }
      ButtonState(role: .cancel) {
        TextState("Keep")
      }
    } message: {
      TextState("This cannot be undone.")
    }
  }

  @Test func `an alert has a title, buttons and a message`() {
    let alert = alert()
    #expect(alert.title == TextState("Delete?"))
    #expect(alert.buttons.map(\.role) == [.destructive, .cancel])
    #expect(alert.message == TextState("This cannot be undone."))
  }

  @Test func `an alert may have nothing but a title`() {
    let alert = AlertState<Never> { TextState("Done") }
    #expect(alert.buttons.isEmpty)
    #expect(alert.message == nil)
  }

  @Test func `buttons depend on conditions and lists`() {
    let alert = alert(isDestructive: false, formats: ["PDF", "CSV"])
    #expect(alert.buttons.map { String(state: $0.label) } == ["Hide", "PDF", "CSV", "Keep"])
  }

  @Test func `alerts are compared without their identity`() {
    #expect(alert().id != alert().id)
    #expect(alert() == alert())
    #expect(alert() != alert(isDestructive: false))
    #expect(Set([alert(), alert()]).count == 1)
    let copy = alert()
    #expect(copy.id == copy.id)
  }

  @Test func `an alert's actions are mapped`() {
    let original = alert()
    let mapped = original.map { $0.map { _ in 1 } }
    #expect(mapped.buttons.map(\.action.action) == [1, nil])
    #expect(mapped.id == original.id)
    #expect(mapped.title == original.title && mapped.message == original.message)
  }

  @Test func `an alert is sent to other tasks`() async {
    let alert = alert()
    #expect(await Task.detached { alert.buttons.count }.value == 2)
  }

  @Test func `a dump shows the compared properties`() {
    expectNoDifference(
      String(customDumping: alert()),
      """
      AlertState(
        title: "Delete?",
        actions: [
          [0]: ButtonState(
            role: .destructive,
            action: .send(
              .confirm
            ),
            label: "Delete"
          ),
          [1]: ButtonState(
            role: .cancel,
            action: .send(nil),
            label: "Keep"
          )
        ],
        message: "This cannot be undone."
      )
      """
    )
  }
}

@Suite struct ConfirmationDialogStateTests {
  private func dialog(
    _ titleVisibility: ConfirmationDialogStateTitleVisibility = .visible
  ) -> ConfirmationDialogState<Action> {
    ConfirmationDialogState(titleVisibility: titleVisibility) {
      TextState("Export as")
    } actions: {
      ButtonState(action: .export("PDF")) { TextState("PDF") }
      ButtonState(action: .export("CSV")) { TextState("Table") }
    } message: {
      TextState("Choose.")
    }
  }

  @Test func `a dialog has a title, buttons and a message`() {
    let dialog = dialog()
    #expect(dialog.title == TextState("Export as"))
    #expect(dialog.titleVisibility == .visible)
    #expect(dialog.buttons.map(\.action) == [.send(.export("PDF")), .send(.export("CSV"))])
    #expect(dialog.message == TextState("Choose."))
  }

  @Test func `the user interface decides about the visibility of a title by default`() {
    let dialog = ConfirmationDialogState {
      TextState("Export")
    } actions: {
      ButtonState(action: Action.confirm) { TextState("OK") }
    }
    #expect(dialog.titleVisibility == .automatic)
  }

  @Test func `dialogs are compared without their identity`() {
    #expect(dialog().id != dialog().id)
    #expect(dialog() == dialog())
    #expect(dialog() != dialog(.hidden))
    #expect(Set([dialog(), dialog()]).count == 1)
  }

  @Test func `a dialog's actions are mapped`() {
    let original = dialog()
    let mapped = original.map { $0.map { _ in 1 } }
    #expect(mapped.buttons.map(\.action.action) == [1, 1])
    #expect(mapped.id == original.id && mapped.titleVisibility == .visible)
  }

  @Test func `a dump shows the compared properties`() {
    expectNoDifference(
      String(customDumping: dialog(.hidden)),
      """
      ConfirmationDialogState(
        titleVisibility: .hidden,
        title: "Export as",
        actions: [
          [0]: ButtonState(
            action: .send(
              .export("PDF")
            ),
            label: "PDF"
          ),
          [1]: ButtonState(
            action: .send(
              .export("CSV")
            ),
            label: "Table"
          )
        ],
        message: "Choose."
      )
      """
    )
  }
}
