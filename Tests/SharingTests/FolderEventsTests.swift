import Dispatch
import Foundation
import Glibc
import Sharing
import Synchronization
import TestSupport
import Testing

@Suite struct FolderEventsTests {
  let folder: TemporaryFolder
  let queue = DispatchQueue(label: "FolderEventsTests")
  let received = Received()

  final class Received: Sendable {
    private let events = Mutex<[FolderEvents.Event]>([])
    var all: [FolderEvents.Event] { events.withLock { $0 } }
    func append(_ new: [FolderEvents.Event]) { events.withLock { $0 += new } }
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func watch(_ folder: String, pause: DispatchTimeInterval? = nil) throws -> (
    events: FolderEvents, watch: Int32
  ) {
    let events = try FolderEvents(on: queue, pause: pause) { [received] in received.append($0) }
    return (events, try events.watch(folder, for: Int(IN_MODIFY | IN_MOVED_TO)))
  }

  @Test func `the name of a file that is written is told`() async throws {
    let (events, watch) = try watch(folder.url.path())
    try Data("1".utf8).write(to: folder.file("a file"))
    #expect(await eventually { received.all.contains(.file(name: "a file", watch: watch)) })
    withExtendedLifetime(events) {}
  }

  @Test func `what happens in the pause is told after it`() async throws {
    let (events, watch) = try watch(folder.url.path(), pause: .milliseconds(50))
    for name in ["one", "two", "three"] {
      try Data("1".utf8).write(to: folder.file(name))
      #expect(await eventually { received.all.contains(.file(name: name, watch: watch)) })
    }
    withExtendedLifetime(events) {}
  }

  @Test func `a folder that is removed is told`() async throws {
    let inner = folder.file("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let (events, watch) = try watch(inner.path())
    try FileManager.default.removeItem(at: inner)
    #expect(await eventually { received.all.contains(.folderIsGone(watch: watch)) })
    withExtendedLifetime(events) {}
  }

  @Test func `events that the kernel drops are told as an overflow`() async throws {
    let limit = try #require(
      Int(
        String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      )
    )
    let files =
      [open(folder.file("a").path(), O_CREAT | O_WRONLY, 0o600)]
      + [open(folder.file("b").path(), O_CREAT | O_WRONLY, 0o600)]
    defer { for file in files { close(file) } }
    let (events, _) = try watch(folder.url.path())
    // Nothing is read while the queue is busy. Equal events in a row would be one, so the files
    // take turns.
    queue.suspend()
    for count in 0...limit { _ = write(files[count % 2], "1", 1) }
    queue.resume()
    #expect(await eventually { received.all.contains(.overflow) })
    withExtendedLifetime(events) {}
  }

  @Test func `no event comes after the reader is gone`() async throws {
    do { _ = try watch(folder.url.path()) }
    try Data("1".utf8).write(to: folder.file("late"))
    // A second reader of the same queue says when the first one would have read it.
    let (events, watch) = try watch(folder.url.path())
    try Data("1".utf8).write(to: folder.file("next"))
    #expect(await eventually { received.all.contains(.file(name: "next", watch: watch)) })
    #expect(!received.all.contains { if case .file("late", _) = $0 { true } else { false } })
    withExtendedLifetime(events) {}
  }

  @Test func `a folder that is not there is an error`() throws {
    #expect(throws: POSIXError(.ENOENT)) { try watch(folder.file("missing").path()) }
  }
}
