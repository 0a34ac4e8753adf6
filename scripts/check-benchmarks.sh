#!/usr/bin/env bash
# Checks that the sources of the benchmarks compile with what `swift build --build-tests` has built.
# To build them is another package's work and takes minutes; this takes seconds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly build=$PWD/.build/debug
readonly macros=ComposableArchitectureMacros

flags=(
  -typecheck -parse-as-library -swift-version 6 -warnings-as-errors
  -load-plugin-executable "$build/$macros-tool#$macros"
  -I "$build/Modules" -I Sources/CGtk -I Sources/CGettext
  -I Sources/CExpat -I Sources/CLibzip -I Sources/CUchardet
  -I Benchmarks/Sources/CMalloc
  -I .build/checkouts/GRDB.swift/Sources/GRDBSQLite
  -Xcc "-fmodule-map-file=$build/CGtkSupport.build/module.modulemap"
  -Xcc "-fmodule-map-file=$build/CSqliteSupport.build/module.modulemap"
  -Xcc "-fmodule-map-file=$build/CLibpq.build/module.modulemap"
)
for folder in $(pkg-config --cflags-only-I gtk4); do flags+=(-Xcc "$folder"); done

for benchmark in CoreBenchmark InventoryBenchmark NavigationBenchmark; do
  swiftc "${flags[@]}" Benchmarks/Sources/"$benchmark"/*.swift
done
echo "check-benchmarks: the sources of the benchmarks compile"
