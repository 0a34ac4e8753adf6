import ComposableGtk

/// A view without a body.
// error: type 'Page' does not conform to protocol 'View'
private struct Page: View {
  let store: StoreOf<Crate>
}
