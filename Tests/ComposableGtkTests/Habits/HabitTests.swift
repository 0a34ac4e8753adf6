import ComposableGtk
import ComposableGtkTestSupport
import Foundation
import GtkKit
import Testing

/// A view that shows one of many, each written as people write it in SwiftUI.
struct HabitView: View {
  @State var text = ""
  @State var flag = false
  @State var number = 1
  @State var value = 0.5
  @State var date = Date(timeIntervalSince1970: 1_800_000_000)
  @State var picked: Set<Int> = []
  @State var one: Int?
  @State var things = [Thing(id: 1, name: "Ladder"), Thing(id: 2, name: "Torch")]
  @State var thing: Thing?
  @FocusState var focused: Bool
  @FocusState var field: Int?
  @Environment(\.dismiss) var dismiss
  let names = ["Cellar", "Attic"]

  struct Thing: Identifiable, Hashable {
    let id: Int
    var name: String
  }

  /// The views, in groups that are compiled one by one.
  static let groups: [(HabitView) -> [AnyView]] = [
    \.texts, \.texts2, \.looks, \.looks2, \.behaviour, \.behaviour2, \.presentations,
    \.presentations2, \.controls, \.controls2, \.containers, \.containers2, \.drawings,
    \.spaces,
  ]

  let group: Int
  let index: Int

  var body: some View { Self.groups[group](self)[index] }
}

/// Collects views of different types.
@resultBuilder @MainActor
enum HabitBuilder {
  static func buildExpression(_ view: some View) -> [AnyView] { [AnyView(view)] }
  static func buildBlock(_ views: [AnyView]...) -> [AnyView] { views.flatMap(\.self) }
}

extension ComposableGtkTests {
  @MainActor
  struct HabitTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    /// That they compile is the larger part of the test.
    @Test(arguments: 0..<14)
    func `views as people write them in SwiftUI are shown without a report`(group: Int) {
      #expect(HabitView.groups.count == 14)
      let count = HabitView.groups[group](HabitView(group: group, index: 0)).count
      #expect(count > 0)
      for index in 0..<count {
        TestWindow(HabitView(group: group, index: index)).close()
      }
    }
  }
}
