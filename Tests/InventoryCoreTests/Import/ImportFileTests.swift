import Foundation
import Testing

@testable import InventoryCore

@Suite struct ImportFileTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(arguments: CsvDelimiter.allCases)
  func `the delimiter is detected`(delimiter: CsvDelimiter) throws {
    let mark = String(UnicodeScalar(delimiter.rawValue))
    let rows = [["name", "sku", "notes"], ["Saw", "A-1", "\"old, worn; a|b\""]]
    let text = rows.map { $0.joined(separator: mark) }.joined(separator: "\n")
    let file = try open(Data(text.utf8))
    #expect(file.format == .csv(delimiter, .utf8))
    #expect(file.header == ["name", "sku", "notes"])
    #expect(file.sample.map { $0.fields.map(\.text) } == [["Saw", "A-1", "old, worn; a|b"]])
  }

  @Test(arguments: ["", "\u{FEFF}"], ["sep=;", "SEP=;\r", "sep=|"])
  func `a first line that says the delimiter is no header`(mark: String, line: String) throws {
    // The header looks as if commas were between the columns.
    let delimiter = line.contains("|") ? "|" : ";"
    let file = try open(
      Data("\(mark)\(line)\nname\(delimiter)sku, barcode, unit\nSaw\(delimiter)A-1\n".utf8)
    )
    #expect(file.header == ["name", "sku, barcode, unit"])
    #expect(file.sample.map { $0.fields.map(\.text) } == [["Saw", "A-1"]])
    var rows: [[String]] = []
    try file.read { rows.append($0.fields.map(\.text)) }
    #expect(rows == [["Saw", "A-1"]])
  }

  @Test func `a file is read in the format that is asked for, whatever it looks like`() throws {
    let file = try open(
      Data("name;sku;notes\nS\u{E4}ge;A-1;a,b\n".utf8),
      as: .csv(.comma, .windows1252)
    )
    #expect(file.format == .csv(.comma, .windows1252))
    #expect(file.header == ["name;sku;notes"])
    #expect(file.sample.map { $0.fields.map(\.text) } == [["S\u{C3}\u{A4}ge;A-1;a", "b"]])
    var rows: [[String]] = []
    try file.read { rows.append($0.fields.map(\.text)) }
    #expect(rows == [["S\u{C3}\u{A4}ge;A-1;a", "b"]])
  }

  @Test func `the delimiter is detected under a header that nobody knows`() throws {
    let file = try open(Data("foo;bar\na,b;c\nd;e,f\n".utf8))
    #expect(file.format == .csv(.semicolon, .utf8))
  }

  @Test(
    arguments: [
      ("utf-8", [], TextEncoding.utf8), ("utf-8", [0xEF, 0xBB, 0xBF], .utf8),
      ("utf-16le", [0xFF, 0xFE], .utf16LittleEndian), ("utf-16be", [0xFE, 0xFF], .utf16BigEndian),
      ("utf-16le", [], .utf16LittleEndian), ("utf-16be", [], .utf16BigEndian),
      ("cp1252", [], .windows1252),
    ] as [(String, [UInt8], TextEncoding)]
  )
  func `the encoding is detected`(name: String, mark: [UInt8], encoding: TextEncoding) throws {
    var text = "name,sku,notes\nKäse – “Größe”,A-1,50 €\n"
    if encoding != .windows1252 { text += "寿司 😀,A-2,\n" }
    let bytes =
      switch name {
      case "utf-8": Array(text.utf8)
      case "utf-16le": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case "utf-16be": text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      default: text.unicodeScalars.map { Self.windows1252[$0] ?? UInt8($0.value) }
      }
    let file = try open(Data(mark + bytes))
    #expect(file.format.encoding == encoding)
    #expect(file.header == ["name", "sku", "notes"])
    var rows: [[String]] = []
    try file.read { rows.append($0.fields.map(\.text)) }
    #expect(rows.first == ["Käse – “Größe”", "A-1", "50 €"])
    if encoding != .windows1252 { #expect(rows.last == ["寿司 😀", "A-2", ""]) }
  }

  private static let windows1252: [UnicodeScalar: UInt8] = [
    "–": 0x96, "“": 0x93, "”": 0x94, "€": 0x80,
  ]

  @Test func `a byte that is not UTF-8 far down makes the file Windows-1252`() throws {
    let text = "name,sku\n" + String(repeating: "Saw,A\n", count: 100_000)
    let file = try open(Data(text.utf8) + [0xE9, 0x2C, 0x42])
    #expect(file.format.encoding == .windows1252)
    var last: [String] = []
    try file.read { last = $0.fields.map(\.text) }
    #expect(last == ["é", "B"])
  }

  @Test func `a surrogate without its half becomes the replacement character`() {
    var decoder = TextDecoder(.utf16LittleEndian)
    var bytes: [UInt8] = []
    for byte in [0x3D, 0xD8, 0x41, 0x00, 0x00, 0xDE, 0x3D] as [UInt8] {
      bytes += decoder.decode([byte])
    }
    bytes += decoder.finish()
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{FFFD}A\u{FFFD}\u{FFFD}")
  }

  @Test func `a list of objects is read as rows`() throws {
    let file = try open(
      Data(
        #"""
        {"version": [1, {"items": 2}], "items": [
          {"sku": "A-1", "name": "Saw \"x\" \u00e9", "quantity": 4, "price": 12.5, "tags": ["a", "b"]},
          {"name": "Lamp", "sku": "A-2", "price": "3.10", "reorder level": null, "x": {"y": [1]},
           "notes": "]}"}
        ]}
        """#.utf8
      )
    )
    #expect(file.format == .json(.utf8))
    #expect(
      file.header == ["name", "sku", "quantity", "reorder level", "price", "tags", "notes", "x"]
    )
    var rows: [[String]] = []
    var lines: [Int] = []
    try file.read {
      rows.append($0.fields.map(\.text))
      lines.append($0.end.line)
    }
    #expect(
      rows == [
        ["Saw \"x\" é", "A-1", "4", "", "12.5", "a\nb", "", ""],
        ["Lamp", "A-2", "", "", "3.10", "", "]}", "{…}"],
      ]
    )
    #expect(lines == [2, 3])
  }

  @Test(arguments: [
    ("[1, 2]", 1, 2, "not a list of objects"), ("[{}", 1, 4, "the file ends here"),
    ("{\"a\": 1}", 1, 8, "no member “items”"), ("[{\"name\": nope}]", 1, 2, "not well-formed"),
    ("[{}]\n[", 2, 1, "not a list of objects"), ("[}", 1, 2, "not a list of objects"),
    ("[{\"a\": [[[" + String(repeating: "[", count: 100), 1, 70, "lists in lists"),
  ])
  func `JSON that is no list of items is told with its place`(
    text: String,
    line: Int,
    column: Int,
    problem: String
  ) throws {
    let error = #expect(throws: CsvError.self) { try open(Data(text.utf8)) }
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }

  @Test func `an empty file is told`() throws {
    for text in ["", "\n\n", "\u{FEFF}"] {
      let error = #expect(throws: CsvError.self) { try open(Data(text.utf8)) }
      #expect(error?.problem.contains("expected a header") == true)
    }
  }

  @Test func `a file that cannot be read is an error that names it`() throws {
    for path in [directory.path("missing.csv"), directory.path("missing/missing.csv")] {
      let error = #expect(throws: FileError.self) { try ImportFile(path) }
      #expect(error?.description.contains(path) == true)
      #expect(error?.description.contains("expected a readable file of items") == true)
    }
  }

  @Test(arguments: [
    "pipe", "folder", "/dev/zero", "/dev/tty", "/proc/self/status", "/sys/kernel/mm",
  ])
  func `only regular files are read`(path: String) throws {
    let path = path.hasPrefix("/") ? path : directory.path(path)
    try #require(mkfifo(directory.path("pipe"), 0o600) == 0)
    try #require(mkdir(directory.path("folder"), 0o700) == 0)
    #expect(
      throws: FileError(
        file: path,
        problem: "is not a regular file; expected a readable file of items"
      )
    ) {
      try ImportFile(path)
    }
  }

  @Test func `a sparse file that pretends to have 200 GB is refused at once`() throws {
    let path = directory.path("sparse.csv")
    try Data("name,sku\n".utf8).write(to: URL(filePath: path))
    try #require(truncate(path, 200 << 30) == 0)
    #expect(throws: FileError(file: path, problem: "is too large; expected at most 4 GB")) {
      try ImportFile(path)
    }
  }

  @Test func `looking at a file ends when nobody waits for it any more`() async throws {
    let path = directory.path("long.csv")
    try Data("name,sku\n".utf8).write(to: URL(filePath: path))
    try #require(truncate(path, 4 << 30) == 0)
    struct Stopped: Error {}
    var pieces = 0
    #expect(throws: Stopped.self) {
      try ImportFile(path) {
        pieces += 1
        if pieces == 3 { throw Stopped() }
      }
    }
    #expect(pieces == 3)
  }

  @Test func `a row without an end is bounded`() throws {
    let text = "name,sku\n\"" + String(repeating: "x,", count: CsvParser.recordLimit)
    let file = try open(Data(text.utf8))
    let error = #expect(throws: CsvError.self) { try file.read { _ in } }
    #expect(error?.line == 2)
    #expect(error?.problem.contains("too long") == true)
  }

  private func open(_ data: Data, as format: ImportFormat? = nil) throws -> ImportFile {
    let path = directory.path("in")
    try data.write(to: URL(filePath: path))
    return try ImportFile(path, format: format)
  }
}
