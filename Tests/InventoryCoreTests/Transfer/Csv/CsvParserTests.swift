import Testing

@testable import InventoryCore

@Suite struct CsvParserTests {
  @Test func `fields are separated by commas and records by CR LF or LF`() throws {
    #expect(try parse("a,b\r\nc,d\ne,") == [["a", "b"], ["c", "d"], ["e", ""]])
  }

  @Test func `quoted fields keep commas, line breaks and doubled quotation marks`() throws {
    #expect(
      try parse("\"a,b\",\"c\r\nd\",\"say \"\"hi\"\"\",\"\"\n") == [
        ["a,b", "c\r\nd", "say \"hi\"", ""]
      ]
    )
  }

  @Test func `a byte order mark is skipped, also before a quotation mark`() throws {
    #expect(try parse("\u{FEFF}\"a\",b") == [["a", "b"]])
    #expect(try parse("\u{FEFF}") == [])
    #expect(try parse("\u{FEED}a") == [["\u{FEED}a"]])
  }

  @Test func `empty lines are skipped and empty fields are not`() throws {
    #expect(try parse("\n\r\na\n\n\"\"\n,\n") == [["a"], [""], ["", ""]])
  }

  @Test func `a line may be cut anywhere between two pieces`() throws {
    let text = "\u{FEFF}näme,\"q\"\"ü\r\no\"\r\n😀,\r\n"
    for size in 1...8 {
      var parser = CsvParser(file: "f")
      var records: [[String]] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        try parser.parse(rest.prefix(size)) { records.append($0.fields.map(\.text)) }
        rest = rest.dropFirst(size)
      }
      try parser.finish { records.append($0.fields.map(\.text)) }
      #expect(records == [["näme", "q\"ü\r\no"], ["😀", ""]])
    }
  }

  @Test func `places are lines and characters counted from 1`() throws {
    var parser = CsvParser(file: "f")
    var positions: [CsvParser.Position] = []
    try parser.parse("äö,\"x\ny\",z\r\n😀,b".utf8) { positions += $0.fields.map(\.position) }
    try parser.finish { positions += $0.fields.map(\.position) }
    #expect(
      positions == [
        .init(line: 1, column: 1), .init(line: 1, column: 4), .init(line: 2, column: 4),
        .init(line: 3, column: 1), .init(line: 3, column: 3),
      ]
    )
  }

  @Test(arguments: [
    ("a,\"b\" c", 1, 7, "text after a closing quotation mark"),
    ("a,\"b\"c", 1, 6, "text after a closing quotation mark"),
    ("a\n,\"b\nc\n", 2, 2, "never closed"),
    ("a\u{0}", 1, 2, "a NUL byte"),
  ])
  func `an error tells the place and what was expected`(
    text: String,
    line: Int,
    column: Int,
    problem: String
  ) throws {
    let error = #expect(throws: CsvError.self) { try parse(text) }
    #expect(error?.file == "f")
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.problem.contains(problem) == true)
    #expect(error?.problem.contains("expected") == true)
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x82, 0x2C], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]]
  )
  func `bytes that are not UTF-8 are a problem of their record, at the broken character`(
    bytes: [UInt8]
  ) throws {
    for (start, end) in [("", ""), ("", "x"), ("x", ",y"), ("\"x", "z\""), ("", "\nlast,é")] {
      var parser = CsvParser(file: "f")
      var records: [CsvParser.Record] = []
      try parser.parse(Array("é\nü,\(start)".utf8) + bytes + Array(end.utf8)) {
        records.append($0)
      }
      try parser.finish { records.append($0) }
      #expect(records.map(\.problem?.isEmpty).prefix(2) == [nil, false])
      #expect(records[1].problem?.contains("bytes that are no character") == true)
      #expect(records[1].end == CsvParser.Position(line: 2, column: 3 + start.count))
      #expect(records[1].fields[1].text.contains("\u{FFFD}"))
      // What follows is read as it is.
      if end.hasPrefix("\n") {
        #expect(records.last?.problem == nil)
        #expect(records.last?.fields.map(\.text) == ["last", "é"])
      }
    }
  }

  @Test(arguments: ["a,b\rc,d", "a,b\rc,d\r", "a,b\r\r\nc,d\r\n", "\ra,b\r\rc,d"])
  func `lines may end in a carriage return alone`(text: String) throws {
    #expect(try parse(text) == [["a", "b"], ["c", "d"]])
  }

  @Test func `a carriage return alone is a problem where lines end otherwise`() throws {
    for text in ["a,b\r\nc\rd,e\r\nf,g", "a,b\nc\rd,e\nf,g"] {
      var parser = CsvParser(file: "f")
      var records: [CsvParser.Record] = []
      try parser.parse(text.utf8) { records.append($0) }
      try parser.finish { records.append($0) }
      #expect(records.map { $0.problem == nil } == [true, false, true, true])
      #expect(records[1].end == CsvParser.Position(line: 2, column: 2))
      #expect(records[3].fields.map(\.text) == ["f", "g"])
      #expect(records[3].fields.first?.position.line == 4)
    }
  }

  @Test(arguments: [
    ("3\" nail,7", ["3\" nail", "7"]), ("a 5\",7", ["a 5\"", "7"]),
    ("say \"hi\",7", ["say \"hi\"", "7"]), (" \"a,b\" , \"c\"\t", ["a,b", "c"]),
    ("\" a \",\t\"b\"", [" a ", "b"]), ("=\"0042\",7", ["0042", "7"]),
    ("\"x\"\" y\" ,7", ["x\" y", "7"]), ("=1+2,7", ["=1+2", "7"]),
  ])
  func `quotation marks that can mean one thing only are read`(
    text: String,
    fields: [String]
  ) throws {
    #expect(try parse(text) == [fields])
    #expect(try parse("a\r\n\(text)\r\nb") == [["a"], fields, ["b"]])
  }

  @Test func `every scalar of Unicode is accepted`() throws {
    var validator = Utf8Validator()
    for value in (0...UInt32(0x10FFFF)) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for byte in UTF8.encode(scalar)! where !validator.accept(byte) {
        Issue.record("U+\(String(value, radix: 16)) was not accepted.")
        return
      }
    }
    #expect(!validator.isInsideScalar)
  }

  private func parse(_ text: String) throws -> [[String]] {
    var parser = CsvParser(file: "f")
    var records: [[String]] = []
    try parser.parse(text.utf8) { records.append($0.fields.map(\.text)) }
    try parser.finish { records.append($0.fields.map(\.text)) }
    return records
  }
}
