// swift-tools-version: 6.2

import PackageDescription

// This is the usual build. The smaller program of the releases is made by `.ci/small-build`.

// A static executable starts four times as fast as one that loads the Swift runtime, and runs on
// machines without it.
let standalone: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-executable", "-use-ld=lld", "-Xlinker", "--gc-sections", "-Xlinker", "-s"],
    .when(platforms: [.linux], configuration: .release))
]

let package = Package(
  name: "stack",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "Stack", targets: ["Stack"]),
    .executable(name: "stack", targets: ["StackCommand"]),
  ],
  targets: [
    .target(name: "CSystem"),
    .target(name: "Stack", dependencies: ["CSystem"]),
    .executableTarget(
      name: "StackCommand",
      dependencies: ["Stack", "CSystem"],
      // The files that `stack init` and `stack help` print.
      resources: [
        "stack.bash", "_stack", "stack.fish", "stack.elv", "stack.xsh",
        "prompt.bash", "prompt.zsh", "prompt.fish", "prompt.sh",
      ]
      .map { .embedInCode("../../completions/\($0)") }
        + [
          "commands.txt", "suggestions.txt", "machines.txt", "bars.txt", "ssh.txt", "recipes.txt",
          "manual.mdoc",
        ].map { .embedInCode("Help/Texts/\($0)") },
      linkerSettings: standalone),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "StackTests", dependencies: ["Stack", "TestSupport"], resources: [.copy("Cases")]),
    .testTarget(name: "StackCommandTests", dependencies: ["StackCommand", "TestSupport"]),
    .testTarget(
      name: "FaultTests", dependencies: ["StackCommand", "TestSupport"],
      exclude: ["README.md", "Scripts"]),
    .testTarget(
      name: "ShellTests", dependencies: ["StackCommand", "TestSupport"], exclude: ["Scripts"]),
  ]
)
