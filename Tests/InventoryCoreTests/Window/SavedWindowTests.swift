import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@Suite struct SavedWindowTests {
  private let first = SavedWindow(id: .number(1), link: "inventory://items/T-100")
  private let second = SavedWindow(
    id: .number(2),
    query: ItemQuery(searchText: "saw", sort: .price),
    size: WindowSize(width: 360, height: 700)
  )

  @Test func `windows are kept in the order in which they were opened`() {
    var windows: [SavedWindow] = []
    windows.keep(first)
    windows.keep(second)
    var changed = first
    changed.link = "inventory://add"
    windows.keep(changed)
    #expect(windows == [changed, second])
  }

  @Test func `a window that is closed does not come back, but the last one does`() {
    var windows = [first, second]
    windows.close(first)
    #expect(windows == [second])
    var changed = second
    changed.link = "inventory://items/T-200"
    windows.close(changed)
    #expect(windows == [changed])
  }

  @Test(arguments: [
    #"{"width": 3000000000, "height": 640, "isMaximized": false}"#,
    #"{"width": -5, "height": -9223372036854775808, "isMaximized": true}"#,
    #"{"width": 0, "height": "tall"}"#, #"{"width": 1e300, "height": null}"#, "{}",
  ])
  func `a size that no window can have is the usual one`(json: String) throws {
    let size = try JSONDecoder().decode(WindowSize.self, from: Data(json.utf8))
    #expect(size.width == 880)
    #expect(size.height == 640)
  }

  @Test func `what was typed and not shown comes back also if its window is closed`() {
    let draft = second.withID(.number(3))
    var windows = [first, second]
    windows.close(second, keeping: draft)
    #expect(windows == [first, draft])
    // The last window comes back, too.
    windows = [second]
    windows.close(second, keeping: draft)
    #expect(windows == [second, draft])
  }

  @Test func `windows are written and read`() throws {
    let storage = InMemoryFileStorage()
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      @Shared(.savedWindows) var windows
      $windows.withLock { $0 = [first, second] }
    }
    let file = try #require(storage.fileSystem.keys.first)
    let data = try #require(storage.fileSystem[file])
    withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: [file: data])
    } operation: {
      @Shared(.savedWindows) var windows
      #expect(windows == [first, second])
    }
  }

  @Test(arguments: [
    FormDraft.booking(item: .number(1), reason: .used, amount: "x", note: "For the boat"),
    .count(item: .number(1), amount: "12"),
    .item(id: .number(1), original: .drill, texts: [.name: "Saw", .price: "abc"]),
    .item(id: .number(7), original: nil, texts: [.notes: "One\nTwo"]),
    .location(id: 3, name: "Shed", parent: nil),
    .location(id: nil, name: nil, parent: "Garden"),
  ])
  func `what was typed is written and read`(draft: FormDraft) throws {
    var window = first
    window.draft = draft
    let data = try JSONEncoder().encode(window)
    #expect(try JSONDecoder().decode(SavedWindow.self, from: data) == window)
  }

  @Test func `a draft that cannot be read does not keep its window from coming back`() throws {
    var window = first
    window.draft = .count(item: .number(1), amount: "12")
    let text = String(decoding: try JSONEncoder().encode(window), as: UTF8.self)
      .replacing("amount", with: "number")
    window.draft = nil
    #expect(try JSONDecoder().decode(SavedWindow.self, from: Data(text.utf8)) == window)
  }

  @Test(arguments: [
    ("", 0), ("nonsense", 0), ("{}", 0), ("[]", 0), (#"[{"id": 3}]"#, 0),
    (
      #"[7, {"id": "00000000-0000-0000-0000-000000000001", "link": "x", "query": {}, "#
        + #""size": {"width": 1, "height": 2, "isMaximized": false}}, null]"#, 1
    ),
  ])
  func `what cannot be read is dropped quietly`(text: String, count: Int) {
    withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: [.savedWindows: Data(text.utf8)])
    } operation: {
      @Shared(.savedWindows) var windows
      #expect(windows.count == count)
    }
  }

  @Test(arguments: [
    (["HOME": "/home/x"], "/home/x/.local/state/inventory/windows.json"),
    (["HOME": "/home/x", "XDG_STATE_HOME": "/s"], "/s/inventory/windows.json"),
    (["HOME": "/home/x", "XDG_STATE_HOME": "s"], "/home/x/.local/state/inventory/windows.json"),
  ])
  func `the file is in the folder for state`(environment: [String: String], path: String) {
    #expect(URL.savedWindows(environment: environment).path(percentEncoded: false) == path)
  }
}
