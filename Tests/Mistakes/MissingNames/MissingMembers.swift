import ComposableGtk
import Foundation

/// Initializers and members that SwiftUI has, and modifiers of views that are there.
private struct MissingMembers: View {
  @State private var text = ""
  @State private var flag = false
  @State private var number = 1
  @State private var value = 0.5
  @State private var date = Date()
  @FocusState private var focused: Bool
  private let url = URL(string: "https://example.org")

  @ViewBuilder var body: some View {
    // error: 'init(_:text:onCommit:)' is unavailable: use 'onSubmit(_:)'
    TextField("Lamp", text: $text, onCommit: {})
    // error: 'init(text:label:)' is unavailable: use 'TextField(_:text:)' with the text of the
    // label
    TextField(text: $text) { Text("Lamp") }
    // error: 'ShareLink' is unavailable: use 'Clipboard.setText' of GtkKit, or a 'Link'
    ShareLink(item: "Lamp")
    // error: 'lastTextBaseline' is unavailable: use 'firstTextBaseline'
    HStack(alignment: .lastTextBaseline, spacing: nil) { Text("Shelf") }
    // error: 'init(_:showsIndicators:content:)' is unavailable: the desktop's settings decide:
    // leave it out
    ScrollView(.horizontal, showsIndicators: false) { HStack { Text("Shelf") } }
    // error: 'scrollIndicators' is unavailable: the desktop's settings decide
    ScrollView { Text("Shelf") }.scrollIndicators(.hidden)
    // error: 'init(destination:label:)' is unavailable: use 'NavigationLink(state:)', or set the
    // state of a 'navigationDestination(item:)' in a 'Button'
    NavigationStack { NavigationLink(destination: Text("Shelf")) { Text("Lamp") } }
    // error: 'init(value:label:)' is unavailable: use 'NavigationLink(state:)', or set the state of
    // a 'navigationDestination(item:)' in a 'Button'
    NavigationStack { NavigationLink(value: 1) { Text("Lamp") } }
    // error: 'AngularGradient' is unavailable: use a 'LinearGradient' or a 'RadialGradient', or
    // draw it in a 'Canvas'
    AngularGradient(colors: [.red, .blue], center: .center)
    // error: 'page' is unavailable: show one view after the other, by the state
    Text("Shelf").tabViewStyle(.page)
    // error: 'transition' is unavailable: GTK animates pages, dialogs and lists by itself
    Text("Shelf").transition(.move(edge: .bottom).combined(with: .opacity))
    // error: 'init(_:)' is unavailable: use 'Color(named:)' for a colour of a style sheet
    Color("name")
    // error: 'equatable()' is unavailable: views are compared by themselves: leave it out
    Text("Shelf").equatable()
    // error: 'symbolEffect(_:value:)' is unavailable: use 'cssClass(_:)' with a style sheet
    Text("Shelf").symbolEffect(.bounce, value: flag)
    // error: 'containerRelativeFrame(_:alignment:)' is unavailable: use 'frame(maxWidth:
    // .infinity)'
    Text("Shelf").containerRelativeFrame(.horizontal)
    // error: 'scrollTargetBehavior' is unavailable: a list scrolls by pixels
    Text("Shelf").scrollTargetBehavior(.paging)
    // error: 'defaultFocus' is unavailable: set the '@FocusState' in 'onAppear(perform:)'
    Text("Shelf").defaultFocus($focused, true)
    // error: 'contentMargins' is unavailable: use 'padding' inside the view
    Text("Shelf").contentMargins(8)
    // error: 'listSectionSpacing' is unavailable: sections have the distance that GNOME's lists
    // have
    Text("Shelf").listSectionSpacing(4)
    // error: 'allowsTightening' is unavailable: use 'lineLimit(_:)'
    Text("Shelf").allowsTightening(true)
    // error: 'dynamicTypeSize' is unavailable: texts follow the size that the desktop's settings
    // choose
    Text("Shelf").dynamicTypeSize(.large)
    // error: 'mask' is unavailable: draw it in a 'Canvas'
    Text("Shelf").mask { Circle() }
    // error: 'colorMultiply' is unavailable: use 'overlay' with a colour that is translucent
    Text("Shelf").colorMultiply(.red)
    // error: 'privacySensitive' is unavailable: show something else where it is private
    Text("Shelf").privacySensitive()
    // error: 'persistentSystemOverlays' is unavailable: there are none on the desktop
    Text("Shelf").persistentSystemOverlays(.hidden)
    // error: 'statusBarHidden' is unavailable: there is no status bar in a window
    Text("Shelf").statusBarHidden()
    // error: 'toolbarTitleDisplayMode' is unavailable: a title stands in the header bar
    Text("Shelf").toolbarTitleDisplayMode(.inline)
    // error: 'toolbarTitleMenu(content:)' is unavailable: put a 'Menu' into the toolbar
    Text("Shelf").toolbarTitleMenu { Button("Lamp") {} }
    // error: 'init(_:)' is unavailable: a text shows a string: write 'Text("\(value)")', or
    // 'Text(value, format: …)'
    Text(Date()...Date())
    // error: 'init(timerInterval:countsDown:)' is unavailable: use 'Text(date, style: .timer)'
    Text(timerInterval: Date()...Date())
    // error: 'init(_:comment:)' is unavailable: translate the text with 'Translations'; leave the
    // comment out
    Text("Shelf", comment: "c")
  }
}
