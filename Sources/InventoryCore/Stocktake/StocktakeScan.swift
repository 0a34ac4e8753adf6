/// What was scanned or typed in a stocktake, until it is known which item is meant and that item is
/// counted.
public struct StocktakeScan: Equatable, Identifiable, Sendable {
  public enum Answer: Equatable, Sendable {
    /// It is looked up once those before it are.
    case awaited
    /// It is being looked up.
    case requested
    case found(ItemMatches)
    case failed(reason: String)
  }

  /// Its number among the scans of the page.
  public let id: Int
  public let text: String
  /// The count that was entered behind it before its item was known.
  public var amount: String?
  public var answer: Answer
  /// Whether it was entered as a count, and may be one.
  public var isAmount: Bool

  public init(
    id: Int,
    text: String,
    amount: String? = nil,
    answer: Answer = .awaited,
    isAmount: Bool = false
  ) {
    self.id = id
    self.text = text
    self.amount = amount
    self.answer = answer
    self.isAmount = isAmount
  }

  /// The items that were found.
  public var matches: ItemMatches? {
    if case .found(let matches) = answer { matches } else { nil }
  }

  /// The item, if it is the only one that is meant.
  public var item: Item? {
    matches.flatMap { $0.exact.count == 1 ? $0.exact[0] : nil }
  }

  /// Whether the user has to say what becomes of it.
  public var isUnclear: Bool {
    switch answer {
    case .awaited, .requested: false
    case .found: item == nil
    case .failed: true
    }
  }
}
