/// Finds the objects of a list in a JSON text that is fed to it in pieces of any size.
///
/// The list is the whole text, or a member of an object that has a name such as `items`. A file can
/// also be one item, or have one in each line. One object is in memory at a
/// time, and what is in it is looked at by nobody here.
struct JsonSplitter {
  /// An object of the list, and where it begins.
  struct Object {
    var bytes: [UInt8]
    var position: CsvParser.Position

    /// The position of a byte of the object.
    func position(at offset: Int) -> CsvParser.Position {
      var position = position
      for byte in bytes.prefix(offset) { position.advance(over: byte) }
      return position
    }
  }

  /// The longest object, in bytes.
  static let objectLimit = Limits.jsonObject
  /// How many objects and lists may lie in each other.
  static let depthLimit = Limits.jsonDepth

  /// The members that are lists of items in the files of programs.
  private static let lists = Set(
    ["items", "rows", "data", "results", "records", "products", "assets", "inventory", "entries"]
      .map { Array($0.utf8) }
  )

  private let file: String
  private var position = CsvParser.Position()
  private var depth = 0
  /// The depth of what is in the list, once it has begun.
  private var listDepth: Int?
  private var hasEnded = false
  private var isInString = false
  private var isEscaped = false
  /// The string that was read last in the object around the list: a key, perhaps.
  private var key: [UInt8] = []
  /// The name of the list; empty if it is the whole text.
  private var listKey: [UInt8] = []
  /// The first bytes, which may be a byte order mark.
  private var skipped = 0
  private var object: Object?
  /// The object around everything, as long as it may be an item itself: that of a file with one
  /// item, or of a line of one with an item in each line.
  private var single: Object?
  private var hasSingles = false

  init(file: String) {
    self.file = file
  }

  /// Takes the next bytes and hands on each object that they complete.
  ///
  /// - Throws: ``CsvError``, or what `onObject` throws. The splitter is of no use afterwards.
  mutating func take(_ bytes: [UInt8], onObject: (Object) throws -> Void) throws {
    for byte in bytes {
      // A byte order mark is no part of the text.
      if skipped < 3, byte == [0xEF, 0xBB, 0xBF][skipped] {
        skipped += 1
        continue
      }
      skipped = 3
      try take(byte, onObject: onObject)
      position.advance(over: byte)
    }
  }

  /// Tells that the text has ended.
  func finish() throws {
    if listDepth == nil, !hasEnded, !hasSingles, depth == 0 {
      throw error(tr("the file is empty; expected a list of items"))
    }
    guard hasEnded || hasSingles, depth == 0, !isInString else {
      throw error(tr("the file ends here; expected the end of the list of items"))
    }
  }

  private mutating func take(_ byte: UInt8, onObject: (Object) throws -> Void) throws {
    object?.bytes.append(byte)
    single?.bytes.append(byte)
    if let size = single?.bytes.count, size > Self.objectLimit { single = nil }
    if let size = object?.bytes.count, size > Self.objectLimit {
      throw error(tr("the item that begins before is too long; expected at most 4 MB"))
    }
    if isInString {
      takeInString(byte)
      return
    }
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      break
    case UInt8(ascii: "\""):
      if depth == 0 || depth == listDepth { throw unexpected() }
      isInString = true
      key.removeAll(keepingCapacity: true)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      try open(byte)
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      try close(byte, onObject: onObject)
    case UInt8(ascii: ","):
      if depth == 0 { throw unexpected() }
    default:
      if depth == 0 || depth == listDepth { throw unexpected() }
    }
  }

  private mutating func takeInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      return
    }
    if depth == 1, key.count < 16 { key.append(byte) }
  }

  private mutating func open(_ byte: UInt8) throws {
    if hasEnded, depth == 0 { throw unexpected() }
    if depth == listDepth {
      guard byte == UInt8(ascii: "{") else { throw unexpected() }
      object = Object(bytes: [byte], position: position)
    }
    if depth == 0, byte == UInt8(ascii: "{") {
      single = Object(bytes: [byte], position: position)
    }
    depth += 1
    guard depth <= Self.depthLimit else {
      throw error(tr("lists in lists, \(Self.depthLimit) deep; expected a list of items"))
    }
    if hasEnded, byte == UInt8(ascii: "["), depth == 2, !listKey.isEmpty, key == listKey {
      let name = String(decoding: key, as: UTF8.self)
      throw error(tr("“\(name)” is in the object twice; expected each name once"))
    }
    if listDepth == nil, !hasEnded, byte == UInt8(ascii: "["),
      depth == 1 || depth == 2 && Self.lists.contains(key)
    {
      listDepth = depth
      listKey = depth == 2 ? key : []
      single = nil
    }
  }

  private mutating func close(_ byte: UInt8, onObject: (Object) throws -> Void) throws {
    guard depth > 0 else { throw unexpected() }
    if depth == listDepth {
      guard byte == UInt8(ascii: "]") else { throw unexpected() }
      listDepth = nil
      hasEnded = true
    }
    depth -= 1
    if depth == listDepth, let object {
      self.object = nil
      try onObject(object)
    }
    if depth == 0, !hasEnded {
      if let single, Self.isItem(single) {
        self.single = nil
        hasSingles = true
        try onObject(single)
        return
      }
      throw error(tr("the object has no member “items”; expected a list of items there"))
    }
  }

  /// Whether an object says something about an item. A name alone may be that of anything.
  private static func isItem(_ object: Object) -> Bool {
    JsonKeys.members(of: object.bytes).count { ItemColumn(header: $0.key) != nil } > 1
  }

  private func unexpected() -> CsvError {
    error(tr("not a list of objects; expected [{\"name\": …, \"sku\": …}, …]"))
  }

  private func error(_ problem: String) -> CsvError {
    CsvError(file: file, line: position.line, column: position.column, problem: problem)
  }
}
