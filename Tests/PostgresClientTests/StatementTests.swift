import Foundation
import Testing

@testable import PostgresClient

@Suite struct StatementTests {
  @Test func `what is interpolated becomes a parameter`() {
    let name = "'; DROP TABLE item; --"
    let statement: SQL = "SELECT * FROM item WHERE name = \(name) AND quantity > \(3)"

    #expect(statement.description == "SELECT * FROM item WHERE name = $1 AND quantity > $2")
    #expect(statement.values == [name.boundValue, 3.boundValue])
  }

  @Test func `parameters of statements inside a statement are numbered on`() {
    let condition: SQL = "name = \("a")"
    let statement: SQL = "SELECT \(1) FROM item WHERE \(condition) LIMIT \(2)"

    #expect(statement.description == "SELECT $1 FROM item WHERE name = $2 LIMIT $3")
    #expect(statement.values.count == 3)
  }

  @Test func `conditions are joined`() {
    let conditions: [SQL] = ["a = \(1)", "b = \(2)"]
    #expect(conditions.joined(separator: " AND ").description == "a = $1 AND b = $2")
  }

  @Test(arguments: [
    "", String(repeating: "x", count: 64), "a\0b", String(repeating: "ä", count: 32),
  ])
  func `what is no name of an object is refused`(name: String) {
    #expect(throws: PostgresError.self) { try Identifier(name) }
  }

  @Test func `a statement is prepared when it is used for the third time`() {
    var statements = PreparedStatements(limit: 2, prefix: "inventory")
    let key = PreparedStatements.Key(text: "SELECT 1", types: [])

    #expect(statements.use(key) == .text)
    #expect(statements.use(key) == .text)
    #expect(statements.use(key) == .prepare(name: "inventory_1", forget: nil))
    statements.add(key, name: "inventory_1")
    #expect(statements.use(key) == .name("inventory_1"))
  }

  @Test func `the prepared statement that was not used for the longest time is forgotten`() {
    var statements = PreparedStatements(limit: 2, prefix: "inventory")
    func prepare(_ text: String) -> PreparedStatements.Use {
      let key = PreparedStatements.Key(text: text, types: [])
      _ = statements.use(key)
      _ = statements.use(key)
      let use = statements.use(key)
      if case .prepare(let name, _) = use { statements.add(key, name: name) }
      return use
    }

    #expect(prepare("a") == .prepare(name: "inventory_1", forget: nil))
    #expect(prepare("b") == .prepare(name: "inventory_2", forget: nil))
    #expect(
      statements.use(PreparedStatements.Key(text: "a", types: [])) == .name("inventory_1")
    )
    #expect(prepare("c") == .prepare(name: "inventory_3", forget: "inventory_2"))
    #expect(statements.count == 2)
  }

  @Test func `two clients prepare statements under different names`() {
    func name() -> String? {
      var statements = PreparedStatements(limit: 2)
      let key = PreparedStatements.Key(text: "SELECT 1", types: [])
      for _ in 0..<3 {
        if case .prepare(let name, _) = statements.use(key) { return name }
      }
      return nil
    }
    let first = name()
    #expect(first?.count ?? 0 > "inventory_1".count)
    #expect(first != name())
  }
}
