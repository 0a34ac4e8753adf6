import InventoryCore
import PostgresClient
import Synchronization

extension ItemsClient {
  static func live(_ session: PostgresSession) -> ItemsClient {
    let counts = KnownCount()
    let completePage: @Sendable (ItemQuery, Range<Int>) async throws -> ItemPage = { query, range in
      let page = try await session.ask {
        try await $0.page(query, range, knownCount: counts[query])
      }
      counts[query] = page.count
      return page
    }
    return ItemsClient(
      page: { query, range in
        // All items are counted already.
        guard range.lowerBound == 0, !query.findsAll else {
          return try await completePage(query, range)
        }
        return try await session.ask { try await $0.firstPage(query, range.count) }
      },
      completePage: completePage,
      totals: { items in try await session.ask { try await $0.totals(of: items) } },
      dates: { ids in try await session.ask { try await $0.dates(of: ids) } },
      position: { id, query in
        try await session.ask { try await $0.position(of: id, in: query) }
      },
      item: { id in try await session.ask { try await $0.item(id) } },
      itemWithSku: { sku in
        try await session.ask { try await $0.items(where: "item.sku = \(sku)").first }
      },
      itemWithSkuInAnyCase: { sku in
        try await session.read { try await $0.item(skuInAnyCase: sku) }
      },
      matches: { text in try await session.read { try await $0.matches(text) } },
      relatedItems: { id in try await session.ask { try await $0.relatedItems(to: id) } },
      tags: { try await session.ask { try await $0.tags() } },
      lowStock: { event in try await session.read { try await $0.lowStock(since: event) } },
      nextSku: { pattern in try await session.ask { try await $0.nextSku(pattern) } },
      save: { edit in
        let (item, former) = (edit.edited, edit.original)
        let location = item.location == former?.location ? "" : item.location
        return try await session.change(of: item.id, making: LocationPath(location)) {
          try await $0.save(edit)
        }
      },
      delete: { id in
        try await session.change(of: id, mayDelete: true) {
          _ = try await $0.execute("DELETE FROM item WHERE id = \(id)")
        }
      }
    )
  }
}

/// How many items the query had of which a page was read last.
private final class KnownCount: Sendable {
  private let latest = Mutex<(query: ItemQuery, count: Int)?>(nil)

  subscript(query: ItemQuery) -> Int? {
    get { latest.withLock { $0?.query == query ? $0?.count : nil } }
    set { latest.withLock { latest in latest = newValue.map { (query, $0) } } }
  }
}
