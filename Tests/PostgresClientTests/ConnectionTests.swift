import Foundation
import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgresClient

@Suite struct ConnectionTests {
  @Test func `values come back as they were sent`() async throws {
    let connection = try await connectToEmptyDatabase()
    let date = Date(timeIntervalSince1970: 1_700_000_000.123456)
    let id = UUID()
    let text = "Ümläut \\ 'quote' \" 𝄞 \n\t"
    let data = Data((0...255).map { UInt8($0) })
    let row = try #require(
      try await connection.rows(
        """
        SELECT \(Int64.min), \(Int64.max), \(Int32(-7)), \(0.1), \(true), \(text)::text, \(data),
          \(date), \(id), \(Optional<Int>.none), \(Decimal(string: "-123456.789")!)
        """
      ).first
    )
    #expect(try row.decode(0) == Int64.min)
    #expect(try row.decode(1) == Int64.max)
    #expect(try row.decode(2) == Int32(-7))
    #expect(try row.decode(3, as: Double.self) == 0.1)
    #expect(try row.decode(4) == true)
    #expect(try row.decode(5) == text)
    #expect(try row.decode(6) == data)
    #expect(abs(try row.decode(7, as: Date.self).timeIntervalSince(date)) < 0.000_001)
    #expect(try row.decode(8) == id)
    #expect(try row.decode(9, as: Int?.self) == nil)
    #expect(try row.decode(10) == Decimal(string: "-123456.789")!)
  }

  @Test(arguments: [
    "0", "1", "-1", "10000", "0.0001", "0.00000001", "12345678901234567890123456789012345678",
    "-99999999.99999999", "100000000", "1e20", "1e-20", "9999.9999",
  ])
  func `exact numbers come back exactly`(text: String) async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    let number = try #require(Decimal(string: text))
    #expect(try await connection.value("SELECT \(number)") == number)
    #expect(try await connection.value("SELECT \(text)::numeric") == number)
  }

  @Test func `arrays come back as they were sent`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    #expect(try await connection.value("SELECT \([1, 2, 3])") == [1, 2, 3])
    #expect(try await connection.value("SELECT \([String]())") == [String]())
    #expect(try await connection.value("SELECT \(["a", "{,}\"\\", ""])") == ["a", "{,}\"\\", ""])
    #expect(try await connection.value("SELECT ARRAY['a', NULL]") == ["a", nil] as [String?])
    #expect(try await connection.value("SELECT 2 = ANY(\([1, 2]))") == true)
  }

  @Test func `a column of another type is an error that names the column`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    let row = try #require(try await connection.rows("SELECT 'x'::text AS name, NULL::text").first)

    let wrongType = #expect(throws: PostgresError.self) { try row.decode("name", as: Int.self) }
    #expect(wrongType?.kind == .typeMismatch)
    #expect(wrongType?.message.contains("“name”") == true)
    let null = #expect(throws: PostgresError.self) { try row.decode(1, as: String.self) }
    #expect(null?.kind == .typeMismatch)
    #expect(throws: PostgresError.self) { try row.decode(1, as: Int?.self) }
    #expect(throws: PostgresError.self) { try row.decode(2, as: String.self) }
    #expect(throws: PostgresError.self) { try row.decode("missing", as: String.self) }
    #expect(try row.decode(1, as: String?.self) == nil)
    #expect(throws: PostgresError.self) { try row.decode(as: String.self) }
    #expect(try row.decode(as: String.self, String?.self) == ("x", nil))
  }

  @Test func `what PostgreSQL cannot store is refused before it is sent`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    for statement: SQL in [
      "SELECT \("a\0b")", "SELECT \(["a\0b"])",
      "SELECT \(Date.distantPast.addingTimeInterval(-1e15))",
      "SELECT \(Date(timeIntervalSinceReferenceDate: .nan))",
    ] {
      let error = await #expect(throws: PostgresError.self) {
        try await connection.query(statement)
      }
      #expect(error?.kind == .invalidValue)
    }
    #expect(try await connection.value("SELECT 1") == 1)
  }

  @Test func `hostile text is only text`() async throws {
    let connection = try await connectToEmptyDatabase()
    let table: Identifier = "a\"; DROP TABLE x; --"
    let text = "'); DROP TABLE x; --"
    try await connection.execute("CREATE TABLE \(table) (name text)")
    #expect(try await connection.execute("INSERT INTO \(table) VALUES (\(text))") == 1)
    #expect(try await connection.value("SELECT name FROM \(table)") == text)
  }

  @Test func `a statement that is used often still answers after the table has changed`()
    async throws
  {
    let connection = try await connectToEmptyDatabase()
    try await connection.execute("CREATE TABLE item (a int)")
    try await connection.execute("INSERT INTO item VALUES (1)")
    for _ in 0..<5 {
      #expect(try await connection.rows("SELECT * FROM item").first?.count == 1)
    }
    #expect(await connection.statements.count == 1)
    try await connection.execute("ALTER TABLE item ADD b int")
    for _ in 0..<5 {
      #expect(try await connection.rows("SELECT * FROM item").first?.count == 2)
    }
  }

  @Test func `a connection keeps a bounded number of prepared statements`() async throws {
    var options = try await TestServer.shared.value.options()
    options.preparedStatements = 3
    let connection = try await Connection.connect(options)
    let statements: [SQL] = (1...10).map { count in
      Array(repeating: "1" as SQL, count: count).joined(separator: " + ")
    }
    for _ in 0..<4 {
      for (index, statement) in statements.enumerated() {
        let sum: Int? = try await connection.value("SELECT \(statement)")
        #expect(sum == index + 1)
      }
    }
    let count: Int? = try await connection.value("SELECT count(*) FROM pg_prepared_statements")
    #expect(count.map { (1...3).contains($0) } == true)
  }

  @Test func `constraints are named`() async throws {
    let connection = try await connectToEmptyDatabase()
    try await connection.execute(
      script: """
        CREATE TABLE place (id int CONSTRAINT place_key PRIMARY KEY);
        CREATE TABLE item (
          id int CONSTRAINT item_key PRIMARY KEY,
          name text NOT NULL,
          quantity int CONSTRAINT item_quantity CHECK (quantity >= 0),
          place int CONSTRAINT item_place REFERENCES place
        );
        INSERT INTO item VALUES (1, 'a', 0, NULL);
        """
    )
    let cases: [(SQL, PostgresError.Constraint)] = [
      ("INSERT INTO item VALUES (1, 'a', 0)", .init(.unique, name: "item_key", table: "item")),
      ("INSERT INTO item VALUES (2, NULL, 0)", .init(.notNull, name: "name", table: "item")),
      ("INSERT INTO item VALUES (2, 'a', -1)", .init(.check, name: "item_quantity", table: "item")),
      (
        "INSERT INTO item VALUES (2, 'a', 0, 7)",
        .init(.foreignKey, name: "item_place", table: "item")
      ),
    ]
    for (statement, constraint) in cases {
      let error = await #expect(throws: PostgresError.self) {
        try await connection.execute(statement)
      }
      #expect(error?.kind == .constraint(constraint))
    }
  }

  @Test(
    arguments: [
      ("SELECT * FROM missing", PostgresError.Kind.schemaMissing),
      ("SELECT missing()", .schemaMissing),
      ("SELECT 1 / 0", .invalidValue),
      ("SELECT 'x'::int", .invalidValue),
      ("SELEC 1", .refused),
    ] as [(SQL, PostgresError.Kind)]
  )
  func `errors of the server have kinds, and the connection goes on`(
    statement: SQL,
    kind: PostgresError.Kind
  ) async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    let error = await #expect(throws: PostgresError.self) { try await connection.query(statement) }
    #expect(error?.kind == kind)
    #expect(error?.sqlState?.count == 5)
    #expect(try await connection.value("SELECT 1") == 1)
  }

  @Test func `rows are read one after the other, and the rest is cancelled`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    let sum = try await connection.withRows(of: "SELECT generate_series(1, 100000000)") {
      rows in
      var sum = 0
      for try await row in rows {
        sum += try row.decode(0, as: Int.self)
        if sum > 1_000 { break }
      }
      return sum
    }
    #expect(sum == 1_035)
    #expect(try await connection.value("SELECT 1") == 1)
  }

  @Test func `rows cannot be read once their scope has ended`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    let rows = try await connection.withRows(of: "SELECT 1") { $0 }
    let error = await #expect(throws: PostgresError.self) {
      for try await _ in rows {}
    }
    #expect(error?.kind == .misuse)
  }

  @Test func `a second statement at the same time is refused, and harms nothing`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    try await connection.withRows(of: "SELECT * FROM generate_series(1, 3)") { rows in
      var count = 0
      for try await _ in rows {
        count += 1
        let error = await #expect(throws: PostgresError.self) {
          try await connection.query("SELECT 2")
        }
        #expect(error?.kind == .misuse)
      }
      #expect(count == 3)
    }
  }

  @Test func `a transaction is refused while rows are read, and harms nothing`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    try await connection.withRows(of: "SELECT * FROM generate_series(1, 3)") { rows in
      let error = await #expect(throws: PostgresError.self) {
        try await connection.transaction { _ in }
      }
      #expect(error?.kind == .misuse)
      var count = 0
      for try await _ in rows { count += 1 }
      #expect(count == 3)
    }
    try await connection.transaction { try await $0.execute("SELECT 1") }
  }

  @Test func `two tasks cannot read rows of one statement, and neither waits for ever`()
    async throws
  {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    let errors = try await connection.withRows(
      of: "SELECT pg_sleep(0.2) FROM generate_series(1, 2)"
    ) { rows in
      await withTaskGroup(of: (any Error)?.self) { group in
        for _ in 0..<2 {
          group.addTask {
            do {
              for try await _ in rows {}
              return nil
            } catch {
              return error
            }
          }
        }
        return await group.reduce(into: []) { if let error = $1 { $0.append(error) } }
      }
    }
    #expect(errors.count == 1)
    #expect((errors.first as? PostgresError)?.kind == .misuse)
  }

  @Test func `a task that is cancelled cancels its statement on the server`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    let other = try await Connection.connect(TestServer.shared.value.options())
    let processID = await connection.processID
    let task = Task { try await connection.query("SELECT pg_sleep(600)") }
    #expect(
      try await eventually {
        try await other.value(
          "SELECT wait_event = 'PgSleep' FROM pg_stat_activity WHERE pid = \(processID)"
        ) as Bool?? == true
      }
    )
    let start = ContinuousClock.now
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(try await connection.value("SELECT 1") == 1)
  }

  @Test func `a statement of a cancelled task is not sent`() async throws {
    let connection = try await connectToEmptyDatabase()
    let task = Task {
      #expect(await eventually { Task.isCancelled })
      try await connection.execute("CREATE TABLE unwanted ()")
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await connection.value("SELECT to_regclass('unwanted') IS NULL") == true)
  }

  @Test func `a statement that takes too long is cancelled`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    let error = await #expect(throws: PostgresError.self) {
      try await connection.query("SELECT pg_sleep(600)", timeout: .milliseconds(50))
    }
    #expect(error?.kind == .timedOut)
    #expect(try await connection.value("SELECT 1") == 1)
  }

  @Test func `a result that is larger than allowed closes the connection`() async throws {
    var options = try await TestServer.shared.value.options()
    options.limits.resultBytes = 10_000
    let connection = try await Connection.connect(options)
    let error = await #expect(throws: PostgresError.self) {
      try await connection.query("SELECT * FROM generate_series(1, 100000)")
    }
    #expect(error?.kind == .answerTooLarge)
    #expect(await !connection.isOpen)
  }

  @Test func `a row that is larger than allowed closes the connection`() async throws {
    var options = try await TestServer.shared.value.options()
    options.limits.rowBytes = 1_000
    let connection = try await Connection.connect(options)
    #expect(try await connection.value("SELECT repeat('x', 900)", as: String.self)?.count == 900)
    let error = await #expect(throws: PostgresError.self) {
      try await connection.query("SELECT repeat('x', 2000)")
    }
    #expect(error?.kind == .answerTooLarge)
  }

  @Test func `a row of many megabytes is read`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    let data = Data(repeating: 7, count: 30 << 20)
    #expect(try await connection.value("SELECT \(data)") == data)
  }

  @Test func `notices are dropped`() async throws {
    let connection = try await Connection.connect(TestServer.shared.value.options())
    try await connection.execute(script: "DO $$ BEGIN RAISE WARNING 'not printed'; END $$")
    #expect(try await connection.value("SELECT 1") == 1)
  }

  @Test func `a script with an error changes nothing`() async throws {
    let connection = try await connectToEmptyDatabase()
    await #expect(throws: PostgresError.self) {
      try await connection.execute(script: "CREATE TABLE a (); SELECT 1 / 0; CREATE TABLE b ()")
    }
    #expect(try await connection.value("SELECT to_regclass('a') IS NULL") == true)
  }

  @Test func `a connection that nobody keeps is closed`() async throws {
    let server = try await TestServer.shared.value
    let other = try await Connection.connect(server.options())
    var connection: Connection? = try await Connection.connect(server.options())
    let processID = try #require(await connection?.processID)
    weak let weakConnection = connection
    connection = nil
    #expect(await eventually { weakConnection == nil })
    #expect(
      try await eventually {
        try await other.rows("SELECT FROM pg_stat_activity WHERE pid = \(processID)").isEmpty
      }
    )
  }
}
