import PostgresClient

extension PoolState {
  var isLost: Bool { if case .lost = self { true } else { false } }
}
