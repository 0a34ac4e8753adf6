/// Which statements a server knows by name.
///
/// A statement is prepared when it is used for the third time. Before that it would cost a message
/// to the server that may never pay.
struct PreparedStatements {
  struct Key: Hashable {
    let text: String
    let types: [DataType]
  }

  enum Use: Equatable {
    /// Send the text.
    case text
    /// Prepare it under this name, after forgetting the other one.
    case prepare(name: String, forget: String?)
    /// Use this name.
    case name(String)
  }

  private struct Entry {
    let name: String
    var lastUse: Int
  }

  private static let usesBefore = 2

  private let limit: Int
  /// The beginning of all names.
  private let prefix: String
  private var entries: [Key: Entry] = [:]
  private var uses: [Key: Int] = [:]
  private var time = 0
  private var lastName = 0

  /// - Parameters:
  ///   - limit: How many statements are kept.
  ///   - prefix: The beginning of all names. By itself it is made by chance, because a pooler
  ///     between here and the server may give one session of the server to several clients.
  init(
    limit: Int,
    prefix: String = "inventory_" + String(UInt64.random(in: .min ... .max), radix: 36)
  ) {
    self.limit = limit
    self.prefix = prefix
  }

  var count: Int { entries.count }

  /// How a statement is to be sent.
  mutating func use(_ key: Key) -> Use {
    time += 1
    if let entry = entries[key] {
      entries[key]?.lastUse = time
      return .name(entry.name)
    }
    guard limit > 0 else { return .text }
    let count = uses[key, default: 0]
    guard count >= Self.usesBefore else {
      // What is used once is forgotten together.
      if uses.count >= 4 * limit { uses = [:] }
      uses[key] = count + 1
      return .text
    }
    var forgotten: String?
    if entries.count >= limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      forgotten = oldest.value.name
      entries[oldest.key] = nil
    }
    lastName += 1
    return .prepare(name: "\(prefix)_\(lastName)", forget: forgotten)
  }

  /// Notes that the server knows a statement.
  mutating func add(_ key: Key, name: String) {
    uses[key] = nil
    entries[key] = Entry(name: name, lastUse: time)
  }

  /// Forgets a statement, which is sent as text from now on until it is used often again.
  ///
  /// - Returns: Its name.
  mutating func remove(_ key: Key) -> String? {
    entries.removeValue(forKey: key)?.name
  }
}
