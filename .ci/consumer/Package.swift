// swift-tools-version: 6.1

// Programs that depend on the module, as other people's programs do. `.ci/check-consumer` puts the
// address of a clone in place of the one below.

import PackageDescription

let package = Package(
  name: "consumer",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(url: "https://example.org/stack.git", from: "1.0.0")
  ],
  targets: [
    .executableTarget(name: "Exchange", dependencies: [.product(name: "Stack", package: "stack")]),
    .executableTarget(name: "Remind", dependencies: [.product(name: "Stack", package: "stack")]),
    .executableTarget(name: "ShowLive", dependencies: [.product(name: "Stack", package: "stack")]),
  ]
)
