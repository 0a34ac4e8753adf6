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
    "postgresql://a:geheim@[::1/x",
  ])
  func `an error about the options does not repeat them`(text: String) {
    let error = #expect(throws: PostgresError.self) { try ConnectionOptions(text) }
    #expect(error?.kind == .invalidOptions)
    #expect(error.map { "\($0)".contains("geheim") } == false)
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
