// swift-tools-version: 6.1

import PackageDescription

// A static executable starts four times as fast as one that has to find the Swift runtime first,
// and runs on machines that have none.
let standalone: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-executable", "-use-ld=lld", "-Xlinker", "--gc-sections", "-Xlinker", "-s"],
    .when(platforms: [.linux], configuration: .release))
]

// The small build, without the Swift runtime. Off by default, because a program that uses the module can't
// import one that was built so.
let whenSmall = BuildSettingCondition.when(
  platforms: [.linux], configuration: .release, traits: ["Embedded"])

// SwiftPM links an executable whose target enables a feature as if it were always enabled, whatever the condition
// says, and the usual build lacks the runtime's start then. Flags are conditional there too.
let smallExecutable = ["-enable-experimental-feature", "Embedded"]

// So that the linker can leave out each function that nobody calls, and one of two that are alike.
let functionSections = ["-Xfrontend", "-function-sections"]

let package = Package(
  name: "stack",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "Stack", targets: ["Stack"]),
    .executable(name: "stack", targets: ["StackCommand"]),
  ],
  traits: [
    .trait(
      name: "Embedded", description: "Build the command in Embedded Swift: small, and without a runtime.")
  ],
  targets: [
    .target(name: "CSystem", cSettings: [.define("STACK_SMALL", whenSmall)]),
    .target(
      name: "Stack", dependencies: ["CSystem"],
      swiftSettings: [
        .enableExperimentalFeature("Embedded", whenSmall), .unsafeFlags(functionSections, whenSmall),
      ]),
    .executableTarget(
      name: "StackCommand",
      dependencies: ["Stack"],
      // `stack init` and `stack help` print these very files.
      resources: [
        "stack.bash", "_stack", "stack.fish", "stack.elv", "stack.xsh",
        "prompt.bash", "prompt.zsh", "prompt.fish", "prompt.sh",
      ]
      .map { .embedInCode("../../completions/\($0)") }
        + ["sync.txt", "bars.txt", "ssh.txt", "recipes.txt", "manual.mdoc"].map {
          .embedInCode("Help/Texts/\($0)")
        },
      // `-Osize`, because what takes time is done by the module.
      swiftSettings: [.unsafeFlags(smallExecutable + functionSections + ["-Osize"], whenSmall)],
      linkerSettings: standalone + [
        // Without exceptions nobody looks for the tables of stack frames.
        .unsafeFlags(
          smallExecutable + ["--no-eh-frame-hdr", "-O2", "--icf=all"].flatMap { ["-Xlinker", $0] }, whenSmall)
      ]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "StackTests", dependencies: ["Stack", "TestSupport"], resources: [.copy("Cases")]),
    .testTarget(name: "StackCommandTests", dependencies: ["StackCommand", "TestSupport"]),
    .testTarget(name: "FaultTests", dependencies: ["StackCommand", "TestSupport"]),
    .testTarget(name: "ShellTests", dependencies: ["StackCommand", "TestSupport"]),
  ]
)
