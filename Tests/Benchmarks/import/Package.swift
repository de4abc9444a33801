// swift-tools-version: 6.2

// The program that `Tests/Benchmarks/run` measures as an app that imports tasks.

import PackageDescription

let package = Package(
  name: "import",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "stack", path: "../../..")],
  targets: [
    .executableTarget(name: "Import", dependencies: [.product(name: "Stack", package: "stack")])
  ]
)
