/// The item of a presentation that is shown by a condition.
package struct Presence: Identifiable {
  package var id: Bool { true }
}

extension Binding<Bool> {
  /// A binding to an item, which is `nil` while the condition is false.
  package var item: Binding<Presence?> {
    Binding<Presence?>(
      get: { wrappedValue ? Presence() : nil },
      set: { wrappedValue = $0 != nil }
    )
  }
}
