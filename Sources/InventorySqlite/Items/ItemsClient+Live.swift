import InventoryCore

extension ItemsClient {
  static func live(_ session: InventorySession) -> ItemsClient {
    ItemsClient(
      page: { query, range in
        try await session.database().page(query, range, isComplete: false)
      },
      completePage: { query, range in try await session.database().page(query, range) },
      totals: { items in
        try await blockingUntilCancelled { checkCancellation in
          try session.database().totals(of: items, checkCancellation)
        }
      },
      dates: { ids in try await session.ask { try $0.dates(of: ids) } },
      position: { id, query in try await session.database().position(ofItem: id, in: query)
      },
      item: { id in try await session.ask { try $0.item(id: id) } },
      itemWithSku: { sku in try await session.ask { try $0.item(sku: sku) } },
      itemWithSkuInAnyCase: { sku in
        try await session.ask { try $0.item(sku: sku) ?? $0.onlyItem(skuIgnoringCase: sku) }
      },
      matches: { text in try await session.ask { try $0.matches(text) } },
      relatedItems: { id in try await session.ask { try $0.relatedItems(to: id) } },
      tags: { try await session.ask { try $0.tags() } },
      lowStock: { event in try await session.ask { try $0.lowStock(since: event) } },
      nextSku: { pattern in try await session.ask { try $0.nextSku(pattern) } },
      save: { edit in try await session.change { try $0.save(edit, journal: $1) } },
      delete: { id in try await session.change { try $0.delete(id: id, journal: $1) } }
    )
  }
}
