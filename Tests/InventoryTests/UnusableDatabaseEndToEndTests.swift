import Foundation
import TestSupport
import Testing

/// A database of one's own that cannot be used.
extension `The program on a desktop` {
  @Test func `A file that is no inventory gets a page that says so, and a status`() async throws {
    let file = try folder.file("letter.txt", String(repeating: "This is a letter.\n", count: 99))
    let desktop = try Desktop()
    try await desktop.launch(["--database", file.path])
    try await desktop.find(.label, "This File Is Not an Inventory")
    try await desktop.focused("Try Again")
    try await desktop.screenshot("not-an-inventory")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 2)
    let content = try String(contentsOf: file, encoding: .utf8)
    #expect(content.hasPrefix("This is a letter."))
  }

  @Test func `The sidebar says why it cannot be read, too`() async throws {
    let file = try folder.file("letter.txt", String(repeating: "This is a letter.\n", count: 99))
    let desktop = try Desktop()
    try await desktop.launch(["--database", file.path])
    try await desktop.find(.label, "This File Is Not an Inventory")
    try await desktop.resize("Inventory", width: 1_000, height: 700)
    try await desktop.find(.label, "Low Stock")
    func count() async throws -> Int {
      try await desktop.labels().count { $0 == "This File Is Not an Inventory" }
    }
    #expect(try await eventually { try await count() == 2 })
    try await desktop.screenshot("sidebar-unreadable")
  }

  @Test func `A link does not keep the page from showing`() async throws {
    let desktop = try Desktop()
    try await desktop.launch(["--database", folder.url.path, "--open", "inventory://items/A"])
    try await desktop.find(.button, "Try Again")
    try await desktop.find(.label, "The link cannot be opened")
  }

  @Test func `A file that is replaced while it is open gets a page that says what to do`()
    async throws
  {
    let file = folder.url.appending(path: "items.sqlite")
    let desktop = try Desktop()
    try await desktop.launch(["--database", file.path])
    try await desktop.find(.button, "Load Sample Data")
    // This makes another file and gives it the name.
    try Data("This is a letter.".utf8).write(to: file, options: .atomic)
    try await desktop.find(.label, "Another File Has Taken Its Place")
    // What cannot help is not offered.
    try await desktop.gone(.button, "Try Again")
    try await desktop.screenshot("file-replaced")
  }

  @Test(arguments: [[], ["--export", "/dev/stdout"], ["--open", "inventory://items/A"]])
  func `Without a display a file that is no inventory ends the program`(
    arguments: [String]
  ) async throws {
    let file = try folder.file("letter.txt", String(repeating: "This is a letter.\n", count: 99))
    let outcome = try await Program.runWithoutDisplay(
      ["--database", file.path] + arguments,
      home: folder.url
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(file.path))
    #expect(outcome.output == "")
  }
}
