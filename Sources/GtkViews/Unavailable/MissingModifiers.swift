import Foundation

// Modifiers of SwiftUI that do not exist here, with what to use instead. They return the view
// itself, so that the compiler reports nothing but the missing modifier.

extension View {
  @available(*, unavailable, message: "place views with stacks and 'frame'")
  public func position(x: Double = 0, y: Double = 0) -> Self { self }

  @available(
    *,
    unavailable,
    message: """
      use a 'Spacer', or 'frame(maxWidth: .infinity)' on the view that takes the space
      """
  )
  public func layoutPriority(_ value: Double) -> Self { self }

  @available(*, unavailable, message: "the last view of a 'ZStack' is in front")
  public func zIndex(_ value: Double) -> Self { self }

  @available(*, unavailable, message: "the whole area of a control reacts to the pointer")
  public func contentShape(_ shape: some Shape) -> Self { self }

  @available(*, unavailable, message: "use a 'Button', or wrap a widget with a gesture of GTK")
  public func gesture(_ gesture: some Any) -> Self { self }

  @available(
    *,
    unavailable,
    message: """
      rows are moved with 'onMove'; files are taken with 'dropDestination'
      """
  )
  public func draggable(_ payload: some Any) -> Self { self }

  @available(*, unavailable, message: "GTK animates pages, dialogs and lists by itself")
  public func animation(_ animation: MissingName?, value: some Equatable) -> Self { self }

  @available(*, unavailable, message: "GTK animates pages, dialogs and lists by itself")
  public func transition(_ transition: MissingName) -> Self { self }

  @available(*, unavailable, message: "GTK animates pages by itself")
  public func matchedGeometryEffect(id: some Hashable, in namespace: some Any) -> Self { self }

  @available(
    *,
    unavailable,
    message: """
      rows look as in GNOME's lists; use 'cssClass(_:)' with a style sheet
      """
  )
  public func listRowBackground(_ view: some View) -> Self { self }

  @available(*, unavailable, message: "rows look as in GNOME's lists; use 'padding' inside a row")
  public func listRowInsets(_ insets: some Any) -> Self { self }

  @available(
    *,
    unavailable,
    message: """
      put the views into a 'sheet', or beside the others in an 'HStack'
      """
  )
  public func inspector(isPresented: Binding<Bool>, @ViewBuilder content: () -> some View) -> Self {
    self
  }

  @available(*, unavailable, message: "the window follows the colours of the desktop")
  public func preferredColorScheme(_ scheme: MissingName?) -> Self { self }

  @available(*, unavailable, message: "a title is in the header bar")
  public func navigationBarTitleDisplayMode(_ mode: MissingName) -> Self { self }

  @available(*, unavailable, message: "use 'navigationTitle(_:)'")
  public func navigationBarTitle(_ title: String) -> Self { self }

  @available(*, unavailable, message: "use 'toolbar(content:)'")
  public func navigationBarItems(
    leading: some View = EmptyView(),
    trailing: some View = EmptyView()
  ) -> Self { self }

  @available(*, unavailable, message: "a window has no safe area")
  public func ignoresSafeArea() -> Self { self }

  @available(*, unavailable, message: "a sheet is as high as its views")
  public func presentationDetents(_ detents: MissingName) -> Self { self }

  @available(*, unavailable, message: "the desktop's keyboard follows the field")
  public func keyboardType(_ type: MissingName) -> Self { self }

  @available(*, unavailable, message: "fields change nothing of what is typed")
  public func textInputAutocapitalization(_ type: MissingName?) -> Self { self }

  @available(*, unavailable, message: "fields change nothing of what is typed")
  public func autocorrectionDisabled(_ disabled: Bool = true) -> Self { self }

  @available(*, unavailable, message: "observe an asynchronous sequence in 'task(_:)'")
  public func onReceive(_ publisher: some Any, perform action: @escaping (MissingName) -> Void)
    -> Self
  { self }

  @available(*, unavailable, message: "use 'confirmationDialog'")
  public func actionSheet(isPresented: Binding<Bool>, content: () -> some Any) -> Self { self }
}
