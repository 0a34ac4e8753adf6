import Foundation
import Glibc
import IssueReporting
import Observation
import Sharing
import Synchronization
import TestSupport
import Testing

private struct Note: Codable, Equatable, Sendable {
  var text = ""
}

@Suite struct FileStorageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func text(_ url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  // MARK: In memory, as in tests

  @Test func `files are in memory in a test`() {
    let url = folder.file("notes.json")
    @Shared(.fileStorage(url)) var notes: [Note] = []
    $notes.withLock { $0.append(Note(text: "Hello")) }
    #expect(!FileManager.default.fileExists(atPath: url.path()))
    @Dependency(\.defaultFileStorage) var storage
    #expect((try? storage.contents(of: url)).flatMap(\.self) != nil)
  }

  @Test func `a storage in memory can begin with files, and is written`() throws {
    let url = URL(filePath: "/notes.json")
    let storage = InMemoryFileStorage(fileSystem: [url: Data(#"[{"text":"A"}]"#.utf8)])
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      @Shared(.fileStorage(url)) var notes: [Note] = []
      #expect(notes == [Note(text: "A")])
      $notes.withLock { $0 = [] }
      #expect(storage.fileSystem[url] == Data("[]".utf8))
      storage.write(Data(#"[{"text":"B"}]"#.utf8), to: url)
      #expect(notes == [Note(text: "B")])
    }
  }

  @Test func `a file in memory that cannot be decoded is renamed`() throws {
    let url = URL(filePath: "/notes.json")
    let storage = InMemoryFileStorage(fileSystem: [url: Data("garbage".utf8)])
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      @Shared(.fileStorage(url)) var notes = [Note(text: "default")]
      #expect(notes == [Note(text: "default")])
      #expect($notes.loadError is DecodingError)
    }
    let (kept, data) = try #require(storage.fileSystem.first)
    #expect(storage.fileSystem.count == 1)
    #expect(kept.lastPathComponent.hasPrefix("notes.json.corrupt-"))
    #expect(data == Data("garbage".utf8))
  }

  @Test func `a file that never stops changing counts as unusable after some reads`() {
    let storage = RestlessStorage()
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      @Shared(.fileStorage(URL(filePath: "/notes.json"))) var notes = [Note(text: "default")]
      #expect(notes == [Note(text: "default")])
      #expect($notes.loadError is DecodingError)
    }
    #expect(storage.reads.value == 20)
    #expect(storage.isSetAside.value)
  }

  @Test func `an empty file counts as one without a value`() throws {
    let (notesURL, textURL) = (URL(filePath: "/notes.json"), URL(filePath: "/text"))
    let storage = InMemoryFileStorage(fileSystem: [notesURL: Data(), textURL: Data()])
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      @Shared(.fileStorage(notesURL)) var notes = [Note(text: "default")]
      #expect(notes == [Note(text: "default")])
      #expect($notes.loadError == nil)
      // If the format can decode an empty file, the value is the decoded one.
      let key = FileStorageKey<String>.fileStorage(textURL) {
        String(decoding: $0, as: UTF8.self)
      } encode: {
        Data($0.utf8)
      }
      @Shared(key) var text = "default"
      #expect(text == "")
      storage.write(Data("[]".utf8), to: notesURL)
      #expect(notes == [])
      storage.write(Data(), to: notesURL)
      #expect(notes == [Note(text: "default")])
    }
    #expect(Set(storage.fileSystem.keys) == [notesURL, textURL])
  }

  @Test func `a successful save clears the error of a file that could not be used`() {
    let url = URL(filePath: "/count.json")
    let storage = InMemoryFileStorage(fileSystem: [url: Data("oops".utf8)])
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      @Shared(.fileStorage(url)) var count = 4
      #expect($count.loadError is DecodingError)
      $count.withLock { $0 = 1 }
      #expect($count.loadError == nil)
      storage.write(Data("oops".utf8), to: url)
      #expect(count == 1)
      #expect($count.loadError is DecodingError)
    }
  }

  @Test func `removing a file drops a pending change`() async throws {
    try await withDependencies {
      $0.defaultFileStorage = PatientStorage()
    } operation: {
      let url = folder.file("count.json")
      @Shared(.fileStorage(url)) var count = 7
      $count.withLock { $0 = 1 }
      $count.withLock { $0 = 2 }
      try FileManager.default.removeItem(at: url)
      #expect(await eventually { count == 7 })
      // Loading would first write the pending change.
      try await $count.load()
      #expect(count == 7)
      #expect(!FileManager.default.fileExists(atPath: url.path()))
      $count.withLock { $0 = 3 }
      try await $count.save()
      #expect(try text(url) == "3")
    }
  }

  @Test func `closures decode and encode a custom format`() throws {
    let url = URL(filePath: "/count.txt")
    let storage = InMemoryFileStorage(fileSystem: [url: Data("41".utf8)])
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      struct NoNumber: Error {}
      let key = FileStorageKey<Int>.fileStorage(url) { data in
        guard let number = Int(String(decoding: data, as: UTF8.self)) else { throw NoNumber() }
        return number
      } encode: {
        Data("\($0)".utf8)
      }
      @Shared(key) var count = 0
      #expect(count == 41)
      $count.withLock { $0 += 1 }
      #expect(storage.fileSystem[url] == Data("42".utf8))
    }
  }

  // MARK: Writing

  @Test func `the first change is written at once, and later ones within about a second`()
    async throws
  {
    try await withFileSystem {
      let url = folder.file("new/folder/count.json")
      @Shared(.fileStorage(url)) var count = 0
      $count.withLock { $0 = 1 }
      #expect(try text(url) == "1")
      $count.withLock { $0 = 2 }
      $count.withLock { $0 = 3 }
      #expect(try await eventually { try text(url) == "3" })
      let names = try FileManager.default.contentsOfDirectory(
        atPath: url.deletingLastPathComponent().path()
      )
      #expect(names == ["count.json"])
    }
  }

  @Test func `saving writes a pending change at once`() async throws {
    try await withFileSystem {
      let url = folder.file("count.json")
      @Shared(.fileStorage(url)) var count = 0
      $count.withLock { $0 = 1 }
      $count.withLock { $0 = 2 }
      try await $count.save()
      #expect(try text(url) == "2")
    }
  }

  @Test func `a pending change outlives the last reference, and the next one loads it`()
    async throws
  {
    try await withFileSystem {
      let url = folder.file("count.json")
      do {
        @Shared(.fileStorage(url)) var count = 0
        $count.withLock { $0 = 1 }
        $count.withLock { $0 = 2 }
      }
      @Shared(.fileStorage(url)) var count = 0
      #expect(count == 2)
      let written = try text(url)
      #expect(written == "2")
    }
  }

  @Test func `after changes by many threads the file has the last value`() async throws {
    try await withFileSystem {
      let url = folder.file("count.json")
      @Shared(.fileStorage(url)) var count = 0
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask { [count = $count] in
            for _ in 0..<50 { count.withLock { $0 += 1 } }
          }
        }
      }
      #expect(count == 1_000)
      try await $count.save()
      #expect(try text(url) == "1000")
    }
  }

  @Test func `a symbolic link is kept, and a file keeps its permissions`() async throws {
    try await withFileSystem {
      let (link, target) = (folder.file("link.json"), folder.file("target.json"))
      try Data("1".utf8).write(to: target)
      chmod(target.path(), 0o640)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
      @Shared(.fileStorage(link)) var count = 0
      #expect(count == 1)
      $count.withLock { $0 = 2 }
      #expect(try text(target) == "2")
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: link.path()) == target.path()
      )
      var status = stat()
      stat(target.path(), &status)
      #expect(status.st_mode & 0o777 == 0o640)
      // Changes of the link's target are seen, too.
      try Data("3".utf8).write(to: target, options: .atomic)
      #expect(await eventually { count == 3 })
    }
  }

  @Test func `an error in writing a file is stored, and saving throws it`() async throws {
    try await withFileSystem {
      try Data().write(to: folder.file("file"))
      let url = folder.file("file").appending(path: "count.json")
      @Shared(.fileStorage(url)) var count = 0
      $count.withLock { $0 = 1 }
      #expect(count == 1)
      #expect($count.saveError is FileStorageError)
      await #expect(throws: FileStorageError.self) { try await $count.save() }
    }
  }

  // MARK: Changes by others

  @Test func `changes by another program are seen: in place, by replacement, by removal`()
    async throws
  {
    try await withFileSystem {
      let url = folder.file("count.json")
      @Shared(.fileStorage(url)) var count = 7
      let changes = Mutex(0)
      try Data("1".utf8).write(to: url)
      #expect(await eventually { count == 1 })
      withObservationTracking {
        _ = count
      } onChange: {
        changes.withLock { $0 += 1 }
      }
      try Data("2".utf8).write(to: url, options: .atomic)
      #expect(await eventually { count == 2 })
      #expect(await eventually { changes.withLock { $0 } == 1 })
      try FileManager.default.removeItem(at: url)
      #expect(await eventually { count == 7 })
      try FileManager.default.removeItem(at: folder.url)
      $count.withLock { $0 = 8 }
      try await $count.save()
      try Data("9".utf8).write(to: url, options: .atomic)
      #expect(await eventually { count == 9 })
    }
  }

  @Test func `two files in one folder are distinguished`() async throws {
    try await withFileSystem {
      @Shared(.fileStorage(folder.file("a.json"))) var a = 0
      @Shared(.fileStorage(folder.file("b.json"))) var b = 0
      try Data("1".utf8).write(to: folder.file("a.json"))
      #expect(await eventually { a == 1 })
      #expect(b == 0)
    }
  }

  @Test func `loading again reads the file`() async throws {
    let url = URL(filePath: "/count.json")
    @Shared(.fileStorage(url)) var count = 0
    @Dependency(\.defaultFileStorage) var storage
    try storage.write(Data("5".utf8), to: url)
    try await $count.load()
    #expect(count == 5)
    #expect(!$count.isLoading)
  }

  // MARK: Unusable files

  /// Contents, and other things, that cannot be used as the file.
  enum Hostile: String, CaseIterable, Sendable {
    case torn
    case wrongType
    case folder
    case pipe
    case linkToItself
    case huge
    case deeplyNested

    func place(at url: URL) throws {
      switch self {
      case .torn: try Data(#"{"text":"Hel"#.utf8).write(to: url)
      case .wrongType: try Data(#"{"text":1}"#.utf8).write(to: url)
      case .folder:
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        try Data("inside".utf8).write(to: url.appending(path: "file"))
      case .pipe: mkfifo(url.path(), 0o600)
      case .linkToItself:
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: url)
      case .huge:
        try Data().write(to: url)
        truncate(url.path(), off_t(LocalFileStorage.maximumSize) + 1)
      case .deeplyNested:
        try Data(String(repeating: "[", count: 100_000).utf8).write(to: url)
      }
    }
  }

  @Test(arguments: Hostile.allCases)
  func `what cannot be used is reported once, kept aside, and the default used`(_ hostile: Hostile)
    async throws
  {
    try await withFileSystem {
      let url = folder.file("note.json")
      try hostile.place(at: url)
      withDependencies {
        $0.context = .live
      } operation: {
        withKnownIssue {
          @Shared(.fileStorage(url)) var note = Note(text: "default")
          @Shared(.fileStorage(url)) var again = Note(text: "other default")
          #expect(note == Note(text: "default"))
          #expect(again == note)
          #expect($note.loadError is DecodingError || $note.loadError is FileStorageError)
        } matching: { issue in
          let text = issue.comments.map(\.rawValue).joined()
          return text.contains(url.path()) && text.contains("note.json.corrupt-")
        }
      }
      let names = try folder.names
      #expect(names.count == 1)
      #expect(names[0].hasPrefix("note.json.corrupt-"))

      // The file can be used again, and the renamed one is kept.
      @Shared(.fileStorage(url)) var note = Note(text: "new")
      #expect($note.loadError == nil)
      $note.withLock { $0.text = "changed" }
      #expect(try text(url) == #"{"text":"changed"}"#)
      #expect(try folder.names.count == 2)
    }
  }

  @Test
  func `a file that is torn while it is in use leaves the value, and the next change is saved`()
    async throws
  {
    try await withFileSystem {
      let url = folder.file("note.json")
      @Shared(.fileStorage(url)) var note = Note()
      $note.withLock { $0.text = "A" }
      try Data(#"{"tex"#.utf8).write(to: url)
      #expect(await eventually { $note.loadError != nil })
      #expect(note == Note(text: "A"))
      $note.withLock { $0.text = "B" }
      try await $note.save()
      #expect(try text(url) == #"{"text":"B"}"#)
      #expect(try folder.names.count == 2)
    }
  }

  @Test func `a URL that is not a file URL cannot be loaded`() async throws {
    await withFileSystem {
      let url = URL(string: "https://example.org/notes.json")!  // It is well formed.
      @Shared(.fileStorage(url)) var count = 3
      #expect(count == 3)
      #expect($count.loadError is FileStorageError)
    }
  }

  // MARK: The end of the process

  @Test func `pending changes are written when the process exits`() async throws {
    let path = folder.file("count.json").path()
    await #expect(processExitsWith: .exitCode(3)) { [path = path as String] in
      await Task.yield()
      withDependencies {
        $0.defaultFileStorage = .fileSystem
      } operation: {
        @Shared(.fileStorage(URL(filePath: path))) var count = 0
        for _ in 0..<5 { $count.withLock { $0 += 1 } }
        exit(3)
      }
    }
    #expect(try text(URL(filePath: path)) == "5")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `what waits is written when a signal ends the process`(_ signal: Int32) async throws {
    let path = folder.file("count.json").path()
    await #expect(processExitsWith: .signal(signal)) {
      [path = path as String, signal = signal as Int32] in
      await Task.yield()
      withDependencies {
        $0.defaultFileStorage = .fileSystem
      } operation: {
        @Shared(.fileStorage(URL(filePath: path))) var count = 0
        for _ in 0..<5 { $count.withLock { $0 += 1 } }
        kill(getpid(), signal)
        sleep(10)
      }
    }
    #expect(try text(URL(filePath: path)) == "5")
  }
}

/// Files of this computer with so long an interval between writes that changes stay pending during
/// a test.
private final class PatientStorage: FileStorage {
  private let base = LocalFileStorage.shared

  var writeInterval: Duration { .seconds(600) }

  func contents(of url: URL) throws -> Data? { try base.contents(of: url) }
  func write(_ data: Data, to url: URL) throws { try base.write(data, to: url) }
  func setAside(_ url: URL) throws -> URL { try base.setAside(url) }
  func lock(_ url: URL) throws -> SharedSubscription { try base.lock(url) }

  func observe(_ url: URL, onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    base.observe(url, onChange: onChange)
  }
}

/// A storage whose file has other content at each read, and never any that can be decoded.
private final class RestlessStorage: FileStorage {
  let reads = LockIsolated(0)
  let isSetAside = LockIsolated(false)

  var writeInterval: Duration { .milliseconds(1) }

  func contents(of _: URL) -> Data? {
    Data("not JSON, \(reads.withValue { $0 += 1; return $0 })".utf8)
  }

  func write(_: Data, to _: URL) {}

  func setAside(_ url: URL) -> URL {
    isSetAside.setValue(true)
    return url.appendingPathExtension("corrupt")
  }

  func lock(_: URL) -> SharedSubscription { SharedSubscription {} }

  func observe(_: URL, onChange _: @escaping @Sendable () -> Void) -> SharedSubscription {
    SharedSubscription {}
  }
}
