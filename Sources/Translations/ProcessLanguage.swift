import Foundation
import Glibc

/// The language of the running process, as the environment says: `LANGUAGE`, `LC_ALL`,
/// `LC_MESSAGES`, `LANG`.
public enum ProcessLanguage {
  /// Chooses the language. Call it once, before other threads run, because it may change the
  /// environment.
  ///
  /// With glibc before 2.41, a locale that the system does not have gives texts in its language all
  /// the same: only the catalogue must be there. For the rest of the C library it is `C.UTF-8`.
  public static func activate() {
    if setlocale(LC_ALL, "") != nil { return }
    let wanted = wantedLanguages(environment: ProcessInfo.processInfo.environment)
    if !wanted.isEmpty { setenv("LANGUAGE", wanted, 1) }
    // The library ignores LANGUAGE in the locale C, and newer ones in this one, too.
    if setlocale(LC_ALL, "C.UTF-8") == nil { setlocale(LC_ALL, "C") }
  }

  /// The value of `LANGUAGE` that leads to the language of an environment.
  static func wantedLanguages(environment: [String: String]) -> String {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C"
    let name = locale.split(separator: ".").first.map(String.init) ?? "C"
    if ["C", "POSIX"].contains(name) { return "" }
    return value("LANGUAGE") ?? name
  }
}
