import Foundation
import InventoryTestSupport
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

  @Test(arguments: [
    ("WINDOWS-1250", "nazwa;sku;miejsce\nŻarówka;Z1;Łódź\nŚruba;S2;Gdańsk\nKółko;K3;Kuchnia\n"),
    ("ISO-8859-2", "nazwa;sku;miejsce\nŻarówka;Z1;Łódź\nŚruba;S2;Gdańsk\nKółko;K3;Kuchnia\n"),
    ("WINDOWS-1250", "název;sku\nŠroubovák;S1\nŽárovka;Z2\nŘezačka;R3\nPůda;P4\n"),
    ("WINDOWS-1251", "название;артикул\nПила;П-1\nЛампа;Л-2\nМолоток;М-3\n"),
    ("KOI8-R", "название;артикул\nПила;П-1\nЛампа;Л-2\nМолоток;М-3\n"),
    ("WINDOWS-1255", "שם;מקט\nמסור;1\nמנורה;2\nפטיש;3\n"),
    ("CP932", "名前,品番,数量\nのこぎり,A-1,2\nランプ,A-2,3\n金槌,A-3,4\n"),
    ("EUC-JP", "名前,品番,数量\nのこぎり,A-1,2\nランプ,A-2,3\n金槌,A-3,4\n"),
    ("GB18030", "名称,编号,数量\n锯子,A-1,2\n台灯,A-2,3\n锤子,A-3,4\n"),
    ("BIG5", "名稱,編號,數量\n鋸子,A-1,2\n檯燈,A-2,3\n錘子,A-3,4\n"),
    ("UHC", "이름,번호,수량\n톱,A-1,2\n램프,A-2,3\n망치,A-3,4\n"),
    ("WINDOWS-1252", "Artikel;Nummer;Ort\nSäge;S-1;Küche\nÖl;O-2;Flur\n"),
    ("WINDOWS-1252", "name;sku;Größe\nDescrição;S-1;Füße\n"),
    ("WINDOWS-1252", "nom;sku\nCréée;S-1\n"), ("GB18030", "name,sku\n锯子,A-1\n"),
  ])
  func `the text of a file is read in the encodings of many languages`(
    encoding: String,
    text: String
  ) throws {
    let bytes = try encoded(text, encoding)
    let expected = text.split(separator: "\n").map { line in
      line.split { $0 == ";" || $0 == "," }.map(String.init)
    }
    // As it is found out, and as the user may say.
    for format in [nil, ImportFormat.csv(.comma, try #require(TextEncoding(named: encoding)))] {
      let file = try open(Data(bytes), as: format)
      var rows = [file.header]
      try file.read { rows.append($0.fields.map(\.text)) }
      #expect(
        rows.map { $0.joined(separator: ";") }
          == expected.map { $0.joined(separator: ";") }
      )
    }
  }

  @Test func `a few bytes that are no character leave a file of UTF-8 what it is`() throws {
    let file = try open(Data("name,sku\nKäse,A\nGröße,B\nSäge,C\nL".utf8) + [0xFC, 0x0A])
    #expect(file.format.encoding == .utf8)
    var problems: [Int: String] = [:]
    try file.read { record in
      if let problem = record.problem { problems[record.end.line] = problem }
    }
    #expect(problems.keys.sorted() == [5])
  }

  @Test func `a byte that is no character in its encoding is a problem of its line`() throws {
    let bytes = try encoded("name,sku\n寿司,A\n", "CP932") + [0x81, 0x20, 0x2C, 0x42, 0x0A]
    let file = try open(Data(bytes), as: .csv(.comma, try #require(TextEncoding(named: "sjis"))))
    var records: [CsvParser.Record] = []
    try file.read { records.append($0) }
    #expect(records.map { $0.problem == nil } == [true, false])
    #expect(records[0].fields.map(\.text) == ["寿司", "A"])
  }

  @Test func `a character whose bytes are in two pieces is read`() throws {
    let text = "名前,品番\nのこぎり,ランプ\n"
    let bytes = try encoded(text, "CP932")
    for size in 1...4 {
      var decoder = TextDecoder(try #require(TextEncoding(named: "cp932")))
      var result: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        result += decoder.decode(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      result += decoder.finish()
      #expect(String(decoding: result, as: UTF8.self) == text)
    }
  }

  @Test(arguments: [
    ("utf8", "UTF-8"), ("latin1", "Windows-1252"), ("cp1250", "Windows-1250"),
    ("windows-1251", "Windows-1251"), ("Shift_JIS", "CP932"), ("gbk", "GB18030"),
    ("iso-8859-15", "ISO-8859-15"), ("utf-16le", "UTF-16 LE"),
  ])
  func `an encoding is known by the names that people use`(name: String, shown: String) {
    #expect(TextEncoding(named: name)?.name == shown)
  }

  @Test func `every encoding that is offered can be read, and others are refused`() {
    for encoding in TextEncoding.allCases {
      #expect(TextEncoding(named: encoding.iconvName) == encoding)
    }
    #expect(TextEncoding(named: "klingon") == nil)
    #expect(TextEncoding(named: "") == nil)
  }

  /// A text in an encoding, from the C library's program.
  private func encoded(_ text: String, _ encoding: String) throws -> [UInt8] {
    let (source, target) = (directory.path("plain"), directory.path("encoded"))
    try text.write(toFile: source, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["iconv", "-f", "UTF-8", "-t", encoding, "-o", target, source]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return [UInt8](try Data(contentsOf: URL(filePath: target)))
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
    let rows = Data(String(repeating: "Hammer,H-1\n", count: 100_000).utf8)
    try (Data("name,sku\n".utf8) + rows).write(to: URL(filePath: path))
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
    let lines = String(repeating: "x,\n", count: CsvParser.recordLimit / 2)
    let text = "name,sku\n\"" + lines
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
