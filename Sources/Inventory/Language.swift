import ComposableGtk
import Foundation
import GtkKit
import InventoryCore
import Translations

/// The language of the program: texts, and the direction in which windows are laid out.
@MainActor
enum Language {
  /// The environment variable with the folder of the catalogues, for programs in unusual places.
  nonisolated static let environmentVariable = "INVENTORY_TRANSLATIONS"

  /// Chooses the language that the environment asks for.
  static func activate() {
    ProcessLanguage.activate()
    Display.keepLocale()
    Catalogue.inventory.open(folder: folder(), numbers: .ofNumbers())
  }

  /// Lays out the windows as the language is read. Call it when GTK runs.
  static func applyDirection() {
    Display.isRightToLeft = Catalogue.inventory.isRightToLeft
  }

  /// Finds the folder with the catalogues.
  ///
  /// Candidates are, in this order:
  /// - the folder in `INVENTORY_TRANSLATIONS`; if it is set, there is no other candidate,
  /// - `../share/locale`, relative to the program's folder, for an installed program,
  /// - `translations` in the build folder, for a program that SwiftPM has built there: `make run`
  ///   writes `.build/translations`.
  ///
  /// - Returns: `nil` if there is none. The texts are in English then.
  nonisolated static func folder(
    executable: URL = Resources.runningExecutable,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    if let path = environment[environmentVariable], !path.isEmpty { return path }
    let installed = executable.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("share/locale")
    let built = Resources.buildFolder(of: executable)?.appendingPathComponent("translations")
    let candidates = [installed] + (built.map { [$0] } ?? [])
    return candidates.first { hasCatalogue($0) }?.path
  }

  /// Whether a folder has the catalogue in any language. The folder of an installed program has
  /// those of others, too.
  nonisolated private static func hasCatalogue(_ folder: URL) -> Bool {
    let languages = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return languages.contains { language in
      FileManager.default.isReadableFile(
        atPath: "\(folder.path)/\(language)/LC_MESSAGES/\(Catalogue.inventory.domain).mo"
      )
    }
  }
}
