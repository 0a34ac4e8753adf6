/// Declares a value of the environment:
///
/// ```swift
/// extension EnvironmentValues {
///   @Entry var accent = "blue"
///   @Entry var columns: Int = 2
/// }
/// ```
///
/// The initial value is the value if no view sets one. With a type, it is computed each time, and
/// need not be sendable; without one, it is made once. An optional without a value is `nil`.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro Entry() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "EntryMacro")

/// Declares a preview, so that files with previews compile. Nothing shows it here: the views are
/// checked by the compiler, and make no code.
///
/// - Parameters:
///   - name: The name of the preview.
///   - body: The views.
@freestanding(declaration)
public macro Preview<Content: View>(
  _ name: String? = nil,
  @ViewBuilder body: @MainActor () -> Content
) = #externalMacro(module: "ComposableArchitectureMacros", type: "PreviewMacro")
