import Foundation
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import Testing

/// The password of a server in a keyring, which is Debian's gnome-keyring in a session of its own.
extension `The program on a desktop` {
  private static let hasKeyring =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/gnome-keyring-daemon")

  /// Starts a keyring in the session, and then the program.
  ///
  /// - Parameters:
  ///   - isUnlocked: Whether somebody has unlocked it.
  ///   - home: The folder with the files of the keyring and the settings of the program.
  private func launchWithKeyring(
    _ desktop: Desktop,
    isUnlocked: Bool,
    home: URL
  ) async throws {
    let start =
      isUnlocked
      ? "printf pw | gnome-keyring-daemon --unlock --components=secrets"
      : "gnome-keyring-daemon --start --daemonize --components=secrets"
    try await desktop.launch(
      ["-c", "\(start) >/dev/null 2>&1; exec \"$0\"", Program.url.path],
      program: "/bin/sh",
      environment: [
        "LC_ALL": "en_US.UTF-8", "PGPASSFILE": "/missing",
        "XDG_CONFIG_HOME": home.appending(path: "config").path,
        "XDG_DATA_HOME": home.appending(path: "data").path,
      ]
    )
  }

  @Test(.enabled(if: hasKeyring, "gnome-keyring is not installed."))
  func `A password in the keyring is found at the next start, and is nowhere else`()
    async throws
  {
    let server = try await TestServer(.port)
    let setup = try await Connection.connect(server.options())
    try await setup.execute("ALTER ROLE inventory PASSWORD 'sesam-oeffne-dich'")
    try await Migrator.migrate(setup)
    try await setup.execute(
      "INSERT INTO inventory.item (id, sku, name) VALUES (\(UUID()), 'T-1', 'Drill')"
    )
    let home = folder.file("home")
    let settings = home.appending(path: "config/inventory/app-storage.json")
    for place in ["config/inventory", "data"] {
      try FileManager.default.createDirectory(
        at: home.appending(path: place),
        withIntermediateDirectories: true
      )
    }
    let address = "postgresql://inventory@127.0.0.1:\(server.port)/postgres?sslmode=disable"
    try JSONEncoder().encode(["server": address]).write(to: settings)

    let desktop = try Desktop()
    try await launchWithKeyring(desktop, isUnlocked: true, home: home)
    // Nobody has said the password yet.
    try await desktop.find(.label, "The Inventory Cannot Be Opened")
    try await desktop.key("ctrl+comma")
    try await desktop.windows(["Inventory", "Preferences"])
    try await desktop.tab(to: "Keep the Password in the Keyring")
    try await desktop.key("space")
    try await desktop.tab(to: "Password")
    try await desktop.type("sesam-oeffne-dich")
    try await desktop.screenshot("keyring")
    // It is further down than the window reaches.
    try await desktop.tab(to: "Connect")
    try await desktop.key("Return")
    // What it says then is further down, too.
    try await eventually {
      (try? String(contentsOf: settings, encoding: .utf8))?.contains("keepsPassword") == true
    }
    try await desktop.key("Escape")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)
    try expectNoPassword("sesam-oeffne-dich", below: home)

    try await launchWithKeyring(desktop, isUnlocked: true, home: home)
    try await desktop.find(.label, "Drill")
    try expectNoPasswordOfProcesses("sesam-oeffne-dich")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)
  }

  private func expectNoPassword(_ password: String, below folder: URL) throws {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var count = 0
    while let file = files?.nextObject() as? URL {
      guard let content = try? Data(contentsOf: file) else { continue }
      count += 1
      #expect(content.firstRange(of: Data(password.utf8)) == nil, "\(file.path)")
    }
    #expect(count > 0)
  }

  /// Neither the arguments nor the environment of any process contain the password.
  private func expectNoPasswordOfProcesses(_ password: String) throws {
    for process in try FileManager.default.contentsOfDirectory(atPath: "/proc")
    where Int(process) != nil {
      for file in ["cmdline", "environ"] {
        let path = "/proc/\(process)/\(file)"
        guard let content = FileManager.default.contents(atPath: path) else { continue }
        #expect(content.firstRange(of: Data(password.utf8)) == nil, "\(path)")
      }
    }
  }
}
