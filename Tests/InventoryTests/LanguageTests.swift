import Foundation
import Testing

@testable import Inventory

@Suite struct `Finding the translations` {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Makes a folder with the catalogue of a program in one language.
  private func catalogue(_ path: String, domain: String = "inventory") throws -> String {
    let language = folder.file(path).appendingPathComponent("de/LC_MESSAGES")
    try FileManager.default.createDirectory(at: language, withIntermediateDirectories: true)
    try Data().write(to: language.appendingPathComponent("\(domain).mo"))
    return folder.file(path).path
  }

  @Test func `An installed program finds them in share`() throws {
    let share = try catalogue("usr/share/locale")
    #expect(
      Language.folder(executable: folder.file("usr/bin/inventory"), environment: [:]) == share
    )
  }

  @Test func `A program in the build folder finds them there, not those of other programs`() throws
  {
    _ = try catalogue("tree/.build/x86_64-unknown-linux-gnu/share/locale", domain: "other")
    let translations = try catalogue("tree/.build/translations")
    let executable = folder.file("tree/.build/x86_64-unknown-linux-gnu/debug/inventory")
    #expect(Language.folder(executable: executable, environment: [:]) == translations)
  }

  @Test func `The environment variable goes before all others`() throws {
    _ = try catalogue("usr/share/locale")
    let found = Language.folder(
      executable: folder.file("usr/bin/inventory"),
      environment: ["INVENTORY_TRANSLATIONS": "/nowhere"]
    )
    #expect(found == "/nowhere")
  }

  @Test func `A program without translations has none`() {
    #expect(Language.folder(executable: folder.file("bin/inventory"), environment: [:]) == nil)
  }
}
