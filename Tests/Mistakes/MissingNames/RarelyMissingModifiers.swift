import ComposableGtk

/// Modifiers of SwiftUI that do not exist here.
private struct RarelyMissing: View {
  @State private var count = 0

  var body: some View {
    // error: 'foregroundColor' is unavailable: use 'foregroundStyle(_:)'
    Text("a").foregroundColor(.red)
    // error: 'datePickerStyle' is unavailable: a date is typed, or chosen in a calendar
    Text("a").datePickerStyle(.graphical)
    // error: 'menuStyle' is unavailable: use 'buttonStyle(_:)'
    Text("a").menuStyle(.automatic)
    // error: 'progressViewStyle' is unavailable: a 'ProgressView' with a value is a bar
    Text("a").progressViewStyle(.linear)
    // error: 'navigationSplitViewStyle' is unavailable: the columns stand beside one another;
    // the sidebar gives way first
    Text("a").navigationSplitViewStyle(.balanced)
    // error: 'minimumScaleFactor' is unavailable: use 'lineLimit(_:)'
    Text("a").minimumScaleFactor(0.5)
    // error: 'toolbarBackground(_:for:)' is unavailable: a header bar has the background of the
    // desktop's style
    Text("a").toolbarBackground(.hidden, for: .window)
    // error: 'accessibilityIdentifier' is unavailable: use 'widgetName(_:)'
    Text("a").accessibilityIdentifier("a")
    // error: 'accessibilityElement(children:)' is unavailable: give the views
    // 'accessibilityLabel(_:)', or hide them with 'accessibilityHidden(_:)'
    Text("a").accessibilityElement(children: .combine)
    // error: 'onDeleteCommand(perform:)' is unavailable: use 'onKeyPress(.delete)', or
    // 'onDelete' of a list
    Text("a").onDeleteCommand {}
    // error: 'onExitCommand(perform:)' is unavailable: use 'onKeyPress(.escape)'
    Text("a").onExitCommand {}
    // error: 'onDrag' is unavailable: rows are moved with 'onMove'
    Text("a").onDrag { 1 }
    // error: 'submitLabel' is unavailable: a keyboard has Enter
    Text("a").submitLabel(.done)
    // error: 'scrollPosition(id:)' is unavailable: use 'revealedRow(_:)' of a 'List'
    Text("a").scrollPosition(id: .constant(Int?.none))
    // error: 'sensoryFeedback(_:trigger:)' is unavailable: there is none on the desktop
    Text("a").sensoryFeedback(.success, trigger: count)
  }
}
