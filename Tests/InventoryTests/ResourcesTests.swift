import Foundation
import Testing

@testable import Inventory

@Suite struct `Finding the resources` {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Makes a folder with the files that the program needs.
  private func resources(_ path: String) throws -> URL {
    let url = folder.file(path)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for name in ["style.css", "sample-data.csv"] {
      try Data().write(to: url.appendingPathComponent(name))
    }
    return url
  }

  @Test func `An installed program finds them in share`() throws {
    let share = try resources("usr/share/inventory")
    let found = try Resources(executable: folder.file("usr/bin/inventory"), environment: [:])
    #expect(found.styleSheet.path == "\(share.path)/style.css")
    #expect(found.sampleData.path == "\(share.path)/sample-data.csv")
    #expect(found.icons.path == folder.file("usr/share/icons").path)
  }

  @Test func `A program in the build folder finds them in the sources`() throws {
    let sources = try resources("tree/resources")
    let executable = folder.file("tree/.build/x86_64-unknown-linux-gnu/debug/inventory")
    let found = try Resources(executable: executable, environment: [:])
    #expect(found.styleSheet.path == "\(sources.path)/style.css")
    #expect(found.icons.path == "\(sources.path)/icons")
  }

  @Test func `Nothing is taken from other folders above the program`() throws {
    // As another user of the machine could make them in /tmp.
    for path in ["resources", "tree/resources", "tree/bin/resources", "usr/resources"] {
      _ = try resources(path)
    }
    for path in ["tree/bin/inventory", "tree/x/y/z/inventory", "usr/bin/inventory", "inventory"] {
      #expect(throws: Resources.Missing.self, "\(path)") {
        try Resources(executable: folder.file(path), environment: [:])
      }
    }
  }

  @Test func `The environment variable goes before all others`() throws {
    _ = try resources("usr/share/inventory")
    let elsewhere = try resources("elsewhere")
    let found = try Resources(
      executable: folder.file("usr/bin/inventory"),
      environment: ["INVENTORY_RESOURCES": elsewhere.path]
    )
    #expect(found.styleSheet.path == "\(elsewhere.path)/style.css")
  }

  @Test func `A wrong environment variable is not passed over in silence`() throws {
    _ = try resources("usr/share/inventory")
    #expect(throws: Resources.Missing(folders: ["/nowhere"])) {
      try Resources(
        executable: folder.file("usr/bin/inventory"),
        environment: ["INVENTORY_RESOURCES": "/nowhere"]
      )
    }
  }

  @Test func `Missing resources are reported with all the places and what to do`() throws {
    let error = try #require(throws: Resources.Missing.self) {
      try Resources(executable: folder.file("usr/bin/inventory"), environment: [:])
    }
    #expect(error.folders.first == folder.file("usr/share/inventory").path)
    #expect(error.description.contains("INVENTORY_RESOURCES"))
    #expect(error.localizedDescription == error.description)
  }

  @Test func `The running tests find those of the sources`() throws {
    let found = try Resources()
    #expect(found.styleSheet.path == Program.sources.path + "/resources/style.css")
    let header = try String(contentsOf: found.sampleData, encoding: .utf8).prefix { $0 != "\r\n" }
    #expect(header.hasPrefix("name,sku,barcode,quantity,unit,"))
  }
}
