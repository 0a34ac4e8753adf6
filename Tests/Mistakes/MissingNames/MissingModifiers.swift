import ComposableGtk

/// Modifiers of SwiftUI that do not exist here.
private struct Page: View {
  @State private var count = 0

  var body: some View {
    // error: 'position(x:y:)' is unavailable: place views with stacks and 'frame'
    Text("a").position(x: 1, y: 2)
    // error: 'layoutPriority' is unavailable: use a 'Spacer', or 'frame(maxWidth: .infinity)' on
    // the view that takes the space
    Text("a").layoutPriority(1)
    // error: 'zIndex' is unavailable: the last view of a 'ZStack' is in front
    Text("a").zIndex(1)
    // error: 'contentShape' is unavailable: the whole area of a control reacts to the pointer
    Text("a").contentShape(.rect)
    // error: 'draggable' is unavailable: rows are moved with 'onMove'; files are taken with
    // 'dropDestination'
    Text("a").draggable("text")
    // error: 'animation(_:value:)' is unavailable: GTK animates pages, dialogs and lists by itself
    Text("a").animation(.default, value: count)
    // error: 'animation(_:value:)' is unavailable: GTK animates pages, dialogs and lists by itself
    Text("a").animation(.easeInOut(duration: 1), value: count)
    // error: 'transition' is unavailable: GTK animates pages, dialogs and lists by itself
    Text("a").transition(.slide)
    // error: 'columns' is unavailable: a form has rows in frames; use a 'Grid' for columns
    Text("a").formStyle(.columns)
    // error: 'listRowBackground' is unavailable: rows look as in GNOME's lists; use 'cssClass(_:)'
    // with a style sheet
    Text("a").listRowBackground(Text("b"))
    // error: 'plain' is unavailable: a field without a frame is a row of a 'Form'
    Text("a").textFieldStyle(.plain)
    // error: 'inspector(isPresented:content:)' is unavailable: put the views into a 'sheet', or
    // beside the others in an 'HStack'
    Text("a").inspector(isPresented: .constant(true)) { Text("b") }
    // error: 'preferredColorScheme' is unavailable: the window follows the colours of the desktop
    Text("a").preferredColorScheme(.dark)
    // error: 'navigationBarTitleDisplayMode' is unavailable: a title is in the header bar
    Text("a").navigationBarTitleDisplayMode(.inline)
    // error: 'navigationBarTitle' is unavailable: use 'navigationTitle(_:)'
    Text("a").navigationBarTitle("Title")
    // error: 'ignoresSafeArea()' is unavailable: a window has no safe area
    Text("a").ignoresSafeArea()
    // error: 'onReceive(_:perform:)' is unavailable: observe an asynchronous sequence in 'task(_:)'
    // error: 'publisher(for:object:)' is unavailable: observe 'notifications(named:)' in 'task(_:)'
    Text("a").onReceive(NotificationCenter.default.publisher(for: .init("Tide"))) { _ in }
    // error: 'presentationDetents' is unavailable: a sheet is as high as its views
    Text("a").presentationDetents(.medium)
    // error: 'presentationDetents' is unavailable: a sheet is as high as its views
    Text("a").presentationDetents([.medium, .large])
    // error: 'keyboardType' is unavailable: the desktop's keyboard follows the field
    Text("a").keyboardType(.numberPad)
    // error: 'textInputAutocapitalization' is unavailable: fields change nothing of what is typed
    Text("a").textInputAutocapitalization(.never)
    // error: 'autocorrectionDisabled' is unavailable: fields change nothing of what is typed
    Text("a").autocorrectionDisabled()
  }
}
