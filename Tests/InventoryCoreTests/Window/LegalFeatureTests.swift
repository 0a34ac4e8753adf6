import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

@MainActor
@Suite struct LegalFeatureTests {
  @Test func `each part has a name of its own, a license and a website`() {
    let store = TestStore(initialState: LegalFeature.State()) { LegalFeature() }
    let parts = store.state.parts
    #expect(Set(parts.map(\.id)).count == parts.count)
    for part in parts {
      #expect(part.license != "")
      #expect(part.website?.scheme == "https", "\(part.name)")
    }
  }

  @Test func `no package is left out that the package of the program depends on`() throws {
    let root = packageURL("")
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let names = Set(LegalFeature.State().parts.map(\.name))
    // What only builds or documents the program is not in it.
    let tools: Set = ["swift-syntax", "swift-docc-plugin"]
    let packages = manifest.matches(of: /github\.com\/[\w-]+\/([\w.-]+)"/).map {
      String($0.output.1)
    }
    #expect(!packages.isEmpty)
    #expect(Set(packages).subtracting(tools).isSubset(of: names))
  }
}
