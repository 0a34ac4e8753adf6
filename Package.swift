// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// Set to build and test the UI-agnostic half on a machine that has no GTK.
let withoutGtk = Context.environment["COMPOSABLE_WITHOUT_GTK"] == "1"

/// Set to build and test the expansions of the macros, and nothing else.
let onlyMacros = Context.environment["COMPOSABLE_ONLY_MACROS"] == "1"

/// Set if a program contains modules with the same names from another package.
let withoutFamiliarNames = Context.environment["COMPOSABLE_WITHOUT_FAMILIAR_NAMES"] == "1"

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let strictOnMainActor: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

let collections = Target.Dependency.product(
  name: "OrderedCollections",
  package: "swift-collections"
)
let trees = Target.Dependency.product(name: "HashTreeCollections", package: "swift-collections")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
let issueReporting = Target.Dependency.product(
  name: "IssueReporting",
  package: "xctest-dynamic-overlay"
)
/// The name that IssueReporting had before, for files that import it.
let dynamicOverlay = Target.Dependency.product(
  name: "XCTestDynamicOverlay",
  package: "xctest-dynamic-overlay"
)
/// Lets IssueReporting fail a running test on Linux. For test targets only, because it links
/// XCTest.
let issueReportingTestSupport = Target.Dependency.product(
  name: "IssueReportingTestSupport",
  package: "xctest-dynamic-overlay"
)
/// Thin modules with the names under which files of features import parts of the API, and the
/// modules that each one re-exports.
let familiarNames: [String: [String]] =
  withoutFamiliarNames
  ? [:]
  : [
    "CasePaths": ["CaseKeyPaths"],
    "CasePathsCore": ["CaseKeyPaths"],
    "Clocks": ["DependencyInjection"],
    "ConcurrencyExtras": ["DependencyInjection"],
    "Dependencies": ["DependencyInjection"],
    "DependenciesMacros": ["DependencyInjection"],
    "IdentifiedCollections": ["IdentifiedArrays"],
    "Perception": ["PerceptionCore"],
    "PerceptionCore": ["AccessTracking", "ComposableArchitectureMacros"],
    "SwiftNavigation": ["Bindings", "CaseKeyPaths", "PerceptionCore", "Prompts"],
  ]

/// Set to build with the versions that were tested, for packages of distributions.
let exactVersions = Context.environment["COMPOSABLE_EXACT_VERSIONS"] == "1"

/// The versions with which everything was tested (see docs/decisions/versions.md).
let testedVersions: [String: Version] = [
  "GRDB.swift": "7.10.0",
  "swift-argument-parser": "1.8.2",
  "swift-collections": "1.6.0",
  "swift-custom-dump": "1.7.3",
  "swift-log": "1.16.2",
  "swift-syntax": "603.0.1",
  "xctest-dynamic-overlay": "1.13.1",
]

func dependency(_ url: String, _ versions: Range<Version>) -> [Package.Dependency] {
  guard exactVersions else { return [.package(url: url, versions)] }
  // What has no tested version makes documentation only.
  let version = url.split(separator: "/").last.flatMap { testedVersions[String($0)] }
  return version.map { [.package(url: url, exact: $0)] } ?? []
}

let dependencies =
  dependency("https://github.com/apple/swift-argument-parser", "1.5.0"..<"2.0.0")
  + dependency("https://github.com/apple/swift-collections", "1.1.0"..<"2.0.0")
  + dependency("https://github.com/apple/swift-log", "1.6.0"..<"2.0.0")
  + dependency("https://github.com/groue/GRDB.swift", "7.4.0"..<"8.0.0")
  + dependency("https://github.com/pointfreeco/swift-custom-dump", "1.3.0"..<"2.0.0")
  + dependency("https://github.com/pointfreeco/xctest-dynamic-overlay", "1.5.0"..<"2.0.0")
  + dependency("https://github.com/swiftlang/swift-docc-plugin", "1.4.0"..<"2.0.0")
  + dependency("https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0")

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "swift-composable-gtk",
  products: [
    .library(name: "Bindings", targets: ["Bindings"]),
    .library(name: "CaseKeyPaths", targets: ["CaseKeyPaths"]),
    .library(name: "ComposableArchitecture", targets: ["ComposableArchitecture"]),
    .library(name: "DependencyInjection", targets: ["DependencyInjection"]),
    .library(name: "IdentifiedArrays", targets: ["IdentifiedArrays"]),
    .library(name: "InventoryCore", targets: ["InventoryCore"]),
    .library(name: "InventoryPostgres", targets: ["InventoryPostgres"]),
    .library(name: "InventorySqlite", targets: ["InventorySqlite"]),
    .library(name: "PagedArrays", targets: ["PagedArrays"]),
    .library(name: "Prompts", targets: ["Prompts"]),
    .library(name: "Sharing", targets: ["Sharing"]),
    .library(name: "Tables", targets: ["Tables"]),
    .library(name: "Translations", targets: ["Translations"]),
  ],
  dependencies: dependencies,
  targets: [
    // The small modules, each of which can be used without the core.
    .target(name: "AccessTracking", swiftSettings: strict),
    .target(
      name: "Bindings",
      dependencies: ["AccessTracking", "CaseKeyPaths", "ComposableArchitectureMacros"],
      swiftSettings: strict
    ),
    .target(
      name: "CaseKeyPaths",
      dependencies: ["ComposableArchitectureMacros", issueReporting],
      swiftSettings: strict
    ),
    .target(
      name: "DependencyInjection",
      dependencies: ["ComposableArchitectureMacros", issueReporting],
      swiftSettings: strict
    ),
    .target(
      name: "IdentifiedArrays",
      dependencies: [collections, issueReporting, trees],
      swiftSettings: strict
    ),
    .target(name: "PagedArrays", swiftSettings: strict),
    .target(
      name: "Prompts",
      dependencies: [customDump],
      swiftSettings: strict
    ),

    .target(
      name: "Sharing",
      dependencies: [
        "DependencyInjection", "IdentifiedArrays", collections, customDump, issueReporting,
      ],
      swiftSettings: strict
    ),
    .target(name: "Tables", swiftSettings: strict),

    // The functions of gettext, which are part of the C library.
    .systemLibrary(name: "CGettext"),
    .target(name: "Translations", dependencies: ["CGettext"], swiftSettings: strict),

    // The core.
    .macro(
      name: "ComposableArchitectureMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "ComposableArchitecture",
      dependencies: [
        "AccessTracking", "Bindings",
        "CaseKeyPaths", "ComposableArchitectureMacros", "DependencyInjection", "IdentifiedArrays",
        "Prompts", "Sharing", "Tables", collections, customDump, dynamicOverlay, issueReporting,
        .product(name: "DequeModule", package: "swift-collections"),
      ] + familiarNames.keys.sorted().map { .target(name: $0) },
      swiftSettings: strict + (withoutFamiliarNames ? [] : [.define("FAMILIAR_NAMES")])
    ),

    // Functions of SQLite that Swift cannot call.
    .target(name: "CSqliteSupport", linkerSettings: [.linkedLibrary("sqlite3")]),

    // Finds out the encoding of a text.
    .systemLibrary(
      name: "CUchardet",
      pkgConfig: "uchardet",
      providers: [.apt(["libuchardet-dev"])]
    ),

    // Reads and writes spreadsheets.
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CLibzip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .target(name: "Spreadsheets", dependencies: ["CExpat", "CLibzip"], swiftSettings: strict),

    // The headers of libpq, and what loads it at run time (see docs/decisions/postgresql.md).
    .target(name: "CLibpq"),
    // A client of PostgreSQL, which knows nothing of items.
    .target(name: "PostgresClient", dependencies: ["CLibpq"], swiftSettings: strict),

    // What loads libsecret at run time, and the keyring of the desktop behind it.
    .target(name: "CLibsecret"),
    .target(name: "Keyring", dependencies: ["CLibsecret"], swiftSettings: strict),

    // The example application's features, without a user interface.
    .target(
      name: "InventoryCore",
      dependencies: [
        "CUchardet", "ComposableArchitecture", "PagedArrays", "Sharing", "Spreadsheets",
        "Translations",
      ],
      swiftSettings: strict
    ),
    // The engine behind them that keeps an inventory in a file of SQLite.
    .target(
      name: "InventorySqlite",
      dependencies: [
        "CSqliteSupport", "InventoryCore", "Sharing",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        logging,
      ],
      swiftSettings: strict
    ),

    // The engine behind them that keeps an inventory on a server of PostgreSQL.
    .target(
      name: "InventoryPostgres",
      dependencies: ["InventoryCore", "PostgresClient"],
      swiftSettings: strict
    ),

    // What tests of all modules share. It needs no GTK.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "AccessTrackingTests",
      dependencies: ["AccessTracking", issueReportingTestSupport]
        + (withoutFamiliarNames ? [] : ["PerceptionCore"]),
      exclude: withoutFamiliarNames ? ["PerceptibleTests.swift"] : [],
      swiftSettings: strict
    ),
    .testTarget(
      name: "BindingsTests",
      dependencies: ["Bindings", "CaseKeyPaths", "TestSupport", issueReportingTestSupport],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CaseKeyPathsTests",
      dependencies: ["CaseKeyPaths", issueReportingTestSupport],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DependencyInjectionTests",
      dependencies: ["DependencyInjection", issueReportingTestSupport]
        + (withoutFamiliarNames ? [] : ["DependenciesTestSupport"]),
      exclude: withoutFamiliarNames
        ? ["DependencyAsTests.swift", "DependencyTraitTests.swift"] : [],
      swiftSettings: strict
    ),
    .testTarget(
      name: "IdentifiedArraysTests",
      dependencies: ["IdentifiedArrays", issueReportingTestSupport],
      swiftSettings: strict
    ),
    .testTarget(
      name: "PagedArraysTests",
      dependencies: ["PagedArrays"],
      swiftSettings: strict
    ),
    // Servers, and what stands between them and a client, for tests.
    .target(
      name: "PostgresTestSupport",
      dependencies: ["PostgresClient", "TestSupport"],
      path: "Tests/PostgresTestSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "InventoryPostgresTests",
      dependencies: [
        "DependencyInjection", "InventoryCore", "InventoryPostgres", "PostgresClient",
        "PostgresTestSupport", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "PostgresClientTests",
      dependencies: [
        "DependencyInjection", "PostgresClient", "PostgresTestSupport", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TablesTests",
      dependencies: ["Tables"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "PromptsTests",
      dependencies: ["Prompts", customDump, issueReportingTestSupport],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SharingTests",
      dependencies: ["Sharing", "TestSupport", customDump, issueReportingTestSupport],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SpreadsheetsTests",
      dependencies: ["Spreadsheets", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TranslationsTests",
      dependencies: ["TestSupport", "Translations"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ComposableArchitectureTests",
      dependencies: ["ComposableArchitecture", issueReportingTestSupport],
      swiftSettings: strict
    ),
    // The code of the documentation's articles.
    .testTarget(
      name: "ArticleTests",
      dependencies: ["ComposableArchitecture", issueReportingTestSupport],
      swiftSettings: strict
    ),
    // Features and tests in the styles in which they are written for The Composable Architecture.
    .testTarget(
      name: "FeatureTests",
      dependencies: ["ComposableArchitecture", issueReportingTestSupport]
        + (withoutFamiliarNames ? [] : ["DependenciesTestSupport"]),
      exclude: withoutFamiliarNames ? ["Names"] : [],
      swiftSettings: strict
    ),
    // Code in the language mode of most apps and tests that exist.
    .testTarget(
      name: "SwiftFiveTests",
      dependencies: ["ComposableArchitecture", issueReportingTestSupport],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    // What the tests of the example's features and engines share.
    .target(
      name: "InventoryTestSupport",
      dependencies: ["InventoryCore"],
      path: "Tests/InventoryTestSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "InventoryCoreTests",
      dependencies: [
        "InventoryCore", "InventoryTestSupport", "PagedArrays", "TestSupport",
        issueReportingTestSupport,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "InventorySqliteTests",
      dependencies: [
        "InventoryCore", "InventorySqlite", "InventoryTestSupport", "PagedArrays", "Spreadsheets",
        "TestSupport", logging, .product(name: "GRDB", package: "GRDB.swift"),
        issueReportingTestSupport,
      ],
      swiftSettings: strict
    ),
    // What every engine of the example has to do, told by its clients.
    .testTarget(
      name: "InventoryEngineTests",
      dependencies: [
        "InventoryCore", "InventoryPostgres", "InventorySqlite", "InventoryTestSupport",
        "PagedArrays", "PostgresClient", "PostgresTestSupport", "TestSupport",
        issueReportingTestSupport,
      ],
      swiftSettings: strict
    ),
    // The snippets of the documents that specify this package. Their views are left out without
    // GTK.
    .testTarget(
      name: "SeedTests",
      dependencies: ["Bindings", "ComposableArchitecture", issueReportingTestSupport]
        + (withoutGtk ? [] : ["ComposableGtk", "ComposableGtkTestSupport", "GtkKit"]),
      swiftSettings: strict + (withoutGtk ? [] : [.define("GTK")])
    ),
  ],
  swiftLanguageModes: [.v6]
)

if !withoutFamiliarNames {
  package.products.append(
    .library(name: "DependenciesTestSupport", targets: ["DependenciesTestSupport"])
  )
  // For test targets only, because it links Swift Testing.
  package.targets.append(
    .target(
      name: "DependenciesTestSupport",
      dependencies: ["DependencyInjection"],
      path: "Sources/FamiliarNames/DependenciesTestSupport",
      swiftSettings: strict
    )
  )
}

for (name, modules) in familiarNames.sorted(by: { $0.key < $1.key }) {
  package.products.append(.library(name: name, targets: [name]))
  package.targets.append(
    .target(
      name: name,
      dependencies: modules.map { .target(name: $0) }
        + (name == "Dependencies" ? [dynamicOverlay] : []),
      path: "Sources/FamiliarNames/\(name)",
      swiftSettings: strict
    )
  )
}

if !withoutGtk {
  package.products += [
    .executable(name: "gallery", targets: ["Gallery"]),
    .executable(name: "inventory", targets: ["Inventory"]),
    .library(name: "ComposableGtk", targets: ["ComposableGtk"]),
    .library(name: "GtkKit", targets: ["GtkKit"]),
    .library(name: "GtkViews", targets: ["GtkViews"]),
  ]
  package.targets += [
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    // Code that can only be written in C: types of objects, macros, and functions that newer
    // versions of GTK deprecate.
    .target(name: "CGtkSupport", dependencies: ["CGtk"]),
    .target(
      name: "GtkKit",
      dependencies: ["CGtk", "CGtkSupport"],
      swiftSettings: strictOnMainActor
    ),
    .target(
      name: "GtkViews",
      dependencies: [
        "AccessTracking", "ComposableArchitectureMacros", "GtkKit", "IdentifiedArrays",
        "PagedArrays", "Tables", issueReporting,
      ],
      swiftSettings: strictOnMainActor
    ),
    .target(
      name: "ComposableGtk",
      dependencies: [
        "Bindings", "ComposableArchitecture", "GtkKit", "GtkViews", "Sharing", issueReporting,
      ],
      swiftSettings: strictOnMainActor
    ),
    .executableTarget(
      name: "Inventory",
      dependencies: [
        "ComposableGtk", "GtkKit", "InventoryCore", "InventoryPostgres", "InventorySqlite",
        "Keyring", "Spreadsheets", "Translations",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "Gallery",
      dependencies: [
        "ComposableArchitecture", "ComposableGtk", "GtkKit", "PagedArrays",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "MainLoopProbe",
      dependencies: ["GtkKit"],
      path: "Tests/MainLoopProbe",
      swiftSettings: strictOnMainActor
    ),
    .testTarget(
      name: "GtkKitTests",
      dependencies: [
        "GtkKit", "GtkTestSupport", "MainLoopProbe", "TestSupport", issueReportingTestSupport,
      ],
      swiftSettings: strictOnMainActor
    ),
    .testTarget(
      name: "GtkViewsTests",
      dependencies: [
        "GtkKit", "GtkTestSupport", "GtkViews", "PagedArrays", issueReportingTestSupport,
      ],
      swiftSettings: strictOnMainActor
    ),
    // What tests of widgets share.
    .target(
      name: "GtkTestSupport",
      dependencies: ["GtkKit", "TestSupport"],
      path: "Tests/GtkTestSupport",
      swiftSettings: strictOnMainActor
    ),
    // Helpers for tests of stores in widgets.
    .target(
      name: "ComposableGtkTestSupport",
      dependencies: ["ComposableGtk", "GtkKit", "GtkTestSupport"],
      path: "Tests/ComposableGtkTestSupport",
      swiftSettings: strictOnMainActor
    ),
    .testTarget(
      name: "ComposableGtkTests",
      dependencies: [
        "ComposableArchitecture", "ComposableGtk", "ComposableGtkTestSupport", "Gallery", "GtkKit",
        "PagedArrays", issueReportingTestSupport,
      ],
      swiftSettings: strict
    ),
    // A program that changes a database, for a test that kills it.
    .executableTarget(
      name: "WriteLoad",
      dependencies: ["InventoryCore", "InventorySqlite"],
      path: "Tests/WriteLoad",
      swiftSettings: strict
    ),
    .testTarget(
      name: "InventoryTests",
      dependencies: [
        "Inventory", "InventoryCore", "InventoryPostgres", "PostgresClient", "PostgresTestSupport",
        "TestSupport", "WriteLoad",
      ],
      exclude: ["Support/drive.py", "Support/notifications.py", "Support/touchpad.py"],
      swiftSettings: strict
    ),
  ]
}

// Tests of macros link the macros' compiler plugin, which SwiftPM builds for the host. One such
// target makes SwiftPM build everything that any test needs a second time for the host, so these
// tests are a separate package in the same folder.
if onlyMacros {
  package.products = []
  package.targets =
    package.targets.filter { $0.type == .macro } + [
      .testTarget(
        name: "ComposableArchitectureMacrosTests",
        dependencies: [
          "ComposableArchitectureMacros",
          .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
        ],
        swiftSettings: strict
      )
    ]
}
