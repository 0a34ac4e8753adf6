import Foundation

/// The files the program brings along, which lie in `resources/` in the sources and in
/// `PREFIX/share/inventory` where the program is installed.
///
/// They are plain files, found relative to the program: a built tree can be moved, and the installed
/// program relocated.
nonisolated struct Resources: Sendable {
  /// The environment variable that names the folder, for programs started from unusual places.
  static let environmentVariable = "INVENTORY_RESOURCES"

  /// The style sheet for the whole application.
  let styleSheet: URL

  /// The items of "Load sample data", in the format of an import.
  let sampleData: URL

  /// The folder to add to the search path of the icon theme: the theme finds the program's icon there
  /// even if the program is not installed, or installed where the desktop does not look.
  let icons: URL

  /// Finds the resources of the running program.
  ///
  /// Looked for, in this order:
  /// - the folder that `INVENTORY_RESOURCES` names; where it is set, no other is considered,
  /// - `../share/inventory`, seen from the program's folder: an installed program,
  /// - `resources` in each of the folders above the program: a program built by SwiftPM.
  ///
  /// - Parameters:
  ///   - executable: The program's file; by default, the running one.
  ///   - environment: The environment variables; by default, those of the process.
  /// - Throws: ``Missing`` with all the folders in which they were looked for.
  init(
    executable: URL = Resources.runningExecutable,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let candidates = Self.candidates(executable: executable, environment: environment)
    guard let found = candidates.first(where: \.isComplete) else {
      throw Missing(folders: candidates.map(\.folder.path))
    }
    styleSheet = found.styleSheet
    sampleData = found.sampleData
    icons = found.icons
  }

  /// None of the folders has the resources.
  struct Missing: Error, Equatable, CustomStringConvertible, LocalizedError {
    /// The folders in which they were looked for, in order.
    let folders: [String]

    var description: String {
      """
      The program's resources (\(Candidate.files.joined(separator: ", "))) are missing. \
      They were looked for in: \(folders.joined(separator: ", ")). Install the program again, or set \
      \(Resources.environmentVariable) to the folder that has them.
      """
    }

    var errorDescription: String? { description }
  }

  /// The file of the running program, whatever the name it was called by.
  static var runningExecutable: URL {
    let link = "/proc/self/exe"
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    return URL(fileURLWithPath: path ?? CommandLine.arguments[0])
  }

  private struct Candidate {
    static let files = ["style.css", "sample-data.csv"]

    let folder: URL
    let icons: URL

    var styleSheet: URL { folder.appendingPathComponent(Self.files[0]) }
    var sampleData: URL { folder.appendingPathComponent(Self.files[1]) }

    var isComplete: Bool {
      [styleSheet, sampleData].allSatisfy { FileManager.default.isReadableFile(atPath: $0.path) }
    }
  }

  private static func candidates(executable: URL, environment: [String: String]) -> [Candidate] {
    if let path = environment[environmentVariable], !path.isEmpty {
      return [inSources(URL(fileURLWithPath: path, isDirectory: true))]
    }
    let ancestors = sequence(first: executable.deletingLastPathComponent()) { folder in
      folder.path == "/" ? nil : folder.deletingLastPathComponent()
    }
    let share = executable.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("share")
    let installed = Candidate(
      folder: share.appendingPathComponent("inventory"),
      icons: share.appendingPathComponent("icons")
    )
    return [installed] + ancestors.map { inSources($0.appendingPathComponent("resources")) }
  }

  private static func inSources(_ folder: URL) -> Candidate {
    Candidate(folder: folder, icons: folder.appendingPathComponent("icons"))
  }
}
