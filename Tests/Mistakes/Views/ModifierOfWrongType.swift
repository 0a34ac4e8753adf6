import ComposableGtk

private struct Frame: ViewModifier {
  let width: Double

  func body(content: Content) -> some View {
    // error: value of type 'Frame.Content' (aka 'AnyView') has no member 'wobble'
    content.wobble().padding(width)
  }
}

private struct Page: View {
  var body: some View {
    // error: instance method 'modifier' requires that 'Int' conform to 'ViewModifier'
    Text("a").modifier(3)
  }
}

private struct Margin: View {
  var body: some View {
    Text("a")
      // error: cannot convert value of type 'String' to expected argument type 'Double'
      .overlay { Color.red.opacity("half") }
      .padding(12)
  }
}
