// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A debug build of a program or of its tests decodes as many documents as a release build. Without
// optimization that takes several times as long as with Foundation, whose coders are always
// optimized. Assertions stay on. Packages may depend on a version of one with such flags since version
// 6.2 of the tools, so this one can't have an older version.
let optimized: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)),
  // Without this, the compiler neither inlines nor specializes across files. It's a trait because Xcode's build
  // system can't build a module with this flag in debug builds.
  .unsafeFlags(
    ["-whole-module-optimization", "-num-threads", "8"],
    .when(configuration: .debug, traits: ["FasterDebugBuilds"])),
]

// Checks all access to memory that Swift doesn't check, in debug builds. Documents are decoded at 0.8 times the speed
// then, so it is for the tests of this package: `LINEAGE_CHECKS=1 swift test`.
let checked: [SwiftSetting] =
  Context.environment["LINEAGE_CHECKS"] == nil
  ? [] : [.define("CHECKED_MEMORY", .when(configuration: .debug))]

// The plugin runs for a millisecond for each annotation. Optimizing it takes four times as long as building it without,
// in every clean release build of a program with annotations.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "Lineage",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Lineage", targets: ["Lineage"]),
    .library(name: "LineageStore", targets: ["LineageStore"]),
    .library(name: "LineageCommand", targets: ["LineageCommand"]),
    .library(name: "LineageMacros", targets: ["LineageMacros"]),
    .library(name: "LineageTesting", targets: ["LineageTesting"]),
  ],
  traits: [
    .trait(
      name: "FasterDebugBuilds",
      description: """
        Compiles the core as one module in debug builds, which then decode and encode 3 times as fast. Xcode can't \
        build it.
        """)
  ],
  targets: [
    .target(
      name: "Lineage",
      swiftSettings: settings + [.strictMemorySafety()] + optimized + checked),
    .target(name: "CLineageStore"),
    .target(
      name: "LineageStore", dependencies: ["Lineage", "CLineageStore"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "LineageSchemas", dependencies: ["Lineage"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "LineageCommand", dependencies: ["Lineage", "LineageSchemas", "LineageStore"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "LineageTesting", dependencies: ["Lineage", "LineageSchemas"], swiftSettings: settings),
    // Programs that don't use the macros build none of these three: no other target may depend on them.
    .target(
      name: "LineageExpansion", swiftSettings: settings + [.strictMemorySafety()] + unoptimized),
    .macro(
      name: "LineageMacrosPlugin", dependencies: ["LineageExpansion"],
      swiftSettings: settings + unoptimized),
    .target(
      name: "LineageMacros", dependencies: ["Lineage", "LineageMacrosPlugin"],
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmark",
      dependencies: ["Lineage", "LineageCommand", "LineageMacros", "LineageStore"],
      swiftSettings: settings),
    .target(name: "PoetryDocuments", dependencies: ["Lineage"], swiftSettings: settings),
    .executableTarget(
      name: "Poetry", dependencies: ["Lineage", "LineageStore", "PoetryDocuments"],
      swiftSettings: settings),
    .executableTarget(
      name: "poetry-migrate", dependencies: ["LineageCommand", "PoetryDocuments"],
      path: "Sources/PoetryMigrate", swiftSettings: settings),
    .testTarget(name: "LineageTests", dependencies: ["Lineage"], swiftSettings: settings),
    // Programs that .ci/faults and .ci/engines run.
    .executableTarget(
      name: "StoreProbe", dependencies: ["Lineage", "LineageStore"], path: "Tests/StoreProbe",
      swiftSettings: settings),
    .executableTarget(
      name: "StoreEngines", dependencies: ["Lineage", "LineageStore"], path: "Tests/StoreEngines",
      swiftSettings: settings),
    .testTarget(
      name: "LineageStoreTests", dependencies: ["CLineageStore", "Lineage", "LineageStore"],
      swiftSettings: settings),
    .testTarget(
      name: "LineageMacrosPluginTests", dependencies: ["LineageExpansion", "LineageMacros"],
      exclude: ["Goldens"], swiftSettings: settings),
    .testTarget(
      name: "LineageMacrosTests", dependencies: ["Lineage", "LineageMacros", "LineageSchemas"],
      swiftSettings: settings),
    .testTarget(
      name: "LineageSchemasTests", dependencies: ["Lineage", "LineageSchemas"],
      swiftSettings: settings),
    .testTarget(
      name: "LineageTestingTests", dependencies: ["Lineage", "LineageSchemas", "LineageTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Lineage", "LineageStore", "LineageTesting", "Poetry", "PoetryDocuments"],
      swiftSettings: settings),
    .testTarget(
      name: "IsolationTests", dependencies: ["Lineage", "LineageStore", "LineageTesting"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "BenchmarkTests", dependencies: ["Benchmark", "Lineage"], swiftSettings: settings),
    .testTarget(
      name: "PoetryTests",
      dependencies: ["Lineage", "LineageStore", "LineageTesting", "Poetry", "PoetryDocuments"],
      swiftSettings: settings),
    .testTarget(
      name: "LineageCommandTests",
      dependencies: [
        "Lineage", "LineageCommand", "LineageStore", "PoetryDocuments", "poetry-migrate",
      ],
      exclude: ["Sessions"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
