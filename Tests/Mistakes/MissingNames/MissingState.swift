import ComposableGtk

/// Property wrappers and values of the environment that do not exist here.
private final class Model {}

private struct Page: View {
  // error: 'StateObject' is unavailable: use '@State' with an '@Observable' object, or a store
  @StateObject var model = Model()
  // error: 'ObservedObject' is unavailable: use '@Bindable' with an '@Observable' object, or a
  // store
  @ObservedObject var other = Model()
  // error: 'EnvironmentObject' is unavailable: use '@Environment' with a key of your own
  @EnvironmentObject var third: Model
  // error: 'GestureState' is unavailable: use '@State'
  @GestureState var isDragging = false
  // error: 'presentationMode' is unavailable: use '\.dismiss'
  @Environment(\.presentationMode) var presentationMode

  var body: some View { Text("a") }
}
