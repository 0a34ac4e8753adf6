import ComposableGtk
import Foundation

extension HabitView {
  @HabitBuilder var behaviour: [AnyView] {
    Text("Shelf").hidden()
    Text("Shelf").disabled(flag)
    Text("Shelf").id(number)
    Text("Shelf").tag(1)
    Text("Shelf").onTapGesture { flag.toggle() }
    Text("Shelf").onTapGesture(count: 2) { flag.toggle() }
    Text("Shelf").onLongPressGesture { flag.toggle() }
    Text("Shelf").onHover { flag = $0 }
    Text("Shelf").help("Lamp")
    Text("Shelf").allowsHitTesting(false)
    Text("Shelf").accessibilityLabel("Lamp").accessibilityHint("On the left").accessibilityValue(
      "Full"
    )
    Text("Shelf").accessibilityAddTraits(.isButton)
    Text("Shelf").accessibilityHidden(true)
    Text("Shelf").onAppear { flag = true }.onDisappear { flag = false }
    Text("Shelf").task { try? await Task.sleep(for: .seconds(1)) }
    Text("Shelf").task(id: number) { flag = true }
    Text("Shelf").onChange(of: number) { flag = true }
    Text("Shelf").onChange(of: number) { old, new in flag = old < new }
    Text("Shelf").onChange(of: number, initial: true) { _, _ in }
    Text("Shelf").keyboardShortcut("n", modifiers: [.command])
    Text("Shelf").onSubmit { flag = true }
    Text("Shelf").environment(\.locale, Locale(identifier: "de"))
    Text("Shelf").modifier(EmptyModifier())
    Text("Shelf").dropDestination(for: String.self) { items, _ in true }
    Text("Shelf").focusable()
  }

  @HabitBuilder var behaviour2: [AnyView] {
    Text("Shelf").onKeyPress(.return) { .handled }
  }
}
