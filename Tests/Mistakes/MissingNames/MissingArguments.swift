import ComposableGtk
import Foundation

/// Arguments that SwiftUI takes, and modifiers of views that are there.
private struct MissingArguments: View {
  @State private var text = ""
  @State private var flag = false
  @State private var number = 1
  @State private var value = 0.5
  @State private var date = Date()
  @FocusState private var focused: Bool
  private let url = URL(string: "https://example.org")

  @ViewBuilder var body: some View {
    // error: 'clipShape' is unavailable: GTK cuts views to rectangles, round ones, capsules,
    // circles and ellipses
    Text("Shelf").clipShape(Path { $0.addRect(.zero) })
    // error: 'redacted(reason:)' is unavailable: show a 'ProgressView' until there is something to
    // show
    Text("Shelf").redacted(reason: .placeholder)
    // error: 'navigationBarBackButtonHidden' is unavailable: the reducer may decline to go back
    Text("Shelf").navigationBarBackButtonHidden()
    // error: 'bottomBar' is unavailable: put the views below the content, in a 'VStack'
    Text("Shelf").toolbar { ToolbarItemGroup(placement: .bottomBar) { Button("a") {} } }
    // error: 'toolbar(_:for:)' is unavailable: a header bar has the buttons of its window: it stays
    Text("Shelf").toolbar(.hidden, for: .navigationBar)
    // error: 'popover(isPresented:attachmentAnchor:arrowEdge:content:)' is unavailable: a popover
    // points to the view: leave the anchor out
    Text("Shelf").popover(isPresented: $flag, attachmentAnchor: .point(.bottom)) { Text("a") }
    // error: 'presentationDragIndicator' is unavailable: a sheet cannot be dragged
    Text("Shelf").presentationDragIndicator(.visible)
    // error: 'searchable(text:isPresented:placement:prompt:)' is unavailable: use
    // 'searchFocused(_:)', which opens the search
    Text("Shelf").searchable(text: $text, isPresented: $flag)
    // error: 'listRowInsets' is unavailable: rows look as in GNOME's lists; use 'padding' inside a
    // row
    Text("Shelf").listRowInsets(EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0))
    // error: 'symbolRenderingMode' is unavailable: symbols have the colour of the text
    Text("Shelf").symbolRenderingMode(.hierarchical)
    // error: 'contentTransition' is unavailable: texts change without an animation
    Text("Shelf").contentTransition(.numericText())
    // error: 'scrollDismissesKeyboard' is unavailable: a keyboard does not cover the window
    Text("Shelf").scrollDismissesKeyboard(.immediately)
    // error: 'headerProminence' is unavailable: headers look as in GNOME's settings
    Text("Shelf").headerProminence(.increased)
    // error: 'symbolVariant' is unavailable: name the symbol that is meant, such as 'star.fill'
    Image(systemName: "star").font(.title).symbolVariant(.fill)
    // error: 'init(_:)' is unavailable: use 'Image(file:)', or 'Image(icon:)' for the icon theme
    Image("picture")
    // error: 'AsyncImage' is unavailable: load the data in an effect, and show 'Image(data:)'
    AsyncImage(url: url) {
      $0.resizable()
    } placeholder: {
      ProgressView()
    }
    // error: 'AsyncImage' is unavailable: load the data in an effect, and show 'Image(data:)'
    AsyncImage(url: url)
    // error: 'buttonBorderShape' is unavailable: buttons have the shape of the desktop's style
    Button("Lamp") {}.buttonBorderShape(.capsule)
    // error: 'animation' is unavailable: GTK animates pages, dialogs and lists by itself
    Toggle("Lamp", isOn: $flag.animation())
    // error: 'wheel' is unavailable: use 'menu', a drop-down list
    Picker("Lamp", selection: $number) { Text("1").tag(1) }.pickerStyle(.wheel)
  }
}
