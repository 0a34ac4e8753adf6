import Foundation
import Testing

@testable import PostgresClient

@Suite struct OptionsTests {
  @Test func `a URL has the parameters of libpq`() throws {
    let options = try ConnectionOptions(
      "postgresql://anna@db.example:5433/stock?sslmode=verify-full"
    )
    #expect(options.parameters["host"] == "db.example")
    #expect(options.parameters["port"] == "5433")
    #expect(options.parameters["user"] == "anna")
    #expect(options.parameters["dbname"] == "stock")
    #expect(options.parameters["sslmode"] == "verify-full")
  }

  @Test(arguments: [
    "postgresql://anna:geheim@db/stock", "host=db user=anna password=geheim",
    "postgresql://db/stock?user=anna&password=geheim",
  ])
  func `the password is never printed`(text: String) throws {
    let options = try ConnectionOptions(text)
    var dumped = ""
    dump(options, to: &dumped)

    #expect(options.password == "geheim")
    #expect(options.allParameters["password"] == "geheim")
    for printed in [
      "\(options)", String(reflecting: options), dumped, "\([options])",
      "\(Optional(options) as Any)",
    ] {
      #expect(!printed.contains("geheim"))
      #expect(printed.contains("anna"))
    }
  }

  @Test(arguments: [
    "postgresql://anna:geheim@db:port=/x?wrong", "password geheim", "host=db nonsense=geheim",
    "postgresql://a:geheim@[::1/x", "postgresql://a:se@geheim@db/x",
    "postgres://a:x/geheim@db@other/x", "postgresql://a:12/geheim@db/x", "postgres://a/x@geheim",
    "postgresql://a:x@geheim@db,other/x?sslmode=require", "dbname=postgresql://a:geheim@db/x",
    "host=db dbname='password=geheim'", "postgres://db?dbname=host%3Ddb%20password%3Dgeheim",
  ])
  func `an error about the options does not repeat them`(text: String) {
    let error = #expect(throws: PostgresError.self) { try ConnectionOptions(text) }
    #expect(error?.kind == .invalidOptions)
    #expect(error.map { "\($0)".contains("geheim") } == false)
  }

  @Test func `each host of a list has its port`() throws {
    func hosts(_ text: String) throws -> [String] {
      try ConnectionOptions(text).hosts.map {
        "\($0.parameters["host"] ?? "-"):\($0.parameters["port"] ?? "-")"
      }
    }
    #expect(try hosts("postgresql://a/x") == ["a:-"])
    #expect(try hosts("postgresql://a:1,b:2/x") == ["a:1", "b:2"])
    #expect(try hosts("host=a,b port=7") == ["a:7", "b:7"])
    #expect(try hosts("host=a,b") == ["a:-", "b:-"])
    // libpq says that these do not fit.
    #expect(try hosts("host=a,b,c port=1,2") == ["a,b,c:1,2"])
    let standby = try ConnectionOptions("host=a,b target_session_attrs=prefer-standby").hosts
    #expect(standby.map { $0.parameters["host"] } == ["a", "b", "a", "b"])
    #expect(
      standby.map { $0.parameters["target_session_attrs"] } == ["standby", "standby", "any", "any"]
    )
  }

  @Test(arguments: [
    ("postgresql:///stock", true),
    ("host=/run/postgresql", true),
    ("host=localhost", true),
    ("host=127.0.0.7", true),
    ("host=::1", true),
    ("host=127.0.0.1.evil.example", false),
    ("host=db.example", false),
    ("host=db.example sslmode=prefer", false),
    ("host=db.example sslmode=require", false),
    ("host=db.example sslmode=verify-ca", false),
    ("host=db.example sslmode=verify-full", true),
    ("host=localhost hostaddr=192.0.2.1", false),
    ("host=localhost,db.example", false),
    ("service=workshop", false),
  ])
  func `whether others can listen is known`(text: String, isVerified: Bool) throws {
    #expect(try ConnectionOptions(text).isVerified == isVerified)
  }
}
