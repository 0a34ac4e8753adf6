import Foundation
import Testing

@testable import Sharing

@Suite struct PrivateFileTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "private-file-\(UUID().uuidString)", directoryHint: .isDirectory)
    try PrivateFile.makeFolder(folder.path(percentEncoded: false))
  }

  private func path(_ name: String) -> String {
    folder.appending(path: name).path(percentEncoded: false)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `new files and folders are their owner's alone, whatever the umask`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try PrivateFile.makeFolder(path("a/b/c"))
    try PrivateFile.make(path("made"))
    try PrivateFile.replace(path("written"), with: Data("x".utf8))
    #expect(["a", "a/b", "a/b/c"].map { mode(path($0)) } == [0o700, 0o700, 0o700])
    #expect(["made", "written"].map { mode(path($0)) } == [0o600, 0o600])
  }

  @Test(arguments: [0o644, 0o600, 0o660, 0o400] as [mode_t])
  func `a file that is replaced keeps its mode`(expected: mode_t) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path("file")
    try PrivateFile.replace(file, with: Data("old".utf8))
    chmod(file, expected)
    try PrivateFile.replace(file, with: Data("new".utf8))
    #expect(mode(file) == expected)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("")) == ["file"])
  }

  @Test func `a file that is there is not made again, also if it is a link to nothing`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try PrivateFile.make(path("file"))
    symlink(path("nothing"), path("link"))
    for name in ["file", "link"] {
      let error = #expect(throws: POSIXError.self) { try PrivateFile.make(path(name)) }
      #expect([.EEXIST, .ELOOP].contains(error?.code))
    }
    #expect(!FileManager.default.fileExists(atPath: path("nothing")))
  }

  @Test func `a failure leaves the old content and nothing else`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try PrivateFile.makeFolder(path("taken/inner"))
    #expect(throws: POSIXError.self) { try PrivateFile.replace(path("taken"), with: Data()) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("")) == ["taken"])
  }

  @Test func `a file with the longest possible name is replaced`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path(String(repeating: "ä", count: 127))
    try PrivateFile.replace(file, with: Data("x".utf8))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "x")
  }

  @Test func `only files are opened for reading`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    mkfifo(path("pipe"), 0o600)
    for name in [path("pipe"), path(""), "/dev/zero", "/proc/self/status", "/proc/kmsg"] {
      #expect(throws: PrivateFile.NotRegular.self, "\(name)") {
        try PrivateFile.openForReading(name)
      }
    }
    try PrivateFile.replace(path("file"), with: Data("four".utf8))
    symlink(path("file"), path("link"))
    #expect(try PrivateFile.openForReading(path("link")).readToEnd() == Data("four".utf8))
    #expect(throws: PrivateFile.TooLarge.self) {
      try PrivateFile.openForReading(path("file"), limit: 3)
    }
    #expect(throws: POSIXError.self) { try PrivateFile.openForReading(path("missing")) }
  }

  @Test func `nothing is left of a file that was never given its name`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let temporary = PrivateFile.temporaryName(for: path("file"))
    let descriptor = try PrivateFile.open(temporary, replacing: path("file"))
    // Where the file system has no files without names, it is made under its name.
    let isUnnamed = access(temporary, F_OK) != 0
    try PrivateFile.write(Data("new".utf8), to: descriptor)
    close(descriptor)
    let left = try FileManager.default.contentsOfDirectory(atPath: path(""))
    #expect(left.isEmpty == isUnnamed)
  }

  @Test func `a file gets its name with its content`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let temporary = PrivateFile.temporaryName(for: path("file"))
    let descriptor = try PrivateFile.open(temporary, replacing: path("file"))
    defer { close(descriptor) }
    try PrivateFile.write(Data("new".utf8), to: descriptor)
    try PrivateFile.giveName(descriptor, to: temporary)
    #expect(try String(contentsOfFile: temporary, encoding: .utf8) == "new")
    #expect(mode(temporary) == 0o600)
    try PrivateFile.rename(temporary, to: path("file"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("")) == ["file"])
  }
}
