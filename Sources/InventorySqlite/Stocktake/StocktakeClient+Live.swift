import InventoryCore

extension StocktakeClient {
  static func live(_ session: InventorySession) -> StocktakeClient {
    StocktakeClient(
      counts: { try await session.ask { try $0.stocktake() } },
      countedItems: { try await session.ask { try $0.countedItems() } },
      count: { amount, id, isAddition in
        try await session.change {
          try $0.count(amount, ofItem: id, isAddition: isAddition, journal: $1)
        }
      },
      removeCount: { id in
        try await session.change { try $0.removeCount(ofItem: id, journal: $1) }
      },
      discard: { try await session.change { try $0.discardStocktake(journal: $1) } },
      book: { reviewed in
        try await session.change { try $0.bookStocktake(reviewed, journal: $1) }
      }
    )
  }
}
