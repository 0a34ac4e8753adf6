import ArgumentParser
import ComposableArchitecture
import Foundation
import GtkKit
import InventoryCore
import InventoryPostgres
import InventorySqlite

/// The command line: `inventory --help`.
struct InventoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inventory",
    abstract: tr("Keeps an inventory of your things."),
    discussion: tr(
      """
      Without --import, --export, --reorder-list or --copy-to it opens its window. Files are CSV \
      or spreadsheets (.xlsx, .ods) with a header line that names the columns \
      (\(ItemColumn.allCases.map(\.header).joined(separator: ", "))), or JSON with a list of objects. \
      The delimiter and the encoding of a CSV file are detected.
      """
    ),
    version: InventoryVersion.current
  )

  @Option(
    help: ArgumentHelp(
      tr(
        """
        The database to use, beside other running programs: a file, or a server of PostgreSQL, such \
        as postgresql://host/name or service=name. The windows do not come back.
        """
      ),
      valueName: "database"
    )
  )
  var database: String?

  @OptionGroup
  var imported: ImportArguments

  @Option(
    name: .customLong("export"),
    help: ArgumentHelp(
      tr("Write all items to a file and exit. “-” is the standard output."),
      valueName: "file"
    )
  )
  var exportedFile: String?

  @Option(
    name: .customLong("reorder-list"),
    help: ArgumentHelp(tr("Write the items to be ordered to a file and exit."), valueName: "file")
  )
  var reorderList: String?

  @Option(
    name: .customLong("copy-to"),
    help: ArgumentHelp(
      tr(
        """
        Copy the whole inventory, with its history and photos, into another database and exit: a \
        file or a server, which has to be new or empty.
        """
      ),
      valueName: "database"
    )
  )
  var copy: String?

  @Option(
    help: ArgumentHelp(
      tr("The format of the files, csv, tsv, json, xlsx or ods, where the name does not tell."),
      valueName: "format"
    )
  )
  var format: FileFormat?

  @Flag(
    name: .customLong("escape-formulas"),
    help: ArgumentHelp(
      tr("Put an apostrophe before texts that a spreadsheet would take for formulas, in CSV.")
    )
  )
  var escapesFormulas = false

  @Flag(
    name: .customLong("json"),
    help: ArgumentHelp(
      tr("Say on the standard output what was imported and exported as an object of JSON.")
    )
  )
  var reportsInJson = false

  @Option(
    name: .customLong("open"),
    help: ArgumentHelp(tr("Go to a place, such as inventory://items/SKU/edit."), valueName: "link")
  )
  var link: String?

  /// The link as an argument, for the desktop entry: it passes no argument if there is no link,
  /// whereas an option would lack its value.
  @Argument(help: ArgumentHelp(tr("The same as --open."), valueName: "link"))
  var place: String?

  /// The exit status if the command line or a file is invalid.
  static let usageStatus: Int32 = 2

  mutating func validate() throws {
    let outputs = [exportedFile, reorderList, imported.problemsFile]
    if reportsInJson, outputs.contains(where: { $0 == "-" || $0 == "/dev/stdout" }) {
      throw ValidationError(tr("--json and a file “-” exclude each other."))
    }
    if reportsInJson, imported.file == nil, exportedFile == nil, reorderList == nil {
      throw ValidationError(tr("--json says what --import, --export or --reorder-list have done."))
    }
    guard copy != nil, imported.file != nil || exportedFile != nil || reorderList != nil else {
      return
    }
    throw ValidationError(
      tr("--copy-to and --import, --export or --reorder-list exclude each other.")
    )
  }

  /// Parses the arguments and runs the command.
  ///
  /// - Returns: The exit status: 0, or 2 with a message on standard error if the command line, a
  ///   file, a link or the database cannot be used. A window tells of the database, too.
  @MainActor
  static func start(arguments: [String]) -> Int32 {
    let command: Self
    do {
      var parsed = try parseAsRoot(Array(arguments.dropFirst()))
      guard let own = parsed as? Self else {
        // `--help` and `--version`, whose commands print and then throw.
        try parsed.run()
        return 0
      }
      command = own
    } catch {
      let text = fullMessage(for: error)
      if exitCode(for: error).isSuccess {
        print(text)
        return 0
      }
      // The usage has lines of its own, and no names but those of the command line.
      FileHandle.standardError.write(Data((text.escapedForTerminal + "\n").utf8))
      return usageStatus
    }
    do {
      return try command.start(program: arguments.first ?? "inventory")
    } catch {
      printError("inventory: \(error.message)")
      return usageStatus
    }
  }

  @MainActor
  private func start(program: String) throws -> Int32 {
    if let copy {
      try InventoryCopy(source: DatabaseArgument(database), target: DatabaseArgument(copy)).run()
      return 0
    }
    guard imported.file == nil, exportedFile == nil, reorderList == nil else {
      try transfer()
      return 0
    }
    if let link { _ = try DeepLink(link) }
    let argument: DatabaseArgument
    do {
      argument = try DatabaseArgument(database)
    } catch  where database == nil {
      // The server of the preferences, where it can be changed.
      return try start(with: error, program: program)
    }
    switch argument {
    case .file(let path): return try startWithFile(path, program: program)
    case .server(let source): return try startWithServer(source, program: program)
    }
  }

  /// Opens windows on a server. They are there before it answers.
  @MainActor
  private func startWithServer(_ source: PostgresSource, program: String) throws -> Int32 {
    try openWindows(isInventoryNear: false, program: program) { .live(source) }
  }

  /// Opens windows that say why there is no inventory.
  @MainActor
  private func start(with problem: any Error, program: String) throws -> Int32 {
    let source = DatabaseSource(path: InventoryDatabase.defaultPath, .failure(problem)) {
      throw problem
    }
    return try openWindows(isInventoryNear: true, program: program) { .live(source) }
  }

  /// Runs the program until its windows are closed.
  ///
  /// - Parameters:
  ///   - isInventoryNear: Whether it is read before the first window opens.
  ///   - program: The name under which the program was started.
  ///   - inventory: Makes the clients of a window.
  /// - Returns: The exit status.
  @MainActor
  private func openWindows(
    isInventoryNear: Bool,
    program: String,
    inventory: @escaping @Sendable () -> InventoryClients
  ) throws -> Int32 {
    let application = InventoryApplication(
      isUnique: database == nil,
      isInventoryNear: isInventoryNear,
      resources: try Resources(),
      inventory: inventory
    )
    return try application.run(
      program: program,
      link: link ?? place,
      isLinkRequired: link != nil
    )
  }

  @MainActor
  private func startWithFile(_ path: String, program: String) throws -> Int32 {
    // A program started from the desktop has no terminal, so the window shows the errors. A script
    // that names a file reads them, too.
    let database = Result { try InventoryDatabase(path: path) }
    if self.database != nil, case .failure(let error) = database {
      guard Display.isAvailable else { throw error }
      printError("inventory: \(error.message)")
    }
    let source = DatabaseSource(path: path, database) { try InventoryDatabase(path: path) }
    let status = try openWindows(isInventoryNear: true, program: program) { .live(source) }
    if let database = try? source.database() { database.finishWriting() }
    // Nobody has restored a backup, or put the file right.
    if self.database != nil, status == 0, (try? source.database()) == nil {
      return Self.usageStatus
    }
    return status
  }

  /// Reads and writes the files of the options, and says what was done.
  private func transfer() throws {
    var report = TransferReport()
    defer { if reportsInJson { print(report.json) } }
    do {
      guard case .file(let path) = try DatabaseArgument(database) else { throw ServerNeedsWindow() }
      let database = try InventoryDatabase(path: path)
      try transfer(database, &report)
      database.finishWriting()
    } catch {
      report.add(error, file: imported.file, isDryRun: imported.isDryRun)
      throw error
    }
  }

  /// Reads and writes the files of the options. With several, the items are imported first.
  private func transfer(_ database: InventoryDatabase, _ report: inout TransferReport) throws {
    if let (summary, remembered) = try imported.run(database, format: format) {
      report.add(summary, remembered, file: imported.file, isDryRun: imported.isDryRun)
      if !reportsInJson {
        printText(
          imported.isDryRun
            ? tr("Nothing was changed. An import: \(summary.text)") : summary.text
        )
      }
    }
    for (file, content) in [
      (exportedFile, ExportOptions.Content.items), (reorderList, .reorderList),
    ] {
      guard var file else { continue }
      if ["-", "/dev/fd/1", "/proc/self/fd/1"].contains(file) { file = "/dev/stdout" }
      let options = ExportOptions(
        content,
        format: format ?? FileFormat(fileName: file),
        escapesFormulas: escapesFormulas
      )
      let progress = ProgressLine(tr("Exporting"))
      let count = try progress.show { [file] in
        try database.exportItems(toFile: file, options: options, onProgress: $0)
      }
      report.exported.append(TransferReport.Export(file: file, items: count))
      // What is written to the standard output stays what it is.
      if file != "/dev/stdout", !reportsInJson {
        printText(tr("\(count) item written", "\(count) items written", count: count))
      }
    }
  }

}

/// The command line reads and writes files for an inventory in a file alone.
struct ServerNeedsWindow: LocalizedError {
  var errorDescription: String? {
    tr(
      """
      the items of a server are imported and exported in the window; expected a database in a file
      """
    )
  }
}

extension FileFormat: ExpressibleByArgument {}

/// Writes a text, in which there may be names from files, to the standard error.
func printError(_ text: String) {
  FileHandle.standardError.write(Data((text.shownInTerminal + "\n").utf8))
}

/// Writes a text, in which there may be names from files, to the standard output.
func printText(_ text: String) {
  print(text.shownInTerminal)
}

extension Error {
  /// The message of the error for the user.
  var message: String {
    (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
  }
}
