// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that users of the library neither resolve nor build what only benchmarks
// need.

/// Set to measure the core on a machine that has no GTK.
let withoutGtk = Context.environment["COMPOSABLE_WITHOUT_GTK"] == "1"

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func library(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-composable-gtk")
}

let package = Package(
  name: "benchmarks",
  products: [
    .executable(name: "core-benchmark", targets: ["CoreBenchmark"]),
    .executable(name: "inventory-benchmark", targets: ["InventoryBenchmark"]),
  ],
  dependencies: [
    .package(name: "swift-composable-gtk", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "CoreBenchmark",
      dependencies: [library("ComposableArchitecture")],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "InventoryBenchmark",
      dependencies: [
        library("InventoryCore"), library("InventoryPostgres"), library("InventorySqlite"),
      ],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)

if !withoutGtk {
  package.products += [
    .executable(name: "navigation-baseline", targets: ["CNavigationBaseline"]),
    .executable(name: "navigation-benchmark", targets: ["NavigationBenchmark"]),
  ]
  package.targets += [
    .systemLibrary(
      name: "CGtkHeaders",
      pkgConfig: "gtk4",
      providers: [.apt(["libgtk-4-dev"])]
    ),
    // How much memory is allocated, which Glibc's module does not tell.
    .systemLibrary(name: "CMalloc"),
    .executableTarget(name: "CNavigationBaseline", dependencies: ["CGtkHeaders"]),
    .executableTarget(
      name: "NavigationBenchmark",
      dependencies: ["CMalloc", library("ComposableGtk"), library("GtkKit")],
      swiftSettings: strict
    ),
  ]
}
