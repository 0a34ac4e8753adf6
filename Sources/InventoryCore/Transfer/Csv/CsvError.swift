import Foundation

/// Why a CSV file was not accepted, and where.
public struct CsvError: Error, Equatable, Sendable {
  /// The file as the user named it.
  public var file: String
  /// The line, counted from 1.
  public var line: Int
  /// The character in the line, counted from 1.
  public var column: Int
  /// What was found and what was expected.
  public var problem: String

  public init(file: String, line: Int, column: Int, problem: String) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
  }
}

extension CsvError: LocalizedError, CustomStringConvertible {
  public var description: String { tr("\(file), line \(line), column \(column): \(problem)") }
  public var errorDescription: String? { description }
}
