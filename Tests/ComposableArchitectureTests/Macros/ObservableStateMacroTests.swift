import ComposableArchitecture
import Foundation
import Observation
import Synchronization
import Testing

@ObservableState
private struct Profile: Equatable {
  var name = "Ida"
  var age: Int
  var email: String?
  let id = 1
  private(set) var visits = 0
  var level = 0 {
    willSet { announced.append(newValue) }
    didSet {
      changes += 1
      if level > 10 { level = 10 }
    }
  }
  @ObservationStateIgnored var announced: [Int] = []
  @ObservationStateIgnored var changes = 0
  @Presents var editor: Editor?
  #if os(Linux)
    var platform = "Linux"
  #else
    var platform = "other"
  #endif

  mutating func visit() { visits += 1 }
}

@ObservableState
private struct Editor: Equatable {
  var text = ""
}

@ObservableState
private struct Box<Value: Equatable>: Equatable {
  var value: Value
  var history: [Value] = []
}

@ObservableState
private enum Screen: Equatable {
  case editor(Editor)
  case named(label: Editor)
  case range(Int, Int)
  case empty
}

@ObservableState
private struct Draft: Codable, Equatable {
  var title = ""
  var `default`: Int?
  let version: Int
  @ObservationStateIgnored var cursor = 0
  @Presents var editor: EditorDraft?
  #if os(Linux)
    var isNative = true
  #endif
}

@ObservableState
private struct EditorDraft: Codable, Equatable {
  var text = ""
}

@ObservableState
private struct Renamed: Codable, Equatable {
  var title = ""

  enum CodingKeys: String, CodingKey {
    case _title = "t"
  }
}

@ObservableState
private struct Nothing: Codable, Equatable {}

/// Whether what `read` reads changes while `change` runs.
private func isTold<State>(
  _ state: inout State,
  reading read: (State) -> Void,
  of change: (inout State) -> Void
) -> Bool {
  let told = Mutex(false)
  withObservationTracking {
    read(state)
  } onChange: {
    told.withLock { $0 = true }
  }
  change(&state)
  return told.withLock { $0 }
}

/// The code that `@ObservableState` and `@Presents` generate, compiled as in a program. The tests
/// run on the main actor, like the actions of stores, which begin the turns that separate changes.
@MainActor @Suite struct ObservableStateMacroTests {
  @Test func `state is encoded with the names of its properties, and decoded`() throws {
    var draft = Draft(title: "A", version: 2)
    draft.editor = EditorDraft(text: "B")
    draft.default = 4
    let data = try JSONEncoder().encode(draft)
    let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(Set(json.keys) == ["title", "default", "version", "cursor", "editor", "isNative"])
    #expect(try JSONDecoder().decode(Draft.self, from: data) == draft)
  }

  @Test(arguments: ["", #","editor":null"#])
  func `state that was saved without a presented feature presents nothing`(rest: String) throws {
    let text = #"{"title":"A","version":2,"cursor":0,"isNative":true\#(rest)}"#
    let draft = try JSONDecoder().decode(Draft.self, from: Data(text.utf8))
    #expect(draft == Draft(title: "A", version: 2))
  }

  @Test func `a presented feature that was saved wrongly is an error`() {
    let text = #"{"title":"A","version":2,"cursor":0,"isNative":true,"editor":3}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Draft.self, from: Data(text.utf8))
    }
  }

  @Test func `coding keys that are written by hand are kept`() throws {
    let data = try JSONEncoder().encode(Renamed(title: "A"))
    #expect(String(decoding: data, as: UTF8.self) == #"{"t":"A"}"#)
    #expect(try JSONDecoder().decode(Nothing.self, from: Data("{}".utf8)) == Nothing())
  }

  @Test func `the memberwise initialiser has the struct's properties as they are written`() {
    let profile = Profile(age: 3)
    #expect(profile.name == "Ida")
    #expect(profile.email == nil)
    #expect(profile.editor == nil)
    let other = Profile(
      name: "Ida Moss",
      age: 1,
      email: "b@example.com",
      editor: Editor(text: "Hi")
    )
    #expect(other.editor?.text == "Hi")
    #expect(other.id == 1)
  }

  @Test func `observers of a property are notified of its changes only`() {
    var profile = Profile(age: 3)
    #expect(isTold(&profile, reading: { _ = $0.name }) { $0.name = "Ida Fern" })
    #expect(isTold(&profile, reading: { _ = $0.name }) { $0.name += "!" })
    #expect(!isTold(&profile, reading: { _ = $0.name }) { $0.age += 1 })
    #expect(isTold(&profile, reading: { _ = $0.visits }) { $0.visit() })
    #expect(isTold(&profile, reading: { _ = $0.platform }) { $0.platform = "" })
  }

  @Test func `changes of ignored properties are not observed`() {
    var profile = Profile(age: 3)
    #expect(!isTold(&profile, reading: { _ = $0.announced }) { $0.announced = [1] })
  }

  @Test func `property observers run once for each change, and may assign their own property`() {
    var profile = Profile(age: 3)
    profile.level = 4
    profile.level += 20
    #expect(profile.announced == [4, 24])
    #expect(profile.changes == 2)
    #expect(profile.level == 10)
    #expect(isTold(&profile, reading: { _ = $0.level }) { $0.level = 1 })
  }

  @Test func `a presented state and its projection are one`() {
    var profile = Profile(age: 3)
    #expect(isTold(&profile, reading: { _ = $0.editor }) { $0.editor = Editor() })
    #expect(profile.$editor.wrappedValue == Editor())
    #expect(isTold(&profile, reading: { _ = $0.$editor }) { $0.editor = nil })
    #expect(
      isTold(&profile, reading: { _ = $0.editor }) {
        $0.$editor = PresentationState(wrappedValue: Editor(text: "Hi"))
      }
    )
    #expect(!isTold(&profile, reading: { _ = $0.editor == nil }) { $0.editor?.text = "Bye" })
    #expect(profile.editor?.text == "Bye")
  }

  @Test func `generic state is observed`() {
    var box = Box(value: 1)
    #expect(isTold(&box, reading: { _ = $0.value }) { $0.value = 2 })
    #expect(!isTold(&box, reading: { _ = $0.history }) { $0.value = 3 })
  }

  @Test func `the identity of an enum is that of its case and its state`() {
    let editor = Editor()
    #expect(Screen.editor(editor)._$id == Screen.editor(editor)._$id)
    #expect(Screen.editor(editor)._$id != Screen.editor(Editor())._$id)
    #expect(Screen.editor(editor)._$id != Screen.named(label: editor)._$id)
    #expect(Screen.empty._$id != Screen.range(0, 1)._$id)
    #expect(Screen.range(0, 1)._$id == Screen.range(2, 3)._$id)
  }
}
