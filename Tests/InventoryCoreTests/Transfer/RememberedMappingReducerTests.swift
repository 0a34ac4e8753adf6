import ComposableArchitecture
import Foundation
import Testing

@testable import InventoryCore

@MainActor
@Suite struct RememberedMappingReducerTests {
  private let file = URL(filePath: "/tmp/stock.csv")

  private func store(_ header: [String] = ["Ding", "Mark"]) -> TestStoreOf<ImportFeature> {
    var options = ImportOptions(mapping: ColumnMapping(columns: [nil, .sku]), header: header)
    options.format = .csv(.comma, .utf8)
    let preview = ImportPreview(
      format: .csv(.comma, .utf8),
      header: header,
      rows: [],
      options: options
    )
    let store = TestStore(initialState: ImportFeature.State(file: file)) {
      ImportFeature()
    } withDependencies: {
      $0.importFileReader.preview = { _, _, _ in preview }
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `what was said about columns is known for the next file with the same ones`() async {
    let first = store()
    await first.send(\.task)
    await first.receive(\.previewResponse.success)
    #expect(!first.state.isMappingRemembered)
    await first.send(.columnChanged(index: 0, .name))
    await first.send(.binding(.set(\.options.unmapped, .notes)))
    await first.send(\.importEnded.success, ImportSummary(added: 1))

    let second = store()
    await second.send(\.task)
    await second.receive(\.previewResponse.success)
    #expect(second.state.isMappingRemembered)
    #expect(second.state.options.mapping.columns == [.name, .sku])
    #expect(second.state.options.unmapped == .notes)

    let other = store(["Ding", "Marks"])
    await other.send(\.task)
    await other.receive(\.previewResponse.success)
    #expect(!other.state.isMappingRemembered)
    #expect(other.state.options.mapping.columns == [nil, .sku])
  }

  @Test func `what was said is forgotten if that is asked for`() async {
    @Shared(.rememberedMappings) var known = []
    $known.withLock {
      $0.remember(
        RememberedMapping(header: ["Ding", "Mark"], columns: [.name, nil], unmapped: .notes)
      )
    }
    let store = store()
    await store.send(\.task)
    await store.receive(\.previewResponse.success)
    #expect(store.state.options.mapping.columns == [.name, nil])
    await store.send(\.forgetButtonTapped)
    #expect(!store.state.isMappingRemembered)
    #expect(store.state.options.mapping.columns == [nil, .sku])
    #expect(store.state.options.unmapped == .leftOut)
    #expect(known == [])
  }

  @Test func `what the program guesses itself is not kept, and only the latest are`() async {
    @Shared(.rememberedMappings) var known = []
    let store = store()
    await store.send(\.task)
    await store.receive(\.previewResponse.success)
    await store.send(\.importEnded.success, ImportSummary(added: 1))
    #expect(known == [])
    $known.withLock {
      for number in 0..<30 {
        $0.remember(RememberedMapping(header: ["\(number)"], columns: [.name], unmapped: .notes))
      }
      let long = String(repeating: "x", count: [RememberedMapping].headerLimit + 1)
      $0.remember(RememberedMapping(header: [long], columns: [.name], unmapped: .notes))
    }
    #expect(known.map(\.header) == (10..<30).reversed().map { ["\($0)"] })
  }
}
